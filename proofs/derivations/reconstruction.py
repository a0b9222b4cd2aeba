"""Reconstruction: what two answers say of the zeros and of the ones adds up to the bound."""

from __future__ import annotations

from dpverify.proofs.derivation import Derivation
from dpverify.proofs.sums import atom


def four_times_the_bound(d: Derivation) -> None:
    """Σ C(1−D) ≤ 2E from the zeros, Σ (1−C)D ≤ 2E from the ones."""
    free, one, none = {"i": "records"}, atom("D.1", "i"), atom("D.0", "i")
    size = atom("e") * (none + one)
    bound = d.sum(d.lemma(size, free, ["e >= 0", "D.0 >= 0", "D.1 >= 0"]), "i")
    bits = d.sum("hypothesis 0.0", "i")
    sums = [d.sum(d.equation(one, f"{name} sums to 1", free), "i") for name in "CD"]
    whole = size.over(free)
    d.lemma(
        d.goal.expr,
        d.goal.free,
        [bits, "hypothesis 1.0", "hypothesis 1.3"],
        products=[(bound, "zeros.N.down >= 0"), (bound, "ones.N.up >= 0")],
        equations=[*sums, (whole, "zeros.N sums to 1"), (whole, "ones.N sums to 1")],
        degree=1,
    )


PROOFS = {"reconstruction.all-queries.four-times-the-bound": four_times_the_bound}
