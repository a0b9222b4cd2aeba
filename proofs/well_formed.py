"""Whether an entry that somebody wrote hangs together, before anything of it is examined.

What must never change: whoever misspells a name in a claim of his own reads one line that names the
entry, what was written, and what could stand there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from dpverify.defs.composition import COMPOSITIONS
from dpverify.defs.errors import InputError, UsageError
from dpverify.defs.validate import did_you_mean, shown
from dpverify.proofs.conditions import Condition
from dpverify.proofs.definitions import kind_of, parameters_of
from dpverify.proofs.entry import Entry
from dpverify.proofs.expressions import Kind, parsed, rational, taken, taken_by_comparison
from dpverify.proofs.forms import FORMS, need_form_of
from dpverify.proofs.labels import Constant, Ends, OutputsOf, PairsOf, Part, Path, Shape, Size
from dpverify.proofs.naming import need_one_meaning
from dpverify.proofs.statement import (
    AnyChannel,
    Claim,
    Equivalent,
    FixedChannel,
    Property,
    Statement,
)

KINDS = ("loss", "value", "order", "count")
_ALL_FORMS = ("outputs", "events", *FORMS)


def need_well_formed(entry: Entry) -> None:
    """Refuse an entry that names what is not there.

    Raises: UsageError, one line: the entry, what was written, what could stand there.
    """
    try:
        _entry(entry)
    except InputError as error:
        raise UsageError(f"entry {entry.id}: {error}") from error


def _entry(entry: Entry) -> None:
    for statement in (entry.statement, *(mutant.statement for mutant in entry.mutants)):
        if not isinstance(statement, Statement):
            raise UsageError(f"the statement is {shown(statement)}; write Statement(…)")
        _statement(statement)
    _shapes(entry.statement, entry.shapes)


def need_well_formed_question(statement: Statement, shapes: Sequence[Shape]) -> None:
    """Refuse a question about shapes that names what is not there, or asks about none.

    Raises: UsageError, one line.
    """
    if not shapes:
        raise UsageError('there is no shape to ask about; give [{"inputs": 2, "outputs": 2}]')
    _statement(statement)
    _shapes(statement, shapes)


def _shapes(statement: Statement, shapes: Sequence[Shape]) -> None:
    wanted = {*statement.sizes}
    for shape in shapes:
        if not isinstance(shape, Mapping):
            raise UsageError(f'a shape is {shown(shape)}; write {{"inputs": 2, "outputs": 2}}')
        _all_named(wanted, shape, "the shape")
        for name in shape:
            if name not in wanted:
                raise UsageError(
                    f"the shape names {shown(name)}, which is no size;"
                    f" there is {', '.join(sorted(wanted))}"
                )
            if type(shape[name]) is not int or shape[name] < 1:
                raise UsageError(
                    f"the shape gives {name} as {shown(shape[name])}; write a whole number, 1 or"
                    " larger"
                )


def _statement(statement: Statement) -> None:
    _said(statement)
    _parameters(statement)
    before: list[str] = []
    for name, given in statement.objects.items():
        _object(name, given, before)
        before.append(name)
    _all_named(_sizes(statement), statement.sizes, "sizes")
    for name, bounds in statement.sizes.items():
        if not _is_range(bounds):
            raise UsageError(
                f"sizes: {name} is {shown(bounds)}; write the smallest and the largest, as (2, 3)"
            )
    for name, form in statement.derived.items():
        _composition(name, form, statement)
    for claim in _claims(statement):
        _claim(claim, statement)
    if isinstance(statement.conclusion, Equivalent):
        _equivalent(statement)
    need_one_meaning(statement)
    for part in (*statement.hypotheses, statement.conclusion):
        if isinstance(part, Condition):
            _known(part.text, taken_by_comparison(part.text), statement)


def _said(statement: Statement) -> None:
    """Hypotheses and conclusion are claims or properties."""
    for given in statement.hypotheses:
        if not isinstance(given, Claim | Property):
            raise UsageError(f"a hypothesis is {shown(given)}; write Claim(…) or condition(…)")
    if not isinstance(statement.conclusion, Claim | Equivalent | Property):
        raise UsageError(
            f"the conclusion is {shown(statement.conclusion)}; write Claim(…) or Equivalent(…)"
        )
    for claim in (*statement.assumed, *statement.concluded):
        if claim.form not in _ALL_FORMS:
            raise UsageError(
                f"the form of a claim is {shown(claim.form)}; there are {', '.join(_ALL_FORMS)}"
            )


def _parameters(statement: Statement) -> None:
    for name, kind in statement.parameters.items():
        if kind not in KINDS:
            raise UsageError(
                f"the parameter {name} is {shown(kind)}, must be one of {', '.join(KINDS)}:"
                " an ε is a loss, a δ a value"
            )


def _object(name: str, given: object, before: Sequence[str]) -> None:
    if isinstance(given, FixedChannel):
        return
    if not isinstance(given, AnyChannel):
        raise UsageError(f"the object {name} is {shown(given)}; write AnyChannel(inputs, outputs)")
    for labels in (given.inputs, given.outputs, given.copies):
        if isinstance(labels, OutputsOf) and labels.of not in before:
            raise UsageError(
                f"{name} reads the outputs of {shown(labels.of)}, which is no object before it"
            )
        if labels is not None and not callable(labels) and not isinstance(labels, Size | OutputsOf):
            raise UsageError(
                f'the labels of {name} are {shown(labels)}; write Size("inputs", "x") or OutputsOf'
            )


def _composition(name: str, form: object, statement: Statement) -> None:
    if not isinstance(form, Mapping) or len(form) != 1:
        raise UsageError(f'{name} is {shown(form)}; write {{"product": ["A", "B"]}}')
    ((composition, operands),) = form.items()
    if composition == "fold":
        _fold(name, operands, statement)
        return
    if composition not in COMPOSITIONS:
        hint = did_you_mean(composition, COMPOSITIONS)
        raise UsageError(
            f"{name} is made by {shown(composition)};"
            f" there are {', '.join(COMPOSITIONS)}{hint}"
        )  # fmt: skip
    wanted = COMPOSITIONS[composition].operands
    if not isinstance(operands, list | tuple) or len(operands) != len(wanted):
        raise UsageError(
            f"{name}: {composition} takes {len(wanted)} operands ({', '.join(wanted)}),"
            f" not {shown(operands)}"
        )
    for kind, operand in zip(wanted, operands, strict=True):
        if kind == "number":
            if not isinstance(operand, str):
                raise UsageError(
                    f'the weight of {name} is {shown(operand)}; write a text, such as "1/2"'
                )
            _expression(operand, "value", statement)
            _weight(operand)
    given = [pair for pair in zip(wanted, operands, strict=True) if pair[0].startswith("channel")]
    named = _composed_of(name, given, statement)
    if composition != "post_process":
        _related_alike(name, named, statement)


def _composed_of(
    name: str, operands: Sequence[tuple[str, object]], statement: Statement
) -> list[str]:
    """The names of the channels that a composition is made of; each stands before it.

    Args: operands each with its kind, "channel" or "channels".
    """
    earlier = list(statement.derived)
    before = {*statement.objects, *earlier[: earlier.index(name)]}
    copied = {n for n, o in statement.objects.items() if isinstance(o, AnyChannel) and o.copies}
    named: list[str] = []
    for kind, operand in operands:
        if kind == "channels" and not isinstance(operand, list | tuple):
            stem = str(operand).removesuffix("*")
            if stem == operand or stem not in copied:
                raise UsageError(f'{name}: {shown(operand)} is no list of channels, and no "N*"')
            named.append(stem)
            continue
        for each in operand if isinstance(operand, list | tuple) else [operand]:
            known = each in before - copied or str(each).rstrip("0123456789") in copied - {each}
            if isinstance(operand, list | tuple) != (kind == "channels") or not known:
                raise UsageError(
                    f"{name} is composed of {shown(each)}, which is no object before it"
                )
            named.append(str(each))
    return named


def _related_alike(name: str, named: Sequence[str], statement: Statement) -> None:
    """Channels on the same inputs have the same neighbours, or it is nobody's composition."""
    relations = [_relation(each, statement) for each in named]
    given = [relation for relation in relations if relation is not None]
    if any(relation != given[0] for relation in given[1:]):
        raise UsageError(
            f"{name} is composed of channels with different neighbours; give all the same"
        )


def _relation(name: str, statement: Statement) -> object:
    """Which inputs of an object are neighbours; None of a fixed channel, whose own it has."""
    # Each restriction around an object says which inputs it keeps; no neighbours are a tuple.
    read, kept = _read(name, statement), list[object]()
    while isinstance(read, tuple) and isinstance(read[1], tuple):
        read, kept = read[0], [*kept, read[1]]
    relation = read[1] if isinstance(read, tuple) else None
    return (relation, kept) if kept and relation not in (None, "all") else relation


def _equivalent(statement: Statement) -> None:
    """Several claims, of each pair that all their objects have."""
    if len(statement.concluded) < 2:
        raise UsageError("an Equivalent of fewer than two claims; list those that are the same")
    first, *others = (_read(claim.of, statement) for claim in statement.concluded)
    if any(other != first for other in others):
        raise UsageError(
            "an Equivalent of claims about objects with different inputs or neighbours, so that a"
            " pair of one is none of another; give all the same"
        )


def _read(name: str, statement: Statement) -> object:
    """What an object reads, and which of it are neighbours; of a fixed channel, which one it is."""
    if name not in statement.objects.keys() | statement.derived.keys():
        name = name.rstrip("0123456789*")  # a copy
    given = statement.objects.get(name)
    if isinstance(given, AnyChannel):
        return given.inputs, given.neighbours
    if given is not None or name not in statement.derived:
        made_of = given.made_of if isinstance(given, FixedChannel) else None
        return (made_of.inputs, "all") if isinstance(made_of, Constant) else name
    ((composition, operands),) = statement.derived[name].items()
    kinds = ("", "channels") if composition == "fold" else COMPOSITIONS[composition].operands
    of = next(
        each for kind, each in zip(kinds, operands, strict=True) if kind.startswith("channel")
    )
    read = _read(of if isinstance(of, str) else of[0], statement)
    return (read, tuple(operands[1])) if composition == "restrict" else read


def _fold(name: str, operands: object, statement: Statement) -> None:
    if not isinstance(operands, list | tuple) or len(operands) != 2:
        raise UsageError(f'{name} folds {shown(operands)}; write {{"fold": ["product", "A*"]}}')
    composition, parts = operands
    if composition != "product":
        raise UsageError(f"{name} folds by {shown(composition)}; only a product can be folded")
    _related_alike(name, _composed_of(name, [("channels", parts)], statement), statement)
    copied = statement.objects.get(parts.removesuffix("*")) if isinstance(parts, str) else None
    copies = copied.copies if isinstance(copied, AnyChannel) else None
    if isinstance(copies, Size) and statement.sizes[copies.name][0] < 2:
        raise UsageError(
            f"{name} folds one copy of {parts}, which composes nothing; let the size"
            f" {shown(copies.name)} begin at 2"
        )


def _claim(claim: Claim, statement: Statement) -> None:
    wanted = parameters_of(claim.definition)
    need_form_of(claim.definition, claim.form)
    for name, text in claim.given.items():
        if name not in wanted:
            raise UsageError(
                f"{claim.definition} has no parameter {shown(name)}; it takes {', '.join(wanted)}"
            )
        if not isinstance(text, str):
            raise UsageError(
                f"{name} of {claim.definition} is {shown(text)};"
                ' write an expression as a text, such as "1/2*eps"'
            )
        _expression(text, kind_of(name), statement)
        if name == "weight":
            _weight(text)
    for name in wanted:
        if name not in claim.given:
            raise UsageError(
                f"{claim.definition} of {claim.of} needs {name}; it takes {', '.join(wanted)}"
            )


def _weight(text: str) -> None:
    constant = rational(parsed(text))
    if constant is not None and not 0 <= constant <= 1:
        raise UsageError(f"the weight {text} is no probability; give one in [0, 1]")


def _expression(text: str, kind: Kind, statement: Statement) -> None:
    smallest = {name: bounds[0] for name, bounds in statement.sizes.items()}
    _known(text, taken(text, kind, smallest), statement)


def _known(text: str, read: Iterable[tuple[str, Kind]], statement: Statement) -> None:
    """Refuse names that are neither parameters nor sizes."""
    for name, _ in sorted(read):
        if name not in statement.parameters:
            known = {*statement.parameters, *statement.sizes}
            hint = did_you_mean(name, known) or f"; there is {', '.join(sorted(known))}"
            raise UsageError(f"{shown(text)} names {shown(name)}, which is no parameter{hint}")


def _claims(statement: Statement) -> Iterator[Claim]:
    if not isinstance(statement.conclusion, Property):
        yield from statement.concluded
    yield from statement.assumed


def _sizes(statement: Statement) -> set[str]:
    """The keys of a shape that the labels of objects name."""
    parts: list[object] = []
    for given in statement.objects.values():
        match given:
            case AnyChannel(inputs=inputs, outputs=outputs, copies=copies):
                parts += [inputs, outputs, copies]
            case FixedChannel(made_of=Part(neighbours=relation)):
                parts.append(relation.of)
            case FixedChannel(made_of=Constant(inputs=inputs)):
                parts.append(inputs)
            case FixedChannel(made_of=Ends(path=path)):
                parts.append(path)
    pairs = [part for part in parts if isinstance(part, PairsOf)]
    parts += [part for pair in pairs for part in (pair.first, pair.second)]
    return {part.name for part in parts if isinstance(part, Size | Path)}


def _all_named(wanted: Iterable[str], given: Mapping[str, Any], where: str) -> None:
    for name in sorted(wanted):
        if name not in given:
            raise UsageError(f"{where} says nothing of {name!r}, the name of a Size; add it")


def _is_range(bounds: object) -> bool:
    return (
        isinstance(bounds, list | tuple)
        and len(bounds) == 2
        and all(isinstance(bound, int) for bound in bounds)
        and 1 <= bounds[0] <= bounds[1]
    )
