"""Reports as plain text; the oracle is the library that lays out terminals."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from rich.cells import cell_len

from dpverify.reports import plain_text
from dpverify.reports.model import (
    Block,
    Display,
    Formula,
    Paragraph,
    Picture,
    Report,
    Section,
    Table,
    code,
    paragraph,
)  # fmt: skip
from dpverify.reports.plain_text import to_plain_text
from dpverify.reports.terminal import to_text

WORDS = ["a", "of", "ε", "input", "probability", "≤", "P(S)", "3/4", "  ", "x" * 25, "Σ", "…", " "]
HARD = ["x" * 120, "日本", "e\u0301", "\x1b[31m", "\u202e", "two\nlines", "a\tb", "\u200b", ""]


def text(chance: random.Random, *, hard: bool) -> str:
    """Words with blanks between them, or what needs more care."""
    words = WORDS + HARD if hard else WORDS
    return " ".join(chance.choice(words) for _ in range(chance.choice([0, 1, 3, 10, 40])))


def block(chance: random.Random, *, hard: bool, depth: int = 0) -> Block:
    """One of all kinds."""
    words = [text(chance, hard=hard) for _ in range(4)]
    kind = chance.randrange(8 if depth else 9)
    if kind < 3:
        label = [None, "Claim", "A label of many words"][kind]
        return paragraph(words[0], code(words[1]), label=label)
    if kind == 3:
        return Display(tuple(words[: chance.randrange(4)]))
    if kind == 4:
        return Formula((f"   {words[0]}",))
    if kind == 5:
        return Picture("plots/a.svg", words[0])
    if kind < 8:
        cells = [chance.choice(["", "ε = 1", "a b  c", *(HARD if hard else []), "x" * 30])
                 for _ in range(9)]  # fmt: skip
        return Table(("input", "", cells[0]), (tuple(cells[1:4]), (code(cells[4]), "y", cells[5])))
    inner = (block(chance, hard=hard, depth=1) for _ in range(2))
    return Section(words[0], tuple(inner))


@pytest.mark.parametrize("hard", [False, True])
def test_the_text_is_that_of_the_terminal_without_colour(hard: bool) -> None:
    """Line by line, for reports of all kinds of blocks and some widths."""
    for seed in range(25):
        chance = random.Random(seed)  # noqa: S311  a test
        blocks = tuple(block(chance, hard=hard) for _ in range(3))
        title = (text(chance, hard=hard), code("t"))
        report = Report(title, blocks, chance.choice([60, 100, 140]))
        assert to_plain_text(report) == to_text(report)


def test_usual_reports_need_no_library(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else the test above would compare the library with itself."""
    monkeypatch.setattr("dpverify.reports.terminal.to_text", lambda _: "by the library")
    table = Table(("a", "b"), (("1", "2"),))
    usual = Report(
        ("title",),
        (
            Paragraph(("word " * 50,), "Claim"),
            Display(("x = 1",)),
            table,
            Section("inner", (table, Picture("a.svg", "a plot"))),
        ),
    )
    assert len(to_plain_text(usual).splitlines()) > 10
    for hard in ("x" * 120, "日本"):
        assert to_plain_text(Report((hard,), ())) == "by the library"
    wide = Table(("a",), (("x " * 60,),))
    assert to_plain_text(Report(("t",), (wide,))) == "by the library"


def test_narrow_characters_are_narrow() -> None:
    """Each takes one column on a terminal, as the library measures it."""
    ranges = re.findall(r"(.)-(.)", plain_text._NARROW.pattern, re.DOTALL)
    assert len(ranges) > 5
    for low, high in ranges:
        for number in range(ord(low), ord(high) + 1):
            assert not chr(number).isprintable() or cell_len(chr(number)) == 1, hex(number)


def test_samples_of_reports_are_laid_out_without_the_library() -> None:
    """The characters of all frozen reports are narrow."""
    folder = Path(__file__).parents[1] / "snapshots" / "samples"
    samples = [path.read_text("utf-8") for path in folder.glob("*pure-dp*.txt")]
    assert samples
    assert all(plain_text._NARROW.fullmatch(line) for s in samples for line in s.splitlines())
