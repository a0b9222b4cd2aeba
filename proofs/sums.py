"""Polynomials with finite sums: Σ over index variables of products of indexed atoms.

`Σ_o p[o]·w[o,z]` is one term: a rational coefficient, the bound index variables, and a monomial in
atoms. Index sets are finite and of any size, and nothing here knows their sizes: an identity
between two such expressions holds for all of them. What must never change: an expression is kept
in a normal form (bound variables renamed to the smallest spelling, like terms added, zero terms
dropped), so two expressions are equal only if they are the same number for all atoms and sizes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import permutations, product
from math import factorial, prod
from typing import Any

from flint import fmpq

MAX_SPELLINGS = 5040
MAX_TERMS = 20_000
MAX_POWER = 16

_RATIONAL = re.compile(r"-?[0-9]{1,400}(/(?=0*[1-9])[0-9]{1,400})?", re.ASCII)

Atom = tuple[str, tuple[str, ...]]
"""A name with index variables, such as ("w", ("o", "z")); a parameter has none."""

Bound = tuple[tuple[str, str], ...]
"""Bound index variables with their sorts, such as (("%0", "O"),)."""

Monomial = tuple[tuple[Atom, int], ...]
Key = tuple[Bound, Monomial]


class TooLargeError(Exception):
    """An expression exceeds the limits; the kernel refuses it."""


@dataclass(frozen=True)
class Sum:
    """An expression in normal form; build it with `number`, `atom`, `+ - *`, `over`."""

    terms: Mapping[Key, fmpq]

    def __add__(self, other: Sum) -> Sum:
        return sum_of((self, other))

    def __neg__(self) -> Sum:
        return self.scaled(fmpq(-1))

    def __sub__(self, other: Sum) -> Sum:
        return self + (-other)

    def scaled(self, factor: fmpq) -> Sum:
        """factor · self."""
        return Sum({key: c * factor for key, c in self.terms.items()} if factor else {})

    def __mul__(self, other: Sum) -> Sum:
        pairs = product(self.terms.items(), other.terms.items())
        return _collect((_times(a, b), c * d) for (a, c), (b, d) in pairs)

    def over(self, variables: Mapping[str, str]) -> Sum:
        """Σ over free index variables, given with their sorts.

        A variable that a term does not mention still counts: Σ_o 1 is the size of the set.
        """
        added = tuple(variables.items())
        return _collect(((bound + added, m), c) for (bound, m), c in self.terms.items())

    def renamed(self, names: Mapping[str, str]) -> Sum:
        """Free index variables replaced by others (bound ones start with %, and stay)."""
        if any(name.startswith("%") for name in (*names, *names.values())):
            raise ValueError("index variables that start with % are bound")
        return _collect(((b, _rename(m, names)), c) for (b, m), c in self.terms.items())

    def __str__(self) -> str:
        """As it is written on paper: "delta - Σ_%0 part0[%0]"."""
        terms = [_term_text(key, c) for key, c in sorted(self.terms.items())]
        return " + ".join(terms).replace("+ -", "- ") or "0"

    def free(self) -> set[str]:
        """The free index variables."""
        return {v for _, m in self.terms for (_, ix), _ in m for v in ix if not v.startswith("%")}


def number(value: int | fmpq) -> Sum:
    """A rational constant."""
    return Sum({((), ()): fmpq(value)} if value else {})


def atom(name: str, *indices: str) -> Sum:
    """An atom at index variables.

    Args: name of the atom, such as "P.M"; indices its index variables, none for a parameter.
    """
    return Sum({((), (((name, indices), 1),)): fmpq(1)})


def _term_text(key: Key, coefficient: fmpq) -> str:
    bound, monomial = key
    factors = [
        name + (f"[{','.join(indices)}]" if indices else "") + (f"^{power}" if power > 1 else "")
        for (name, indices), power in monomial
    ]
    sign = "-" if coefficient < 0 else ""
    if abs(coefficient) != 1 or not factors:
        factors.insert(0, str(abs(coefficient)))
    sums = f"Σ_{','.join(v for v, _ in bound)} " if bound else ""
    return sign + sums + "·".join(factors)


def sum_of(sums: Iterable[Sum]) -> Sum:
    """The sum of expressions; each is in normal form, so no variable is renamed."""
    return _added(term for each in sums for term in each.terms.items())


def _collect(terms: Iterable[tuple[Key, fmpq]]) -> Sum:
    """The sum of terms whose bound variables may be spelled in any way."""
    return _added((_normal(b, m) if b else (b, m), c) for (b, m), c in terms)


def _added(terms: Iterable[tuple[Key, fmpq]]) -> Sum:
    """The sum of terms in normal form."""
    result: dict[Key, fmpq] = {}
    for key, coefficient in terms:
        total = result.get(key, 0) + coefficient
        if total:
            result[key] = total
        else:
            del result[key]
        if len(result) > MAX_TERMS:
            raise TooLargeError(f"an expression of more than {MAX_TERMS} terms")
    return Sum(result)


def _times(a: Key, b: Key) -> Key:
    shift = {old: f"%{len(a[0]) + i}" for i, (old, _) in enumerate(b[0])}
    bound = a[0] + tuple((shift[old], sort) for old, sort in b[0])
    powers = dict(a[1])
    for factor, power in _rename(b[1], shift):
        powers[factor] = powers.get(factor, 0) + power
    return bound, tuple(sorted(powers.items()))


def _rename(monomial: Monomial, names: Mapping[str, str]) -> Monomial:
    powers: dict[Atom, int] = {}
    for (name, indices), power in monomial:
        key = (name, tuple(names.get(v, v) for v in indices))
        powers[key] = powers.get(key, 0) + power
    return tuple(sorted(powers.items()))


def _normal(bound: Bound, monomial: Monomial) -> Key:
    """The smallest spelling over all ways to number the bound variables within their sorts."""
    by_sort: dict[str, list[str]] = {}
    for variable, sort in bound:
        by_sort.setdefault(sort, []).append(variable)
    groups = sorted(by_sort.items())
    if prod(factorial(len(group)) for _, group in groups) > MAX_SPELLINGS:
        raise TooLargeError("too many sums over one index set in one term")
    best: Key | None = None
    for orders in product(*(permutations(group) for _, group in groups)):
        flat = [(v, sort) for (sort, _), order in zip(groups, orders, strict=True) for v in order]
        names = {v: f"%{i}" for i, (v, _) in enumerate(flat)}
        new_bound = tuple((f"%{i}", sort) for i, (_, sort) in enumerate(flat))
        candidate = (new_bound, _rename(monomial, names))
        if best is None or candidate < best:
            best = candidate
    if best is None:  # pragma: no cover  # product of nothing yields one empty order
        return bound, monomial
    return best


def rational(text: object) -> fmpq:
    """A rational from its text, such as "-3/4"; ValueError for anything else."""
    if type(text) is not str or not _RATIONAL.fullmatch(text):
        raise ValueError("a coefficient is a short text such as -3/4, not divided by zero")
    numerator, _, denominator = text.partition("/")
    return fmpq(int(numerator), int(denominator or "1"))


def listed(given: Any, length: int | None, what: str) -> list[Any]:
    """A JSON list, of that length if one is given; ValueError for a text or a dictionary."""
    if type(given) is not list or length not in (None, len(given)):
        raise ValueError(f"{what} is no list" + f" of {length}" * (length is not None))
    return given


def texts(given: Any, what: str) -> list[str]:
    """A JSON list of texts; ValueError for anything else, such as a text of several letters."""
    if not all(type(text) is str for text in listed(given, None, what)):
        raise ValueError(f"{what} is no list of texts")
    lines: list[str] = given
    return lines


def read(given: Any) -> Sum:
    """An expression from its JSON form: a list of [coefficient, bound, monomial].

    `bound` is a list of [index variable, sort]; `monomial` a list of [name, [index, …], power].
    Raises: ValueError or TypeError for anything else.
    """
    terms: list[Sum] = []
    for member in listed(given, None, "an expression"):
        coefficient, bound, monomial = listed(member, 3, "a term")
        term = number(rational(coefficient))
        for factor in listed(monomial, None, "a monomial"):
            name, indices, power = listed(factor, 3, "a factor")
            if type(name) is not str or type(power) is not int or not 1 <= power <= MAX_POWER:
                raise ValueError("a factor is a name, its indices and a small power")
            if any(v.startswith("%") for v in texts(indices, "the indices of a factor")):
                raise ValueError("an index variable is a text that does not start with %")
            for _ in range(power):
                term = term * atom(name, *indices)
        pairs = [texts(pair, "a bound variable") for pair in listed(bound, None, "bound")]
        variables = dict(pairs)
        if len(variables) != len(pairs) or any(v[:1] == "%" for v in variables):
            raise ValueError("bound index variables are distinct texts, each with a sort")
        terms.append(term.over(variables) if variables else term)
    return sum_of(terms)


def write(given: Sum) -> list[Any]:
    """The JSON form that `read` reads; bound variables are named apart from the free ones."""
    taken = given.free()
    terms: list[Any] = []
    for (bound, monomial), coefficient in sorted(given.terms.items()):
        names: dict[str, str] = {}
        for variable, _ in bound:
            fresh = f"i{variable[1:]}"
            while fresh in taken:
                fresh += "'"
            names[variable] = fresh
        factors = [[n, [names.get(v, v) for v in ix], power] for (n, ix), power in monomial]
        terms.append([str(coefficient), [[names[v], sort] for v, sort in bound], factors])
    return terms
