"""Entries in a file of the user's, which is loaded in a process of its own only.

The file is a program: it may end the process, print, hang, or change what other modules hold. What
must never change: nothing of that reaches the run that asked. Its process says what the entries are
called, as data, and examines them; what can be re-checked is re-checked where the file never was.
"""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass
from traceback import walk_tb
from typing import Any

from dpverify.checkers.worker_pool import Lost, answers
from dpverify.defs.errors import DpverifyError, FileError, InputError, Undecided, UsageError
from dpverify.defs.places import absolute, is_file
from dpverify.defs.validate import shown_path
from dpverify.proofs.registry import entries_in
from dpverify.proofs.suite import GRACE, WORKER, Job, Row, need_own_proof, unknown_row

LISTING = ("unsupported", "it was not examined")


@dataclass(frozen=True)
class Change:
    """A false neighbour of a statement: its name, and what it changes."""

    name: str
    change: str


@dataclass(frozen=True)
class Listed:
    """An entry of a user's file: the row to fill in, and its false neighbours."""

    job: Job
    blank: Row
    mutants: tuple[Change, ...]


def listed(path: str, *, seconds: float) -> list[Listed]:
    """The entries that a file defines, as another process describes them.

    Args: path the file; seconds that loading may take.
    Raises: UsageError for a file that does not define entries; Undecided where it takes too long or
        too much memory.
    """
    place = str(absolute(path))
    if not is_file(place):
        raise FileError(
            f"{shown_path(path)} is no file; give the path of a Python file that defines ENTRIES"
        )
    with closing(answers(WORKER, [{"list": place}], seconds=seconds)) as replies:
        ((_, answer),) = replies
    if isinstance(answer, Lost):
        if answer.code != "crash":
            raise Undecided(answer.code, f"{path} is not loaded: {answer.text}")
        raise UsageError(f"{path} ends its process instead of defining ENTRIES: {answer.text}")
    if "fault" in answer:
        raise UsageError(f"{path}{answer['fault']}")
    return [
        Listed(
            Job(str(item["blank"]["id"]), place),
            item["blank"],
            tuple(Change(name, change) for name, change in item["mutants"]),
        )
        for item in answer["entries"]
    ]


def own_proof(path: str, name: str, *, seconds: float) -> tuple[Row, dict[str, Any]]:
    """The row to fill in of one entry of a file, and a proof of it, re-checked outside of the file.

    Args: path the file; name the id of the entry; seconds when to stop looking.
    Raises: UsageError for a file without such an entry, and Undecided where no proof is found;
        InternalError where the proof kernel does not accept here what it accepted there.
    """
    entries = {entry.job.id: entry for entry in listed(path, seconds=seconds)}
    if name not in entries:
        known = ", ".join(entries)
        raise UsageError(f"{shown_path(path)} defines no entry {name!r}, only {known}")
    question = {"proof": {"id": name, "file": entries[name].job.file}, "seconds": seconds}
    with closing(answers(WORKER, [question], seconds=2 * seconds + GRACE)) as replies:
        ((_, answer),) = replies
    if isinstance(answer, Lost):
        raise Undecided(answer.code, f"the search for a proof of {name} {answer.text}")
    if "missing" in answer:
        raise Undecided("unsupported", f"{name}: {answer['missing']}")
    need_own_proof(answer, entries[name].blank)
    return entries[name].blank, answer


def described(path: str) -> dict[str, Any]:
    """In the process of a file: its entries as data, or what is wrong with it."""
    try:
        entries = entries_in(path)
    except InputError as error:
        return {"fault": f"{_line_of(error, path)}: {error}"}
    except (DpverifyError, MemoryError):
        raise
    except (Exception, SystemExit) as error:  # noqa: BLE001  a user's program may raise anything
        raised = f" raises {type(error).__name__}: {error}{_line_of(error, path)}; mend it first"
        return {"fault": " ".join(raised.split(" "))}
    return {
        "entries": [
            {
                "blank": unknown_row(entry, LISTING),
                "mutants": [[mutant.name, mutant.change] for mutant in entry.mutants],
            }
            for entry in entries
        ]
    }


def _line_of(error: BaseException, path: str) -> str:
    """Say at which line of a file an error came up, if it is in one."""
    lines = [line for frame, line in walk_tb(error.__traceback__)
             if frame.f_code.co_filename == path]  # fmt: skip
    return f", line {lines[-1]}" if lines else ""
