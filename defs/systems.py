"""What the system must offer: processes that are ended with all that they started.

Programs and solvers run in processes of their own, whose time and memory are limited and which are
ended as a group. Windows has other means for that, which nobody here has built and tested. To be
asked before such a process starts, so that the error is one line and not a missing attribute.
"""

from __future__ import annotations

import os
import sys


def has_processes() -> bool:
    """Whether this system offers them; whoever asks loads nothing for it, errors neither."""
    return os.name == "posix"


def need_processes(what: str) -> None:
    """Refuse what cannot work on this system.

    Args: what needs them, as the sentence begins, in the plural.

    Raises: SystemLacks.
    """
    if not has_processes():
        from dpverify.defs.errors import SystemLacks  # which bring the arithmetic along

        raise SystemLacks(
            f"{what} need processes that end with all that they started, which {sys.platform} does"
            " not offer here; use Linux, macOS or the Windows Subsystem for Linux"
        )
