"""The simulation of sampled sensitivity, on a population whose answer is known."""

from __future__ import annotations

from math import sqrt

import numpy as np
import pytest

from benchmarks.sampled_sensitivity import NUMBERS, as_float, kept, verdict
from dpverify.defs.numbers import parse
from dpverify.defs.risk.sampling import fresh_share, sound_joint


@pytest.mark.parametrize(("n", "q"), [(10, "1"), (20, "9/10")])
def test_the_frequency_is_the_exact_probability(n: int, q: str) -> None:
    """Uniform on 200 values: within 5 standard errors of the exact share; the joint bound holds."""
    runs, values = 50_000, 200
    pool = np.arange(1, values + 1, dtype=float)
    within, private = kept(pool, n, as_float(q), runs, 3)
    exact = fresh_share([(i, f"1/{values}") for i in range(values)], q, n).approx()
    assert abs(within / runs - exact) <= 5 * sqrt(exact * (1 - exact) / runs)
    assert private / runs > sound_joint(q, n, str(NUMBERS[0]), str(NUMBERS[1])).approx()


def test_a_verdict_needs_certainty() -> None:
    """90 of 100 refute .999, and not .93; all of them refute nothing."""
    assert "refuted" in verdict(90, 100, parse("999/1000"))
    assert "kept" in verdict(90, 100, parse("93/100"))
    assert "kept" in verdict(100, 100, parse("1"))
