"""Defaults that a run changes: Python keeps them for the next call, which is another program."""

from __future__ import annotations

from array import array
from collections import deque
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from dpverify import Draw, channel_of, measure, mechanism
from dpverify.defs.errors import ProgramError
from dpverify.defs.numbers import Value
from dpverify.defs.programs.kept_defaults import is_same


class Counter:
    def __init__(self) -> None:
        self.runs = 0


@mechanism(inputs=[0, 1])
def tells_whoever_asked_before(bit: int, draw: Draw, *, asked: list[int] = []) -> Any:  # noqa: B006  meant
    asked.append(bit)
    return draw.flip("1/2") and len(asked) > 1 and asked[-2]


@mechanism(inputs=[0, 1])
def counts_in_place(bit: int, draw: Draw, *, runs: list[int] = [0]) -> int:  # noqa: B006  meant
    runs[0] += 1
    coins = sum(draw.flip("1/2") for _ in range(3))
    return bit if runs[0] > 300 else coins


@mechanism(inputs=[0, 1])
def counts_within(bit: int, draw: Draw, *, kept: tuple[Counter] = (Counter(),)) -> int:
    kept[0].runs += 1
    return bit if kept[0].runs > 300 else draw.flip("1/2")


@mechanism(inputs=[0, 1])
def keeps_its_noise(bit: int, draw: Draw, *, kept: list[Any] = []) -> Any:  # noqa: B006  meant
    kept.append(draw.laplace(1))
    return bit + kept[-1] if len(kept) < 2 else kept[-2]


@pytest.mark.parametrize(
    "program", [tells_whoever_asked_before, counts_in_place, counts_within, keeps_its_noise]
)
def test_a_default_that_a_run_changes_is_refused(program: Any) -> None:
    """By hand: the second call of the first one returns the input of another caller."""
    with pytest.raises(ProgramError, match=r"changes its parameter .*, which Python keeps"):
        measure(program, "pure-dp")


def test_one_that_is_read_is_none() -> None:
    @mechanism(inputs=[0, 1])
    def weighted(bit: int, draw: Draw, *, odds: list[str] = ["1/2", "1/3"]) -> bool:  # noqa: B006  meant
        return draw.flip(odds[bit])

    assert channel_of(weighted).probability("1", "True") * 3 == Value(1)


CHANGES: list[tuple[Callable[[], Any], Callable[[Any], Any]]] = [
    (lambda: [1, [2]], lambda x: x[1].append(3)),
    (lambda: {1: 2}, lambda x: x.update({1: 3})),
    (lambda: {1: 2}, lambda x: x.update({0: 3})),
    (lambda: {1}, lambda x: x.add(2)),
    (lambda: deque([1]), lambda x: x.append(2)),
    (lambda: bytearray(b"a"), lambda x: x.append(2)),
    (lambda: np.zeros(2), lambda x: x.fill(1)),
    (lambda: array("i", [1]), lambda x: x.append(2)),
    (lambda: np.array([[1], [10**30]], object), lambda x: x.fill(3)),
    (Counter, lambda x: setattr(x, "runs", 1)),
    (lambda: [True], lambda x: x.__setitem__(0, 1)),
]


@pytest.mark.parametrize(("make", "change"), CHANGES)
def test_what_two_values_hold(make: Callable[[], Any], change: Callable[[Any], Any]) -> None:
    one, other = make(), make()
    assert is_same(one, other)
    change(other)
    assert not is_same(one, other)
