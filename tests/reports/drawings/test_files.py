"""Files of drawings: the same bytes, style and key inside, all written or none."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

import dpverify as dv
from dpverify.defs.errors import FileError
from dpverify.defs.numbers import Value
from dpverify.reports.drawings import files
from dpverify.reports.drawings.delta_curve import delta_curve
from dpverify.reports.drawings.figure import Axis, Curve, Figure, Panel
from dpverify.reports.drawings.files import plots_section, save_figures, svg_file
from dpverify.reports.drawings.heat_map import heat_map
from dpverify.reports.drawings.pair import pair_of
from dpverify.reports.drawings.plot import plot_svg
from dpverify.reports.escape import shortened, visible
from dpverify.reports.markdown import to_markdown
from dpverify.reports.model import Picture, Report
from dpverify.reports.terminal import to_text
from tests.reports.drawings.samples import CHANNEL, panel_of
from tests.reports.hostile import PAYLOADS

SVG = "{http://www.w3.org/2000/svg}"
RR = dv.Channel(["no", "<&>"], ["no", "yes"], [["3/4", "1/4"], ["1/4", "3/4"]])
PAIR = pair_of(RR, ("no", "<&>"), ["no"])
CURVE = delta_curve(PAIR, "pure-dp", {"eps": 1.0})
PANEL = Panel("t", Axis("x"), Axis("y"), [Curve("c", [(Value(0), Value(1)), (Value(1), Value(2))])])
FIGURES = [Figure("one", "first", [PANEL]), Figure("two", "second", [PANEL])]


def drawn(figure: Figure) -> ET.Element:
    return ET.fromstring(svg_file(figure))  # noqa: S314 - our own text


def test_a_file_is_svg_with_its_style() -> None:
    """Well-formed, sized, coloured light and dark; nothing of the page, nothing from elsewhere."""
    text, root = svg_file(CURVE), drawn(CURVE)
    assert root.tag == f"{SVG}svg"
    assert root.attrib["viewBox"] == f"0 0 {root.attrib['width']} {root.attrib['height']}"
    style = root.findtext(f"{SVG}style") or ""
    assert "prefers-color-scheme: dark" in style
    used = set(re.findall(r"var\((--[a-z0-9-]+)\)", style))
    assert used <= set(re.findall(r"(--[a-z0-9-]+):", style))
    assert ".filters" not in style
    assert "url(" not in text
    assert text.count("http") == 1  # the name space
    assert "the inputs no and &lt;&amp;&gt;" in text
    assert svg_file(CURVE) == text


def test_the_drawing_is_that_of_a_page() -> None:
    """The same markup but for its size, with title and key around it."""
    text = svg_file(CURVE)
    marks = plot_svg(panel_of(CURVE)).split("<title>", 1)[1]
    assert marks in text
    said = "".join(drawn(CURVE).itertext())
    for words in ("δ as a function of ε", "the claim", "the truth at the claim's ε"):
        assert words in said


def test_the_marks_stand_where_the_numbers_say() -> None:
    """At ε = 1 the truth is δ = 3/4 − e/4 ≈ 0.0704, the claim 0, on a scale up to 0.6 (1.2 · ½)."""
    found = drawn(CURVE).iter(f"{SVG}circle")
    circles = [each.attrib for each in found if len(each)]  # those of the key have no title
    floor, top = 260 - 42, 26
    heights = [(floor - float(each["cy"])) / (floor - top) * 0.6 for each in circles]
    assert heights == pytest.approx([0.0704, 0], abs=1e-3)


@pytest.mark.parametrize(("number", "columns"), [(1, 1), (2, 2), (3, 3), (4, 2), (5, 3)])
def test_panels_lie_in_rows(number: int, columns: int) -> None:
    """Each with its title, none over another, all inside the file."""
    panels = [Panel(f"panel {n}", PANEL.x, PANEL.y, PANEL.curves) for n in range(number)]
    root = drawn(Figure("x", "several", panels))
    assert float(root.attrib["width"]) == columns * (380 + 12)
    said = "".join(root.itertext())
    assert all((f"panel {n}" in said) == (number > 1) or n == 0 for n in range(number))
    assert len(root.findall(f".//{SVG}svg")) == number


def test_a_heat_map_is_a_file_too() -> None:
    root = drawn(heat_map(CHANNEL, "M"))
    assert len([each for each in root.iter(f"{SVG}rect") if each.get("class") == "cell"]) == 8
    said = "".join(root.itertext())
    assert "The channel M" in said
    assert "The stronger the colour" in said


def test_long_words_are_broken() -> None:
    """No line is wider than the file."""
    curve = Curve("a curve " * 20, PANEL.curves[0].points)
    root = drawn(Figure("x", "a title " * 20, [Panel("t", PANEL.x, PANEL.y, [curve])]))
    lines = [each.text or "" for each in root.iter(f"{SVG}text")]
    assert len(lines) > 10
    assert max(map(len, lines)) * 6.6 <= float(root.attrib["width"])


@pytest.mark.parametrize("payload", PAYLOADS)
def test_words_stay_text(payload: str) -> None:
    """Hostile titles and labels: shown as they are, but for line breaks; no element is added."""
    panels = [Panel(payload, PANEL.x, PANEL.y, [Curve(payload, PANEL.curves[0].points)])] * 2
    found = drawn(Figure("x", payload, panels))
    assert {each.tag.removeprefix(SVG) for each in found.iter()} <= {
        "svg", "style", "title", "desc", "g", "text", "line", "path",
    }  # fmt: skip
    said = "".join("".join(found.itertext()).split())
    assert said.count("".join(shortened(visible(payload)).split())) >= 5


def test_one_file_for_each(tmp_path: Path) -> None:
    folder = tmp_path / "plots"
    paths = save_figures(FIGURES, folder)
    assert paths == (folder / "one.svg", folder / "two.svg")
    assert sorted(path.name for path in folder.iterdir()) == ["one.svg", "two.svg"]
    assert all(path.read_text("utf-8").startswith("<svg") for path in paths)


def test_all_or_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A figure that cannot be drawn leaves no file and no folder."""

    def second_fails(figure: Figure) -> str:
        if figure.name == "two":
            raise RuntimeError("no")
        return svg_file(figure)

    monkeypatch.setattr(files, "svg_file", second_fails)
    with pytest.raises(RuntimeError, match="no"):
        save_figures(FIGURES, tmp_path / "plots")
    assert list(tmp_path.iterdir()) == []


def test_refuses_a_file(tmp_path: Path) -> None:
    (tmp_path / "plots").write_text("mine")
    with pytest.raises(FileError, match="cannot make the folder"):
        save_figures(FIGURES, tmp_path / "plots")
    assert (tmp_path / "plots").read_text() == "mine"


@pytest.mark.parametrize("names", [("one", "one"), ("../one",), ("",), ("One",)])
def test_names_are_plain_and_different(names: tuple[str, ...], tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="plain and different"):
        save_figures([Figure(name, "c", [PANEL]) for name in names], tmp_path)


def test_the_section_names_files_from_where_the_report_is(tmp_path: Path) -> None:
    """A link in a report must lead from the report's folder, not from the working one."""
    paths = [tmp_path / "plots" / "one.svg", tmp_path / "plots" / "two.svg"]
    section = plots_section(FIGURES, paths, tmp_path / "reports" / "r.md")
    assert section.blocks == (
        Picture("../plots/one.svg", "first", FIGURES[0]),
        Picture("../plots/two.svg", "second", FIGURES[1]),
    )
    alone = plots_section(FIGURES, [Path("plots/one.svg"), Path("plots/two.svg")], None)
    assert alone.blocks[0] == Picture("plots/one.svg", "first", FIGURES[0])


def test_a_path_is_a_path_in_every_form() -> None:
    """Neither Markdown nor a terminal reads anything but a file name in it."""
    picture = Picture("a b/(x)](http:y)\x1b.svg", "c [d](e)")
    report = Report(("t",), (picture,))
    assert to_markdown(report).splitlines()[-1] == (
        "![c \\[d\\](e)](a%20b/%28x%29%5D%28http%3Ay%29%1B.svg)"
    )
    assert "\x1b" not in to_text(report)
