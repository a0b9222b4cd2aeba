"""Each check of the second checker's rules, taken out: does a forgery of the arena notice?

A check is a call of `need` in `kernel.rs`, where the rules are. One after the other is made to ask
nothing, and the whole is compiled; at least one document that is to be refused has then to be
accepted. So that document is one that this check alone refuses.
"""

from __future__ import annotations

import re
import shutil
import tempfile
from pathlib import Path
from typing import Any

from benchmarks.second_program import SOURCE, StoppedError, answers, compiled

BY_HAND = 60
"""So many forgeries at the start of the arena are tried first; most checks are noticed by them."""
CHECK = "need("
IGNORED = "ignored("
"""What is put in place of a check."""
DEFINED = "\nfn ignored(_: bool, _: &str) -> Checked<()> {\n    Ok(())\n}\n"


def sentences() -> list[str]:
    """What each check says when it refuses, in the order of the source."""
    text = (SOURCE / "kernel.rs").read_text("utf-8")
    return [
        re.sub(r"\s+", " ", part.partition('"')[2].partition('"')[0])
        for part in text.split(CHECK)[1:]
    ]


def unnoticed(arena: dict[str, list[Any]]) -> tuple[int, list[str]]:
    """How many checks there are, and a line for each that nothing notices the absence of."""
    forgeries = [each for each in arena["refused.jsonl"] if "steps" in each]
    some = (forgeries[:BY_HAND], forgeries[BY_HAND:])
    missed = []
    for count, sentence in enumerate(sentences()):
        with tempfile.TemporaryDirectory() as folder:
            program = _without(count, Path(folder))
            if not any(_accepted(program, given) for given in some):
                missed.append(f"nothing but this check is asked, yet none notices: {sentence}")
    return len(sentences()), missed


def _accepted(program: Path, given: list[Any]) -> bool:
    """Whether the program accepts one of some documents; that it stops at one is no acceptance."""
    while given:
        try:
            return "accepted" in answers(program, given)
        except StoppedError as stop:
            if "accepted" in stop.words:
                return True
            given = given[len(stop.words) + 1 :]
    return False


def _without(count: int, folder: Path) -> Path:
    """The program without one of its checks."""
    source = folder / "source"
    shutil.copytree(SOURCE, source)
    before, *after = (SOURCE / "kernel.rs").read_text("utf-8").split(CHECK)
    calls = [IGNORED if k == count else CHECK for k in range(len(after))]
    text = before + "".join(call + part for call, part in zip(calls, after, strict=True))
    (source / "kernel.rs").write_text(text + DEFINED, "utf-8")
    compiled(source / "main.rs", folder / "program", "-A", "warnings")
    return folder / "program"
