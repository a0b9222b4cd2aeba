"""One try in a process of its own, which is killed when its time is up.

A check in this process looks at the clock where it can, which may be late; what is only tried must
not make the answer late that is there already.
"""

from __future__ import annotations

import json
import os
import select
import time
import warnings
from collections.abc import Callable
from typing import Any, Final

from dpverify.checkers.reaping import adopt_orphans, die_with_parent, kill_descendants
from dpverify.defs.systems import need_processes

GRACE: Final = 0.2
"""Seconds beyond the limit before the process is killed; it looks at the clock itself."""
LOOK: Final = 0.05
"""Seconds between two looks whether the child has ended."""
MOST_BYTES: Final = 1_000_000


def tried(work: Callable[[], dict[str, Any]], seconds: float) -> dict[str, Any] | None:
    """What some work returns, as JSON data; None where it raises, or time is up.

    The work sees everything that this process holds, and changes nothing of it. Whatever it started
    is gone when this returns: a second process watches the one that works, adopts what that leaves
    behind, and kills all of it once the answer is there or nobody waits for one any more.
    """
    need_processes("tries with a time limit")
    answers, answer = os.pipe()
    watched, watching = os.pipe()
    with warnings.catch_warnings():
        # Where other threads hold a lock, the child may wait for ever: it is killed then.
        warnings.simplefilter("ignore", DeprecationWarning)
        supervisor = os.fork()
    if not supervisor:
        os.close(answers)
        os.close(watching)
        _supervise(work, answer, watched)
    os.close(answer)
    os.close(watched)
    try:
        return _answer(answers, time.monotonic() + seconds + GRACE)
    finally:
        os.close(answers)
        os.close(watching)
        os.waitpid(supervisor, 0)


def _supervise(work: Callable[[], dict[str, Any]], answer: int, watched: int) -> None:
    """Let a child work until it ends or nobody waits; then kill it with all that it started."""
    try:
        os.setsid()
        adopt_orphans()
        parent = os.getpid()
        child = os.fork()
        if not child:
            os.close(watched)
            _work(parent, work, answer)
        os.close(answer)
        ended = os.WEXITED | os.WNOHANG | os.WNOWAIT
        while os.waitid(os.P_PID, child, ended) is None:
            if select.select([watched], [], [], LOOK)[0]:
                break
        kill_descendants(child)
    finally:
        os._exit(0)


def _work(parent: int, work: Callable[[], dict[str, Any]], answer: int) -> None:
    """In the child: work, say what came out, and end without running anything at exit."""
    try:
        os.setsid()
        die_with_parent(parent)
        text = json.dumps(work()).encode("ascii")
        while text:
            text = text[os.write(answer, text) :]
    finally:  # a try that fails says nothing, whatever went wrong
        os._exit(0)


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
