"""Nothing that a program starts survives it."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

PROGRAM = """
import os, time
from dpverify.checkers.reaping import adopt_orphans, kill_descendants
adopted = adopt_orphans()
child = os.fork()
if not child:
    os.setsid()
    for _ in range(3):                       # each leaves the session and its parent
        if os.fork() == 0:
            os.setsid()
            if os.fork() == 0:
                time.sleep(300)
            os._exit(0)
    time.sleep(0.3)
    os._exit(0)
os.waitpid(child, 0)
kill_descendants(child)
print(adopted)
"""


@pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="looks into /proc")
def test_grandchildren_with_sessions_of_their_own_are_killed() -> None:
    mark = f"REAPED_{os.getpid()}_{time.time_ns()}"
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], env={**os.environ, "MARK": mark},
        capture_output=True, text=True, check=True, timeout=300,
    )  # fmt: skip
    assert done.stdout == "True\n"
    left = []
    for environ in Path("/proc").glob("[0-9]*/environ"):
        try:
            if mark.encode() in environ.read_bytes():
                left.append(environ)
        except OSError:
            continue
    assert left == []


ORPHAN = """
import os, sys, time
from dpverify.checkers.reaping import die_with_parent
parent = os.getpid()
if os.fork():
    os._exit(0)
while os.getppid() == parent:
    time.sleep(0.01)
die_with_parent(parent if sys.argv[1] == "told" else None)
print("alive")
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="asks Linux")
@pytest.mark.parametrize(("told", "said"), [("told", ""), ("not told", "alive\n")])
def test_a_parent_that_ended_before_it_could_be_watched_is_noticed(told: str, said: str) -> None:
    """Killed right after it forked: its child would go on alone, and keep the journal's lock."""
    done = subprocess.run(
        [sys.executable, "-c", ORPHAN, told], capture_output=True, text=True, check=True
    )
    assert done.stdout == said
