"""Programs that come back to their first draw: which are seen, and which must not be."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

from dpverify.defs.continuous import tracer
from dpverify.defs.continuous.trace import trace, trace_family
from dpverify.defs.documents.traced import AGAIN, Traced
from dpverify.defs.errors import ProgramError
from dpverify.defs.programs import mechanism
from dpverify.defs.programs.mechanism import Mechanism


def traced(program: Any, given: Any = 0) -> Traced:
    """The trace of a program, tries and all."""
    return trace(Mechanism(program, [given]), given, one_value=True)


@pytest.fixture(autouse=True)
def few_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """A loop without an end is given up early."""
    monkeypatch.setattr(tracer, "MOST_STEPS", 500)


def test_a_rejected_value_begins_again() -> None:
    """The conditions of the paths that end are those of a value between the ends."""

    def program(x: int, draw: Any) -> Any:
        while True:
            y = x + draw.laplace(2)
            if -5 <= y <= 5:
                return y

    found = traced(program, 1)
    assert set(found.words) == {AGAIN, "•"}
    (path,) = found.words["•"]
    ends = [(int(form.noises[0][1]), int(form.shift.constant)) for form in path.conditions]
    assert ends == [(1, 6), (-1, 4)]
    assert len(found.words[AGAIN]) == 2


def test_whoever_cannot_deal_with_tries_gets_none() -> None:
    """The loop is followed until that is too much, as ever."""

    def program(_: int, draw: Any) -> Any:
        while draw.laplace(1) < 0:
            pass
        return 1

    with pytest.raises(ProgramError, match="draws and compares more than"):
        trace(Mechanism(program, [0]), 0)


def noisy(x: Any, draw: Any, eps: Any) -> Any:
    """A draw in a function of its own."""
    return x + draw.laplace(1 / eps)


def test_helpers_parameters_and_all_real_inputs() -> None:
    """A draw in a function of its own, ε as a symbol, and an input that is one."""

    @mechanism(inputs=[0, 1], moves="A")
    def program(x: Any, draw: Any, *, eps: Any = Fraction(1), low: int = 0, high: int = 3) -> Any:
        while True:
            y = noisy(x, draw, eps)
            if not (y < low or y > high):
                return y

    family = trace_family(program, one_value=True)
    assert family.traced.symbolic
    assert set(family.traced.words) == {AGAIN, "•"}


def counts(_: int, draw: Any) -> int:
    """The number of tries is told."""
    n = 0
    while True:
        n += 1
        if draw.laplace(1) > 0:
            return n


def remembers(x: int, draw: Any) -> Any:
    """The largest of all tries is told."""
    best = x + draw.laplace(1)
    while best < 5:
        best = draw.largest([best, x + draw.laplace(1)])
    return best


def last_sign(_: int, draw: Any) -> Any:
    """Whether the try before the last was below −1."""
    low = False
    while True:
        z = draw.laplace(1)
        if z > 0:
            return low
        low = z < -1


def grows(_: int, draw: Any) -> Any:
    """Noise of another scale on each try."""
    scale = 1
    while True:
        z = draw.laplace(scale)
        if z > 0:
            return z
        scale = scale + 1


def listed(_: int, draw: Any, seen: list[int] | None = None) -> Any:
    """A list grows on each try."""
    seen = []
    while True:
        if draw.laplace(1) > 0:
            return len(seen)
        seen.append(1)


def moves_once(x: int, draw: Any) -> Any:
    """The input moves the first try alone: it was multiplied before k is written."""
    k = 1
    while True:
        z = k * x + draw.laplace(1 + (k := 0))
        if z > 0:
            return z


def _emptied(numbers: list[int]) -> int:
    numbers[0] = 0
    return 0


def moves_once_by_a_list(x: int, draw: Any) -> Any:
    """The same, by a function that changes the list from which the product was computed."""
    k = [1]
    while True:
        z = k[0] * x + draw.laplace(1 + _emptied(k))
        if z > 0:
            return z


HELD = [1]


def moves_once_by_a_global(x: int, draw: Any) -> Any:
    """The same, of a list that is no variable of the function."""
    HELD[0] = 1
    while True:
        z = HELD[0] * x + draw.laplace(1 + _emptied(HELD))
        if z > 0:
            return z


def _emptying(numbers: list[int]) -> Iterator[int]:
    numbers[0] = 0
    yield 1


def moves_once_by_a_generator(x: int, draw: Any) -> Any:
    """The same without a call among the arguments: a generator runs where it is unpacked."""
    k = [1]
    while True:
        later = _emptying(k)
        z = k[0] * x + draw.laplace([*later, 1][0])
        if z > 0:
            return z


def moves_once_by_a_search(x: int, draw: Any) -> Any:
    """The same, where it runs for `in`."""
    k = [1]
    while True:
        later = _emptying(k)
        z = k[0] * x + draw.laplace(1 + (5 in later))
        if z > 0:
            return z


OTHER_STATES = [
    counts, remembers, grows, listed, moves_once, moves_once_by_a_list, moves_once_by_a_global,
    moves_once_by_a_generator, moves_once_by_a_search,
]  # fmt: skip


@pytest.mark.parametrize("program", OTHER_STATES, ids=lambda p: p.__name__)
def test_another_state_is_no_new_try(program: Any) -> None:
    """What is kept from try to try is part of the state: the loop is not taken for a retry."""
    with pytest.raises(ProgramError, match="draws and compares more than"):
        traced(program)


def test_a_product_of_what_stays_is_the_same_state() -> None:
    """A call among the arguments changes no number."""

    def program(x: int, draw: Any) -> Any:
        while True:
            z = 2 * x + draw.laplace(Fraction(3, 2))
            if z > 0:
                return z

    assert set(traced(program).words) == {AGAIN, "•"}


def test_a_scale_that_is_computed_from_a_list_changes_nothing() -> None:
    """Neither does it where the product is of a list too: no code of the program runs for it."""

    def program(x: int, draw: Any) -> Any:
        k, scales = [2, 3], [1, 2]
        while True:
            z = k[0] * x + draw.laplace(scales[1] + 1)
            if z > 0:
                return z

    assert set(traced(program).words) == {AGAIN, "•"}


def test_a_flag_that_is_kept_is_part_of_the_state() -> None:
    """After a try below −1 the program is not where it began, so the loop does not close there."""
    with pytest.raises(ProgramError, match="draws and compares more than"):
        traced(last_sign)


def test_a_program_that_never_ends() -> None:
    """Is refused in one line."""

    def program(_: int, draw: Any) -> Any:
        while True:
            draw.laplace(1)

    with pytest.raises(ProgramError, match="never ends"):
        traced(program)


def test_an_output_that_looks_like_another_try() -> None:
    """It stands in quotes."""

    def program(_: int, draw: Any) -> Any:
        return AGAIN if draw.laplace(1) > 0 else 1

    assert AGAIN not in traced(program).words


def test_coins_begin_again() -> None:
    """A coin may be the first draw."""

    def program(x: int, draw: Any) -> Any:
        while True:
            if not draw.flip("1/3"):
                return x + draw.laplace(1)

    assert set(traced(program).words) == {AGAIN, "•"}
