"""Where the collector of garbage is at work: what it runs, it runs in the middle of whatever runs.

It finalizes what others left behind: closes generators, removes temporary folders, reports what
went wrong. No program asked for that, though the program's frame stands below. What must never
change: `COLLECTOR.within` is the frame in which this thread's collector was started for as long as
it works, and None otherwise.
"""

from __future__ import annotations

import gc
import sys
import threading
from types import FrameType
from typing import Any, Final


class _Collector(threading.local):
    within: FrameType | None = None


COLLECTOR: Final = _Collector()


def noted(phase: str, info: dict[str, Any]) -> None:
    """For `gc.callbacks`: the collector starts or stops."""
    del info
    COLLECTOR.within = sys._getframe(1) if phase == "start" else None


def is_told(frame: FrameType) -> bool:
    """Whether a function is one that is told of the collector, as `noted` is."""
    return any(frame.f_code is getattr(callback, "__code__", None) for callback in gc.callbacks)
