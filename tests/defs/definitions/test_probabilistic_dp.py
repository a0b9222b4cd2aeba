"""Probabilistic DP, by hand."""

from __future__ import annotations

from fractions import Fraction

from dpverify.defs.definitions import ApproxDP, ProbabilisticDP
from tests.defs.matrices import values


def test_not_closed_under_post_processing() -> None:
    """P = (1,1,0)/2, Q = (0,1,1)/2 has P[L > 0] = 1/2; merging 0 and 1 makes it 1."""
    p, q = values("1/2", "1/2", "0"), values("0", "1/2", "1/2")
    assert ProbabilisticDP(0, "1/2").holds_for(p, q)
    merged = values("1", "0"), values("1/2", "1/2")
    assert not ProbabilisticDP(0, "1/2").holds_for(*merged)
    assert ProbabilisticDP(0, "1/2").violation(*merged) == (0,)
    assert ProbabilisticDP(0, "1/2").excess(*merged, (0,)) == Fraction(1, 2)


def test_implies_approximate_dp() -> None:
    """P[L > ε] bounds Σ max(0, P − e^ε Q)."""
    p, q = values("1/2", "3/10", "1/5"), values("1/5", "3/10", "1/2")
    delta = ProbabilisticDP.tight("delta", p, q, {"eps": ProbabilisticDP(0, 0).eps})
    assert delta == Fraction(1, 2)
    assert ApproxDP(0, delta).holds_for(p, q)
