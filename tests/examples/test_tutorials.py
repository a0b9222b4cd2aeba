"""The tutorials of the researcher, the teacher and the engineer are played as they stand."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.page_blocks import play, run, steps
from tests.repository.source import ROOT

FOLDER = ROOT / "docs" / "tutorials"


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "commands", "written"),
    [
        ("engineer", 6, ("page.html", "privacy.xml")),
        ("teacher", 8, ("handout.html", "handout.tex", "lecture.html", "result.json")),
        ("researcher", 6, ("report/suite.json", "pages/mine.half-the-time.eps.html")),
    ],
)
def test_a_tutorial(tmp_path: Path, name: str, commands: int, written: tuple[str, ...]) -> None:
    """Its files are written, its commands run in order, and what is shown is printed."""
    assert play(FOLDER / f"{name}.md", tmp_path) == commands
    for file in written:
        assert (tmp_path / file).stat().st_size > 300  # a test report of one test is short
        if file.endswith(".html"):
            assert (tmp_path / file).read_text("utf-8").startswith("<!DOCTYPE html>")
    if name == "researcher":  # "Mark the false claim": then all ends as expected
        half = tmp_path / "half.py"
        text = half.read_text("utf-8")
        marked = text.replace(
            'expected="proved"', 'expected="refuted" if label == "eps" else "proved"'
        )
        assert marked != text
        half.write_text(marked, "utf-8")
        run(tmp_path, "dpverify prove half.py --quiet", frozenset({0}))


def test_there_is_one_for_each_user() -> None:
    """And what is not run here is the set-up alone."""
    assert sorted(path.stem for path in FOLDER.glob("*.md")) == [
        "engineer", "researcher", "teacher",
    ]  # fmt: skip
    for path in FOLDER.glob("*.md"):
        unplayed = [text for language, text, _ in steps(path) if language == "sh"]
        assert all(("make setup" in text) or ("pip install" in text) for text in unplayed)
        assert len(unplayed) == 1
