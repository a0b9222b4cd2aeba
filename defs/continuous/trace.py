"""From a program with continuous noise to its words: on one input, or on all real ones at once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from dpverify.defs.clock import Tick, no_clock
from dpverify.defs.continuous.shift import Shift
from dpverify.defs.continuous.traced import Path, Traced
from dpverify.defs.continuous.tracer import TooMuch, Tracer
from dpverify.defs.errors import ProgramError
from dpverify.defs.programs.elsewhere import no_other_coins
from dpverify.defs.programs.explore import leaves, raised
from dpverify.defs.programs.labels import label_of
from dpverify.defs.programs.mechanism import Mechanism
from dpverify.defs.validate import shown

MOST_PATHS = 50_000
EPS = "eps"
LOOKED_AT = 1_000
"""Inputs whose shape is looked at."""


@dataclass(frozen=True)
class Family:
    """A program on every input at once: entry i of the input is the gap `entries[i]`.

    In `traced`, gaps stand for any real numbers, and a shift without noise may be compared.
    """

    traced: Traced
    entries: tuple[str, ...]


def trace(
    found: Mechanism, given: Any, *, most_paths: int = MOST_PATHS, tick: Tick = no_clock
) -> Traced:
    """The words of a program on one input, which may hold Shifts.

    ε is a symbol where the parameter `eps` is used in scales c/ε of noise alone, or where the
    program draws nothing; otherwise it is the number.

    Args: tick is called at each draw and open comparison, and raises where time is up.
    Raises: ProgramError, one line, for whatever is more than comparisons and releases of linear
        forms in Laplace and exponential noise, or has more paths.

    >>> from dpverify.defs.programs import mechanism
    >>> @mechanism(inputs=[0, 1])
    ... def above(query, draw, *, eps=Fraction(1)):
    ...     return query + draw.laplace(1 / eps) > 0
    >>> trace(above, 1).words["True"][0].conditions
    (Form(noises=((0, Fraction(1, 1)),), shift=Shift(constant=Fraction(1, 1), gaps=())),)
    """
    return _either(found, given, ordered=True, most_paths=most_paths, tick=tick)


def trace_family(
    found: Mechanism, *, most_paths: int = MOST_PATHS, tick: Tick = no_clock
) -> Family:
    """The words of a program for all real inputs of the shape that its own inputs have.

    Raises: ProgramError as `trace`, or where inputs are no numbers nor lists of equally many.
    """
    return trace_with(Tracer, found, most_paths=most_paths, tick=tick)


def trace_with(
    kind: type[Tracer], found: Mechanism, *, most_paths: int = MOST_PATHS, tick: Tick = no_clock
) -> Family:
    """The same with a tracer that knows other noise."""
    some = found.first_inputs(LOOKED_AT)
    size = _size(some[0]) if some else None
    if size is None or any(_size(other) != size for other in some):
        raise ProgramError(
            f"{found.name}: its inputs, such as {shown(some[:2])}, are no numbers nor lists of"
            " equally many numbers, for which alone all real inputs can be meant"
        )
    names = tuple(f"q{i:04}" for i in range(1, max(size, 1) + 1))
    shifts = [Shift.of(0, **{name: 1}) for name in names]
    given = tuple(shifts) if size else shifts[0]
    traced = _either(found, given, ordered=False, most_paths=most_paths, tick=tick, kind=kind)
    return Family(traced, names)


def _size(given: Any) -> int | None:
    """The length of a list of numbers, 0 for a number, None for anything else."""
    if isinstance(given, (list, tuple)):
        return len(given) or None if all(_size(member) == 0 for member in given) else None
    return 0 if isinstance(given, (int, Fraction, Shift)) else None


def _either(
    found: Mechanism,
    given: Any,
    *,
    ordered: bool,
    most_paths: int,
    tick: Tick,
    kind: type[Tracer] = Tracer,
) -> Traced:
    """With ε as a symbol; where that is refused for any reason, with the number."""
    with no_other_coins(found.name):
        return _as_symbol_or_number(found, given, ordered, most_paths, tick, kind)


def _as_symbol_or_number(
    found: Mechanism, given: Any, ordered: bool, most_paths: int, tick: Tick, kind: type[Tracer]
) -> Traced:
    if EPS in found.parameters:
        tracer = kind(symbolic=True, ordered=ordered, tick=tick)
        run = found.run(tracer.symbols(given), **{EPS: tracer.epsilon})
        try:
            return _traced(tracer, run, most_paths)
        except TooMuch as error:
            raise TooMuch(f"{found.name}: {error}") from None
        except ProgramError:
            pass  # the run with the number says what is wrong, if anything is
    tracer = kind(symbolic=False, ordered=ordered, tick=tick)
    try:
        return _traced(tracer, found.run(tracer.symbols(given)), most_paths)
    except ProgramError as error:
        raise ProgramError(f"{found.name}: {error}") from None


def _traced(tracer: Tracer, run: Callable[[Tracer], Any], most_paths: int) -> Traced:
    words: dict[str, list[Path]] = {}
    first: tuple[str, Path] | None = None
    count, more = 0, True
    while more:
        count += 1
        if count > most_paths:
            raise TooMuch(
                f"has more than {most_paths:,} paths; compare less, ask argmax() for the largest of"
                " many values, or choose smaller parameters"
            )
        word, path = _one(tracer, run)
        first = first or (word, path)
        words.setdefault(word, []).append(path)
        more = tracer.advance()
    if _one(tracer, run) != first:  # after the last path comes the first again
        raise ProgramError(
            "is no function of its input and its draws: run again with the same draws, it says"
            " something else; keep time, global state and other randomness out of it"
        )
    frozen = {word: tuple(paths) for word, paths in words.items()}
    return Traced(tuple(tracer.noises), frozen, tracer.symbolic)


def _one(tracer: Tracer, run: Callable[[Tracer], Any]) -> tuple[str, Path]:
    """One run: its word and its path."""
    tracer.begin()
    try:
        output = run(tracer)
    except Exception as error:
        raise tracer.trouble or raised(error) from error
    except KeyboardInterrupt:  # of the person at the keyboard
        raise
    except BaseException as error:  # noqa: BLE001  whatever it raises, the program raised it
        raise tracer.trouble or leaves(error) from None
    if tracer.trouble is not None:
        raise tracer.trouble
    output, released = tracer.forms_in(output)
    return label_of(output), tracer.path(released)
