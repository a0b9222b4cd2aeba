"""Post-processing: f·(p − Eq) ≤ f·max(0, p − Eq) for each output, then sums over all of them."""

from __future__ import annotations

from dpverify.proofs.derivation import Derivation
from dpverify.proofs.sums import atom

P, Q, F = atom("P.M", "y"), atom("Q.M", "y"), atom("f", "y", "z")
E = atom("e^eps")
BOTH = {"y": "y", "z": "z"}


def pure(d: Derivation) -> None:
    """f(z|y)·(E·Q(y) − P(y)) ≥ 0, summed over y."""
    d.sum(d.lemma(F * (E * Q - P), BOTH, ["hypothesis 0", "f >= 0"]), "y")


def approx(d: Derivation) -> None:
    """max(0, N_P(z) − E·N_Q(z)) ≤ Σ_y f(z|y)·max(0, P(y) − E·Q(y)); then Σ_z f(z|y) = 1."""
    name, part = d.part(P - E * Q)
    through, _ = d.part((F * (P - E * Q)).over({"y": "y"}))
    zero = d.sum(d.lemma(part * F, BOTH, [f"{name} >= 0", "f >= 0"]), "y")
    above = d.sum(d.lemma(F * (part - P + E * Q), BOTH, [f"{name} above", "f >= 0"]), "y")
    bound = d.sum(d.positive_part(through, ["z"], zero, above), "z")
    whole = d.sum(d.equation(part, "f sums to 1", {"y": "y"}), "y")
    d.concluded(bound, "hypothesis 0", equations=[whole])


PROOFS = {"dp.post-processing.pure": pure, "dp.post-processing.approx": approx}
