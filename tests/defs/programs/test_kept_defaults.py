"""Defaults that a run changes: Python keeps them for the next call, which is another program."""

from __future__ import annotations

import io
import itertools
import re
from array import array
from collections import deque
from collections.abc import Callable, Iterator
from copy import deepcopy
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np
import pytest

from dpverify import Draw, channel_of, measure, mechanism
from dpverify.defs.errors import ProgramError
from dpverify.defs.numbers import Value
from dpverify.defs.programs.kept_defaults import is_known, is_same


class Counter:
    def __init__(self) -> None:
        self.runs = 0


class Slotted:
    __slots__ = ("runs",)

    def __init__(self) -> None:
        self.runs = 0


class Listed(list[int]):
    runs = 0


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


@mechanism(inputs=[0, 1])
def answers_the_first_caller_alone(
    bit: int,
    draw: Draw,
    *,
    first: Iterator[bool] = iter([True] + 99 * [False]),  # noqa: B008  meant
) -> int:
    del draw
    return 0 if next(first) else bit


@mechanism(inputs=[0, 1])
def counts_in_a_slot(bit: int, draw: Draw, *, kept: Slotted = Slotted()) -> int:  # noqa: B008  meant
    del draw
    kept.runs += 1
    return bit if kept.runs > 1 else 0


@pytest.mark.parametrize(
    "program",
    [
        answers_the_first_caller_alone, counts_in_a_slot,
        tells_whoever_asked_before, counts_in_place, counts_within,
        keeps_its_noise,
    ],
)  # fmt: skip
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
    (lambda: [0.0], lambda x: x.__setitem__(0, -0.0)),
    (lambda: {1}, lambda x: x.symmetric_difference_update({1, 2})),
    (lambda: {1}, lambda x: x.symmetric_difference_update({1}) or x.add(True)),
    (lambda: {0.0}, lambda x: x.symmetric_difference_update({0.0}) or x.add(-0.0)),
    (lambda: {(1,)}, lambda x: x.symmetric_difference_update({(1,)}) or x.add((True,))),
    (lambda: np.arange(6), lambda x: setattr(x, "shape", (2, 3))),
    (lambda: np.ma.array([0, 0]), lambda x: x.data.fill(1)),
    (Slotted, lambda x: setattr(x, "runs", 1)),
    (Listed, lambda x: setattr(x, "runs", 1)),
    (lambda: iter([1, 2]), next),
    (lambda: map(abs, [1, 2]), next),
    (lambda: partial(list, [0]), lambda x: x.args[0].append(1)),
    (io.StringIO, lambda x: x.write("a")),
    (lambda: 60 * [[1]], lambda x: x[-1].append(3)),
    (lambda: _deep(200), lambda x: _deepest(x).append(3)),
]


def _deep(levels: int) -> list[Any]:
    return [_deep(levels - 1)] if levels else []


def _deepest(value: list[Any]) -> list[Any]:
    return _deepest(value[0]) if value else value


@pytest.mark.parametrize(("make", "change"), CHANGES)
def test_what_two_values_hold(make: Callable[[], Any], change: Callable[[Any], Any]) -> None:
    one, other = make(), make()
    assert is_same(one, other)
    change(other)
    assert not is_same(one, other)


def _with_gaps() -> Any:
    """Records of 1 and 8 bytes; a copy need not have what lies between."""
    array = np.frombuffer(bytes(range(32)), np.dtype("i1,f8", align=True))
    assert array.nbytes == 32
    return array


def _loop() -> list[Any]:
    loop: list[Any] = [1]
    loop.append(loop)
    return loop


READ: list[Any] = [
    [1, (2.5, "a", None)], {"a": {1, 2}}, {frozenset({1})}, {object()}, [float("nan")], np.zeros(0),
    np.arange(12).reshape(3, 4)[:, ::2], np.asfortranarray(np.ones((2, 3))), np.array([1, np.nan]),
    np.array(["a", None], object), np.asfortranarray([[{}, {}], [[], 3]], object)[:, :1],
    _with_gaps(),
    np.array(["2020-01-01"], "M8[D]"), np.array([(1, 2.0)], "i4,f8"), np.float32(1), Counter(),
    Slotted(), Listed([1]), deque([1], 3), range(3), re.compile("a"), iter([1]), partial(list, [0]),
    len, int, itertools, _loop(),
]  # fmt: skip


@pytest.mark.parametrize("value", READ, ids=lambda value: type(value).__name__)
def test_a_copy_of_what_is_read_alone_is_the_same(value: Any) -> None:
    assert is_same(value, value if value is itertools else deepcopy(value))


def test_what_is_compared_entirely() -> None:
    """Copies of these alone are used by more than one run."""
    held = [1, ("a", None), {2.5: {b"b"}}, np.arange(3), Fraction(1, 2), _loop()]
    assert is_known(held)
    assert not any(map(is_known, (Counter(), [Slotted()], {1: Listed()}, np.array([[]], object))))


def test_a_key_that_changes_a_default_is_refused() -> None:
    """By hand: the program returns its default, to which `key` adds at each run."""

    @mechanism(inputs=[0, 1], key=lambda held: len([held.append(1), *held]))
    def grows(bit: int, draw: Draw, *, kept: list[int] = []) -> list[int]:  # noqa: B006  meant
        del bit, draw
        return kept

    with pytest.raises(ProgramError, match="changes its parameter kept"):
        measure(grows, "pure-dp")


def test_runs_that_are_under_way_at_once_have_parameters_of_their_own() -> None:
    @mechanism(inputs=[0, 1])
    def inner(bit: int, draw: Draw, *, kept: list[int] = [0]) -> bool:  # noqa: B006  meant
        del draw
        seen.append(id(kept))
        return bool(bit) and next(again)(bit)

    seen: list[int] = []
    run: Any = inner.run(1)
    again = iter([lambda bit: run(None) == bit, bool])
    assert run(None) is True
    assert len({*seen}) == len(seen) == 2
