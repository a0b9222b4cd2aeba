"""Laplace noise on k numbers: the triangle inequality, coordinate by coordinate."""

from __future__ import annotations

from flint import fmpq

from dpverify.proofs.derivation import Derivation
from dpverify.proofs.sums import atom


def k_dimensional(d: Derivation) -> None:
    """max(0, y−z) ≤ max(0, y−x) + max(0, x−z), and the same the other way round."""
    x, y, z = (atom(f"{name}.1", "i") for name in "XYZ")
    sums = []
    for sign in (1, -1):
        first, second, third = ((a - b).scaled(fmpq(sign)) for a, b in ((y, x), (x, z), (y, z)))
        (name1, m1), (name2, m2), (name3, _) = map(d.part, (first, second, third))
        free = {"i": "coordinates"}
        zero = d.lemma(m1 + m2, free, [f"{name1} >= 0", f"{name2} >= 0"])
        above = d.lemma(m1 + m2 - third, free, [f"{name1} above", f"{name2} above"])
        sums.append(d.sum(d.positive_part(name3, ["i"], zero, above), "i"))
    d.concluded(*sums, "hypothesis 0.0")


PROOFS = {
    "laplace.k-dimensional": k_dimensional,
    "laplace.discrete.k-dimensional": k_dimensional,
}
