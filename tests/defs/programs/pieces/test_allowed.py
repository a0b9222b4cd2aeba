"""What is not cut at its draws: whatever may keep, tell or change more than its variables."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from fractions import Fraction
from types import FunctionType
from typing import Any

import pytest

from dpverify.defs.programs.draw import Draw
from dpverify.defs.programs.pieces.allowed import Uncut
from dpverify.defs.programs.pieces.compiled import pieces_of

HELD: list[int] = [1, 2]


def remembers(x: int, kept: list[int] = []) -> int:  # noqa: B006  the mistake that is meant
    kept.append(x)
    return len(kept)


def tells(x: int) -> int:
    return hash(x)


def calls_itself(x: int, draw: Draw) -> Any:
    return x if draw.flip("1/2") else calls_itself(x, draw)


def with_default(x: int, draw: Draw) -> int:
    return remembers(x) + draw.flip("1/2")


def with_hash(x: int, draw: Draw) -> int:
    return tells(x) + draw.flip("1/2")


def with_clock(x: int, draw: Draw) -> float:
    return x + random.random() + draw.flip("1/2")  # noqa: S311  the mistake that is meant


def with_global(x: int, draw: Draw) -> int:
    global HELD  # noqa: PLW0603
    HELD = [x]
    return int(draw.flip("1/2"))


def with_handler(x: int, draw: Draw) -> int:
    try:
        return int(draw.flip("1/2"))
    except ValueError:
        return x


def with_lambda(x: int, draw: Draw) -> Any:
    return sorted([x, 1], key=lambda y: draw.flip("1/2") + y)


def with_attribute(x: int, draw: Draw) -> Any:
    return draw.__class__ if x else draw.flip("1/2")


def with_another_name(x: int, draw: Draw) -> bool:
    other = draw
    return bool(other.flip("1/2")) or bool(x)


def with_an_object(x: int, draw: Draw) -> Any:
    return type(x)(draw.flip("1/2"))


def with_a_name_at_once(x: int, draw: Draw) -> Any:
    return (y := x) + draw.flip("1/2") + y


def with_noise(x: int, draw: Draw) -> int:
    return x + int(draw.discrete_gaussian(1))


def with_a_set(x: int, draw: Draw) -> int:
    return len({x, 1}) + draw.flip("1/2")


def with_identity(x: int, draw: Draw) -> bool:
    y = x + 10**9
    return y is x + 10**9 and draw.flip("1/2")


def with_a_list_that_is_changed_while_it_is_added_to(x: int, draw: Draw) -> int:
    held = [x, 1]
    held[0] += held.pop() + draw.flip("1/2")
    return held[0]


def with_the_length_of_a_generator(x: int, draw: Draw) -> int:
    return len(draw.flip("1/2") + x for _ in range(2))  # type: ignore[arg-type]  # the mistake


@pytest.mark.parametrize(
    "function",
    [
        calls_itself, with_default, with_hash, with_clock, with_global, with_handler, with_lambda,
        with_attribute, with_another_name, with_an_object, with_a_name_at_once, with_noise,
        with_a_set, with_identity, with_a_list_that_is_changed_while_it_is_added_to,
        with_the_length_of_a_generator,
    ],
)  # fmt: skip
def test_it_is_not_cut(function: Callable[..., Any]) -> None:
    with pytest.raises(Uncut):
        pieces_of(function)  # type: ignore[arg-type]  # a plain function


def plain(x: int, draw: Draw, *, p: Fraction = Fraction(1, 2)) -> int:
    total: int = sum(HELD) + math.floor(p)
    return total + x + draw.flip(p)


def test_what_only_computes_is_cut() -> None:
    """Lists that it finds outside are known, so that no state is taken to own them."""
    pieces = pieces_of(plain)  # type: ignore[arg-type]  # a plain function
    assert [site.method for site in pieces.sites] == ["flip"]
    assert [id(one) for one in pieces.containers] == [id(HELD)]


def test_a_text_that_is_not_what_runs_is_not_believed() -> None:
    """The code of another function under the name of this one."""
    changed = FunctionType(plain.__code__.replace(co_consts=(None, 7)), plain.__globals__, "plain")
    with pytest.raises(Uncut, match="not known by its text"):
        pieces_of(changed)
