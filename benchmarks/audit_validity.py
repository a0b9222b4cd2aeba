"""`python -m benchmarks.audit_validity`: how often audits refute what is exactly true.

2,000 audits at a risk of 5 % of mechanisms on which the claim holds with equality, with a look
after each of 32 batches, and a stop where the claim is refuted. Then 2,000 audits in one run of
scores that know nothing, and of scores that leak exactly the claim. The last column is the interval
of Clopper and Pearson at 95 %. `--audits 200` for fewer.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable
from fractions import Fraction
from time import process_time
from typing import Any

import numpy as np
from scipy.stats import beta, norm

import dpverify as dv
from dpverify.checkers.audit.one_run import Scores, guessed, lower_bound

RISK = Fraction(1, 20)
CANARIES = 200
Generator = np.random.Generator


def response(bit: int, rng: Generator, count: int) -> Any:
    """Randomised response: exactly ε = 1."""
    return rng.random(count) < (1 / (1 + math.exp(-1)) if bit else 1 / (1 + math.exp(1)))


def rare(bit: int, rng: Generator, count: int) -> Any:
    """An event of probability 1/100, and e/100: exactly ε = 1, by a rare event."""
    return rng.random(count) < (math.e / 100 if bit else 0.01)


def laplace(place: int, rng: Generator, count: int) -> Any:
    """Exactly ε = 1: every tail attains it."""
    return place + rng.laplace(0, 1, count)


def geometric(place: int, rng: Generator, count: int) -> Any:
    """Two-sided geometric noise: exactly ε = 1, with points as cells."""
    p = 1 - math.exp(-1)
    return place + rng.geometric(p, count) - rng.geometric(p, count)


def mixed(place: int, rng: Generator) -> Any:
    """A noisy number or nothing: exactly ε = 1."""
    noisy = place + rng.laplace(0, 1)
    return noisy if noisy > 2 else None


def gauss(place: int, rng: Generator, count: int) -> Any:
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


def interval(audits: int, rejected: int) -> tuple[float, float]:
    """Clopper and Pearson at 95 %, for how often an audit rejects."""
    low = float(beta.ppf(0.025, rejected, audits - rejected + 1)) if rejected else 0.0
    high = float(beta.ppf(0.975, rejected + 1, audits - rejected)) if rejected < audits else 1.0
    return low, high


# ---------------------------------------------------------------- one run


def null(rng: Generator) -> Scores:
    """Scores that know nothing."""
    return Scores(rng.normal(size=CANARIES), rng.random(CANARIES) < 0.5)


def leaking(rng: Generator) -> Scores:
    """Randomised response on who took part: exactly ε = 1."""
    included = rng.random(CANARIES) < 0.5
    told = np.where(rng.random(CANARIES) < 1 / (1 + math.exp(-1)), included, ~included)
    return Scores(told.astype(float), included)


def beyond(scores: Callable[..., Scores], eps: float, seeds: range, delta: float = 0.0) -> int:
    """How often the lower bound lies above the truth."""
    return sum(
        lower_bound(CANARIES, guessed(scores(np.random.default_rng(seed)), seed), delta, RISK) > eps
        for seed in seeds
    )


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--audits", type=int, default=2000)
    audits: int = parser.parse_args().audits
    print((__doc__ or "").strip(), end="\n\n")
    each, total = audits // len(EXACT), 0
    print(f"{'mechanism':<16}{'claim':<32}{'audits':>8}{'refuted':>9}{'s':>8}  share, interval")
    for name, (_, claim) in EXACT.items():
        start = process_time()
        found = rejections(name, range(100, 100 + each))
        total += found
        _line(name, _claim(claim), each, found, process_time() - start)
    _line("all", "", each * len(EXACT), total, None)
    print(f"\n{'scores':<16}{'claim':<32}{'runs':>8}{'beyond':>9}{'s':>8}  share, interval")
    for scores, eps, delta in ((null, 0.0, 0.0), (null, 0.0, 1e-5), (leaking, 1.0, 0.0)):
        start = process_time()
        found = beyond(scores, eps, range(audits), delta)
        seconds = process_time() - start
        _line(scores.__name__, f"ε = {eps:g}, δ = {delta:g}", audits, found, seconds)


def _claim(claim: Any) -> str:
    given = ", ".join(f"{key} = {float(value.approx()):.4g}" for key, value in claim.given.items())
    return f"{claim.name}, {given}"


def _line(name: str, claim: str, audits: int, found: int, seconds: float | None) -> None:
    low, high = interval(audits, found)
    time = "" if seconds is None else f"{seconds:.1f}"
    print(
        f"{name:<16}{claim:<32}{audits:>8}{found:>9}{time:>8}"
        f"  {found / audits:.4f} in [{low:.4f}, {high:.4f}]",
        flush=True,
    )


if __name__ == "__main__":
    main()
