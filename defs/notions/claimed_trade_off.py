"""Trade-off functions f that a claim of f-differential privacy names.

`gaussian(MU)` is that of N(0,1) against N(μ,1); `approx(EPS, DELTA)` is what (ε,δ)-differential
privacy says; `points(0,1; 1/4,1/4; 1,0)` is straight between the points given.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final

from dpverify.defs.errors import DomainError, UsageError
from dpverify.defs.notions.parameters import as_parameter
from dpverify.defs.numbers import ONE, ZERO, Loss, Real, Value, as_bound, as_value, number_text
from dpverify.defs.privacy_loss import odds_of
from dpverify.defs.validate import did_you_mean
from dpverify.defs.validate import shown as written

HALF: Final = ONE / 2


class ClaimedTradeOff(ABC):
    """A convex, non-increasing f on [0, 1] with f(α) ≤ 1 − α."""

    @property
    @abstractmethod
    def text(self) -> str:
        """As it is written on the command line and in a document."""

    @abstractmethod
    def at(self, alpha: Value) -> Value | Real:
        """f(α) for α in [0, 1]."""


@dataclass(frozen=True, eq=False)
class Gaussian(ClaimedTradeOff):
    """G_μ(α) = Φ(Φ⁻¹(1−α) − μ). Source: Dong, Roth, Su 2022, Definition 2.6."""

    mu: Loss | Real

    @property
    def text(self) -> str:
        return f"gaussian({number_text(self.mu)})"

    def at(self, alpha: Value) -> Value | Real:
        if alpha in (ZERO, ONE) or self.mu == 0:
            return ONE - alpha
        return Real("normal", Real("quantile", ONE - alpha) - self.mu)


@dataclass(frozen=True, eq=False)
class Approximate(ClaimedTradeOff):
    """f(α) = max(0, 1 − δ − e^ε·α, e^(−ε)(1 − δ − α)). Source: Wasserman, Zhou 2010."""

    eps: Loss | Real
    delta: Value | Real

    @property
    def text(self) -> str:
        return f"approx({number_text(self.eps)}, {number_text(self.delta)})"

    def at(self, alpha: Value) -> Value | Real:
        odds, rest = odds_of(self.eps), ONE - self.delta
        best: Value | Real = ZERO
        for each in (rest - odds * alpha, (rest - alpha) / odds):
            best = max(best, each)
        return best


@dataclass(frozen=True, eq=False)
class Points(ClaimedTradeOff):
    """f is straight between points (α, β), from α = 0 to (1, 0)."""

    points: tuple[tuple[Value, Value], ...]

    @property
    def text(self) -> str:
        pairs = (f"{number_text(a)},{number_text(b)}" for a, b in self.points)
        return f"points({'; '.join(pairs)})"

    def at(self, alpha: Value) -> Value:
        for (a, high), (b, low) in pairwise(self.points):
            if alpha <= b:
                return high + (low - high) * (alpha - a) / (b - a)
        raise DomainError(f"alpha = {alpha} is beyond 1")


def claimed_trade_off(given: Any) -> ClaimedTradeOff:
    """The function that a text names.

    Raises: UsageError, DomainError, NumberError for what names none, in one line.

    >>> claimed_trade_off("points(0,1; 1/4,1/4; 1,0)").at(HALF)
    Value('1/6')
    """
    if isinstance(given, ClaimedTradeOff):
        return given
    kinds = {"gaussian": _gaussian, "approx": _approximate, "points": _points}
    name, bracket, inside = (given if isinstance(given, str) else "").strip().partition("(")
    if name.strip() not in kinds or not bracket or not inside.endswith(")"):
        raise UsageError(
            f"{written(given)} is no trade-off function; write gaussian(MU), approx(EPS, DELTA) or"
            f" points(0,1; 1/4,1/4; 1,0){did_you_mean(name.strip(), kinds)}"
        )
    return kinds[name.strip()](inside[:-1])


def _gaussian(inside: str) -> ClaimedTradeOff:
    mu = as_parameter("mu", inside)
    return Gaussian(mu if isinstance(mu, Loss | Real) else Loss(0))


def _approximate(inside: str) -> ClaimedTradeOff:
    parts = inside.split(",")
    if len(parts) != 2:
        raise UsageError(f"approx({inside}) needs two numbers; write approx(ln(3), 1/10)")
    eps, delta = (as_parameter(*pair) for pair in zip(("eps", "delta"), parts, strict=True))
    return Approximate(eps if isinstance(eps, Loss | Real) else Loss(0), as_bound(delta))


def _points(inside: str) -> ClaimedTradeOff:
    pairs = [tuple(as_value(x) for x in each.split(",")) for each in inside.split(";")]
    if any(len(pair) != 2 for pair in pairs):
        raise UsageError(f"points({inside}): each point is a pair; write points(0,1; 1/4,1/4; 1,0)")
    points = tuple((pair[0], pair[1]) for pair in pairs)
    fault = _fault(points)
    if fault is not None:
        raise DomainError(f"points({inside}): {fault}")
    return Points(points)


def _fault(points: Sequence[tuple[Value, Value]]) -> str | None:
    """What keeps points from being those of a trade-off function; None where nothing does."""
    if len(points) < 2 or points[0][0] != 0 or points[-1] != (ONE, ZERO):
        return "the first point has α = 0, the last is 1,0"
    if any(not a < b for (a, _), (b, _) in pairwise(points)):
        return "α must increase from point to point"
    if any(b < 0 or b > ONE - a for a, b in points):
        return "each β must lie between 0 and 1 − α"
    slopes = [(d - b) / (c - a) for (a, b), (c, d) in pairwise(points)]
    if any(steep > flat for steep, flat in pairwise(slopes)):
        return "the function must be convex"
    return "the function must not increase" if slopes[-1] > 0 else None
