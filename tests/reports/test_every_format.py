"""A channel whose every text attacks, in every format that a verdict has.

Those of `check`, colours on a terminal, annotations of GitHub and what a failed test prints.
Drawings are in `drawings/`, notebooks in `test_notebook.py`.
"""

from __future__ import annotations

import io
import json
import re
import xml.etree.ElementTree as ET
from typing import Any

import pytest
from rich.console import Console

import dpverify as dv
from dpverify.app.commands.output import Result, rendered
from dpverify.checkers.answers.documents import read_answer
from dpverify.reports.assertion_report import failure_message
from dpverify.reports.brief import brief_text, explanation_text
from dpverify.reports.escape import visible
from dpverify.reports.gate_report import gate_writer
from dpverify.reports.github import annotation
from dpverify.reports.html.result_page import result_page
from dpverify.reports.result_cases import result_case
from dpverify.reports.result_report import result_report
from dpverify.reports.sarif import Finding
from dpverify.reports.terminal import show
from tests.reports.hostile import PAYLOADS
from tests.reports.html.parsed import parsed

FORMATS = ("text", "line", "json", "markdown", "html", "latex", "junit", "sarif")
ELSEWHERE = ("terminal", "github", "pytest", "print", "explain", "claims")
COLOUR = re.compile(r"\x1b\[[0-9;]*m")
# A channel refuses labels that are no text in UTF-8.
LABELS = [payload for payload in PAYLOADS if payload != "\ud800"]


def refuted(label: str) -> dict[str, Any]:
    """A refuted claim on a channel with this label as input, output, title, source and note."""
    channel = dv.Channel(
        [label, "other"], [label, "rest"], [["3/4", "1/4"], ["1/4", "3/4"]],
        title=label, source=label, notes=label,
    )  # fmt: skip
    return dv.check(channel, dv.PureDP(eps=1)).to_dict()


def shown(document: dict[str, Any], form: str) -> str:
    """A result in one format."""
    if form in ELSEWHERE:
        return elsewhere(document, form)
    result = Result(
        lambda: result_report(read_answer(document)),
        lambda: document,
        lambda: (result_case(read_answer(document)),),
        lambda: result_page(read_answer(document)),
        lambda: (Finding(read_answer(document)),),
    )
    return rendered(result, form)


def elsewhere(document: dict[str, Any], form: str) -> str:
    """What is shown where no format is asked for."""
    if form == "github":
        found = annotation(read_answer(document), file="claims.toml", line=1)
        assert found is not None
        return found
    if form == "pytest":
        return failure_message(read_answer(document))
    if form in ("print", "explain"):
        return (brief_text if form == "print" else explanation_text)(read_answer(document))
    stream = io.StringIO()
    if form == "claims":
        gate_writer([("a claim", "holds", read_answer(document))], [], "line")(stream)
        return stream.getvalue()
    console = Console(file=stream, width=80, force_terminal=True, highlight=False, markup=False)
    show(result_report(read_answer(document)), console)
    assert COLOUR.search(stream.getvalue())
    return COLOUR.sub("", stream.getvalue())


@pytest.mark.sampled(3)
@pytest.mark.parametrize("label", LABELS)
def test_a_label_is_text_and_nothing_else(label: str) -> None:
    """No hidden character in any format, and each reads as its own kind of text."""
    document = refuted(label)
    for form in (*FORMATS, *ELSEWHERE):
        is_only_text(label, form, shown(document, form))


def is_only_text(label: str, form: str, text: str) -> None:
    """What a format must not do with a label."""
    assert not [c for c in text if not c.isprintable() and c != "\n"]
    if form in ("json", "sarif"):
        assert text.isascii()
        assert json.loads(text)
    if form == "html":
        assert "<script" not in text
        assert parsed(text).saved()["subject"]["channel"]["inputs"] == [label, "other"]
    if form in ("line", "claims"):
        assert re.fullmatch("fails: [^\n]*\n", text)
    if form == "print":
        assert len(text.splitlines()) <= 5
    if form == "github":
        assert text.count("\n") == 0
        assert re.match(r"::error file=claims\.toml,line=1,title=[^:,]*::", text)
    if form == "junit":
        case = ET.fromstring(text)[0][0]  # noqa: S314  our own text
        assert [child.tag for child in case] == ["failure", "system-out"]
    if form == "markdown" and len(label) < 100:
        assert visible(label) in text  # in a code span, where it stands as it is


def test_there_are_a_hundred_of_them() -> None:
    """What the formats are promised against, each only once."""
    assert len(set(PAYLOADS)) == len(PAYLOADS) >= 100
