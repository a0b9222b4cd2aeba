"""A process that asks the library for the page: `python -I -m dpverify.app.explore.worker`.

One question per line of standard input; on standard output the documents, or `{"fault"}` with the
sentence of what is wrong. The user's file is loaded here once and kept, so that a slider is
answered at once; after the file is saved again, a new process takes its place.
"""

from __future__ import annotations

import sys
from functools import cache
from typing import TYPE_CHECKING, Any

from dpverify.app.cli import MOST_DIGITS
from dpverify.app.deciding import decide
from dpverify.app.explore.answers import answers, claimed, curve
from dpverify.app.explore.questions import Table
from dpverify.app.subjects import Job
from dpverify.checkers.line_worker import serve
from dpverify.checkers.programs.moved import about_all_inputs
from dpverify.defs.errors import InputError, Undecided
from dpverify.defs.numbers import Value
from dpverify.defs.programs.parameters import NO_DEFAULT, assignments, parameters_of
from dpverify.defs.target import load, program

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from dpverify.defs.channel import Channel
    from dpverify.defs.programs.mechanism import Mechanism


def answer(question: dict[str, Any]) -> Mapping[str, Any]:
    """Answer one question: `ask` says which."""
    try:
        return ASKED[question["ask"]](question)
    except InputError as error:
        return {"fault": str(error)}
    except Undecided as stop:
        return {"fault": f"unknown ({stop.code}): {stop.text}"}


@cache
def _loaded(target: str) -> Mechanism:
    """The program of a target, whose file is run once in the life of this process."""
    return load(program(target))


def _described(question: Mapping[str, Any]) -> dict[str, Any]:
    """The parameters of a program with their values, and whether it says how inputs move."""
    mechanism = _loaded(question["target"])
    defaults = parameters_of(mechanism.function)
    values = mechanism.parameters
    return {
        "moves": about_all_inputs(mechanism),
        "parameters": [
            {"name": name, "kind": _kind(defaults[name], value), "value": _text(value)}
            for name, value in values.items()
        ],
    }


def _kind(default: Any, value: Any) -> str:
    if isinstance(value, bool):
        return "switch"
    if type(default) is int or (default is NO_DEFAULT and type(value) is int):
        return "integer"
    is_number = not isinstance(value, str) and _is_rational(value)
    return "number" if is_number else "text"


def _is_rational(value: Any) -> bool:
    try:
        return Value(value).is_rational
    except InputError:
        return False


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return assignments({"": value}).removeprefix("=")


def _subject(question: Mapping[str, Any]) -> Mechanism | Channel:
    if question["table"] is not None:
        return _table(question["table"]).channel()
    return _loaded(question["target"]).with_parameters(**question["parameters"])


def _table(form: Mapping[str, Any]) -> Table:
    near = form["neighbours"]
    return Table(
        tuple(form["inputs"]), tuple(form["outputs"]), tuple(map(tuple, form["matrix"])),
        near if near == "all" else tuple(map(tuple, near)), form["directed"],
    )  # fmt: skip


def _answered(question: Mapping[str, Any]) -> dict[str, Any]:
    how = {name: question[name] for name in ("source", "seconds", "all_inputs")}
    return answers(_subject(question), question["eps"], question["delta"], **how)


def _curve(question: Mapping[str, Any]) -> dict[str, Any]:
    how = {name: question[name] for name in ("seconds", "all_inputs")}
    return {"curve": curve(_subject(question), **how)}


def _apart(question: Mapping[str, Any]) -> dict[str, Any]:
    """The claim about a program decided as `dpverify check` does it, in fresh processes."""
    name, given = claimed(question["eps"], question["delta"])
    job = Job(
        question["source"], name, tuple(given.items()), time_limit=question["seconds"],
        all_inputs=question["all_inputs"],
    )  # fmt: skip
    return decide(job)


ASKED: dict[str, Callable[[Mapping[str, Any]], dict[str, Any]]] = {
    "parameters": _described,
    "answers": _answered,
    "curve": _curve,
    "apart": _apart,
}

if __name__ == "__main__":
    sys.set_int_max_str_digits(MOST_DIGITS)
    serve(answer)
