"""Whether the form of a property says of written-out tables what it says of one representative.

Trusted, with the proof kernel. A proof reads the form with one row, or one row and one column, that
stands for all. That is right for a form that treats all of them by themselves and in the same way,
which one row does not show: with one row, `for c in C for d in D` is `zip(C, D)`, and all pairs of
rows are none. So the form is read twice more: on families, an expression at each of a few places,
and on tables with a row for each place. What must never change: a setting is made only where both
readings are the same set of inequalities.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from typing import Any

from dpverify.proofs.laws import need
from dpverify.proofs.sum_logic import Term
from dpverify.proofs.sums import Sum, atom, number, sum_of

Row = tuple[Term, ...]
Table = tuple[Row, ...]
At = tuple[tuple[str, str], ...]
"""Index variables and the places that they stand for, in the order of the variables."""
Said = list["Family"]
"""What is said to be at least 0."""

PLACES = (2, 3)
"""How many rows, and columns, written-out tables have: of three, each two and all are chosen."""


@dataclass(frozen=True)
class Family:
    """An expression at each place of its index variables; at () alone where it has none."""

    at: Mapping[At, Sum]


@dataclass(frozen=True)
class FamilyLogic:
    """`TableLogic` on families; `across` are the index variables of rows."""

    across: frozenset[str]

    def number(self, value: int) -> Family:
        return Family({(): number(value)})

    def minus(self, a: Family, b: Family) -> Family:
        return _joined(lambda x, y: x - y, a, b)

    def times(self, a: Family, b: Family) -> Family:
        return _joined(lambda x, y: x * y, a, b)

    def total(self, terms: Iterable[Family]) -> Family:
        return Family({(): sum_of(expr for term in terms for expr in term.at.values())})

    def pos(self, a: Family) -> Family:
        return _joined(lambda x: _called("pos", str(x)), a)

    def ite(self, condition: Said, a: Family, b: Family) -> Family:
        return _joined(
            lambda x, y, *conditions: _called("ite", str(x), str(y), *map(str, conditions)),
            a,
            b,
            *condition,
        )

    def largest(self, terms: Iterable[Family]) -> Family:
        """Over rows; at each column."""
        over: dict[At, set[str]] = {}
        for term in terms:
            for at, expr in term.at.items():
                column = tuple(pair for pair in at if pair[0] not in self.across)
                over.setdefault(column, set()).add(str(expr))
        return Family({column: _called("largest", *sorted(s)) for column, s in over.items()})

    def count(self, terms: Iterable[Family]) -> Family:
        """Of rows."""
        rows = ({tuple(p for p in at if p[0] in self.across) for at in t.at} for t in terms)
        return self.number(sum(map(len, rows)))

    def le(self, a: Family, b: Family) -> Said:
        return [self.minus(b, a)]

    def conj(self, parts: Iterable[Said]) -> Said:
        return [said for part in parts for said in part]


def need_each_alike(
    form: Callable[[Mapping[str, Table], Mapping[str, Any], Any], Any],
    tables: Mapping[str, Table],
    terms: Mapping[str, Term],
    across: Iterable[str],
) -> None:
    """Refuse a form that does not treat all rows, and all columns, by themselves and alike.

    Args: tables what a proof reads the form with; across the index variables of their rows, all
        others being those of columns.

    Raises: Undecided("unsupported").
    """
    logic = FamilyLogic(frozenset(across))
    for count in PLACES:
        places = tuple(map(str, range(count)))
        given = {name: _family(term, places) for name, term in terms.items()}
        families: dict[str, Any] = {
            name: tuple(tuple(_family(term, places) for term in row) for row in table)
            for name, table in tables.items()
        }
        written: dict[str, Any] = {
            name: tuple(out for row in table for out in _written(row, places, logic.across))
            for name, table in tables.items()
        }
        alike = _said(form(families, given, logic)) == _said(form(written, given, logic))
        need(alike, "a property that does not treat all rows and columns by themselves and alike")


def _said(formula: Said) -> set[str]:
    return {str(expr) for family in formula for expr in family.at.values()}


def _family(term: Term, places: tuple[str, ...]) -> Family:
    names = sorted(term.indices)
    return Family(dict(_at_each(term.expr, names, places)))


def _written(
    row: Row, places: tuple[str, ...], across: frozenset[str]
) -> Iterator[tuple[Family, ...]]:
    """The rows for which one stands, each with the columns for which one stands."""
    names = sorted({name for term in row for name in term.indices} & across)
    for chosen in product(places, repeat=len(names)):
        here = dict(zip(names, chosen, strict=True))
        yield tuple(
            Family({(): expr})
            for term in row
            for _, expr in _at_each(
                term.expr.renamed(here), sorted(term.indices.keys() - across), places
            )
        )


def _at_each(expr: Sum, names: list[str], places: tuple[str, ...]) -> Iterator[tuple[At, Sum]]:
    for chosen in product(places, repeat=len(names)):
        at = dict(zip(names, chosen, strict=True))
        yield tuple(at.items()), expr.renamed(at)


def _joined(operation: Callable[..., Sum], *families: Family) -> Family:
    """An operation at each place of all index variables together."""
    result: dict[At, Sum] = {}
    for ats in product(*(family.at for family in families)):
        place: dict[str, str] = {}
        agree = all(place.setdefault(name, at) == at for one in ats for name, at in one)
        if agree:
            exprs = (family.at[at] for family, at in zip(families, ats, strict=True))
            result[tuple(sorted(place.items()))] = operation(*exprs)
    return Family(result)


def _called(name: str, *of: str) -> Sum:
    """One atom for an operation on these, the same for the same."""
    return atom(f"{name}({'; '.join(of)})")
