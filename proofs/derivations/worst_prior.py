"""The worst prior: what is left over is a square, (1 − (s+1)·p)²·(s − 1)."""

from __future__ import annotations

from dpverify.proofs.derivation import Derivation
from dpverify.proofs.sums import Sum, atom, number

P, S, ETA, ONE = atom("p"), atom("e^s"), atom("eta"), number(1)
ODDS = "e^s >= 1"
GAIN, LOSS = ONE - (S + ONE) * P, ONE - (S + ONE) * (ONE - P)
BOTTOM = P * S * S + ONE - P


def _square(d: Derivation, base: Sum, claim: Sum) -> str:
    return d.lemma(claim, {}, products=[(ODDS, d.square(base, {}))])


def gain(d: Derivation) -> None:
    """(s−1)·(p·s² + 1 − p) − (s+1)·(gain) is that square times s − 1."""
    _square(d, GAIN, d.goal.expr)


def loss(d: Derivation) -> None:
    """The same with 1 − p in the place of p."""
    _square(d, LOSS, d.goal.expr)


def attained(d: Derivation) -> None:
    """At the worst prior the square is 0: it is the product of both hypotheses, negated."""
    d.lemma(d.goal.expr, {}, products=[(ODDS, "hypothesis 0", "hypothesis 1")])


def safe(d: Derivation) -> None:
    """tanh(Rε/4) ≤ η, times the denominator; then s + 1 > 0."""
    bottom = d.lemma(BOTTOM, {}, ["p >= 0", "p <= 1", ODDS], degree=3)
    gained = P * S * S - P * BOTTOM
    most = _square(d, GAIN, (S - ONE) * BOTTOM - (S + ONE) * gained)
    scaled = d.lemma((S + ONE) * d.goal.expr, {}, products=[(most,), (bottom, "hypothesis 0")])
    d.cancel(d.goal.expr, {}, scaled, d.positive(S + ONE, [ODDS]))


def same(d: Derivation) -> None:
    """Hypothesis and conclusion are one polynomial, multiplied out."""
    d.concluded("hypothesis 0")


PROOFS = {
    "guessing.worst-prior": gain,
    "guessing.worst-prior.attained": attained,
    "guessing.worst-prior.loss": loss,
    "guessing.worst-prior.loss.attained": attained,
    "guessing.safe-eps": safe,
    "guessing.eps-for-advantage": same,
    "guessing.eps-for-advantage.needed": same,
}
