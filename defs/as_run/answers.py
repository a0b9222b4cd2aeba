"""Who answers a draw of real code: the enumerator with lazy numbers, or a table of plain ones.

What must never change: both are asked for the same few primitives (a uniform double, an integer
below n, a value of a listed law), whatever function the code called; so a run on plain numbers can
be compared with the path that it belongs to.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Protocol

from dpverify.defs.as_run.grid import FLOAT_BITS, Cut, Source
from dpverify.defs.as_run.lazy import Lazy
from dpverify.defs.as_run.notes import Notes
from dpverify.defs.as_run.refusing import caller, refused
from dpverify.defs.as_run.states import state_of
from dpverify.defs.errors import ProgramError
from dpverify.defs.programs import laws
from dpverify.defs.programs.guards import STATE
from dpverify.defs.programs.laws import Law
from dpverify.defs.programs.replay import Replay

EAGER = 32
"""Integers below so many are drawn at once; larger ones are lazy."""
identity = id
"""`id` itself: while code is run, a guard stands in its place."""
Event = tuple[str, Any]
"""What was answered: ("uniform", its source) or ("value", the value)."""


def double(k: int) -> float:
    """The double with index k on the grid of 2⁻⁵³, exactly."""
    return k * 2.0**-FLOAT_BITS


def whole(k: int) -> int:
    """The integer itself."""
    return k


class Loading:
    """In place of answers while a file is loaded, which may make generators and must not draw."""


LOADING = Loading()


def no_list(law: str, scale: Any, what: str) -> ProgramError:
    """The refusal to list the values of continuous noise; it is traced instead."""
    del law, scale
    return refused(f"draws from {what}, which has no list of values")


class Answers(Protocol):
    """What answers the draws of one run."""

    lazy: bool

    def uniform(self, what: str) -> Any:
        """A uniform double in [0, 1) on the grid of 2⁻⁵³."""

    def below(self, n: int, what: str) -> Any:
        """A uniform integer k with 0 ≤ k < n."""

    def listed(self, law: Law, what: str) -> Any:
        """A value of a law that lists its values."""

    def noise(self, law: str, scale: Any, what: str) -> Any:
        """Continuous noise around 0."""


class Enumerated:
    """Answers path by path; `events` are those of this run, in order."""

    lazy = True

    def __init__(self, draw: Replay, notes: Notes) -> None:
        self._draw, self._notes = draw, notes
        self.events: list[Event] = []
        self._sources = 0
        self._decide: Callable[[Cut], int] = draw.take

    def uniform(self, what: str) -> Lazy:
        # The usual draw, of which a mechanism may make millions: nothing is called in between.
        self._notes.used.add(what)
        number = self._sources
        self._sources = number + 1
        source = Source(number, "double", double, 1 << FLOAT_BITS, self._decide)
        self.events.append(("uniform", source))
        return Lazy(source, self._notes)

    def below(self, n: int, what: str) -> Any:
        self._notes.use(what)
        if n <= EAGER:
            return self._value(self._draw.take(_uniform_below(n)))
        return self._source(f"below {n}", whole, n)

    def listed(self, law: Law, what: str) -> Any:
        self._notes.use(what)
        return self._value(self._draw.take(law))

    def noise(self, law: str, scale: Any, what: str) -> Any:
        raise no_list(law, scale, what)

    def _value(self, value: Any) -> Any:
        self.events.append(("value", value))
        return value

    def _source(self, kind: str, base: Callable[[int], Any], size: int) -> Lazy:
        source = Source(self._sources, kind, base, size, self._decide)
        self._sources += 1
        self.events.append(("uniform", source))
        return Lazy(source, self._notes)


class Plain:
    """Answers with plain numbers from the events of a path: one index of each interval.

    Args: events of the path; place where in its interval an index is taken, in thousandths.
    """

    lazy = False

    def __init__(self, events: list[Event], place: int) -> None:
        self._events: Iterator[Event] = iter(events)
        self._place = place

    def uniform(self, what: str) -> float:
        return float(double(self._index(what)))

    def below(self, n: int, what: str) -> int:
        kind, given = self._next(what)
        return int(given) if kind == "value" and 0 <= given < n else self._within(kind, given, what)

    def listed(self, law: Law, what: str) -> Any:
        del law
        kind, given = self._next(what)
        if kind != "value":
            raise refused(f"draws otherwise on plain numbers ({what})")
        return given

    def noise(self, law: str, scale: Any, what: str) -> Any:
        raise no_list(law, scale, what)

    def _index(self, what: str) -> int:
        return self._within(*self._next(what), what)

    def _within(self, kind: str, given: Any, what: str) -> int:
        if kind != "uniform":
            raise refused(f"draws otherwise on plain numbers ({what})")
        return int(given.lo + (given.hi - 1 - given.lo) * self._place // 1000)

    def _next(self, what: str) -> Event:
        event = next(self._events, None)
        if event is None:
            raise refused(f"draws more on plain numbers ({what})")
        return event

    @property
    def exhausted(self) -> bool:
        """Whether everything that the path drew was drawn."""
        return next(self._events, None) is None


class _Current(threading.local):
    """Who answers in this thread; None outside of a run, where the real functions do."""

    def __init__(self) -> None:
        self.answers: Answers | Loading | None = None
        self.tables: dict[int, Any] = {}  # generators that this run seeded with a number
        self.fresh: dict[int, Any] = {}  # generators that this run made without a seed
        self.states: list[tuple[Any, Any]] = []  # those, with the states that they were made with
        self.known: dict[int, Any] = {}  # generators that were there before
        self.touched: set[int] = set()  # of those, the ones that a run seeded
        self.twins: dict[int, int] = {}  # of those in one state, the number of the state
        self.drawn: dict[int, int] = {}  # by number of such a state, the one that was drawn from
        self.making = False
        self.shadows: dict[str, Any] = {}  # by kind, a generator that tells what NumPy accepts
        self.forms: dict[Any, Any] = {}  # by what was asked, the form of what NumPy returned

    def table(self, generator: Any) -> None:
        """Note that this run seeded a generator with a number."""
        self.tables[identity(generator)] = generator
        self.touched.add(identity(generator))

    def free(self, generator: Any) -> None:
        """Note that this run made a generator without a seed; its draws are answered."""
        self.fresh[identity(generator)] = generator
        before, self.making = self.making, True
        try:
            self.states.append((generator, state_of(generator)))
        finally:
            self.making = before


CURRENT = _Current()


def past_the_answers(generator: Any) -> ProgramError:
    """The error about a generator whose state moved although its draws were answered."""
    return ProgramError(
        f"draws from a generator ({type(generator).__name__}) past what is answered, as compiled"
        " code does"
    )


def asked() -> Answers | None:
    """Who answers what the code asks for now; None where the real function does.

    Raises: Refused for a file that draws while it is loaded, since that stays in what it loads.
    """
    answers = CURRENT.answers
    if STATE.imports:
        return None  # what a module draws while it is imported, it draws once
    if answers is LOADING:
        if CURRENT.making or caller() is None:
            return None
        raise refused("draws a number while it is loaded")
    return answers  # type: ignore[return-value]  # the one object of its class was met above


def refuse_dependent(place: int) -> None:
    """Refuse a draw from a known generator that is not independent of all else.

    An earlier run may have seeded it with a number, and this one not: then a table goes on. Or it
    is in the state of another one that is drawn from, as a copy is: then both draw the same.
    """
    if place in CURRENT.touched and place in CURRENT.known:  # else its place is another's now
        raise refused("draws from a generator that another run of it seeded with a number")
    state = CURRENT.twins.get(place)
    if state is not None and CURRENT.drawn.setdefault(state, place) != place:
        raise refused("draws from two generators that are in one state, and draw the same")


def running() -> bool:
    """Whether a run is under way, and it is not a generator that is being made."""
    return not (
        CURRENT.answers is None or CURRENT.answers is LOADING or CURRENT.making or STATE.imports
    )


@contextmanager
def answered_by(answers: Answers | None) -> Iterator[None]:
    """Within this, draws of this thread are answered; a run begins, which has seeded nothing."""
    before = CURRENT.answers
    CURRENT.answers = answers
    CURRENT.tables, CURRENT.fresh, CURRENT.states = {}, {}, []
    try:
        yield
    finally:
        CURRENT.answers = before
    if answers is None:
        return
    for generator, state in CURRENT.states:
        if identity(generator) not in CURRENT.tables and state_of(generator) != state:
            raise past_the_answers(generator)


_BELOW: dict[int, Law] = {}


def _uniform_below(n: int) -> Law:
    law = _BELOW.get(n)
    if law is None:
        law = _BELOW[n] = laws.uniform(range(n))
    return law
