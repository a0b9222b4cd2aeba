"""Drawings as files of their own."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

import pytest

import dpverify as dv
from dpverify.reports.html.curves import delta_drawing
from dpverify.reports.html.markup import Html
from dpverify.reports.html.pair import pair_of
from dpverify.reports.html.standalone import standalone

RR = dv.Channel(["no", "<&>"], ["no", "yes"], [["3/4", "1/4"], ["1/4", "3/4"]])
PLACE = {"inputs": ["no", "<&>"], "event": ["no"]}


def drawn() -> str:
    drawing, keys = delta_drawing(pair_of(RR, PLACE), "pure-dp", {"eps": 1.0})
    assert [key.style for key in keys] == ["truth", "dot claimed", "dot"]
    return standalone(drawing)


def test_a_file_is_svg_with_its_style() -> None:
    """Well-formed, sized, coloured light and dark; nothing of the page, nothing from elsewhere."""
    text = drawn()
    root = ET.fromstring(text)  # noqa: S314  our own text
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert (root.attrib["width"], root.attrib["height"]) == ("380", "260")
    style = root.findtext("{http://www.w3.org/2000/svg}style") or ""
    assert "prefers-color-scheme: dark" in style
    assert {"--ink", "--accent", "--event"} <= set(re.findall(r"(--[a-z]+):", style))
    assert set(re.findall(r"var\((--[a-z-]+)\)", style)) <= set(re.findall(r"(--[a-z-]+):", style))
    assert ".filters" not in style
    assert "url(" not in text
    assert text.count("http") == 1  # the name space
    assert "the inputs no and &lt;&amp;&gt;" in text


def test_the_same_bytes_again() -> None:
    assert drawn() == drawn()


def test_the_marks_stand_where_the_numbers_say() -> None:
    """At ε = 1 the truth is δ = 3/4 − e/4 ≈ 0.0704, the claim 0, on a scale up to 0.6 (1.2 · ½)."""
    circles = [
        element.attrib for element in ET.fromstring(drawn()).iter()  # noqa: S314  our own text
        if element.tag.endswith("circle")
    ]  # fmt: skip
    floor, top = 260 - 40, 24
    heights = [(floor - float(each["cy"])) / (floor - top) * 0.6 for each in circles]
    assert heights == pytest.approx([0.0704, 0], abs=1e-3)


def test_what_is_no_drawing_is_refused() -> None:
    with pytest.raises(ValueError, match="one svg element"):
        standalone(Html("<p>x</p>"))
