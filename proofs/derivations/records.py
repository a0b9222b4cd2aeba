"""Poisson subsampling: a sum over the rest of the sample."""

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


PROOFS = {
    "dp.poisson-subsampling": poisson,
}
