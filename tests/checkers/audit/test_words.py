"""Samples of mechanisms against exact probabilities; fixed seeds."""

from __future__ import annotations

from fractions import Fraction
from math import exp
from typing import Any

import pytest

from dpverify.checkers.audit.interval import clopper_pearson
from dpverify.checkers.audit.words import audited, event_probability
from dpverify.checkers.continuous.worst_inputs import worst_inputs
from dpverify.defs.mechanisms import library_mechanism

F = Fraction
ROWS = [
    ("B01", {}),
    ("B04", {"n": 2}),
    ("B09", {"n": 2}),
    ("B11", {"n": 3}),
    ("B12", {"n": 3}),
    ("B13", {"n": 3}),
    ("B14", {"n": 2}),
    ("B17", {"n": 3}),
    ("B20", {"n": 3, "c": 2}),
    ("B21", {"n": 3}),
    ("B22", {"n": 3}),
    ("B23", {"n": 2}),
    ("B25", {"n": 3}),
    ("B27", {"n": 2}),
    ("B28", {"n": 2}),
    ("B32", {"n": 3}),
]


@pytest.mark.parametrize(("name", "settings"), ROWS)
def test_samples_agree(name: str, settings: dict[str, Any]) -> None:
    """The interval at confidence 1 − 10⁻⁶ holds the exact probability on both inputs."""
    program = library_mechanism(name).with_parameters(**settings, eps=F(7, 10))
    found = worst_inputs(program)
    assert found.walk is not None
    for side in audited(program, found.family, found.walk, 2000, seed=1):
        assert side.agrees
        assert 0 <= side.exact < 1


def test_another_mechanism_disagrees() -> None:
    """Samples at half the noise do not agree with the exact probabilities at the full noise."""
    full, half = (library_mechanism("B11").with_parameters(n=2, eps=F(e)) for e in (1, 4))
    found = worst_inputs(full)
    assert found.walk is not None
    exact, _ = audited(full, found.family, found.walk, 2000, seed=1)
    counted, _ = audited(half, found.family, found.walk, 2000, seed=1)
    assert not counted.low <= exact.exact <= counted.high


def test_clopper_pearson() -> None:
    """0 of 10 at 95 %: 1 − .025^(1/10) = .3085; all of 10 is its mirror."""
    low, high = clopper_pearson(0, 10, F(1, 20))
    assert low == 0
    assert high == pytest.approx(1 - 0.025**0.1)
    assert clopper_pearson(10, 10, F(1, 20)) == pytest.approx((0.025**0.1, 1))


def test_an_event_that_shows_infinity() -> None:
    """B14: largest ≤ 2 has probability 1 − e^{−ε/2} = .0488 on (1, −100), and 0 on (2, −100)."""
    found = worst_inputs(library_mechanism("B14").with_parameters(n=2, eps=F(1, 10)))
    assert found.walk is not None
    assert list(map(int, found.walk.released)) == [2]
    one, two = (
        event_probability(found.family, found.walk, (F(first), F(-100)), F(1, 10))
        for first in (1, 2)
    )
    assert one == pytest.approx(1 - exp(-0.05) - exp(-5.1) * (1 - exp(-0.05)))
    assert one > 0.04
    assert two == 0


def test_the_same_event_from_equal_scores() -> None:
    """B14, n = 5, ε = 1/10, from (0, …) and value 1: (1 − e^{−ε/2})^5 = 2.76e-7."""
    found = worst_inputs(library_mechanism("B14").with_parameters(n=5, eps=F(1, 10)))
    assert found.walk is not None
    (value,) = found.walk.released
    small = event_probability(found.family, found.walk, (value - 1,) * 5, F(1, 10))
    assert small == pytest.approx((1 - exp(-0.05)) ** 5)
    assert round(small * 1e7, 2) == 2.76
