"""Samples, Poisson or without replacement: a sum over the rest of the sample."""

from __future__ import annotations

from dataclasses import dataclass

from dpverify.proofs.derivation import Derivation
from dpverify.proofs.kernel import Fact
from dpverify.proofs.sums import Sum, atom, number

E, Q, DELTA, ONE = atom("e^eps"), atom("q"), atom("delta"), number(1)
T, BOTH = {"t": "t"}, {"t": "t", "y": "y"}


def poisson(d: Derivation) -> None:
    """For each rest t of the sample, then Σ_t w[t] = 1."""
    without, with_it = (atom(f"{place}.M", "t", "y") for place in ("without", "with"))
    rate = ONE + Q * (E - ONE)
    mixed = Q * with_it + (ONE - Q) * without
    facts = ["q >= 0", "q <= 1", "e^eps >= 1", "without.M >= 0", "with.M >= 0"]
    kept, left = (_Side(d, *names) for names in (("without", "with"), ("with", "without")))
    first_goal, second_goal = d.setting.goals
    kept.shown(first_goal, without, rate * mixed, facts, factor=E)
    left.shown(second_goal, mixed, rate * without, facts, factor=ONE)


@dataclass(frozen=True)
class _Side:
    """The order in which a database `first` is compared with its neighbour `second`."""

    d: Derivation
    first: str
    second: str

    def shown(self, goal: Fact, p: Sum, q: Sum, facts: list[str], factor: Sum) -> None:
        """w·p − w'·q ≤ w·Q·m for m = max(0, m₁ − E·m₂) of the base mechanism.

        For w = 1 = w' that is shown times a factor > 0; then w'·q ≥ w·q.
        """
        d, where = self.d, f"at {self.first}, {self.second}"
        w, other = (atom(f"{place}.W", "t") for place in (self.first, self.second))
        base, then = (atom(f"{place}.M", "t", "y") for place in (self.first, self.second))
        name, m = d.part(base - E * then)
        given = [*facts, f"{name} >= 0", f"{name} above"]
        core = Q * m - p + q
        if factor.terms == ONE.terms:
            point = d.lemma(core, BOTH, given, degree=4)
        else:
            scaled = d.lemma(factor * core, BOTH, given, degree=5)
            point = d.cancel(core, BOTH, scaled, d.positive(factor, ["e^eps >= 1"]))
        least = d.lemma(q, BOTH, facts, degree=4)
        weight, equal = f"{self.first}.W >= 0", f"hypothesis 0 {where}"
        products = [(weight, point), (least, equal)]
        above = d.lemma(w * (Q * m - p) + other * q, BOTH, products=products, degree=0)
        zero = d.lemma(Q * w * m, BOTH, ["q >= 0", weight, f"{name} >= 0"], degree=3)
        part, _ = d.part((w * p - other * q).over(T))
        total = d.sum(d.positive_part(part, ["y"], d.sum(zero, "t"), d.sum(above, "t")), "y")
        delta = f"hypothesis 1 {where}"
        spent = d.lemma(Q * w * d.fact(delta).expr, T, ["q >= 0", weight, delta], degree=3)
        one = d.equation(Q * DELTA, f"{self.first}.W sums to 1", {})
        d.concluded(total, d.sum(spent, "t"), equations=[one], goal=goal)


def without_replacement(d: Derivation) -> None:
    """For each rest t: of two databases, or of one and the sample that has another record."""
    orders = [("first", "second"), ("second", "first")]
    for goal, (first, second) in zip(d.setting.goals, orders, strict=True):
        _replaced(d, goal, first, second)


def _replaced(d: Derivation, goal: Fact, first: str, second: str) -> None:
    """E·(w·p − w'·q) ≤ w·Q·v, v = (1 + Q(E − 1))·m₁ + (1 − Q)(E − 1)·m₂; and Σ_y v ≤ E·δ.

    m₁ = max(0, M₁ − E·M₂) for the two databases, m₂ the same for the first and the other record.
    """
    w, others = (atom(f"{place}.W", "t") for place in (first, second))
    base, then, other = (atom(f"{place}.M", "t", "y") for place in (first, second, "other"))
    rate, rest = ONE + Q * (E - ONE), (ONE - Q) * (E - ONE)
    p, q = Q * base + (ONE - Q) * other, rate * (Q * then + (ONE - Q) * other)
    (near, m), (far, n) = d.part(base - E * then), d.part(base - E * other)
    v = rate * m + rest * n
    signs = ["q >= 0", "q <= 1", "e^eps >= 1"]
    core = d.lemma(Q * v - E * p + E * q, BOTH, [*signs, f"{near} above", f"{far} above"], degree=4)
    least = d.lemma(E * q, BOTH, [*signs, f"{second}.M >= 0", "other.M >= 0"], degree=5)
    weight, equal = f"{first}.W >= 0", f"hypothesis 0 at {first}, {second}"
    products = [(weight, core), (least, equal)]
    above = d.lemma(w * (Q * v - E * p) + others * E * q, BOTH, products=products, degree=0)
    given = [*signs, weight, f"{near} >= 0", f"{far} >= 0"]
    zero = d.lemma(Q * w * v, BOTH, given, degree=5)
    part, _ = d.part((w * p - others * q).over(T))
    whole = d.positive_part(part, ["y"], d.sum(zero, "t"), d.sum(above, "t"), factor=E)
    total = d.sum(whole, "y")
    deltas = [f"hypothesis 1 at {first}, {place}" for place in (second, "other")]
    gaps = [d.fact(name).expr for name in deltas]
    spent = d.lemma(
        Q * w * (rate * gaps[0] + rest * gaps[1]), T, [*signs, weight, *deltas], degree=5
    )
    one = d.equation(Q * E * DELTA, f"{first}.W sums to 1", {})
    claim = E * goal.expr
    scaled = d.lemma(claim, {}, [total, d.sum(spent, "t")], equations=[one], degree=1)
    d.cancel(goal.expr, {}, scaled, d.positive(E, ["e^eps >= 1"]))


PROOFS = {
    "dp.poisson-subsampling": poisson,
    "dp.sampling-without-replacement": without_replacement,
}
