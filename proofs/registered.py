"""Whether a refutation refutes the entry that it names: its claims are those of that entry.

The kernel re-checks that hypotheses hold and a conclusion fails, and not whose they are. A document
that names an entry of this library is compared with the statement that is registered here now: from
its channels and numbers one instance is made, and what that instance would say, object by object
and claim by claim, must be what the document says. What must never change: nothing is taken from
the document but channels and numbers; objects, compositions, relations and claims are those of the
statement.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product
from typing import Any

from dpverify.checkers.kernel.door import Outcome, replay
from dpverify.defs.channel import Channel
from dpverify.defs.composition import COMPOSITIONS
from dpverify.defs.errors import DpverifyError
from dpverify.defs.io.read_json import channel_from_document
from dpverify.defs.numbers import Number, as_eps, as_value, ln, number_text, parse
from dpverify.proofs.definitions import kind_of
from dpverify.proofs.expressions import Kind
from dpverify.proofs.instances import Instance
from dpverify.proofs.kinds import is_of_kind
from dpverify.proofs.labels import Labels, OutputsOf, Shape, Size
from dpverify.proofs.layout import Place, forms, places
from dpverify.proofs.refutation import expressible
from dpverify.proofs.registry import entries
from dpverify.proofs.statement import AnyChannel, Claim, Statement

MOST = 6
"""Of a size that no set of labels shows, such as the number of records behind all databases."""

DOCUMENT = {"schema", "entry", "objects", "hypotheses", "conclusion"}
CLAIM = {"of", "definition", "given", "verdict"}


class _Differs(Exception):
    """Where the document says something else than the entry."""


def replayed_refutation(document: Any) -> Outcome:
    """Re-check a refutation, and that it refutes the entry that it names.

    Args: document what was read from its JSON text, numbers as bytes.
    Returns: the kernel's outcome, unless the document names an entry of this library and does not
        say what that entry says: then it is rejected. Where the id is of none here, the line says
        so.
    """
    outcome = replay(document)
    if outcome.status != "accepted":
        return outcome
    plain = _plain(document)
    name = plain["entry"]  # a text, or the kernel had not accepted it
    known = {entry.id: entry.statement for entry in entries()}
    if name not in known:
        where = f"{name[:60]!a} is no entry of this library"
        own = f"{where}: the statement is the document's own"
        return replace(outcome, text=f"{outcome.text}; {own}")
    try:
        _compare(plain, known[name])
    except _Differs as difference:
        return Outcome("rejected", f"the document is not about {name}: {difference}")
    return replace(
        outcome,
        text=f"{outcome.text}, of {name} as it is registered",
        unread=tuple(path for path in outcome.unread if path != "entry"),
    )


def _compare(document: Mapping[str, Any], statement: Statement) -> None:
    """Raise _Differs unless the document is what an instance of the statement says."""
    more = document.keys() - DOCUMENT
    _same(not more, f"it has {min(more, default='')[:60]!a}, which no refutation of an entry has")
    _same(expressible(Instance(statement, {}, {}, {})), "no document holds what the entry says")
    objects = document["objects"]
    try:
        instance = _instance(statement, document, objects)
        _compositions(instance, objects)
        _claims(instance, document)
    except (DpverifyError, KeyError, TypeError, AttributeError, ValueError) as fault:
        raise _Differs(" ".join(str(fault).split())[:200] or type(fault).__name__) from None


def _instance(
    statement: Statement, document: Mapping[str, Any], objects: Mapping[str, Any]
) -> Instance:
    channels = {n: channel_from_document(o) for n, o in objects.items() if "matrix" in o}
    shape = next(_shapes(statement, channels), None)
    if shape is None:
        raise _Differs("the channels, their labels or neighbours are not those of the entry")
    parameters = {
        name: _parameter(name, kind, [*_stated(statement, document, objects, tuple(channels))])
        for name, kind in statement.parameters.items()
    }
    ordered = {name: channels[name] for name in places(statement, shape)}
    return Instance(statement, shape, ordered, parameters)


# ---------------------------------------------------------------- channels


def _shapes(statement: Statement, channels: Mapping[str, Channel]) -> Iterator[Shape]:
    """The shapes at which the statement has just these channels."""
    known: dict[str, int] = {}
    for name, given in statement.objects.items():
        if not isinstance(given, AnyChannel):
            continue
        channel = channels.get(name) or channels.get(f"{name}1")
        if channel is not None:
            for labels, written in (
                (given.inputs, channel.inputs),
                (given.outputs, channel.outputs),
            ):
                if isinstance(labels, Size):
                    known.setdefault(labels.name, len(written))
        if isinstance(given.copies, Size):
            copies = [n for n in channels if n.removeprefix(name).isdigit() and n != name]
            known.setdefault(given.copies.name, len(copies))
    open_keys = [key for key in statement.sizes if key not in known]
    choices = product(range(1, MOST + 1), repeat=len(open_keys))
    for choice in sorted(choices, key=sum):
        shape = {**known, **dict(zip(open_keys, choice, strict=True))}
        try:
            here = places(statement, shape)
        except (DpverifyError, LookupError, ValueError):
            continue
        if here.keys() == channels.keys() and all(
            _fits(statement, name, place, channels) for name, place in here.items()
        ):
            yield shape


def _fits(statement: Statement, name: str, place: Place, channels: Mapping[str, Channel]) -> bool:
    """Whether a channel of the document has the labels, the relation and, if fixed, the rows."""
    channel = channels[name]
    near = {*channel.neighbours.ordered_pairs(len(channel.inputs))} == {*place.pairs}
    if len(channel.inputs) != len(place.inputs) or not near:
        return False
    if place.fixed is not None:
        rows = [channel.row(i) == place.fixed.row(i) for i in range(len(channel.inputs))]
        return (channel.inputs, channel.outputs) == (place.inputs, place.outputs) and all(rows)
    stem = name if name in statement.objects else name.rstrip("0123456789")
    given = statement.objects[stem]
    if not isinstance(given, AnyChannel):
        return False
    # What labels of a plain size are called says nothing; those of a relation or a function do.
    free = isinstance(given.inputs, Size) and given.neighbours == "all"
    expected = _labels(given.inputs, place.inputs, channels)
    if not free and {*channel.inputs} != {*expected}:
        return False
    if isinstance(given.outputs, Size):
        return len(channel.outputs) == len(place.outputs)
    return {*channel.outputs} == {*_labels(given.outputs, place.outputs, channels)}


def _labels(
    given: Labels, written: tuple[str, ...], channels: Mapping[str, Channel]
) -> tuple[str, ...]:
    """The labels of a set as the document has them: of another object's outputs, that object's."""
    if isinstance(given, OutputsOf) and given.of in channels:
        return channels[given.of].outputs
    return written


# ---------------------------------------------------------------- numbers


def _stated(
    statement: Statement,
    document: Mapping[str, Any],
    objects: Mapping[str, Any],
    names: tuple[str, ...],
) -> Iterator[tuple[str, str, Kind]]:
    """Each expression of the statement, the number that the document has for it, and its kind."""
    claims = Instance(statement, {}, dict.fromkeys(names), {}).assumed  # type: ignore[arg-type]  # names alone
    for claim, stated in zip(
        (*claims, *statement.concluded),
        (*document["hypotheses"], document["conclusion"]),
        strict=True,
    ):
        for name, text in claim.given.items():
            yield text, stated["given"][name], kind_of(name)
    for name, composition, arguments in forms(statement, names):
        ((_, operands),) = objects[name].items()
        kinds = COMPOSITIONS[composition].operands
        for kind, argument, operand in zip(kinds, arguments, operands, strict=True):
            if kind == "number":
                yield argument, operand, "value"


def _parameter(name: str, kind: Kind, stated: Sequence[tuple[str, str, Kind]]) -> Number:
    """A parameter, from what determines it, written in the document.

    That is p, p/10, exp(p), 1/exp(p), nats(p), or q*nats(p) where q is written itself, as the order
    of a divergence is.
    """
    told = {text: written for text, written, _ in stated}
    for text, written, of in stated:
        if text == name:
            return _number(written, kind)
        divisor = text.removeprefix(f"{name}/")
        if divisor != text and divisor.isdigit():
            return _number(written, of) * int(divisor)
        factor, _, rest = text.partition("*")
        if rest == f"nats({name})" and factor in told:
            return as_eps(_number(written, of) / as_value(told[factor]))
        if text == f"1/exp({name})":
            return ln(1 / as_value(written))
        if text == f"exp({name})":
            return ln(as_value(written))
        if text == f"nats({name})":
            return as_eps(written)
    raise _Differs(f"the parameter {name} cannot be told from the document")


def _equal(written: Any, number: Number, kind: Kind) -> bool:
    """Whether a text is that number: by its spelling, as `prove` writes it, or by its value."""
    # Equality of products of logarithms is not decided by refining balls.
    return bool(written == number_text(number) or _number(written, kind) == number)


def _number(written: Any, kind: Kind) -> Number:
    if type(written) is not str:
        raise _Differs("a number of the document is no text")
    return as_eps(written) if kind == "loss" else parse(written)


# ---------------------------------------------------------------- what is said


def _compositions(instance: Instance, objects: Mapping[str, Any]) -> None:
    names = [*instance.channels, *instance.compositions]
    _same(objects.keys() == {*names}, "its objects are not those of the entry")
    for name, form in instance.compositions.items():
        ((composition, arguments),) = form.items()
        ((written, operands),) = objects[name].items()
        _same(written == composition, f"{name} is another composition than in the entry")
        kinds = COMPOSITIONS[composition].operands
        for kind, argument, operand in zip(kinds, arguments, operands, strict=True):
            equal = (
                _equal(operand, parse(argument), "value")
                if kind == "number"
                else operand == argument
            )
            _same(equal, f"{name} is composed of other parts than in the entry")


def _claims(instance: Instance, document: Mapping[str, Any]) -> None:
    statement = instance.statement
    _valid(statement, instance.parameters)
    hypotheses: Sequence[Any] = document["hypotheses"]
    _same(len(hypotheses) == len(instance.assumed), "it has other hypotheses than the entry")
    for count, (claim, hypothesis) in enumerate(zip(instance.assumed, hypotheses, strict=True)):
        _claim(instance, claim, hypothesis, CLAIM, f"hypothesis {count}")
    _claim(instance, statement.concluded[0], document["conclusion"], {*CLAIM, "witness"}, "it")


def _valid(statement: Statement, parameters: Mapping[str, Number]) -> None:
    for name, kind in statement.parameters.items():
        _same(is_of_kind(parameters[name], kind), f"the parameter {name} is outside its range")


def _claim(instance: Instance, claim: Claim, written: Any, keys: set[str], which: str) -> None:
    more = written.keys() ^ keys
    _same(not more, f"{which} has, or lacks, {min(more, default='')[:60]!a}")
    same = (written["of"], written["definition"]) == (claim.of, claim.definition)
    _same(
        same,
        f"{which} is about {written['of']!a} and {written['definition']!a}, not as in the entry",
    )
    given = instance.given(claim)
    _same(written["given"].keys() == given.keys(), f"{which} has other parameters than the entry")
    for name, number in given.items():
        equal = _equal(written["given"][name], number, kind_of(name))
        _same(equal, f"{which} has another {name} than the entry has for these numbers")


def _same(condition: object, difference: str) -> None:
    if not condition:
        raise _Differs(difference)


def _plain(document: Any) -> Any:
    """A document whose numbers, read as bytes, are texts."""
    if isinstance(document, bytes):
        return document.decode("ascii")
    if isinstance(document, dict):
        return {key: _plain(value) for key, value in document.items()}
    return [_plain(member) for member in document] if isinstance(document, list) else document
