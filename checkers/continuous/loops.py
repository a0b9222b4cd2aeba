"""An upper bound of the privacy loss of a loop that holds for every number of queries.

The threshold is shifted by a fixed s, and one step of the loop is aligned with the threshold as an
input that moves by s: `kernel/certificates/alignment.py` confirms, for every move of the query,
that the step answers the same, at a cost that depends on the state and the answer. A run then costs
at most |s|/b for each threshold that is drawn and the sum over its steps. States are finitely many,
so the largest sum over runs of any length is a longest path; it is finite if no cycle costs
anything. Every run of the loop consists of such steps, whatever n is (`defs/programs/loop.py`).
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Final, Literal

from dpverify.checkers.continuous.alignment import Aligned, align_family
from dpverify.checkers.kernel.certificates.alignment import boxes, cost
from dpverify.checkers.kernel.certificates.moves import Box
from dpverify.defs.clock import Tick
from dpverify.defs.continuous.trace import trace, trace_family
from dpverify.defs.documents.traced import Noise
from dpverify.defs.errors import ProgramError
from dpverify.defs.programs.draw import Draw
from dpverify.defs.programs.loop import Loop
from dpverify.defs.programs.mechanism import Mechanism
from dpverify.defs.programs.selection import Selection
from dpverify.defs.validate import shown

SHIFTS = (Fraction(0), Fraction(1), Fraction(-1))
"""By how much the threshold is shifted; queries move by at most 1."""
MOST_STATES = 200
KINDS: Final[Mapping[str, type[Loop | Selection]]] = {"loop": Loop, "selection": Selection}
"""Of what a mechanism says that it is a run, under which key."""
SAME_FOR = (1, 2, 3)
"""Numbers of queries at which the program is compared with its loop."""


@dataclass(frozen=True)
class Edge:
    """One way to go on from a state: at what cost, where to, and whether a threshold is drawn."""

    cost: Fraction
    state: Any
    redraw: bool


@dataclass(frozen=True)
class AnyLength:
    """The privacy loss is at most rate·ε for every ε > 0 and every number of queries.

    Args: shifts of the threshold, one for each box of moves of a query.
    """

    rate: Fraction
    shifts: tuple[Fraction, ...]


def any_length(mechanism: Mechanism, relation: str | None = None) -> AnyLength | None:
    """The bound of a program that says of which loop it is a run; None where none was found.

    Args: relation "A" or "M"; None for the mechanism's own.

    Raises: ProgramError where the program is not the run of its loop.
    """
    chosen = relation or str(mechanism.about.get("moves"))
    if "loop" not in mechanism.about or chosen not in ("A", "M"):
        return None
    _is_its_loop(mechanism)
    rates, shifts = [], []
    for ((low, high),) in boxes(chosen, 1) if chosen == "A" else _same_way():
        known = ((_rate(mechanism, s, (low, high)), s) for s in SHIFTS)
        found = [(rate, s) for rate, s in known if rate is not None]
        if not found:
            return None
        rate, s = min(found)
        rates.append(rate)
        shifts.append(s)
    return AnyLength(max(rates), tuple(shifts))


def _same_way() -> tuple[Box, ...]:
    """The moves of one query where all move the same way."""
    return tuple((box[0],) for box in boxes("M", 1))


def loop_of(mechanism: Mechanism, **instead: Any) -> Loop:
    """The loop at the mechanism's parameters."""
    found: Loop = run_of(mechanism, "loop", **instead)
    return found


def run_of(mechanism: Mechanism, key: str, **instead: Any) -> Any:
    """What the mechanism says that it is the run of, under a key, at its parameters."""
    factory: Callable[..., Any] = mechanism.about[key]
    known: Mapping[str, Any] = {**mechanism.parameters, **instead}
    try:
        wanted = inspect.signature(factory).parameters
    except (TypeError, ValueError):  # what cannot be called, or tells no parameters
        text = f"{mechanism.name}: {key} is {shown(factory)}, and no function of the parameters"
        raise ProgramError(text) from None
    found = factory(**{name: known[name] for name in wanted if name in known})
    kind = KINDS[key]
    if not isinstance(found, kind):
        raise ProgramError(
            f"{mechanism.name}: {key} returns {shown(found)}; let it return a {kind.__name__}"
        )
    return found


def refuse_other_traces(
    mechanism: Mechanism, key: Literal["loop", "selection"], lengths: Sequence[int], tick: Tick
) -> None:
    """Raise a ProgramError where the program is not the run of what it names on a few entries."""

    def run(vector: Any, draw: Draw, *, eps: Any = Fraction(1)) -> Any:
        return run_of(mechanism, key, eps=eps).run(vector, draw)

    for n in lengths:
        short = mechanism.with_parameters(n=n) if "n" in mechanism.parameters else mechanism
        inputs = [(0,) * n]
        own = trace_family(replace(short, inputs=inputs), tick=tick)
        if own != trace_family(Mechanism(run, inputs), tick=tick):
            raise ProgramError(f"{mechanism.name}: at n = {n} it is not the run of its {key}")


def _is_its_loop(mechanism: Mechanism) -> None:
    def run(vector: Any, draw: Draw, *, eps: Any = Fraction(1)) -> Any:
        return loop_of(mechanism, eps=eps).run(vector, draw)

    for n in SAME_FOR:
        inputs = [(0,) * n]
        if trace_family(mechanism.with_parameters(n=n)) != trace_family(Mechanism(run, inputs)):
            raise ProgramError(f"{mechanism.name}: at n = {n} it is not the run of its loop")


def _rate(
    mechanism: Mechanism, shift: Fraction, move: tuple[Fraction, Fraction]
) -> Fraction | None:
    """The cost of the dearest run where the threshold is shifted so; None where there is none."""
    drawn = abs(shift) / _threshold(mechanism).scale
    edges: dict[Any, list[Edge]] = {}
    waiting = [loop_of(mechanism).start]
    while waiting:
        state = waiting.pop()
        if state in edges:
            continue
        found = _edges(mechanism, state, shift, move)
        if found is None or len(edges) == MOST_STATES:
            return None
        edges[state] = found
        waiting += [edge.state for edge in found if edge.state is not None]
    ahead = _dearest(edges, drawn)
    return None if ahead is None else drawn + ahead[loop_of(mechanism).start]


def _dearest(edges: Mapping[Any, list[Edge]], drawn: Fraction) -> dict[Any, Fraction] | None:
    """The cost of the dearest walk from each state; None where a cycle costs something."""
    ahead = dict.fromkeys(edges, Fraction(0))
    for _ in range(len(edges) + 1):
        better = {
            state: max(
                Fraction(0),
                *(
                    edge.cost
                    + (0 if edge.state is None else ahead[edge.state] + drawn * edge.redraw)
                    for edge in ways
                ),
            )
            for state, ways in edges.items()
        }
        if better == ahead:
            return ahead
        ahead = better
    return None


def _threshold(mechanism: Mechanism) -> Noise:
    """The noise that is the threshold.

    Raises: ProgramError where the threshold is more than one noise.
    """

    def draw_it(given: Any, draw: Draw, *, eps: Any = Fraction(1)) -> Any:
        del given
        return loop_of(mechanism, eps=eps).threshold(draw)

    traced = trace(Mechanism(draw_it, [0]), 0)
    if len(traced.noises) != 1 or not traced.symbolic:
        raise ProgramError(f"{mechanism.name}: its threshold is not one noise of scale b/ε")
    return traced.noises[0]


def _edges(
    mechanism: Mechanism, state: Any, shift: Fraction, move: tuple[Fraction, Fraction]
) -> list[Edge] | None:
    """What one step from a state can do, with the costs of its alignments."""
    ends: list[tuple[Any, bool]] = []

    def one(given: Any, draw: Draw, *, eps: Any = Fraction(1)) -> Any:
        threshold, query = given
        answer, after, redraw = loop_of(mechanism, eps=eps).step(threshold, state, query, draw)
        if (after, redraw) not in ends:
            ends.append((after, redraw))
        return ends.index((after, redraw)), answer

    family = trace_family(Mechanism(one, [(0, 0)]))
    aligned = align_family(family, (((shift, shift), move),))
    if not isinstance(aligned, Aligned) or not aligned.symbolic or aligned.leads:
        return None
    found = []
    for word, paths in aligned.words.items():
        most = max(
            cost(aligned.noises, path, box, shifts, word)
            for path, choices in zip(paths, aligned.certificate[word], strict=True)
            for box, shifts in zip(aligned.moves, choices, strict=True)
        )
        after, redraw = ends[int(word[1 : word.index(",")])]
        found.append(Edge(most, after, redraw))
    return found
