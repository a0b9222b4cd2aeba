from __future__ import annotations

import io
import xml.etree.ElementTree as ET

import pytest

from dpverify.reports.junit import Case, to_junit
from dpverify.reports.markdown import to_markdown
from dpverify.reports.model import Display, Report, Section, Span, Table, code, paragraph, strong
from dpverify.reports.terminal import console_for, show, to_text

NASTY = "\x1b[2J<b>[x](javascript:1)|`*_\u202e"
REPORT = Report(
    ("Title ", code(NASTY)),
    (
        paragraph("It ", Span("fails", "bad"), " for ", code(NASTY), strong("!"), label="Claim"),
        Display(("3/4 > 1/4",), "text"),
        Table(("input", NASTY), (("a", code(NASTY)), ("b", NASTY))),
        Section("Inner " + NASTY, (paragraph(NASTY),)),
    ),
)


@pytest.mark.parametrize("render", [to_text, to_markdown])
def test_labels_cannot_control_the_reader(render: object) -> None:
    """No escape byte and no bidirectional override reaches the output."""
    text = render(REPORT)  # type: ignore[operator]
    assert "\x1b" not in text
    assert "\u202e" not in text
    assert "\\x1b" in text


def test_markdown_has_no_html_and_no_link_outside_code() -> None:
    text = to_markdown(REPORT)
    lines_outside_code = [line for line in text.splitlines() if "`" not in line.replace("\\`", "")]
    assert not any("<b>" in line or "](" in line.replace("\\]", "") for line in lines_outside_code)


def test_markdown_table_keeps_its_columns() -> None:
    rows = [line for line in to_markdown(REPORT).splitlines() if line.startswith("|")]
    assert {line.replace("\\|", "").count("|") for line in rows} == {3}


def test_text_has_no_trailing_blanks_and_cuts_nothing_off() -> None:
    long = "x" * 400
    text = to_text(Report(("t",), (paragraph(long, label="Long"), Table(("c",), ((long,),)))))
    assert all(line == line.rstrip() for line in text.splitlines())
    assert text.count("x") == 800
    assert max(map(len, text.splitlines())) <= 100


@pytest.mark.parametrize("label", ["Claim", "Number theory", "Counterexample", "Not computed here"])
def test_a_label_is_whole(label: str) -> None:
    """With a blank after it, however long it is."""
    (line,) = to_text(Report(("t",), (paragraph("x = 1", label=label),))).splitlines()[1:2]
    assert line.split("x = 1")[0].rstrip() == f"  {label}"
    assert line.index("x = 1") == max(15, len(label) + 3)


def test_no_color_is_honoured(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a terminal there is colour, unless NO_COLOR is set."""

    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    coloured, plain = Terminal(), Terminal()
    show(REPORT, console_for(coloured))
    monkeypatch.setenv("NO_COLOR", "1")
    show(REPORT, console_for(plain))
    assert "\x1b[1;31m" in coloured.getvalue()
    assert "\x1b[1;31m" not in plain.getvalue()
    assert "[31m" not in plain.getvalue().replace("\\x1b", "")


def test_junit_counts_and_escapes() -> None:
    cases = (
        Case("a <&> \x00\x1b", "g", "passed"),
        Case('b "q"', "g", "failure", "first <line>\nsecond", 1.5),
        Case("c", "g", "error", "unknown"),
    )
    suite = ET.fromstring(to_junit("dpverify", cases))[0]  # noqa: S314  our own text
    assert suite.attrib["tests"] == "3"
    assert suite.attrib["failures"] == "1"
    assert suite.attrib["errors"] == "1"
    assert suite.attrib["time"] == "1.500"
    assert [case.attrib["name"] for case in suite] == ["a <&> \\x00\\x1b", 'b "q"', "c"]
    failure = suite[1][0]
    assert failure.tag == "failure"
    assert failure.attrib["message"] == "first <line>"
    assert failure.text == "first <line>\nsecond"


def test_junit_names_what_an_answer_rests_on() -> None:
    """Of a passed case too; nothing is added to one that rests on nothing."""
    promises = ("a <promise>",)
    cases = tuple(Case("n", "g", how, "text", assumptions=promises) for how in ("passed", "error"))
    suite = ET.fromstring(to_junit("dpverify", (*cases, Case("n", "g", "passed"))))[0]  # noqa: S314
    outputs = [case.findtext("system-out") for case in suite]
    assert outputs == ["assuming a <promise>", "assuming a <promise>", None]
    assert [case.find("error") is not None for case in suite] == [False, True, False]


def test_where_columns_would_break_words_rows_are_listed() -> None:
    """Nine columns on 80 characters: a line for each cell, and no word in two pieces."""
    columns = (
        "id",
        "title",
        "expected",
        "status",
        "evidence",
        "scope",
        "instances",
        "mutants",
        "s",
    )
    row = ("dp.some-claim", "Post-processing keeps it", "proved", Span("proved", "good"),
           "certificate", "all finite sizes", "204/320", "3/3", "")  # fmt: skip
    table = Table(columns, (row, row))
    wide = to_text(Report(("claims",), (table,), width=160))
    assert "id" in wide.splitlines()[2]
    assert "expected" in wide.splitlines()[2]
    narrow = to_text(Report(("claims",), (table,), width=80)).splitlines()
    assert "  evidence   certificate" in narrow
    assert "  title      Post-processing keeps it" in narrow
    assert not any(line.startswith("  s ") for line in narrow), "what is empty has no line"
    assert sum("certificate" in line for line in narrow) == 2
