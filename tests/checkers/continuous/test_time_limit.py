"""Where time is up at the k-th look at the clock, for all k: unknown, and nothing else.

No test here measures time. That looks are close together is seen from where they happen: a run with
a clock that never ends counts them, stage by stage.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import pytest

from dpverify.checkers.continuous.program import program_of
from dpverify.checkers.continuous.shift_program import LONGEST, Programme
from dpverify.checkers.decide import check, measure
from dpverify.checkers.verdict import Unknown
from dpverify.defs.clock import watched
from dpverify.defs.continuous.referee import POINTS_ALONE
from dpverify.defs.continuous.trace import trace, trace_family
from dpverify.defs.definitions import PureDP
from dpverify.defs.errors import Undecided
from dpverify.defs.mechanisms import library_mechanism


class Clock:
    """Stands for a budget: time is up at the k-th look; None for never."""

    def __init__(self, last: int | None) -> None:
        self.last, self.looks = last, 0
        self.answer: Any = None

    def check(self) -> None:
        """Count; raise where time is up."""
        self.looks += 1
        if self.last is not None and self.looks >= self.last:
            raise Undecided("time", "the time limit was reached")

    def remaining(self) -> None:
        """The exact checker of channels has a limit of its own."""


def decided(monkeypatch: pytest.MonkeyPatch, last: int | None, ask: Callable[[], Any]) -> Clock:
    """Ask under a clock; the answer is in `answer`."""
    clock = Clock(last)
    for module in ("dpverify.checkers.decide", "dpverify.checkers.programs.decide"):
        monkeypatch.setattr(f"{module}.Budget", lambda _: clock)
    clock.answer = ask()
    return clock


CASES: dict[str, tuple[str, dict[str, int], bool, str]] = {
    "all inputs, holds": ("B23", {"n": 2}, True, "2"),
    "all inputs, fails": ("B23", {"n": 2}, True, "1/2"),
    "released values": ("B28", {}, True, "4"),
    "listed inputs, limits": ("B28", {}, False, "1/2"),
    "a finite channel": ("B11", {"n": 2}, False, "2"),
}


@pytest.mark.long
@pytest.mark.sampled(5)
@pytest.mark.parametrize("case", CASES)
def test_time_is_up_at_any_look(case: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """About forty of all the looks, the first and the last among them."""
    name, settings, everywhere, eps = CASES[case]
    found = library_mechanism(name).with_parameters(**settings)

    def ask() -> Any:
        return check(found, PureDP(eps=Fraction(eps)), all_inputs=everywhere)

    free = decided(monkeypatch, None, ask)
    assert not isinstance(free.answer, Unknown)
    assert free.looks > 10
    for last in sorted({1, 2, 3, free.looks, *range(1, free.looks, 1 + free.looks // 40)}):
        stopped = decided(monkeypatch, last, ask).answer
        assert isinstance(stopped, Unknown), last
        assert stopped.reason.code == "time"


@pytest.mark.long
def test_a_measure_ends_in_undecided(monkeypatch: pytest.MonkeyPatch) -> None:
    """In each part of the run."""
    found = library_mechanism("B23").with_parameters(n=2)

    def ask() -> Any:
        return measure(found, "pure-dp", all_inputs=True)

    looks = decided(monkeypatch, None, ask).looks
    for last in range(1, looks, 1 + looks // 25):
        with pytest.raises(Undecided, match="time limit"):
            decided(monkeypatch, last, ask)


def test_tracing_looks_at_each_draw_and_open_comparison() -> None:
    """32 paths of a threshold, five draws and five comparisons, one twice: 11 looks on each."""
    found, clock = library_mechanism("B25").with_parameters(n=5), Clock(None)
    trace_family(found, tick=clock.check)
    assert clock.looks == 2 * 32 * 11 + POINTS_ALONE


def test_a_program_cannot_catch_the_end_of_time() -> None:
    """It goes on, and is stopped at its end all the same."""
    from dpverify.defs.programs import mechanism

    @mechanism(inputs=[0, 1])
    def stubborn(query: int, draw: Any, *, eps: Fraction = Fraction(1)) -> int:
        with suppress(Exception):
            draw.laplace(1 / eps)
        return query

    with pytest.raises(Undecided, match="time limit"):
        trace(stubborn, 0, tick=Clock(1).check)


def test_the_solver_ends_when_time_is_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """A linear programme has what is left of the time of the question, and never more than its own.

    At n = 100 one programme took half a minute, whatever the limit of the question was.
    """
    import scipy.optimize

    given: list[float] = []

    def linprog(*_: object, options: dict[str, float], **__: object) -> Any:
        given.append(options["time_limit"])
        return SimpleNamespace(status=1)

    monkeypatch.setattr(scipy.optimize, "linprog", linprog)
    programme = Programme()
    programme.unknown(1.0, 0.0)
    with watched(lambda: None, lambda: 0.25):
        assert programme.solution() is None
    assert programme.solution() is None
    assert given == [0.25, LONGEST]


def test_the_relation_of_many_inputs_looks() -> None:
    """Neighbours by a predicate: 81 inputs, a look for each."""
    clock = Clock(None)
    with watched(clock.check):
        program_of(library_mechanism("B25").with_parameters(n=4))
    assert clock.looks >= 81
