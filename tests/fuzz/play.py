"""One command line, played in this process or in one of its own, and whether it ended as it may."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from typing import Any

from tests.command_line import run

STATUSES = (0, 1, 2, 3)
MOST_LINE = 1_400
"""Bytes of the one line that refuses: 1,000 characters, of which some take several bytes."""
SECONDS = 12
"""Of processor time in this process; the limit that command lines are given is far below."""
WALL = 30
"""Seconds of a process of its own, on a machine that may be loaded."""
MEMORY = 2200 << 20
"""Bytes of a process of its own; a program may take 2,048 MB, and is limited to them."""


@dataclass(frozen=True)
class Played:
    """What a command line did; `fault` is a kind of fault and what it was, or None."""

    status: int
    out: str
    err: str
    fault: tuple[str, str] | None

    def verdict(self) -> Any:
        """The verdict of a JSON document on standard output; None where there is none."""
        try:
            document = json.loads(self.out)
        except ValueError:
            return None
        return document.get("verdict") if isinstance(document, dict) else None


class Hang(BaseException):
    """The processor time is used up."""


@contextmanager
def _clock() -> Iterator[list[bool]]:
    rung = [False]

    def ring(number: int, frame: object) -> None:
        del number, frame
        rung[0] = True
        raise Hang

    before = signal.signal(signal.SIGPROF, ring)
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    try:
        yield rung
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def here(arguments: Sequence[str], files: int = 1) -> Played:
    """Play it in this process: fast, and the same code as the command.

    Args: files how many files it names that may be unreadable, each with a line of its own.
    """
    with _clock() as rung:
        try:
            done = run(*arguments)
        except Hang:
            return Played(-1, "", "", ("hangs", f"more than {SECONDS} s of processor time"))
        except BaseException as error:  # noqa: BLE001  nothing at all may leave the command line
            return Played(-1, "", "", ("internal errors", f"{type(error).__name__} leaves main()"))
    if rung[0]:
        return Played(-1, "", "", ("hangs", f"more than {SECONDS} s of processor time"))
    return Played(done.status, done.out, done.err, fault_of(done.status, done.out, done.err, files))


def apart(arguments: Sequence[str], files: int = 1) -> Played:
    """Play it as a user does, in a process of its own, and look at its memory too."""
    started, before = time.monotonic(), getrusage(RUSAGE_CHILDREN).ru_maxrss * 1024
    command = [sys.executable, "-W", "ignore", "-m", "dpverify", *arguments]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL
    ) as process:
        try:
            out, err = process.communicate(timeout=WALL)
        except subprocess.TimeoutExpired:
            process.kill()
            took = f"more than {time.monotonic() - started:.0f} s"
            return Played(-1, "", "", ("hangs", took))
    used = getrusage(RUSAGE_CHILDREN).ru_maxrss * 1024  # the largest of all children so far
    if used > max(MEMORY, before):
        return Played(-1, "", "", ("over memory", f"{used >> 20} MB, more than {MEMORY >> 20}"))
    text, line = out.decode("utf-8", "replace"), err.decode("utf-8", "replace")
    return Played(process.returncode, text, line, fault_of(process.returncode, text, line, files))


def fault_of(status: int, out: str, err: str, files: int) -> tuple[str, str] | None:
    """What is wrong with how a command line ended: the kind of fault, and what.

    Args: files how many lines bad input may take, with output about what could be read.
    """
    if "Traceback" in err or status not in STATUSES:
        last = err.strip().splitlines()[-3:] or [""]
        return "internal errors", f"status {status}: {' | '.join(last)[:600]}"
    said = err.splitlines()
    if status == 2 and (not 1 <= len(said) <= files or not said[0].startswith("dpverify: ")):
        return "internal errors", f"{len(said)} lines instead of one: {err[:600]!r}"
    if status == 2 and out and files == 1:
        return "internal errors", f"bad input, and yet output: {out[:200]!r}"
    if any(len(line) > MOST_LINE for line in said):
        return "internal errors", f"a line of {max(map(len, said))} characters: {err[:200]!r}…"
    return None


def torn(folder: Path, before: set[str], out: Path | None, status: int) -> str | None:
    """What is wrong with the files that a command line left; None if nothing is."""
    # Python itself keeps what it has compiled of a program beside it.
    left = (
        {each.name for each in folder.iterdir()} - before - {"__pycache__", out.name if out else ""}
    )
    if left:
        return f"it leaves {sorted(left)[:3]}"
    if out is None or not out.exists():
        return None
    if status == 2:
        return "bad input, and yet the result was written"
    try:
        json.loads(out.read_bytes())
    except ValueError:
        return "the result that was written is no JSON"
    return None
