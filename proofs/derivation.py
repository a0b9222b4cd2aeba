"""Writing a proof: each call adds a step that the proof kernel has already accepted.

Not trusted: what it writes down is checked again, as data, by `proofs.kernel.check`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from flint import fmpq

from dpverify.defs.errors import InternalError
from dpverify.proofs.kernel import Fact, Facts, Setting
from dpverify.proofs.lemma import Multiple, Product, Reference, certificate, products_up_to
from dpverify.proofs.sums import Sum, atom, number, write

Sorts = Mapping[str, str]


Branch = Callable[["Derivation", str], None]


class Derivation:
    """The steps so far; every method returns the name of the fact that its step adds.

    Args: setting what is given and to be shown; prefix what the names of its steps begin with.
    Raises: RefusedError where the kernel refuses a step; InternalError where no certificate is
        found for a lemma.
    """

    def __init__(self, setting: Setting, prefix: str = "") -> None:
        self.setting = setting
        self._prefix = prefix
        self.steps: list[dict[str, Any]] = []
        self._facts = Facts(setting)

    def __str__(self) -> str:
        """What is given, the positive parts, what is to be shown, and the steps so far, by name."""
        given = [f"  {name}: {_said(fact)}" for name, fact in self.setting.axioms.items()]
        parts = [
            f"  {name}[{','.join(free)}] = max(0, {a})" if free else f"  {name} = max(0, {a})"
            for name, (free, a) in self.setting.parts.items()
        ]
        goals = [f"  {_said(goal)}" for goal in self.setting.goals]
        steps = [f"  {step['name']}: {_said(self.fact(step['name']))}" for step in self.steps]
        groups = {"given": given, "positive parts": parts, "to be shown": goals, "steps": steps}
        return "\n".join("\n".join([f"{head}:", *lines]) for head, lines in groups.items() if lines)

    def fact(self, reference: Reference) -> Fact:
        """A fact by name, or with index variables replaced."""
        return self._facts.use(_written(reference))

    def part(self, a: Sum) -> tuple[str, Sum]:
        """The atom max(0, a) of the setting: its name, and the atom at its index variables."""
        for name, (indices, expr) in self.setting.parts.items():
            if expr.terms == a.terms:
                return name, atom(name, *indices)
        raise InternalError(f"the setting has no atom for max(0, {a})")

    @property
    def goal(self) -> Fact:
        """The goal, where there is one alone."""
        (goal,) = self.setting.goals
        return goal

    def lemma(
        self,
        claim: Sum,
        free: Sorts,
        using: Sequence[Reference] = (),
        *,
        products: Sequence[Product] = (),
        equations: Sequence[str | Multiple] = (),
        degree: int = 2,
        relation: str = ">=",
    ) -> str:
        """claim ≥ 0, by a certificate in products of at most `degree` of the facts `using`.

        `products` are further ones; `equations` are facts = 0 that may be added with rational
        coefficients of either sign, or a factor with such a fact.
        """
        every = [*products_up_to(using, degree), *products]
        multiples = [
            equation if type(equation) is tuple else (number(1), equation) for equation in equations
        ]
        combination = certificate(claim, self.fact, every, multiples)  # type: ignore[arg-type]  # pairs
        if combination is None:
            raise InternalError(f"no certificate of degree {degree} for {claim} from {using}")
        signed, unsigned = combination
        return self._add(
            by="lemma",
            relation=relation,
            free=dict(free),
            claim=write(claim),
            products=[[str(c), [_written(equation) for equation in names]] for c, names in signed],
            multiples=[[write(factor.scaled(c)), _written(name)] for c, (factor, name) in unsigned],
        )

    def combination(
        self,
        claim: Fact,
        products: Sequence[tuple[fmpq, Product]],
        multiples: Sequence[Multiple] = (),
    ) -> str:
        """A claim with the coefficients of its certificate."""
        return self._add(
            by="lemma",
            relation=claim.relation,
            free=dict(claim.free),
            claim=write(claim.expr),
            products=[[str(c), [_written(name) for name in names]] for c, names in products],
            multiples=[[write(factor), _written(name)] for factor, name in multiples],
        )

    def proves(self, goal: Fact) -> bool:
        """Whether a goal is among the facts."""
        return self._facts.proves(goal)

    def forget(self, count: int) -> None:
        """Take back the steps after the first `count`."""
        kept, self.steps = self.steps[:count], []
        self._facts = Facts(self.setting)
        for step in kept:
            self._facts.add(step)
            self.steps.append(step)

    def positive(self, claim: Sum, using: Sequence[str], degree: int = 1) -> str:
        """claim > 0: the same, with a constant > 0 among the summands; no index variables."""
        return self.lemma(claim, {}, using, degree=degree, relation=">")

    def concluded(
        self, *facts: str, equations: Sequence[str | Multiple] = (), goal: Fact | None = None
    ) -> str:
        """A goal, the only one unless it is given, as a combination of facts."""
        goal = goal or self.goal
        return self.lemma(goal.expr, goal.free, facts, equations=equations, degree=1)

    def equation(self, factor: Sum, name: str, free: Sorts) -> str:
        """factor · (a fact = 0) = 0."""
        claim = factor * self.fact(name).expr
        multiples = [[write(factor), name]]
        return self._add(
            by="lemma", relation="=", free=dict(free), claim=write(claim), multiples=multiples
        )

    def sum(self, of: str, *over: str) -> str:
        """Σ over index variables that are free in a fact."""
        return self._add(by="sum", of=of, over=list(over))

    def positive_part(
        self, part: str, at: Sequence[str], zero: str, above: str, factor: Sum | None = None
    ) -> str:
        """From Y ≥ 0 and Y − c·a ≥ 0 to Y − c·max(0, a) ≥ 0; c is 1 unless a factor is given."""
        scaled = {} if factor is None else {"factor": write(factor)}
        return self._add(
            by="positive-part", part=part, at=list(at), zero=zero, above=above, **scaled
        )

    def cancel(self, claim: Sum, free: Sorts, of: str, factor: str) -> str:
        """From c·A ≥ 0 and c > 0 to A ≥ 0."""
        return self._add(by="cancel", free=dict(free), claim=write(claim), of=of, factor=factor)

    def square(self, base: Sum, free: Sorts) -> str:
        """base² ≥ 0."""
        return self._add(by="square", free=dict(free), claim=write(base))

    def cases(self, on: str, claim: Fact, positive: Branch, zero: Branch) -> str:
        """A claim, by what each branch writes down: where the fact c ≥ 0 is > 0, and where it is 0.

        A branch is given a derivation, and the name of what it may assume.
        """
        name = f"{self._prefix}step {len(self.steps)}"
        written = {}
        for branch, relation, write_down in (("positive", ">", positive), ("zero", "=", zero)):
            assumed = f"{name}, {branch}"
            inside = Derivation(self.setting, prefix=f"{assumed}, ")
            fact = Fact({}, self.fact(on).expr, relation)  # type: ignore[arg-type]  # it is one
            inside._facts = self._facts.assuming(assumed, fact)
            write_down(inside, assumed)
            written[branch] = inside.steps
        return self._add(
            by="cases",
            on=on,
            relation=claim.relation,
            free=dict(claim.free),
            claim=write(claim.expr),
            **written,
        )

    def axioms(self, *starts: str) -> list[str]:
        """The names of the axioms that start with one of these texts."""
        return [name for name in self.setting.axioms if name.startswith(starts)]

    def _add(self, **step: Any) -> str:
        name = f"{self._prefix}step {len(self.steps)}"
        named = {"name": name, **step}
        self._facts.add(named)
        self.steps.append(named)
        return name


def _written(reference: Reference) -> Any:
    """A reference as a proof writes it."""
    if isinstance(reference, str):
        return reference
    name, renaming = reference
    return [name, dict(renaming)]


def _said(fact: Fact) -> str:
    """A fact in words: for all y: P.M[y] >= 0."""
    free = f"for all {', '.join(fact.free)}: " if fact.free else ""
    return f"{free}{fact.expr} {fact.relation} 0"
