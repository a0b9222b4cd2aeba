"""A setting with its proof as a section of a Coq file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from dpverify.proofs.coq.steps import Steps, related, statement
from dpverify.proofs.coq.words import Names, Writer, terms
from dpverify.proofs.kernel import Fact, Facts, Setting
from dpverify.proofs.sums import Sum, atom


def signatures(setting: Setting) -> dict[str, tuple[str, ...]]:
    """Every atom with the sorts of its index variables."""
    result: dict[str, tuple[str, ...]] = {}
    facts = [*setting.axioms.values(), *setting.goals]
    facts += [Fact(free, expr) for free, expr in setting.parts.values()]
    facts += [Fact(free, atom(name, *free)) for name, (free, _) in setting.parts.items()]
    for fact in facts:
        for bound, monomial in fact.expr.terms:
            sorts = {**fact.free, **dict(bound)}
            for (name, indices), _ in monomial:
                result[name] = tuple(sorts[v] for v in indices)
    return result


def section(title: str, setting: Setting, steps: Sequence[Any], names: Names) -> Iterator[str]:
    """The lines of a section; after it, `{title}_goal0` and so on speak of everything in it."""
    writer, atoms = Writer(names), signatures(setting)
    sorts = sorted(
        {sort for every in atoms.values() for sort in every}
        | {
            sort
            for fact in (*setting.axioms.values(), *setting.goals)
            for sort in fact.free.values()
        }
    )
    yield f"Module {title}."
    yield "Section Setting."
    if sorts:
        yield f"Variables {' '.join(map(names.sort, sorts))} : Finite."
    for name, every in atoms.items():
        yield f"Variable {names.atom(name)} : {' -> '.join([*map(names.sort, every), 'R'])}."
    for name, fact in setting.axioms.items():
        yield f"Hypothesis {names.fact(name)} : {statement(writer, fact)}."
    for name, (free, a) in setting.parts.items():
        claim = f"{writer.product((((name, tuple(free)), 1),))} = Rmax 0 ({writer.expression(a)})"
        yield f"Hypothesis {names.fact(f'{name} is')} : {writer.forall(free, claim)}."
    every = Steps(setting, writer, Facts(setting))
    yield from every.lines(steps)
    for count, goal in enumerate(setting.goals):
        yield f"Theorem goal{count} : {statement(writer, goal)}."
        yield "Proof using All."
        yield f"  exact {names.fact(_proved(every.facts, goal))}."
        yield "Qed."
    yield "End Setting."
    yield f"End {title}."


def _proved(facts: Facts, goal: Fact) -> str:
    for name, fact in facts._known.items():
        if (fact.relation, dict(fact.free), fact.expr.terms) == (
            goal.relation,
            dict(goal.free),
            goal.expr.terms,
        ):
            return name
    raise ValueError("a goal that is not proved")
