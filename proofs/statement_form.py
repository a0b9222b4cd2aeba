"""A statement as data, as a proof document carries it, so that others can read what is proved.

It says what a proof for all sizes may use of the statement, in its own words, and nothing that a
proof does not see: how many inputs are generated, what a channel is called in reports. What must
never change: two statements with one form have the same settings, and what has no form (a function
of the shape, a property of whole channels) raises Undecided("unsupported").

Sets of labels: {"any": prefix} of any size, of records also what they are; a list, written out;
{"outputs of": name}; {"pairs": [set, set]}; {"number": n} for copies 1, …, n; {"path": n} for the
places of a path of n steps. A property of records is a tree of the operations of `defs.logic` on
one representative record, such as ["le", ["entry", "X", "", "1"], ["parameter", "t"]]. A property
of columns is one on representative rows and outputs, which are known by their places, 0, 1, ….
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict
from typing import Any

from dpverify.defs.channel import Channel
from dpverify.proofs.conditions import Condition
from dpverify.proofs.labels import Constant, Ends, OneChanges, OutputsOf, PairsOf, Part, Path, Size
from dpverify.proofs.laws import need
from dpverify.proofs.objects import at_every_shape
from dpverify.proofs.recordwise import is_recordwise
from dpverify.proofs.setting import tables_of
from dpverify.proofs.statement import (
    AnyChannel,
    Claim,
    Equivalent,
    FixedChannel,
    Property,
    Statement,
)
from dpverify.proofs.sum_logic import unsupported

Data = Any
"""What JSON can write."""


def statement_form(statement: Statement) -> dict[str, Data]:
    """The statement as data.

    Raises: Undecided("unsupported") for a part that no proof for all sizes can read.
    """
    objects = {name: _object(given) for name, given in statement.objects.items()}
    if is_recordwise(statement):
        for name, given in statement.objects.items():
            if isinstance(given, AnyChannel) and isinstance(given.inputs, Size):
                objects[name]["inputs"] = {"any": given.inputs.prefix, "of": given.inputs.name}
    return {
        "objects": [{"name": name, **form} for name, form in objects.items()],
        "derived": [
            {"name": name, "by": by, "of": _arguments(of)}
            for name, form in statement.derived.items()
            for by, of in form.items()
        ],
        "parameters": [list(parameter) for parameter in statement.parameters.items()],
        "hypotheses": [_said(given, statement) for given in statement.hypotheses],
        "conclusion": _said(statement.conclusion, statement),
    }


def _arguments(given: Iterable[Any]) -> list[Data]:
    """Names, expressions, and lists of names."""
    return [part if isinstance(part, str) else list(part) for part in given]


# ---------------------------------------------------------------- objects


def _object(given: AnyChannel | FixedChannel) -> dict[str, Data]:
    if isinstance(given, FixedChannel):
        return _fixed(given)
    form = {
        "inputs": _labels(given.inputs),
        "outputs": _labels(given.outputs),
        "neighbours": _relation(given),
    }
    if isinstance(given.copies, Size):
        return {**form, "copies": {"number": given.copies.name}}
    return form if given.copies is None else {**form, "copies": _labels(given.copies)}


def _labels(given: Any) -> Data:
    match given:
        case Size(prefix=prefix):
            return {"any": prefix}
        case OutputsOf(of=name):
            return {"outputs of": name}
        case PairsOf(first=first, second=second):
            return {"pairs": [_labels(first), _labels(second)]}
        case Path(name=name):
            return {"path": name}
        case tuple():
            return list(given)
    return list(at_every_shape(given))


def _relation(given: AnyChannel) -> Data:
    match given.neighbours, given.inputs:
        case "all", _:
            return "all"
        case OneChanges() as relation, inputs:
            need(relation.of == inputs, "neighbours among other pairs")
            return {"one changes": list(relation.places)}
        case relation, Path() as path if relation == path.steps:
            return "one step"
    related = at_every_shape(given.neighbours)  # type: ignore[arg-type]  # it is no word
    return [list(pair) for pair in related]


def _fixed(given: FixedChannel) -> dict[str, Data]:
    made_of = given.made_of
    need(made_of is None or given.build == made_of.channel, "a channel that is not what is said")
    match made_of:
        case Constant(inputs=inputs, outputs=outputs):
            return {"constant": list(outputs), "inputs": _labels(inputs)}
        case Part(neighbours=relation, place=place):
            places = {"one changes": list(relation.places)}
            return {"part": place, "inputs": _labels(relation.of), "neighbours": places}
        case Ends(path=path):
            return {"ends of": _labels(path)}
    return _table(at_every_shape(given.build))


def _table(channel: Channel) -> dict[str, Data]:
    """The entries, row by row, and the ordered pairs of neighbours."""
    entries = [channel.row(i) for i in range(len(channel.inputs))]
    known = all(entry.is_rational for row in entries for entry in row)
    need(known, "a fixed channel that is not rational")
    pairs = channel.neighbours.ordered_pairs(len(channel.inputs))
    return {
        "table": [[str(entry.as_fraction()) for entry in row] for row in entries],
        "inputs": list(channel.inputs),
        "outputs": list(channel.outputs),
        "neighbours": [[channel.inputs[i], channel.inputs[j]] for i, j in pairs],
    }


# ---------------------------------------------------------------- what is said


def _said(given: object, statement: Statement) -> dict[str, Data]:
    match given:
        case Claim():
            return _claim(given)
        case Equivalent(claims=claims):
            return {"equivalent": [_claim(claim) for claim in claims]}
        case Condition(text=text):
            return {"condition": text}
    if isinstance(given, Property) and given.columnwise and given.form is not None:
        tables = {name: _columns(name, table) for name, table in tables_of(statement).items()}
        return {"columns": given.form(tables, _parameters(statement), _Writer())}
    if isinstance(given, Property) and given.selection is not None:
        return {"selection": asdict(given.selection)}
    if not getattr(given, "recordwise", False):
        raise unsupported("a property")
    rows = {name: _records(name, each) for name, each in statement.objects.items()}
    return {"records": given.form(rows, _parameters(statement), _Writer())}  # type: ignore[attr-defined]  # it has one


def _parameters(statement: Statement) -> dict[str, Data]:
    return {name: ["parameter", name] for name in statement.parameters}


def _columns(name: str, table: Sequence[Sequence[object]]) -> tuple[tuple[Data, ...], ...]:
    """The rows of an object of a statement about columns, in their order."""
    return tuple(
        tuple(["entry", name, i, j] for j in range(len(row))) for i, row in enumerate(table)
    )


def _claim(given: Claim) -> dict[str, Data]:
    return {
        "of": given.of,
        "definition": given.definition,
        "given": [list(parameter) for parameter in given.given.items()],
        "form": given.form,
        "swapped": given.swapped,
    }


def _records(name: str, given: object) -> list[list[Data]]:
    """The rows of an object of a statement about records: the representative, or each."""
    if not isinstance(given, AnyChannel):
        raise unsupported(f"the object {name} in a statement about records")
    inputs, outputs = _labels(given.inputs), _labels(given.outputs)
    rows = inputs if isinstance(inputs, list) else [""]
    return [[["entry", name, row, end] for end in outputs] for row in rows]


class _Writer:
    """A `defs.logic.Logic` that writes down what is asked of it."""

    def number(self, value: int) -> Data:
        return ["number", value]

    def minus(self, a: Data, b: Data) -> Data:
        return ["minus", a, b]

    def times(self, a: Data, b: Data) -> Data:
        return ["times", a, b]

    def total(self, terms: Iterable[Data]) -> Data:
        return ["total", *terms]

    def largest(self, terms: Iterable[Data]) -> Data:
        return ["largest", *terms]

    def count(self, terms: Iterable[Data]) -> Data:
        return ["count", *terms]

    def pos(self, a: Data) -> Data:
        return ["pos", a]

    def ite(self, condition: Data, a: Data, b: Data) -> Data:
        return ["ite", condition, a, b]

    def le(self, a: Data, b: Data) -> Data:
        return ["le", a, b]

    def conj(self, parts: Iterable[Data]) -> Data:
        return ["conj", *parts]

    def disj(self, parts: Iterable[Data]) -> Data:
        raise unsupported(f"a disjunction ({parts!r})")

    def implies(self, a: Data, b: Data) -> Data:
        raise unsupported(f"an implication ({a!r}, {b!r})")
