"""A proof as a page: what is given, every step with its certificate, the conclusion."""

from __future__ import annotations

import pytest

from dpverify.checkers.answers.proofs import read_proof
from dpverify.proofs.registry import entry
from dpverify.proofs.theorem import stored, stored_names
from dpverify.reports.markdown import to_markdown
from dpverify.reports.proof_report import proof_report


def page(name: str) -> str:
    """The page of an entry."""
    document = stored(entry(name))
    assert document is not None
    return to_markdown(proof_report(entry(name), read_proof(document)))


def test_the_page_tells_the_whole_proof() -> None:
    """Statement, hypothesis, lemma with certificate, sum, case split, conclusion."""
    shown = page("dp.post-processing.approx")
    for line in (
        "approx-dp(M; ε, δ) ⇒ approx-dp(N; ε, δ)",
        "(hypothesis 0)  δ - Σ_y part0[y] ≥ 0",
        "part0[y] = max(0, P.M[y] - Q.M[y]·e^ε)",
        "for all y, z: f[y,z]·part0[y] ≥ 0",
        "  + 1 · (part0 >= 0)·(f >= 0)",
        "Case split",
        "9 steps",
    ):
        assert line in shown


@pytest.mark.long
def test_every_stored_proof_can_be_told() -> None:
    """No step is without a reason, and each conclusion stands at the end."""
    for name in stored_names():
        shown = page(name)
        assert "## Conclusion" in shown
        assert "  step " in shown or "step " in shown.partition("## Steps")[2]


def test_a_proof_about_records_says_so() -> None:
    """Its atoms are numbers of records, and no two neighbours occur in it."""
    shown = page("laplace.k-dimensional")
    assert "any one of finitely many records or coordinates" in shown
    assert "any two neighbours" not in shown
    assert "any two neighbours" in page("dp.post-processing.approx")
