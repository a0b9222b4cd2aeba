"""From one definition to another, output by output."""

from __future__ import annotations

from flint import fmpq

from dpverify.proofs.derivation import Derivation
from dpverify.proofs.lemma import Reference
from dpverify.proofs.sums import atom, number

P, Q, E, DELTA = atom("P.M", "y"), atom("Q.M", "y"), atom("e^eps"), atom("delta")
Y = {"y": "y"}


def probabilistic_implies_approx(d: Derivation) -> None:
    """max(0, P − EQ) ≤ P where the loss exceeds ε, and is 0 elsewhere."""
    name, _ = d.part(P - E * Q)
    likely = (number(1) - atom("case0", "y")) * P
    zero = d.lemma(likely, Y, ["case0 <= 1", "P.M >= 0"])
    facts = ["case0 yes", "case0 <= 1", "e^eps >= 1", "Q.M >= 0"]
    above = d.lemma(likely - P + E * Q, Y, facts, degree=3)
    d.concluded(d.sum(d.positive_part(name, ["y"], zero, above), "y"), "hypothesis 0")


def decomposition_suffices(d: Derivation) -> None:
    """max(0, (1−δ)(P' − EQ') + δ(P'' − EQ'')) ≤ δ·P'', because P' ≤ EQ'."""
    p, q = atom("P.A", "y"), atom("Q.A", "y")
    other_p, other_q = atom("P.B", "y"), atom("Q.B", "y")
    rest = number(1) - DELTA
    name, _ = d.part(rest * (p - E * q) + DELTA * (other_p - E * other_q))
    bound = DELTA * other_p
    zero = d.lemma(bound, Y, ["delta >= 0", "P.B >= 0"])
    gap = bound - rest * (p - E * q) - DELTA * (other_p - E * other_q)
    facts = ["delta >= 0", "delta <= 1", "hypothesis 0", "Q.B >= 0", "e^eps >= 1"]
    above = d.lemma(gap, Y, facts, degree=3)
    whole = d.equation(DELTA, "P.B sums to 1", {})
    total = d.sum(d.positive_part(name, ["y"], zero, above), "y")
    d.concluded(total, equations=[whole])


def total_variation(d: Derivation) -> None:
    """(E+1)·|P − Q| ≤ (E−1)·(P + Q) + 2·max(0, P − EQ) + 2·max(0, Q − EP), summed.

    With t = max(0, P − Q), |P − Q| is 2t − (P − Q), and the sum of P − Q is 0.
    """
    (name, m), (back, n), (variation, _) = d.part(P - E * Q), d.part(Q - E * P), d.part(P - Q)
    one, two = number(1), fmpq(2)
    bound = (E - one) * (P + Q) + (m + n).scaled(two) + (E + one) * (P - Q)
    factor = (E + one).scaled(two)
    facts = [f"{name} >= 0", f"{name} above", f"{back} >= 0", f"{back} above"]
    facts += ["P.M >= 0", "Q.M >= 0", "e^eps >= 1"]
    zero, above = d.lemma(bound, Y, facts), d.lemma(bound - factor * (P - Q), Y, facts)
    total = d.sum(d.positive_part(variation, ["y"], zero, above, factor), "y")
    equations = [d.equation(E, f"{side}.M sums to 1", {}) for side in "PQ"]
    equations += ["P.M sums to 1", "Q.M sums to 1", "quotient0, definition of a quotient"]
    used = [total, "hypothesis 0", "hypothesis 0, reversed"]
    scaled = d.lemma((E + one) * d.goal.expr, {}, used, equations=equations, degree=1)
    d.cancel(d.goal.expr, {}, scaled, d.positive(E + one, ["e^eps >= 1"]))


def one_plus_eps(d: Derivation) -> None:
    """E·Q − P = (E − 1 − ε)·Q + ((1 + ε)·Q − P)."""
    d.lemma(d.goal.expr, Y, ["1 + nats(eps) <= odds", "Q.M >= 0", "hypothesis 0"])


def bounded_range(d: Derivation) -> None:
    """E²·Q(y)P(y') − P(y)Q(y') = E·P(y')·(E·Q(y) − P(y)) + P(y)·(E·P(y') − Q(y'))."""
    least, *pairs = d.setting.goals
    d.lemma(least.expr, least.free, ["e^eps >= 1"])
    other = (("y", "y'"),)
    facts: list[Reference] = ["e^eps >= 1"]
    for name in ("hypothesis 0", "hypothesis 0, reversed", "P.M >= 0"):
        facts += [name, (name, other)]
    for goal in pairs:
        d.lemma(goal.expr, goal.free, facts, degree=3)


def approx_implies_probabilistic(d: Derivation) -> None:
    """(H − 1)·P ≤ H·max(0, P − EQ) where P > HE·Q, summed; ρ·(H − 1) ≥ δ·H; then H > 1."""
    h, one = atom("e^eta"), number(1)
    name, m = d.part(P - E * Q)
    bad = (one - atom("case0", "y")) * P
    facts = [f"{name} >= 0", f"{name} above", "case0 >= 0", "case0 <= 1", "case0 no", "e^eta >= 1"]
    point = d.lemma(h * m - (h - one) * bad, Y, facts, degree=3)
    spent = d.lemma(h * d.fact("hypothesis 0").expr, {}, ["e^eta >= 1", "hypothesis 0"])
    scaled = (h - one) * d.goal.expr
    product = d.lemma(scaled, {}, [d.sum(point, "y"), spent, "hypothesis 2"], degree=1)
    d.cancel(d.goal.expr, {}, product, "hypothesis 1")


PROOFS = {
    "dp.one-plus-eps.implies-pure": one_plus_eps,
    "dp.pure-implies-bounded-range.double": bounded_range,
    "dp.approx-implies-probabilistic": approx_implies_probabilistic,
    "dp.probabilistic-implies-approx": probabilistic_implies_approx,
    "dp.decomposition.suffices": decomposition_suffices,
    "dp.total-variation.bound": total_variation,
}
