"""Loops: answers one by one, a threshold that may be drawn anew, an end."""

from __future__ import annotations

from typing import Any

from dpverify.defs.programs import Draw
from dpverify.defs.programs.loop import Loop, Step


class Counting(Draw):
    """Its noise is 1, 2, 3, …"""

    def __init__(self) -> None:
        self.drawn = 0

    def laplace(self, scale: Any) -> Any:
        self.drawn += 1
        return self.drawn * scale

    def _take(self, law: Any) -> Any:
        raise AssertionError(law)


def told(threshold: Any, state: Any, query: Any, draw: Draw) -> Step:
    """Tells threshold and state; draws anew after even queries; ends after the state 3."""
    del draw
    return (threshold, state), state + 1 if state < 3 else None, query % 2 == 0


LOOP = Loop(lambda draw: draw.laplace(10), 1, told)


def test_thresholds_and_states() -> None:
    """The first threshold is 10; after the query 2 it is drawn again."""
    assert LOOP.run((1, 2, 1), Counting()) == ((10, 1), (10, 2), (20, 3))


def test_the_end() -> None:
    """A state of None ends the run; no threshold is drawn then."""
    draw = Counting()
    assert len(LOOP.run((1, 1, 2, 1, 1), draw)) == 3
    assert draw.drawn == 1


def test_fewer_queries_give_the_first_answers() -> None:
    """What every bound for all n rests on."""
    vector = (2, 1, 2, 2)
    whole = LOOP.run(vector, Counting())
    for n in range(5):
        assert LOOP.run(vector[:n], Counting()) == whole[:n]
