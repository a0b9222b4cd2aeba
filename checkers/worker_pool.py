"""Many questions, several worker processes: what becomes of one harms no other.

A question is one piece of work of a seam. Where it is done, a thread keeps a process that answers
questions of one kind, and kills it at the limit of its question. Where one crashes, its question is
asked once more of a new process: what fails twice is lost, with a reason, and the rest goes on.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Generator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, TypeVar

from dpverify.checkers.line_worker import (
    MAX_ANSWER,
    READY,
    LineWorker,
    WorkerDiedError,
    WorkerTimeoutError,
)
from dpverify.checkers.seam import Seam
from dpverify.defs.errors import DpverifyError

T = TypeVar("T")
TRIES = 2
START = 60.0  # seconds that a process may take to load: a slow machine is no fault of a question
STACK: Final = 2**21
"""Bytes of the stack of a thread that asks."""
PAUSE: Final = 0.02
"""Seconds between two looks whether a thread has ended whose process was killed."""
PYTHON: Final = "{python}"
"""Stands in a command for the Python of the machine on which it runs."""


@dataclass(frozen=True)
class Lost:
    """A question without an answer: `code` is "time", "memory" or "crash", `text` says how."""

    code: str
    text: str


@dataclass(frozen=True)
class _Terms:
    """Whom questions are asked, and what each may cost."""

    command: tuple[str, ...]
    seconds: float | None
    start: float
    most: int


def answers(
    command: Sequence[str],
    questions: Sequence[Mapping[str, Any]],
    *,
    workers: int = 1,
    seconds: float | None = None,
    start: float | None = None,
    most: int = MAX_ANSWER,
    seam: Seam | None = None,
) -> Generator[tuple[int, dict[str, Any] | Lost]]:
    """The number of each question with its answer, as they come.

    Args: command what runs a worker, in the manner of `line_worker.serve`; seconds for each
        question, None for no limit; start those that a new process has besides, to load, None for
        START; most bytes of an answer; seam who keeps these processes, None for this process. Then
        closing the iterator kills them.
    """
    terms = _Terms(tuple(command), seconds, START if start is None else start, most)
    number = max(1, min(workers, len(questions)))
    who = Seam(partial(Processes, number), number) if seam is None else seam
    run = who.as_finished(partial(asked, terms), questions)
    try:
        for place, future in run:
            error = future.exception()
            if isinstance(error, (DpverifyError, KeyboardInterrupt)):
                raise error
            if error is None:
                yield place, future.result()
            else:  # whatever an executor raises for a piece that it lost
                yield place, Lost("crash", f"crashed: {type(error).__name__}")
    finally:
        run.close()


class Processes(ThreadPoolExecutor):
    """Threads, each of which asks a process of its own; shut down, it kills these at once."""

    def __init__(self, workers: int) -> None:
        self._open = _Open()
        super().__init__(workers, initializer=self._open.begin)

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        """As any executor. A thread only waits and reads JSON: its stack is small.

        Stacks count as memory of this process, and there may be hundreds of them.
        """
        before = threading.stack_size(STACK)
        try:
            return super().submit(fn, *args, **kwargs)
        finally:
            threading.stack_size(before)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Kill what runs, unless it is waited for; all threads and processes are gone then."""
        super().shutdown(wait=wait, cancel_futures=cancel_futures)
        self._open.close()


# ---------------------------------------------------------------- in the thread that asks


class _Open:
    """The threads of one executor and their processes, to be killed together."""

    def __init__(self) -> None:
        self.closed = False
        self._threads: list[threading.Thread] = []
        self._workers: list[LineWorker] = []

    def begin(self) -> None:
        """A thread has begun."""
        _KEEPER.open = self
        self._threads.append(threading.current_thread())

    def add(self, worker: LineWorker) -> None:
        """A thread keeps a process."""
        self._workers.append(worker)

    def close(self) -> None:
        """Kill all processes, until no thread is left that could start another."""
        self.closed = True
        for thread in self._threads:
            while thread.is_alive():
                for worker in self._workers:
                    worker.kill()
                thread.join(PAUSE)
        for worker in self._workers:
            worker.close()


class _Keeper(threading.local):
    """What a thread keeps from question to question: a process of one kind."""

    open: _Open | None = None
    worker: LineWorker | None = None
    kind: tuple[tuple[str, ...], int] | None = None


_KEEPER = _Keeper()


def asked(terms: _Terms, question: Mapping[str, Any]) -> dict[str, Any] | Lost:
    """The answer of the process that this thread keeps, or why there is none."""
    tries = 0
    while True:
        tries += 1
        try:
            return _asked_once(_kept(terms), terms, question)
        except WorkerDiedError as death:
            if death.code == "memory":
                return Lost("memory", f"the memory limit was reached: {death}")
            if tries == TRIES or (_KEEPER.open is not None and _KEEPER.open.closed):
                return Lost("crash", f"crashed in each of {tries} processes: {death}")


def _asked_once(
    worker: LineWorker, terms: _Terms, question: Mapping[str, Any]
) -> dict[str, Any] | Lost:
    """Ask once; a new process first loads, by a clock of its own."""
    limit = terms.start
    try:
        if not worker.runs and worker.ask(READY, seconds=limit) != READY:
            worker.close()
            raise WorkerDiedError("the process speaks before it is asked")
        limit = terms.start if terms.seconds is None else terms.seconds
        return worker.ask(question, seconds=terms.seconds)
    except WorkerTimeoutError:
        return Lost("time", f"killed at the time limit of {round(limit, 3) or limit:g} s")


def _kept(terms: _Terms) -> LineWorker:
    """The process of this thread, another one where questions of another kind are asked."""
    kind = terms.command, terms.most
    if _KEEPER.worker is None or _KEEPER.kind != kind:
        if _KEEPER.worker is not None:
            _KEEPER.worker.close()
        words = [sys.executable if word == PYTHON else word for word in terms.command]
        _KEEPER.worker, _KEEPER.kind = LineWorker(words, most=terms.most), kind
        if _KEEPER.open is not None:
            _KEEPER.open.add(_KEEPER.worker)
    return _KEEPER.worker
