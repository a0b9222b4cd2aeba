"""What one run can end in, and which line of the program is named."""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier, Event
from typing import Any

import pytest

from dpverify.defs.errors import ProgramError, Undecided
from dpverify.defs.numbers import parse
from dpverify.defs.programs import channel_of, mechanism
from dpverify.defs.programs.explore import ROOM, Purse, deeper, explore
from dpverify.defs.programs.replay import Prefix


def follow(run: Any, tick: Any = lambda: None) -> None:
    """Explore from the start."""
    explore(run, Prefix(), -100.0, Purse(10**6, tick))


def fails(draw: Any) -> int:
    draw.flip("1/2")
    raise ValueError("no\nway")


def test_a_raise_is_named_with_its_line() -> None:
    line = fails.__code__.co_firstlineno + 2
    with pytest.raises(ProgramError, match=rf"raises ValueError: no way \(line {line}\)"):
        follow(fails)


def asks(draw: Any) -> object:
    draw.flip("1/2")
    return parse("1/")


def test_the_line_is_the_programs_where_something_of_ours_raises() -> None:
    """It was the line of the number grammar that raised, which is no line of the program."""
    line = asks.__code__.co_firstlineno + 2
    with pytest.raises(ProgramError, match=rf"raises NumberError: .* \(line {line}\)"):
        follow(asks)


def test_the_clock_is_looked_at_within_a_run() -> None:
    """Draws without a choice run no path out of budget, but they take time."""

    def stop() -> None:
        raise Undecided("time", "enough")

    def certain(draw: Any) -> None:
        while True:
            draw.flip(1)

    with pytest.raises(Undecided, match="enough"):
        follow(certain, stop)


def test_a_run_that_goes_on_after_its_end_is_refused() -> None:
    def deaf(draw: Any) -> int:
        try:
            while True:
                draw.flip("1/2")
        except BaseException:  # noqa: BLE001  what the test is about
            return 0

    with pytest.raises(ProgramError, match="goes on after a draw"):
        follow(deaf)


def test_a_memory_error_is_no_fault_of_the_program() -> None:
    def greedy(draw: Any) -> None:
        draw.flip("1/2")
        raise MemoryError

    with pytest.raises(MemoryError):
        follow(greedy)


def _sum(values: list[int]) -> int:
    return values[0] + _sum(values[1:]) if values else 0


@pytest.mark.parametrize("depth", [-30, 100, 400])
def test_where_python_stops_to_recurse_is_no_answer(depth: int) -> None:
    """A program that catches this tells how deep it was called, and what the limit was."""

    records = [1] * (sys.getrecursionlimit() + depth)

    def careful(draw: Any) -> int | None:
        draw.flip("1/2")
        try:
            return _sum(records)
        except Exception:  # noqa: BLE001  as a program would, that only wants to go on
            return None

    limit = sys.getrecursionlimit()
    with pytest.raises(ProgramError, match="with the same draws it returns 'None', then returns"):
        follow(careful)
    assert sys.getrecursionlimit() == limit


def test_nor_is_it_on_a_path_that_is_not_repeated() -> None:
    """Path 131 of 256: where all paths are run again, they have more room."""
    records = [1] * (sys.getrecursionlimit() + 100)

    @mechanism(inputs=[0, 1])
    def rarely(bit: int, draw: Any) -> int | None:
        number = sum(2**k * draw.flip("1/2") for k in range(8))
        try:
            return _sum(records) * bit if number == 131 else int(number)
        except Exception:  # noqa: BLE001  as above
            return None

    with pytest.raises(ProgramError, match="run in another order, their outputs differ"):
        channel_of(rarely)


def test_the_limit_is_as_it_was_when_threads_have_raised_it_together() -> None:
    """It is one for all threads, and the first one to end is not the last one that needs it."""
    limit, both, first_ended = sys.getrecursionlimit(), Barrier(2), Event()

    def first() -> None:
        with deeper():
            both.wait(10)
        first_ended.set()

    with ThreadPoolExecutor(1) as pool:
        ended = pool.submit(first)
        with deeper():
            both.wait(10)
            assert first_ended.wait(10)
            assert sys.getrecursionlimit() == limit + ROOM
        ended.result()
    assert sys.getrecursionlimit() == limit
