"""Laws of sums with noise, of the kernel and of the finder, against sums over all their numbers."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from random import Random
from typing import Any

import pytest
from flint import fmpz

from dpverify.checkers.decide import measure
from dpverify.checkers.kernel.noisy_sums import NoisySum as KernelSum
from dpverify.checkers.kernel.queries import Noise as KernelNoise
from dpverify.checkers.knowledge.brute import noisy
from dpverify.checkers.knowledge.noisy_sums import NoisySum
from dpverify.defs.knowledge.noise import Noise, noise_of
from dpverify.defs.numbers import Value, exp
from tests.checkers.knowledge.scenarios import scenario

ENDS = {"low": "0", "high": "4"}
HALVES = {"low": "-1/2", "high": "5/2"}
NOISES: tuple[dict[str, Any], ...] = (
    {"law": "discrete-laplace", "ratio": "1/3", **ENDS},
    {"law": "discrete-laplace", "scale": "3/2", **HALVES},
    {"law": "discrete-laplace", "ratio": "2**(-1/2)", **ENDS},
    {"law": "geometric", "ratio": "1-exp(-1)", **ENDS},
    {"law": "geometric", "ratio": "2/3", **HALVES},
    {"law": "geometric", "ratio": "0", **ENDS},
)
Weights = dict[Fraction, int]


def by_definition(noise: Noise, weights: Weights, base: Fraction) -> dict[Fraction, Value]:
    """The law of the referee for each number of the sum, by its weight."""
    law: dict[Fraction, Value] = {}
    for number, weight in weights.items():
        for v, p in noisy(noise, number + base).items():
            law[v] = law.get(v, Value(0)) + weight * p
    return {v: p / sum(weights.values()) for v, p in law.items() if not p.is_zero}


def random_weights(random: Random) -> Weights:
    """One to five numbers, on the integers or beside them, some of them beyond both ends."""
    below = random.choice((1, 1, 2, 3))
    numbers = random.sample(range(-9, 10), random.randint(1, 5))
    return {Fraction(number, below): random.randint(1, 9) for number in numbers}


@pytest.mark.parametrize("form", NOISES, ids=lambda form: "-".join(form.values()))
def test_laws_are_those_of_the_definition(form: dict[str, Any]) -> None:
    """Three sums, with several numbers added to each of them before the noise."""
    random, noise = Random(31), noise_of(form)  # noqa: S311 (test data)
    assert noise.low is not None
    assert noise.high is not None
    for _ in range(3):
        weights = random_weights(random)
        whole = sum(weights.values())
        chances = {number: Value(Fraction(p, whole)) for number, p in weights.items()}
        ours = NoisySum(chances, noise, lambda _: None)
        law: Any = noise.law
        trusted = KernelSum(
            KernelNoise(law, {}, noise.ratio, (noise.low, noise.high)),
            {number: fmpz(p) for number, p in weights.items()},
        )
        for base in (0, 2, Fraction(1, 2), -11, 12):
            expected = by_definition(noise, weights, Fraction(base))
            assert ours.released(Fraction(base)) == expected
            assert {v: p / trusted.divisor / whole for v, p in trusted.law(base).items() if p > 0} \
                == expected  # fmt: skip


@pytest.mark.parametrize(("ratio", "each"), [("1/2", 1), ("exp(-1)", 20)])
def test_the_work_is_noted(ratio: str, each: int) -> None:
    """Of an irrational ratio each number has a term for each of the twenty numbers of the sum."""
    spent: list[int] = []
    noise = noise_of({"law": "geometric", "ratio": ratio, **ENDS})
    chances = {Fraction(k): Value(Fraction(1, 20)) for k in range(20)}
    law = NoisySum(chances, noise, spent.append)
    assert spent == [20 * each]
    law.released(Fraction(0))
    assert spent[1:] == [each] * 5  # three numbers in between, and two tails
    law.released(Fraction(0))
    assert len(spent) == 6


def test_twenty_coins_with_noise_of_scale_two() -> None:
    """δ at ε = 0 is the largest mass of 19 fair coins with noise.

    Another coin moves their law by one. It is symmetric and has one peak, at 9 and 10 alike, so
    that all differences up to there have one sign: they add up to P(S + N = 10), with N written out
    as (1−r)/(1+r)·r^|k|.
    """
    made = scenario(
        records=[{"count": 20, "values": {"0": "1/2", "1": "1/2"}}],
        known={"count": 0},
        mechanism={"name": "linear", "weights": ["1"] * 20,
                   "noise": {"law": "discrete-laplace", "scale": "2", "low": "0", "high": "20"}},
    )  # fmt: skip
    measured = measure(made, "apkdp", eps=0)
    r = exp(Value(Fraction(-1, 2)))
    largest = sum((comb(19, s) * r ** abs(10 - s) for s in range(20)), start=Value(0)) / 2**19
    assert measured.tight["delta"] == (1 - r) / (1 + r) * largest
    assert measured.not_rechecked is None
