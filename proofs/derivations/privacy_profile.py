"""A smaller ε: the excess over it is bounded by a piecewise linear function of P and Q."""

from __future__ import annotations

from dpverify.proofs.derivation import Derivation
from dpverify.proofs.sums import atom, number

P, Q, E, F = atom("P.M", "y"), atom("Q.M", "y"), atom("e^eps"), atom("e^eta")
ONE, DELTA = number(1), atom("delta")
Y = {"y": "y"}
LARGER = ["e^eps >= 1", "e^eta >= 1", "hypothesis 1"]


def smaller_eps(d: Derivation) -> None:
    """(E²−1)·max(0, P − F·Q) ≤ (E·F − 1)·m + (E − F)·n + E·(E − F)·P − (E − F)·Q.

    Here m and n are what exceeds ε in either order. Where E = 1, F is 1 too.
    """
    above = d.lemma(E - ONE, {}, ["e^eps >= 1"], degree=1)
    d.cases(above, d.goal, _apart, _together)


def _apart(d: Derivation, assumed: str) -> None:
    """E > 1: sums over all outputs, then (E² − 1)·(E + 1) is cancelled."""
    (name, m), (back, n), (part, _) = d.part(P - E * Q), d.part(Q - E * P), d.part(P - F * Q)
    bound = (E * F - ONE) * m + (E - F) * n + E * (E - F) * P - (E - F) * Q
    facts = [f"{name} >= 0", f"{name} above", f"{back} >= 0", f"{back} above"]
    facts += ["P.M >= 0", "Q.M >= 0", *LARGER]
    factor = E * E - ONE
    zero = d.lemma(bound, Y, facts, degree=3)
    over = d.lemma(bound - factor * (P - F * Q), Y, facts, degree=3)
    total = d.sum(d.positive_part(part, ["y"], zero, over, factor), "y")
    first = [("e^eps >= 1", "e^eta >= 1"), ("e^eps >= 1",), ("e^eta >= 1",)]
    spent = [("hypothesis 0", *weight) for weight in first]
    spent.append(("hypothesis 0, reversed", "hypothesis 1"))
    whole = [(E * E, "P.M sums to 1"), (E * F, "P.M sums to 1")]
    whole += [(E, "Q.M sums to 1"), (F, "Q.M sums to 1")]
    whole += [(x, "quotient0, definition of a quotient") for x in (ONE, E)]
    scaled = d.lemma(
        factor * d.goal.expr, {}, products=[(total,), *spent], equations=whole, degree=0
    )
    more = d.positive(E + ONE, ["e^eps >= 1"])
    once = d.cancel((E - ONE) * d.goal.expr, {}, scaled, more)
    d.cancel(d.goal.expr, {}, once, assumed)


def _together(d: Derivation, assumed: str) -> None:
    """E = 1 and so F = 1: the excess over F is that over E, and E − F more of Q at most."""
    (name, m), (part, _) = d.part(P - E * Q), d.part(P - F * Q)
    bound = m + (E - F) * Q
    facts = [f"{name} >= 0", f"{name} above", "hypothesis 1", "Q.M >= 0"]
    zero, over = d.lemma(bound, Y, facts), d.lemma(bound - P + F * Q, Y, facts)
    total = d.sum(d.positive_part(part, ["y"], zero, over), "y")
    flat = d.lemma(F - E, {}, ["e^eta >= 1"], equations=[assumed], degree=1)
    least = [total, "hypothesis 0"]
    products = [(fact, *more) for fact in least for more in ((), ("e^eps >= 1",))]
    products += [(flat, "delta >= 0"), (flat, "e^eps >= 1"), (flat,)]
    whole = [(x * y, "Q.M sums to 1") for x in (E, F) for y in (ONE, E)]
    scaled = d.lemma(
        (E + ONE) * d.goal.expr, {}, products=products,
        equations=[*whole, "quotient0, definition of a quotient"], degree=0,
    )  # fmt: skip
    d.cancel(d.goal.expr, {}, scaled, d.positive(E + ONE, ["e^eps >= 1"]))


PROOFS = {"dp.approx.smaller-eps": smaller_eps}
