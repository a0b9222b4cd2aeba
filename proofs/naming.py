"""One name, one thing: whether all readers take the names of a statement alike.

Trusted, with the readers: generated instances, the formula that a solver is asked and a proof each
make names of their own from those of a statement (M1 of the copies of M, M_0_1 of its entries, odds
of a loss), and none of them asks of what kind a parameter is. What must never change: a name that
could be another reader's, that stands for two things, or that stands where another kind is meant,
is refused.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from typing import Final

from dpverify.defs.errors import Undecided, UsageError
from dpverify.defs.validate import shown
from dpverify.proofs.conditions import Condition
from dpverify.proofs.definitions import kind_of, ranges_over_all
from dpverify.proofs.expressions import Kind, names, parsed, symbols, taken, taken_by_comparison
from dpverify.proofs.labels import Labels, OutputsOf, PairsOf, Size
from dpverify.proofs.statement import AnyChannel, Claim, Statement

_NAME: Final = re.compile("[A-Za-z][A-Za-z0-9]*")
"""Without the `_` that is in every name that readers make: of entries, odds, cases, slack."""
_PREFIX: Final = re.compile("[A-Za-z]+")
_TAKEN: Final = frozenset(
    """exp nats loss ln sqrt max min sum
    true false and or not xor ite let forall exists par as match distinct
    abs div mod select store""".split()  # noqa: SIM905  (a list of names)
)
"""What expressions call, and words of the language in which solvers are asked."""
_INSTEAD: Final = {
    "loss": "a loss stands where a value is meant; write exp({0}), or nats({0}) for its number of"
    " nats",
    "value": "a value stands where a loss is meant; write loss({0}) for the loss of so many nats",
}
"""By the kind of a parameter what is wrong where another kind is meant, and what to write."""


def need_one_meaning(statement: Statement) -> None:
    """Refuse names of a statement that readers could take for different things.

    Raises: UsageError, one line: what was written, and what could stand there.
    """
    _distinct(statement)
    need_kinds(statement)
    _one_range(statement)


def _one_range(statement: Statement) -> None:
    """Claims that are the same for each pair are about the same pairs.

    One about all pairs of inputs, such as local-dp, would be read as about neighbours, or the
    other one as about all inputs.
    """
    claims = statement.concluded
    if len({ranges_over_all(claim.definition) for claim in claims}) < 2:
        return
    for name, given in statement.objects.items():
        if not isinstance(given, AnyChannel) or given.neighbours != "all":
            local = next(claim.definition for claim in claims if ranges_over_all(claim.definition))
            raise UsageError(
                f"an Equivalent of {local}, which is about all inputs, and of a claim about"
                f" neighbours, where not all inputs of {name} are; claim each by itself"
            )


def need_kinds(statement: Statement) -> None:
    """Refuse parameters where another kind is meant, and indices of sums that hide something.

    Raises: UsageError.
    """
    channels = statement.objects.keys() | statement.derived.keys()
    for form in statement.derived.values():
        ((composition, operands),) = form.items()
        for operand in operands if composition != "fold" else ():
            # What is no channel, and no list of channels or labels, is a weight.
            if isinstance(operand, str) and operand.removesuffix("*") not in channels:
                _expression(operand, "value", statement)
    for claim in (*statement.assumed, *statement.concluded):
        for name, text in claim.given.items():
            _expression(text, kind_of(name), statement)
    for part in (*statement.hypotheses, statement.conclusion):
        if isinstance(part, Condition):
            _free_indices(part.text, statement)
            _kinds(part.text, taken_by_comparison(part.text), statement)


def need_read_alike(statement: Statement) -> None:
    """The same for readers, whoever made the statement.

    Raises: Undecided("unsupported").
    """
    try:
        need_one_meaning(statement)
    except UsageError as error:
        raise Undecided("unsupported", str(error)) from None


def _distinct(statement: Statement) -> None:
    every = [*statement.objects, *statement.derived, *statement.parameters]
    for place, name in enumerate(every):
        if not isinstance(name, str) or not _NAME.fullmatch(name) or name in _TAKEN:
            raise UsageError(
                f"the name {shown(name)} is none that can be used; write letters and digits, such"
                " as M or eps1"
            )
        if name in every[:place]:
            raise UsageError(f"{name} is the name of two things; call one of them otherwise")
    _parameters(statement)
    _copies(statement, every)
    _prefixes(statement)
    _claimed(statement)


def _parameters(statement: Statement) -> None:
    on_paper: dict[str, str] = {}
    for name in statement.parameters:
        if name in statement.sizes:
            raise UsageError(
                f"the parameter {name} has the name of a size; call one of them otherwise"
            )
        other = on_paper.setdefault(symbols(name), name)
        if other != name:
            raise UsageError(
                f"the parameters {other} and {name} are both written {symbols(name)}; call one of"
                " them otherwise"
            )


def _copies(statement: Statement, every: list[str]) -> None:
    """M1, M2, … are the copies of M, where there are copies."""
    for name, given in statement.objects.items():
        if isinstance(given, AnyChannel) and given.copies is not None:
            for other in every:
                if other.startswith(name) and other[len(name) :].isdigit():
                    raise UsageError(
                        f"{other} is the name of a copy of {name}; call one of them otherwise"
                    )


def _prefixes(statement: Statement) -> None:
    """A prefix tells sets of labels apart, and a size has one."""
    prefixes: dict[str, str] = {}
    for size in _label_sizes(statement):
        if not _PREFIX.fullmatch(size.prefix):
            raise UsageError(
                f"the labels of the size {size.name} begin with {shown(size.prefix)}; write letters"
            )
        if prefixes.setdefault(size.prefix, size.name) != size.name:
            raise UsageError(
                f"labels of the sizes {prefixes[size.prefix]} and {size.name} begin with"
                f" {size.prefix}; let each begin otherwise"
            )


def _label_sizes(statement: Statement) -> Iterator[Size]:
    for given in statement.objects.values():
        if isinstance(given, AnyChannel):
            for labels in (given.inputs, given.outputs, given.copies):
                parts: tuple[object, ...] = (labels,)
                if isinstance(labels, PairsOf):
                    parts = (labels.first, labels.second)
                yield from (part for part in parts if isinstance(part, Size))


def _claimed(statement: Statement) -> None:
    """What claims are about is there; the conclusion is about one object and not its copies."""
    for claim in statement.assumed:
        if isinstance(claim, Claim):
            _of(claim, statement)
    for claim in statement.concluded:
        if claim.of.endswith("*"):
            raise UsageError(
                f"the conclusion is about {claim.of}, which are several; claim it of one, or of"
                " what is composed of them"
            )
        _of(claim, statement)


def _of(claim: Claim, statement: Statement) -> None:
    stem = claim.of.rstrip("0123456789*")
    number = claim.of[len(stem) :]
    given = statement.objects.get(stem)
    copies = given.copies if isinstance(given, AnyChannel) else None
    if copies is None:
        there = claim.of in statement.objects or claim.of in statement.derived
    elif number.isdigit():
        there = 1 <= int(number) <= _fewest(copies, statement)
    else:
        there = number == "*"
    if there:
        return
    known = ", ".join([*statement.objects, *statement.derived])
    raise UsageError(
        f"a claim is about {shown(claim.of)}, which is not there at every size; there is {known},"
        " and of copies all, as M*"
    )


def _fewest(labels: Labels, statement: Statement) -> int:
    """How many labels there are at least."""
    if isinstance(labels, Size):
        return statement.sizes.get(labels.name, (1, 1))[0]
    if isinstance(labels, OutputsOf):
        of = statement.objects[labels.of]
        return _fewest(of.outputs, statement) if isinstance(of, AnyChannel) else 1
    return 1


def _expression(text: str, kind: Kind, statement: Statement) -> None:
    _free_indices(text, statement)
    # Whatever is no parameter is a size or an index, or refused by who evaluates it.
    others = dict.fromkeys(names(text) - statement.parameters.keys(), 1)
    _kinds(text, taken(text, kind, others), statement)


def _kinds(text: str, read: Iterable[tuple[str, Kind]], statement: Statement) -> None:
    """Refuse a parameter that stands where another kind is meant."""
    for name, kind in sorted(read):
        given = statement.parameters.get(name)
        if given is None:
            continue
        # An order, a count and a number are values that range over more.
        if (given == "loss") != (kind == "loss"):
            wrong = _INSTEAD["loss" if given == "loss" else "value"].format(name)
            raise UsageError(f"{shown(text)}: {wrong}")


def _free_indices(text: str, statement: Statement) -> None:
    """Refuse a sum whose index is the name of something else, so that it would be hidden."""
    for node in ast.walk(parsed(text)):
        match node:
            case ast.Call(func=ast.Name(id="sum"), args=[_, ast.Name(id=index), *_]):
                if index in statement.parameters or index in statement.sizes:
                    raise UsageError(
                        f"{shown(text)} sums over {index}, which has that name already; sum over"
                        " another"
                    )
