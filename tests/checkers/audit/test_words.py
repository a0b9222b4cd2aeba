"""Samples of mechanisms against exact probabilities; fixed seeds."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from math import exp
from typing import Any

import pytest
from flint import arb

from dpverify.checkers.audit.words import (
    Event,
    audited,
    best_pair,
    event_of,
    event_probability,
)
from dpverify.checkers.continuous.walks import Walk
from dpverify.checkers.continuous.worst_inputs import worst_inputs
from dpverify.defs.continuous.trace import Family
from dpverify.defs.mechanisms import library_mechanism

F = Fraction
ROWS = [
    ("B01", {}),
    ("B04", {"n": 2}),
    ("B08", {"n": 3}),
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
        assert side.exact >= 0
        assert side.exact < 1


def test_another_mechanism_disagrees() -> None:
    """Samples at a quarter of the noise do not agree with the probabilities at the full noise."""
    full, small = (library_mechanism("B11").with_parameters(n=2, eps=F(e)) for e in (1, 4))
    found = worst_inputs(full)
    assert found.walk is not None
    exact, _ = audited(full, found.family, found.walk, 2000, seed=1)
    other, _ = audited(small, found.family, found.walk, 2000, seed=1)
    assert exact.agrees
    assert not replace(other, exact=exact.exact).agrees


def event(name: str, eps: Fraction, **sizes: int) -> tuple[Family, Walk, Event]:
    """The event of a mechanism's walk."""
    found = worst_inputs(library_mechanism(name).with_parameters(**sizes, eps=eps))
    assert found.walk is not None
    return found.family, found.walk, event_of(found.family, found.walk)


def test_an_event_that_shows_infinity() -> None:
    """B14: largest ≤ 2 has probability 1 − e^{−ε/2} = .0488 on (1, −100), and 0 on (2, −100)."""
    family, _, told = event("B14", F(1, 10), n=2)
    assert told.limit == 2
    one, two = (
        float(event_probability(family, told, (F(first), F(-100)), F(1, 10)).mid())
        for first in (1, 2)
    )
    assert one == pytest.approx(1 - exp(-0.05) - exp(-5.1) * (1 - exp(-0.05)))
    assert one > 0.04
    assert two == 0


@pytest.mark.parametrize("n", [2, 5])
def test_it_is_found_without_help(n: int) -> None:
    """B14, ε = 1/10: the audit's own pair has an event of probability > .04 and one of 0."""
    family, walk, told = event("B14", F(1, 10), n=n)
    _, (here, there) = best_pair(family, walk, told, F(1, 10))
    assert here > 0.04
    assert there == 0


def test_the_same_event_from_equal_scores() -> None:
    """B14, n = 5, ε = 1/10, from (0, …) and value 1: (1 − e^{−ε/2})^5 = 2.76e-7."""
    family, _, told = event("B14", F(1, 10), n=5)
    small = float(event_probability(family, told, (told.limit - 1,) * 5, F(1, 10)).mid())
    assert small == pytest.approx((1 - exp(-0.05)) ** 5)
    assert round(small * 1e7, 2) == 2.76


def test_a_value_without_noise() -> None:
    """B08: the block's sum is told as it is; its value is possible on one input alone."""
    family, walk, told = event("B08", F(1, 10), n=3)
    assert (told.noisy, told.fixed) == (0, ((1, F(0)),))
    assert told.holds("(•, •, •)", [-1.0, 0.0, 5.0])
    assert not told.holds("(•, •, •)", [-1.0, 1.0, 5.0])
    assert not told.holds("(•, •, •)", [1.0, 0.0, 5.0])
    assert not told.holds("(•, •)", [-1.0, 0.0])
    _, (here, there) = best_pair(family, walk, told, F(1, 10))
    assert here == 0.5
    assert there == 0


def test_without_values_the_word_is_the_event() -> None:
    """B11, ε = 1, (0, 0): one half; by hand at distance 2: 1/2 + 1/2 − (1 + 1/4·2)e^{−1}/2."""
    family, _, told = event("B11", F(1), n=2)
    even = event_probability(family, told, (F(0), F(0)), F(1))
    assert even.overlaps(arb("0.5"))
    # P(L − L' > d) = (1/2 + d/(4b))·e^{−d/b}: two Laplace noises of scale b = 2, d = 2.
    ahead = event_probability(family, told, (F(2), F(0)), F(1))
    wins = 1 - (0.5 + 2 / 8) * exp(-1)
    assert float(ahead.mid()) in (pytest.approx(wins), pytest.approx(1 - wins))
