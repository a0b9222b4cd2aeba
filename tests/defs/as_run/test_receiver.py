"""What a receiver can tell apart has different labels; what holds more than it shows has none."""

from __future__ import annotations

from collections import Counter, OrderedDict, UserDict, defaultdict, namedtuple
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from dpverify.defs.as_run.receiver import seen
from dpverify.defs.as_run.refusing import Refused
from dpverify.defs.programs.labels import label_of

Point = namedtuple("Point", "x")  # noqa: PYI024  what a program returns has no types
Counts: list[Any] = [
    namedtuple("Counts", "a b"),  # noqa: PYI024  as above
    namedtuple("Counts", "a c"),  # noqa: PYI024  as above
    namedtuple("Counts", "b a"),  # noqa: PYI024  as above
]
"""Types with one name and other members."""


def array_of(member: Any) -> Any:
    """An array of one object, which may have members of its own."""
    made = np.zeros(1, dtype=object)
    made[0] = member
    return made


class Result(dict[str, int]):
    """A dictionary to which attributes can be given."""


class matrix(list[int]):  # noqa: N801  named as what NumPy has
    """A list to which attributes can be given."""


class Slotted(list[int]):
    """A list with an attribute that stands in no dictionary."""

    __slots__ = ("exact",)


APART: dict[str, list[Any]] = {
    "zeros": [0.0, -0.0, 0, False, np.float64(0), np.float64(-0.0), np.float32(0)],
    "zeros in arrays": [np.array([0.0]), np.array([-0.0]), np.array([0]), np.array([False])],
    "zeros in matrices": [np.zeros((1, 2)), -np.zeros((1, 2)), np.zeros((2, 1)), np.zeros(2)],
    "objects in arrays": [np.array([x, None], dtype=object) for x in (1, 1.0, True, "1", -1)],
    "objects with members in arrays": [
        array_of([1]), array_of((1,)), np.array([[1]], dtype=object), np.array([1], dtype=object),
        array_of((1, 2)), array_of([1, 2]), np.array([[1, 2]], dtype=object),
        array_of((1, 2)).reshape(()), np.array([1, 2], dtype=object), array_of(np.array([1, 2])),
    ],
    "objects alone in arrays": [np.array(x, dtype=object) for x in (None, 1, True)],
    "objects in records": [
        np.array([(x,)], dtype=[("a", object)]) for x in (1, 1.0, True)],
    "records": [np.array([(x,)], dtype=[("a", float)]) for x in (0.0, -0.0, 1.5)],
    "names of fields": [np.zeros(1, dtype=[(name, float)])[0] for name in "ab"],
    "empty arrays": [np.zeros(shape) for shape in ((0,), (0, 2), (0, 3), (2, 0))],
    "dates": [np.timedelta64(1, unit) for unit in ("ns", "ps")],
    "dates in arrays": [np.array([1], dtype=f"timedelta64[{unit}]") for unit in ("ns", "ps")],
    "texts": ["a", "a\0", np.str_("a"), np.str_("a\0"), b"a", np.bytes_(b"a"), np.bytes_(b"a\0")],
    "empties": [[], (), set(), {}, frozenset(), range(0), range(1, 1), OrderedDict(), Counter(),
                defaultdict(int), defaultdict(list), defaultdict(None), np.array([]), ""],
    "ranges": [range(0, 5, 2), range(0, 6, 2), [0, 2, 4], (0, 2, 4), iter([0, 2, 4])],
    "members": [[1], (1,), {1}, {1: 1}, frozenset([1]), Point(1), np.array([1]), np.array(1)],
    "names of members": [kind._make((1, 2)) for kind in Counts],
    "types of arrays": [np.array([[1]]), np.array([[1]]).view(np.recarray)],
}  # fmt: skip


@pytest.mark.parametrize("name", APART)
def test_what_can_be_told_apart_is(name: str) -> None:
    labels = [seen(output) for output in APART[name]]
    assert len({*labels}) == len(labels), labels


def test_without_types_equal_numbers_are_one() -> None:
    """Arrays, lists and tuples too, and a zero of either sign."""
    zeros = [[0.0], (-0.0,), np.array([0]), np.array([-0.0]), [False], iter([0]), range(1)]
    assert {seen(output, types=False) for output in zeros} == {"(0,)"}


def test_a_set_has_no_order() -> None:
    """CPython prints {8, 0} and {0, 8}, by which was there first."""
    first, second = set[int](), set[int]()
    for x in (0, 8):
        first.add(x)
        second.add(8 - x)
    assert seen(first) == seen(second) == "{0, 8}"


def _with_attribute(output: Any) -> Any:
    output.exact = 7
    return output


@pytest.mark.parametrize(
    "output",
    [
        np.ma.masked_array([3, 7], mask=[True, False]),
        _with_attribute(Result(n=1)),
        _with_attribute(Slotted([1])),
        _with_attribute(matrix([1])),
        UserDict(n=1),
        defaultdict(lambda: 0),
        _with_attribute(np.zeros(2).view(np.recarray)),
    ],
    ids=lambda output: type(output).__name__,
)
def test_what_holds_more_than_its_members_is_refused(output: Any) -> None:
    """Wherever it stands; and so does not depend on whether types are seen."""
    for types in (True, False):
        for outer in (output, (1, output), {"a": output}):
            with pytest.raises(Refused, match=r"masked array|beside its members|defaultdict"):
                seen(outer, types=types or isinstance(output, defaultdict))


def test_programs_that_draw_tell_them_apart_too() -> None:
    """A scalar of NumPy has the label of its value, of a text with the zeros at its end."""
    texts = ["a", "a\0", b"a", b"a\0"]
    assert len({*map(label_of, texts)}) == 4
    held = [np.str_("a"), np.str_("a\0"), np.bytes_(b"a"), np.bytes_(b"a\0")]
    assert [*map(label_of, held)] == [*map(label_of, texts)]
    for unit in ("ns", "ps", "D"):
        with pytest.raises(Exception, match="timedelta64"):
            label_of(np.timedelta64(1, unit))
    assert all(label_of(x) != label_of(y) for x, y in combinations((0.0, -0.0, 0, False), 2))
