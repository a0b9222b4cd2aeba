"""A channel for every ε: finitely many inputs and outputs, entries that are functions of ε."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any

from dpverify.defs.channel import Channel
from dpverify.defs.errors import ChannelError, NumberError
from dpverify.defs.neighbours import neighbours_of
from dpverify.defs.numbers.exponential_polynomial import ExpPoly
from dpverify.defs.symbolic.formal import Formal, formal
from dpverify.defs.validate import labels, shown

KEYS = ("inputs", "outputs", "matrix", "neighbours")


@dataclass(frozen=True)
class Family:
    """P_ε(output | input) for ε in some range; each row sums to 1 as a function.

    Args:
        inputs, outputs: labels.
        rows: one tuple of entries for each input.
        neighbours: "all" or pairs of inputs.
        nonnegative: functions that are probabilities of draws, or 1 minus one: the family is one
            only where they are ≥ 0. The entries themselves where nothing else is known.
        divisors: sums that were divided by, beyond those of the entries.
        ratios: of noise; the family is one only where none of them is 1.
        assumptions: what the author of a program promises on which the entries rest.

    Raises:
        ChannelError: labels, neighbours or a sum of a row that break a rule.
    """

    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    rows: tuple[tuple[Formal, ...], ...]
    neighbours: Any = "all"
    nonnegative: tuple[Formal, ...] = ()
    divisors: tuple[ExpPoly, ...] = ()
    ratios: tuple[Formal, ...] = ()
    assumptions: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        labels(self.inputs, "input")
        labels(self.outputs, "output")
        if len(self.rows) != len(self.inputs) or any(
            len(row) != len(self.outputs) for row in self.rows
        ):
            raise ChannelError("the matrix has another shape than inputs × outputs")
        for label, row in zip(self.inputs, self.rows, strict=True):
            whole = sum(row[1:], row[0])
            if whole != 1:
                raise ChannelError(f"row {shown(label)} sums to {shown(str(whole))}, must be 1")
        _ = self.pairs

    @cached_property
    def pairs(self) -> tuple[tuple[int, int], ...]:
        """The ordered pairs of neighbours, by number."""
        found = neighbours_of(self.neighbours, self.inputs)
        return tuple(found.ordered_pairs(len(self.inputs)))

    @property
    def probabilities(self) -> tuple[Formal, ...]:
        """What must be ≥ 0 where the family is one."""
        entries = (entry for row in self.rows for entry in row)
        return tuple(dict.fromkeys(self.nonnegative or entries))

    @property
    def divided(self) -> tuple[ExpPoly, ...]:
        """The sums that must not be 0 where the family is one."""
        entries = (entry for row in self.rows for entry in row)
        functions = (*entries, *self.nonnegative, *self.ratios)
        return in_order({*self.divisors, *(divisor for f in functions for divisor in f.divisors)})

    def at(self, eps: Fraction) -> Channel:
        """The channel at a rational ε > 0, exactly.

        Raises: NumberError where a divisor is 0, ChannelError where an entry is negative or a ratio
            of noise is 1.
        """
        for divisor in self.divisors:
            if divisor.at(eps).is_zero:
                raise NumberError(f"the family divides by {divisor}, 0 at eps = {eps}")
        for ratio in self.ratios:
            if ratio.at(eps) == 1:
                raise ChannelError(f"the ratio {ratio} of noise is 1 at eps = {eps}")
        matrix = [[entry.at(eps) for entry in row] for row in self.rows]
        return Channel(self.inputs, self.outputs, matrix, self.neighbours)

    def to_dict(self) -> dict[str, Any]:
        """The family as a result holds it: entries as texts with `eps` in them."""
        relation = self.neighbours
        return {
            "inputs": list(self.inputs),
            "outputs": list(self.outputs),
            "matrix": [[str(entry) for entry in row] for row in self.rows],
            "neighbours": relation if isinstance(relation, str) else [list(p) for p in relation],
        }


def in_order(sums: Iterable[ExpPoly]) -> tuple[ExpPoly, ...]:
    """Sums in an order that depends on nothing else."""
    return tuple(sorted(sums, key=lambda each: [*each.eps_terms().items()]))


def family_from(given: Mapping[str, Any]) -> Family:
    """The family that `to_dict` wrote; ChannelError or NumberError for anything else."""
    try:
        inputs, outputs, matrix, relation = (given[key] for key in KEYS)
        rows = tuple(tuple(formal(_text(entry)) for entry in row) for row in matrix)
    except (KeyError, TypeError, ValueError):
        raise ChannelError(
            "a family has inputs, outputs, a matrix of texts and neighbours"
        ) from None
    return Family(tuple(inputs), tuple(outputs), rows, relation)


def transported(family: Family) -> dict[str, Any]:
    """The family with its conditions, as JSON data."""
    return {
        **family.to_dict(),
        "nonnegative": [str(p) for p in family.nonnegative],
        "divisors": [divisor.grammar_text() for divisor in family.divided],
        "ratios": [str(ratio) for ratio in family.ratios],
        "assumptions": list(family.assumptions),
    }


def received(given: Mapping[str, Any]) -> Family:
    """The family that `transported` wrote."""
    made = family_from(given)
    nonnegative = tuple(formal(p) for p in _texts(given["nonnegative"]))
    divisors = tuple(formal(p).num for p in _texts(given["divisors"]))
    ratios = tuple(formal(ratio) for ratio in _texts(given["ratios"]))
    promises = tuple(_texts(given["assumptions"]))
    return replace(
        made, nonnegative=nonnegative, divisors=divisors, ratios=ratios, assumptions=promises
    )


def _texts(given: Sequence[Any]) -> list[str]:
    return [_text(each) for each in given]


def _text(given: Any) -> str:
    if not isinstance(given, str):
        raise TypeError(given)
    return given
