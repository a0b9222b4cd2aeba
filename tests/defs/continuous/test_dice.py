"""The dice of the referee fall as they should, the same each time."""

from __future__ import annotations

import math
from statistics import fmean, pvariance

from dpverify.defs.continuous.dice import Dice


def test_means_and_variances() -> None:
    """20,000 of each, within five standard errors."""
    dice = Dice(5)
    even = [dice.uniform(-1, 1) for _ in range(20_000)]
    steep = [dice.exponential() for _ in range(20_000)]
    normal = [dice.gaussian() for _ in range(20_000)]
    assert math.isclose(fmean(even), 0, abs_tol=0.021)
    assert math.isclose(fmean(steep), 1, abs_tol=0.036)
    assert math.isclose(fmean(normal), 0, abs_tol=0.036)
    assert math.isclose(pvariance(normal), 1, abs_tol=0.05)
    assert min(steep) >= 0


def test_a_seed_repeats() -> None:
    one, other = Dice(1), Dice(1)
    assert [one.choice("abc") for _ in range(50)] == [other.choice("abc") for _ in range(50)]
    assert Dice(1).random() != Dice(2).random()
