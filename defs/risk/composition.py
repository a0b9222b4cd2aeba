"""Composition of privacy at risk: the bound of the source, and a sharper one.

Let a mechanism be ε₀-private, and let |L| ≤ ε have at least the probability γ under both laws of
each pair of neighbours. (γ is the symbol of a confidence here, as in the source's theorem.) Then

    E[L] ≤ γ·ε·tanh(ε/2) + (1−γ)·ε₀·tanh(ε₀/2) ≤ ½·[γ·ε² + (1−γ)·ε₀²],

and n-fold adaptive composition is (ε', δ)-DP with ε' = ε₀·√(2n·ln(1/δ)) + n·μ, μ either bound.

1. For |l| ≤ x, l ≤ A(x) − S(x)·e^(−l) with A(x) = x·coth x, S(x) = x/sinh x: the difference of
   the two sides is concave in l and 0 at l = ±x, an identity of polynomials in e^x.
2. Take x = ε where |L| ≤ ε and x = ε₀ elsewhere, and the expectation under P, under which e^(−L)
   changes P into Q: E[L] ≤ g·A(ε) + (1−g)·A(ε₀) − h·S(ε) − (1−h)·S(ε₀), where g and h are the
   probabilities of |L| ≤ ε under P and under Q.
3. A increases, for sinh 2x ≥ 2x; S decreases, for x·cosh x ≥ sinh x (both by their power series).
   So the bound is largest at g = h = γ, and A(x) − S(x) = x·tanh(x/2). Here both laws are needed.
4. x·tanh(x/2) ≤ x²/2, for tanh y ≤ y.
5. Each loss lies in [−ε₀, ε₀] and has at most the mean μ whatever came before: Azuma's inequality
   gives P[ΣL > ε'] ≤ δ, which implies (ε', δ)-DP.

It is attained: answer with probability γ by randomised response with ε, else with ε₀, and say
which.
"""

from __future__ import annotations

from typing import Any

from flint import arb

from dpverify.defs.errors import DomainError
from dpverify.defs.numbers import Loss, Number, Real, Value, exp, ln
from dpverify.defs.risk.enclosed import Enclosed
from dpverify.defs.risk.parameters import (
    Eps,
    count,
    nonnegative_eps,
    positive,
    positive_rational,
    share,
)


def printed_mean(confidence: Any, eps: Eps, eps0: Eps) -> Number:
    """μ = ½·[γ·ε² + (1−γ)·ε₀²], in nats.

    Args:
        confidence: γ in [0, 1], a lower bound of P[|L| ≤ ε] under both laws.
        eps: ε with 0 ≤ ε ≤ ε₀.
        eps0: ε₀, at which the mechanism is private.

    Source:
        Dandekar, Basu, Bressan 2021, the theorem on composition.
    """
    weight, small, large = _read(confidence, eps, eps0)
    return (weight * (small * small) + (1 - weight) * (large * large)) / 2


def sharp_mean(confidence: Any, eps: Eps, eps0: Eps) -> Number:
    """μ' = γ·ε·tanh(ε/2) + (1−γ)·ε₀·tanh(ε₀/2), in nats; the largest possible E[L].

    Args: as for `printed_mean`.

    Source:
        ours; for γ = 1 it is the bound of `dp.expected-loss.tanh`.

    >>> sharp_mean("1/2", 1, 2) < printed_mean("1/2", 1, 2)
    True
    """
    weight, small, large = _read(confidence, eps, eps0)
    return weight * (small * tanh_half(small)) + (1 - weight) * (large * tanh_half(large))


def composed_eps(n: Any, delta: Any, eps0: Eps, mean: Number) -> Enclosed:
    """ε' = ε₀·√(2n·ln(1/δ)) + n·μ, enclosed.

    Args:
        n: how many mechanisms are composed, at least 1.
        delta: δ in (0, 1].
        eps0: ε₀ ≥ 0.
        mean: μ, a bound of the expected loss of each.
    """
    times = count(n, "n")
    bound = share(positive(delta, "δ"), "δ")
    large, log = nonnegative_eps(eps0, "ε₀"), ln(1 / bound)

    def evaluate(bits: int) -> arb:
        root = (2 * times * log.ball(bits)).sqrt()
        return large.ball(bits) * root + times * mean.ball(bits)

    return Enclosed(evaluate, f"{large}*sqrt(2*{times}*{log})+{times}*({mean})")


def tanh_half(x: Number) -> Number:
    """tanh(x/2) = (e^x − 1)/(e^x + 1)."""
    odds = exp(x)
    return (odds - 1) / (odds + 1)


def chord(x: Any) -> tuple[Value, Value]:
    """A(x) = x·coth x and S(x) = x/sinh x, exact for rational x > 0.

    l ≤ A(x) − S(x)·e^(−l) where |l| ≤ x, with equality at l = ±x.
    """
    place = Value(positive_rational(x, "x"))
    odds = exp(place)
    if not isinstance(odds, Value):
        raise TypeError("e to a rational power is a value")
    slope = 2 * place / (odds - 1 / odds)
    return slope * (odds + 1 / odds) / 2, slope


def _read(confidence: Any, eps: Eps, eps0: Eps) -> tuple[Number, Number, Number]:
    weight = share(confidence, "the confidence")
    small, large = nonnegative_eps(eps), nonnegative_eps(eps0, "ε₀")
    if small > large:
        raise DomainError(f"ε is {eps}, above ε₀ = {eps0}; no loss is that large")
    return weight, _plain(small), _plain(large)


def _plain(eps: Loss | Real) -> Number:
    """A rational loss as a Value, so that products stay exact."""
    exact = eps.as_rational() if isinstance(eps, Loss) else None
    return eps if exact is None else Value(exact)
