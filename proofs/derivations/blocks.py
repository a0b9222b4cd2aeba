"""Mechanisms on blocks of which neighbours change one."""

from __future__ import annotations

from dpverify.proofs.derivation import Derivation
from dpverify.proofs.kernel import Fact
from dpverify.proofs.sums import Sum, atom

E1, E2 = atom("e^eps1"), atom("e^eps2")
BOTH = {"y": "y", "z": "z"}


def _larger(d: Derivation, a: Sum, b: Sum) -> tuple[Sum, list[str]]:
    """max(a, b), and why it is at least either."""
    name, more = d.part(a - b)
    return b + more, [f"{name} above", f"{name} >= 0"]


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
    "dp.parallel-composition.disjoint-blocks.approx": blocks_approx,
}
