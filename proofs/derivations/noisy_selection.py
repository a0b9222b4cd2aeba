"""Selections with geometric noise: an event implies the other where the noises are moved to."""

from __future__ import annotations

from dpverify.proofs.derivation import Derivation
from dpverify.proofs.kernel import Fact
from dpverify.proofs.lemma import Product, Reference
from dpverify.proofs.sums import Sum, atom, number

ONE = number(1)
AT = {"w": "noises", "i": "i"}
BOTH = {**AT, "i'": "i"}
OTHER = (("i", "i'"),)


def selection(d: Derivation) -> None:
    """Each goal: from one database to the other and back, and again where none is released."""
    goals = list(d.setting.goals)
    sparse = "unasked >= 0" in d.setting.axioms
    for tag in ("", "-none") if len(goals) > 2 else ("",):
        for name, before in (("there", f"first{tag}"), ("back", f"second{tag}")):
            placed = not tag and not sparse
            _Goal(d, f"{name}{tag}", before, placed=placed).shown(goals.pop(0))


class _Goal:
    def __init__(self, d: Derivation, name: str, before: str, *, placed: bool) -> None:
        self.d, self.name, self.before = d, name, before
        self.event, self.moved = f"event-{name}", f"moved-{name}"
        self.free = AT if placed else {"w": "noises"}
        self.every = {**self.free, "i'": "i"}
        self.occurs, self.after = (atom(each, *self.free) for each in (before, self.event))
        self.placed = placed

    def shown(self, goal: Fact) -> None:
        """moved·event' ≥ least·mass·event at each point; then sums over all noises."""
        d, mass, moved = self.d, atom("mass", "w"), atom(self.moved, *self.free)
        implied = self._implied()
        least = moved - d.fact(f"{self.moved} at least").expr
        products = [
            (f"{self.event} >= 0", f"{self.moved} at least"),
            *[("mass >= 0", *powers, implied) for powers in self._powers(least)],
        ]
        point = d.lemma(
            moved * self.after - least * self.occurs, self.free, products=products, degree=0
        )
        total = d.sum(point, "w")
        zero = d.lemma(
            mass * self.occurs, self.free, products=[("mass >= 0", f"{self.before} >= 0")], degree=0
        )
        some = d.sum(zero, "w")
        a, t = (f"{n}^c" if f"{n}^c >= 0" in d.setting.axioms else n for n in ("a", "t"))
        cheaper = [
            (some, *(f"{a} >= 0",) * own, *(f"{t} >= 0",) * level, *rest)
            for own in range(3)
            for level in range(2)
            for rest in ([], [f"{a} <= 1"], [f"{t} <= 1"], [f"{a} <= 1", f"{a} >= 0"])
            if f"{t} <= 1" in d.setting.axioms or (level == 0 and f"{t} <= 1" not in rest)
        ]
        d.lemma(
            goal.expr,
            goal.free,
            products=[(total,), *cheaper],
            equations=[f"{self.moved} bijection"],
            degree=0,
        )

    def _powers(self, least: Sum) -> list[tuple[str, ...]]:
        """The factors a and t of what the moved mass is at least."""
        ((_, monomial),) = least.terms
        powers = {name: power for (name, _), power in monomial if name != "mass"}
        return [tuple(f"{name} >= 0" for name, power in powers.items() for _ in range(power))]

    def _implied(self) -> str:
        """event' − event ≥ 0: were a condition of event' violated where event holds, 1 ≤ 0."""
        d = self.d
        violated = atom(f"violated-{self.event}", *self.every)
        changes = ["change at least", "change at most"]
        orders: list[Reference] = ["before >= 0", "after >= 0"] if self.placed else []
        if "unasked >= 0" in d.setting.axioms:
            orders = [("above >= 0", OTHER), ("below >= 0", OTHER)]
        both: Product = (f"{self.before} >= 0", f"violated-{self.event} >= 0")
        at_changes: list[Reference] = [(name, OTHER) for name in changes]
        at_changes += changes if self.placed else []
        slack: list[Product] = [(*both, order) for order in orders] or [both]
        products: list[Product] = [
            (f"{self.before} >= 0", f"violated-{self.event} fails"),
            (f"violated-{self.event} >= 0", f"{self.before} holds"),
            *slack,
            *((*one, change) for one in slack for change in at_changes),
        ]
        none = d.lemma(-self.occurs * violated, self.every, products=products, degree=0)
        failed = [d.sum(none, "i'")]
        if f"missed-{self.event} fails" in d.setting.axioms:
            missed = atom(f"missed-{self.event}", *self.free)
            own: Product = (f"{self.before} >= 0", f"missed-{self.event} >= 0")
            products = [
                (f"{self.before} >= 0", f"missed-{self.event} fails"),
                (f"missed-{self.event} >= 0", f"{self.before} holds itself"),
                own,
                *((*own, change) for change in changes),
            ]
            failed.append(d.lemma(-self.occurs * missed, self.free, products=products, degree=0))
        return d.lemma(
            self.after - self.occurs,
            self.free,
            products=[*((one,) for one in failed), (f"{self.event} >= 0", f"{self.before} <= 1")],
            equations=[(self.occurs, f"{self.event} or not")],
            degree=0,
        )


PROOFS = dict.fromkeys(
    (
        "dp.above-threshold.any",
        "dp.above-threshold.counts",
        "dp.noisy-max.any",
        "dp.noisy-max.counts",
        "dp.sparse-vector.any",
        "dp.sparse-vector.counts",
        "dp.sparse-vector.new-thresholds.any",
        "dp.sparse-vector.new-thresholds.counts",
    ),
    selection,
)
