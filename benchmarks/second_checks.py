"""Each check of the second checker's rules, taken out: does a forgery of the arena notice?

A check is a call of `need` where the rules are, where expressions are, or where a proof is held
against its statement. The source is compiled once, with each check numbered; a variable of the
environment names the one that is not made. At least one document that is to be refused has then
to be accepted. So that document is one that this check alone refuses.
"""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import Any

from benchmarks.second_program import SOURCE, StoppedError, answers, compiled

FILES = ("kernel.rs", "sums.rs", "proofs.rs")
BY_HAND = 100
"""So many forgeries at the start of the arena are tried first; most checks are noticed by them."""
CHECK = re.compile(r"(?<!fn )\bneed\(")
LEFT_OUT = "LEFT_OUT"
"""The variable that names a check by its number."""
NUMBERED = """
thread_local! {
    static LEFT_OUT: Option<u32> = std::env::var("LEFT_OUT").ok().and_then(|k| k.parse().ok());
}

pub fn numbered(number: u32, condition: bool, fault: &str) -> Checked<()> {
    need(condition || LEFT_OUT.with(|left| *left == Some(number)), fault)
}
"""
"""What is called in the place of `need`."""
UNREACHED = {
    "a bound variable is renamed": "names in documents are plain ones, which start with a letter",
}
"""Checks that no document reaches, and why; they are asked of what translates statements."""


def sentences() -> list[str]:
    """What each check says when it refuses, in the order of the sources."""
    known = []
    for file in FILES:
        text = (SOURCE / file).read_text("utf-8")
        for call in CHECK.finditer(text):
            sentence = text[call.end() :].partition('"')[2].partition('"')[0]
            known.append(re.sub(r"\s+", " ", sentence))
    return known


def unnoticed(program: Path, refused: list[Any]) -> list[str]:
    """A line for each check that no forgery notices the absence of.

    Args: program as `numbered_program` makes it; refused the forgeries, those by hand first.
    """
    forgeries = [each for each in refused if "steps" in each]
    some = (forgeries[:BY_HAND], forgeries[BY_HAND:])
    missed = []
    for number, sentence in enumerate(sentences()):
        noticed = any(_accepted(program, given, number) for given in some)
        if noticed == (sentence in UNREACHED):
            reached = "a document reaches it" if noticed else "no line of the arena notices"
            missed.append(f"without the check {sentence!r}: {reached}")
    return missed


def _accepted(program: Path, given: list[Any], number: int) -> bool:
    """Whether one of some documents is accepted without a check.

    That the program stops at one is no acceptance; the others are then asked about.
    """
    while given:
        try:
            return "accepted" in answers(program, given, **{LEFT_OUT: str(number)})
        except StoppedError as stop:
            if "accepted" in stop.words:
                return True
            given = given[len(stop.words) + 1 :]
    return False


def numbered_program(folder: Path) -> Path:
    """The program of which a check can be left out."""
    source = folder / "source"
    shutil.copytree(SOURCE, source)
    before = 0
    for file in FILES:
        first, *calls = CHECK.split((SOURCE / file).read_text("utf-8"))
        numbered = [f"crate::json::numbered({before + k}, {c}" for k, c in enumerate(calls)]
        (source / file).write_text(first + "".join(numbered), "utf-8")
        before += len(calls)
    text = (SOURCE / "json.rs").read_text("utf-8")
    (source / "json.rs").write_text(text + NUMBERED, "utf-8")
    compiled(source / "main.rs", folder / "program", "-C", "opt-level=1", "-A", "warnings")
    return folder / "program"
