"""The vocabulary of neighbours: the text of each relation, and what is refused."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from dpverify.checkers.kernel.certificates.moves import relation
from dpverify.defs import moves
from dpverify.defs.errors import InputError, UsageError

TEXTS: dict[str, moves.Moves] = {
    "l1(3/2)": moves.l1("1.5"),
    "l2(2)": moves.l2(2),
    "linf(1/3)": moves.linf(Fraction(1, 3)),
    "one_entry(4)": moves.one_entry("4"),
    "exchange(1)": moves.exchange(),
    "box(-1:2,0:1/2)": moves.box((-1, 2), (0, "0.5")),
    "add_or_remove(0,10)": moves.add_or_remove(0, 10),
    "replace_record(-1,1)": moves.replace_record("-1", 1),
    "l1(1)[1], still[1]": moves.parts((moves.l1(1), 1), (moves.still(), 1)),
}


@pytest.mark.parametrize("text", TEXTS)
def test_the_text_is_one_that_the_kernel_reads(text: str) -> None:
    """In lowest terms, for inputs of two entries."""
    assert TEXTS[text].text({}) == text
    assert relation(text, 2).entries == 2


def test_a_parameter_stands_for_its_value() -> None:
    """Its name is a radius; a name that is no parameter, or no number above 0, is refused."""
    named = moves.parts((moves.l1("Delta"), 2), (moves.one_entry("r"), 1))
    assert named.names == {"Delta", "r"}
    assert named.text({"Delta": Fraction(1, 2), "r": 3}) == "l1(1/2)[2], one_entry(3)[1]"
    for parameters in ({"Delta": 1}, {"Delta": 1, "r": 0}, {"Delta": 1, "r": "x y"}):
        with pytest.raises(InputError, match="of the mechanism"):
            named.text(parameters)


@pytest.mark.parametrize("given", [0, -1, "0", 0.5, None, True, "1/0", "2**(1/2)", "a b", (1,)])
def test_distances_that_are_none(given: Any) -> None:
    """One line each, for every relation with a distance."""
    for make in (moves.l1, moves.l2, moves.linf, moves.one_entry, moves.exchange):
        with pytest.raises(UsageError, match="rational number above 0") as refused:
            make(given)
        assert "\n" not in str(refused.value)


@pytest.mark.parametrize("ends", [(1, 0), (0, None), ("x", 1), (0.5, 1)])
def test_intervals_that_are_none(ends: Any) -> None:
    """Of records, and as the side of a box."""
    asks: list[Any] = [moves.add_or_remove, moves.replace_record, lambda *side: moves.box(side)]
    for make in asks:
        with pytest.raises(UsageError, match="low ≤ high"):
            make(*ends)


@pytest.mark.parametrize(
    "blocks",
    [(), (3,), ((moves.l1(1), 0),), ((moves.l1(1), "2"),), (("l1(1)", 2),),
     ((moves.parts((moves.l1(1), 1)), 1),)],
)  # fmt: skip
def test_parts_that_are_none(blocks: Any) -> None:
    """No part, no relation, no number of entries, parts within parts."""
    with pytest.raises(UsageError, match=r"parts\(\)"):
        moves.parts(*blocks)


def test_a_box_without_sides() -> None:
    """Says how one is written."""
    with pytest.raises(UsageError, match="no sides"):
        moves.box()
