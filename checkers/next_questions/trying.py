"""One try in a process of its own, which is killed when its time is up.

A check in this process looks at the clock where it can, which may be late; what is only tried must
not make the answer late that is there already.
"""

from __future__ import annotations

import contextlib
import json
import os
import select
import signal
import time
import warnings
from collections.abc import Callable
from typing import Any, Final

from dpverify.checkers.reaping import die_with_parent

GRACE: Final = 0.2
"""Seconds beyond the limit before the process is killed; it looks at the clock itself."""
MOST_BYTES: Final = 1_000_000


def tried(work: Callable[[], dict[str, Any]], seconds: float) -> dict[str, Any] | None:
    """What some work returns, as JSON data; None where it raises, or time is up.

    The work sees everything that this process holds, and changes nothing of it.
    """
    ours, theirs = os.pipe()
    with warnings.catch_warnings():
        # Where other threads hold a lock, the child may wait for ever: it is killed then.
        warnings.simplefilter("ignore", DeprecationWarning)
        child = os.fork()
    if not child:
        os.close(ours)
        _work(work, theirs)
    os.close(theirs)
    try:
        return _answer(ours, time.monotonic() + seconds + GRACE)
    finally:
        os.close(ours)
        for end in (os.killpg, os.kill):  # its group, where it has one already
            with contextlib.suppress(ProcessLookupError, PermissionError):
                end(child, signal.SIGKILL)
        os.waitpid(child, 0)


def _work(work: Callable[[], dict[str, Any]], pipe: int) -> None:
    """In the child: work, say what came out, and end without running anything at exit."""
    try:
        os.setsid()
        die_with_parent()
        text = json.dumps(work()).encode("ascii")
        while text:
            text = text[os.write(pipe, text) :]
        os._exit(0)
    except BaseException:  # noqa: BLE001  a try that fails says nothing, whatever went wrong
        os._exit(1)
    finally:
        os._exit(1)


def _answer(pipe: int, end: float) -> dict[str, Any] | None:
    received = bytearray()
    while len(received) <= MOST_BYTES:
        left = end - time.monotonic()
        if left <= 0 or not select.select([pipe], [], [], left)[0]:
            return None
        part = os.read(pipe, 65_536)
        if not part:
            break
        received += part
    try:
        answer: dict[str, Any] = json.loads(received)
    except ValueError:
        return None
    return answer
