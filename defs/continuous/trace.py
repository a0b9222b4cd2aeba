"""From a program with continuous noise to its words: on one input, or on all real ones at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from dpverify.defs.clock import Tick, no_clock
from dpverify.defs.continuous.referee import Case, Referee
from dpverify.defs.continuous.retries import Again
from dpverify.defs.continuous.tracer import TooMuch, Tracer
from dpverify.defs.documents.shift import Shift
from dpverify.defs.documents.traced import AGAIN, Path, Traced
from dpverify.defs.errors import ProgramError
from dpverify.defs.programs.draw import Draw
from dpverify.defs.programs.explore import leaves, line_of, raised
from dpverify.defs.programs.labels import label_of
from dpverify.defs.programs.mechanism import Mechanism
from dpverify.defs.programs.reach import Reached
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
    found: Mechanism,
    given: Any,
    *,
    most_paths: int = MOST_PATHS,
    tick: Tick = no_clock,
    referee: Referee | None = None,
    units: Sequence[Fraction] = (),
    one_value: bool = False,
) -> Traced:
    """The words of a program on one input, which may hold Shifts.

    ε is a symbol where the parameter `eps` is used in scales c/ε of noise alone, or where the
    program draws nothing; otherwise it is the number.

    Args: tick is called at each draw and open comparison, and raises where time is up; referee
        compares the program with its trace, and counts; units the values of ε at which it does,
        that of the program unless given; one_value whether the caller can deal with a word AGAIN
        and with shapes of what is released.
    Raises: ProgramError, one line, for whatever is more than comparisons and releases of linear
        forms in Laplace and exponential noise, has more paths, or is not what was traced.

    >>> from dpverify.defs.programs import mechanism
    >>> @mechanism(inputs=[0, 1])
    ... def above(query, draw, *, eps=Fraction(1)):
    ...     return query + draw.laplace(1 / eps) > 0
    >>> trace(above, 1).words["True"][0].conditions
    (Form(noises=((0, Fraction(1, 1)),), shift=Shift(constant=Fraction(1, 1), gaps=())),)
    """
    return _Asked(
        found, given, True, most_paths, tick, Tracer, referee, tuple(units), one_value=one_value
    ).traced()


def trace_on(
    kind: type[Tracer],
    found: Mechanism,
    given: Any,
    *,
    most_paths: int = MOST_PATHS,
    tick: Tick = no_clock,
    referee: Referee | None = None,
    units: Sequence[Fraction] = (),
) -> Traced:
    """The same with a tracer that knows other noise."""
    return _Asked(found, given, True, most_paths, tick, kind, referee, tuple(units)).traced()


def trace_family(
    found: Mechanism,
    *,
    most_paths: int = MOST_PATHS,
    tick: Tick = no_clock,
    referee: Referee | None = None,
    units: Sequence[Fraction] = (),
    one_value: bool = False,
) -> Family:
    """The words of a program for all real inputs of the shape that its own inputs have.

    Args: as for `trace`.

    Raises: ProgramError as `trace`, or where inputs are no numbers nor lists of equally many.
    """
    return trace_with(
        Tracer, found, most_paths=most_paths, tick=tick, referee=referee, units=units,
        one_value=one_value,
    )  # fmt: skip


def trace_with(
    kind: type[Tracer],
    found: Mechanism,
    *,
    most_paths: int = MOST_PATHS,
    tick: Tick = no_clock,
    referee: Referee | None = None,
    units: Sequence[Fraction] = (),
    one_value: bool = False,
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
    given = type(some[0])(shifts) if size else shifts[0]
    asked = _Asked(
        found, given, False, most_paths, tick, kind, referee, tuple(units), names, one_value
    )
    return Family(asked.traced(), names)


def _size(given: Any) -> int | None:
    """The length of a list of numbers, 0 for a number, None for anything else."""
    if isinstance(given, (list, tuple)):
        return len(given) or None if all(_size(member) == 0 for member in given) else None
    return 0 if isinstance(given, (int, Fraction, Shift)) else None


@dataclass(frozen=True)
class _Asked:
    """One trace: of a program on an input, by a tracer, compared by a referee."""

    found: Mechanism
    given: Any
    ordered: bool
    most_paths: int
    tick: Tick
    kind: type[Tracer]
    referee: Referee | None
    units: tuple[Fraction, ...]
    entries: tuple[str, ...] = ()
    one_value: bool = False

    def traced(self) -> Traced:
        """With ε as a symbol; where that is refused for any reason, with the number."""
        with self.found.examined() as reached:
            traced = self._as_symbol_or_number(reached if self.one_value else None)
            try:
                self._compare(traced)
            except ProgramError as error:
                raise ProgramError(f"{self.found.name}: {error}") from None
        return traced

    def _as_symbol_or_number(self, reached: Reached | None) -> Traced:
        found = self.found
        more = {} if reached is None else {"reached": reached}
        if EPS in found.parameters:
            tracer = self.kind(symbolic=True, ordered=self.ordered, tick=self.tick, **more)
            run = found.run(tracer.symbols(self.given), **{EPS: tracer.epsilon})
            try:
                return _traced(tracer, run, self.most_paths)
            except TooMuch as error:
                raise TooMuch(f"{found.name}: {error}") from None
            except ProgramError:
                pass  # the run with the number says what is wrong, if anything is
        tracer = self.kind(symbolic=False, ordered=self.ordered, tick=self.tick, **more)
        try:
            return _traced(tracer, found.run(tracer.symbols(self.given)), self.most_paths)
        except ProgramError as error:
            line = "" if "(line " in str(error) else line_of(error)
            raise ProgramError(f"{found.name}: {error}{line}") from None

    def _compare(self, traced: Traced) -> None:
        """Let the referee compare the program with its trace."""
        referee = Referee(tick=self.tick) if self.referee is None else self.referee
        units = (self.units or (_number(self.found),)) if traced.symbolic else ()
        whole = self.kind is not Tracer
        referee.compare(Case(self._run, self.given, traced, units, self.entries, whole))

    def _run(self, eps: Fraction | None, given: Any) -> Callable[[Draw], Any]:
        return self.found.run(given) if eps is None else self.found.run(given, **{EPS: eps})


def _number(found: Mechanism) -> Fraction:
    """The value of ε; 1 where it is none that a scale c/ε can have, which is for others to say."""
    given = found.parameters.get(EPS)
    return Fraction(given) if isinstance(given, (int, Fraction)) and given > 0 else Fraction(1)


def _traced(tracer: Tracer, run: Callable[[Tracer], Any], most_paths: int) -> Traced:
    """All paths; then all of them again, which must come out the same."""
    words = words_of(tracer, run, most_paths)
    tracer.again()
    if words_of(tracer, run, most_paths) != words:
        raise ProgramError(
            "is no function of its input and its draws: run again with the same draws, it says"
            " something else; keep time, global state and other randomness out of it"
        )
    frozen = {word: tuple(paths) for word, paths in words.items()}
    if not frozen.keys() - {AGAIN}:
        raise ProgramError("never ends: every path comes back to its first draw")
    return Traced(tuple(tracer.noises), frozen, tracer.symbolic)


def words_of(
    tracer: Tracer, run: Callable[[Tracer], Any], most_paths: int
) -> dict[str, list[Path]]:
    """The paths of each word, depth first; after the last comes the first again."""
    words: dict[str, list[Path]] = {}
    count, more = 0, True
    while more:
        count += 1
        if count > most_paths:
            raise TooMuch(
                f"has more than {most_paths:,} paths; compare less, ask argmax() for the largest of"
                " many values, or choose smaller parameters"
            )
        word, path = one_path(tracer, run)
        words.setdefault(word, []).append(path)
        more = tracer.advance()
    return words


def one_path(tracer: Tracer, run: Callable[[Tracer], Any]) -> tuple[str, Path]:
    """One run: its word and its path."""
    tracer.begin()
    try:
        output = run(tracer)
    except Again:
        if tracer.trouble is not None:
            raise tracer.trouble from None
        return AGAIN, tracer.path(())
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
