"""Steps of walks in numbers, and whether their loss is attained."""

from __future__ import annotations

from fractions import Fraction

import pytest

from dpverify.checkers.continuous.on_walk import attained, step, violation
from dpverify.checkers.continuous.worst_inputs import WorstCase, worst_inputs
from dpverify.defs.errors import Undecided
from dpverify.defs.mechanisms import library_mechanism

F = Fraction
TENTH = F(1, 10)


def worst(name: str, **settings: int) -> WorstCase:
    """The worst case of a mechanism of the library."""
    return worst_inputs(library_mechanism(name).with_parameters(**settings))


@pytest.mark.parametrize(
    ("name", "settings", "expected"),
    [
        ("B01", {}, True),
        ("B11", {"n": 2}, False),
        ("B12", {"n": 2}, True),
        ("B12", {"n": 5}, True),
        ("B13", {"n": 3}, True),
        ("B14", {"n": 2}, True),
        ("B20", {"n": 3}, False),
        ("B24", {"n": 2}, True),
    ],
)
def test_attained(name: str, settings: dict[str, int], expected: bool) -> None:
    """B11 only tends to its ε, B12 has it; impossible words are reached in a few steps."""
    found = worst(name, **settings)
    assert found.walk is not None
    assert attained(found.family, found.walk) is expected


def test_the_loss_of_noisy_max_by_hand() -> None:
    """Scores d apart lose: P = (1/2 + εd/8)·e^{−εd/2}; from d = 2g to 2g + 2."""
    found = worst("B11", n=2)
    assert found.walk is not None
    for g in (1, 1000):
        here = step(found.family, found.walk, g, TENTH)
        assert here.loss is not None
        from math import log

        d, e = 2 * g, 0.1
        by_hand = e - log((0.5 + e * (d + 2) / 8) / (0.5 + e * d / 8))
        assert float(here.loss.mid()) == pytest.approx(by_hand, abs=1e-9)


def test_a_violation_is_above_the_claim() -> None:
    """B23 at n = 2: the first step that loses more than ε; none loses more than 3ε/2."""
    found = worst("B23", n=2)
    assert found.walk is not None
    broken = violation(found.family, found.walk, TENTH, TENTH)
    assert broken is not None
    assert broken.loss is not None
    assert F(1, 10) < float(broken.loss.mid()) < 0.15
    assert violation(found.family, found.walk, TENTH * 3 / 2, TENTH, (0, 1, 20)) is None


def test_values_where_a_density_jumps() -> None:
    """B14: the density at 2 of the largest of 2 + noise, noise ≥ 0, is refused."""
    found = worst("B14", n=2)
    assert found.walk is not None
    value = found.walk.released[0]
    with pytest.raises(Undecided, match="jumps"):
        step(found.family, found.walk, value, TENTH)


def test_values_without_a_density() -> None:
    """B08: the sum of a block is told without noise."""
    found = worst("B08", n=2)
    assert found.walk is not None
    with pytest.raises(Undecided, match="no density"):
        attained(found.family, found.walk)
