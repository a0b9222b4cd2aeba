"""Every change of one field of a saved document."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

Path = tuple[str | int, ...]
UNKNOWN = "an unknown key"
TWICE = "\x00"


@dataclass(frozen=True)
class Change:
    """A copy of a document with one change: where, of which kind, and the text of the copy."""

    path: Path
    kind: str
    document: Any
    twice: str | None = None
    """A key that stands twice in the text, which no dictionary holds."""

    @property
    def place(self) -> str:
        """The path, with [] for any position of a list."""
        steps = ("[]" if isinstance(step, int) else f".{step}" for step in self.path)
        return "".join(steps).lstrip(".") or "(all)"

    @property
    def text(self) -> str:
        """The JSON text of the copy."""
        text = json.dumps(self.document)
        return text if self.twice is None else text.replace(json.dumps(TWICE)[1:-1], "")


def changes(document: Any) -> Iterator[Change]:
    """Every change of one field: of each key, each item of a list, each leaf."""
    for path, value in _walk(document, ()):
        if isinstance(value, dict):
            yield from _of_object(document, path, value)
        elif isinstance(value, list):
            yield from _of_list(document, path, value)
        else:
            for kind, new in _leaf(value):
                yield Change(path, kind, _set(document, path, new))
        if path:
            for kind, new in _other_types(value):
                yield Change(path, f"of another type: {kind}", _set(document, path, new))


def _walk(value: Any, path: Path) -> Iterator[tuple[Path, Any]]:
    yield path, value
    steps = value.items() if isinstance(value, dict) else \
        enumerate(value) if isinstance(value, list) else ()  # fmt: skip
    for step, inner in steps:
        yield from _walk(inner, (*path, step))


def _of_object(document: Any, path: Path, value: dict[str, Any]) -> Iterator[Change]:
    yield Change(path, UNKNOWN, _set(document, (*path, "mood"), "new"))
    for key, inner in value.items():
        at = (*path, key)
        without = {k: v for k, v in value.items() if k != key}
        yield Change(at, "left out", _set(document, path, without))
        renamed = {f"{k}x" if k == key else k: v for k, v in value.items()}
        yield Change(at, "renamed", _set(document, path, renamed))
        twice = {**value, f"{key}{TWICE}": inner}
        yield Change(at, "twice", _set(document, path, twice), key)


def _of_list(document: Any, path: Path, value: list[Any]) -> Iterator[Change]:
    lists: dict[str, list[Any]] = {"empty": []}
    if value:
        lists |= {
            "without the first": value[1:],
            "without the last": value[:-1],
            "the first twice": [*value, value[0]],
        }
    if len(value) > 2:
        middle = len(value) // 2
        lists["without one in the middle"] = [*value[:middle], *value[middle + 1 :]]
    if len(value) > 1:
        lists["exchanged"] = [value[1], value[0], *value[2:]]
        lists["reversed"] = value[::-1]
    for kind, new in lists.items():
        if new != value:
            yield Change(path, kind, _set(document, path, new))


def _leaf(value: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(value, bool):
        yield "the other", not value
    elif isinstance(value, int):
        yield from (("one more", value + 1), ("one less", value - 1), ("as a text", str(value)))
    elif isinstance(value, float):
        yield "a little more", value + 1e-3
    elif isinstance(value, str):
        yield from _text(value)


def _text(value: str) -> Iterator[tuple[str, Any]]:
    number = _number(value)
    if number is None:
        yield "another text", f"{value}x"
        if value.startswith("sha256:"):
            yield "the last digit", value[:-1] + ("0" if value[-1] != "0" else "1")
        if any(sign in value for sign in "(*"):
            yield "a little more", f"{value}+1/1000003"
            yield "a little less", f"{value}-1/1000003"
            yield "respelled", f"({value})*2/2"
        return
    yield "respelled", f"{2 * number.numerator}/{2 * number.denominator}"
    yield "as a decimal of JSON", float(number) if Fraction(float(number)) == number else value
    yield "a little more", str(number + Fraction(1, 1_000_003))
    yield "a little less", str(number - Fraction(1, 1_000_003))
    yield "far more", str(number + 2)
    yield "negative", str(-number - 1)
    yield "no number", f"{value}x"


def _number(text: str) -> Fraction | None:
    try:
        return Fraction(text)
    except (ValueError, ZeroDivisionError):
        return None


def _other_types(value: Any) -> Iterator[tuple[str, Any]]:
    for kind, new in (("null", None), ("true", True), ("an object", {}), ("a list", []),
                      ("a list of it", [value]), ("a text", "x"), ("a number", 7)):  # fmt: skip
        if type(new) is not type(value):
            yield kind, new


def _set(document: Any, path: Path, new: Any) -> Any:
    """A document with another value in one place; what lies beside the path is shared."""
    if not path:
        return new
    step, *rest = path
    copy = document.copy()
    copy[step] = _set(document[step] if rest else None, tuple(rest), new)
    return copy
