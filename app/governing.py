"""One run under one budget: the work in a child process, its limits kept by the parent.

A loop in C, a huge integer or a linear programme looks at no clock. So the first process does no
work: it forks, waits, and kills the child and whatever that started at the limit. What must never
change: status 0 is returned only where the child has said so on a private pipe, after everything
was written; a run that ends in any other way is "unknown", status 3. Imports stay light here: the
fork happens before arithmetic is loaded.
"""

from __future__ import annotations

import contextlib
import os
import resource
import select
import signal
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from dpverify.app.exit_status import ExitStatus
from dpverify.checkers.reaping import adopt_orphans, die_with_parent, kill_descendants

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FrameType

SECONDS = 60.0
"""Time limit of a question where none is given."""
MEGABYTES = 4096
"""Memory limit where none is given."""
GRACE = 0.3
"""Seconds beyond the limit before the child is killed: engines look at the clock themselves, and
say more than that time was up."""
PATIENCE = {False: 1.0, True: 20.0}
"""Seconds that the child has to end after a signal: a durable run has a partial report to write."""
TOLD = 3.0
"""Seconds after which a person at a terminal is told how long a run has taken, and may take."""
LOOK, NEAR_LOOK = 0.1, 0.01
"""Seconds between two looks at memory, and where half of what is allowed is in use."""
AGAIN = 0.01
"""Seconds after which an interrupt comes again that Python could not raise."""
MOST_NOTED = 4096
"""Bytes of what libraries wrote to standard error that are looked at."""
FORWARDED = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


@dataclass(frozen=True)
class Limits:
    """What one run may use up: seconds (None for no limit as a whole), megabytes of each process.

    A `durable` run keeps a journal and limits each piece of its work by itself; after a signal it
    has time to write what it has. One that is `quiet` says nothing while it goes on.
    """

    seconds: float | None = SECONDS
    megabytes: int = MEGABYTES
    durable: bool = False
    quiet: bool = False


class _Here:
    """Whether runs are governed here; of a child its pipe, and whether a signal interrupted it."""

    governs = False
    pipe: int | None = None
    interrupted = False


def interrupted() -> bool:
    """Whether a signal has interrupted this process, a child."""
    return _Here.interrupted


def govern() -> None:
    """Let `run` fork from now on; only the command itself does so.

    In a test or a notebook, where there may be threads, the work is done in the present process.
    """
    _Here.governs = True


def governs() -> bool:
    """Whether this run has a parent that keeps its limits."""
    return _Here.governs


def run(
    work: Callable[[], int],
    limits: Limits,
    unanswered: Callable[[str, str], None] = lambda _code, _text: None,
) -> int:
    """Do the work in a child within limits, and return its status; here where nothing governs.

    Args: unanswered is called, with the reason, where the child ended before it wrote anything.
    """
    if not _Here.governs or _Here.pipe is not None:
        return work()
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:  # closed from the start
            stream.flush()
    noted = _scratch()
    ours, theirs = os.pipe()
    adopt_orphans()
    signal.pthread_sigmask(signal.SIG_BLOCK, FORWARDED)
    parent = os.getpid()
    try:
        child = os.fork()
    except OSError as error:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, FORWARDED)
        _complain(f"unknown (memory): no process can be started: {error.strerror}")
        return ExitStatus.UNKNOWN
    if not child:
        os.close(ours)
        _become_child(parent, theirs, noted, limits)
        return work()
    os.close(theirs)
    watch = _Watch(child, ours, noted, limits)
    status = watch.status()
    if watch.reason is not None and not watch.delivers:
        unanswered(*watch.reason)
    return status


def deadline(seconds: float | None) -> None:
    """Within a governed run: from now on it may take so long, or as long as it likes."""
    _say("free" if seconds is None else f"limit {seconds}")


def delivering() -> None:
    """The answer is known: a slow reader of standard output is no reason to kill the run."""
    _say("delivers")


def finish(status: int) -> None:
    """In the child: say the status to the parent and end; elsewhere do nothing."""
    if _Here.pipe is None:
        return
    # The answer is given: a signal that comes now must not end in a traceback.
    signal.pthread_sigmask(signal.SIG_BLOCK, (*FORWARDED, signal.SIGALRM))
    with contextlib.suppress(OSError, ValueError, AttributeError):
        sys.stderr.flush()
    _say(f"done {status}")
    os._exit(status)


def _say(line: str) -> None:
    if _Here.pipe is not None:
        with contextlib.suppress(OSError):  # the parent has gone: so are we, in a moment
            os.write(_Here.pipe, f"{line}\n".encode("ascii"))


def _scratch() -> int | None:
    """A file without a name, for what libraries write as they die; None where there is none."""
    try:
        return os.memfd_create("dpverify") if hasattr(os, "memfd_create") else None
    except OSError:
        return None


# ---------------------------------------------------------------- the child


def _become_child(parent: int, pipe: int, noted: int | None, limits: Limits) -> None:
    """Set limits; die with the parent; the first signal interrupts, later ones do not."""
    _Here.pipe = pipe
    die_with_parent(parent)

    def interrupt(number: int, frame: FrameType | None) -> None:
        del number, frame
        # A terminal signals the whole group, and the parent forwards: once is enough.
        if not _Here.interrupted:
            _Here.interrupted = True
            raise KeyboardInterrupt

    usual = sys.unraisablehook

    def ignored(unraisable: sys.UnraisableHookArgs) -> None:
        """Where nothing can be raised, as in the callback of a weak reference: raise it later."""
        if unraisable.exc_type is not KeyboardInterrupt:
            usual(unraisable)
            return
        _Here.interrupted = False
        signal.signal(signal.SIGALRM, interrupt)
        signal.setitimer(signal.ITIMER_REAL, AGAIN)

    sys.unraisablehook = ignored
    for number in FORWARDED:
        signal.signal(number, interrupt)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, FORWARDED)
    # Threads of linear algebra reserve memory and help nothing here.
    for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
        os.environ.setdefault(name, "1")
    limit_memory(limits.megabytes)
    if noted is not None:
        with contextlib.suppress(OSError, ValueError):
            _set_apart(noted)


def limit_memory(megabytes: int) -> None:
    """Let allocations of this process fail beyond the limit, where the system can do that."""
    size = megabytes * 1024 * 1024
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_CORE, (0, resource.getrlimit(resource.RLIMIT_CORE)[1]))
        # Not the address space: solvers and numpy reserve much that they never touch. The hard
        # limit stays, so that workers can set theirs.
        resource.setrlimit(
            resource.RLIMIT_DATA, (size, resource.getrlimit(resource.RLIMIT_DATA)[1])
        )


def lift_memory_limit() -> None:
    """Let a process that ran out of memory load what it needs to say so; its work is over."""
    with contextlib.suppress(ValueError, OSError):
        most = resource.getrlimit(resource.RLIMIT_DATA)[1]
        resource.setrlimit(resource.RLIMIT_DATA, (most, most))


def _set_apart(noted: int) -> None:
    """Python's standard error stays; what libraries in C write to it goes to the scratch file.

    They write as they abort, and an answer is one line.
    """
    if sys.stderr is None or sys.stderr.fileno() != 2:
        return
    descriptor = os.dup(2)
    sys.stderr = open(  # noqa: SIM115, PTH123  until the process ends
        descriptor, "w", encoding=sys.stderr.encoding, errors="backslashreplace", buffering=1
    )
    os.dup2(noted, 2)


# ---------------------------------------------------------------- the parent


class _Watch:
    """Waits for a child, and ends it where a limit is reached."""

    def __init__(self, child: int, pipe: int, noted: int | None, limits: Limits) -> None:
        self.child, self.pipe, self.noted, self.limits = child, pipe, noted, limits
        self.said: int | None = None
        self.delivers = False
        """Whether the child may have written something."""
        self.reason: tuple[str, str] | None = None
        """Why there is no report."""
        self.ended_by: tuple[str, str] | None = None
        self.signals: list[int] = []
        self.used = 0
        """Bytes that the child and all that it started held at the last look."""
        self.seconds, self.end = limits.seconds, _after(limits.seconds)
        self.started = time.monotonic()
        self.told = limits.durable or limits.quiet or not _on_terminal()
        """Whether nothing is to be said of the time: to a pipe, or where a bar is drawn."""
        self.line = ""
        for number in FORWARDED:
            signal.signal(number, self._forward)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, FORWARDED)

    def status(self) -> int:
        """Wait, sweep up, and say how it ended."""
        self._wait()
        self._untell()
        _, status, used = os.wait4(self.child, 0)
        if _has_children():
            kill_descendants(self.child)
        code = os.waitstatus_to_exitcode(status)
        if self.ended_by is None and self.said is not None and code in (0, self.said):
            return self._reported(self.said)
        if self.signals:
            return self._reported(ExitStatus.INTERRUPTED)
        self.reason = self.ended_by or self._why(code, used.ru_maxrss)
        _complain("unknown ({}): {}".format(*self.reason))
        return ExitStatus.UNKNOWN

    def _reported(self, status: int) -> int:
        """The status that the child said; shells expect 128 + 15 after SIGTERM."""
        by = self.signals[0] if self.signals else signal.SIGINT
        interrupted = status == ExitStatus.INTERRUPTED and by != signal.SIGINT
        return ExitStatus.TERMINATED if interrupted else status

    def _wait(self) -> None:
        received = bytearray()
        while True:
            self._tell()
            if select.select([self.pipe], [], [], self._pause())[0]:
                part = os.read(self.pipe, 4096)
                if not part:
                    return
                received += part
                self._take_all(received)
            elif self._over():
                received += self._stopped()
                if b"\n" not in received:
                    self._kill()
                    return
                self.ended_by = None  # it has just said that it is about to answer
                self._take_all(received)
                os.kill(self.child, signal.SIGCONT)

    def _tell(self) -> None:
        """Write how long the run has taken, and how long it may take, on a line of its own."""
        taken = time.monotonic() - self.started
        if self.told or taken < TOLD:
            return
        line = elapsed_text(taken, None if self.end is None else self.end - GRACE - self.started)
        if line != self.line:
            # The cursor goes back, so that whatever is written next takes the place of this line.
            _write_error(f"\r{line}\r")
            self.line = line

    def _untell(self) -> None:
        """Take that line away; nothing of the kind is written from here on."""
        if self.line:
            _write_error(f"\r{' ' * len(self.line)}\r")
        self.told, self.line = True, ""

    def _pause(self) -> float:
        # Two processes that fill memory side by side take half a gigabyte between two looks.
        look = NEAR_LOOK if self.used << 1 > self.limits.megabytes << 20 else LOOK
        return look if self.end is None else max(0.0, min(look, self.end - time.monotonic()))

    def _stopped(self) -> bytes:
        """Stop the child; what it said until then: it may be about to answer."""
        with contextlib.suppress(ProcessLookupError, ChildProcessError):
            os.kill(self.child, signal.SIGSTOP)
            os.waitid(os.P_PID, self.child, os.WSTOPPED | os.WEXITED | os.WNOWAIT)
        return os.read(self.pipe, 4096) if select.select([self.pipe], [], [], 0)[0] else b""

    def _take_all(self, received: bytearray) -> None:
        while (newline := received.find(b"\n")) >= 0:
            self._take(received[:newline].decode("ascii"))
            del received[: newline + 1]

    def _take(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        if word == "done":
            # All that is left to it is to end, which takes a moment where memory is large.
            self.said, self.end = int(rest), None
        elif not self.signals:
            if word == "delivers":
                self._untell()
            self.delivers = self.delivers or word == "delivers"
            self.seconds = float(rest) if word == "limit" else None
            self.end = _after(self.seconds)

    def _over(self) -> bool:
        """Whether a limit is reached, and which."""
        if self.end is not None and time.monotonic() >= self.end:
            if self.said is None and not self.signals and self.seconds is not None:
                self.ended_by = ("time", time_text(self.seconds))
            return True
        # The parts of a durable run have limits of their own.
        most = self.limits.megabytes << 20
        if self.limits.durable or self.said is not None:
            return False
        self.used = resident(self.child)
        if self.used > most:
            self.ended_by = ("memory", memory_text(self.limits.megabytes))
            return True
        return False

    def _kill(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.child, signal.SIGKILL)

    def _forward(self, number: int, frame: FrameType | None) -> None:
        """Let the child end by itself; a second signal of ours, or no end in time, kills it."""
        del frame
        if self.signals:
            self._kill()
            return
        self.signals.append(number)
        self.end = time.monotonic() + PATIENCE[self.limits.durable]
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.child, number)

    def _why(self, code: int, most: int) -> tuple[str, str]:
        """What an end without a report means."""
        noted = _read(self.noted)
        most *= 1 if sys.platform == "darwin" else 1024  # ru_maxrss is in bytes there, else in kB
        full = most > self.limits.megabytes << 19  # half of the limit
        if "memory" in noted or "alloc" in noted or (code < 0 and full):
            return "memory", memory_text(self.limits.megabytes)
        ended = f"was ended by {signal.Signals(-code).name}" if code < 0 else f"ended with {code}"
        return "crash", f"the process {ended} without its report"


def time_text(seconds: float) -> str:
    """The sentence of a time limit."""
    shown = round(seconds, 3) or seconds
    return f"the time limit of {shown:g} s was reached; --time-limit allows more"


def memory_text(megabytes: int) -> str:
    """The sentence of a memory limit."""
    return f"the memory limit of {megabytes} MB was reached; --memory-limit allows more"


def resident(pid: int) -> int:
    """Bytes in memory of a process and all that it started; 0 where there is no /proc."""
    total, stack = 0, [pid]
    while stack:
        place = Path("/proc", str(stack.pop()))
        with contextlib.suppress(OSError, ValueError, IndexError):
            fields = (place / "statm").read_text("ascii").split()
            # Shared pages are those of the parent, from which the child was forked, and libraries.
            total += (int(fields[1]) - int(fields[2])) * resource.getpagesize()
            for children in (place / "task").glob("*/children"):
                stack += map(int, children.read_text("ascii").split())
    return total


def elapsed_text(taken: float, limit: float | None) -> str:
    """How long a run has taken; the limit is all that is known of its end.

    >>> elapsed_text(75.2, 600.0)
    'dpverify: 1:15, at most 10:00'
    """
    clock = [f"{t // 60}:{t % 60:02}" for t in (int(taken), round(limit or 0))]
    return f"dpverify: {clock[0]}" + (f", at most {clock[1]}" if limit is not None else "")


def _on_terminal() -> bool:
    try:
        return sys.stderr is not None and sys.stderr.isatty()
    except ValueError:  # closed
        return False


def _write_error(text: str) -> None:
    with contextlib.suppress(OSError, ValueError, AttributeError):
        sys.stderr.write(text)
        sys.stderr.flush()


def _after(seconds: float | None) -> float | None:
    return None if seconds is None else time.monotonic() + seconds + GRACE


def _has_children() -> bool:
    try:
        os.waitpid(-1, os.WNOHANG)
    except ChildProcessError:
        return False
    return True


def _read(noted: int | None) -> str:
    if noted is None:
        return ""
    return os.pread(noted, MOST_NOTED, 0).decode("utf-8", "replace").lower()


def _complain(text: str) -> None:
    with contextlib.suppress(OSError, ValueError, AttributeError):
        sys.stderr.write(f"dpverify: {text}\n")
        sys.stderr.flush()
