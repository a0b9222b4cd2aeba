"""The pages about counts under partial knowledge, by hand."""

from __future__ import annotations

from dpverify.reports.findings.partial_knowledge import (
    partial_knowledge_page,
    proposition_27,
    theorem_3,
)
from dpverify.reports.markdown import to_markdown


def test_two_votes_by_hand() -> None:
    """P[X/Y ≥ 1] = 1 − P[X = 0, Y = 1] = 1 − 4/5·1/5; a count of 0 has 89/100 against 0."""
    case = theorem_3()
    text = to_markdown(partial_knowledge_page(case).report)
    assert case.delta == "21/25"
    assert "| `{0}` | 89/100 | 0 |" in text
    assert "0.89, where 0.84 is claimed" in text
    assert "**apkdp.** fails" in text


def test_a_thousand_fair_votes_by_hand() -> None:
    """√(2·ln(1.25·10^50)/250) ≈ .96063, so the next thousandth; δ near 3·10^(−49), not 10^(−50)."""
    case = proposition_27()
    assert case.eps == "961/1000"
    text = to_markdown(partial_knowledge_page(case).report)
    assert "e-49, where 1e-50 is claimed" in text
    assert "**apkdp.** fails" in text
