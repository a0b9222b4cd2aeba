"""Finite structures: concrete sizes for the index sets and numbers for the atoms.

An independent reading of expressions with finite sums, by plain loops: no normal form, no algebra.
A place is a sort with a position, so an atom at an index of the wrong sort is another number.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from typing import Any

from flint import fmpq

from dpverify.proofs.kernel import Fact
from dpverify.proofs.sums import Sum

Place = tuple[str, int]
Atoms = Callable[[str, tuple[Place, ...]], fmpq]
Env = Mapping[str, Place]


@dataclass(frozen=True)
class Structure:
    """`size` of each index set, and the number of each atom at places."""

    size: Callable[[str], int]
    atom: Atoms

    def over(self, sorts: Mapping[str, str], at: Env | None = None) -> Iterator[dict[str, Place]]:
        """All ways to give places to index variables, beside those that have one."""
        ranges = [[(sort, k) for k in range(self.size(sort))] for sort in sorts.values()]
        for chosen in product(*ranges):
            yield {**(at or {}), **dict(zip(sorts, chosen, strict=True))}

    def replaced(self, name: str, number: fmpq) -> Structure:
        """The same, one atom being that number at every place."""
        return Structure(self.size, lambda n, places: number if n == name else self.atom(n, places))


def value(expression: Sum, structure: Structure, at: Env | None = None) -> fmpq:
    """The number that an expression is."""
    result = fmpq(0)
    for (bound, monomial), coefficient in expression.terms.items():
        for places in structure.over(dict(bound), at):
            term = coefficient
            for (name, indices), power in monomial:
                term *= structure.atom(name, tuple(places[v] for v in indices)) ** power
            result += term
    return result


def value_of_json(document: Any, structure: Structure, at: Env) -> fmpq:
    """The same for an expression as a proof writes it, read by itself."""
    result = fmpq(0)
    for coefficient, bound, monomial in document:
        for places in structure.over(dict(bound), at):
            term = rational(coefficient)
            for name, indices, power in monomial:
                term *= structure.atom(name, tuple(places[v] for v in indices)) ** power
            result += term
    return result


def rational(text: str) -> fmpq:
    """A rational from its text."""
    numerator, _, denominator = text.partition("/")
    return fmpq(int(numerator), int(denominator or "1"))


def stands(number: fmpq, relation: str) -> bool:
    """Whether a number stands in the relation to 0."""
    return bool({">=": number >= 0, ">": number > 0, "=": number == 0}[relation])


def holds(fact: Fact, structure: Structure) -> bool:
    """Whether a fact is true for all values of its free index variables."""
    return all(
        stands(value(fact.expr, structure, at), fact.relation) for at in structure.over(fact.free)
    )


def random_structure(seed: int, *, largest: int = 3) -> Structure:
    """Sizes at random, and a random rational for each atom at each place."""
    source = random.Random(seed)  # noqa: S311  a seed, not a secret
    sizes: dict[str, int] = {}
    atoms: dict[tuple[str, tuple[Place, ...]], fmpq] = {}

    def size(sort: str) -> int:
        return sizes.setdefault(sort, source.randint(1, largest))

    def atom(name: str, places: tuple[Place, ...]) -> fmpq:
        if (name, places) not in atoms:
            atoms[name, places] = fmpq(source.randint(-99, 99), source.randint(2, 13))
        return atoms[name, places]

    return Structure(size, atom)
