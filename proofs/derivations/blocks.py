"""Outputs split in proportions, and mechanisms on blocks of which neighbours change one."""

from __future__ import annotations

from dpverify.proofs.derivation import Derivation
from dpverify.proofs.kernel import Fact
from dpverify.proofs.sums import Sum, atom

E, E1, E2 = atom("e^eps"), atom("e^eps1"), atom("e^eps2")
P, Q = atom("P.K", "y"), atom("Q.K", "y")
F, G = atom("P.L", "y", "z"), atom("Q.L", "y", "z")
Y, Z, BOTH = {"y": "y"}, {"z": "z"}, {"y": "y", "z": "z"}
EQUAL = ["hypothesis 0", "hypothesis 0, reversed"]


def merged(d: Derivation) -> None:
    """max(0, p·l − E·q·l') ≤ l·max(0, p − E·q) for l = l'; then Σ_z l = 1."""
    (name, m), (split, _) = d.part(P - E * Q), d.part(P * F - E * Q * G)
    scaled = d.lemma(E * Q, Y, ["e^eps >= 1", "Q.K >= 0"])
    zero = d.lemma(m * F, BOTH, [f"{name} >= 0", "P.L >= 0"])
    products = [(f"{name} above", "P.L >= 0"), (scaled, EQUAL[0])]
    above = d.lemma(m * F - P * F + E * Q * G, BOTH, products=products, degree=0)
    total = d.sum(d.positive_part(split, ["y", "z"], zero, above), "y", "z")
    one = d.sum(d.equation(m, "P.L sums to 1", Y), "y")
    d.concluded(total, "assumed", equations=[one])


def split(d: Derivation) -> None:
    """p − E·q = Σ_z (p·l − E·q·l') ≤ Σ_z max(0, ·)."""
    (name, _), (fine, m) = d.part(P - E * Q), d.part(P * F - E * Q * G)
    zero = d.sum(f"{fine} >= 0", "z")
    whole = [d.equation(P, "P.L sums to 1", Y), d.equation(E * Q, "Q.L sums to 1", Y)]
    claim = m.over(Z) - P + E * Q
    above = d.lemma(claim, Y, [d.sum(f"{fine} above", "z")], equations=whole, degree=1)
    d.concluded(d.sum(d.positive_part(name, ["y"], zero, above), "y"), "assumed")


def _larger(d: Derivation, a: Sum, b: Sum) -> tuple[Sum, list[str]]:
    """max(a, b), and why it is at least either."""
    name, more = d.part(a - b)
    return b + more, [f"{name} above", f"{name} >= 0"]


def blocks_pure(d: Derivation) -> None:
    """The law of the block that is the same is a factor on both sides."""
    _, why = _larger(d, E1, E2)
    facts = [*why, "hypothesis 0", "hypothesis 1"]
    facts += [f"{side}.M{k} >= 0" for side in "PQ" for k in (1, 2)]
    for goal in d.setting.goals:
        d.lemma(goal.expr, goal.free, facts, degree=3)


def blocks_approx(d: Derivation) -> None:
    """max(0, p·r − E·q·r) ≤ r·max(0, p − E₁·q), and Σ r = 1."""
    first, second = d.setting.goals
    _changed(d, first, ("M1", "y", E1), ("M2", "z"), 0)
    _changed(d, second, ("M2", "z", E2), ("M1", "y"), 1)


def _changed(
    d: Derivation, goal: Fact, changed: tuple[str, str, Sum], same: tuple[str, str], k: int
) -> None:
    name, index, odds = changed
    p, q, r = (atom(f"{side}.{name}", index) for side in "PQ"), None, atom(f"P.{same[0]}", same[1])
    del q
    first, second = p
    larger, why = _larger(d, E1, E2)
    part, m = d.part(first - odds * second)
    whole, _ = d.part(first * r - larger * second * r)
    zero = d.lemma(m * r, BOTH, [f"{part} >= 0", f"P.{same[0]} >= 0"])
    facts = [f"{part} above", *why, f"Q.{name} >= 0", f"P.{same[0]} >= 0"]
    above = d.lemma(m * r - first * r + larger * second * r, BOTH, facts, degree=3)
    total = d.sum(d.positive_part(whole, ["y", "z"], zero, above), "y", "z")
    one = d.sum(d.equation(m, f"P.{same[0]} sums to 1", {index: index}), index)
    _, least = _larger(d, atom("delta1"), atom("delta2"))
    d.concluded(total, f"hypothesis {k}", *least, equations=[one], goal=goal)


PROOFS = {
    "qif.merging-proportional": (merged, split),
    "dp.parallel-composition.disjoint-blocks.pure": blocks_pure,
    "dp.parallel-composition.disjoint-blocks.approx": blocks_approx,
}
