"""Privacy at risk, by hand."""

from __future__ import annotations

from fractions import Fraction

import pytest

from dpverify.defs.channel import Channel
from dpverify.defs.definitions import PrivacyAtRisk, ProbabilisticDP
from dpverify.defs.errors import ChannelError
from dpverify.defs.numbers import INFINITY, ln
from tests.defs.matrices import values

P = values("1/50", "1/200", "19/40", "3/8", "1/8")
Q = values("1/200", "1/50", "19/40", "1/8", "3/8")


def test_the_published_example() -> None:
    """Losses ±ln 4, 0, ±ln 3: beyond ln 3 the risk is 1/40, and merging makes it 21/40."""
    assert PrivacyAtRisk.tight("risk", P, Q, {"eps": ln(3)}) == Fraction(1, 40)
    assert PrivacyAtRisk("ln(3)", "1/40").holds_for(P, Q)
    merged = values("79/200", "13/100", "19/40"), values("13/100", "79/200", "19/40")
    assert PrivacyAtRisk("ln(3)", "1/40").violation(*merged) == (0, 1)
    assert PrivacyAtRisk("ln(3)", "1/40").excess(*merged, (0, 1)) == Fraction(1, 2)


def test_small_probabilities_count_as_well() -> None:
    """An output too likely under Q is at risk; for probabilistic DP it is not."""
    p, q = values("1/10", "9/10"), values("9/10", "1/10")
    assert PrivacyAtRisk.tight("risk", p, q, {"eps": ln(2)}) == 1
    assert ProbabilisticDP.tight("delta", p, q, {"eps": ln(2)}) == Fraction(9, 10)


def test_what_p_never_gives_carries_no_risk() -> None:
    """P(o) = 0 < Q(o) is an infinite loss of probability 0; Q(o) = 0 < P(o) is not."""
    p, q = values("0", "1"), values("1/2", "1/2")
    assert PrivacyAtRisk.tight("eps", p, q, {"risk": PrivacyAtRisk(0, 0).risk}) == ln(2)
    assert PrivacyAtRisk.tight("eps", q, p, {"risk": PrivacyAtRisk(0, 0).risk}) == INFINITY
    assert PrivacyAtRisk.tight("risk", q, p, {"eps": ln(2)}) == Fraction(1, 2)


def test_a_directed_relation_is_refused() -> None:
    """Both laws of a pair are looked at, so a pair that goes one way makes no sense."""
    one_way = Channel(["a", "b"], ["y"], [["1"]] * 2, [["a", "b"]], directed=True)
    with pytest.raises(ChannelError, match="privacy-at-risk looks at both orders"):
        PrivacyAtRisk.pairs(one_way)
    assert list(ProbabilisticDP.pairs(one_way)) == [(0, 1)]
