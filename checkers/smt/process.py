"""A solver in a process that can be killed; its answer is parsed strictly.

What must never change: whatever the process does, `solve` returns one of the four answers.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping, Sequence
from fractions import Fraction
from importlib.util import find_spec
from typing import Any, Self

from dpverify.checkers.line_worker import LineWorker, WorkerDiedError, WorkerTimeoutError
from dpverify.checkers.smt.answer import (
    Answer,
    Crashed,
    Interval,
    Limits,
    ModelValue,
    Sat,
    Unknown,
    Unsat,
)
from dpverify.defs.errors import UsageError
from dpverify.defs.validate import shown

GRACE = 2.0  # seconds beyond the solver's own limit before its process is killed
COMMAND = (sys.executable, "-I", "-m", "dpverify.checkers.smt.worker")
SOLVERS = ("z3", "cvc5")
_FRACTION = re.compile(r"(-?[0-9]{1,4000})(?:/([0-9]{1,4000}))?")


class ProcessSolver:
    """Asks `command`, by default dpverify's worker, which loads the solver called `name`."""

    def __init__(self, name: str = "z3", command: Sequence[str] = COMMAND) -> None:
        self.name = name
        self._worker = LineWorker(command)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the process."""
        self._worker.close()

    def solve(self, text: str, limits: Limits) -> Answer:
        """Answer one question in SMT-LIB 2 text, never raising for what the solver does."""
        question = {
            "solver": self.name,
            "text": text,
            "work": limits.work,
            "seconds": limits.seconds,
            "megabytes": limits.megabytes,
        }
        try:
            return self._typed(self._worker.ask(question, seconds=limits.seconds + GRACE))
        except WorkerTimeoutError:
            return Unknown("time", f"killed after {limits.seconds:g} s", self.name)
        except WorkerDiedError as error:
            return Crashed(str(error), self.name)

    def _typed(self, answer: Mapping[str, Any]) -> Answer:
        solver = f"{self.name} {answer.get('version', '')}".strip()[:60]
        match answer.get("outcome"):
            case "sat":
                model = _model(answer.get("model"))
                return Crashed("unreadable model", solver) if model is None else Sat(model, solver)
            case "unsat":
                return Unsat(solver)
            case "unknown":
                reason = str(answer.get("reason", ""))[:200]
                code = "time" if reason in {"timeout", "canceled"} else "solver"
                return Unknown(code, reason, solver)
            case _:
                return Crashed("the answer names no outcome", solver)


_INSTALL = {
    "z3": "install the package z3-solver",
    "cvc5": "install the package cvc5 (in a clone: `make compare`)",
}
"""What brings a solver along that is not there."""


def solver_named(name: str) -> ProcessSolver:
    """The solver of a name.

    Raises: UsageError for a name that is not in SOLVERS, or a solver that is not installed.
    """
    if name not in SOLVERS:
        raise UsageError(f"solver is {shown(name)}, must be one of {', '.join(SOLVERS)}, both")
    if find_spec(name) is None:
        raise UsageError(f"solver {name} is not installed; {_INSTALL[name]}")
    return ProcessSolver(name)


def _model(given: object) -> dict[str, ModelValue] | None:
    if not isinstance(given, dict):
        return None
    model: dict[str, ModelValue] = {}
    for name, text in given.items():
        value = _value(text)
        if value is not None:  # variables that the formulas leave free may have no value
            model[str(name)] = value
    return model


def _value(given: object) -> ModelValue | None:
    if isinstance(given, str):
        return _fraction(given)
    if isinstance(given, list) and len(given) == 2:
        lower, upper = (_fraction(end) for end in given)
        if lower is not None and upper is not None and lower <= upper:
            return Interval(lower, upper)
    return None


def _fraction(text: object) -> Fraction | None:
    match = _FRACTION.fullmatch(text) if isinstance(text, str) else None
    if match is None or (match[2] is not None and int(match[2]) == 0):
        return None
    return Fraction(int(match[1]), int(match[2] or 1))
