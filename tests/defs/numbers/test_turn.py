"""What belongs to the process: one thread has it at a time, and a forked process starts anew."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import pytest

from dpverify.defs.numbers.balls import Turn

SHORT = 0.2


@contextmanager
def _taken_elsewhere(turn: Turn) -> Iterator[None]:
    """Another thread has it meanwhile."""
    taken, leave = threading.Event(), threading.Event()

    def stay() -> None:
        with turn:
            taken.set()
            leave.wait(60)

    with ThreadPoolExecutor(1) as pool:
        there = pool.submit(stay)
        assert taken.wait(60)
        try:
            yield
        finally:
            leave.set()
        there.result(60)


def test_another_thread_waits() -> None:
    """Until it was given back as often as it was taken."""
    turn = Turn()
    with ThreadPoolExecutor(1) as pool:
        turn.take()
        with turn:
            waiting = pool.submit(turn.take)
        with pytest.raises(TimeoutError):
            waiting.result(SHORT)
        turn.give()
        waiting.result(60)
        pool.submit(turn.give).result(60)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork on this system")
@pytest.mark.filterwarnings("ignore:This process .* is multi-threaded:DeprecationWarning")
@pytest.mark.parametrize("mine", [False, True])
def test_a_forked_process_waits_for_no_thread_that_it_has_not(mine: bool) -> None:
    """What the thread that forked had, it has in the child as well, and gives back there."""
    turn = Turn()
    with turn if mine else _taken_elsewhere(turn):
        child = os.fork()
        if not child:
            signal.alarm(60)  # rather than to wait for ever
            with turn:
                os._exit(0)
        assert os.waitpid(child, 0)[1] == 0
