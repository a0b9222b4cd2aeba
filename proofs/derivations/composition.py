"""Sequential composition: p·r − E₁E₂·q·s ≤ m₁·r + (p − m₁)·m₂ with m = max(0, ·), then sums."""

from __future__ import annotations

from functools import partial

from dpverify.proofs.derivation import Derivation
from dpverify.proofs.sums import atom

E1, E2, DELTA2 = atom("e^eps1"), atom("e^eps2"), atom("delta2")
Y, BOTH = {"y": "y"}, {"y": "y", "z": "z"}


def pure(first: str, second: str, d: Derivation) -> None:
    """E₁E₂·q·s − p·r = r·(E₁q − p) + E₁q·(E₂s − r)."""
    names = ["hypothesis 0", "hypothesis 1", f"P.{second} >= 0", f"Q.{first} >= 0", "e^eps1 >= 1"]
    d.lemma(d.goal.expr, d.goal.free, names, degree=3)


def approx(first: str, second: str, chosen: tuple[str, ...], d: Derivation) -> None:
    """The inequality above for each pair of outputs, then Σ_z r = 1, Σ_z m₂ ≤ δ₂, Σ_y p = 1.

    `chosen` are the index variables of the second channel: y too where the first output chooses it.
    """
    p, q = atom(f"P.{first}", "y"), atom(f"Q.{first}", "y")
    r, s = atom(f"P.{second}", *chosen), atom(f"Q.{second}", *chosen)
    (name1, m1), (name2, m2) = d.part(p - E1 * q), d.part(r - E2 * s)
    covered = d.lemma(E1 * q, Y, ["e^eps1 >= 1", f"Q.{first} >= 0"])
    rest = d.positive_part(name1, ["y"], f"P.{first} >= 0", covered)
    scaled = d.lemma(E2 * s, {v: v for v in chosen}, ["e^eps2 >= 1", f"Q.{second} >= 0"])
    bound = m1 * r + (p - m1) * m2
    zero = d.lemma(bound, BOTH, [f"{name1} >= 0", f"P.{second} >= 0", rest, f"{name2} >= 0"])
    gap = bound - p * r + E1 * E2 * q * s
    above = d.lemma(gap, BOTH, [rest, f"{name1} above", f"{name2} above", scaled])
    both, _ = d.part(p * r - E1 * E2 * q * s)
    total = d.sum(d.positive_part(both, ["y", "z"], zero, above), "y", "z")
    one = d.sum(d.equation(m1, f"P.{second} sums to 1", Y), "y")
    second_delta = d.fact("hypothesis 1").expr
    small = d.sum(d.lemma((p - m1) * second_delta, Y, [rest, "hypothesis 1"]), "y")
    spent = d.sum(d.lemma(m1 * DELTA2, Y, [f"{name1} >= 0", "delta2 >= 0"]), "y")
    whole = d.equation(DELTA2, f"P.{first} sums to 1", {})
    d.concluded(total, small, spent, "hypothesis 0", equations=[one, whole])


PROOFS = {
    "dp.sequential-composition.independent.pure": partial(pure, "M1", "M2"),
    "dp.sequential-composition.independent.approx": partial(approx, "M1", "M2", ("z",)),
    "dp.sequential-composition.adaptive.pure": partial(pure, "M", "K"),
    "dp.sequential-composition.adaptive.approx": partial(approx, "M", "K", ("y", "z")),
}
