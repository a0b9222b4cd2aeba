"""Probabilistic DP composes: where neither loss is above its ε, the sum is not above ε₁ + ε₂.

With i, j, k = 1 where the first, the second and the total loss stay within ε: k ≥ i·j, since
i·j·(E₁E₂·q·s − p·r) ≥ 0, and the atom u ≥ 0 with u·(E₁E₂·q·s − p·r) = k − 1 makes i·j·(k − 1) ≥ 0.
"""

from __future__ import annotations

from functools import partial

from dpverify.proofs.derivation import Derivation
from dpverify.proofs.sums import Sum, atom, number

ONE = number(1)


def _case(d: Derivation, c: Sum) -> tuple[str, Sum]:
    """The atom that is 1 where c ≥ 0: its number, and the atom."""
    for name, fact in d.setting.axioms.items():
        stem = name.removesuffix(" yes")
        if stem != name:
            i = atom(stem, *fact.free)
            if (i * c).terms == fact.expr.terms:
                return stem, i
    raise LookupError(f"no case for {c}")


def composed(one: str, two: str, second: tuple[str, ...], d: Derivation) -> None:
    """Σ p·r·k ≥ Σ p·i·Σ r·j ≥ (1 − δ₁)·(1 − δ₂)."""
    (p, q), (r, s) = ([atom(f"{side}.{n}", *at) for side in "PQ"]
                      for n, at in ((one, ("y",)), (two, second)))  # fmt: skip
    e1, e2, first = atom("e^eps1"), atom("e^eps2"), {"y": "y"}
    every = {v: v for v in sorted({"y", *second})}
    (case1, i), (case2, j) = _case(d, e1 * q - p), _case(d, e2 * s - r)
    case, k = _case(d, e1 * e2 * q * s - p * r)
    inverse = case.replace("case", "inverse")
    left = (f"{case1} yes", f"{case2} >= 0", f"Q.{two} >= 0")
    both = d.lemma(
        i * j * (e1 * e2 * q * s - p * r), every, degree=0,
        products=[left, (*left, "e^eps2 >= 1"), (f"{case2} yes", f"{case1} >= 0", f"P.{one} >= 0")],
    )  # fmt: skip
    within = d.lemma(
        i * j * (k - ONE), every, products=[(both, f"{inverse} >= 0")],
        equations=[(i * j, f"{case} by inverse")], degree=0,
    )  # fmt: skip
    least = d.lemma(
        k - i * j, every, degree=0,
        products=[(within,), (f"{case} >= 0", f"{case1} <= 1"),
                  (f"{case} >= 0", f"{case1} >= 0", f"{case2} <= 1")],
    )  # fmt: skip
    weighed = d.lemma(
        p * r * (k - i * j), every, products=[(least, f"P.{one} >= 0", f"P.{two} >= 0")], degree=0
    )
    given = d.lemma(
        p * i * d.fact("hypothesis 1").expr, first, degree=0,
        products=[(f"P.{one} >= 0", f"{case1} >= 0", "hypothesis 1")],
    )  # fmt: skip
    sums = [d.sum(d.equation(x, f"P.{two} sums to 1", first), "y") for x in (p, p * i)]
    d.lemma(
        d.goal.expr, {}, [d.sum(weighed, *every), d.sum(given, "y")], degree=1,
        products=[("hypothesis 0", "delta2 <= 1")],
        equations=[*sums, *((x, f"P.{one} sums to 1") for x in (ONE, atom("delta2")))],
    )  # fmt: skip


PROOFS = {
    "dp.sequential-composition.independent.probabilistic": partial(composed, "M1", "M2", ("z",)),
    "dp.sequential-composition.adaptive.probabilistic": partial(composed, "M", "K", ("y", "z")),
}
