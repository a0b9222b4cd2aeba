"""A second judge of proofs, which knows nothing of normal forms: it puts numbers for atoms.

Each step must be an instance of its rule at random finite structures, with random numbers for all
atoms: an identity of polynomials that is false fails there. It tells a corruption that still is a
proof (a step deleted that nothing used) from one that is none, and shares no code with the kernel.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from flint import fmpq

from dpverify.proofs.kernel import Fact, Setting
from tests.proofs.structures import (
    Env,
    Structure,
    random_structure,
    rational,
    value,
    value_of_json,
)

Number = Callable[[Structure, Env], fmpq]


class NoProofError(Exception):
    """A step is no instance of its rule."""


@dataclass(frozen=True)
class _Known:
    free: Mapping[str, str]
    number: Number
    relation: str


def still_proves(setting: Setting, steps: Any, seed: int = 0) -> bool:
    """Whether every step follows and every goal is reached, at random structures."""
    structures = [random_structure(31 * seed + k, largest=2 + k % 2) for k in range(3)]
    try:
        judge = _Judge(setting, structures, {k: _known(f) for k, f in setting.axioms.items()})
        for step in steps:
            _need(type(step["name"]) is str and step["name"] not in judge.facts)
            judge.facts[step["name"]] = _RULES[step["by"]](judge, step)
        _need(len(setting.goals) > 0)
        return all(judge.reached(_known(goal)) for goal in setting.goals)
    except (NoProofError, LookupError, TypeError, ValueError, AttributeError):
        return False


def _need(condition: bool) -> None:
    if not condition:
        raise NoProofError


def _known(fact: Fact) -> _Known:
    return _Known(fact.free, lambda s, at: value(fact.expr, s, at), fact.relation)


@dataclass(frozen=True)
class _Judge:
    setting: Setting
    structures: list[Structure]
    facts: dict[str, _Known]

    def vanishes(self, free: Mapping[str, str], number: Number) -> bool:
        """Whether a number is 0 at every place of every structure."""
        return all(not number(s, at) for s in self.structures for at in s.over(free))

    def reached(self, goal: _Known) -> bool:
        return any(
            (fact.free, fact.relation) == (goal.free, goal.relation)
            and self.vanishes(goal.free, _minus(fact.number, goal.number))
            for fact in self.facts.values()
        )

    def use(self, reference: Any) -> _Known:
        if type(reference) is str:
            return self.facts[reference]
        name, renaming = reference
        fact = self.facts[name]
        _need(set(renaming) <= set(fact.free))
        new = {v: renaming.get(v, v) for v in fact.free}
        free = {new[v]: sort for v, sort in fact.free.items()}
        _need(all(free[new[v]] == sort for v, sort in fact.free.items()))
        number = fact.number
        return _Known(free, lambda s, at: number(s, {v: at[new[v]] for v in new}), fact.relation)

    def claim(self, step: Any) -> _Known:
        free, document = step["free"], step["claim"]
        _need(all(v[:1] != "%" and type(sort) is str for v, sort in free.items()))
        relation = step.get("relation", ">=")
        _need(relation in (">=", ">", "="))
        for coefficient, bound, monomial in document:
            _need(type(coefficient) is str)
            seen = {v for _, indices, _ in monomial for v in indices}
            _need(seen <= free.keys() | dict(bound).keys())
        return _Known(free, lambda s, at: value_of_json(document, s, at), relation)


def _minus(a: Number, b: Number) -> Number:
    return lambda s, at: a(s, at) - b(s, at)


def _lemma(judge: _Judge, step: Any) -> _Known:
    claim = judge.claim(step)
    products = [(rational(c), [judge.use(r) for r in rs]) for c, rs in step.get("products", [])]
    multiples = [(factor, judge.use(r)) for factor, r in step.get("multiples", [])]
    _need(all(c >= 0 for c, _ in products))
    _need(all(fact.relation == "=" for _, fact in multiples))
    _need(claim.relation != "=" or not products)
    _need(claim.relation != ">" or any(c > 0 and not facts for c, facts in products))
    for fact in [f for _, facts in products for f in facts] + [f for _, f in multiples]:
        _need(fact.free.items() <= claim.free.items())

    def rest(s: Structure, at: Env) -> fmpq:
        result = claim.number(s, at)
        for c, facts in products:
            term = c
            for fact in facts:
                term *= fact.number(s, at)
            result -= term
        for factor, fact in multiples:
            result -= value_of_json(factor, s, at) * fact.number(s, at)
        return result

    _need(judge.vanishes(claim.free, rest))
    return claim


def _sum(judge: _Judge, step: Any) -> _Known:
    fact, over = judge.use(step["of"]), list(step["over"])
    _need(bool(over) and set(over) <= set(fact.free))
    inner = {v: fact.free[v] for v in over}
    rest = {v: sort for v, sort in fact.free.items() if v not in inner}
    relation = "=" if fact.relation == "=" else ">="
    number = fact.number
    return _Known(
        rest,
        lambda s, at: sum((number(s, place) for place in s.over(inner, at)), fmpq(0)),
        relation,
    )


def _positive_part(judge: _Judge, step: Any) -> _Known:
    name = step["part"]
    indices, a = judge.setting.parts[name]
    at_names = dict(zip(indices, step["at"], strict=True))
    zero, above = judge.use(step["zero"]), judge.use(step["above"])
    factor = step.get("factor", [["1", [], []]])
    _need(zero.free == above.free and "=" not in (zero.relation, above.relation))
    _need(all(zero.free[at_names[v]] == sort for v, sort in indices.items()))

    def of(number: Callable[[Structure, Env], fmpq]) -> Number:
        return lambda s, at: value_of_json(factor, s, at) * number(s, at)

    part = of(lambda s, at: s.atom(name, tuple(at[v] for v in at_names.values())))
    inside = of(lambda s, at: value(a, s, {v: at[w] for v, w in at_names.items()}))
    gap = _minus(_minus(zero.number, above.number), inside)
    _need(judge.vanishes(zero.free, gap))
    return _Known(zero.free, _minus(zero.number, part), ">=")


def _cancel(judge: _Judge, step: Any) -> _Known:
    claim, of, factor = judge.claim(step), judge.use(step["of"]), judge.use(step["factor"])
    _need(factor.relation == ">" and of.relation == claim.relation and of.free == claim.free)
    _need(factor.free.items() <= claim.free.items())
    gap = _minus(lambda s, at: claim.number(s, at) * factor.number(s, at), of.number)
    _need(judge.vanishes(claim.free, gap))
    return claim


def _cases(judge: _Judge, step: Any) -> _Known:
    claim, on = judge.claim(step), judge.use(step["on"])
    _need(on.relation == ">=" and on.free == {})
    for branch, relation in (("positive", ">"), ("zero", "=")):
        inside = _Judge(judge.setting, judge.structures, dict(judge.facts))
        inside.facts[f"{step['name']}, {branch}"] = _Known({}, on.number, relation)
        _need(type(step[branch]) is list)
        for each in step[branch]:
            _need(type(each["name"]) is str and each["name"] not in inside.facts)
            inside.facts[each["name"]] = _RULES[each["by"]](inside, each)
        _need(inside.reached(claim))
    return claim


def _square(judge: _Judge, step: Any) -> _Known:
    base = judge.claim(step)
    _need(base.relation == ">=")
    return _Known(base.free, lambda s, at: base.number(s, at) ** 2, ">=")


_RULES: Mapping[str, Callable[[_Judge, Any], _Known]] = {
    "lemma": _lemma,
    "sum": _sum,
    "positive-part": _positive_part,
    "cancel": _cancel,
    "cases": _cases,
    "square": _square,
}
