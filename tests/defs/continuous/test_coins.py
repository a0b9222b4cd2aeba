"""Coins beside continuous noise: traced as intervals, and compared with the program."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from dpverify.checkers.kernel.certificates.partition import refuse_no_partition
from dpverify.checkers.kernel.mixtures import _supports
from dpverify.defs.continuous.coins import coins_apart
from dpverify.defs.continuous.probe import draws_continuously
from dpverify.defs.continuous.referee import Referee
from dpverify.defs.continuous.trace import trace
from dpverify.defs.documents.shift import Shift
from dpverify.defs.documents.traced import Form, Noise, Path, Traced
from dpverify.defs.errors import ProgramError, Undecided
from dpverify.defs.programs import mechanism


@mechanism(inputs=[0, 1])
def subsampled(x: int, draw: Any) -> Any:
    """A coin before the noise."""
    mean = x if draw.flip("1/10") else 0
    return mean + draw.gaussian(1)


@mechanism(inputs=[0, 1])
def between(x: int, draw: Any) -> Any:
    """Coins between two draws of noise, and after them, of which one has four sides."""
    above = x + draw.laplace(1) > 0
    scale = draw.choice({1: "1/2", 2: "1/4", 3: "1/8", 5: "1/8"})
    value = draw.gaussian(scale)
    tries = draw.geometric("1/3", most=3)
    return (above, tries, value) if draw.flip("1/256") else tries


def weights(traced: Traced) -> dict[str, Fraction]:
    """The probability of the coins of each word."""
    return {
        word: sum((coins_apart(traced.noises, path)[0] for path in paths), Fraction(0))
        for word, paths in traced.words.items()
    }


def test_the_weights_are_those_of_the_coins() -> None:
    """1/10 and 9/10, on paths that part at one comparison."""
    traced = trace(subsampled, 1)
    shares = {
        path.released[0].shift.constant: coins_apart(traced.noises, path)[0]
        for path in traced.words["•"]
    }
    assert shares == {Fraction(1): Fraction(1, 10), Fraction(0): Fraction(9, 10)}
    refuse_no_partition(traced, supports=_supports())


def test_coins_before_between_and_after_noise() -> None:
    """By hand: P(tries = k) = 2/3·3^(−k), 3^(−3) for the last; 1/256 and 255/256 for the words."""
    referee = Referee()
    traced = trace(between, 1, referee=referee)
    refuse_no_partition(traced, supports=_supports())
    masses = [Fraction(2, 3), Fraction(2, 9), Fraction(2, 27), Fraction(1, 27)]
    # Each path of a word has a comparison of its own besides: two for the words that tell nothing
    # of it, on which coins have the same weight.
    assert weights(traced) == {
        **{str(k): 2 * mass * Fraction(255, 256) for k, mass in enumerate(masses)},
        **{
            f"({above}, {k}, •)": mass / 256
            for k, mass in enumerate(masses)
            for above in (True, False)
        },
    }
    assert referee.account["visited"] == referee.account["paths"] == 64


def test_the_referee_plays_the_coins() -> None:
    """A program that does otherwise where a coin falls is refused with the point."""

    @mechanism(inputs=[0, 1])
    def leaks(x: int, draw: Any) -> Any:
        heads = draw.flip("1/3")
        noise = draw.laplace(1)
        return x if heads and type(noise) is float else noise

    with pytest.raises(ProgramError, match=r"does not do what its trace says.*coin"):
        trace(leaks, 1)


def test_the_probe_looks_behind_coins() -> None:
    """Noise that is drawn on one side alone is found; a loop of coins ends."""

    @mechanism(inputs=[0, 1])
    def late(x: int, draw: Any) -> Any:
        if draw.uniform([0, 1, 2]) == 2:
            return x + draw.laplace(1)
        return 0

    @mechanism(inputs=[0, 1])
    def endless(x: int, draw: Any) -> Any:
        while draw.flip("1/2"):
            x += 1
        return x

    assert draws_continuously(late)
    assert draws_continuously(subsampled)
    assert not draws_continuously(endless)


def test_a_coin_is_compared_with_numbers_alone() -> None:
    """What no tracer writes, and a document may: a coin plus noise."""
    noises = (Noise("coin", Fraction(1)), Noise("laplace", Fraction(1)))
    mixed = Form(((0, Fraction(1)), (1, Fraction(1))), Shift())
    with pytest.raises(Undecided, match="more than a number"):
        coins_apart(noises, Path((mixed,)))


def test_too_wide_a_coin_has_no_weight_beyond_its_ends() -> None:
    """Conditions outside 0…1: a share of 0, and of 1."""
    noises = (Noise("coin", Fraction(1)),)
    beyond = Form(((0, Fraction(1)),), Shift(Fraction(-2)))
    always = Form(((0, Fraction(1)),), Shift(Fraction(2)))
    assert coins_apart(noises, Path((beyond,)))[0] == 0
    assert coins_apart(noises, Path((always,)))[0] == 1
