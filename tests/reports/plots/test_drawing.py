"""SVG files: the same bytes, text as text, nothing of the user's settings."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

import pytest

from dpverify.defs.numbers import Value, parse
from dpverify.reports.escape import shortened, visible
from dpverify.reports.plots.drawing import COLOURS, power_of_ten, to_svg
from dpverify.reports.plots.figure import Axis, Band, Curve, Figure, Mark, Panel
from tests.reports.hostile import PAYLOADS
from tests.reports.plots.needs import needs_matplotlib

X, Y = Axis("threshold", "votes"), Axis("smallest δ", scale="log10")
POINTS = [(Value(i), parse("1e-100") ** i) for i in range(6)]
FIGURE = Figure(
    "sample",
    "A caption <&>",
    [
        Panel(
            "a title",
            X,
            Y,
            [Curve("first", POINTS), Curve("second", [(x, y * y) for x, y in POINTS])],
            [Band("between", POINTS, [(x, Value(1)) for x, _ in POINTS])],
            [Mark("one", Value(3), parse("1e-300"))],
        ),
        Panel(
            "another",
            X,
            Axis("share"),
            [Curve("zero", [(Value(0), Value(0)), (Value(1), Value(1))])],
        ),
    ],
)


def test_powers_of_ten() -> None:
    assert [power_of_ten(place) for place in (0, -560, 3.0)] == ["10⁰", "10⁻⁵⁶⁰", "10³"]


@needs_matplotlib
def test_the_same_bytes_again() -> None:
    assert to_svg(FIGURE) == to_svg(FIGURE)


@needs_matplotlib
def test_what_the_file_says() -> None:
    """Labels with units, the legend and ticks below every float; no date."""
    text = to_svg(FIGURE)
    ET.fromstring(text)  # noqa: S314 - our own text
    for part in ("threshold (votes)", "smallest δ", "first", "second", "between", "one", "a title"):
        assert part in text
    assert "10⁻⁴⁵⁰" in text
    assert "A caption &lt;&amp;&gt;" in text
    assert "dc:date" not in text
    assert all(colour in text for colour in COLOURS[:2])
    assert not any(line != line.rstrip() for line in text.splitlines())


@needs_matplotlib
def test_the_users_settings_change_nothing() -> None:
    """And ours do not leak."""
    import matplotlib as mpl

    before = to_svg(FIGURE)
    with mpl.rc_context({"font.size": 30, "svg.hashsalt": None, "axes.facecolor": "red"}):
        assert to_svg(FIGURE) == before
        assert mpl.rcParams["font.size"] == 30


@needs_matplotlib
def test_a_point_without_a_place_is_a_gap() -> None:
    """0 on a logarithmic axis: the line has two parts, and is not drawn down to anything."""
    whole, broken = (
        to_svg(
            Figure(
                "gap", "gap", [Panel("t", X, Y, [Curve("c", [(Value(i), y) for i, y in points])])]
            )
        )
        for points in (
            [(i, Value(1) / (i + 1)) for i in range(5)],
            [(i, Value(1) / (i + 1) if i != 2 else Value(0)) for i in range(5)],
        )
    )
    assert (starts(whole), starts(broken)) == (1, 2)


def starts(text: str) -> int:
    """In how many parts the line of the first colour is, without its sample in the legend."""
    paths: list[str] = re.findall(r'<path d="([^"]*)"[^>]*stroke: #0072b2', text)
    return max(path.count("M") for path in paths)


@needs_matplotlib
@pytest.mark.parametrize("start", range(0, len(PAYLOADS), 6))
def test_labels_stay_text(start: int) -> None:
    """Hostile titles, axes, curves and captions: shown as they are, and no element is added."""

    def drawn(texts: list[str]) -> ET.Element:
        panels = [
            Panel(text, Axis(text, text), Axis(text), [Curve(text, [(Value(0), Value(1))])])
            for text in texts
        ]
        return ET.fromstring(to_svg(Figure("x", texts[0], panels)))  # noqa: S314 - our own text

    hostile = PAYLOADS[start : start + 6]
    found, harmless = drawn(hostile), drawn(["harmless"] * len(hostile))
    tags = {element.tag for element in found.iter()}
    assert tags == {element.tag for element in harmless.iter()}
    texts = "\n".join(found.itertext())
    assert texts.replace("\n", "").isprintable()
    for text in hostile:
        assert texts.count(shortened(visible(text)).strip()) >= 3, text  # title, axis, legend
