"""Killing a process with everything that it started, also what left its session.

On Linux the supervisor asks to become the parent of orphans (a child subreaper), so that whatever
the program leaves behind is found among its children. Elsewhere the group is killed, no more.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import sys
import time
from pathlib import Path

SET_CHILD_SUBREAPER, SET_PDEATHSIG = 36, 1  # <sys/prctl.h>
PATIENCE = 5.0  # seconds to go on killing what keeps starting new processes


def adopt_orphans() -> bool:
    """Make this process the parent of orphaned descendants; False where that cannot be had."""
    return _prctl(SET_CHILD_SUBREAPER, 1)


def die_with_parent(parent: int | None = None) -> None:
    """Have this process killed when its parent ends, where that can be had.

    Args: parent the process that forked this one. If it has ended already nothing would come of
        that, and this process ends here.
    """
    asked = _prctl(SET_PDEATHSIG, signal.SIGKILL)
    if asked and parent is not None and os.getppid() != parent:
        os.kill(os.getpid(), signal.SIGKILL)


def kill_descendants(child: int) -> None:
    """Kill a child's group, then every child of this process until there is none."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(child, signal.SIGKILL)
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        for pid in _children():
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGKILL)
        try:
            ended, _ = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return
        if not ended:
            time.sleep(0.002)  # what was killed needs a moment to end


def _children() -> list[int]:
    """The processes whose parent is this one; none where there is no /proc."""
    children, me = [], str(os.getpid())
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError, IndexError):
            # pid (name, which may hold anything) state ppid …
            if (
                stat.read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()[1]
                == me
            ):
                children.append(int(stat.parent.name))
    return children


def _prctl(option: int, value: int) -> bool:
    if not sys.platform.startswith("linux"):
        return False
    try:
        return bool(ctypes.CDLL(None, use_errno=True).prctl(option, value, 0, 0, 0) == 0)
    except (OSError, AttributeError):
        return False
