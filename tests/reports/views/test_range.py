"""Results for every ε of a range, as readers see them."""

from __future__ import annotations

from dpverify.checkers.all_eps.decide import FamilyClaim, check_family
from dpverify.checkers.all_eps.line import Range
from dpverify.checkers.answers.documents import read_answer
from dpverify.reports.result_report import result_report
from dpverify.reports.terminal import to_text
from tests.checkers.all_eps.test_settle import WARNER, family


def test_parts_with_their_ends() -> None:
    """Exact ends as they are, enclosed ones as a decimal; what belongs to a part."""
    claim = FamilyClaim("approx-dp", {"eps": "eps/2", "delta": "1/10"})
    document = check_family(WARNER, claim, Range()).to_dict()
    text = to_text(result_report(read_answer(document)))
    assert "holds   0 (not included)" in text
    assert "≈ 0.3703667482 (not included)   inf (not included)" in text
    assert "Fails at     ε = 2: x = x, x' = y, event {a}" in text
    assert "replay re-checks the failures" in text


def test_a_logarithm_is_named() -> None:
    """P(a) = e^{−ε} against 1/2, claim 0: holds at ε = ln 2 alone."""
    made = family("exp(-eps) 1-exp(-eps)", "1/2 1/2")
    document = check_family(made, FamilyClaim("pure-dp", {"eps": "0"}), Range()).to_dict()
    text = to_text(result_report(read_answer(document)))
    assert "holds   ln(2) ≈ 0.6931471806" in text
    assert text.count("Fails at") == 2
    assert [part["verdict"] for part in document["range"]["parts"]] == ["fails", "holds", "fails"]
    assert document["range"]["parts"][1]["includes"] == [True, True]
