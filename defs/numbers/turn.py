"""What belongs to the process and not to a thread: one thread has it at a time."""

from __future__ import annotations

import os
import threading


class Turn:
    """A lock that one thread may take several times; who else asks for it waits.

    A forked process has none of the other threads, so what one of them held is free there.
    """

    __slots__ = ("_lock",)

    def __init__(self) -> None:
        self._lock = threading.RLock()
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_child=self._free)

    def take(self) -> None:
        """Wait until no other thread has it."""
        self._lock.acquire()

    def give(self) -> None:
        """Give back what was taken last."""
        self._lock.release()

    def __enter__(self) -> None:
        self._lock.acquire()

    def __exit__(self, *_: object) -> None:
        self._lock.release()

    def _free(self) -> None:
        if self._lock.acquire(blocking=False):
            self._lock.release()
        else:
            self._lock = threading.RLock()
