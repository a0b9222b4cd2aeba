"""Precision and length are globals of the library: a thread that has set one has it until the end.

Each test holds a block open in one thread and looks from another, or from a forked process.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager

import pytest
from flint import ctx

from dpverify.defs.numbers.balls import Turn, series_length, working_precision

Block = Callable[[int], AbstractContextManager[None]]
BLOCKS = [working_precision, series_length]
SHORT = 0.2


@contextmanager
def _held_elsewhere(block: AbstractContextManager[None]) -> Iterator[ThreadPoolExecutor]:
    """Another thread is in a block meanwhile; the pool has one more thread to look from."""
    entered, leave = threading.Event(), threading.Event()

    def stay() -> None:
        with block:
            entered.set()
            leave.wait(60)

    with ThreadPoolExecutor(2) as pool:
        there = pool.submit(stay)
        assert entered.wait(60)
        try:
            yield pool
        finally:
            leave.set()
        there.result(60)


def _state() -> tuple[int, int]:
    return ctx.prec, ctx.cap


def _inside(block: Block, number: int) -> tuple[int, int]:
    with block(number):
        return _state()


@pytest.mark.parametrize("first", BLOCKS)
@pytest.mark.parametrize("second", BLOCKS)
def test_blocks_of_two_threads_come_one_after_the_other(first: Block, second: Block) -> None:
    """And what was there before both is there after them."""
    before = _state()
    with _held_elsewhere(first(300)) as pool:
        later: Future[tuple[int, int]] = pool.submit(_inside, second, 17)
        with pytest.raises(TimeoutError):
            later.result(SHORT)
        assert 300 in _state()
    assert 17 in later.result(60)
    assert 300 not in later.result(60)
    assert _state() == before


def test_a_block_within_a_block() -> None:
    """Of one thread, in any order of both kinds."""
    before = _state()
    with working_precision(300), series_length(7), working_precision(90):
        assert _state() == (90, 7)
    assert _state() == before


def test_a_turn_is_over_when_it_was_given_back_as_often_as_it_was_taken() -> None:
    """Until then another thread waits."""
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
    with turn if mine else _held_elsewhere(turn):
        child = os.fork()
        if not child:
            signal.alarm(60)  # rather than to wait for ever
            with turn:
                os._exit(0)
        assert os.waitpid(child, 0)[1] == 0
