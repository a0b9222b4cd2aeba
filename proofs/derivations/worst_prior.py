"""The worst prior: what is left over is a square, (1 − (s+1)·p)²·(s − 1)."""

from __future__ import annotations

from dpverify.proofs.derivation import Derivation
from dpverify.proofs.sums import Sum, atom, number

P, S, ETA, ONE = atom("p"), atom("e^s"), atom("eta"), number(1)
ODDS = "e^s >= 1"
GAIN = ONE - (S + ONE) * P
BOTTOM = P * S * S + ONE - P


def _square(d: Derivation, base: Sum, claim: Sum) -> str:
    return d.lemma(claim, {}, products=[(ODDS, d.square(base, {}))])


def safe(d: Derivation) -> None:
    """tanh(Rε/4) ≤ η, times the denominator; then s + 1 > 0."""
    bottom = d.lemma(BOTTOM, {}, ["p >= 0", "p <= 1", ODDS], degree=3)
    gained = P * S * S - P * BOTTOM
    most = _square(d, GAIN, (S - ONE) * BOTTOM - (S + ONE) * gained)
    scaled = d.lemma((S + ONE) * d.goal.expr, {}, products=[(most,), (bottom, "hypothesis 0")])
    d.cancel(d.goal.expr, {}, scaled, d.positive(S + ONE, [ODDS]))


PROOFS = {
    "guessing.safe-eps": safe,
}
