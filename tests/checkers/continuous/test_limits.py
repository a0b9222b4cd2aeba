"""Limits of ratios as gaps grow: known tight values, nested gaps, slow approach."""

from __future__ import annotations

from fractions import Fraction

import pytest
from flint import arb

from dpverify.checkers.continuous.limits import Limit, leading, limit
from dpverify.checkers.continuous.words import probability
from dpverify.defs.documents.shift import Shift
from dpverify.defs.documents.traced import substituted
from dpverify.defs.errors import InternalError
from dpverify.defs.numbers.exponential_polynomial import ExpPoly
from tests.checkers.continuous.programs import e, noisy_max, shifts, sparse_vector

F = Fraction
EPS = ExpPoly.eps()
G = ExpPoly.linear(Shift.of(0, g=1))
H = ExpPoly.linear(Shift.of(0, h=1))


def ratio(found: Limit, rate: F | str | int) -> bool:
    """Whether the limit is e^{rate·ε} for all ε."""
    return found.numerator == found.denominator * e(rate) and not found.infinite


def far(constant: int, gaps: int) -> Shift:
    """constant + gaps·g."""
    return Shift.of(constant, g=gaps)


def test_noisy_max_with_laplace_noise_of_two() -> None:
    """B11 at n = 2: (−g, 0) against (−g − 1, 1), winner 0: e^ε, not attained.

    Scores that differ by d give (1/2 + εd/8)·e^{−εd/2}, so the loss is
    ε − ln((4 + ε(g + 2))/(4 + εg)): at ε = .1 and g = 1000 still .0981.
    """
    left = probability(noisy_max([far(0, -1), Shift()], "laplace", F(2)), "0")
    right = probability(noisy_max([far(-1, -1), Shift.of(1)], "laplace", F(2)), "0")
    assert left == (EPS * G * F(1, 8) + F(1, 2)) * e(0, g="-1/2")
    found = limit(left, right)
    assert ratio(found, 1)
    assert not found.attained
    gap = {"g": F(1000)}
    loss = (left.ball(F(1, 10), gap, 256) / right.ball(F(1, 10), gap, 256)).log()
    assert round(float(loss.mid()), 4) == 0.0981
    far_off = {"g": F(10**6)}
    nearer = (left.ball(F(1, 10), far_off, 256) / right.ball(F(1, 10), far_off, 256)).log()
    assert loss < nearer < arb("0.1")


def test_noisy_max_with_exponential_noise_is_attained() -> None:
    """B12 at n = 2: the same pair, e^ε at every gap."""
    left = probability(noisy_max([far(0, -1), Shift()], "exponential", F(2)), "0")
    right = probability(noisy_max([far(-1, -1), Shift.of(1)], "exponential", F(2)), "0")
    found = limit(left, right)
    assert ratio(found, 1)
    assert found.attained


@pytest.mark.parametrize(
    ("scales", "stop", "word", "signs", "rate"),
    [
        # Lyu, algorithm 1, c = 1: min(n/4, 1).
        ((2, 4), 1, "1", (-1,), "1/4"),
        ((2, 4), 1, "01", (1, -1), "1/2"),
        ((2, 4), 1, "001", (1, 1, -1), "3/4"),
        # Algorithm 4, c = 1: 1/4 at n = 1, 3/2 at n = 2.
        ((4, F(4, 3)), 1, "1", (-1,), "1/4"),
        ((4, F(4, 3)), 1, "01", (1, -1), "3/2"),
        # Algorithm 6: n/2.
        ((2, 2), None, "1", (-1,), "1/2"),
        ((2, 2), None, "10", (-1, 1), 1),
        ((2, 2), None, "110", (-1, -1, 1), "3/2"),
    ],
)
def test_sparse_vectors_tight_values(
    scales: tuple[F, F], stop: int | None, word: str, signs: tuple[int, ...], rate: str | int
) -> None:
    """Answers far on the wrong side, one step further on the neighbour: the known tight ε."""
    threshold, noise = map(F, scales)
    here = sparse_vector([far(0, s) for s in signs], threshold, noise, stop)
    there = sparse_vector([far(s, s) for s in signs], threshold, noise, stop)
    found = limit(probability(here, word), probability(there, word))
    assert ratio(found, rate)
    assert not found.attained


def test_algorithm_4_with_three_queries_needs_a_near_one() -> None:
    """(g, g, 0) against (g+1, g+1, −1), word 001: (1 + 6)/4."""
    here = sparse_vector([far(0, 1), far(0, 1), Shift()], F(4), F(4, 3), 1)
    there = sparse_vector([far(1, 1), far(1, 1), Shift.of(-1)], F(4), F(4, 3), 1)
    assert ratio(limit(probability(here, "001"), probability(there, "001")), "7/4")


def test_a_limit_is_where_large_numbers_lead() -> None:
    """The ratio at growing numbers for the gap comes ever nearer to the limit."""
    here = sparse_vector([far(0, 1), far(0, 1)], F(2), F(4))
    there = sparse_vector([far(1, 1), far(1, 1)], F(2), F(4))
    found = limit(probability(here, "00"), probability(there, "00"))
    goal = found.numerator.ball(F(1), bits=256) / found.denominator.ball(F(1), bits=256)
    away = []
    for g in (20, 200, 2000):
        gap = {"g": F(g)}
        a, b = (probability(substituted(t, gap), "00").ball(F(1), bits=8000) for t in (here, there))
        away.append(abs(a / b - goal))
    assert away[2] < away[1] < away[0]
    assert away[2] < goal / 500


def test_nested_gaps() -> None:
    """The gap named first decides: g·e^{h} beats h⁹·e^{9h}; then the second among equals."""
    a = G * e(0, h=1) * 3 + H**9 * e(0, h=9)
    b = G * e(1, h=1) * 2 - G * H
    growth, coefficient = leading(a)
    assert [(name, int(rate), power) for name, rate, power in growth] == [("g", 0, 1), ("h", 1, 0)]
    assert coefficient == 3
    found = limit(a, b)
    assert found.numerator * e(1) * 2 == found.denominator * 3
    assert limit(a, b * H).vanishes
    assert limit(a * e(0, h=1), b).infinite
    assert limit(e(0, g=-1), e(0, h=-99)).vanishes
    assert limit(e(0, h=-99), e(0, g=-1)).infinite


def test_gaps_that_one_side_lacks() -> None:
    """An element without the gap beside one with it."""
    assert limit(e(2), e(1, g=-1)).infinite
    assert limit(e(2), 1 + e(1, g=-1)).numerator == e(2)
    assert ratio(limit(e(2) + e(0, h=-1), 1 + e(1, g=-1)), 2)


def test_zeros() -> None:
    """0 against something tends to 0, something against 0 to ∞; 0 against 0 is refused."""
    zero, one = ExpPoly.number(0), ExpPoly.number(1)
    assert limit(zero, one).vanishes
    assert limit(one, zero).infinite
    with pytest.raises(InternalError):
        limit(zero, zero)
    with pytest.raises(InternalError):
        leading(zero)


def test_the_threshold_of_algorithm_6() -> None:
    """n = 3, claim 6ε/5, (0,0,0) → (1,−1,−1), word 011: broken from ε = 1.8819163425 on."""
    here = probability(sparse_vector(shifts(0, 0, 0), F(2), F(2)), "011")
    there = probability(sparse_vector(shifts(1, -1, -1), F(2), F(2)), "011")
    room = e("6/5") * there - here
    assert room.at(F(18819163424, 10**10)).sign() == 1
    assert room.at(F(18819163426, 10**10)).sign() == -1
