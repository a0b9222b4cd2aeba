"""Guessing a goal: what holds of every input holds in the mean over the goal and over the rest."""

from __future__ import annotations

from dpverify.proofs.derivation import Derivation
from dpverify.proofs.sums import atom

ODDS = atom("e^eps")


def simplified(d: Derivation) -> None:
    """Σ_{x,x'} π(x|g)·π(x'|rest)·(e^ε·M(y|x') − M(y|x)) ≥ 0, and the priors sum to 1."""
    inside, outside = "goal.prior", "rest.prior"
    for goal, (a, b) in zip(d.setting.goals, ((inside, outside), (outside, inside)), strict=True):
        p, q = atom(a, "x"), atom(b, "x'")
        less = ODDS * atom("M", "x'", "y") - atom("M", "x", "y")
        free = {"x": "x", "x'": "x", "y": "y"}
        other = (("x", "x'"),)
        point = d.lemma(
            p * q * less, free, products=[(f"{a} >= 0", (f"{b} >= 0", other), "hypothesis 0")]
        )
        total = d.sum(point, "x", "x'")
        here = (p * atom("M", "x", "y")).over({"x": "x"})
        there = (ODDS * q * atom("M", "x'", "y")).over({"x'": "x"})
        d.lemma(
            goal.expr,
            goal.free,
            products=[(total,)],
            equations=[(there, f"{a} sums to 1"), (here, f"{b} sums to 1")],
        )


PROOFS = {"guessing.posterior.simplified-bound": simplified}
