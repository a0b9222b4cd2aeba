"""Conditions as a forest: what is none is refused, the order of gaps, the shape found."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from dpverify.checkers.continuous.forest import forest
from dpverify.checkers.continuous.words import probability
from dpverify.defs.documents.shift import Shift
from dpverify.defs.documents.traced import Form, Noise, Path, Traced
from dpverify.defs.errors import Undecided, UsageError
from tests.checkers.continuous.programs import difference, one_path, shifts

F = Fraction
ONE = F(1)
LAPLACE = Noise("laplace", ONE)


@pytest.mark.parametrize(
    ("traced", "values", "reason"),
    [
        (
            # z0 ≥ z1 ≥ z2 and z0 ≥ z2 + 1: no bound follows from the others.
            one_path(
                [LAPLACE] * 3,
                difference(0, 1, Shift()),
                difference(1, 2, Shift()),
                difference(0, 2, Shift.of(-1)),
            ),
            (),
            "cycle",
        ),
        (
            one_path(
                [LAPLACE] * 3,
                *(Form(((i, ONE), (j, ONE)), Shift()) for i, j in ((0, 1), (0, 2), (1, 2))),
            ),
            (),
            "cycle",
        ),
        (one_path([LAPLACE] * 3, Form(tuple((i, ONE) for i in range(3)), Shift())), (), "3 noises"),
        (
            one_path(
                [LAPLACE] * 2,
                Form(((0, ONE), (1, ONE)), Shift()),
                Form(((0, ONE), (1, -ONE)), Shift()),
            ),
            (),
            "proportions",
        ),
        (
            one_path([LAPLACE], released=(Form(((0, ONE),), Shift()),) * 2),
            shifts(1, 1),
            "no density",
        ),
        (one_path([LAPLACE], released=(Form((), Shift()),)), shifts(0), "no density"),
        (
            one_path([LAPLACE] * 3, released=(Form(tuple((i, ONE) for i in range(3)), Shift()),)),
            shifts(0),
            "sum of noises",
        ),
    ],
)
def test_what_is_no_forest_is_refused(traced: Traced, values: Any, reason: str) -> None:
    """With a reason, never with a number."""
    with pytest.raises(Undecided, match=reason) as caught:
        probability(traced, "w", values)
    assert caught.value.code == "unsupported"


def test_the_centre_of_a_star_is_the_root() -> None:
    """Whatever its number, and with its children in the order of theirs."""
    path = Path(tuple(difference(2, i, Shift.of(i)) for i in (4, 0, 1, 3)))
    found = forest(path, (), 6)
    assert found is not None
    (root,) = found.roots
    assert [m.noise for m in root.members] == [2]
    assert [child.members[0].noise for _, child in root.children] == [0, 1, 3, 4]


def test_impossible_conditions_are_no_forest() -> None:
    """A constant below 0, an empty interval of a noise, of a difference; equality has mass 0."""
    up, down = Form(((0, ONE),), Shift.of(-1)), Form(((0, -ONE),), Shift.of(1))
    lower = Form(((0, -ONE),), Shift.of("1/2"))
    assert forest(Path((Form((), Shift.of("-1/9", h=-1)),)), (), 1) is None
    assert forest(Path((up, lower)), (), 1) is None
    assert forest(Path((up, down)), (), 1) is None
    pair = (difference(0, 1, Shift.of(0, g=-1)), difference(1, 0, Shift.of(99, h=7)))
    assert forest(Path(pair), (), 2) is None
    pair = (difference(0, 1, Shift.of(-99, h=-7)), difference(1, 0, Shift.of(0, g=1)))
    assert forest(Path(pair), (), 2) is not None
    assert forest(Path((up,)), (), 1) is not None


def test_another_number_of_values_is_refused() -> None:
    """None for a word that releases one, one for a word that releases none."""
    with pytest.raises(UsageError, match=r"0 values for 1 .*give one for each"):
        probability(one_path([LAPLACE], released=(Form(((0, ONE),), Shift()),)), "w")
    with pytest.raises(UsageError, match=r"1 values for 0 .*give one for each"):
        probability(one_path([LAPLACE]), "w", shifts(0))
