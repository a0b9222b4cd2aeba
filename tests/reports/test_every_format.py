"""A channel whose every text attacks, in every format that `check` has."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET

import pytest

import dpverify as dv
from dpverify.commands.output import Result, rendered
from dpverify.reports.escape import visible
from dpverify.reports.html.result_page import result_page
from dpverify.reports.result_cases import result_case
from dpverify.reports.result_report import result_report
from dpverify.reports.sarif import Finding
from tests.reports.hostile import PAYLOADS
from tests.reports.html.parsed import parsed

FORMATS = ("text", "json", "markdown", "html", "latex", "junit", "sarif")
# A channel refuses labels that are no text in UTF-8.
LABELS = [payload for payload in PAYLOADS if payload != "\ud800"]


def shown(label: str, form: str) -> str:
    """A refuted claim on a channel with this label as input, output, title, source and note."""
    channel = dv.Channel(
        [label, "other"], [label, "rest"], [["3/4", "1/4"], ["1/4", "3/4"]],
        title=label, source=label, notes=label,
    )  # fmt: skip
    document = dv.check(channel, dv.PureDP(eps=1)).to_dict()
    result = Result(
        lambda: result_report(document),
        lambda: document,
        lambda: (result_case(document),),
        lambda: result_page(document),
        lambda: (Finding(document),),
    )
    return rendered(result, form)


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("label", LABELS)
def test_a_label_is_text_and_nothing_else(label: str, form: str) -> None:
    """No hidden character in any format, and each reads as its own kind of text."""
    text = shown(label, form)
    assert not [c for c in text if not c.isprintable() and c != "\n"]
    if form in ("json", "sarif"):
        assert text.isascii()
        assert json.loads(text)
    if form == "html":
        assert "<script" not in text
        assert parsed(text).saved()["subject"]["channel"]["inputs"] == [label, "other"]
    if form == "junit":
        case = ET.fromstring(text)[0][0]  # noqa: S314  our own text
        assert [child.tag for child in case] == ["failure"]
    if form == "markdown" and len(label) < 100:
        assert visible(label) in text  # in a code span, where it stands as it is
