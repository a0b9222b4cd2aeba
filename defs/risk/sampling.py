"""Sensitivity estimated from samples: what a sample says of a fresh pair of neighbours.

A sensitivity here is |f(x) − f(y)| of a pair of neighbours (x, y) drawn from a data distribution.
From n of them, drawn independently, Δ_S is the smallest that is at least the share q of all n. With
Laplace noise of scale Δ_S/ε₀ a fresh pair is ε₀-private if its own sensitivity is at most Δ_S.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import comb
from typing import Any, Final

from flint import fmpq

from dpverify.defs.errors import DomainError
from dpverify.defs.numbers import ONE, ZERO, Loss, Number, Value, exp, ln
from dpverify.defs.numbers.balls import ball_bounds
from dpverify.defs.risk.laplace import Laplace
from dpverify.defs.risk.noise_difference import NoiseDifference
from dpverify.defs.risk.parameters import Eps, count, positive_rational, rational

FIRST: Final = 128
"""Bits at which a number of samples is first computed."""


def dkw_confidence(n: Any, rho: Any) -> Value:
    """1 − 2e^(−2nρ²), at least 0: the Dvoretzky–Kiefer–Wolfowitz inequality.

    With that probability the empirical distribution function of n samples is nowhere further than
    ρ from the true one. It measures probabilities, not sensitivities.

    Args:
        n: at least 1.
        rho: ρ > 0 rational, a difference of probabilities.

    Source:
        Dvoretzky, Kiefer, Wolfowitz 1956; the constant 2: Massart 1990.
    """
    size, step = count(n, "n"), positive_rational(rho, "ρ")
    power = exp(Loss(-2 * size * step * step))
    if not isinstance(power, Value):
        raise TypeError("e to a rational power is a value")
    confidence = 1 - 2 * power
    return confidence if confidence > 0 else ZERO


def samples_needed(rho: Any, confidence: Any) -> int:
    """The smallest n with 1 − 2e^(−2nρ²) ≥ confidence, exactly.

    Args:
        rho: ρ > 0 rational.
        confidence: rational in [0, 1).

    >>> samples_needed("1/100", "95/100")
    18445
    """
    step, wanted = positive_rational(rho, "ρ"), Value(_share(confidence, "the confidence"))
    if wanted == 1:
        raise DomainError("the confidence is 1, which no number of samples gives; ask for less")
    if wanted.is_zero:
        return 1
    bound = ln(2 / (1 - wanted)) * (1 / (2 * step * step))
    bits = FIRST
    while True:  # the logarithm is irrational: both ends of a ball are soon below one whole number
        least, most = (-(-end.p // end.q) for end in ball_bounds(bound.ball(bits)))
        if least == most:
            return int(least)
        bits *= 2


def printed_share(q: Any, n: Any, rho: Any) -> Value:
    """q·(1 − 2e^(−2nρ²)): the source's γ₂ as a product of the share and the DKW confidence.

    Source:
        Dandekar, Basu, Bressan 2021, Theorem 4.2, as we read it.
    """
    return Value(_share(q, "q")) * dkw_confidence(n, rho)


def sound_share(q: Any, n: Any, rho: Any) -> Value:
    """(q − ρ)·(1 − 2e^(−2nρ²)), at least 0: for samples and a fresh pair together.

    Outside the event of DKW nothing is known; inside, the true probability of a sensitivity at
    most Δ_S is at least that among the samples, minus ρ.
    """
    difference = _share(q, "q") - positive_rational(rho, "ρ")
    return Value(max(difference, fmpq(0))) * dkw_confidence(n, rho)


def exchangeable_share(q: Any, n: Any) -> Value:
    """⌈qn⌉/(n+1): the probability that a fresh sensitivity is at most Δ_S, without any ρ.

    Of n + 1 exchangeable numbers each is as likely to be anywhere in their order. Never too large,
    and exact where no two sensitivities are equal.

    >>> str(exchangeable_share(1, 10))
    '10/11'
    """
    size, exact = count(n, "n"), _share(q, "q")
    rank = -((-exact.p * size) // exact.q)
    return Value(fmpq(rank, size + 1))


def printed_joint(q: Any, n: Any, rho: Any, eps: Eps, eps0: Eps, sensitivity: Any) -> Number:
    """The source's γ₃: γ₁ at (ε, η·ε₀) times γ₂, with η = 1 + 2ρ/Δ_S.

    The ρ of the DKW inequality, a difference of probabilities, appears there as one of
    sensitivities.

    Source:
        Dandekar, Basu, Bressan 2021, Theorem 4.4, as we read it.
    """
    step = positive_rational(rho, "ρ")
    eta = 1 + 2 * step / positive_rational(sensitivity, "Δ_S")
    large = Loss(positive_rational(eps0, "ε₀") * eta)
    return NoiseDifference(1).gamma1(eps, large) * printed_share(q, n, rho)


def sound_joint(q: Any, n: Any, eps: Eps, eps0: Eps) -> Number:
    """A lower bound of P[|L| ≤ ε], over samples, pair and noise on one number together.

    A pair whose sensitivity is the share s ≤ 1 of Δ_S has the confidence of Laplace noise at s·ε₀,
    at least that at ε₀: e^(−sε₀/2)·sinh(ε/2) decreases with s.
    """
    return Laplace(eps0).confidence(eps) * exchangeable_share(q, n)


def _share(given: Any, name: str) -> fmpq:
    exact = rational(given, name)
    if not 0 <= exact <= 1:
        raise DomainError(f"{name} is {given}, must lie between 0 and 1")
    return exact


def fresh_share(law: Sequence[tuple[Any, Any]], q: Any, n: Any) -> Value:
    """P[fresh sensitivity ≤ Δ_S] for a finite law of sensitivities, exactly.

    Δ_S < v happens when at least ⌈qn⌉ of the n samples are below v.

    Args:
        law: pairs (sensitivity, probability), rational, probabilities summing to 1.
        q: the share, in (0, 1].
        n: number of samples.
    """
    size, exact = count(n, "n"), _share(q, "q")
    rank = int(-((-exact.p * size) // exact.q))
    points = sorted((rational(v, "a sensitivity"), rational(p, "a probability")) for v, p in law)
    if sum((p for _, p in points), fmpq(0)) != 1:
        raise DomainError("the probabilities of the sensitivities must sum to 1")
    covered, below = ZERO, fmpq(0)
    for _, mass in points:
        covered = covered + Value(mass) * (ONE - Value(_at_least(rank, size, below)))
        below += mass
    return covered


def _at_least(rank: int, size: int, p: fmpq) -> fmpq:
    """P[Bin(size, p) ≥ rank]."""
    terms = (comb(size, k) * p**k * (1 - p) ** (size - k) for k in range(rank, size + 1))
    return sum(terms, fmpq(0))
