"""What the interpreter itself reports of a program: an audit hook beside the guards.

It sees what no guard can, such as `id` handed to `map`, foreign functions and frames. What must
never change: it raises only while a program is examined, and never while it looks at the stack
itself.
"""

from __future__ import annotations

import sys
from typing import Any, Final

from dpverify.defs.programs.entropy_sources import (
    ADDRESS,
    FILE,
    FOREIGN,
    PROCESS,
    SOCKET,
    STACK,
    THREAD,
)
from dpverify.defs.programs.guards import STATE, accuse, culprit
from dpverify.defs.programs.opened import forbidden_file, shortened_path

AUDITED: Final[dict[str, tuple[str, bool]]] = {
    "builtins.id": (ADDRESS, True),
    "_thread.start_new_thread": (THREAD, False),
    "_thread.start_joinable_thread": (THREAD, False),
    "socket.__new__": (SOCKET, False),
    "ctypes.dlopen": (FOREIGN, False),
    "ctypes.dlsym": (FOREIGN, False),
    "ctypes.call_function": (FOREIGN, False),
    "sys._getframe": (STACK, True),
    "sys._current_frames": (STACK, True),
    "sys.settrace": (STACK, True),
    "sys.setprofile": (STACK, True),
    "sys.addaudithook": (STACK, True),
    "subprocess.Popen": (PROCESS, False),
    "pty.spawn": (PROCESS, False),
}
"""Events of the interpreter: what a program does, and whether only its own calls count."""


def audit(event: str, arguments: tuple[Any, ...]) -> None:
    """A hook for `sys.addaudithook`: sees what no guard can, such as `id` handed to `map`.

    Raises: ProgramError where a program that is examined does what it must not.
    """
    if not STATE.active or STATE.auditing or (STATE.loading and event != "builtins.id"):
        return
    STATE.auditing = True  # looking at the stack is an event too
    try:
        _audited(event, arguments)
    finally:
        STATE.auditing = False


def _audited(event: str, arguments: tuple[Any, ...]) -> None:
    """Raise where an event is what a program must not do."""
    if event == "open":
        path, mode, flags = (*arguments, None, None, None)[:3]
        if path is None or isinstance(path, int) or not forbidden_file(path, mode or flags):
            return
        does, direct, what = FILE, False, f"open of {shortened_path(path)}"
    elif event == "object.__getattr__":
        if not _tells_of_the_run(*arguments):
            return
        does, direct, what = STACK, True, f"the attribute {arguments[1]}"
    elif event in AUDITED:
        (does, direct), what = AUDITED[event], event.removeprefix("builtins.")
    elif event.startswith(("os.fork", "os.posix_spawn", "os.spawn", "os.system", "os.exec")):
        does, direct, what = PROCESS, False, event
    else:
        return
    frame = culprit(sys._getframe(2), direct=direct)  # beyond `audit`
    if frame is not None:
        raise accuse(does, what, frame)


def _tells_of_the_run(owner: Any, name: str) -> bool:
    """Whether an attribute leads to the frames that run a program, or behind a guard."""
    if name in ("tb_frame", "gi_frame", "cr_frame", "ag_frame"):
        return True
    return name == "__closure__" and "dpverify_original" in (getattr(owner, "__dict__", None) or ())
