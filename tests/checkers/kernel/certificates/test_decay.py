"""Certificates of decay: what they show, and everything that they must not show."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from dpverify.checkers.kernel.certificates.alignment import boxes
from dpverify.checkers.kernel.certificates.decay import Decay, Multipliers, decay_rate
from dpverify.checkers.kernel.outcome import Fault
from dpverify.defs.documents.shift import Shift
from dpverify.defs.documents.traced import Form, Law, Noise, Path

F = Fraction
ONE, ZERO = F(1), F(0)


def form(factors: dict[int, int], shift: Shift) -> Form:
    """Σ factor·noise + shift."""
    return Form(tuple((n, F(k)) for n, k in factors.items()), shift)


def laplace(*scales: int | F, law: Law = "laplace") -> tuple[Noise, ...]:
    """Noises of these scales."""
    return tuple(Noise(law, F(b)) for b in scales)


THRESHOLD = Path((form({0: 1}, Shift.of(0, q=1)),))
"""q + z ≥ 0."""
FALLS = Decay((-ONE,), (ZERO,), 0, (ONE,), (Multipliers((F(1, 2),), ()),))


def rate(
    decay: Decay,
    noises: tuple[Noise, ...] = laplace(2),
    paths: tuple[Path, ...] = (THRESHOLD,),
    relation: str = "A",
) -> Fraction | None:
    """What is shown for a program of the one entry q."""
    return decay_rate(noises, paths, ["q"], boxes(relation, 1), decay)


def test_one_noise() -> None:
    """P(z ≥ g) = e^{−g/2}/2 for Laplace noise of scale 2: the loss is at least 1/2."""
    assert rate(FALLS) == F(1, 2)


def test_less_may_be_shown() -> None:
    """Smaller multipliers show less."""
    assert rate(replace(FALLS, multipliers=(Multipliers((F(1, 3),), ()),))) == F(1, 3)


def test_nothing_is_shown_by_a_walk_the_other_way() -> None:
    """The event becomes likely; 0 is a bound all the same."""
    assert rate(replace(FALLS, move=(ONE,))) == 0


def test_a_value() -> None:
    """Released q + z around 0: its density at 0 is e^{−g/2}/4 along q = ±g."""
    path = Path((), (form({0: 1}, Shift.of(0, q=1)),))
    for move in (ONE, -ONE):
        decay = Decay((move,), (ZERO,), 0, (ZERO,), (Multipliers((), (-move / 2,)),))
        assert rate(decay, paths=(path,)) == F(1, 2)


def test_the_slowest_path_counts() -> None:
    """z ≥ −q or z ≤ −q − 5, never both: the second path becomes likely."""
    other = Path((form({0: -1}, Shift.of(-5, q=-1)),))
    two = replace(FALLS, multipliers=(FALLS.multipliers[0], Multipliers((F(1, 2),), ())))
    assert rate(two, paths=(THRESHOLD, other)) == 0
    with pytest.raises(Fault, match="each path"):
        rate(FALLS, paths=(THRESHOLD, other))


def test_exponential_noise_that_must_be_negative_shows_infinity() -> None:
    """q − z ≥ 0 with z ≥ 0 is impossible for q < 0; with q + z ≥ 0 it is not."""
    path = Path((form({0: -1}, Shift.of(0, q=1)),))
    sure = Decay((-ONE,), (F(2),), 0, (ONE,), (Multipliers((ONE,), ()),), impossible=True)
    noises = laplace(2, law="exponential")
    assert rate(sure, noises, (path,)) is None
    with pytest.raises(Fault, match="outweigh"):
        rate(sure, laplace(2), (path,))
    with pytest.raises(Fault, match="outweigh"):
        rate(replace(sure, base=(ZERO,)), noises, (THRESHOLD,))


def test_impossible_needs_a_rate() -> None:
    """Multipliers 0 show nothing."""
    path = Path((form({0: -1}, Shift.of(0, q=1)),))
    none = Decay((-ONE,), (F(2),), 0, (ONE,), (Multipliers((ZERO,), ()),), impossible=True)
    with pytest.raises(Fault, match="stays possible"):
        rate(none, laplace(2, law="exponential"), (path,))


def test_one_way_exponential_noise_may_pull_below() -> None:
    """u ≤ 1/b suffices where z ≥ 0; Laplace noise needs |u| ≤ 1/b."""
    path = Path((form({0: -1}, Shift.of(3, q=1)),))
    pulled = Decay((-ONE,), (ZERO,), 0, (ONE,), (Multipliers((F(9),), ()),))
    assert rate(pulled, laplace(2, law="exponential"), (path,)) == 9
    with pytest.raises(Fault, match="outweigh"):
        rate(pulled, laplace(2), (path,))


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({"multipliers": (Multipliers((F(3, 4),), ()),)}, "outweigh"),
        ({"multipliers": (Multipliers((F(-1, 2),), ()),)}, "negative"),
        ({"multipliers": (Multipliers((), ()),)}, "not every condition"),
        ({"multipliers": (Multipliers((ZERO,), (ZERO,)),)}, "not every condition"),
        ({"move": (F(-2),)}, "no moves"),
        ({"move": (-ONE, ZERO)}, "no moves"),
        ({"base": ()}, "each entry"),
        ({"base": (F(-1),)}, "strictly inside"),
        ({"noises": (ZERO,)}, "strictly inside"),
        ({"noises": ()}, "each noise"),
    ],
)
def test_rejects(changed: dict[str, object], why: str) -> None:
    """Every part of a certificate is looked at."""
    with pytest.raises(Fault, match=why):
        rate(replace(FALLS, **changed))  # type: ignore[arg-type]


def test_exponential_noise_of_the_point_is_positive() -> None:
    """At −1/2 the condition q + z ≥ 0 with q = 1 holds, but the noise is never there."""
    inside = replace(FALLS, base=(ONE,), noises=(F(-1, 2),))
    assert rate(inside) == F(1, 2)
    with pytest.raises(Fault, match="not positive"):
        rate(inside, laplace(2, law="exponential"))


def test_the_way_that_neighbours_move() -> None:
    """Under M all entries move the same way: (1, −1) is a step under A alone."""
    path = Path((form({0: 1}, Shift.of(0, a=1, b=-1)),))
    decay = Decay((-ONE, ONE), (ZERO, ZERO), 0, (ONE,), (Multipliers((F(1, 2),), ()),))
    assert decay_rate(laplace(2), (path,), ["a", "b"], boxes("A", 2), decay) == 1
    with pytest.raises(Fault, match="no moves"):
        decay_rate(laplace(2), (path,), ["a", "b"], boxes("M", 2), decay)


def test_the_pull_of_two_conditions_on_one_noise() -> None:
    """z ≥ −q twice: each multiplier 1/2 would pull with 1, more than 1/b = 1/2."""
    twice = Path((THRESHOLD.conditions[0], THRESHOLD.conditions[0]))
    halves = replace(FALLS, multipliers=(Multipliers((F(1, 4), F(1, 4)), ()),))
    assert rate(halves, paths=(twice,)) == F(1, 2)
    with pytest.raises(Fault, match="outweigh"):
        rate(replace(FALLS, multipliers=(Multipliers((F(1, 2),) * 2, ()),)), paths=(twice,))
