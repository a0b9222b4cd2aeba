"""(ε, δ)-DP, by hand."""

from __future__ import annotations

from fractions import Fraction

from dpverify.defs.definitions import ApproxDP, ProbabilisticDP
from dpverify.defs.numbers import number_text
from tests.defs.matrices import values


def test_the_first_published_misreading() -> None:
    """P = (.55, .45), Q = (.45, .55): (0, 1/10)-DP holds although P[L > 0] = .55."""
    p, q = values("11/20", "9/20"), values("9/20", "11/20")
    assert ApproxDP(0, "1/10").holds_for(p, q)
    assert not ApproxDP(0, "99/1000").holds_for(p, q)
    assert ProbabilisticDP.tight("delta", p, q, {"eps": ApproxDP(0, 0).eps}) == Fraction(11, 20)


def test_group_privacy_chain() -> None:
    """P = (3, 7)/10, R = (1, 9)/10 at e^ε = 2: δ = .1."""
    p, r = values("3/10", "7/10"), values("1/10", "9/10")
    assert ApproxDP("ln(2)", "1/10").holds_for(p, r)
    assert ApproxDP("ln(2)", "1/10").violation(p, r) is None
    assert number_text(ApproxDP.tight("eps", p, r, {"delta": ApproxDP(0, "1/10").delta})) == "ln(2)"


def test_extremes() -> None:
    """δ = 1 holds always; disjoint laws need it."""
    p, q = values("1", "0"), values("0", "1")
    assert ApproxDP(0, 1).holds_for(p, q)
    assert not ApproxDP(600, "999/1000").holds_for(p, q)
    assert ApproxDP(600, "999/1000").violation(p, q) == (0,)


def test_the_excess_is_what_the_claim_does_not_allow() -> None:
    """P(S) − e^ε Q(S) − δ: 3/4 − 2/4 − 1/5 = 1/20, and negative for an event that is allowed."""
    p, q = values("3/4", "1/4"), values("1/4", "3/4")
    claim = ApproxDP("ln(2)", "1/5")
    assert claim.excess(p, q, (0,)) == Fraction(1, 20)
    assert claim.excess(p, q, (1,)) == Fraction(1, 4) - Fraction(3, 2) - Fraction(1, 5)
    assert ApproxDP("ln(2)", "1/4").excess(p, q, (0,)) == 0
