"""For the kernel of divergences: claims about what tests of two neighbours can do.

Trusted, as `kernel/divergences.py`. A test rejects P on S: α = P(S), β = 1 − Q(S). The outputs in
the order of falling Q/P give, one after the other, the corners of the least β for each α (Neyman,
Pearson 1933); between them it is straight, so a convex f below it there is below it everywhere.

- gaussian-dp, β ≥ Φ(Φ⁻¹(1−α) − μ);  f-dp, β ≥ f(α) for a convex f, which is read and checked here;
- `trade_off`: its corners are those of pairs and events, convex, and no test is below them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cmp_to_key, partial
from itertools import pairwise
from typing import Any, Final

from dpverify.checkers.kernel.claimed_functions import Points, claimed_function, convex
from dpverify.checkers.kernel.outcome import known_keys
from dpverify.checkers.kernel.results import beside_a_witness, check_counts
from dpverify.checkers.kernel.stated import Claim, Law, PairClaim
from dpverify.defs import numbers as num
from dpverify.defs.numbers import documents as doc
from dpverify.defs.numbers.documents import need


class _GaussianDP(PairClaim):
    key = "mu"

    def pair(self, p: Law, q: Law, bound: Any) -> bool:
        return all(_apart(alpha, beta) <= bound for alpha, beta in _corners(p, q))

    def refutes(self, place: Any, bound: Any, *, below: bool) -> None:
        p, q = self.weights(place)
        if "excess" in place:
            above = _value(("gaussian", bound), p) - (1 - q)
            self.exceeds(place, above, below=below, parse=num.as_bound)
        good = below and (bound == 0 or (bound == num.INFINITY == _apart(p, 1 - q)))
        need(
            good or _apart(p, 1 - q) > bound,
            "the event does not refute what it must: the claim, or all below the tight value",
        )


class _FDP(PairClaim):
    key = ""  # no number
    details = ("trade_off",)
    optional = ("trade_off",)
    states = ("trade_off",)

    def decide(self, result: Any, verdict: str | None, unread: list[str]) -> None:
        """The claimed function, and the channel's own where it stands there."""
        claimed = self.given.get("trade_off")
        need((claimed is None) == (verdict is None), "'given' has no function of a claim, or one of"
             " a measurement")  # fmt: skip
        function = None if claimed is None else claimed_function(claimed)
        self.by_balls = function is not None and _by_balls(function)
        stated = "trade_off" in result or verdict is None
        check_counts(result, self.counts(), expected=stated)
        if verdict == "fails" and function is not None:
            witness = doc.member(result, "witness", dict)
            known_keys(witness, "the witness", (*self.place, "excess"))
            p, q = self.weights(witness)
            above = _value(function, p) - (1 - q)
            self.exceeds(witness, above, below=False, parse=num.as_bound)
        if stated:
            own = self.own(doc.member(result, "trade_off", list))
            beside_a_witness(partial(self.check, own), verdict, ["trade_off"], unread)
        if verdict == "holds":
            self.check(function)

    def pair(self, p: Law, q: Law, bound: Any) -> bool:
        return all(_value(bound, alpha) <= beta for alpha, beta in _corners(p, q))

    def own(self, listed: list[Any]) -> tuple[str, Points]:
        """The corners that a document lists, each attained by its pair and event."""
        points: Points = []
        for corner in listed:
            known_keys(corner, "a corner of the trade-off", ("alpha", "beta", "inputs", "event"))
            p, q = self.laws(corner)
            event = doc.labels(corner["event"], "the event", self.outputs)
            point = num.total(p[y] for y in event), 1 - num.total(q[y] for y in event)
            for key, number in zip(("alpha", "beta"), point, strict=True):
                doc.agrees(doc.member(corner, key, dict), number, key)
            points.append(point)
        return "points", convex(points)


def _corners(p: Law, q: Law) -> Iterator[tuple[num.Value, num.Value]]:
    alpha, beta = num.ZERO, num.ONE
    seen = [y for y in p if p[y] > 0 or q[y] > 0]
    yield alpha, beta

    def order(a: str, b: str) -> int:
        return (p[a] * q[b] - q[a] * p[b]).sign()

    for y in sorted(seen, key=cmp_to_key(order)):
        alpha, beta = alpha + p[y], beta - q[y]
        yield alpha, beta


def _apart(alpha: num.Value, beta: num.Value) -> Any:
    """The μ at which the curve of two normal laws passes through a point."""
    if alpha + beta >= 1:  # on or above the curve of μ = 0, of a coin: no μ > 0 is needed
        return num.Loss(0)
    if alpha == 0 or beta == 0:
        return num.INFINITY
    return num.Real("quantile", 1 - alpha) - num.Real("quantile", beta)


def _gaussian(alpha: num.Value, mu: Any) -> Any:
    if alpha in (0, 1):
        return 1 - alpha
    return num.Real("Phi", num.Real("quantile", 1 - alpha) - mu)


def _by_balls(claimed: tuple[str, Any]) -> bool:
    """Whether a function rests on numbers that are known by enclosures alone."""
    match claimed:
        case "gaussian", mu:  # but for μ = 0, of which the function is 1 − α
            return bool(mu > 0)
        case "approx", (eps, delta):
            return any(isinstance(number, num.Real) for number in (num.exp(eps), delta))
    return False


def _value(claimed: tuple[str, Any], alpha: num.Value) -> Any:
    """f(α)."""
    match claimed:
        case "gaussian", mu:
            return _gaussian(alpha, mu) if mu > 0 else 1 - alpha
        case "approx", (eps, delta):  # f = max(0, 1 − δ − e^ε·α, e^(−ε)·(1 − δ − α))
            odds = num.exp(eps)
            lines = (1 - delta - odds * alpha, (1 - delta - alpha) / odds)
            above = [line for line in lines if line > 0]
            return max(above) if above else num.ZERO
        case "points", points:
            for (a, high), (b, low) in pairwise(points):
                if alpha <= b:
                    return high + (low - high) * (alpha - a) / (b - a)
            raise num.NumberError(f"the error {str(alpha)[:40]} is beyond 1")
        case kind, _:
            raise num.NumberError(f"there is no trade-off function {kind[:60]!a}")


CLAIMS: Final[Mapping[str, type[Claim]]] = {"gaussian-dp": _GaussianDP, "f-dp": _FDP}
"""The definitions that are re-checked here."""
