"""Each law of noise, and each mixture of the library, in the audit's own samples.

The exact probability of an event comes from what the project itself says of the law: δ(0) of two
shifted copies is P(S) − Q(S) for the half-line S on which P is the likelier one. Both frequencies
are counted; the exact one must lie in the interval of their difference, one 30 % off must not.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from math import erf, log, sqrt
from typing import Any

import pytest

import dpverify as dv
from dpverify.checkers.audit.draws import Doubles
from dpverify.defs.laws.contract import Move
from dpverify.defs.laws.registry import CONTINUOUS, OF_INTEGERS, noise_law
from dpverify.defs.mechanisms import library_mechanism
from dpverify.defs.numbers import Loss
from dpverify.defs.pairs.contract import Pair
from examples import laws as examples

COUNT = 20_000
RISK = 1e-6
"""Of a false alarm."""
F = Fraction


def alone(law: str, scale: str, *, whole: bool = False) -> Callable[[], Pair]:
    """The pair of one value that is 1 higher on the first input."""
    return lambda: noise_law(law, whole=whole).pair([Move(F(scale), F(1))])


LAWS: dict[str, tuple[Callable[[], Pair], Callable[[Doubles], float], Callable[[float], bool]]] = {
    # the pair, a draw, and S for the value 1 + draw against draw
    "laplace": (alone("laplace", "2"), lambda d: d.laplace(2), lambda z: z > 1 / 2),
    "exponential": (alone("exponential", "2"), lambda d: d.exponential(2), lambda z: z > 1),
    "gaussian": (alone("gaussian", "1"), lambda d: d.gaussian(1), lambda z: z > 1 / 2),
    "uniform": (alone("uniform", "2"), lambda d: d.uniform(-2, 2), lambda z: z > 2),
    # P is likelier where E = e^(−z) < 1/(e − 1): z > ln(e − 1)
    "gumbel": (alone("gumbel", "1"), lambda d: d.gumbel(1), lambda z: z > log(1.718281828459045)),
    "logistic": (alone("logistic", "1"), lambda d: d.logistic(1), lambda z: z > 1 / 2),
}  # fmt: skip
INTEGERS: dict[
    str, tuple[Callable[[], Pair], Callable[[Doubles], float], Callable[[float], bool]]
] = {
    "laplace": (
        alone("laplace", "2", whole=True), lambda d: d.discrete_laplace(2), lambda z: z >= 1
    ),
    "exponential": (
        alone("exponential", "2", whole=True),
        lambda d: d.geometric("exp(-1/2)"),
        lambda z: z >= 1,
    ),
    "discrete_gaussian": (
        alone("discrete_gaussian", "2", whole=True),
        lambda d: d.discrete_gaussian(2),
        lambda z: z >= 1,
    ),
    "skellam": (
        alone("skellam", "4", whole=True), lambda d: d.skellam(4), lambda z: z >= 1
    ),
    # z/λ > 1
    "poisson": (alone("poisson", "3", whole=True), lambda d: d.poisson(3), lambda z: z >= 4),
    # P/Q = z/(11 − z)·(2/3)/(1/3) > 1 from 4 on, for n = 10 and p = 1/3
    "binomial": (
        alone("binomial", "31/3", whole=True), lambda d: d.binomial(10, "1/3"), lambda z: z >= 4
    ),
}  # fmt: skip
ROWS = {**LAWS, **{f"{name} of integers": row for name, row in INTEGERS.items()}}


def fits(first: int, second: int, difference: float) -> bool:
    """Whether two frequencies differ as much, by Hoeffding's inequality for each."""
    slack = 2 * sqrt(log(4 / RISK) / (2 * COUNT))
    return abs((first - second) / COUNT - difference) <= slack


def test_no_law_is_left_out() -> None:
    assert {*LAWS} == {*CONTINUOUS}
    assert {*INTEGERS} == {*OF_INTEGERS}


@pytest.mark.parametrize("name", ROWS)
def test_a_law_in_samples(name: str) -> None:
    make, draw, event = ROWS[name]
    exact = make().excess(Loss(0)).approx()
    doubles = Doubles(11)
    first = sum(event(1 + draw(doubles)) for _ in range(COUNT))
    second = sum(event(draw(doubles)) for _ in range(COUNT))
    assert fits(first, second, exact)
    assert not fits(first, second, exact * 1.3)


MIXTURES: dict[str, Mapping[str, str]] = {
    "continuous-poisson-subsampled-laplace": {"q": "3/4", "eps": "2"},
    "continuous-poisson-subsampled-gaussian": {"q": "3/4"},
    "continuous-staircase": {},
    "continuous-tulap": {},
}


@pytest.mark.slow
@pytest.mark.parametrize("name", MIXTURES)
def test_a_mixture_in_samples(name: str) -> None:
    """All have noise that is symmetric and falls from its centre, 0 or 1: S is the nearer half."""
    mechanism = library_mechanism(name).with_parameters(**MIXTURES[name])
    tight: Any = dv.measure(mechanism, "total-variation").tight["delta"]
    exact = tight.approx() if hasattr(tight, "approx") else float(tight.lower)
    doubles, (low, high) = Doubles(12), sorted(mechanism.inputs)
    assert (low, high) == (0, 1)
    first = sum(mechanism.run(high)(doubles) > 1 / 2 for _ in range(COUNT))
    second = sum(mechanism.run(low)(doubles) > 1 / 2 for _ in range(COUNT))
    assert fits(first, second, exact)
    assert not fits(first, second, exact * 1.3)


SHAPED: dict[str, Callable[[float], bool]] = {
    # S: the outputs that are nearer to 1 than to 0, on a circle of length 5 those in (1/2, 3)
    "rounded": lambda y: y >= 1,
    "rounded_gaussian": lambda y: y >= 1,
    "clamped": lambda y: y > 1 / 2,
    "modulo": lambda y: 1 / 2 < y < 3,
    "modulo_gaussian": lambda y: 1 / 2 < y < 3,
}


@pytest.mark.parametrize(
    "name",
    [
        "rounded_gaussian",
        *(pytest.param(n, marks=pytest.mark.slow) for n in SHAPED if n != "rounded_gaussian"),
    ],
)
def test_a_shaped_law_in_samples(name: str) -> None:
    """Rounded, clamped and wrapped noise of the examples, around 0 and around 1."""
    mechanism, event = getattr(examples, name), SHAPED[name]
    tight: Any = dv.measure(mechanism, "total-variation").tight["delta"]
    exact = tight.approx() if hasattr(tight, "approx") else float(tight.lower)
    doubles = Doubles(13)
    first = sum(event(mechanism.run(1)(doubles)) for _ in range(COUNT))
    second = sum(event(mechanism.run(0)(doubles)) for _ in range(COUNT))
    assert fits(first, second, exact)
    assert not fits(first, second, exact + 0.06)


def test_the_rounded_gaussian_is_that_of_the_normal_law() -> None:
    """P(round(1 + Z) ≥ 1) − P(round(Z) ≥ 1) = P(−1/2 < Z < 1/2) = erf(1/√8), of the C library."""
    tight: Any = dv.measure(examples.rounded_gaussian, "total-variation").tight["delta"]
    assert float(tight.lower) == pytest.approx(erf(1 / sqrt(8)), abs=1e-12)
