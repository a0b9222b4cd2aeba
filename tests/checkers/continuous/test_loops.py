"""Bounds for every number of queries, against costs that are added up by hand."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from dpverify.checkers.continuous.loops import any_length, loop_of
from dpverify.checkers.continuous.worst_inputs import worst_inputs
from dpverify.defs.errors import ProgramError
from dpverify.defs.mechanisms import library, library_mechanism
from dpverify.defs.programs import Draw
from dpverify.defs.programs.loop import Loop
from dpverify.defs.programs.mechanism import Mechanism

F = Fraction
LOOPS = [str(each.about["id"]) for each in library().values() if "loop" in each.about]


@pytest.mark.sampled(3)
@pytest.mark.parametrize("c", [1, 2, 3])
@pytest.mark.parametrize(
    ("name", "rate"),
    [
        # |shift|/scale of the threshold, then 2/scale for each of c ones; zeros cost nothing.
        ("B20", lambda c: F(1, 2) + c * F(2, 4 * c)),
        ("B21", lambda c: c * (F(1, 2 * c) + F(2, 4 * c))),
        ("B23", lambda c: F(1, 4) + c * 2 * F(3, 4)),
        ("B27", lambda c: F(1, 3) + c * (F(2, 6 * c) + F(1, 3 * c))),
        ("B28", lambda c: F(1, 2) + c * F(2, 4 * c)),
        ("B32", lambda c: F(1, 2) + c * F(1, 2 * c)),
        ("B34", lambda c: c * (F(1, 2 * c) + F(2, 4))),
        ("B50f", lambda c: 2 * (F(1, 2) + c * F(2, 4 * c))),
    ],
)
def test_by_hand(name: str, rate: Any, c: int) -> None:
    """The threshold moves by 1, each one's noise by at most 2 (by 1 where all move up)."""
    found = any_length(library_mechanism(name).with_parameters(c=c))
    assert found is not None
    assert found.rate == rate(c)
    assert found.shifts[0] == 1


def test_monotone_queries_have_two_sides() -> None:
    """B32: up, the threshold moves along; down, it stays. Under A: 1/2 + c·2/(2c)."""
    mechanism = library_mechanism("B32")
    found = any_length(mechanism)
    assert found is not None
    assert list(found.shifts) == [F(1), F(0)]
    other = any_length(mechanism, "A")
    assert other is not None
    assert other.rate == F(3, 2)


@pytest.mark.parametrize("name", ["B22", "B24", "B25", "B29", "B31"])
def test_no_bound(name: str) -> None:
    """Losses that grow with n, or are ∞, have none."""
    assert any_length(library_mechanism(name)) is None


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", LOOPS)
def test_above_every_loss(name: str) -> None:
    """At n = 1, 2, 4 the lower bound of another method is not above."""
    mechanism = library_mechanism(name)
    bound = any_length(mechanism)
    if bound is None:
        return
    for n in (1, 2, 4):
        lower = worst_inputs(mechanism.with_parameters(n=n)).lower
        assert lower is not None
        assert lower <= bound.rate


def test_no_loop_no_bound() -> None:
    """A program that is no loop, and a relation of one entry."""
    assert any_length(library_mechanism("B11")) is None
    assert any_length(library_mechanism("B20"), "O") is None


def test_another_loop_is_noticed() -> None:
    """A mechanism that names the loop of another one is refused."""
    mechanism = library_mechanism("B20")
    other = {**mechanism.about, "loop": library_mechanism("B25").about["loop"]}
    with pytest.raises(ProgramError, match="not the run of its loop"):
        any_length(replace(mechanism, about=other))


def alarm(*, eps: Fraction) -> Loop:
    """State 0 repeats itself at a cost: every query is answered by a test of its own."""

    def step(threshold: Any, state: int, query: Any, draw: Draw) -> tuple[int, int, bool]:
        del threshold
        return int(query + draw.laplace(1 / eps) >= 0), state, False

    return Loop(lambda draw: draw.laplace(1 / eps), 0, step)


def test_a_cycle_that_costs() -> None:
    """Each query costs 1: there is no bound for every n."""

    def run(vector: Any, draw: Draw, *, eps: Any = 1, n: int = 1) -> Any:
        del n
        return alarm(eps=eps).run(vector, draw)

    program = Mechanism(run, lambda n: [(0,) * n], about={"loop": alarm, "moves": "A"})
    assert any_length(program) is None


def test_the_answers_to_fewer_queries_come_first() -> None:
    """A loop on a longer vector, with draws that are fixed."""

    class Fixed(Draw):
        def laplace(self, scale: Any) -> Any:
            return scale * 0

        def _take(self, law: Any) -> Any:
            raise AssertionError(law)

    loop = loop_of(library_mechanism("B20").with_parameters(c=2))
    short, long = loop.run((-1, 1, -1), Fixed()), loop.run((-1, 1, -1, 1, 1), Fixed())
    assert short == (0, 1, 0)
    assert long == (0, 1, 0, 1)
