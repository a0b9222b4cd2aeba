"""Operations that a lazy number once did not have, or answered as no real number does."""

from __future__ import annotations

import enum
import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from dpverify import channel_of
from dpverify.defs.as_run import as_run
from dpverify.defs.as_run.refusing import Refused


class Member(enum.IntEnum):
    """Members are integers, of a class without comparisons of its own."""

    FIVE = 5


class Half(float):
    """A float of a class of its own."""


class Always(int):
    """An integer that says what it likes."""

    def __eq__(self, other: object) -> bool:
        return True

    __hash__ = int.__hash__


LONG = 40
"""Bits of an integer of which not every value is a path."""
NOT_ANSWERED: dict[str, Callable[[int], Any]] = {
    r"\^": lambda k: k ^ 5,
    r"\^ ": lambda k: 5 ^ k,
    "~": lambda k: ~k,
    "divmod": lambda k: divmod(k, 3),
    "divmod ": lambda k: divmod(3, k),
    "shifts": lambda k: 1 << k,
    "shifts ": lambda k: 1 >> k,
    "modulus": lambda k: pow(k, 2, 7),
    "Member": lambda k: k + Member.FIVE,
    "Always": lambda k: k == Always(5),
}


@pytest.mark.parametrize("name", NOT_ANSWERED)
def test_what_an_integer_would_answer_is_refused_by_name(name: str) -> None:
    """Without an answer Python raises a TypeError, which code may take for an answer."""
    operation = NOT_ANSWERED[name]

    def guarded(_: int) -> object:
        try:
            return operation(random.getrandbits(LONG)) == 0
        except TypeError:
            return "no integer"

    with pytest.raises(Refused, match=name.strip()):
        channel_of(as_run(guarded, inputs=[0, 1]))


def _law(function: Callable[[int], Any]) -> dict[str, str]:
    channel = channel_of(as_run(function, inputs=[0, 1]))
    return {y: str(channel.probability("0", y)) for y in channel.outputs}


EQUAL: dict[str, tuple[Callable[[int], Any], str]] = {
    "a member of an IntEnum": (lambda _: random.getrandbits(LONG) == Member.FIVE, f"1/{2**40}"),
    "on the other side": (lambda _: Member.FIVE == random.getrandbits(LONG), f"1/{2**40}"),  # noqa: SIM300  the other side
    "below it": (lambda _: random.getrandbits(LONG) < Member.FIVE, f"5/{2**40}"),
    "a float of another class": (lambda _: random.random() == Half(0.5), f"1/{2**53}"),
    "a complex number": (lambda _: random.random() == 0.5 + 0j, f"1/{2**53}"),
}


@pytest.mark.long
@pytest.mark.parametrize("name", EQUAL)
def test_a_number_of_another_class_is_a_number(name: str) -> None:
    """One value of 2⁴⁰ (or five of them), one float of 2⁵³: seldom, and once never."""
    function, probability = EQUAL[name]
    assert _law(function)["True"] == probability


def test_a_complex_number_beside_the_real_ones_is_none_of_them() -> None:
    assert _law(lambda _: random.random() == 0.5 + 1j) == {"False": "1"}
    assert _law(lambda _: random.random() != 0.5 + 1j) == {"True": "1"}


SPENT: dict[str, Callable[[Any], Any]] = {
    "compared": lambda k: k == 3,
    "with an array": lambda k: bool((np.array([k]) < 9)[0]),
    "written": str,
    "as an index": lambda k: [0, 1, 2][k % 2 + k - k],
    "its attribute": lambda k: k.real,
    "its sign": lambda k: -k,
    "its root": np.sqrt,
    "returned": lambda k: k,
}


@pytest.mark.parametrize("name", SPENT)
def test_an_integer_of_which_the_residue_is_known_is_not_used_again(name: str) -> None:
    """What is left of it is every second integer, but one of them is what a run goes on with."""
    use = SPENT[name]

    def function(_: int) -> object:
        k = random.getrandbits(LONG)
        return k % 2, use(k)

    with pytest.raises(Refused, match="again after"):
        channel_of(as_run(function, inputs=[0, 1]))
