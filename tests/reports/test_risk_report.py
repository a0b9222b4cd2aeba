"""The report about privacy at risk."""

from __future__ import annotations

from dpverify.checkers.answers.figures import Figure, read_figure
from dpverify.defs.numbers import parse
from dpverify.reports.markdown import to_markdown
from dpverify.reports.risk_report import Comparison, line, risk_document, risk_report

FOUND = Comparison(
    "laplace",
    "A title",
    {"ε": "1/2"},
    (
        line("a", parse("1/3")),
        line("b", None, Figure(None, "0.1", "0.2")),
        line("c", "yes", parse("1/3+" + "+".join(f"exp({i})" for i in range(1, 20)))),
    ),
    ("A remark.",),
    ("x", "y"),
    (("1", "2"),),
)


def test_the_document_holds_everything() -> None:
    """Numbers as documents carry them, missing ones as null, the points of the figure."""
    document = risk_document(FOUND)
    assert document["lines"][0]["source"]["exact"] == "1/3"
    assert document["lines"][0]["truth"] is None
    assert document["figure"] == {"columns": ["x", "y"], "points": [["1", "2"]]}
    assert "figure" not in risk_document(Comparison("t", "t", {}))


def test_the_report_shows_short_numbers_exactly() -> None:
    """1/3 with its decimal, a long number as a decimal alone, an interval as one."""
    text = to_markdown(risk_report(FOUND))
    assert "1/3 ≈ 0.3333333333" in text
    assert "in \\[0.1, 0.2\\]" in text
    assert "exp(19)" not in text
    assert "A remark." in text


def test_a_very_small_number_is_not_shown_as_zero() -> None:
    """Beyond the exponents of the default decimal context too."""
    figure = {
        "exact": None,
        "lower": "4.24391896168552097e-1954329",
        "upper": "4.24391896168552098e-1954329",
    }
    report = risk_report(Comparison("t", "t", {}, (line("a", None, read_figure(figure)),)))
    assert "4.243918962e-1954329" in to_markdown(report)
