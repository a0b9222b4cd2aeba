"""What a program asked for on the way to where it is, and what it was told.

What must never change: a run repeats what is left of the run before it, question by question; only
then is an answer given without being worked out again.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, NoReturn

from dpverify.defs.continuous.known import Known
from dpverify.defs.documents.traced import Form


class Branch(NamedTuple):
    """One way to go on: what the program is told, and the conditions under which it is."""

    answer: Any
    conditions: tuple[Form, ...] = ()


class Event(NamedTuple):
    """A question, its ways to go on, which was taken, and what was known before it.

    Args: key the question; conditions and learned: how many conditions and bounds there were.
    """

    key: object
    branches: tuple[Branch, ...]
    taken: int
    conditions: int
    learned: int

    @property
    def answer(self) -> Any:
        """What the program is told."""
        return self.branches[self.taken].answer


class History:
    """The events of a path, its conditions and what they decide.

    Args: ordered as for `Known`; unsteady raises that a run does not repeat the one before it.
    """

    def __init__(self, ordered: bool, unsteady: Callable[[], NoReturn]) -> None:
        self.conditions: list[Form] = []
        self.known = Known(ordered)
        self._unsteady = unsteady
        self._events: list[Event] = []
        self._position = 0

    def begin(self) -> None:
        """Start a run, which repeats the events that are left."""
        self._position = 0

    def end(self) -> None:
        """The run has ended; it must have repeated all of them."""
        if self._position < len(self._events):
            self._unsteady()

    @property
    def forks(self) -> int:
        """How many questions of this run, so far, had more than one answer."""
        return sum(len(event.branches) > 1 for event in self._events[: self._position])

    def past(self, key: object) -> Event | None:
        """The event that is repeated here; None where the run goes beyond what is left."""
        if self._position == len(self._events):
            return None
        event = self._events[self._position]
        if event.key != key:
            self._unsteady()
        self._position += 1
        return event

    def new(self, key: object, branches: tuple[Branch, ...], taken: int = 0) -> Event:
        """Go one way, beyond what is left, and learn its conditions."""
        event = Event(key, branches, taken, len(self.conditions), self.known.learned)
        self._events.append(event)
        self._position = len(self._events)
        for form in event.branches[taken].conditions:
            self.conditions.append(form)
            self.known.add(form)
        return event

    def back(self) -> Event | None:
        """Undo the last event; None where there is none."""
        if not self._events:
            return None
        event = self._events.pop()
        del self.conditions[event.conditions :]
        self.known.forget(event.learned)
        return event
