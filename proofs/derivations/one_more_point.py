"""Steps of inductions: a combination of both hypotheses."""

from __future__ import annotations

from dpverify.proofs.derivation import Derivation


def in_goal(d: Derivation) -> None:
    """hit ≤ W·a and p·b ≤ p·e^ε·a."""
    d.lemma(d.goal.expr, {}, products=[("hypothesis 0",), ("hypothesis 1", "p >= 0")])


def outside(d: Derivation) -> None:
    """W·(miss − hit·S) ≥ 0 and p·(W·a − hit) ≥ 0."""
    d.lemma(
        d.goal.expr,
        {},
        products=[
            ("hypothesis 0", "w >= 0", "e^eta >= 1"),
            ("hypothesis 0", "w >= 0"),
            ("hypothesis 1", "p >= 0"),
        ],
    )


def tail(d: Derivation) -> None:
    """f − (1−r)·(f + rest) = (r·f − g) + (g − (1−r)·rest)."""
    d.concluded("hypothesis 0", "hypothesis 1")


PROOFS = {
    "guessing.posterior.main-bound.in-goal": in_goal,
    "guessing.posterior.main-bound.outside": outside,
    "pk.tail-bound.step": tail,
}
