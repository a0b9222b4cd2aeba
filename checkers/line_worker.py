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
from typing import Any, Self, TextIO

MAX_ANSWER = 4_000_000  # bytes: far above any honest answer


class WorkerTimeoutError(Exception):
    """No answer within the limit; the process has been killed."""


class WorkerDiedError(Exception):
    """The process ended, or wrote something that is not one JSON object on one line."""


class LineWorker:
    """Keeps one process running `command` and asks it questions, one at a time.

    >>> import sys
    >>> program = "import sys; [print(line, end='', flush=True) for line in sys.stdin]"
    >>> with LineWorker([sys.executable, "-I", "-c", program]) as worker:
    ...     worker.ask({"a": 1}, seconds=10)
    {'a': 1}
    """

    def __init__(self, command: Sequence[str]) -> None:
        self._command = list(command)
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def ask(self, question: Mapping[str, Any], *, seconds: float | None) -> dict[str, Any]:
        """Send a question and wait for the answer.

        Raises: WorkerTimeoutError, WorkerDiedError; the process is gone after either.
        """
        try:
            return self._exchange(json.dumps(question).encode("ascii") + b"\n", seconds)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Kill the process and everything in its group."""
        process, self._process = self._process, None
        if process is None:
            return
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        for stream in (process.stdin, process.stdout):
            if stream is not None:
                with contextlib.suppress(OSError):
                    stream.close()

    def _exchange(self, line: bytes, seconds: float | None) -> dict[str, Any]:
        process = self._running()
        if process.stdin is None or process.stdout is None:
            raise WorkerDiedError("the process has no pipes")
        clock = _Clock(seconds)
        _write(process.stdin.fileno(), line, clock)
        return _object(_read_line(process.stdout.fileno(), clock))

    def _running(self) -> subprocess.Popen[bytes]:
        if self._process is None or self._process.poll() is not None:
            self.close()
            self._process = subprocess.Popen(  # noqa: S603  our own command, no shell
                self._command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
            )
        return self._process


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


def _read_line(descriptor: int, clock: _Clock) -> bytes:
    received = bytearray()
    while b"\n" not in received:
        if not select.select([descriptor], [], [], clock.left())[0]:
            continue
        part = os.read(descriptor, 65536)
        if not part:
            raise WorkerDiedError("the process ended without an answer")
        received += part
        if len(received) > MAX_ANSWER:
            raise WorkerDiedError(f"the answer is longer than {MAX_ANSWER} bytes")
    return bytes(received)


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
    lines: queue.SimpleQueue[str] = queue.SimpleQueue()
    threading.Thread(target=_read, args=(lines,), daemon=True).start()
    while True:
        answers.write(json.dumps(answer(json.loads(lines.get()))) + "\n")
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
