"""Whether a program is a sparse vector with one threshold, so that few cases are enough.

What is compared are traces: the threshold of the program's loop with Lap(b/ε), and its step, from
each state that it comes to, with a query plus Lap(s/ε) that is compared with the threshold. The
program must be written as the run of its loop, so that this holds for every number of queries, and
its inputs and neighbours those of the library: all vectors of −1, 0 and 1, every query moving by at
most 1. For any other program the answer is None, and its paths are followed.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from fractions import Fraction
from typing import Any, Final

from dpverify.checkers.continuous.loop_source import is_written_as_its_loop
from dpverify.checkers.continuous.loops import loop_of, refuse_other_traces
from dpverify.defs.continuous.trace import trace_family
from dpverify.defs.errors import ProgramError
from dpverify.defs.mechanisms.sparse_vector import all_move, queries
from dpverify.defs.programs.draw import Draw
from dpverify.defs.programs.mechanism import Mechanism
from dpverify.defs.symbolic.one_threshold import OneThreshold

COMPARED: Final = (1, 2)
"""Numbers of queries at which the program is compared with its loop, beside its text."""
MOST_STATES: Final = 100
"""Ones after which a run may stop."""
LETTERS: Final = tuple(map(Fraction, (-1, 0, 1)))
"""The values of a query in `queries`."""
Tick = Callable[[], None]


def one_threshold_of(mechanism: Mechanism, tick: Tick = lambda: None) -> OneThreshold | None:
    """The sparse vector that a program is, for every ε; None where it is not seen to be one."""
    plain = mechanism.key is None and not mechanism.after and mechanism.tail is None
    listed = mechanism.inputs is queries and mechanism.neighbours is all_move
    count = mechanism.parameters.get("n")
    if not (plain and listed and type(count) is int and count > 0):
        return None
    if "loop" not in mechanism.about or not is_written_as_its_loop(mechanism):
        return None
    try:
        refuse_other_traces(mechanism, "loop", COMPARED, tick)
        return _read(mechanism, count, tick)
    except ProgramError:
        return None  # whoever follows its paths says what is wrong


def _read(mechanism: Mechanism, count: int, tick: Tick) -> OneThreshold | None:
    threshold = _scale(_threshold(mechanism), _laplace, tick)
    if threshold is None:
        return None
    state: Any = loop_of(mechanism).start
    scales, states = set[Fraction | None](), list[Any]()
    while state is not None and state not in states and len(states) < MOST_STATES:
        states.append(state)
        ends: dict[int, set[tuple[Any, bool]]] = {0: set(), 1: set()}
        scales.add(_scale(_step(mechanism, state, ends), _compared, tick))
        # A zero changes nothing, and a one draws no new threshold while the run goes on.
        if ends[0] != {(state, False)} or len(ends[1]) != 1:
            return None
        ((state, redrawn),) = ends[1]
        if redrawn and state is not None:
            return None
    endless = [state] == states
    if None in scales or len(scales) != 1 or not (endless or state is None):
        return None
    (noise,) = scales
    stop = None if endless else len(states)
    return OneThreshold(threshold, noise or Fraction(0), LETTERS, count, stop)


def _scale(own: Mechanism, wanted: Callable[[Fraction], Mechanism], tick: Tick) -> Fraction | None:
    """The scale with which a part of the program has the trace that is wanted; None for others."""
    found = trace_family(own, tick=tick)
    if len(found.traced.noises) != 1 or not found.traced.symbolic:
        return None
    scale = found.traced.noises[0].scale
    return scale if trace_family(wanted(scale), tick=tick) == found else None


def _threshold(mechanism: Mechanism) -> Mechanism:
    def run(given: Any, draw: Draw, *, eps: Any = Fraction(1)) -> Any:
        return given + loop_of(mechanism, eps=eps).threshold(draw)

    return Mechanism(run, [0])


def _laplace(scale: Fraction) -> Mechanism:
    def run(given: Any, draw: Draw, *, eps: Any = Fraction(1)) -> Any:
        return given + draw.laplace(scale / eps)

    return Mechanism(run, [0])


def _step(
    mechanism: Mechanism, state: Hashable, ends: dict[int, set[tuple[Any, bool]]]
) -> Mechanism:
    """One step from a state; `ends` collects what comes after each answer."""

    def run(given: Any, draw: Draw, *, eps: Any = Fraction(1)) -> Any:
        threshold, query = given
        answer, after, redraw = loop_of(mechanism, eps=eps).step(threshold, state, query, draw)
        if type(answer) is not int or answer not in ends:
            raise ProgramError(f"{mechanism.name}: an answer is neither 0 nor 1")
        ends[answer].add((after, redraw))
        return answer

    return Mechanism(run, [(0, 0)])


def _compared(scale: Fraction) -> Mechanism:
    def run(given: Any, draw: Draw, *, eps: Any = Fraction(1)) -> Any:
        threshold, query = given
        return int(query + draw.laplace(scale / eps) >= threshold)

    return Mechanism(run, [(0, 0)])
