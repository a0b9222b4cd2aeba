"""Edits of a program's source that may let an open question be decided: where, and what to write.

Nothing is run here. What must never change: an edit is the text of the whole file with some places
changed, so that what is decided of it is what a user gets who makes the same change.
"""

from __future__ import annotations

import ast
import difflib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import Any, Final, Literal, TypeAlias

Kind: TypeAlias = Literal["moves", "checkpoint", "ends", "tail"]
LOOPS: Final = (ast.While, ast.For)
ENDLESS: Final = ("count", "repeat", "cycle")
"""Functions of itertools over which a loop goes on for ever."""
MOST_LOOPS: Final = 3
MOST_INPUTS: Final = 1_000
"""So many inputs, the first ones, are looked at."""


@dataclass(frozen=True)
class Edit:
    """One change of a file.

    Args: kind what is changed; text the same in words; source the whole file after it; keywords
        what it adds to the decorator, by name, as Python has it.
    """

    kind: Kind
    text: str
    source: str
    keywords: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Place:
    """Where a program stands in its file: the text of all of it, its function and its decorator."""

    file: str
    text: str
    function: ast.FunctionDef
    decorator: ast.Call

    @property
    def given(self) -> str:
        """What the function calls its input."""
        return _arguments(self.function)[0]

    @property
    def draw(self) -> str:
        """What it calls what it draws from."""
        return _arguments(self.function)[1]

    def diff(self, edit: Edit) -> str:
        """The change as `patch` and `git apply` take it."""
        path = PurePosixPath(self.file)
        plain = not path.is_absolute() and ".." not in path.parts
        names = (f"a/{path}", f"b/{path}") if plain else (self.file, self.file)
        lines = difflib.unified_diff(_lines(self.text), _lines(edit.source), *names)
        ended = (x if x.endswith("\n") else f"{x}\n\\ No newline at end of file\n" for x in lines)
        return "".join(ended)

    def keyword(self, name: str) -> ast.expr | None:
        """What the decorator says of a name; None where it says nothing."""
        return next((one.value for one in self.decorator.keywords if one.arg == name), None)

    def with_keyword(self, kind: Kind, text: str, name: str, written: str, value: Any) -> Edit:
        """The edit that adds a keyword at the end of the decorator."""
        last = max(
            [*self.decorator.args, *(one.value for one in self.decorator.keywords)],
            key=lambda node: (node.end_lineno or 0, node.end_col_offset or 0),
        )
        spot = (last.end_lineno or 1, last.end_col_offset or 0)
        source = _inserted(self.text, {spot: f", {name}={written}"})
        return Edit(kind, text, source, {name: value})


def place_of(file: str, text: str, name: str) -> Place | None:
    """Where the program of a name stands; None where it does not stand there as a plain function.

    Args: file as it is written in a diff; text all of it.
    """
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError):
        return None
    for node in ast.walk(tree):
        if not isinstance(node, ast.FunctionDef) or node.name != name:
            continue
        if len(node.decorator_list) != 1 or len(_arguments(node)) != 2:
            return None
        decorator = node.decorator_list[0]
        if not isinstance(decorator, ast.Call) or not decorator.keywords:
            return None
        if ast.unparse(decorator.func).rpartition(".")[2] != "mechanism":
            return None
        return Place(file, text, node, decorator)
    return None


# ------------------------------------------------------------------ loops


def checkpoints(place: Place) -> Iterator[Edit]:
    """A checkpoint at the start of the loops that draw: of all of them, then of each."""
    spots = []
    for loop in ast.walk(place.function):
        if isinstance(loop, LOOPS) and _draws(loop, place.draw):
            names, first = _state(place, loop), loop.body[0]
            if names is not None and first.lineno > loop.lineno:
                call = f"{place.draw}.checkpoint({', '.join(names)})"
                spots.append((first.lineno, first.col_offset, call))
    spots = spots[:MOST_LOOPS]
    for chosen in [spots, *([one] for one in spots)] if len(spots) > 1 else [spots] * bool(spots):
        where = ", ".join(str(line - 1) for line, _, _ in chosen)
        calls = " and ".join(dict.fromkeys(call for _, _, call in chosen))
        text = f"{calls} at the start of the loop after line {where}"
        places = {(line, column): f"{call}\n" for line, column, call in chosen}
        yield Edit("checkpoint", text, _inserted(place.text, places))


def _state(place: Place, loop: ast.While | ast.For) -> list[str] | None:
    """The variables on which what follows may depend at the start of a loop; None if unclear.

    More of them than needed do no harm: a name counts wherever it is changed in the function and
    read in the loop or after it.
    """
    target = _told_by(loop)
    if target is None:
        return None
    names = sorted(_names(place.function), key=lambda one: (one.lineno, one.col_offset))
    end = loop.end_lineno or loop.lineno
    writes = [one for one in names if isinstance(one.ctx, ast.Store)]
    stored = {one.id for one in writes} | _changed_inside(place)
    read = {one.id for one in names if isinstance(one.ctx, ast.Load) and one.lineno >= loop.lineno}
    before = {one.id for one in writes if one.lineno < loop.lineno} | _all_arguments(place)
    # `n += 1` reads what it writes, though it is written as one name.
    added = {
        node.target.id
        for node in ast.walk(place.function)
        if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name)
    }
    needed = (stored & (read | added)) - _functions(place, writes)
    first: dict[str, ast.Name] = {}
    for one in names:
        if loop.lineno <= one.lineno <= end:
            first.setdefault(one.id, one)
    # What each round writes before it reads it says nothing of the round before.
    for late in needed - before - target:
        if late in added or late not in first or not isinstance(first[late].ctx, ast.Store):
            return None
    return sorted(((needed & before) | target) - {place.draw})


def _told_by(loop: ast.While | ast.For) -> set[str] | None:
    """The variable that tells how far a loop has come; None where none does."""
    if isinstance(loop, ast.While):
        return set()
    over = ast.unparse(loop.iter.func) if isinstance(loop.iter, ast.Call) else ""
    if not isinstance(loop.target, ast.Name) or over.rpartition(".")[2] not in (*ENDLESS, "range"):
        return None
    # Of what goes on for ever nothing is left to tell, unless the loop looks at the variable.
    body = (name.id for part in loop.body for name in _names(part))
    return {loop.target.id} if over == "range" or loop.target.id in body else set()


def _functions(place: Place, writes: Sequence[ast.Name]) -> set[str]:
    """Names that stand for one and the same function all the time."""
    lambdas = {
        target.id
        for node in ast.walk(place.function)
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Lambda)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    return {name for name in lambdas if sum(one.id == name for one in writes) == 1}


def _changed_inside(place: Place) -> set[str]:
    """Arguments that may be changed without being assigned, such as a list."""
    parts = (
        node.func if isinstance(node, ast.Call) else node
        for node in ast.walk(place.function)
        if isinstance(node, ast.Call)
        or (isinstance(node, (ast.Subscript, ast.Attribute)) and isinstance(node.ctx, ast.Store))
    )
    bases = {
        part.value.id
        for part in parts
        if isinstance(part, (ast.Subscript, ast.Attribute)) and isinstance(part.value, ast.Name)
    }
    return (bases & _all_arguments(place)) - {place.draw}


def _all_arguments(place: Place) -> set[str]:
    return {one.arg for one in place.function.args.kwonlyargs} | {*_arguments(place.function)}


def _names(tree: ast.AST) -> Iterator[ast.Name]:
    return (node for node in ast.walk(tree) if isinstance(node, ast.Name))


def _draws(loop: ast.AST, draw: str) -> bool:
    return any(name.id == draw for name in _names(loop))


# ------------------------------------------------------------------ noise


def with_ends(place: Place, inputs: Sequence[Any]) -> Iterator[Edit]:
    """Noise without an end that is clamped, so that a release stays where the true values are."""
    if not inputs or any(type(one) is not int for one in inputs):
        return
    low, high = (_less(end, place.given) for end in (min(inputs), max(inputs)))
    spots = {}
    for call in ast.walk(place.function):
        if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute):
            continue
        on, given = call.func.value, {one.arg for one in call.keywords}
        if not isinstance(on, ast.Name) or on.id != place.draw or not (call.args or call.keywords):
            continue
        written = {"discrete_laplace": f"low={low}, high={high}", "geometric": f"most={high}"}
        if call.func.attr in written and not given & {"low", "high", "most"}:
            last = [*call.args, *(one.value for one in call.keywords)][-1]
            spot = (last.end_lineno or 1, last.end_col_offset or 0)
            spots[spot] = f", {written[call.func.attr]}"
    if spots:
        text = f"noise that ends where the inputs do, from {min(inputs)} to {max(inputs)}"
        yield Edit("ends", text, _inserted(place.text, spots))


def _less(end: int, name: str) -> str:
    return f"{end} - {name}" if end else f"-{name}"


# ------------------------------------------------------------------ inputs and tails


def listed_inputs(place: Place) -> list[Any]:
    """The inputs that the decorator lists, where that is plainly written; else none."""
    node = place.keyword("inputs")
    if node is None:
        return []
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "list":
        node = node.args[0] if node.args else node
    try:
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "range":
            return list(range(*(ast.literal_eval(one) for one in node.args)))[:MOST_INPUTS]
        found = ast.literal_eval(node)
    except (ValueError, TypeError, SyntaxError):
        return []
    return list(found)[:MOST_INPUTS] if isinstance(found, (list, tuple)) else []


def _arguments(function: ast.FunctionDef) -> list[str]:
    return [one.arg for one in (*function.args.posonlyargs, *function.args.args)]


# ------------------------------------------------------------------ texts


def _lines(text: str) -> list[str]:
    """The lines of a text with their ends; a form feed is none."""
    parts = text.split("\n")
    return [*(f"{part}\n" for part in parts[:-1]), *([parts[-1]] if parts[-1] else [])]


def _inserted(text: str, spots: Mapping[tuple[int, int], str]) -> str:
    """A text with something put in at some places.

    Args: spots line, from 1, and column in bytes, as `ast` counts them; what ends a line is put in
        above that line, with its indentation.
    """
    lines = [line.encode() for line in _lines(text)]
    for (number, column), piece in sorted(spots.items(), reverse=True):
        line = lines[number - 1]
        if piece.endswith("\n"):
            end = b"\r\n" if line.endswith(b"\r\n") else b"\n"
            lines.insert(number - 1, line[:column] + piece[:-1].encode() + end)
        else:
            lines[number - 1] = line[:column] + piece.encode() + line[column:]
    return b"".join(lines).decode()
