"""Which programs have continuous noise: the first draw says it."""

from __future__ import annotations

from typing import Any

import pytest

from dpverify.defs.continuous.probe import draws_continuously
from dpverify.defs.documents.shift import Shift
from dpverify.defs.mechanisms import library, library_mechanism
from dpverify.defs.programs import mechanism


@pytest.mark.parametrize("name", sorted(library()))
def test_the_library(name: str) -> None:
    """Continuous mechanisms are those whose name says it."""
    found = library_mechanism(name)
    assert draws_continuously(found) == str(found.about["name"]).startswith("continuous-")


def test_an_input_on_which_nothing_is_drawn() -> None:
    @mechanism(inputs=[0, 1])
    def late(x: int, draw: Any) -> Any:
        return x + draw.laplace(1) > 0 if x else False

    assert draws_continuously(late)


def test_a_program_that_catches_everything() -> None:
    @mechanism(inputs=[0, 1])
    def stubborn(x: int, draw: Any) -> Any:
        try:
            return draw.exponential(1) > x
        except Exception:  # noqa: BLE001
            return draw.flip("1/2")

    assert draws_continuously(stubborn)


def test_an_input_beyond_all_bounds() -> None:
    @mechanism(inputs=[(0, Shift.of(0, g=1)), (0, 0)])
    def far(x: Any, draw: Any) -> Any:
        del draw
        return x[0] > x[1]

    assert draws_continuously(far)


def test_what_goes_wrong_is_not_said_here() -> None:
    @mechanism(inputs=[0, 1])
    def broken(x: int, draw: Any) -> Any:
        del draw
        raise SystemExit(x)

    assert not draws_continuously(broken)
    used = iter([0, 1])

    @mechanism(inputs=used)
    def once(x: int, draw: Any) -> Any:
        return x + draw.laplace(1) > 0

    assert not draws_continuously(once)
    assert list(used) == [0, 1]


def test_what_fills_the_memory_at_once_is_run_once() -> None:
    """Each run would fill it again: four times two gigabytes, and a user waits for each."""
    runs: list[int] = []

    @mechanism(inputs=[0, 1])
    def filling(x: Any, draw: Any) -> Any:
        runs.append(x)
        draw.flip("1/2")
        return bytearray(1 << 62)

    with pytest.raises(MemoryError):
        draws_continuously(filling)
    assert runs == [0]


def test_what_fills_the_memory_on_one_way_may_draw_on_others() -> None:
    """Whether that way is gone is for the enumeration to see."""

    @mechanism(inputs=[0, 1])
    def sometimes(x: Any, draw: Any) -> Any:
        way = draw.uniform(range(3))
        if way == 2:
            return bytearray(1 << 62)
        return way == 1 and draw.laplace(1) > x

    @mechanism(inputs=[0, 1])
    def never(x: Any, draw: Any) -> Any:
        return bytearray(draw.uniform([0, 1, 1 << 62]))[x:]

    assert draws_continuously(sometimes)
    assert not draws_continuously(never)
