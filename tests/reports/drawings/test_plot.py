"""A panel as SVG: where lines lie, ticks, text as text, and what those hear who do not see it."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

import pytest

from dpverify.defs.numbers import Value, parse
from dpverify.reports.drawings.figure import Axis, Band, Bar, Bars, Curve, Mark, Panel
from dpverify.reports.drawings.plot import plot_svg, powers, ticks
from dpverify.reports.escape import shortened, visible
from tests.reports.hostile import PAYLOADS

X, Y = Axis("threshold", "votes"), Axis("smallest δ", scale="log10")
POINTS = [(Value(i), parse("1e-100") ** i) for i in range(6)]
PANEL = Panel(
    "a title", X, Y,
    [Curve("first", POINTS), Curve("second", [(x, y * y) for x, y in POINTS])],
    [Band("between", POINTS, [(x, Value(1)) for x, _ in POINTS])],
    [Mark("one", Value(3), parse("1e-300"), detail="at 3")],
)  # fmt: skip


def drawn(panel: Panel) -> ET.Element:
    return ET.fromstring(plot_svg(panel))  # noqa: S314 - our own text


def corners(panel: Panel, style: str) -> list[tuple[float, float]]:
    """The points of the one path of a style."""
    (path,) = (each for each in drawn(panel).iter("path") if each.get("class") == style)
    pairs = re.findall(r"([\d.-]+),([\d.-]+)", path.attrib["d"])
    return [(float(x), float(y)) for x, y in pairs]


@pytest.mark.parametrize(
    ("ends", "words"),
    [
        ((0, 1), ["0", "0.2", "0.4", "0.6", "0.8", "1"]),
        ((-1, 1), ["−1", "−0.5", "0", "0.5", "1"]),
        ((0, 0.003), ["0", "0.001", "0.002", "0.003"]),
        ((0, 4e-9), ["0", "1e−9", "2e−9", "3e−9", "4e−9"]),
        ((0, 50), ["0", "10", "20", "30", "40", "50"]),
        ((0, 80_000), ["0", "20,000", "40,000", "60,000", "80,000"]),
        ((0, 4e9), ["0", "1e9", "2e9", "3e9", "4e9"]),
        ((0.99990, 1.0), ["0.9999", "0.99992", "0.99994", "0.99996", "0.99998", "1"]),
    ],
)
def test_ticks_are_round_and_differ(ends: tuple[float, float], words: list[str]) -> None:
    assert [tick.words for tick in ticks(ends)] == words


@pytest.mark.parametrize(
    ("ends", "words"),
    [
        ((-560, 0), ["10⁻⁴⁰⁰", "10⁻²⁰⁰", "10⁰"]),
        ((0, 2), ["10⁰", "10¹", "10²"]),
        ((-1, 0), ["10⁻¹", "10⁰"]),
    ],
)
def test_powers_of_ten(ends: tuple[float, float], words: list[str]) -> None:
    assert [tick.words for tick in powers(ends)] == words


def test_the_least_lies_left_and_low() -> None:
    """And in the same ratios as the numbers."""
    points = [(Value(0), Value(0)), (Value(1), Value(3)), (Value(4), Value(4))]
    axes = Axis("x", ends=(0, 4)), Axis("y", ends=(0, 4))
    first, second, third = corners(Panel("t", *axes, [Curve("c", points)]), "line s0")
    assert (second[0] - first[0]) / (third[0] - first[0]) == pytest.approx(0.25, abs=1e-3)
    assert (first[1] - second[1]) / (first[1] - third[1]) == pytest.approx(0.75, abs=1e-3)
    assert first[0] < second[0]
    assert first[1] > second[1]


def test_what_the_drawing_says() -> None:
    """Axes with units, ticks below every float; title and description for those who listen."""
    found = drawn(PANEL)
    texts = {each.text for each in found.iter("text")}
    assert {"threshold (votes)", "smallest δ", "10⁻⁴⁰⁰", "0", "5"} <= texts
    assert found.attrib["role"] == "img"
    assert found.attrib["aria-label"] == found.findtext("title") == PANEL.spoken
    spoken = found.findtext("desc") or ""
    for words in ("across: threshold (votes), 0 to 5", "first; second; between; one"):
        assert words in spoken
    assert "at 3" in [each.text for each in found.iter("title")]


def test_the_same_bytes_again() -> None:
    assert plot_svg(PANEL) == plot_svg(PANEL)


@pytest.mark.parametrize(("share", "runs"), [(1, 1), (0, 2)])
def test_a_point_without_a_place_is_a_gap(share: int, runs: int) -> None:
    """0 on a logarithmic axis: the line has two parts, and is not drawn down to anything."""
    points = [(Value(i), Value(1) / (i + 1) if i != 2 else Value(share)) for i in range(5)]
    (line,) = (
        each for each in drawn(Panel("t", X, Y, [Curve("c", points)])).iter("path")
        if each.get("class") == "line s0"
    )  # fmt: skip
    assert line.attrib["d"].count("M") == runs
    assert len(re.findall(",", line.attrib["d"])) == 5 - (runs - 1)


def test_a_curve_of_one_point_is_seen() -> None:
    """A path of length 0 would not be; nothing is divided by the length of an axis either."""
    points = [(Value(3), Value(7))]
    ((x, y),) = corners(Panel("t", Axis("x"), Axis("y"), [Curve("c", points)]), "line s0")
    assert 0 < x < 380
    assert 0 < y < 260


def test_a_mark_without_a_place_is_left_out() -> None:
    panel = Panel("t", X, Y, [Curve("c", POINTS)], marks=[Mark("none", Value(1), Value(0))])
    assert not list(drawn(panel).iter("circle"))


def test_what_is_listed_first_lies_on_top() -> None:
    styles = [each.get("class") for each in drawn(PANEL).iter()]
    assert styles.index("band s0") < styles.index("line s1") < styles.index("line s0")
    assert styles.index("line s0") < styles.index("dot s0")


def test_a_bar_above_zero_is_seen() -> None:
    """A probability that is none of a pixel still has a bar; one of 0 has not."""
    bars = [Bar(0, 1, 0, 1e-9, "little"), Bar(1, 2, 0, 0, "none"), Bar(2, 3, 0, 1, "all")]
    axes = Axis("x", ends=(0, 3)), Axis("y", ends=(0, 1))
    found = drawn(Panel("t", *axes, bars=[Bars("b", bars)])).iter("rect")
    heights = [float(each.attrib["height"]) for each in found]
    assert heights == [0.8, 0, pytest.approx(192)]


@pytest.mark.parametrize("payload", PAYLOADS)
def test_labels_stay_text(payload: str) -> None:
    """Hostile titles, axes and curves: shown as they are, and no element is added."""

    def panel(words: str) -> ET.Element:
        axes = Axis(words, words), Axis(words, names=[(0, words)])
        return drawn(Panel(words, *axes, [Curve(words, [(Value(0), Value(1))])]))

    found, harmless = panel(payload), panel("harmless")
    assert [each.tag for each in found.iter()] == [each.tag for each in harmless.iter()]
    texts = "\n".join(found.itertext())
    assert texts.replace("\n", "").isprintable()
    assert texts.count(shortened(visible(payload))) >= 2  # an axis without a unit, the key
