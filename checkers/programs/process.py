"""Enumerating a program in a process of its own; everything it started is gone afterwards.

What must never change: whatever the program does, the generator yields enumerations, or raises
ProgramError (one line about the program) or Undecided (a limit was reached).
"""

from __future__ import annotations

import contextlib
import json
import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Generator, Iterator
from dataclasses import dataclass
from typing import Any

from dpverify.checkers.budget import Budget
from dpverify.checkers.continuous import program
from dpverify.checkers.continuous.integers import IntegerProgram
from dpverify.checkers.continuous.program import Program
from dpverify.defs.errors import InternalError, ProgramError, Undecided
from dpverify.defs.places import current_folder
from dpverify.defs.programs.enumeration import MOST_PATHS, Enumeration
from dpverify.defs.programs.target import Target
from dpverify.defs.programs.transport import from_document
from dpverify.defs.symbolic.family import Family, received
from dpverify.defs.validate import shown

SECONDS = 60.0
"""Time limit of a program where none is given: a program may loop for ever."""
GRACE = 2.0
"""Seconds beyond the limit before the process is killed; it looks at the clock itself."""
MOST_BYTES = 400_000_000
"""Bytes of answers that are read."""
CODE = "dpverify.checkers.programs.worker"


@dataclass(frozen=True)
class Limits:
    """What a program may use up; beyond it the verdict is unknown."""

    seconds: float = SECONDS
    megabytes: int = 2048
    paths: int = MOST_PATHS

    def __post_init__(self) -> None:
        """Raise: DomainError for seconds that no clock has."""
        Budget(self.seconds)


def enumerated_apart(
    target: Target, limits: Limits | None = None, *, everywhere: bool = False
) -> Generator[Enumeration | Program | IntegerProgram]:
    """The passes of a program that runs in another process; close it to end the process.

    Args: everywhere whether all real inputs are asked about.
    Raises: ProgramError for what the program does wrong; Undecided where a limit is reached.
    """
    chosen = Limits() if limits is None else limits
    with contextlib.closing(_asked(target, chosen, family=False, everywhere=everywhere)) as lines:
        yield from _answers(lines, target, chosen)


def family_apart(target: Target, limits: Limits | None = None) -> Family:
    """The family of a program that runs in another process, with ε as a symbol.

    Raises: as `enumerated_apart`; UsageError where nothing of the program depends on ε.
    """
    chosen = Limits() if limits is None else limits
    with contextlib.closing(_asked(target, chosen, family=True, everywhere=False)) as lines:
        for found in _answers(lines, target, chosen):
            if isinstance(found, Family):
                return found
    raise InternalError(f"the process of {target.text} gave no family")


def _asked(target: Target, chosen: Limits, **wanted: bool) -> Generator[Any]:
    """The lines that a process answers; closing ends it."""
    ours, theirs = os.pipe()
    process = subprocess.Popen(  # noqa: S603  our own command, no shell
        [sys.executable, "-I", "-m", CODE, str(theirs)],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        pass_fds=(theirs,),
        start_new_session=True,
    )
    os.close(theirs)
    try:
        _ask(process, target, chosen, **wanted)
        yield from _lines(ours, chosen)
    finally:
        _end(process)
        os.close(ours)


def _ask(process: subprocess.Popen[bytes], target: Target, limits: Limits, **wanted: bool) -> None:
    question = {
        "target": {"kind": target.kind, "place": target.place, "name": target.name,
                   "set": target.settings},
        "folder": str(current_folder()) if target.kind == "module" else "",
        "seconds": limits.seconds,
        "megabytes": limits.megabytes,
        "paths": limits.paths,
        **wanted,
    }  # fmt: skip
    if process.stdin is not None:
        with contextlib.suppress(OSError):
            process.stdin.write(json.dumps(question).encode("ascii") + b"\n")
            process.stdin.flush()


def _answers(lines: Iterator[Any], target: Target, limits: Limits) -> Iterator[Any]:
    for answer in lines:
        match answer:
            case {"pass": found}:
                yield from_document(found)
            case {"traced": found}:
                yield program.from_document(found)
            case {"integers": found}:
                yield IntegerProgram.read(found)
            case {"family": found}:
                yield received(found)
            case {"done": _}:
                return
            case {"fault": text}:
                raise ProgramError(f"{target.text}: {text}")
            case {"undecided": [code, text]}:
                raise Undecided(code, f"{target.text}: {text}")
            case {"ended": int(status)}:
                raise _ended(target, status, limits)
            case _:
                raise InternalError(f"the process of {target.text} says {shown(answer)}")
    raise InternalError(f"the process of {target.text} ended without an answer")


def _ended(target: Target, status: int, limits: Limits) -> Exception:
    """What an end without an answer means."""
    if status >= 0:
        return ProgramError(
            f"{target.text} ends its process (status {status}) instead of returning an output"
        )
    if -status in (signal.SIGXCPU, signal.SIGKILL):
        return Undecided("time", f"{target.text}: stopped within {limits.seconds:g} s or by memory")
    return ProgramError(f"{target.text} crashes its process ({signal.Signals(-status).name})")


def _lines(descriptor: int, limits: Limits) -> Generator[Any]:
    end = time.monotonic() + limits.seconds + GRACE
    received, total = bytearray(), 0
    while True:
        left = end - time.monotonic()
        if left <= 0 or not select.select([descriptor], [], [], left)[0]:
            raise Undecided("time", f"the time limit of {limits.seconds:g} s was reached")
        part = os.read(descriptor, 1 << 16)
        if not part:
            return
        total += len(part)
        if total > MOST_BYTES:
            raise Undecided("bits", f"the channel takes more than {MOST_BYTES} bytes")
        received += part
        while (newline := received.find(b"\n")) >= 0:
            line = bytes(received[:newline])
            del received[: newline + 1]
            yield _message(line)


def _message(line: bytes) -> Any:
    """What a process says; whatever is no message was written by the program."""
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        raise ProgramError(
            "the program writes where its process answers; a mechanism only computes and draws"
        ) from None


def _end(process: subprocess.Popen[bytes]) -> None:
    """Close its input, on which it kills the program; then make sure."""
    if process.stdin is not None:
        with contextlib.suppress(OSError):
            process.stdin.close()
    try:
        process.wait(timeout=10)
    except subprocess.TimeoutExpired:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
