"""Relations of neighbours as the kernel reads them, against what each says in words."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from dpverify.checkers.kernel.certificates.moves import relation
from dpverify.defs.numbers.errors import NumberError, Undecided

F = Fraction
HALVES = [F(k, 2) for k in range(-4, 5)]


def both(step: Any, inside: Callable[[Any], bool]) -> bool:
    """Whether a step, or the step back, is inside."""
    return inside(step) or inside([-x for x in step])


def nonzero(step: Any) -> list[Fraction]:
    """The entries that move, in order."""
    return sorted(x for x in step if x)


WRITTEN: dict[str, Callable[[Any], bool]] = {
    "A": lambda m: all(-1 <= x <= 1 for x in m),
    "M": lambda m: both(m, lambda m: all(0 <= x <= 1 for x in m)),
    "O": lambda m: len(nonzero(m)) <= 1 and all(-1 <= x <= 1 for x in m),
    "linf(3/2)": lambda m: all(-F(3, 2) <= x <= F(3, 2) for x in m),
    "one_entry(3/2)": lambda m: len(nonzero(m)) <= 1 and all(abs(x) <= F(3, 2) for x in m),
    "l1(3/2)": lambda m: sum(abs(x) for x in m) <= F(3, 2),
    "l2(3/2)": lambda m: sum(x * x for x in m) <= F(9, 4),
    "exchange(1)": lambda m: nonzero(m) in ([], [-1, 1]),
    "box(-1:2,0:1,1/2:1)": lambda m: both(
        m, lambda m: -1 <= m[0] <= 2 and 0 <= m[1] <= 1 and F(1, 2) <= m[2] <= 1
    ),
    "add_or_remove(-1,2)": lambda m: both(
        m, lambda m: m[2] == 1 and all(-1 <= x <= 2 for x in m[:2])
    ),
    "replace_record(-1,1/2)": lambda m: m[2] == 0 and all(abs(x) <= F(3, 2) for x in m[:2]),
    "l1(1)[2], still[1]": lambda m: abs(m[0]) + abs(m[1]) <= 1 and m[2] == 0,
    "one_entry(1)[2], linf(2)[1]": lambda m: (
        len(nonzero(m[:2])) <= 1 and all(abs(x) <= 1 for x in m[:2]) and abs(m[2]) <= 2
    ),
}
"""What a step of three entries is by each relation, written down again."""
STEPS = [*product(HALVES, repeat=3)]


@pytest.mark.parametrize("text", WRITTEN)
def test_a_step_is_a_move_where_the_words_say_so(text: str) -> None:
    """On all steps of halves from −2 to 2."""
    known = relation(text, 3)
    for step in STEPS:
        assert known.contains(step) == WRITTEN[text](step), step


@pytest.mark.parametrize("text", WRITTEN)
def test_all_corners_are_moves_and_every_move_lies_among_them(text: str) -> None:
    """No linear form is larger at a move of the grid than at a corner."""
    known = relation(text, 3)
    if known.ball is not None:
        with pytest.raises(Undecided, match="no corners"):
            list(known.hulls())
        assert all(known.contains(point) for point in known.samples())
        return
    corners = [point for hull in known.hulls() for point in hull]
    assert all(known.contains(point) for point in corners)
    inside = [step for step in STEPS if known.contains(step)]
    for form in product((-2, -1, 0, 1, 3), repeat=3):
        largest = max(_dot(form, step) for step in inside)
        assert largest <= max(_dot(form, point) for point in corners)


def _dot(form: Any, step: Any) -> Fraction:
    return sum((a * b for a, b in zip(form, step, strict=True)), F(0))


@pytest.mark.parametrize("text", WRITTEN)
def test_integer_moves_are_all_that_there_are(text: str) -> None:
    """Against a search of the cube from −3 to 3."""
    known = relation(text, 3)
    cube = [tuple(map(Fraction, step)) for step in product(range(-3, 4), repeat=3)]
    assert sorted(known.whole()) == sorted(step for step in cube if known.contains(step))


@pytest.mark.parametrize("text", WRITTEN)
def test_boxes_of_integers_hold_all_integer_moves_and_no_other_corner(text: str) -> None:
    """Their corners are integers, so that shifts between them can be."""
    boxes = relation(text, 3).boxes(integers=True)
    for box in boxes:
        assert all(low.denominator == high.denominator == 1 for low, high in box)
        for point in product(*({*side} for side in box)):
            assert relation(text, 3).contains(point)
    for step in relation(text, 3).whole():
        assert any(all(a <= x <= b for x, (a, b) in zip(step, box, strict=True)) for box in boxes)


@pytest.mark.parametrize("text", ["add_or_remove(1,2)", "replace_record(1,5/2)"])
def test_the_base_of_a_move_and_its_end_are_sums_of_records(text: str) -> None:
    """From no record to one, or one record that is replaced."""
    known = relation(text, 3)
    for hull in known.hulls():
        for move in hull:
            base = known.base(move)
            assert known.are_inputs(base, [a + b for a, b in zip(base, move, strict=True)])


@pytest.mark.parametrize(
    ("given", "there_is"),
    [((0, 0), True), ((2, 1), True), ((3, 1), False), ((3, 2), True), ((1, F(1, 2)), False),
     ((-1, -1), False), ((1, 0), False)],
)  # fmt: skip
def test_only_sums_of_records_are_inputs(given: Any, there_is: bool) -> None:
    """n records of values in [1, 2] have a sum in [n, 2n]."""
    known = relation("add_or_remove(1,2)", 2)
    assert known.are_inputs(tuple(map(Fraction, given))) is there_is


REFUSED = """
l1|l1()|l1(0)|l1(-1)|l1(2/4)|l1(1,2)|l1(01)|l3(1)|L1(1)|| l1(1)|l1(1) |exchange(1/0)|box(0:1)
|box(1:0,0:1,0:1)|box(0:0,0:0,0:0)|box(0,1:0,1,0:1)|add_or_remove(2,1)|replace_record(1,1)|still
|same_way|l1(1)[2]|l1(1)[4]|l1(1)[3],|l1(1)[1],linf(1)[2]|l2(1)[2], linf(1)[1]|still[3]
|l2(1)[1], l2(1)[2]|l1(1)[0], l1(1)[3]|exchange(1)[1], still[2]|add_or_remove(0,1)[1], still[2]
"""


@pytest.mark.parametrize("text", REFUSED.replace("\n", "").split("|"))
def test_other_texts_are_refused(text: str) -> None:
    """In one line."""
    with pytest.raises(NumberError) as refused:
        relation(text, 3)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    "text", ["l1(1/2)", "linf(2/3)", "exchange(1/2)", "add_or_remove(1/3,1/2)"]
)
def test_no_integer_neighbours_is_said(text: str) -> None:
    """A claim about none would hold for the wrong reason."""
    with pytest.raises(NumberError, match="no two different inputs"):
        relation(text, 2).whole()
    with pytest.raises(NumberError, match="no two different inputs"):
        relation(text, 2).boxes(integers=True)


def test_too_many_corners_are_refused() -> None:
    """2^15 of a cube, and a million exchanges."""
    with pytest.raises(Undecided, match="more than 20,000"):
        list(relation("linf(1)", 15).hulls())
    with pytest.raises(Undecided, match="more than 20,000"):
        relation("exchange(1)", 1000).boxes()
