"""Finding a proof by the shape of its goal: one linear program chooses all its lemmas.

Where a goal says G − Σ c·m ≥ 0 for positive parts m = max(0, a), each is to be bounded by some Y
with Y ≥ 0 and Y − c·a ≥ 0, and then G − Σ Y ≥ 0. All three are to be combinations, with
coefficients ≥ 0, of products of facts, and multiples of equations may be added (`proofs.columns`);
Y itself is such a combination. So the coefficients of every lemma are the solution of one linear
program, whose vertex is found in floats and solved again over ℚ. A goal may first be multiplied by
a number > 0, which is cancelled afterwards. Not trusted: the proof kernel checks each step.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import permutations
from typing import Any

from flint import fmpq, fmpq_mpoly_ctx

from dpverify.defs.errors import InternalError
from dpverify.proofs.columns import (
    Column,
    Sorts,
    box_of,
    degrees,
    instances,
    multiples,
    products,
)
from dpverify.proofs.derivation import Derivation
from dpverify.proofs.kernel import Fact, Facts, RefusedError, Setting
from dpverify.proofs.lemma import Multiple, Product, solved
from dpverify.proofs.matching import texts_in
from dpverify.proofs.sums import Key, Sum, TooLargeError, atom, number

ONE = number(1)
MANY = 3
"""Of more positive parts only those are compared that are plainly multiples of one another."""
SELDOM = "inverse"
"""How axioms begin that few proofs need: each of them makes many more columns."""


class NoneFoundError(Exception):
    """No proof was found; the text says which goal was left open."""


@dataclass
class Block:
    """A positive part of a goal that is to be bounded.

    Args: part its name; at the index variables it stands at; factor what it is multiplied with;
        over the index variables that the goal sums over; free all of the block's; a what it is the
        positive part of, at these variables.
    """

    part: str
    at: tuple[str, ...]
    factor: Sum
    over: Sorts
    free: Sorts
    a: Sum

    def total(self, expr: Sum) -> Sum:
        """The sum that the goal has of it."""
        return expr.over(self.over) if self.over else expr


_Cells = tuple[tuple[str, int], Column, list[tuple[int, Sum]]]
"""Where a column of the program belongs, and what it adds to each block of rows."""


@dataclass
class Chosen:
    """Coefficients of columns."""

    columns: list[tuple[fmpq, Column]] = field(default_factory=list)

    @property
    def total(self) -> Sum:
        """What the columns add up to."""
        result = number(0)
        for c, column in self.columns:
            result = result + column.expr.scaled(c)
        return result


def prove_automatically(setting: Setting, *, seconds: float) -> list[dict[str, Any]]:
    """Steps that prove a setting.

    Raises: NoneFoundError where no proof is found in time.
    """
    end = time.monotonic() + seconds
    d = Derivation(setting)
    searcher = _Searcher(d, end)
    for k, goal in enumerate(setting.goals):
        if not d.proves(goal) and not searcher.shows(goal):
            raise NoneFoundError(f"goal {k + 1} of {len(setting.goals)}: {goal.expr}")
    return _needed(d.steps, setting)


def _needed(steps: list[dict[str, Any]], setting: Setting) -> list[dict[str, Any]]:
    """The steps on which a goal rests; the last one that proves each, and what it uses."""
    facts = Facts(setting)
    wanted: set[str] = set()
    by_name = {}
    for step in steps:
        fact = facts.add(step)
        by_name[step["name"]] = step
        for goal in setting.goals:
            same = (fact.relation, fact.free) == (goal.relation, goal.free)
            if same and fact.expr.terms == goal.expr.terms:
                wanted.add(step["name"])
    kept: set[str] = set()
    for step in reversed(steps):
        if step["name"] in wanted | kept:
            kept.add(step["name"])
            kept |= texts_in(step) & by_name.keys()
    return [step for step in steps if step["name"] in kept]


class _Searcher:
    def __init__(self, d: Derivation, end: float) -> None:
        self.d, self.end = d, end
        axioms = {n: f for n, f in d.setting.axioms.items() if not n.startswith(SELDOM)}
        axioms = {n: f for n, f in axioms.items() if not n.endswith((" either", " by inverse"))}
        self.facts = {n: f for n, f in axioms.items() if f.relation != "="}
        self.equations = {n: f for n, f in axioms.items() if f.relation == "="}
        self.parameters = {
            name
            for fact in (*d.setting.axioms.values(), *d.setting.goals)
            for _, monomial in fact.expr.terms
            for (name, indices), _ in monomial
            if not indices and name not in d.setting.parts
        }
        self._split_parts()
        self._prepared = False

    def prepare(self) -> None:
        """Add what is always of use, once; it takes long where there are many parts."""
        if not self._prepared:
            self._prepared = True
            self._bound_parts()
            self._compare_parts()

    def left(self) -> float:
        """Seconds that are left."""
        return self.end - time.monotonic()

    # ------------------------------------------------------------ what is always of use

    def _bound_parts(self) -> None:
        """max(0, a) is at most the sum of the positive terms of a, where those are ≥ 0."""
        for name, (indices, a) in self.d.setting.parts.items():
            above = Sum({key: c for key, c in a.terms.items() if c > 0})
            if any(bound for bound, _ in a.terms):
                continue
            steps = len(self.d.steps)
            zero = self._shown(above, indices, 3)
            rest = self._shown(above - a, indices, 3) if zero else None
            if zero and rest:
                fact = self.d.positive_part(name, list(indices), zero, rest)
                self.facts[fact] = self.d.fact(fact)
            else:
                self.d.forget(steps)

    def _split_parts(self) -> None:
        """max(0, a + b) is at most max(0, a) + max(0, b): outputs that a map sends to one."""
        parts = self.d.setting.parts
        for name, (indices, a) in parts.items():
            rest, chosen = a, number(0)
            used: list[str] = []
            for other, (others, b) in parts.items():
                within = b.terms.items() <= rest.terms.items()
                if other != name and others == indices and b.terms and within:
                    rest, chosen = rest - b, chosen + atom(other, *others)
                    used.append(other)
            if rest.terms or len(used) < 2:
                continue
            zero = self.d.lemma(chosen, indices, [f"{other} >= 0" for other in used], degree=1)
            above = self.d.lemma(chosen - a, indices, [f"{o} above" for o in used], degree=1)
            fact = self.d.positive_part(name, list(indices), zero, above)
            self.facts[fact] = self.d.fact(fact)

    def _compare_parts(self) -> None:
        """c·max(0, a) is at most max(0, b), for c ≥ 0 with c·a = b."""
        parts = self.d.setting.parts
        few = len(parts) <= MANY
        for (one, (indices, a)), (two, (others, b)) in permutations(parts.items(), 2):
            if not indices.items() <= others.items():
                continue
            for factor in self._factors(others):
                gap = atom(two, *others) - factor * a
                same = (factor * a).terms == b.terms
                if not same and (not few or self.left() <= 0 or indices != others):
                    continue
                above = self.d.lemma(gap, others, [f"{two} above"]) if same else None
                above = above or self._shown(gap, others, 2, 1)
                if above is None:
                    continue
                zero = self.d.lemma(atom(two, *others), others, [f"{two} >= 0"])
                fact = self.d.positive_part(one, list(indices), zero, above, factor)
                self.facts[fact] = self.d.fact(fact)

    def _factors(self, free: Sorts) -> Iterator[Sum]:
        """1 and what an axiom says to be ≥ 0: w, 1 − w, and atoms at these index variables."""
        for name in sorted(self.parameters):
            if f"{name} <= 1" in self.facts:
                yield atom(name)
                yield ONE - atom(name)
        for name, fact in self.d.setting.axioms.items():
            plain = (
                name.endswith(" >= 0") and name.removesuffix(" >= 0") not in self.d.setting.parts
            )
            if plain and fact.free and fact.free.items() <= free.items():
                yield fact.expr

    def _shown(self, claim: Sum, free: Sorts, degree: int, slack: int = 0) -> str | None:
        plan = _Plan(self, Fact(free, claim), [], degree, slack)
        return plan.written() if plan.solve() else None

    # ------------------------------------------------------------ a goal

    def shows(self, goal: Fact) -> bool:
        """Whether steps were found that add the goal."""
        if self._attempt(goal, ONE, 1, 0):
            return True
        self.prepare()
        for base in _repeated(goal):
            square = self.d.square(base, {})
            self.facts[square] = self.d.fact(square)
        for degree, slack in ((1, 0), (2, 0), (3, 0), (3, 1), (4, 0), (4, 1), (3, 2), (5, 1)):
            for scale in self._scales(goal):
                if self.left() <= 0:
                    return False
                if self._attempt(goal, scale, degree, slack):
                    return True
        return False

    def _attempt(self, goal: Fact, scale: Sum, degree: int, slack: int) -> bool:
        scaled = Fact(goal.free, scale * goal.expr, goal.relation)
        blocks = self._blocks(scaled)
        plan = _Plan(self, scaled, blocks, degree, slack)
        if not plan.solve():
            return False
        steps = len(self.d.steps)
        try:
            name = plan.written()
            if scale.terms != ONE.terms:
                self.d.cancel(goal.expr, goal.free, name, self._positive(scale))
        except (RefusedError, InternalError, TooLargeError):
            self.d.forget(steps)
            return False
        return True

    def _positive(self, scale: Sum) -> str:
        for name, fact in self.d.setting.axioms.items():
            if fact.relation == ">" and fact.expr.terms == scale.terms:
                return name
        closed = [n for n, f in self.facts.items() if not f.free and n.endswith(">= 1")]
        return self.d.positive(scale, closed, degree=3)

    def _scales(self, goal: Fact) -> Iterator[Sum]:
        """1, then numbers > 0 by which a goal may be multiplied."""
        yield ONE
        if goal.relation != ">=":
            return
        names = degrees(goal.expr)[0]
        for fact in self.equations.values():
            for name in names:
                if not fact.free and name.startswith("quotient"):
                    scale = _coefficient(fact.expr, name)
                    if scale is not None:
                        yield scale
        for fact in self.facts.values():
            if fact.relation == ">" and not fact.free:
                yield fact.expr
        for name in sorted(self.parameters):
            if f"{name} >= 1" in self.facts:
                yield atom(name)
                yield atom(name) + ONE

    def _blocks(self, goal: Fact) -> list[Block]:
        """The positive parts with a negative coefficient, with what each is multiplied with."""
        found: dict[tuple[str, tuple[str, ...], tuple[tuple[str, str], ...]], Sum] = {}
        for (bound, monomial), c in goal.expr.terms.items():
            part = next((a for a, _ in monomial if a[0] in self.d.setting.parts), None)
            if c > 0 or part is None:
                continue
            names = self._names(bound, goal.free)
            rest = ONE
            for (name, indices), power in monomial:
                for _ in range(power - ((name, indices) == part)):
                    rest = rest * atom(name, *(names.get(v, v) for v in indices))
            over = tuple((names[v], sort) for v, sort in bound)
            key = part[0], tuple(names.get(v, v) for v in part[1]), over
            found[key] = found.get(key, number(0)) + rest.scaled(-c)
        blocks = []
        for (part_name, at, pairs), factor in found.items():
            own, a = self.d.setting.parts[part_name]
            renaming = dict(zip(own, at, strict=True))
            free = {**goal.free, **dict(pairs)}
            blocks.append(Block(part_name, at, factor, dict(pairs), free, a.renamed(renaming)))
        return blocks

    def _names(self, bound: Sequence[tuple[str, str]], taken: Sorts) -> dict[str, str]:
        """Names for bound variables, such as the axioms have for the same sort."""
        names: dict[str, str] = {}
        for variable, sort in bound:
            new = self.name_of(sort)
            while new in taken or new in names.values():
                new += "'"
            names[variable] = new
        return names

    def name_of(self, sort: str) -> str:
        """The name that axioms and goals give to an index variable of a sort."""
        for fact in (*self.d.setting.goals, *self.d.setting.axioms.values()):
            for variable, other in fact.free.items():
                if other == sort:
                    return variable
        return sort


def _repeated(goal: Fact) -> list[Sum]:
    """Factors that a goal without index variables has more than once: their squares are ≥ 0."""
    names = sorted({name for _, monomial in goal.expr.terms for (name, _), _ in monomial})
    if goal.free or not names or any(bound for bound, _ in goal.expr.terms):
        return []
    context = fmpq_mpoly_ctx.get(names)
    polynomial = context.from_dict(
        {
            tuple(dict(monomial).get((name, ()), 0) for name in names): c
            for (_, monomial), c in goal.expr.terms.items()
        }
    )
    bases = []
    for factor, power in polynomial.factor()[1]:
        if power > 1:
            base = number(0)
            for exponents, c in factor.to_dict().items():
                term = number(c)
                for name, exponent in zip(names, exponents, strict=True):
                    for _ in range(exponent):
                        term = term * atom(name)
                base = base + term
            bases.append(base)
    return bases


def _coefficient(expr: Sum, name: str) -> Sum | None:
    """c of an equation c·b − a = 0 for the atom b of a name."""
    result = {}
    for (bound, monomial), c in expr.terms.items():
        powers = dict(monomial)
        if powers.pop((name, ()), 0) == 1:
            result[(bound, tuple(sorted(powers.items())))] = c
    return Sum(result) if result else None


class _Plan:
    """The linear program of one goal, and the steps that its solution makes."""

    def __init__(
        self, searcher: _Searcher, goal: Fact, blocks: list[Block], degree: int, slack: int
    ) -> None:
        self.searcher, self.d = searcher, searcher.d
        self.goal, self.blocks, self.degree, self.slack = goal, blocks, degree, slack
        self.chosen: dict[tuple[str, int], Chosen] = {}
        self.box = box_of([], set(), 0)
        self.pool: dict[str, list[str]] = {}
        self.sorts: dict[str, str] = {}

    def solve(self) -> bool:
        """Whether the linear program has a solution, which is kept."""
        rest = self.goal.expr
        for block in self.blocks:
            rest = rest + block.total(block.factor * atom(block.part, *block.at))
        wanted = [rest, *(block.factor * block.a for block in self.blocks)]
        self.box = box_of(wanted, self.searcher.parameters, self.slack)
        self.pool, self.sorts = self._pool(wanted)
        signed = self._signed()
        if signed is None:
            return False
        free = self._unsigned(wanted, signed)
        claim = {(k, key): c for k, expr in enumerate(wanted) for key, c in expr.terms.items()}
        table = [
            {(k, key): c for k, expr in cells for key, c in expr.terms.items()}
            for _, _, cells in (*signed, *free)
        ]
        values = solved(table, claim, len(signed), seconds=self.searcher.left())
        if values is None:
            return False
        for c, (where, column, _) in zip(values, (*signed, *free), strict=True):
            if c:
                self.chosen.setdefault(where, Chosen()).columns.append((c, column))
        return True

    def _signed(self) -> list[_Cells] | None:
        """Products for the goal (row 0), and twice for each part: for Y, and for Y − c·a."""
        every = self._products(self.goal.free)
        if every is None:
            return None
        inequality = self.goal.relation != "="
        cells: list[_Cells] = [(("goal", 0), each, [(0, each.expr)]) for each in every * inequality]
        for k, block in enumerate(self.blocks, 1):
            mine = self._products(block.free)
            if mine is None:
                return None
            for each in mine:
                cells.append((("zero", k), each, [(0, block.total(each.expr)), (k, each.expr)]))
                cells.append((("above", k), each, [(k, -each.expr)]))
        return cells

    def _unsigned(self, wanted: Sequence[Sum], signed: Sequence[_Cells]) -> list[_Cells]:
        """Multiples of equations for the terms that are there."""
        keys: dict[int, set[Key]] = {k: {*expr.terms} for k, expr in enumerate(wanted)}
        for _, _, row in signed:
            for k, expr in row:
                keys[k].update(expr.terms)
        cells: list[_Cells] = []
        for k, free in enumerate([self.goal.free, *(block.free for block in self.blocks)]):
            searcher = self.searcher
            for each in multiples(keys[k], searcher.equations, free, self.box, searcher.end):
                if k == 0:
                    cells.append((("goal", 0), each, [(0, each.expr)]))
                else:
                    cells.append((("above", k), each, [(k, -each.expr)]))
        return cells

    def _pool(self, wanted: Sequence[Sum]) -> tuple[dict[str, list[str]], dict[str, str]]:
        """Index variables by sort: as many as a term of the claims has, and those of contexts."""
        pool: dict[str, list[str]] = {}
        for context in (self.goal.free, *(block.free for block in self.blocks)):
            for variable, sort in context.items():
                if variable not in pool.setdefault(sort, []):
                    pool[sort].append(variable)
        frees = [self.goal.free, *(block.free for block in self.blocks)]
        for expr, free in zip(wanted, frees, strict=True):
            for bound, monomial in expr.terms:
                sorts = [sort for _, sort in bound]
                used = {v for (_, ix), _ in monomial for v in ix if v in free}
                sorts += [free[v] for v in used]
                for sort in set(sorts):
                    self._extend(pool, sort, sorts.count(sort))
        for fact in (*self.searcher.facts.values(), *self.searcher.equations.values()):
            for sort in set(fact.free.values()):
                self._extend(pool, sort, list(fact.free.values()).count(sort))
        return pool, {v: sort for sort, variables in pool.items() for v in variables}

    def _extend(self, pool: dict[str, list[str]], sort: str, length: int) -> None:
        mine = pool.setdefault(sort, [])
        taken = {v for variables in pool.values() for v in variables}
        name = self.searcher.name_of(sort)
        while len(mine) < length:
            while name in taken:
                name += "'"
            mine.append(name)
            taken.add(name)

    def _products(self, context: Sorts) -> list[Column] | None:
        facts = [
            (reference, self.d.fact(reference).expr)
            for reference in instances(self.searcher.facts, self.pool)
        ]
        return products(facts, self.box, self.degree, self.sorts, context, self.searcher.end)

    # ------------------------------------------------------------ its steps

    def written(self) -> str:
        """Write the steps down; the name of the goal's."""
        totals: list[tuple[fmpq, str]] = []
        for k, block in enumerate(self.blocks, 1):
            zero, above = self.chosen.get(("zero", k)), self.chosen.get(("above", k))
            bound = zero.total if zero else number(0)
            first = self._lemma(Fact(block.free, bound), zero)
            gap = bound - block.factor * block.a
            second = self._lemma(Fact(block.free, gap), above)
            name = self.d.positive_part(block.part, block.at, first, second, block.factor)
            totals.append((fmpq(1), self.d.sum(name, *block.over) if block.over else name))
        return self._lemma(self.goal, self.chosen.get(("goal", 0)), totals)

    def _lemma(
        self, claim: Fact, chosen: Chosen | None, more: Sequence[tuple[fmpq, str]] = ()
    ) -> str:
        signed: list[tuple[fmpq, Product]] = [(c, (name,)) for c, name in more]
        unsigned: list[Multiple] = []
        groups: dict[tuple[bool, tuple[str, ...]], list[tuple[fmpq, Column]]] = {}
        for c, column in chosen.columns if chosen else ():
            if column.inner:
                kind = column.multiple is not None, tuple(column.inner)
                groups.setdefault(kind, []).append((c, column))
            elif column.multiple is not None:
                factor, reference = column.multiple
                unsigned.append((factor.scaled(c), reference))
            else:
                signed.append((c, column.product))
        for (equation, _), columns in groups.items():
            name = self._summed(claim.free, columns)
            if equation:
                unsigned.append((ONE, name))
            else:
                signed.append((fmpq(1), (name,)))
        return self.d.combination(claim, signed, unsigned)

    def _summed(self, free: Sorts, columns: Sequence[tuple[fmpq, Column]]) -> str:
        """Columns of one kind with the same inner variables: one lemma, and its sum over them."""
        inner = columns[0][1].inner
        total = number(0)
        signed: list[tuple[fmpq, Product]] = []
        unsigned: list[Multiple] = []
        for c, column in columns:
            if column.multiple is not None:
                factor, reference = column.multiple
                total = total + factor.scaled(c) * self.d.fact(reference).expr
                unsigned.append((factor.scaled(c), reference))
            else:
                value = number(c)
                for reference in column.product:
                    value = value * self.d.fact(reference).expr
                total = total + value
                signed.append((c, column.product))
        fact = Fact({**free, **inner}, total, "=" if unsigned else ">=")
        return self.d.sum(self.d.combination(fact, signed, unsigned), *inner)
