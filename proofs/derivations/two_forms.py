"""Forms of one definition: over events, over outputs, and at the event {P > e^ε Q}.

Below j is 1 on that event and 0 elsewhere, s is 1 on any event, a = P − EQ, m = max(0, a).
"""

from __future__ import annotations

from dpverify.proofs.derivation import Derivation
from dpverify.proofs.sums import atom, number

P, Q, E = atom("P.M", "y"), atom("Q.M", "y"), atom("e^eps")
EXCESS = P - E * Q
BAD, EVENT = number(1) - atom("case0", "y"), atom("event0", "y")
Y = {"y": "y"}


def events_imply_outputs(d: Derivation) -> None:
    """m ≤ j·a, whose sum is the excess of {P > EQ}."""
    name, _ = d.part(EXCESS)
    zero = d.lemma(BAD * EXCESS, Y, ["case0 no"], degree=1)
    above = d.lemma(BAD * EXCESS - EXCESS, Y, ["case0 yes"], degree=1)
    d.concluded(d.sum(d.positive_part(name, ["y"], zero, above), "y"), "assumed.0")


def outputs_imply_maximising(d: Derivation) -> None:
    """j·a ≤ m = j·m + (1 − j)·m."""
    name, m = d.part(EXCESS)
    facts = [f"{name} >= 0", f"{name} above", "case0 >= 0", "case0 <= 1"]
    d.concluded(d.sum(d.lemma(m - BAD * EXCESS, Y, facts), "y"), "assumed")


def maximising_implies_events(d: Derivation) -> None:
    """s·a ≤ j·a: (1 − s)·j·a ≥ 0 and s·(1 − j)·(−a) ≥ 0."""
    facts = ["event0 >= 0", "event0 <= 1", "case0 yes", "case0 no"]
    d.concluded(d.sum(d.lemma((BAD - EVENT) * EXCESS, Y, facts), "y"), "assumed")


def pure_outputs_imply_maximising(d: Derivation) -> None:
    """j·(EQ − P) ≥ 0."""
    d.concluded(d.sum(d.lemma((number(0) - BAD) * EXCESS, Y, ["assumed", "case0 <= 1"]), "y"))


def restated(d: Derivation) -> None:
    """The goal is what was assumed."""
    given = next(name for name in ("assumed", "assumed.0", "assumed.1") if _is_goal(d, name))
    d.concluded(given)


def _is_goal(d: Derivation, name: str) -> bool:
    try:
        return d.fact(name).expr.terms == d.goal.expr.terms
    except KeyError:
        return False


PROOFS = {
    "dp.multiplicative-closeness.is-pure": (restated, restated),
    "dp.two-forms.pure": (restated, pure_outputs_imply_maximising, maximising_implies_events),
    "dp.two-forms.approx": (
        events_imply_outputs,
        outputs_imply_maximising,
        maximising_implies_events,
    ),
    "dp.violating-set": (restated, maximising_implies_events),
    "dp.total-variation.is-delta-at-zero": (restated, restated),
}
