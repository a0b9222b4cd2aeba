"""Outputs that a case treats alike as one output: what follows for the sums of their entries.

Where all that is assumed and sought treats the outputs of a set alike, it says something of the
sums of their entries: a comparison in which each of these entries has the same coefficient is one
of the sums; and of comparisons that are the same but for the output, one for each, the sum of all
is one. So what is asked no longer depends on how many outputs there are.

What must never change: what is made here follows from what is given; the rest is left out.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import prod

from dpverify.checkers.smt.choices import Comparison, Relation, Tree, compared, names_of
from dpverify.checkers.smt.polynomials import (
    Monomial,
    Polynomial,
    Rational,
    number,
    total,
    variable,
)

Column = tuple[str, str]
"""A channel and an output of it."""


@dataclass(frozen=True)
class Entry:
    """An entry of a channel: its variable stands in a column, and in a row with this name."""

    row: str
    column: Column


@dataclass(frozen=True)
class Merging:
    """Which columns are one.

    Args:
        entries: by variable.
        classes: for each column the set that it is in; columns of different channels are in
            different sets.
        mark: what the names of sums have in them; no other name has it.
    """

    entries: Mapping[str, Entry]
    classes: Mapping[Column, int]
    mark: str = "_of"

    def merged(self, trees: Sequence[Tree]) -> list[Tree]:
        """What follows for the sums of the entries of each set, in each row."""
        result: list[Tree] = []
        alike: dict[tuple[Polynomial, Relation], set[tuple[Column, ...]]] = {}
        for tree in trees:
            if not isinstance(tree, Comparison):
                if not names_of(tree) & self.entries.keys():
                    result.append(tree)
                continue
            uniform = self._uniform(tree.polynomial)
            if uniform is not None:
                result.append(compared(uniform, tree.relation))
                continue
            columns = self._columns(tree.polynomial)
            if columns is not None:
                alike.setdefault((self._renamed(tree.polynomial), tree.relation), set()).add(
                    columns
                )
        for (polynomial, relation), columns_of in alike.items():
            result += self._summed(polynomial, relation, columns_of)
        return list(dict.fromkeys(result))

    def name(self, variable_name: str) -> str:
        """The variable for the sum of the entries of a set in a row."""
        entry = self.entries[variable_name]
        return f"{entry.row}{self.mark}{self.classes[entry.column]}"

    def _members(self, of: int) -> list[Column]:
        return [column for column, number_of in self.classes.items() if number_of == of]

    def _uniform(self, polynomial: Polynomial) -> Polynomial | None:
        """The same of the sums, where each entry of a set has the same coefficient."""
        coefficients: dict[str, dict[Monomial, Rational]] = {}
        rest: dict[Monomial, Rational] = {}
        for monomial, coefficient in polynomial.terms.items():
            inside = [v for v in monomial if v in self.entries]
            if len(inside) > 1:
                return None
            others = tuple(v for v in monomial if v not in self.entries)
            place = coefficients.setdefault(inside[0], {}) if inside else rest
            place[others] = coefficient
        by_sum: dict[str, list[dict[Monomial, Rational]]] = {}
        for v, coefficient_of in coefficients.items():
            by_sum.setdefault(self.name(v), []).append(coefficient_of)
        parts = [Polynomial(rest)]
        for name, every in by_sum.items():
            if len(every) < self._size(name) or any(one != every[0] for one in every):
                return None
            parts.append(Polynomial(every[0]) * variable(name))
        return total(parts)

    def _size(self, name: str) -> int:
        return len(self._members(int(name.rsplit(self.mark, 1)[1])))

    def _columns(self, polynomial: Polynomial) -> tuple[Column, ...] | None:
        """The columns that occur, by set; None where two of a set do, or one twice in a product."""
        by_set: dict[int, Column] = {}
        for monomial in polynomial.terms:
            inside = [self.entries[v].column for v in monomial if v in self.entries]
            if len(set(inside)) < len(inside):
                return None
            for column in inside:
                if by_set.setdefault(self.classes[column], column) != column:
                    return None
        return tuple(by_set[number_of] for number_of in sorted(by_set))

    def _renamed(self, polynomial: Polynomial) -> Polynomial:
        return Polynomial(
            {
                tuple(sorted(self.name(v) if v in self.entries else v for v in m)): c
                for m, c in polynomial.terms.items()
            }
        )

    def _summed(
        self, polynomial: Polynomial, relation: Relation, columns: set[tuple[Column, ...]]
    ) -> Iterator[Tree]:
        """The sum over one column of each set, where there is a comparison for all of them."""
        one = next(iter(columns))
        sizes = {self.classes[column]: len(self._members(self.classes[column])) for column in one}
        if len(columns) < prod(sizes.values()):
            return
        sets = {self.name(v): self.classes[entry.column] for v, entry in self.entries.items()}
        parts = []
        for monomial, coefficient in polynomial.terms.items():
            summed = {sets[v] for v in monomial if v in sets}
            # What a set has no part in is added once for each of its columns.
            times = prod(size for number_of, size in sizes.items() if number_of not in summed)
            parts.append(number(times) * Polynomial({monomial: coefficient}))
        yield compared(total(parts), relation)


def classes_of(kinds: Mapping[Column, Hashable]) -> dict[Column, int]:
    """The sets of columns of the same channel and kind, by number."""
    numbers: dict[Hashable, int] = {}
    return {
        column: numbers.setdefault((column[0], kind), len(numbers))
        for column, kind in kinds.items()
    }
