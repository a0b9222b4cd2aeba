"""Many questions, several worker processes: what becomes of one harms no other.

Each worker is killed by itself at the limit of its question. Where one crashes, its question is
asked once more of a new process: what fails twice is lost, with a reason, and the rest goes on.
"""

from __future__ import annotations

import select
import time
from collections import deque
from collections.abc import Generator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any

from dpverify.checkers.line_worker import (
    MAX_ANSWER,
    READY,
    LineWorker,
    WorkerDiedError,
    WorkerTimeoutError,
)

TRIES = 2
START = 60.0  # seconds that a process may take to load: a slow machine is no fault of a question


@dataclass(frozen=True)
class Lost:
    """A question without an answer: `code` is "time", "memory" or "crash", `text` says how."""

    code: str
    text: str


@dataclass
class _Asked:
    """What a worker has to do: a question, of which it is told once everything is loaded."""

    number: int
    end: float | None
    told: bool = False


Outcome = dict[str, Any] | Lost | WorkerDiedError


def answers(
    command: Sequence[str],
    questions: Sequence[Mapping[str, Any]],
    *,
    workers: int = 1,
    seconds: float | None = None,
    start: float | None = None,
    most: int = MAX_ANSWER,
) -> Generator[tuple[int, dict[str, Any] | Lost]]:
    """The number of each question with its answer, as they come.

    Args: command what runs a worker, in the manner of `line_worker.serve`; seconds for each
        question, None for no limit; start those that a new process has besides, to load, None for
        START; most bytes of an answer. Closing the iterator kills the workers.
    """
    waiting, tries = deque(range(len(questions))), [0] * len(questions)
    with ExitStack() as stack:
        idle = [
            stack.enter_context(LineWorker(command, most=most))
            for _ in range(min(workers, len(questions)))
        ]
        pool = _Pool(questions, seconds, START if start is None else start)
        while waiting or pool.busy:
            while idle and waiting:
                tries[waiting[0]] += 1
                pool.give(idle.pop(), waiting.popleft())
            for worker, number, outcome in pool.news():
                idle.append(worker)
                if not isinstance(outcome, WorkerDiedError):
                    yield number, outcome
                elif outcome.code == "crash" and tries[number] < TRIES:
                    waiting.appendleft(number)
                else:
                    yield number, _lost(outcome, tries[number])


class _Pool:
    """Workers that have a question."""

    def __init__(
        self, questions: Sequence[Mapping[str, Any]], seconds: float | None, start: float
    ) -> None:
        self.questions, self.seconds, self.start = questions, seconds, start
        self.busy: dict[LineWorker, _Asked] = {}
        self.ended: list[tuple[LineWorker, int, Outcome]] = []

    def give(self, worker: LineWorker, number: int) -> None:
        """Start on a question; a new process first loads, by a clock of its own."""
        self.busy[worker] = _Asked(number, time.monotonic() + self.start)
        if worker.runs:
            self._tell(worker)
        else:
            self._send(worker, READY)

    def news(self) -> list[tuple[LineWorker, int, Outcome]]:
        """Wait until something has ended: an answer, a death, a limit; or somebody is ready."""
        if self.busy and not self.ended:
            ends = [asked.end for asked in self.busy.values() if asked.end is not None]
            left = max(0.0, min(ends) - time.monotonic()) if ends else None
            for worker in select.select(list(self.busy), [], [], left)[0]:
                self._receive(worker)
        for worker, asked in list(self.busy.items()):
            if asked.end is not None and time.monotonic() >= asked.end:
                worker.close()
                limit = self.seconds if asked.told and self.seconds is not None else self.start
                self._end(worker, _late(limit))
        ended, self.ended = self.ended, []
        return ended

    def _receive(self, worker: LineWorker) -> None:
        try:
            answer = worker.received()
        except WorkerDiedError as death:
            self._end(worker, death)
            return
        if answer is None:
            return
        if self.busy[worker].told:
            self._end(worker, answer)
        elif answer == READY:
            self._tell(worker)
        else:
            worker.close()
            self._end(worker, WorkerDiedError("the process speaks before it is asked"))

    def _tell(self, worker: LineWorker) -> None:
        asked = self.busy[worker]
        asked.told = True
        asked.end = None if self.seconds is None else time.monotonic() + self.seconds
        self._send(worker, self.questions[asked.number])

    def _send(self, worker: LineWorker, question: Mapping[str, Any]) -> None:
        try:
            worker.send(question, seconds=self.start)
        except WorkerTimeoutError:
            self._end(worker, _late(self.start))
        except WorkerDiedError as death:
            self._end(worker, death)

    def _end(self, worker: LineWorker, outcome: Outcome) -> None:
        self.ended.append((worker, self.busy.pop(worker).number, outcome))


def _late(seconds: float) -> Lost:
    return Lost("time", f"killed at the time limit of {round(seconds, 3) or seconds:g} s")


def _lost(death: WorkerDiedError, tries: int) -> Lost:
    if death.code == "memory":
        return Lost("memory", f"the memory limit was reached: {death}")
    return Lost("crash", f"crashed in each of {tries} processes: {death}")
