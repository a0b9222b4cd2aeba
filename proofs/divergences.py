"""The Rényi divergence, for proofs: atoms for ratios of two laws, and tangents of t ↦ t^α.

Trusted, with the proof kernel. For an order α ≥ 2 let φ(t) = t^α = t·w with w = t^(α−1). Where
P = r·Q, the moment Σ P^α·Q^(1−α) is Σ P·w at r, so D_α ≤ ρ says Σ P·w ≤ e^((α−1)ρ). What a proof
may use of powers is that φ is convex: it lies above its tangents, for s, t ≥ 0

    s·w(s) − t·w(t) − α·w(t)·(s − t) ≥ 0,

and that (s·t)^(α−1) = w(s)·w(t). *Assumed*: P = r·Q for every output (a finite divergence says so
where Q is 0), and the bound. *Shown*: the bound for every r with r·Q ≤ P. That says no more and no
less than the claim: Σ P·w rises with r, so r = P/Q is the hardest; where Q is 0 < P any r is
allowed, so no bound can hold. What must never change: each axiom is true of all laws.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from flint import fmpq

from dpverify.proofs.kernel import Fact
from dpverify.proofs.laws import need
from dpverify.proofs.sum_logic import Formula, OddsAlgebra, Sorts, Term, joined, unsupported
from dpverify.proofs.sums import Sum, atom, number

RENYI, CHI_SQUARED = "renyi-divergence-at-most", "chi-squared-dp"
DIVERGENCES = frozenset({RENYI, CHI_SQUARED})
"""Claims that are read here; χ²-privacy is the moment of order 2, less 1."""

ONE = number(1)
MOST = 8
"""The largest order that may be written out."""


@dataclass(frozen=True)
class Point:
    """A number t ≥ 0 with its power t^(α−1), at index variables."""

    name: str
    free: Sorts
    t: Sum
    power: Sum


@dataclass
class Divergences:
    """The ratios that claims speak of; all claims of a statement have one order.

    Args:
        losses: the odds of each loss parameter.
        algebra: reads bounds; its logic gets the axioms.
    """

    losses: Mapping[str, Sum]
    algebra: OddsAlgebra
    order: Sum | None = None
    assumed: list[Point] = field(default_factory=list)
    shown: list[Point] = field(default_factory=list)

    def known(self, laws: tuple[Sequence[Term], Sequence[Term]], order: Sum, bound: Sum) -> Formula:
        """What may be used where the moment of an order is at most the bound."""
        points, total = self._moment(laws, order)
        self.assumed.extend(points)
        ratios = [
            Fact(p.indices, p.expr - point.t * q.expr, "=")
            for point, p, q in zip(points, *laws, strict=True)
        ]
        return [*self.algebra.logic.le(total, Term(bound, {})), *ratios]

    def wanted(
        self, laws: tuple[Sequence[Term], Sequence[Term]], order: Sum, bound: Sum
    ) -> Formula:
        """What is to be shown for it."""
        points, total = self._moment(laws, order)
        self.shown.extend(points)
        return self.algebra.logic.le(total, Term(bound, {}))

    def bound(self, definition: str, order: Sum, given: Sum) -> Sum:
        """The bound of the moment: e^((α−1)ρ) for a sum ρ of losses in nats, or 1 + χ²."""
        if definition == CHI_SQUARED:
            return ONE + given
        result = ONE
        for (bound, monomial), c in given.terms.items():
            names = [n for n in self.losses if monomial == (((f"nats({n})", ()), 1),)]
            need(names and not bound and c > 0 and c.q == 1, f"{given} as a sum of losses")
            for _ in range(int(c.p)):
                result = result * self._power_of(names[0], order)
        return result

    def tangents(self) -> Iterator[tuple[str, Fact]]:
        """φ above its tangents: at what is shown, and at known numbers."""
        if self.order is None:
            return
        odds = [
            Point(f"e^{n}", {}, e, self._power_of(n, self.order)) for n, e in self.losses.items()
        ]
        fixed = [Point("1", {}, ONE, ONE), *odds]
        products = [_product(a, b) for a, b in combinations(self.assumed, 2)]
        for at in (*fixed, *self.shown):
            mine = [*self.assumed, *products, *fixed] if at in self.shown else self.assumed
            for s in mine:
                gap = s.t * s.power - at.t * at.power - self.order * at.power * (s.t - at.t)
                yield f"tangent at {at.name}, of {s.name}", Fact(joined(s.free, at.free), gap)

    # ------------------------------------------------------------------ atoms

    def _moment(
        self, laws: tuple[Sequence[Term], Sequence[Term]], order: Sum
    ) -> tuple[list[Point], Term]:
        """A ratio for each part of the outputs, and the sum of P·w over all of them."""
        need(self.order is None or self.order.terms == order.terms, "divergences of two orders")
        self.order = order
        points, weighed = [], []
        for p, q in zip(*laws, strict=True):
            need(p.indices == q.indices, "a divergence of laws with other index variables")
            points.append(self._ratio(p, q, order))
            weighed.append(Term(p.expr * points[-1].power, p.free, p.given))
        return points, self.algebra.logic.total(weighed)

    def _ratio(self, p: Term, q: Term, order: Sum) -> Point:
        """A number r ≥ 0 with r·Q ≤ P, and its power."""
        axioms = self.algebra.axioms
        count = sum(key.startswith("likelihood") and key.endswith("at most") for key in axioms)
        name, free = f"likelihood{count}", p.indices
        r = atom(name, *free)
        axioms[f"{name} >= 0"] = Fact(free, r)
        axioms[f"{name} at most"] = Fact(free, p.expr - r * q.expr)
        written = _written_out(order)
        if written is not None:
            return Point(name, free, r, _times(r, written - 1))
        power = atom(f"power{count}", *free)
        axioms[f"power{count} >= 0"] = Fact(free, power)
        return Point(name, free, r, power)

    def _power_of(self, loss: str, order: Sum) -> Sum:
        """e^((α−1)·loss)."""
        written = _written_out(order)
        if written is not None:
            return _times(self.losses[loss], written - 1)
        return self.algebra.weigh(order - ONE, self.losses[loss])


def order_of(given: Sum, orders: Sequence[Sum]) -> Sum:
    """The order that an expression is: a parameter that ranges over orders, or an integer."""
    written = _written_out(given)
    if written is None and not any(given.terms == each.terms for each in orders):
        raise unsupported(f"a divergence of the order {given}")
    need(written is None or 2 <= written <= MOST, f"a divergence of the order {written}")
    return given


def _written_out(order: Sum) -> int | None:
    """The integer that an order is, if it is written out."""
    constant = order.terms.get(((), ()), fmpq(0))
    plain = len(order.terms) == 1 and constant != 0 and constant.q == 1
    return int(constant.p) if plain else None


def _times(base: Sum, power: int) -> Sum:
    result = ONE
    for _ in range(power):
        result = result * base
    return result


def _product(a: Point, b: Point) -> Point:
    """The product of two ratios, of which the second may be of what the first chose."""
    names: dict[str, str] = {}
    for variable in b.free:
        new = variable
        while new in a.free and b.free.keys() <= a.free.keys():
            new += "'"
        names[variable] = new
    changed = {old: new for old, new in names.items() if old != new}
    free = {names[v]: sort for v, sort in b.free.items()}
    t, power = (each.renamed(changed) for each in (b.t, b.power))
    return Point(f"{a.name} {b.name}", joined(a.free, free), a.t * t, a.power * power)
