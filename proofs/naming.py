"""One name, one thing: whether all readers take the names of a statement alike.

Generated instances, the formula that a solver is asked and a proof each make names of their own
from those of a statement: M1 of the copies of M, M_0_1 of its entries, odds of a loss. What must
never change: a name that could be another reader's, or that stands for two things, is refused.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from typing import Final

from dpverify.defs.errors import UsageError
from dpverify.defs.validate import shown
from dpverify.proofs.expressions import parsed, symbols
from dpverify.proofs.labels import Labels, OutputsOf, PairsOf, Size
from dpverify.proofs.statement import AnyChannel, Claim, Statement

_NAME: Final = re.compile("[A-Za-z][A-Za-z0-9]*")
_PREFIX: Final = re.compile("[A-Za-z]+")
_TAKEN: Final = frozenset(
    """exp nats loss ln sqrt max min sum
    true false and or not xor ite let forall exists par as match distinct
    abs div mod select store""".split()  # noqa: SIM905  (a list of names)
)
"""What expressions call, and words of the language in which solvers are asked."""


def need_distinct(statement: Statement) -> None:
    """Refuse names of a statement that are no words, or stand for two things.

    Raises: UsageError.
    """
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
    copied = isinstance(given, AnyChannel) and given.copies is not None
    if copied and number:
        if number == "*" or 1 <= int(number) <= _fewest(given.copies, statement):  # type: ignore[union-attr]  # copied
            return
    elif not copied and (claim.of in statement.objects or claim.of in statement.derived):
        return
    known = ", ".join([*statement.objects, *statement.derived])
    raise UsageError(
        f"a claim is about {shown(claim.of)}, which is not there at every size; there is {known},"
        " and of copies all, as M*"
    )


def _fewest(labels: Labels | None, statement: Statement) -> int:
    """How many labels there are at least."""
    if isinstance(labels, Size):
        return statement.sizes[labels.name][0]
    if isinstance(labels, OutputsOf):
        of = statement.objects[labels.of]
        return _fewest(of.outputs, statement) if isinstance(of, AnyChannel) else 1
    return 1


def need_free_indices(text: str, statement: Statement) -> None:
    """Refuse a sum whose index is the name of something else, so that it would be hidden.

    Raises: UsageError.
    """
    for node in ast.walk(parsed(text)):
        match node:
            case ast.Call(func=ast.Name(id="sum"), args=[_, ast.Name(id=index), *_]):
                if index in statement.parameters or index in statement.sizes:
                    raise UsageError(
                        f"{shown(text)} sums over {index}, which has that name already; sum over"
                        " another"
                    )
