"""One task in a forked process, with a limit of processor seconds and of memory.

The limits are the kernel's own: what runs in a C library is stopped as well. Processor seconds and
not wall seconds, since a busy machine must not change what becomes of a mutant.
"""

from __future__ import annotations

import json
import os
import resource
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

MEMORY = 6 * 2**30
"""Bytes of address space; mutants raise numbers to large powers."""
WALL = 3600
"""Seconds after which what sleeps or waits is stopped; what computes has a limit of its own."""
ANSWER = "answer.json"
NOTE = "note"


@dataclass(frozen=True)
class End:
    """How a task ended."""

    answer: Any
    """What it returned, through JSON; None if it was stopped or died."""
    signal: int
    """The signal that ended it, or 0."""
    seconds: float
    """Of the processor, its children included."""
    note: str
    """What it was doing last."""

    @property
    def stopped(self) -> bool:
        """Whether a limit of time ended it: SIGKILL is the hard limit, or ours after `WALL`."""
        return self.signal in {signal.SIGXCPU, signal.SIGKILL}


def note(text: str) -> None:
    """Say what the task is doing: read if it does not come to its end."""
    Path(tempfile.gettempdir(), NOTE).write_text(text, encoding="utf-8")


def used() -> float:
    """Processor seconds of this process and of its children that have ended."""
    usages = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)


def allow(seconds: float) -> None:
    """From now on so many processor seconds, but never more than the task as a whole."""
    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    soft = int(used() + seconds) + 1
    if hard != resource.RLIM_INFINITY:
        soft = min(soft, hard)
    resource.setrlimit(resource.RLIMIT_CPU, (soft, hard))


def forked(task: Callable[[], Any], seconds: float) -> End:
    """Run a task in a fork of this process, whose files go to a folder that is removed."""
    folder = Path(tempfile.mkdtemp(prefix="dpverify-mutant-"))
    sys.stdout.flush()
    sys.stderr.flush()
    child = os.fork()
    if child == 0:
        code = 70
        try:
            _prepare(folder, seconds)
            (folder / ANSWER).write_text(json.dumps(task()), encoding="utf-8")
            code = 0
        finally:
            os._exit(code)
    status = None
    try:
        status, usage = _ended(child)
    finally:
        # What the task itself had started; the task too, if we are being ended.
        with suppress(ProcessLookupError):
            os.killpg(child, signal.SIGKILL)
        if status is None:
            os.waitpid(child, 0)
            shutil.rmtree(folder, ignore_errors=True)
    code = os.waitstatus_to_exitcode(status)
    text = (folder / ANSWER).read_text(encoding="utf-8") if code == 0 else "null"
    last = (folder / NOTE).read_text(encoding="utf-8") if (folder / NOTE).exists() else ""
    shutil.rmtree(folder, ignore_errors=True)
    return End(json.loads(text), -min(code, 0), usage.ru_utime + usage.ru_stime, last)


def _prepare(folder: Path, seconds: float) -> None:
    """A group of processes, a place for files and limits of its own; no output."""
    os.setsid()
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    os.environ["TMPDIR"] = tempfile.tempdir = str(folder)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    limit = int(seconds) + 1
    resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 5))
    nowhere = os.open(os.devnull, os.O_RDWR)
    log = os.environ.get("DPVERIFY_MUTANTS_LOG")
    out = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND) if log else nowhere
    os.dup2(nowhere, 0)
    os.dup2(out, 1)
    os.dup2(out, 2)


def _ended(child: int) -> tuple[int, resource.struct_rusage]:
    """Wait for a child; after `WALL` seconds it is killed."""
    start = time.monotonic()
    while True:
        pid, status, usage = os.wait4(child, os.WNOHANG)
        if pid:
            return status, usage
        if time.monotonic() - start > WALL:
            with suppress(ProcessLookupError):
                os.killpg(child, signal.SIGKILL)
        time.sleep(0.02)
