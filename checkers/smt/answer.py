"""What a solver may answer, and what it may spend.

What must never change: an answer is one of four types and none has a truth value, so "unknown"
and "crashed" can never be read as "no counterexample".
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import NoReturn, Protocol


@dataclass(frozen=True)
class Limits:
    """What one question may cost.

    Args:
        work: steps counted by the solver itself; the same question stops at the same place.
        seconds: wall clock, the last guard; the process is killed soon after.
        megabytes: address space of the solver's process.
    """

    work: int = 50_000_000
    seconds: float = 20.0
    megabytes: int = 2048

    @classmethod
    def within(cls, seconds: float) -> Limits:
        """What one question may cost where the whole has so many seconds: more where it has more.

        >>> Limits.within(240.0).seconds, Limits.within(30.0) == Limits()
        (80.0, True)
        """
        times = max(1.0, seconds / WHOLE)
        return cls(work=int(cls.work * times), seconds=cls.seconds * times)


WHOLE = 60.0
"""Seconds for which the limits of one question are made."""


class _Answer:
    def __bool__(self) -> NoReturn:
        raise TypeError("an answer has no truth value; test its type: Sat, Unsat, Unknown, Crashed")


@dataclass(frozen=True)
class Interval:
    """An irrational model value: lower ≤ value ≤ upper."""

    lower: Fraction
    upper: Fraction


ModelValue = Fraction | Interval


@dataclass(frozen=True)
class Sat(_Answer):
    """The formulas hold together, in this model: a proposal, to be re-checked exactly."""

    model: Mapping[str, ModelValue]
    solver: str

    __bool__ = _Answer.__bool__


@dataclass(frozen=True)
class Unsat(_Answer):
    """The solver says that the formulas contradict each other: its word alone."""

    solver: str

    __bool__ = _Answer.__bool__


@dataclass(frozen=True)
class Unknown(_Answer):
    """The solver gave up; `code` is "time" or "solver"."""

    code: str
    reason: str
    solver: str

    __bool__ = _Answer.__bool__


@dataclass(frozen=True)
class Crashed(_Answer):
    """The solver died, or wrote what cannot be read."""

    reason: str
    solver: str

    __bool__ = _Answer.__bool__


Answer = Sat | Unsat | Unknown | Crashed


class Solver(Protocol):
    """Anything that answers a question in SMT-LIB 2 text."""

    @property
    def name(self) -> str:
        """The name, as given to `--solver`."""
        ...

    def solve(self, text: str, limits: Limits) -> Answer:
        """Answer one question; never raises for what the solver does."""
        ...
