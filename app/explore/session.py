"""The subject of the page, and the one process that is asked about it.

What must never change: questions are answered one after the other by a process that can be killed;
what takes longer than its limit costs that answer and nothing else.
"""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from dpverify.app.commands.options import Reading
from dpverify.app.explore.questions import Table
from dpverify.app.subjects import load_subject, program_of
from dpverify.checkers.line_worker import LineWorker, WorkerDiedError, WorkerTimeoutError
from dpverify.defs.channel import Channel
from dpverify.defs.errors import InputError, Undecided, UsageError
from dpverify.defs.programs.parameters import assignments
from dpverify.defs.target import Target
from dpverify.defs.validate import shown_path

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from dpverify.app.explore.questions import Question

WORKER = (sys.executable, "-I", "-m", "dpverify.app.explore.worker")
PARTS = 4
"""Questions to the library in one answer, each of which may take the limit of seconds."""
GRACE = 2.0
"""Seconds beyond all limits before the process is killed: it looks at the clock itself."""
START = 60.0
"""Seconds that a new process has besides, to load the library and the user's file."""
BUILT_IN = "randomised response"
BEGIN = Table(("0", "1"), ("0", "1"), (("3/4", "1/4"), ("1/4", "3/4")))
"""What there is to change where no target is named."""


@dataclass(frozen=True)
class Parameter:
    """A keyword of a program: its name, its kind (number, integer, switch, text), its value."""

    name: str
    kind: str
    value: str


class Session:
    """What the page is about.

    Args: target of the command line, None for none; seconds for each question to the library.
    Raises: InputError for a target that is no channel file and no program, or cannot be read.
    """

    def __init__(self, target: str | None, seconds: float) -> None:
        self.target, self.seconds = target, seconds
        self.program: Target | None = None if target is None else program_of(target, Reading())
        self.table: Table | None = None
        self.parameters: tuple[Parameter, ...] = ()
        self.moves = False
        """Whether the program says how all its inputs move, so that they can be asked about."""
        self.version = 0
        self._worker = LineWorker(WORKER)
        # The process ends with the thread that starts it (`die_with_parent`), and threads of the
        # server end with their connections: so one thread of ours asks all questions, in order.
        self._asking = ThreadPoolExecutor(1, "asking")
        self._stamp = self._looked()
        try:
            self._read()
        except BaseException:
            self._end()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._end()

    @property
    def name(self) -> str:
        """What the subject is called."""
        return BUILT_IN if self.target is None else self.target

    @property
    def file(self) -> Path | None:
        """The file of the target; None for what is built in, and modules."""
        if self.program is not None:
            return Path(self.program.place) if self.program.kind == "file" else None
        return None if self.target is None else Path(self.target)

    def source(self, question: Question) -> str | None:
        """The subject of a question as a result names it: a program with its parameters."""
        if self.program is None:
            return self.target
        settings = assignments(dict(question.parameters))
        head = Target(self.program.kind, self.program.place, self.program.name).text
        return f"{head}:{settings}" if settings else head

    def answers(self, question: Question) -> Mapping[str, Any]:
        """What the library says (`answers.py`)."""
        return self._asked_about(question, "answers", PARTS)

    def curve(self, question: Question) -> Sequence[tuple[str, Mapping[str, Any]]]:
        """δ at several values of ε, for noise that no table holds."""
        listed: Sequence[Any] = self._asked_about(question, "curve", 2 * PARTS)["curve"]
        return [(eps, document) for eps, document in listed]

    def decided(self, question: Question) -> Mapping[str, Any]:
        """The result document to export; of a program from fresh processes, as by `check`."""
        if self.program is None:
            document: Mapping[str, Any] = self.answers(question)["check"]
            return document
        return self._asked_about(question, "apart", PARTS)

    def changed(self) -> int:
        """How often the file was saved so far; where it was saved anew, it is read anew.

        Raises: InputError where it cannot be read now; it counts as saved all the same.
        """
        if self._asking.submit(self._renewed).result():
            self._read()
        return self.version

    def _renewed(self) -> bool:
        """Whether the file was saved anew; the process that knows the old one is ended."""
        stamp = self._looked()
        if stamp == self._stamp:
            return False
        self._stamp, self.version = stamp, self.version + 1
        self._worker.close()
        return True

    def _end(self) -> None:
        """End the process, also in the middle of an answer."""
        self._asking.shutdown(wait=False, cancel_futures=True)
        self._worker.close()

    def _looked(self) -> tuple[int, int] | None:
        """When the file was saved, and its size; None where there is none."""
        try:
            status = None if self.file is None else self.file.stat()
        except OSError:  # between the two steps in which an editor replaces a file
            return None
        return None if status is None else (status.st_mtime_ns, status.st_size)

    def _read(self) -> None:
        if self.target is None:
            self.table = BEGIN
        elif self.program is None:
            channel = load_subject(self.target, Reading())
            if not isinstance(channel, Channel):
                raise UsageError(
                    f"{shown_path(self.target)} is a scenario; give a channel or a program"
                )
            self.table = Table.of(channel)
        else:
            described = self._ask({"ask": "parameters", "target": self.program.text}, self.seconds)
            self.moves = bool(described["moves"])
            self.parameters = tuple(Parameter(**form) for form in described["parameters"])

    def _asked_about(self, question: Question, part: str, parts: int) -> dict[str, Any]:
        target = None if self.program is None else self.program.text
        asked = {
            **question.to_worker(), "ask": part, "target": target,
            "source": self.source(question), "seconds": self.seconds,
        }  # fmt: skip
        return self._ask(asked, parts * self.seconds)

    def _ask(self, asked: Mapping[str, Any], seconds: float) -> dict[str, Any]:
        """Ask the process.

        Raises: UsageError with what is wrong; Undecided where it was killed at its limit.
        """
        try:
            answer = self._asking.submit(self._told, asked, seconds).result()
        except WorkerTimeoutError:
            raise Undecided("time", f"no answer within {seconds:g} s") from None
        except WorkerDiedError as error:
            raise Undecided(error.code, str(error)) from None
        if "fault" in answer:
            raise UsageError(answer["fault"])
        return answer

    def _told(self, asked: Mapping[str, Any], seconds: float) -> dict[str, Any]:
        start = 0.0 if self._worker.runs else START
        return self._worker.ask(asked, seconds=seconds + GRACE + start)


def one_line_of(error: InputError | Undecided) -> str:
    """What a refusal says to whoever asked."""
    if isinstance(error, Undecided):
        return f"unknown ({error.code}): {error.text}"
    return str(error)
