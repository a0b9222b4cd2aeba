"""A process that answers one line of JSON with one line of JSON, and that can be killed.

The process has a session of its own; at a limit the whole group is killed and the next question
starts a new one. This guards against accidents (hangs, crashes, garbage); it is no security
boundary.
"""

from __future__ import annotations

import contextlib
import json
import os
import queue
import select
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from typing import IO, Any, Self, TextIO

from dpverify.checkers.reaping import die_with_parent
from dpverify.defs.systems import need_processes

MAX_ANSWER = 4_000_000  # bytes: far above any honest answer
READY = {"ready": True}  # a question that `serve` answers by itself: everything is loaded
OUT_OF_MEMORY = "out_of_memory"  # the key of an answer that says only that


class WorkerTimeoutError(Exception):
    """No answer within the limit; the process has been killed."""


class WorkerDiedError(Exception):
    """The process ended, or wrote something that is not one JSON object on one line.

    `code` is "memory" where it ran out of memory, "crash" otherwise.
    """

    def __init__(self, text: str, code: str = "crash") -> None:
        super().__init__(text)
        self.code = code


class LineWorker:
    """Keeps one process running `command` and asks it questions, one at a time.

    >>> import sys
    >>> program = "import sys; [print(line, end='', flush=True) for line in sys.stdin]"
    >>> with LineWorker([sys.executable, "-I", "-c", program]) as worker:
    ...     worker.ask({"a": 1}, seconds=10)
    {'a': 1}
    """

    def __init__(self, command: Sequence[str], *, most: int = MAX_ANSWER) -> None:
        """Args: command what to run; most bytes of an answer that are read."""
        self._command, self._most = list(command), most
        self._process: subprocess.Popen[bytes] | None = None
        self._received = bytearray()
        self._noted: IO[bytes] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __del__(self) -> None:
        """Nobody holds it any more: the thread of somebody's executor ended that asked it."""
        with contextlib.suppress(Exception):  # the interpreter may be ending
            self.close()

    def ask(self, question: Mapping[str, Any], *, seconds: float | None) -> dict[str, Any]:
        """Send a question and wait for the answer.

        Raises: WorkerTimeoutError, WorkerDiedError; the process is gone after either.
        """
        clock = _Clock(seconds)
        try:
            self._send(question, clock)
            while True:
                if select.select([self], [], [], clock.left())[0]:
                    answer = self.received()
                    if answer is not None:
                        return answer
        except BaseException:
            self.close()
            raise

    def send(self, question: Mapping[str, Any], *, seconds: float | None) -> None:
        """Send a question; `select` on the worker says when `received` has something to read."""
        try:
            self._send(question, _Clock(seconds))
        except BaseException:
            self.close()
            raise

    @property
    def runs(self) -> bool:
        """Whether the process was started and has not been killed since."""
        return self._process is not None

    def fileno(self) -> int:
        """What to wait on for the answer."""
        if self._process is None or self._process.stdout is None:
            raise WorkerDiedError("the process has no pipes")
        return self._process.stdout.fileno()

    def received(self) -> dict[str, Any] | None:
        """Read what is there; the answer once it is whole.

        Raises: WorkerDiedError; the process is gone then.
        """
        try:
            answer = self._part()
        except BaseException:
            self.close()
            raise
        if answer is not None:
            self._received.clear()
        return answer

    def _part(self) -> dict[str, Any] | None:
        part = os.read(self.fileno(), 1 << 20)
        if not part:
            raise self._death()
        self._received += part
        if len(self._received) > self._most:
            raise WorkerDiedError(f"the answer is longer than {self._most} bytes")
        if b"\n" not in part:
            return None
        answer = _object(bytes(self._received))
        if answer.get(OUT_OF_MEMORY):
            raise WorkerDiedError("memory ran out", "memory")
        return answer

    def kill(self) -> None:
        """Kill the process and its group, from any thread: who waits for it sees it end."""
        process = self._process
        if process is not None and process.returncode is None:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(process.pid, signal.SIGKILL)

    def close(self) -> None:
        """Kill the process and everything in its group."""
        process, self._process = self._process, None
        self._received.clear()
        if self._noted is not None:
            self._noted.close()
            self._noted = None
        if process is None:
            return
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        for stream in (process.stdin, process.stdout):
            if stream is not None:
                with contextlib.suppress(OSError):
                    stream.close()

    def _send(self, question: Mapping[str, Any], clock: _Clock) -> None:
        process = self._running()
        if process.stdin is None:
            raise WorkerDiedError("the process has no pipes")
        _write(process.stdin.fileno(), json.dumps(question).encode("ascii") + b"\n", clock)

    def _running(self) -> subprocess.Popen[bytes]:
        if self._process is None or self._process.poll() is not None:
            self.close()
            need_processes("solvers and other helpers")
            self._noted = _scratch()
            self._process = subprocess.Popen(  # noqa: S603  our own command, no shell
                self._command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL if self._noted is None else self._noted,
                start_new_session=True,
            )
        return self._process

    def _death(self) -> WorkerDiedError:
        """How the process ended, from its status and what libraries wrote as they died."""
        if self._process is None:
            return WorkerDiedError("the process ended without an answer")
        try:
            status = self._process.wait(timeout=1)
        except subprocess.TimeoutExpired:
            return WorkerDiedError("the process closed its output without an answer")
        how = f"by {signal.Signals(-status).name}" if status < 0 else f"with status {status}"
        text = f"the process ended {how} without an answer"
        # Libraries in C abort where memory runs out, and say so first.
        wrote = b"" if self._noted is None else os.pread(self._noted.fileno(), 4096, 0).lower()
        lacking = status == -signal.SIGABRT and (b"memory" in wrote or b"alloc" in wrote)
        return WorkerDiedError(text, "memory" if lacking else "crash")


def _scratch() -> IO[bytes] | None:
    """A file without a name for standard error; None where there is none."""
    if not hasattr(os, "memfd_create"):
        return None
    with contextlib.suppress(OSError):
        return os.fdopen(os.memfd_create("dpverify"), "w+b")
    return None


class _Clock:
    """How much of a limit is left, on the monotonic clock."""

    def __init__(self, seconds: float | None) -> None:
        self._seconds = seconds
        self._end = None if seconds is None else time.monotonic() + seconds

    def left(self) -> float | None:
        if self._end is None:
            return None
        left = self._end - time.monotonic()
        if left <= 0:
            raise WorkerTimeoutError(f"no answer within {self._seconds:g} s")
        return left


def _write(descriptor: int, line: bytes, clock: _Clock) -> None:
    # Not blocking: a process that never reads must not hold us once the pipe is full.
    os.set_blocking(descriptor, False)
    rest = memoryview(line)
    while rest:
        if select.select([], [descriptor], [], clock.left())[1]:
            try:
                rest = rest[os.write(descriptor, rest) :]
            except BlockingIOError:
                continue
            except OSError as error:
                raise WorkerDiedError("the process ended before it read the question") from error


def _object(line: bytes) -> dict[str, Any]:
    try:
        answer = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise WorkerDiedError("the answer is not JSON") from error
    if not isinstance(answer, dict):
        raise WorkerDiedError("the answer is not a JSON object")
    return answer


# ---------------------------------------------------------------- in the process itself


def serve(answer: Callable[[dict[str, Any]], Mapping[str, Any]]) -> None:
    """Answer the lines of standard input until it is closed; then end, whatever is under way.

    So no worker outlives the run that asked. What `answer` raises ends the process.
    """
    answers = _private_output()
    die_with_parent()
    lines: queue.SimpleQueue[str] = queue.SimpleQueue()
    threading.Thread(target=_read, args=(lines,), daemon=True).start()
    while True:
        question = json.loads(lines.get())
        try:
            line = json.dumps(question if question == READY else answer(question))
        except MemoryError:
            line = json.dumps({OUT_OF_MEMORY: True})
        answers.write(line + "\n")
        answers.flush()


def _read(lines: queue.SimpleQueue[str]) -> None:
    for line in sys.stdin:
        lines.put(line)
    os._exit(0)


def _private_output() -> TextIO:
    """A copy of standard output for answers; what libraries print goes to standard error."""
    answers = os.fdopen(os.dup(1), "w", encoding="ascii")
    os.dup2(2, 1)
    return answers
