"""Operations that a lazy number once did not have, or answered as no real number does.

Of an integer with few values the referee runs the same operation on every one of them.
"""

from __future__ import annotations

import enum
import math
import random
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from dpverify import channel_of
from dpverify.defs.as_run import as_run
from dpverify.defs.as_run.refusing import Refused
from dpverify.defs.numbers import parse


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


RNG = np.random.default_rng()
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


FEW = 40
"""Values of a draw: more than are listed at once, and few enough for a path each."""
BY_VALUE: dict[str, Callable[[Any], Any]] = {
    "^": lambda k: k ^ 5,
    "^ on the right": lambda k: 5 ^ k,
    "^ with an array": lambda k: (np.array([7, 9]) ^ k).sum(),
    "~": lambda k: ~k,
    "divmod": lambda k: divmod(k, 3)[1],
    "divmod by it": lambda k: divmod(300, k + 1)[0],
    "a shift by it": lambda k: 1 << k,
    "a shift down": lambda k: 1000 >> k,
    "gcd": lambda k: math.gcd(k, 12),
    "lcm": lambda k: math.lcm(4, k),
    "binomial": lambda k: math.comb(int(k), 3),
    "hypotenuse": lambda k: math.hypot(k, 3) > 20,
    "an angle": lambda k: math.atan2(k, 3) > 1,
    "close": lambda k: math.isclose(k, 20, abs_tol=3),
    "close within it": lambda k: math.isclose(20, 24, abs_tol=k),
    "infinity": lambda k: k + math.inf,
    "a member": lambda k: k + Member.FIVE,
    "a complex number": lambda k: (k + 1j).real > 7,
    "gcd of NumPy": lambda k: np.gcd(k, 12),
    "xor of NumPy": lambda k: np.bitwise_xor(k, 3),
}


@pytest.mark.parametrize("draw", [lambda: random.randrange(FEW), lambda: RNG.integers(0, FEW)])
@pytest.mark.parametrize("name", BY_VALUE)
def test_few_values_are_followed_one_by_one(name: str, draw: Callable[[], Any]) -> None:
    """All of these were refused."""
    operation = BY_VALUE[name]
    channel = channel_of(as_run(lambda x: float(operation(draw() + x)), inputs=[0, 1]))
    number = type(draw())
    for x in (0, 1):
        counts = Counter(str(float(operation(number(k) + x))) for k in range(FEW))
        for y in channel.outputs:
            assert channel.probability(str(x), y) == parse(str(Fraction(counts.pop(y, 0), FEW)))
        assert not counts


def test_a_power_with_a_modulus() -> None:
    """Python's integers alone have one."""
    law = _law(lambda _: pow(random.randrange(35), 2, 7))
    # Of seven residues 0 has the square 0, and the pairs 1 and 6, 3 and 4, 2 and 5 have 1, 2, 4.
    assert law == {"0": "1/7", "1": "2/7", "2": "2/7", "4": "2/7"}


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
