"""The tutorial and the page on "unknown": their files are written, their commands run, in order."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import dpverify as dv
from dpverify.defs.numbers import UNDECIDED_CODES
from tests.page_blocks import assert_printed, commands, play, run, steps
from tests.repository.source import ROOT

TUTORIAL = ROOT / "docs" / "tutorial.md"
FIRST = ROOT / "docs" / "index.md"
UNKNOWN = ROOT / "docs" / "what-unknown-means.md"


@pytest.mark.long
def test_the_tutorial_from_top_to_bottom(tmp_path: Path) -> None:
    """From `--version` to the counterexample of the reader's own claim, and its replay."""
    assert play(TUTORIAL, tmp_path) == 9
    assert (tmp_path / "page.html").read_text("utf-8").startswith("<!DOCTYPE html>")
    assert (tmp_path / "report" / "suite.json").is_file()
    # "With the false one marked": then all ends as expected.
    mine = (tmp_path / "mine.py").read_text("utf-8")
    marked = mine.replace('expected="proved"', 'expected="refuted" if name == "mean" else "proved"')
    (tmp_path / "mine.py").write_text(marked, "utf-8")
    run(tmp_path, "dpverify prove mine.py --quiet", frozenset({0}))


def test_the_answer_of_the_first_page() -> None:
    """In a checkout, where the examples are."""
    assert play(FIRST, ROOT) == 1


def test_the_set_up_is_a_target() -> None:
    """The one command of the tutorial that is not run here is a target of the Makefile."""
    (set_up,) = (text for language, text, _ in steps(TUTORIAL) if language == "sh")
    assert set_up == "make setup\n"
    assert "\nsetup:\n" in (ROOT / "Makefile").read_text("utf-8")


def test_what_the_tutorial_says_of_the_counterexample() -> None:
    """ε₁ = ln(3/2) and ε₂ = 0; y1 is 4/3 times as likely, and √(3/2) is allowed."""
    table = re.compile(r"`(x\d)` \| `([\d/]+)` \| `([\d/]+)` \|")
    (shown,) = (text for _, text, _ in steps(TUTORIAL) if "## Counterexample" in text)
    rows = [row[1:] for row in table.findall(shown)]
    a, b = (dv.Channel(["x0", "x1"], ["y0", "y1"], part) for part in (rows[:2], rows[2:]))
    assert dv.measure(a, "pure-dp").tight["eps"] == dv.parse("ln(3/2)")
    assert dv.measure(b, "pure-dp").tight["eps"] == 0
    half = dv.parse("1/2")
    mean = [half * (a.probability(x, "y1") + b.probability(x, "y1")) for x in ("x0", "x1")]
    assert mean[1] / mean[0] == dv.parse("4/3")
    assert dv.parse("4/3") > dv.parse("(3/2)**(1/2)") > dv.parse("1.22")


@pytest.mark.slow
def test_the_page_on_unknown(tmp_path: Path) -> None:
    """A retried count is decided; where paths are left out, a claim at equality is unknown."""
    statuses = frozenset({0, 1, 3})
    assert play(UNKNOWN, tmp_path, statuses) == 8


def test_the_page_on_unknown_lists_every_code() -> None:
    """The table has a row for each reason that there is, and no other."""
    listed = re.findall(r"^\| `([a-z]+)` \|", UNKNOWN.read_text("utf-8"), re.MULTILINE)
    assert tuple(listed) == UNDECIDED_CODES


@pytest.mark.parametrize(
    ("said", "shown", "same"),
    [
        ("a b\nc", "a   b c\n", True),
        ("a b c", "a b\n", False),
        ("a b c", "a …\n", True),
        ("x a b c", "a …\n", False),
        ("a b c", "a … c\n", True),
        ("a b c d", "a … c\n", False),
        ("0.67… 1", "0.67… 1\n", True),
        ("c b a", "… b … c …\n", False),
    ],
)
def test_what_counts_as_printed(said: str, shown: str, *, same: bool) -> None:
    """Blanks do not matter, "…" stands for anything, all else has to be there."""
    if same:
        assert_printed(said, shown, "")
        return
    with pytest.raises(AssertionError):
        assert_printed(said, shown, "")


def test_commands_are_found() -> None:
    assert commands("$ a b\nc\n$ d\n") == [("a b", "c\n"), ("d", "")]
