"""Validity, measured: claims that are exactly true are seldom refuted, however often one looks."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from scipy.stats import beta, norm

import dpverify as dv
from dpverify.checkers.audit.one_run import Scores, guessed, lower_bound

RISK = Fraction(1, 20)


def response(bit: int, rng: np.random.Generator, count: int) -> Any:
    """Randomised response: exactly ε = 1."""
    return rng.random(count) < (1 / (1 + math.exp(-1)) if bit else 1 / (1 + math.exp(1)))


def rare(bit: int, rng: np.random.Generator, count: int) -> Any:
    """An event of probability 1/100, and e/100: exactly ε = 1, by a rare event."""
    return rng.random(count) < (math.e / 100 if bit else 0.01)


def laplace(place: int, rng: np.random.Generator, count: int) -> Any:
    """Exactly ε = 1: every tail attains it."""
    return place + rng.laplace(0, 1, count)


def geometric(place: int, rng: np.random.Generator, count: int) -> Any:
    """Two-sided geometric noise: exactly ε = 1, with points as cells."""
    p = 1 - math.exp(-1)
    return place + rng.geometric(p, count) - rng.geometric(p, count)


def mixed(place: int, rng: np.random.Generator) -> Any:
    """A noisy number or nothing: exactly ε = 1."""
    noisy = place + rng.laplace(0, 1)
    return noisy if noisy > 2 else None


def gauss(place: int, rng: np.random.Generator, count: int) -> Any:
    """Normal noise; its δ at ε = 1 is below."""
    return place + rng.normal(0, 1, count)


# Rounded up by 10⁻¹⁵, so that the claim is true, and hardly anything is left.
DELTA = Fraction(norm.cdf(-0.5) - math.e * norm.cdf(-1.5) + 1e-15).limit_denominator(10**18)
EXACT: dict[str, tuple[Callable[..., Any], Any]] = {
    "response": (response, dv.PureDP(eps=1)),
    "rare": (rare, dv.PureDP(eps=1)),
    "laplace": (laplace, dv.PureDP(eps=1)),
    "geometric": (geometric, dv.LocalDP(eps=1)),
    "mixed": (mixed, dv.PureDP(eps=1)),
    "gauss": (gauss, dv.ApproxDP(eps=1, delta=DELTA)),
    "gauss, μ": (gauss, dv.GaussianDP(mu=1)),
    "gauss, ρ": (gauss, dv.ZCDP(rho="1/2")),
}


def rejections(name: str, seeds: range, draws: int = 4000) -> int:
    """How many of some audits refute the true claim, looking 32 times and stopping when they do."""
    sampler, claim = EXACT[name]
    return sum(
        dv.audit(
            sampler, claim, inputs=[0, 1], draws=draws, batch=draws // 40, risk=RISK, seed=seed
        ).fails
        for seed in seeds
    )


def most(audits: int, rejected: int) -> float:
    """The upper end of the interval of Clopper and Pearson at 95 %, for how often that is."""
    return float(beta.ppf(0.975, rejected + 1, audits - rejected)) if rejected < audits else 1.0


def test_a_true_claim_is_seldom_refuted() -> None:
    """16 audits at a risk of 5 %: more than 4 rejections have a probability of 0.1 %."""
    assert sum(rejections(name, range(2), 2000) for name in EXACT) <= 4


@pytest.mark.slow
def test_true_claims_are_refuted_in_at_most_five_percent_of_2000_audits() -> None:
    """Measured: 250 audits of each mechanism, with a look after each batch."""
    found = {name: rejections(name, range(100, 350)) for name in EXACT}
    total, number = sum(found.values()), 250 * len(found)
    sys.stdout.write(f"\n{total} of {number} refuted; at most {most(number, total):.4f}; {found}")
    assert number == 2000
    assert most(number, total) <= 0.05


def test_a_false_claim_is_refuted() -> None:
    """The same audits can fail: of ε = 0.8 all, with more samples."""
    for name in ("response", "laplace"):
        found = dv.audit(
            EXACT[name][0], dv.PureDP(eps="0.8"), inputs=[0, 1], draws=40_000, risk=RISK
        )
        assert found.fails


# ---------------------------------------------------------------- one run


def null(rng: np.random.Generator) -> Scores:
    """Scores that know nothing."""
    return Scores(rng.normal(size=200), rng.random(200) < 0.5)


def leaking(rng: np.random.Generator) -> Scores:
    """Randomised response on who took part: exactly ε = 1."""
    included = rng.random(200) < 0.5
    told = np.where(rng.random(200) < 1 / (1 + math.exp(-1)), included, ~included)
    return Scores(told.astype(float), included)


def beyond(scores: Callable[..., Scores], eps: float, seeds: range, delta: float = 0.0) -> int:
    """How often the lower bound lies above the truth."""
    return sum(
        lower_bound(200, guessed(scores(np.random.default_rng(seed)), seed), delta, RISK) > eps
        for seed in seeds
    )


@pytest.mark.parametrize(("scores", "eps"), [(null, 0.0), (leaking, 1.0)])
def test_one_run_bounds_are_seldom_too_large(scores: Callable[..., Scores], eps: float) -> None:
    """100 runs: more than 14 have a probability of 0.01 % where 5 % is the truth."""
    assert beyond(scores, eps, range(100)) <= 14


@pytest.mark.slow
def test_one_run_bounds_of_2000_runs() -> None:
    """Measured: on null scores the bound is 0 in at least 95 %, on a leak below the truth."""
    for scores, eps, delta in ((null, 0.0, 0.0), (null, 0.0, 1e-5), (leaking, 1.0, 0.0)):
        found = beyond(scores, eps, range(2000), delta)
        sys.stdout.write(
            f"\n{scores.__name__}, δ = {delta}: {found} of 2000; at most {most(2000, found):.4f}"
        )
        assert most(2000, found) <= 0.05


def test_one_run_sees_a_leak() -> None:
    """Scores that tell everything bound ε well away from 0."""
    rng = np.random.default_rng(5)
    included = rng.random(1000) < 0.5
    found = guessed(Scores(included.astype(float) + rng.random(1000) / 9, included), 0)
    assert lower_bound(1000, found, 0.0, RISK) > 4
