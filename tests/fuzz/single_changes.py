"""Every change of a single field of a JSON document: the census of what a reader passes over."""

from __future__ import annotations

import re
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

Steps = tuple[str | int, ...]
RATIONAL = re.compile(r"-?[0-9]+(/[0-9]+)?|-?[0-9]*\.[0-9]+")


@dataclass(frozen=True)
class Change:
    """One change: at a place something else is put; `name` says what was done."""

    steps: Steps
    name: str
    document: Any

    @property
    def path(self) -> str:
        """The place as kernels write it: "witness.inputs[0]"."""
        text = ""
        for step in self.steps:
            text += f"[{step}]" if isinstance(step, int) else f".{step}"
        return text.lstrip(".")


def changes(document: Any) -> Iterator[Change]:
    """Yield each: a key left out or added, a value replaced, an element left out or doubled."""
    for steps, holder, value in _places(document, ()):
        for name, new in _instead(value):
            if new != value or name == "in another order":
                yield _changed(document, steps, name, new)
        if isinstance(holder, dict):
            yield _changed(document, steps, "left out", None, leave_out=True)
        if isinstance(holder, list) and len(holder) > 1:
            yield _changed(document, steps, "left out", None, leave_out=True)
    yield from _added(document)


def _places(value: Any, steps: Steps) -> Iterator[tuple[Steps, Any, Any]]:
    items: Any = value.items() if isinstance(value, dict) else enumerate(value)
    for key, inner in items:
        yield (*steps, key), value, inner
        if isinstance(inner, dict | list):
            yield from _places(inner, (*steps, key))


def _instead(value: Any) -> Iterator[tuple[str, Any]]:
    """Other values in place of one: near ones, and ones of another type."""
    if isinstance(value, bool):
        yield "the other truth", not value
    elif isinstance(value, int | float):
        yield "one more", value + 1
        yield "as a text", str(value)
    elif isinstance(value, str):
        yield from _instead_of_text(value)
    elif isinstance(value, list):
        yield from _instead_of_list(value)
    elif isinstance(value, dict):
        yield "a list", list(value)
        yield "empty", {}
        if len(value) > 1:
            yield "in another order", dict(reversed(value.items()))
    yield "null", None


def _instead_of_text(value: str) -> Iterator[tuple[str, Any]]:
    if RATIONAL.fullmatch(value):
        number = Fraction(value)
        yield "more", str(number + Fraction(1, 7))
        yield "less", str(number - Fraction(1, 7))
        yield "the negative", str(-number)
    yield "another text", value + "0"
    yield "a number", 7


def _instead_of_list(value: list[Any]) -> Iterator[tuple[str, Any]]:
    yield "an object", {"0": value}
    if value:
        yield "doubled", [*value, value[0]]
        yield "empty", []
    yield "the other way round", value[::-1]


def _added(document: Any) -> Iterator[Change]:
    holders: list[tuple[Steps, Any]] = [((), document)]
    holders += [(steps, value) for steps, _, value in _places(document, ())]
    for steps, value in holders:
        if isinstance(value, dict):
            yield _changed(document, (*steps, "more"), "added", "0")


def _changed(
    document: Any, steps: Steps, name: str, new: Any, *, leave_out: bool = False
) -> Change:
    made = deepcopy(document)
    holder = made
    for step in steps[:-1]:
        holder = holder[step]
    if leave_out:
        del holder[steps[-1]]
    else:
        holder[steps[-1]] = new
    return Change(steps, name, made)
