"""Precision and length are globals of the library: a thread that has set one has it until the end.

Each test holds a block open in one thread and looks from another.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager

import pytest
from flint import ctx

from dpverify.defs.numbers.balls import series_length, working_precision

Block = Callable[[int], AbstractContextManager[None]]
BLOCKS = [working_precision, series_length]
SHORT = 0.2


def _state() -> tuple[int, int]:
    return ctx.prec, ctx.cap


@contextmanager
def _another_inside(block: Block, number: int) -> Iterator[ThreadPoolExecutor]:
    """A block that another thread is in; and a pool of one thread to look from."""
    entered, leave = threading.Event(), threading.Event()

    def stay() -> None:
        with block(number):
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


def _inside(block: Block, number: int) -> tuple[int, int]:
    with block(number):
        return _state()


@pytest.mark.parametrize("first", BLOCKS)
@pytest.mark.parametrize("second", BLOCKS)
def test_blocks_of_two_threads_come_one_after_the_other(first: Block, second: Block) -> None:
    """And what was there before both is there after them."""
    before = _state()
    with _another_inside(first, 300) as pool:
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
