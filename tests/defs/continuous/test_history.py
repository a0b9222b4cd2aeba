"""What was asked and answered on a path: repeated question by question, undone one by one."""

from __future__ import annotations

from fractions import Fraction
from typing import NoReturn

import pytest

from dpverify.defs.continuous.history import Branch, History
from dpverify.defs.documents.shift import Shift
from dpverify.defs.documents.traced import Form


class Unsteady(Exception):
    """A run does not repeat the last one."""


def unsteady() -> NoReturn:
    """Say so."""
    raise Unsteady


def above(bound: int) -> Form:
    """z ≥ bound."""
    return Form(((0, Fraction(1)),), Shift.of(-bound))


def history() -> History:
    """A path that knows z ≥ 1, then z ≥ 3."""
    made = History(True, unsteady)
    made.new("first", (Branch("yes", (above(1),)), Branch("no")))
    made.new("second", (Branch("no"), Branch("yes", (above(3),))), 1)
    return made


def test_a_run_is_repeated() -> None:
    """Both answers, then nothing is left."""
    made = history()
    made.begin()
    answers = [made.past(key) for key in ("first", "second")]
    assert [event.answer for event in answers if event] == ["yes", "yes"]
    assert made.past("third") is None
    made.end()


def test_what_is_not_repeated() -> None:
    """Another question; fewer questions."""
    made = history()
    made.begin()
    with pytest.raises(Unsteady):
        made.past("second")
    made.begin()
    made.past("first")
    with pytest.raises(Unsteady):
        made.end()


def test_the_way_back() -> None:
    """Each step takes its conditions, and what follows from them, with it."""
    made = history()
    assert made.conditions == [above(1), above(3)]
    assert made.known.decided(above(2)) is True
    event = made.back()
    assert event is not None
    assert (event.key, event.taken) == ("second", 1)
    assert made.conditions == [above(1)]
    assert made.known.decided(above(2)) is None
    assert made.known.decided(above(1)) is True
    assert made.back() is not None
    assert made.conditions == []
    assert made.known.decided(above(1)) is None
    assert made.back() is None
