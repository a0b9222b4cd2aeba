"""The proof kernel: checks that the steps of a proof chain to exactly the goals of a setting.

It searches nothing. A step adds one *fact* and may use the axioms of the setting and earlier facts
only. A fact says of an expression with finite sums (`proofs.sums`) that it is ≥ 0, > 0 or = 0, for
all values of its free index variables. A proof is accepted when each goal of the setting is among
its facts; the setting comes from the registered statement (`proofs.setting`), never from the proof.

Trusted: this module, `proofs/sums.py`, what makes the setting (`proofs/setting.py`,
`proofs/sum_logic.py`) and the rationals of python-flint. The rules, each sound for real numbers and
for finite non-empty index sets of any size:

    lemma          claim = Σ c·(product of facts ≥ 0) + Σ t·(a fact = 0), rational c ≥ 0: a
                   pointwise inequality with its certificate, one identity between expressions;
                   it is > 0 where a constant c > 0 (the empty product) is among the summands
    sum            A(i) ≥ 0 for all i gives Σ_i A(i) ≥ 0; likewise for = 0
    positive-part  Y ≥ 0 and Y − c·a ≥ 0 give Y − c·m ≥ 0 for the atom m = max(0, a) and any c:
                   the case split, since m is 0 or a
    cancel         c·A ≥ 0 and c > 0 give A ≥ 0
    cases          for a number c ≥ 0: what follows where c > 0, and where c = 0, is so
    square         A² ≥ 0 for any expression A, which stands as the claim

An index set may also be countable, where the setting says so and names the atoms that make sums
over it converge absolutely. Then every sum over it, in a fact or a factor, has such an atom in each
of its terms, so that sums may be split, multiplied and taken in any order as finite ones.

A reference to a fact may rename its free index variables (instantiation). What must never change:
whatever is malformed, or is not an instance of a rule, is refused. Malformed is also what Python
would let pass: a text where a list is due (`"ab" in "abc"`, and a text is a sequence of letters), a
dictionary where pairs are, a key that no rule reads, a name twice, a name that looks like another.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from dpverify.proofs.sums import Sum, TooLargeError, atom, number, rational, read, sum_of, texts

Relation = Literal[">=", ">", "="]


MAX_DEPTH = 8
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9 .,:'_-]{0,199}", re.ASCII)
_VARIABLE = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,39}'{0,9}", re.ASCII)


class RefusedError(Exception):
    """A step that is no instance of its rule, or a goal that was not reached."""


@dataclass(frozen=True)
class Fact:
    """`expr` stands in the relation to 0, for all values of the free index variables."""

    free: Mapping[str, str]
    expr: Sum
    relation: Relation = ">="


@dataclass(frozen=True)
class Setting:
    """What a statement gives to its proof.

    Args:
        axioms: facts by name.
        parts: atoms that are max(0, a), by name: their index variables with sorts, and a.
        goals: what is to be shown.
        countable: index sets that are countable, each with the names of atoms whose products with
            any other atoms of the setting, each at one index of that set, have an absolutely
            convergent sum over it.
    """

    axioms: Mapping[str, Fact]
    parts: Mapping[str, tuple[Mapping[str, str], Sum]]
    goals: tuple[Fact, ...]
    countable: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


class Facts:
    """The facts so far: the axioms of a setting, and what steps have added."""

    def __init__(self, setting: Setting, depth: int = 0) -> None:
        _need(depth <= MAX_DEPTH, "cases within cases, too deep")
        self._setting = setting
        self._parts = setting.parts
        self._known = dict(setting.axioms)
        self._depth = depth

    def __getitem__(self, name: str) -> Fact:
        return self._known[name]

    def add(self, step: Any) -> Fact:
        """Check one step and add its fact; RefusedError where it is no instance of its rule."""
        try:
            named = type(step) is dict and type(step["name"]) is str
            plain = named and _NAME.fullmatch(step["name"])
            _need(plain, "a step has no name, or one with other than plain letters")
            _need(step["name"] not in self._known, "the name of a step is taken")
            rule, keys = _rule(step["by"])
            unread = step.keys() - keys - {"name", "by"}
            _need(not unread, f"the rule {step['by']} reads no {min(unread, default='')[:40]!a}")
            fact = rule(self, step)
            self.need_convergence(fact.expr)
        except (TooLargeError, LookupError, TypeError, ValueError, AttributeError) as fault:
            raise RefusedError(str(fault) or type(fault).__name__) from None
        self._known[step["name"]] = fact
        return fact

    def proves(self, goal: Fact) -> bool:
        """Whether the goal is among the facts, to the letter."""
        return any(
            (fact.relation, fact.free, fact.expr.terms)
            == (goal.relation, goal.free, goal.expr.terms)
            for fact in self._known.values()
        )

    def use(self, reference: Any) -> Fact:
        """A fact by name, or by [name, {index variable: index variable}]."""
        match reference:
            case str():
                return self._known[reference]
            case [str(name), dict(renaming)]:
                fact = self._known[name]
            case _:
                raise RefusedError("a reference is no name, and no list of two: a name, a renaming")
        _need(renaming.keys() <= fact.free.keys(), "what is renamed is not free in the fact")
        free: dict[str, str] = {}
        for variable, sort in fact.free.items():
            new = renaming.get(variable, variable)
            plain = type(new) is str and _VARIABLE.fullmatch(new)
            _need(plain, "an index variable is renamed to what is no name of one")
            _need(free.setdefault(new, sort) == sort, "one name, two sorts")
        return Fact(free, fact.expr.renamed(renaming), fact.relation)

    def assuming(self, name: str, fact: Fact) -> Facts:
        """These facts and one more; what is added to them is not added here."""
        more = Facts(replace(self._setting, axioms=self._known, goals=()), self._depth + 1)
        _need(name not in self._known, "the name of an assumption is taken")
        more._known[name] = fact
        return more

    def need_convergence(self, expr: Sum, over: Mapping[str, str] | None = None) -> Sum:
        """The expression, if each sum over a countable set has an atom of that set in every term.

        Args: over index variables over which the expression is going to be summed.
        """
        for bound, monomial in expr.terms:
            for variable, sort in (*bound, *(over or {}).items()):
                weights = self._setting.countable.get(sort)
                converges = weights is None or any(
                    name in weights and variable in indices for (name, indices), _ in monomial
                )
                _need(converges, f"a sum over the countable set {sort} may not converge")
        return expr

    def part(self, name: str) -> tuple[Mapping[str, str], Sum]:
        """Index variables and a of an atom max(0, a)."""
        return self._parts[name]


def check(setting: Setting, steps: Any) -> None:
    """Accept the proof of a setting; RefusedError says which step is wrong and why."""
    _need(type(steps) is list, "a proof is a list of steps")
    facts = Facts(setting)
    for count, step in enumerate(steps):
        try:
            facts.add(step)
        except RefusedError as fault:
            raise RefusedError(f"step {count}: {fault}") from None
    _need(setting.goals, "the setting has no goal")
    for count, goal in enumerate(setting.goals):
        _need(facts.proves(goal), f"goal {count} is not proved")


def _need(condition: object, fault: str) -> None:
    if not condition:
        raise RefusedError(fault)


def _claim(facts: Facts, step: Mapping[str, Any]) -> Fact:
    free = step["free"]
    plain = type(free) is dict and all(
        type(name) is str and _VARIABLE.fullmatch(name) for pair in free.items() for name in pair
    )
    _need(plain, "free: not texts that are plain names, or a name of a bound variable")
    claim = Fact(free, read(step["claim"]), step.get("relation", ">="))
    _need(claim.relation in (">=", ">", "="), "there is no such relation")
    _need(claim.expr.free() <= free.keys(), "the claim mentions an index that is not free")
    facts.need_convergence(claim.expr)
    return claim


def _lemma(facts: Facts, step: Mapping[str, Any]) -> Fact:
    claim = _claim(facts, step)
    used: list[Fact] = []
    summands: list[Sum] = []
    products, multiples = step.get("products", []), step.get("multiples", [])
    for given in (products, multiples):
        pairs = type(given) is list and all(type(p) is list and len(p) == 2 for p in given)
        _need(pairs, "the summands of a certificate are no list of pairs")
    _need(all(type(facts) is list for _, facts in products), "a product is no list of facts")
    _need(claim.relation != "=" or not products, "inequalities do not add up to an equation")
    strict = any(rational(c) > 0 and not references for c, references in products)
    _need(strict or claim.relation != ">", "no constant makes the claim > 0")
    for coefficient, references in products:
        _need(rational(coefficient) >= 0, "a product has a negative coefficient")
        factors = [facts.use(reference) for reference in references]
        summands.append(_product(rational(coefficient), factors))
        used += factors
    for factor, reference in multiples:
        fact = facts.use(reference)
        _need(fact.relation == "=", "only a fact = 0 may be multiplied by anything")
        summands.append(facts.need_convergence(read(factor)) * fact.expr)
        used.append(fact)
    bound = all(fact.free.items() <= claim.free.items() for fact in used)
    _need(bound, "a fact speaks of an index variable that the claim does not have")
    gap = claim.expr - sum_of(summands)
    _need(not gap.terms, "the identity of the certificate does not hold")
    return claim


def _product(coefficient: Any, factors: Sequence[Fact]) -> Sum:
    result = number(coefficient)
    for fact in factors:
        result = result * fact.expr
    return result


def _sum(facts: Facts, step: Mapping[str, Any]) -> Fact:
    fact, over = facts.use(step["of"]), texts(step["over"], "over")
    _need(len({*over}) == len(over), "a sum runs twice over one index variable")
    _need(over and {*over} <= fact.free.keys(), "a sum runs over free index variables")
    rest = {v: sort for v, sort in fact.free.items() if v not in over}
    relation: Relation = "=" if fact.relation == "=" else ">="
    summed = {v: fact.free[v] for v in over}
    return Fact(rest, facts.need_convergence(fact.expr, summed).over(summed), relation)


def _positive_part(facts: Facts, step: Mapping[str, Any]) -> Fact:
    indices, a = facts.part(step["part"])
    at = dict(zip(indices, texts(step["at"], "at"), strict=True))
    zero, above = facts.use(step["zero"]), facts.use(step["above"])
    factor = facts.need_convergence(read(step["factor"])) if "factor" in step else number(1)
    sorts = {(at[v], sort) for v, sort in indices.items()}
    _need(sorts <= set(zero.free.items()), "the part stands at an index that is not free")
    _need(factor.free() <= zero.free.keys(), "the factor has an index that is not free")
    _need(zero.free == above.free, "the facts speak of different index variables")
    _need("=" not in (zero.relation, above.relation), "the facts are not inequalities")
    gap = zero.expr - above.expr - factor * a.renamed(at)
    _need(not gap.terms, "the facts do not differ by c·a")
    return Fact(zero.free, zero.expr - factor * atom(step["part"], *at.values()))


def _cancel(facts: Facts, step: Mapping[str, Any]) -> Fact:
    claim, product, factor = _claim(facts, step), facts.use(step["of"]), facts.use(step["factor"])
    _need(factor.relation == ">" and product.relation == claim.relation, "not c > 0 and c·A")
    _need(factor.free.items() <= claim.free.items(), "the factor has other index variables")
    _need(product.free == claim.free, "the product has other index variables")
    _need(not (factor.expr * claim.expr - product.expr).terms, "the product is not c·A")
    return claim


def _cases(facts: Facts, step: Mapping[str, Any]) -> Fact:
    claim, fact = _claim(facts, step), facts.use(step["on"])
    _need(fact.relation == ">=" and not fact.free, "not a number c ≥ 0")
    relations: Mapping[str, Relation] = {"positive": ">", "zero": "="}
    for branch, relation in relations.items():
        name = f"{step['name']}, {branch}"
        inside = facts.assuming(name, Fact({}, fact.expr, relation))
        _need(type(step[branch]) is list, "a branch is no list of steps")
        for case in step[branch]:
            inside.add(case)
        _need(inside.proves(claim), f"the claim is not proved in the branch {branch}")
    return claim


def _square(facts: Facts, step: Mapping[str, Any]) -> Fact:
    base = _claim(facts, step)
    _need(base.relation == ">=", "a square is ≥ 0, and no more is known of it")
    return Fact(base.free, base.expr * base.expr)


Rule = Callable[[Facts, Mapping[str, Any]], Fact]

_CLAIM = {"free", "claim", "relation"}
_RULES: Mapping[str, tuple[Rule, set[str]]] = {
    "lemma": (_lemma, {*_CLAIM, "products", "multiples"}),
    "sum": (_sum, {"of", "over"}),
    "positive-part": (_positive_part, {"part", "at", "zero", "above", "factor"}),
    "cancel": (_cancel, {*_CLAIM, "of", "factor"}),
    "cases": (_cases, {*_CLAIM, "on", "positive", "zero"}),
    "square": (_square, _CLAIM),
}
"""The rules, and what a step of each may say beside its name; all of it is read."""


def _rule(name: Any) -> tuple[Rule, set[str]]:
    try:
        return _RULES[name]
    except LookupError:
        raise RefusedError("there is no such rule") from None
