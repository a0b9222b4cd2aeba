"""A statement from its form as data: the other way round than `proofs.statement_form`.

For tests, which edit forms and ask both translations what the edited statement gives to a proof.
A set of any size is called by its prefix, since its name plays no part in a proof, but for records.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any
from unittest import mock

from dpverify.defs.channel import Channel
from dpverify.proofs import recordwise, setting
from dpverify.proofs.conditions import condition
from dpverify.proofs.kernel import Setting
from dpverify.proofs.labels import Constant, Ends, OneChanges, OutputsOf, PairsOf, Part, Path, Size
from dpverify.proofs.selections import Alignment, Selection, selected
from dpverify.proofs.statement import (
    AnyChannel,
    Claim,
    Equivalent,
    FixedChannel,
    Property,
    Statement,
    known,
)

KEYS = {"objects", "derived", "parameters", "hypotheses", "conclusion"}


class MalformedError(Exception):
    """What is no form of a statement."""


def statement_of(form: Any) -> Statement:
    """The statement that has this form.

    Raises: MalformedError for data of another shape.
    """
    try:
        return _statement(form)
    except MalformedError:
        raise
    except Exception as fault:  # whatever a constructor objects to
        raise MalformedError(str(fault)) from fault


def _need(condition: object, what: str) -> None:
    if not condition:
        raise MalformedError(what)


def _keys(form: Any, *keys: str) -> None:
    _need(type(form) is dict and form.keys() == {*keys}, f"other keys than {', '.join(keys)}")


def _texts(given: Any) -> tuple[str, ...]:
    _need(type(given) is list and all(type(text) is str for text in given), "no list of texts")
    return tuple(given)


def _text(given: Any) -> str:
    _need(type(given) is str, "no text")
    return str(given)


def _pairs(given: Any) -> list[tuple[str, str]]:
    _need(type(given) is list, "no list")
    pairs = [_texts(pair) for pair in given]
    _need(all(len(pair) == 2 for pair in pairs), "no pairs")
    return [(pair[0], pair[1]) for pair in pairs]


def _named(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    _need(len(dict(pairs)) == len(pairs), "a name twice")
    return dict(pairs)


def _statement(form: Any) -> Statement:
    _keys(form, *KEYS)
    lists = ("objects", "derived", "parameters", "hypotheses")
    _need(all(type(form[key]) is list for key in lists), "no lists")
    objects = _named([(_text(each["name"]), _object(each)) for each in form["objects"]])
    derived = []
    for each in form["derived"]:
        _keys(each, "name", "by", "of")
        derived.append((_text(each["name"]), {_text(each["by"]): list(_texts(each["of"]))}))
    parameters: Any = _named(list(_pairs(form["parameters"])))
    conclusion, labels = form["conclusion"], _labels_of(form["objects"])
    if "equivalent" in conclusion:
        _keys(conclusion, "equivalent")
        concluded: Any = Equivalent(tuple(map(_claim, conclusion["equivalent"])))
    else:
        concluded = _said(conclusion, labels)
    hypotheses = tuple(_said(each, labels) for each in form["hypotheses"])
    return Statement(objects, parameters, concluded, hypotheses, _named(derived))


# ---------------------------------------------------------------- objects


def _object(form: Any) -> AnyChannel | FixedChannel:
    if "table" in form:
        _keys(form, "name", "table", "inputs", "outputs", "neighbours")
        rows = [_texts(row) for row in form["table"]]
        pairs = _pairs(form["neighbours"])
        channel = Channel(
            _texts(form["inputs"]), _texts(form["outputs"]), rows, pairs, directed=True
        )
        return FixedChannel(lambda _: channel, "a table")
    if "constant" in form:
        _keys(form, "name", "constant", "inputs")
        return known(Constant(_size(form["inputs"]), _texts(form["constant"])), "a constant")
    if "part" in form:
        _keys(form, "name", "part", "inputs", "neighbours")
        _need(type(form["part"]) is int and form["part"] in (0, 1), "no place")
        pairs_of = _labels(form["inputs"])
        return known(Part(_changes(form["neighbours"], pairs_of), form["part"]), "a part")
    if "ends of" in form:
        _keys(form, "name", "ends of")
        return known(Ends(_labels(form["ends of"])), "ends")
    plain = {key: value for key, value in form.items() if key != "copies"}
    _keys(plain, "name", "inputs", "outputs", "neighbours")
    inputs = _labels(form["inputs"])
    relation = form["neighbours"]
    if type(relation) is list:
        pairs = _pairs(relation)
        neighbours: Any = lambda _: pairs  # noqa: E731  # a relation is a function
    elif relation == "one step":
        _need(isinstance(inputs, Path), "one step on no path")
        neighbours = inputs.steps
    else:
        neighbours = relation if relation == "all" else _changes(relation, inputs)
    return AnyChannel(
        inputs, _labels(form["outputs"]), neighbours, copies=_copies(form.get("copies"))
    )


def _copies(form: Any) -> Any:
    if form is None:
        return None
    if type(form) is dict and form.keys() == {"number"}:
        return Size(_text(form["number"]), "k")
    return _labels(form)


def _changes(form: Any, of: Any) -> OneChanges:
    _keys(form, "one changes")
    places = form["one changes"]
    _need(type(places) is list and all(type(k) is int and k in (0, 1) for k in places), "no places")
    _need(isinstance(of, PairsOf), "changes of no pairs")
    return OneChanges(of, tuple(places))


def _size(form: Any) -> Size:
    labels = _labels(form)
    _need(isinstance(labels, Size), "a set that is not of any size")
    return labels  # type: ignore[no-any-return]  # it is one


def _labels(form: Any) -> Any:
    if type(form) is list:
        listed = _texts(form)
        return lambda _: listed
    _need(type(form) is dict and len(form) > 0, "no set of labels")
    if "any" in form:
        _need(form.keys() <= {"any", "of"}, "other keys")
        prefix = _text(form["any"])
        return Size(_text(form.get("of", prefix)), prefix)
    ((key, value),) = form.items()
    match key:
        case "outputs of":
            return OutputsOf(_text(value))
        case "path":
            return Path(_text(value), "p")
        case "pairs":
            first, second = (_texts(part) if type(part) is list else _size(part) for part in value)
            return PairsOf(first, second)
    raise MalformedError("no set of labels")


def settings_again(form: Any) -> dict[str, Setting]:
    """What a proof of the statement may use and must show.

    The data of a property are what it says of one row, so nothing is said of written-out tables.
    """
    with (
        mock.patch.object(recordwise, "need_each_alike"),
        mock.patch.object(setting, "need_each_alike"),
    ):
        return setting.settings_of(statement_of(form))


# ---------------------------------------------------------------- what is said


Order = Mapping[str, tuple[list[str], list[str]]]
"""The inputs and outputs of each object, in the order in which a property gets its rows."""


def _labels_of(objects: Any) -> Order:
    return {
        each["name"]: (
            each["inputs"] if type(each["inputs"]) is list else [""],
            each["outputs"],
        )
        for each in objects
        if type(each.get("outputs")) is list and "inputs" in each
    }


def _said(form: Any, labels: Order) -> Claim | Property:
    if "condition" in form:
        _keys(form, "condition")
        return condition(_text(form["condition"]))
    if "records" in form:
        _keys(form, "records")
        tree = form["records"]
        return Property(
            "a property",
            "a property",
            lambda *given: _formula(tree, labels, *given),
            recordwise=True,
        )
    if "selection" in form:
        _keys(form, "selection")
        selection = _selection(form["selection"])
        return Property("a", "a", holds=partial(selected, selection), selection=selection)
    if "columns" in form:
        _keys(form, "columns")
        columns = form["columns"]
        return Property(
            "a property",
            "a property",
            lambda *given: _formula(columns, None, *given),
            columnwise=True,
        )
    return _claim(form)


def _selection(form: Any) -> Selection:
    keys = ("rule", "least", "most", "own", "threshold", "there", "back", "of_none")
    _keys(form, *keys)
    rules = ("noisy max", "above threshold", "sparse vector", "sparse vector anew")
    _need(form["rule"] in rules, "no such algorithm")
    _need(all(type(form[key]) is int for key in keys[1:5]), "no whole number")
    none = form["of_none"]
    _need(type(none) is list and len(none) == 2, "no two alignments")
    moves = [_alignment(each) for each in (form["there"], form["back"], *none)]
    least, most, own, threshold = (form[key] for key in keys[1:5])
    there, back, *of_none = moves
    ends = (of_none[0], of_none[1])
    return Selection(form["rule"], least, most, own, threshold, there, back, ends)


def _alignment(form: Any) -> Alignment:
    _keys(form, "own", "threshold")
    _need(all(type(number) is int for number in form.values()), "no whole number")
    return Alignment(form["own"], form["threshold"])


def _claim(form: Any) -> Claim:
    _keys(form, "of", "definition", "given", "form", "swapped")
    _need(type(form["swapped"]) is bool, "no truth value")
    given = _named(list(_pairs(form["given"])))
    names = [_text(form[key]) for key in ("of", "definition", "form")]
    return Claim(names[0], names[1], given, names[2], form["swapped"])


def _formula(
    tree: Any, labels: Order | None, rows: Mapping[str, Any], terms: Mapping[str, Any], logic: Any
) -> Any:
    """What a tree says, by a logic; rows are known by their order, or by their places alone."""

    def read(node: Any) -> Any:
        operation, *parts = node
        match operation:
            case "number":
                (value,) = parts
                _need(type(value) is int, "no whole number")
                return logic.number(value)
            case "parameter":
                return terms[parts[0]]
            case "entry":
                name, row, end = parts
                if labels is None:
                    places = type(row) is int and type(end) is int and min(row, end) >= 0
                    _need(places, "no places")
                    return rows[name][row][end]
                inputs, outputs = labels[name]
                return rows[name][inputs.index(row)][outputs.index(end)]
            case "minus" | "times" | "le":
                a, b = map(read, parts)
                return getattr(logic, operation)(a, b)
            case "pos":
                return logic.pos(read(*parts))
            case "ite":
                condition, a, b = map(read, parts)
                return logic.ite(condition, a, b)
            case "total" | "conj" | "largest" | "count":
                return getattr(logic, operation)([read(part) for part in parts])
        raise MalformedError(f"no operation {operation}")

    return read(tree)
