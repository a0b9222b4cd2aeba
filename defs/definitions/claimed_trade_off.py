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

from dpverify.defs.definitions.ranges import loss, probability
from dpverify.defs.errors import DomainError, UsageError
from dpverify.defs.numbers import (
    INFINITY,
    ONE,
    ZERO,
    Loss,
    Number,
    Real,
    Value,
    as_value,
    ln,
    number_text,
)
from dpverify.defs.pairs.contract import Pair, comparable
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

    @property
    @abstractmethod
    def by_balls(self) -> bool:
        """Whether f rests on a number that is known by enclosures alone."""

    @abstractmethod
    def at(self, alpha: Value) -> Value | Real:
        """f(α) for α in [0, 1]."""

    @abstractmethod
    def margin(self, pair: Pair) -> Number:
        """At most 0 exactly where f holds for a pair of laws, given its reverse too.

        Neighbours come in both orders, so both are asked of each ordered pair.
        """


@dataclass(frozen=True, eq=False)
class Gaussian(ClaimedTradeOff):
    """G_μ(α) = Φ(Φ⁻¹(1−α) − μ). Source: Dong, Roth, Su 2022, Definition 2.6."""

    mu: Loss | Real

    @property
    def text(self) -> str:
        return f"gaussian({number_text(self.mu)})"

    @property
    def by_balls(self) -> bool:
        """Always, but for μ = 0, of which f is 1 − α."""
        return self.mu > 0

    def at(self, alpha: Value) -> Value | Real:
        if alpha in (ZERO, ONE) or self.mu == 0:
            return ONE - alpha
        return Real("Phi", Real("quantile", ONE - alpha) - self.mu)

    def margin(self, pair: Pair) -> Number:
        """By how much the distance of the pair exceeds μ: f holds from that distance on."""
        distance = pair.gaussian_distance()
        return distance if distance == INFINITY else comparable(distance) - comparable(self.mu)


@dataclass(frozen=True, eq=False)
class Approximate(ClaimedTradeOff):
    """f(α) = max(0, 1 − δ − e^ε·α, e^(−ε)(1 − δ − α)). Source: Wasserman, Zhou 2010."""

    eps: Loss | Real
    delta: Value | Real

    @property
    def text(self) -> str:
        return f"approx({number_text(self.eps)}, {number_text(self.delta)})"

    @property
    def by_balls(self) -> bool:
        """Where e^ε or δ is so known, such as ln(2) as a δ."""
        return any(isinstance(number, Real) for number in (odds_of(self.eps), self.delta))

    def at(self, alpha: Value) -> Value | Real:
        odds, rest = odds_of(self.eps), ONE - self.delta
        best: Value | Real = ZERO
        for each in (rest - odds * alpha, (rest - alpha) / odds):
            best = max(best, each)
        return best

    def margin(self, pair: Pair) -> Number:
        """By how much δ(ε) of the pair exceeds δ."""
        return pair.excess(self.eps) - self.delta


@dataclass(frozen=True, eq=False)
class Points(ClaimedTradeOff):
    """f is straight between points (α, β), from α = 0 to (1, 0)."""

    points: tuple[tuple[Value, Value], ...]

    @property
    def text(self) -> str:
        pairs = (f"{number_text(a)},{number_text(b)}" for a, b in self.points)
        return f"points({'; '.join(pairs)})"

    @property
    def by_balls(self) -> bool:
        """Never: points are exact."""
        return False

    def at(self, alpha: Value) -> Value:
        for (a, high), (b, low) in pairwise(self.points):
            if alpha <= b:
                return high + (low - high) * (alpha - a) / (b - a)
        raise DomainError(f"alpha = {alpha} is beyond 1")

    def margin(self, pair: Pair) -> Number:
        """By how much the pair exceeds one of the (ε, δ) that the pieces say; −1 without any."""
        worst: Number = Value(-1)
        for eps, delta in self.pieces():
            margin = comparable(pair.excess(eps)) - delta
            worst = margin if (margin - worst).sign() > 0 else worst
        return worst

    def pieces(self) -> list[tuple[Loss | Real, Value]]:
        """For each piece that falls, the (ε, δ) that it says of every ordered pair.

        A piece c − s·α lies below T(P, Q) where Q(S) − s·P(S) ≤ 1 − c for every event S: for s ≥ 1
        this is δ(ln s) ≤ 1 − c of the pair (Q, P), for s < 1 by the complements of the events
        δ(ln 1/s) ≤ 1 − c/s of (P, Q).

        Source: Dong, Roth, Su 2022, Proposition 2.12 (f as a family of (ε, δ)).
        """
        several: dict[str, Any] = {}  # by its text: pieces that mirror each other say the same
        for (a, high), (b, low) in pairwise(self.points):
            slope = (high - low) / (b - a)
            if slope > 0:
                start = high + slope * a
                one = (ln(slope), ONE - start) if slope >= 1 else (-ln(slope), ONE - start / slope)
                several[f"{one[0]}, {one[1]}"] = one
        return [*several.values()]


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
    return Gaussian(loss("mu", inside))


def _approximate(inside: str) -> ClaimedTradeOff:
    parts = inside.split(",")
    if len(parts) != 2:
        raise UsageError(f"approx({inside}) needs two numbers; write approx(ln(3), 1/10)")
    return Approximate(loss("eps", parts[0]), probability("delta", parts[1]))


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
