"""What one run can end in, and which line of the program is named."""

from __future__ import annotations

from typing import Any

import pytest

from dpverify.defs.errors import ProgramError, Undecided
from dpverify.defs.numbers import parse
from dpverify.defs.programs.explore import Purse, explore
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
