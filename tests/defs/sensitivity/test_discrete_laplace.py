"""Clamped discrete Laplace noise on vectors: against the program of the library, and by hand."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from dpverify.checkers.decide import measure
from dpverify.defs.errors import DomainError
from dpverify.defs.numbers import Value, ln
from dpverify.defs.programs import Draw, channel_of, mechanism
from dpverify.defs.sensitivity.discrete_laplace import clamped


@mechanism(inputs=list(product(range(3), repeat=2)))
def two(vector: tuple[int, int], draw: Draw) -> tuple[int, ...]:
    """Two integers, each with its own draw; q = 1/2."""
    return tuple(x + draw.discrete_laplace(ratio="1/2", low=-x, high=2 - x) for x in vector)


def test_the_rows_of_one_integer() -> None:
    """q = 1/2 on {0, …, 3}, by hand: (1 − q)/(1 + q) = 1/3; the ends take 2/3·2^−d."""
    channel = clamped(1, 3)
    assert [str(mass) for mass in channel.row(1)] == ["1/3", "1/3", "1/6", "1/6"]


@pytest.mark.parametrize("q", [Fraction(1, 2), Fraction(1, 3)])
def test_mass_by_summing_over_the_integers(q: Fraction) -> None:
    """Each mass against a sum over noise up to 60, whose rest is below q^60."""
    channel = clamped(1, 4, q=q)
    for x in range(5):
        sums = [Fraction(0)] * 5
        for noise in range(-60, 61):
            sums[min(4, max(0, x + noise))] += (1 - q) / (1 + q) * q ** abs(noise)
        for mass, near in zip(channel.row(x), sums, strict=True):
            assert 0 <= mass - near < q**59


def test_two_integers_are_drawn_independently() -> None:
    """The channel of a program that draws twice is the same."""
    run, made = channel_of(two), clamped(2, 2)
    assert [list(run.row(i)) for i in range(9)] == [list(made.row(i)) for i in range(9)]


@pytest.mark.parametrize(("k", "largest", "apart"), [(1, 2, 1), (2, 1, 1), (2, 1, 2), (3, 1, 3)])
def test_eps_is_what_the_distance_allows(k: int, largest: int, apart: int) -> None:
    assert measure(clamped(k, largest, apart), "pure-dp").tight["eps"] == ln(2) * Value(apart)


def test_what_is_refused() -> None:
    for wrong in ((0, 1), (1, 0), (1, 256), (9, 1), (40, 1)):
        with pytest.raises(DomainError, match="at most 256 vectors"):
            clamped(*wrong)
    with pytest.raises(DomainError, match="Δ is 0"):
        clamped(1, 1, 0)
    for q in (Fraction(0), Fraction(1)):
        with pytest.raises(DomainError, match=f"q is {q}, must lie between 0 and 1"):
            clamped(1, 1, q=q)
