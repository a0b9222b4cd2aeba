"""The counts of two days, by hand."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

from dpverify.checkers.kernel.door import replay
from dpverify.reports.findings.two_days import two_days_page
from dpverify.reports.markdown import to_markdown

HALF = Fraction(1, 2)


def excess(target: int, released: str, odds: int) -> Fraction:
    """The hockey-stick divergence of what is released, by enumeration of three fair votes.

    Args: target the vote that is asked about; released "today", "tomorrow" or "both"; odds e^ε.
    """
    laws: tuple[dict[object, Fraction], dict[object, Fraction]] = ({}, {})
    for votes in product((0, 1), repeat=3):
        counts = {"today": sum(votes[:2]), "tomorrow": sum(votes)}
        seen = (*counts.values(),) if released == "both" else counts[released]
        law = laws[votes[target]]
        law[seen] = law.get(seen, Fraction(0)) + HALF**2
    p, q = laws
    orders = ((p, q), (q, p))
    return max(
        sum((max(Fraction(0), a[y] - odds * b.get(y, Fraction(0))) for y in a), Fraction(0))
        for a, b in orders
    )


def test_each_day_is_private_and_both_are_not() -> None:
    """At ε = ln 2 a day needs δ = 1/2 and 1/4; both together need 1 whatever ε is, not 3/4."""
    assert max(excess(i, "today", 2) for i in range(3)) == Fraction(1, 2)
    assert max(excess(i, "tomorrow", 2) for i in range(3)) == Fraction(1, 4)
    assert max(excess(i, "both", 4) for i in range(3)) == 1


def test_the_page_says_what_was_decided_and_each_answer_replays() -> None:
    """Two that hold and one that fails."""
    page = two_days_page()
    text = to_markdown(page.report)
    assert "| both together | `ε = 2*ln(2), δ = 3/4` | fails |" in text
    assert [replay(document).status for document in page.documents] == ["accepted"] * 3
    assert [document["verdict"] for document in page.documents] == ["holds", "holds", "fails"]
