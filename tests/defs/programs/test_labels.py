"""Labels of outputs: different types have different labels."""

from __future__ import annotations

import struct
from fractions import Fraction
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from dpverify.checkers.decide import check
from dpverify.defs.definitions import PureDP
from dpverify.defs.errors import ProgramError
from dpverify.defs.numbers import Value, parse
from dpverify.defs.programs import mechanism
from dpverify.defs.programs.labels import as_seen, label_of

DIFFERENT: list[Any] = [
    None, False, True, 0, 1, 1.0, -0.0, 0.0, "1", "True", "None", "yes", "Yes", "", " ", b"1", b"",
    "(1, 2)", (1, 2), (1,), (), ((),), (1, (2,)), (1, "2"), Fraction(1), Fraction(1, 2), "1/2",
    float("nan"), float("inf"), "inf", "a\nb", "a\\nb", "⊥", parse("exp(1)"), "exp(1)",
]  # fmt: skip


@pytest.mark.parametrize(("a", "b"), list(combinations(range(len(DIFFERENT)), 2)))
def test_different_outputs_have_different_labels(a: int, b: int) -> None:
    assert label_of(DIFFERENT[a]) != label_of(DIFFERENT[b])


@pytest.mark.parametrize("output", DIFFERENT)
def test_a_label_is_a_line_of_a_channel_file(output: Any) -> None:
    """Not empty, no control characters."""
    label = label_of(output)
    assert label
    assert label.isprintable()


SAME = [
    (np.int64(3), 3), (np.uint8(3), 3), (np.bool_(True), True), (np.float64(0.5), 0.5),
    (np.float32(0.5), 0.5), (np.str_("yes"), "yes"), ((np.int32(1), "a"), (1, "a")),
    (np.array(7), 7), (np.float64("nan"), float("nan")),
]  # fmt: skip


@pytest.mark.parametrize(("a", "b"), SAME)
def test_a_numpy_scalar_is_the_python_value_that_it_holds(a: Any, b: Any) -> None:
    assert label_of(a) == label_of(b)


class Int(int):
    """A subclass may do anything: it is no plain int."""


@pytest.mark.parametrize("output", [[1], {1}, {1: 1}, object(), 1j, Int(1), np.array([1]), (1, [])])
def test_other_types_are_refused(output: Any) -> None:
    with pytest.raises(ProgramError, match="key="):
        label_of(output)


def test_tuples_too_deep_to_be_told_apart_are_refused() -> None:
    output: Any = ()
    for _ in range(100_000):
        output = (output,)
    with pytest.raises(ProgramError, match="too deep"):
        label_of(output)


def test_a_class_that_says_that_it_is_of_numpy() -> None:
    class Liar:
        ndim = 0

        def item(self) -> int:
            return 0

    Liar.__module__ = "numpy"
    with pytest.raises(ProgramError, match="Liar"):
        label_of(Liar())


def test_signs_and_payloads_of_what_is_no_number_differ() -> None:
    patterns = (0x7FF8000000000000, 0xFFF8000000000000, 0x7FF8000000000001)
    values = [struct.unpack(">d", bits.to_bytes(8, "big"))[0] for bits in patterns]
    assert [label_of(x) for x in values] == ["nan", "nan:fff8000000000000", "nan:7ff8000000000001"]


ONE_TWICE = [int("1000"), int("1000")]


@pytest.mark.parametrize(
    "output",
    [10**30, -(2**63), 0, "a b", "\ud800", b"xyz", 1.5, -0.0, float("nan"), Fraction(1000, 7),
     Value(1) / 3, np.float64(2.5), (1000, ("x y", None)), True, [2000]],
    ids=ascii,
)  # fmt: skip
def test_what_a_receiver_has_is_equal_and_its_own(output: Any) -> None:
    """Equal to the last bit, of the same type, and what Python keeps once is all that is shared."""
    seen = as_seen(output)
    assert type(seen) is type(output)
    assert repr(seen) == repr(output)
    kept_once = (0, True)
    assert (seen is output) == any(output is one for one in kept_once)


def test_a_function_of_what_is_released_cannot_ask_which_object_it_is() -> None:
    """Both inputs give 1000; with `is` a function could tell them apart, and the label cannot."""

    @mechanism(inputs=[0, 1])
    def thousand(x: int, draw: Any) -> Any:
        return draw.flip("1/2"), ONE_TWICE[x]

    @thousand.then
    def first(released: Any) -> bool:
        return released[1] is ONE_TWICE[0]

    rows = [first.sample(x, 8, seed=0) for x in (0, 1)]
    assert rows == [[False] * 8] * 2
    assert check(first, PureDP(eps=0)).holds


def test_a_list_that_holds_itself_is_refused() -> None:
    endless: list[Any] = []
    endless.append(endless)
    with pytest.raises(ProgramError, match="too deep"):
        as_seen(endless)
