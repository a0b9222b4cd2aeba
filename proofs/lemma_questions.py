"""The lemmas of a stored proof as questions for solvers, each in SMT-LIB 2 text.

A lemma has a certificate that the proof kernel checks; a solver is asked beside it, as a
cross-check. The facts that the certificate uses are assumed and the claim is denied, so the answer
should be "unsat". An atom at index variables is one real number, and so is a sum; a sum over
independent indices is the product of their sums.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from dpverify.checkers.smt.script import script
from dpverify.checkers.smt.terms import SMT, Formula, Term, constant
from dpverify.proofs.entry import Entry
from dpverify.proofs.kernel import Fact, Facts, Relation
from dpverify.proofs.setting import settings_of
from dpverify.proofs.sums import Bound, Monomial, Sum

SEPARATOR = "(reset)"


@dataclass(frozen=True)
class Question:
    """One lemma: where it stands in the proof, and the text that asks for a counterexample."""

    part: str
    step: str
    text: str


def questions(entry: Entry, document: Mapping[str, Any]) -> Iterator[Question]:
    """The lemmas of an accepted proof, in order."""
    for part, setting in settings_of(entry.statement).items():
        heading = f"{entry.id} {part}".rstrip()
        for name, used, claim in _lemmas(Facts(setting), document["steps"][part]):
            yield Question(part, name, _text(f"{heading}, {name}", used, claim))


def _lemmas(facts: Facts, steps: Any) -> Iterator[tuple[str, list[Fact], Fact]]:
    """Each lemma with the facts that its certificate uses, those within branches too."""
    for step in steps:
        if step["by"] == "cases":
            for name, assumed in branches(step, facts):
                yield from _lemmas(facts.assuming(*assumed), step[name])
        claim = facts.add(step)
        if step["by"] == "lemma":
            yield step["name"], [facts.use(reference) for reference in _references(step)], claim


def branches(step: Mapping[str, Any], facts: Facts) -> Iterator[tuple[str, tuple[str, Fact]]]:
    """The branches of a step by cases, each with the name and the fact that it assumes."""
    relations: Mapping[str, Relation] = {"positive": ">", "zero": "="}
    for branch, relation in relations.items():
        fact = Fact({}, facts.use(step["on"]).expr, relation)
        yield branch, (f"{step['name']}, {branch}", fact)


def written_out(entry: Entry, document: Mapping[str, Any]) -> str:
    """All questions of a proof in one file; each is answered "unsat" where the lemma is true."""
    return f"\n{SEPARATOR}\n".join(question.text for question in questions(entry, document)) + "\n"


def _references(step: Mapping[str, Any]) -> list[Any]:
    given = [reference for _, references in step.get("products", ()) for reference in references]
    given += [reference for _, reference in step.get("multiples", ())]
    return [reference for k, reference in enumerate(given) if reference not in given[:k]]


def _text(heading: str, used: list[Fact], claim: Fact) -> str:
    reals = _Reals()
    assumed = [reals.formula(fact) for fact in used]
    denied = Formula(f"(not {reals.formula(claim)})")
    known = "\n".join(f"{name} is {what}" for what, name in reals.names.items())
    return script(f"{heading}\n{known}", [("assumed", assumed), ("denied", [denied])])


@dataclass
class _Reals:
    """A real variable for each atom and each sum, called x0, x1, … in order of occurrence."""

    names: dict[str, str] = field(default_factory=dict)

    def formula(self, fact: Fact) -> Formula:
        term = self._expression(fact.expr)
        return Formula(f"({fact.relation} {term} 0)")

    def _expression(self, expression: Sum) -> Term:
        total = constant(0)
        for (bound, monomial), coefficient in sorted(expression.terms.items()):
            number = Fraction(int(coefficient.p), int(coefficient.q))
            total = SMT.plus(total, SMT.times(constant(number), self._product(bound, monomial)))
        return total

    def _product(self, bound: Bound, monomial: Monomial) -> Term:
        result = constant(1)
        for variables, factors in _components(bound, monomial):
            text = _spelled(variables, factors)
            if variables:
                result = SMT.times(result, self._named(text))
                continue
            for (name, indices), power in factors:
                one = self._named(_spelled((), (((name, indices), 1),)))
                for _ in range(power):
                    result = SMT.times(result, one)
        return result

    def _named(self, text: str) -> Term:
        return Term(self.names.setdefault(text, f"x{len(self.names)}"))


def _components(bound: Bound, monomial: Monomial) -> Iterator[tuple[Bound, Monomial]]:
    """Factors that share no bound index variable: each sum by itself, and what is in no sum."""
    left = dict(bound)
    rest = list(monomial)
    while left:
        reached = {next(iter(left))}
        while True:
            near = {v for (_, at), _ in rest if reached & set(at) for v in at if v in left}
            if near <= reached:
                break
            reached |= near
        inside = tuple(factor for factor in rest if reached & set(factor[0][1]))
        yield tuple((v, left.pop(v)) for v in sorted(reached)), inside
        rest = [factor for factor in rest if factor not in inside]
    yield (), tuple(rest)


def _spelled(variables: Bound, factors: Monomial) -> str:
    """A sum, or an atom, as it stands on paper; the bound variables by their order."""
    names = {v: f"{sort}{k}" for k, (v, sort) in enumerate(variables)}
    parts = [
        name
        + (f"[{','.join(names.get(v, v) for v in at)}]" if at else "")
        + (f"^{power}" if power > 1 else "")
        for (name, at), power in factors
    ]
    sums = f"sum over {','.join(names.values())} of " if names else ""
    return sums + "*".join(parts or ["1"])
