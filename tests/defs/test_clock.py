"""The clock that loops look at: set for a block, put back after it, whatever ends the block."""

from __future__ import annotations

import pytest

from dpverify.defs.clock import look, no_clock, seconds_left, watched
from dpverify.defs.errors import Undecided


def test_a_clock_within_a_clock() -> None:
    """The inner one, then the outer one, then none."""
    seen: list[str] = []
    with watched(lambda: seen.append("outer")):
        look()
        with watched(lambda: seen.append("inner")):
            look()
        look()
    look()
    no_clock()
    assert seen == ["outer", "inner", "outer"]


def test_what_the_clock_raises_ends_the_block() -> None:
    """And the clock is put back."""

    def stop() -> None:
        raise Undecided("time", "up")

    with pytest.raises(Undecided, match="up"), watched(stop):
        look()
    look()


def test_seconds_that_are_left() -> None:
    """Those of the inner clock; as many as are asked for where it says none."""
    with watched(no_clock, lambda: 7.0):
        assert seconds_left(30.0) == 7.0
        with watched(no_clock):
            assert seconds_left(30.0) == 30.0
        assert seconds_left(2.0) == 2.0
    assert seconds_left(30.0) == 30.0
