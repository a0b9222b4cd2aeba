"""Files of plots: all or none, and one clear line where matplotlib is missing."""

from __future__ import annotations

from pathlib import Path

import pytest

from dpverify.defs.errors import FileError, UsageError
from dpverify.defs.numbers import Value
from dpverify.reports.markdown import to_markdown
from dpverify.reports.model import Picture, Report
from dpverify.reports.plots import drawing, saving
from dpverify.reports.plots.figure import Axis, Curve, Figure, Panel
from dpverify.reports.terminal import to_text
from tests.command_line import run
from tests.reports.plots.needs import needs_matplotlib

PANEL = Panel("t", Axis("x"), Axis("y"), [Curve("c", [(Value(0), Value(1)), (Value(1), Value(2))])])
FIGURES = [Figure("one", "first", [PANEL]), Figure("two", "second", [PANEL])]


@needs_matplotlib
def test_one_file_for_each(tmp_path: Path) -> None:
    folder = tmp_path / "plots"
    paths = saving.save_figures(FIGURES, folder)
    assert paths == (folder / "one.svg", folder / "two.svg")
    assert sorted(path.name for path in folder.iterdir()) == ["one.svg", "two.svg"]
    assert all(path.read_text("utf-8").startswith("<?xml") for path in paths)


@needs_matplotlib
def test_all_or_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A figure that cannot be drawn leaves no file and no folder."""
    draw = drawing.to_svg

    def second_fails(figure: Figure) -> str:
        if figure.name == "two":
            raise RuntimeError("no")
        return draw(figure)

    monkeypatch.setattr(drawing, "to_svg", second_fails)
    with pytest.raises(RuntimeError, match="no"):
        saving.save_figures(FIGURES, tmp_path / "plots")
    assert list(tmp_path.iterdir()) == []


@needs_matplotlib
def test_refuses_a_file(tmp_path: Path) -> None:
    (tmp_path / "plots").write_text("mine")
    with pytest.raises(FileError, match="cannot make the folder"):
        saving.save_figures(FIGURES, tmp_path / "plots")
    assert (tmp_path / "plots").read_text() == "mine"


@needs_matplotlib
@pytest.mark.parametrize("names", [("one", "one"), ("../one",), ("",), ("One",)])
def test_names_are_plain_and_different(names: tuple[str, ...], tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="plain and different"):
        saving.save_figures([Figure(name, "c", [PANEL]) for name in names], tmp_path)


def test_without_matplotlib(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One line that says what to install, before any work and without a file; status 2."""
    monkeypatch.setattr(saving, "find_spec", lambda _: None)
    with pytest.raises(UsageError, match="pip install matplotlib"):
        saving.save_figures(FIGURES, tmp_path / "plots")
    line = run("counterexample", "thresholding", "--plots", tmp_path / "plots").one_line()
    assert "needs matplotlib" in line
    assert list(tmp_path.iterdir()) == []


def test_the_section_names_files_from_where_the_report_is(tmp_path: Path) -> None:
    """A link in a report must lead from the report's folder, not from the working one."""
    paths = [tmp_path / "plots" / "one.svg", tmp_path / "plots" / "two.svg"]
    section = saving.plots_section(FIGURES, paths, tmp_path / "reports" / "r.md")
    assert section.blocks == (
        Picture("../plots/one.svg", "first"),
        Picture("../plots/two.svg", "second"),
    )
    alone = saving.plots_section(FIGURES, [Path("plots/one.svg"), Path("plots/two.svg")], None)
    assert alone.blocks[0] == Picture("plots/one.svg", "first")


def test_a_path_is_a_path_in_every_form() -> None:
    """Neither Markdown nor a terminal reads anything but a file name in it."""
    picture = Picture("a b/(x)](http:y)\x1b.svg", "c [d](e)")
    report = Report(("t",), (picture,))
    assert to_markdown(report).splitlines()[-1] == (
        "![c \\[d\\](e)](a%20b/%28x%29%5D%28http%3Ay%29%1B.svg)"
    )
    assert "\x1b" not in to_text(report)
