"""What a lemma may be a combination of: products of facts, and multiples of equations.

A column is summed over the index variables that the context does not have, so that it can stand
beside a claim in the context's own. Products are bounded by the degrees that the claims have in
each atom, with some slack for parameters. Not trusted: what is chosen becomes steps of a proof.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import count, permutations, product

from flint import fmpq

from dpverify.proofs.kernel import Fact
from dpverify.proofs.lemma import Multiple, Product, Reference
from dpverify.proofs.sums import Key, Monomial, Sum, TooLargeError, atom, number

Sorts = Mapping[str, str]
MOST_COLUMNS = 6000


@dataclass(frozen=True)
class Column:
    """A product of facts ≥ 0, or a multiple of a fact = 0, summed over `inner`.

    Args: expr what it is in the variables of the context; inner the index variables that are summed
        over, with their sorts; product the facts; multiple a factor and the equation, if it is one.
    """

    expr: Sum
    inner: Sorts
    product: Product = ()
    multiple: Multiple | None = None


@dataclass(frozen=True)
class Box:
    """How high a product may go: powers by atom and of others, factors with indices in a term."""

    powers: Mapping[str, int]
    indexed: int
    other: int

    def allows(self, powers: Mapping[str, int], indexed: int) -> bool:
        """Whether these powers, and that many factors with indices, are within the box."""
        if indexed > self.indexed:
            return False
        return all(power <= self.powers.get(name, self.other) for name, power in powers.items())


def box_of(claims: Sequence[Sum], parameters: set[str], slack: int) -> Box:
    """The powers that occur in claims; with slack parameters go higher, and factors may recur.

    With more than 1 a term may also have one more factor with indices: sums that are 1 add them.
    """
    powers: Counter[str] = Counter()
    indexed = 1
    for claim in claims:
        mine, most = degrees(claim)
        powers |= mine
        indexed = max(indexed, most)
    indexed += slack > 1
    other = max((powers[name] for name in powers.keys() - parameters), default=1)
    for name in [*powers] if slack else ():
        powers[name] = max(indexed, powers[name])
    for name in parameters:
        powers[name] = max(1, powers[name]) + min(slack, 1)
    return Box(powers, indexed, max(other, indexed) if slack else other)


def degrees(expr: Sum) -> tuple[Counter[str], int]:
    """By atom the highest power in a term; the most factors with indices in a term."""
    powers: Counter[str] = Counter()
    indexed = 0
    for _, monomial in expr.terms:
        mine: Counter[str] = Counter()
        for (name, _), power in monomial:
            mine[name] += power
        powers |= mine
        heavy = (power for (n, indices), power in monomial if indices and not is_choice(n))
        indexed = max(indexed, sum(heavy))
    return powers, indexed


def is_choice(name: str) -> bool:
    """Whether an atom is 0 or 1, so that what it is multiplied with stays what it was."""
    return name.startswith(("case", "event"))


def instances(facts: Mapping[str, Fact], pool: Mapping[str, Sequence[str]]) -> list[Reference]:
    """Each fact at every choice of different index variables of the pool."""
    found: list[Reference] = []
    for name, fact in facts.items():
        by_sort: dict[str, list[str]] = {}
        for variable, sort in fact.free.items():
            by_sort.setdefault(sort, []).append(variable)
        choices = [
            [
                tuple(zip(mine, chosen, strict=True))
                for chosen in permutations(pool[sort], len(mine))
            ]
            for sort, mine in by_sort.items()
        ]
        for groups in product(*choices):
            renaming = tuple(pair for group in groups for pair in group if pair[0] != pair[1])
            found.append((name, renaming) if renaming else name)
    return found


def products(
    facts: Sequence[tuple[Reference, Sum]],
    box: Box,
    degree: int,
    sorts: Sorts,
    context: Sorts,
    end: float,
) -> list[Column] | None:
    """Products of at most `degree` facts, each once; None where there are too many for the time."""
    found: dict[frozenset[tuple[Key, fmpq]], Column] = {}
    measured = [(reference, expr, *degrees(expr)) for reference, expr in facts]
    level: list[_Power] = [(0, (), number(1), Counter(), 0)]
    for length in range(degree + 1):
        for _, names, expr, _, _ in level:
            inner = {v: sorts[v] for v in sorted(expr.free() - context.keys())}
            summed = expr.over(inner) if inner else expr
            found.setdefault(frozenset(summed.terms.items()), Column(summed, inner, names))
        if len(found) > MOST_COLUMNS or time.monotonic() > end:
            return None
        more = _longer(level, measured, box, end) if length < degree else []
        if more is None:
            return None
        level = more
    return list(found.values())


_Power = tuple[int, Product, Sum, "Counter[str]", int]
"""From which fact on more factors may follow, the factors, their product, its degrees."""


def _longer(
    level: Sequence[_Power],
    measured: Sequence[tuple[Reference, Sum, Counter[str], int]],
    box: Box,
    end: float,
) -> list[_Power] | None:
    """Each product with one more factor, within the box."""
    more: list[_Power] = []
    for start, names, expr, powers, indexed in level:
        for k in range(start, len(measured)):
            reference, factor, mine, most = measured[k]
            total = powers + mine
            if box.allows(total, indexed + most):
                with suppress(TooLargeError):
                    more.append((k, (*names, reference), expr * factor, total, indexed + most))
        if len(more) > 4 * MOST_COLUMNS or time.monotonic() > end:
            return None
    return more


def multiples(
    keys: set[Key], equations: Mapping[str, Fact], context: Sorts, box: Box, end: float
) -> list[Column]:
    """Multiples of equations by which a term of the given ones can be replaced."""
    found: dict[frozenset[tuple[Key, fmpq]], Column] = {}
    done: set[Key] = set()
    for _ in range(2):
        new: set[Key] = set()
        for key in sorted(keys - done):
            if time.monotonic() > end:
                break
            for name, fact in equations.items():
                for column in _multiples_at(key, name, fact, context):
                    powers, indexed = degrees(column.expr)
                    if not box.allows(powers, indexed):
                        continue
                    terms = frozenset(column.expr.terms.items())
                    if terms and terms not in found:
                        found[terms] = column
                        new.update(column.expr.terms)
        done |= keys
        keys = new
    return list(found.values())


def _multiples_at(key: Key, name: str, fact: Fact, context: Sorts) -> Iterator[Column]:
    bound, monomial = key
    fresh: dict[str, str] = {}
    taken = {*context, *fact.free}
    for variable, sort in bound:
        fresh[variable] = _fresh(sort, taken)
        taken.add(fresh[variable])
    opened = tuple(((n, tuple(fresh.get(v, v) for v in ix)), p) for (n, ix), p in monomial)
    sorts = {fresh[variable]: sort for variable, sort in bound}
    leading = [term for term in fact.expr.terms if term[0]] or [
        term for term in fact.expr.terms if term[1]
    ]
    for lead_bound, lead in leading:
        own = dict(lead_bound)
        for assigned, rest in _divided(opened, lead, {}):
            gone = {assigned[v] for v in own}
            inside = {v for (_, ix), _ in rest for v in ix}
            images = [assigned[v] for v in assigned]
            if len({*images}) != len(images) or not gone <= sorts.keys() or gone & inside:
                continue
            if not fact.free.keys() <= assigned.keys():
                continue
            every = {**sorts, **context}
            if any(every.get(assigned[v]) != s for v, s in {**own, **fact.free}.items()):
                continue
            factor = _of_monomial(rest)
            renaming = tuple((v, assigned[v]) for v in fact.free if assigned[v] != v)
            value = factor * fact.expr.renamed(dict(renaming))
            inner = {v: sorts[v] for v in sorted(sorts.keys() - gone)}
            reference: Reference = (name, renaming) if renaming else name
            summed = value.over(inner) if inner else value
            yield Column(summed, inner, multiple=(factor, reference))


def _fresh(sort: str, taken: set[str]) -> str:
    base = sort if sort[:1].isalpha() and sort.isascii() and sort.isalnum() else "i"
    return next(n for k in count() if (n := f"{base}{k}") not in taken)


def _divided(
    whole: Monomial, lead: Monomial, assigned: Mapping[str, str]
) -> Iterator[tuple[dict[str, str], Monomial]]:
    """Ways to find the leading monomial in the whole: its variables, and the rest."""
    if not lead:
        yield dict(assigned), whole
        return
    ((name, indices), power), others = lead[0], lead[1:]
    for k, ((their_name, theirs), their_power) in enumerate(whole):
        if name != their_name or their_power < power or len(indices) != len(theirs):
            continue
        more = dict(assigned)
        if any(more.setdefault(a, b) != b for a, b in zip(indices, theirs, strict=True)):
            continue
        left = (((their_name, theirs), their_power - power),) * (their_power > power)
        yield from _divided((*whole[:k], *left, *whole[k + 1 :]), others, more)


def _of_monomial(monomial: Monomial) -> Sum:
    result = number(1)
    for (name, indices), power in monomial:
        for _ in range(power):
            result = result * atom(name, *indices)
    return result
