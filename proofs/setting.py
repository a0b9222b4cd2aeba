"""From a statement to what its proof may use and must show, for one ordered pair of neighbours.

Trusted, with the proof kernel. On the two inputs x, x' of a pair each object has two laws, atoms
`P.M[y]` and `Q.M[y]`; a kernel, whose inputs are another object's outputs, is one family `f[y,z]`,
the same under both. A composition is the expression that defines it. The axioms: probabilities are
≥ 0 and sum to 1, where the parameters lie, and the hypotheses; the goals: the conclusion. Both are
read in their form over outputs by `sum_logic`. What is not of this kind is
Undecided("unsupported"), never approximated.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from dpverify.defs.errors import Undecided
from dpverify.proofs.definitions import comparison, kind_of
from dpverify.proofs.expressions import evaluate
from dpverify.proofs.forms import truth
from dpverify.proofs.kernel import Fact, Setting
from dpverify.proofs.statement import (
    AnyChannel,
    Claim,
    Equivalent,
    FixedChannel,
    OutputsOf,
    Size,
    Statement,
)
from dpverify.proofs.sum_logic import (
    Formula,
    OddsAlgebra,
    Sorts,
    SumLogic,
    Term,
    indicator,
    joined,
)
from dpverify.proofs.sums import Sum, atom, number

OUTPUTWISE = frozenset(
    {
        "pure-dp",
        "local-dp",
        "approx-dp",
        "probabilistic-dp",
        "privacy-at-risk",
        "total-variation-at-most",
        "likelihood-guess-error-at-least",
        "likelihood-guess-error-at-most",
        "bayes-guess-error-at-least",
        "bayes-guess-error-at-most",
    }
)
"""Definitions whose form over outputs treats each output by itself and in the same way.

One representative stands for all outputs of a set, so any other form would say something else.
"""

EVENTWISE = frozenset({"pure-dp", "approx-dp"})
"""Notions that say P(S) − e^ε·Q(S) ≤ δ (or 0) of every event S."""

Law = list[tuple[Term, Term]]
"""Blocks of outputs: for each a representative, under P and under Q."""

_MADE = re.compile(r"(part|case|quotient|max|min|event)[0-9]+")
"""Names of the atoms that reading a claim makes; nothing else may be called so."""


def settings_of(statement: Statement) -> dict[str, Setting]:
    """What is to be shown: one setting, or for an equivalence one for each step of a cycle.

    Claims that imply each other around a cycle are all true or all false.
    Raises: Undecided("unsupported") where the statement is not of this kind.
    """
    conclusion = statement.conclusion
    if not isinstance(conclusion, Equivalent):
        return {"": setting_of(statement)}
    claims = conclusion.claims
    made = {}
    for k, assumed in enumerate(claims):
        shown = (k + 1) % len(claims)
        made[f"{k} implies {shown}"] = _setting(statement, claims[shown], assumed)
    return made


def setting_of(statement: Statement) -> Setting:
    """Axioms and goals of a statement that is no equivalence."""
    return _setting(statement, statement.conclusion, None)


def _setting(statement: Statement, conclusion: object, assumed: Claim | None) -> Setting:
    made = _Builder(statement)
    made.check_inputs()
    for name in (*statement.objects, *statement.derived, *statement.parameters):
        plain = name.isidentifier() and not _MADE.fullmatch(name)
        _need(plain, f"the name {name!r}, which an atom may have")
    for name, given in statement.objects.items():
        made.laws[name] = made.law(name, given)
    algebra = OddsAlgebra(made.parameters(), made.axioms)
    for name, form in statement.derived.items():
        ((composition, arguments),) = form.items()
        _need(composition in _COMPOSED, f"the composition {composition}")
        roles, compose = _COMPOSED[composition]
        found = tuple(
            role if role == "number" else made.role(argument)
            for role, argument in zip(roles, arguments, strict=True)
        )
        _need(found == roles, f"{composition} of {', '.join(found)}")
        made.laws[name] = compose(made.laws, algebra, *arguments)
    for said in (*statement.assumed, *statement.concluded):
        _need(made.role(said.of) in ("laws", "copies"), f"a claim about {said.of}")
    reader = _Reader(made.laws, algebra, SumLogic(made.axioms, made.parts))
    for count, claim in enumerate(statement.hypotheses):
        made.assume(f"hypothesis {count}", reader.assumed(claim))
        # The relation is symmetric here, so what holds for (x, x') holds for (x', x).
        made.assume(f"hypothesis {count}, reversed", reader.assumed(claim, reverse=True))
    if assumed is not None:
        made.assume("assumed", reader.assumed(assumed))
    goals = reader.shown(conclusion)
    return Setting(made.axioms, made.parts, tuple(goals))


@dataclass
class _Builder:
    statement: Statement
    axioms: dict[str, Fact] = field(default_factory=dict)
    parts: dict[str, tuple[Sorts, Sum]] = field(default_factory=dict)
    laws: dict[str, Law] = field(default_factory=dict)
    sorts: dict[str, str] = field(default_factory=dict)
    sizes: dict[str, Size] = field(default_factory=dict)

    def role(self, name: object) -> str:
        """What a name stands for: a law on x and one on x' ("laws"), "copies", or a "kernel".

        A kernel has neither of the two laws, so nothing may be said about it as if it had.
        """
        if type(name) is not str or name.removesuffix("*") not in self.laws:
            return "unknown"
        given = self.statement.objects.get(name.removesuffix("*"))
        if not isinstance(given, AnyChannel):
            return "unknown" if name.endswith("*") else "laws"
        if (given.copies is not None) != name.endswith("*"):
            return "unknown"
        if given.copies is not None:
            return "copies"
        return "kernel" if isinstance(given.inputs, OutputsOf) else "laws"

    def check_inputs(self) -> None:
        """One set of inputs, in which one pair of neighbours is looked at."""
        objects = self.statement.objects.values()
        inputs = {each.inputs for each in objects if isinstance(each, AnyChannel)}
        if len([each for each in inputs if not isinstance(each, OutputsOf)]) > 1:
            raise _unsupported("channels on different sets of inputs")

    def law(self, name: str, given: AnyChannel | FixedChannel) -> Law:
        if not isinstance(given, AnyChannel):
            raise _unsupported("a channel that the shape determines")
        if not isinstance(given.outputs, Size) or given.neighbours != "all":
            raise _unsupported("labels or neighbours that depend on the shape")
        last = self.sorts[name] = given.outputs.prefix
        _need(last.isidentifier(), f"labels that start with {last!r}")
        _need(self.sizes.setdefault(last, given.outputs) == given.outputs, "two sets of one name")
        free = {last: last}
        index = given.copies or given.inputs
        if isinstance(index, OutputsOf):
            first = self.sorts.get(index.of, last)
            free = {first: first, last: last}
            _need(first != last, "a kernel from a set of outputs to itself, or from no object's")
            both = given.copies is not None and isinstance(given.inputs, OutputsOf)
            _need(not both, "copies of a kernel")
        elif given.copies is not None:
            raise _unsupported("copies that are not one for each output")
        if isinstance(given.inputs, OutputsOf):
            family = self._family(name, free, last)
            return [(family, family)]
        p, q = (self._family(f"{side}.{name}", free, last) for side in "PQ")
        return [(p, q)]

    def _family(self, name: str, free: Sorts, last: str) -> Term:
        made = atom(name, *free)
        self.axioms[f"{name} >= 0"] = Fact(free, made)
        rest = {v: sort for v, sort in free.items() if v != last}
        sums = made.over({last: free[last]}) - number(1)
        self.axioms[f"{name} sums to 1"] = Fact(rest, sums, "=")
        return Term(made, free)

    def assume(self, name: str, facts: Formula) -> None:
        for k, fact in enumerate(facts):
            self.axioms[name + (f".{k}" if len(facts) > 1 else "")] = fact

    def parameters(self) -> dict[str, Sum]:
        names: dict[str, Sum] = {}
        for name, kind in self.statement.parameters.items():
            if kind == "loss":
                names[name] = atom(f"e^{name}")
                self.axioms[f"e^{name} >= 1"] = Fact({}, names[name] - number(1))
            elif kind == "value":
                names[name] = atom(name)
                self.axioms[f"{name} >= 0"] = Fact({}, names[name])
                self.axioms[f"{name} <= 1"] = Fact({}, number(1) - names[name])
            else:
                raise _unsupported(f"a parameter of kind {kind}")
        return names


@dataclass(frozen=True)
class _Reader:
    """Claims as facts; new atoms that they need are made by the logic."""

    laws: Mapping[str, Law]
    algebra: OddsAlgebra
    logic: SumLogic

    def assumed(self, claim: object, *, reverse: bool = False) -> Formula:
        """What may be used of a claim; of one over events, its instances that proofs need."""
        if isinstance(claim, Claim) and claim.form == "events":
            return self._of_events(claim, reverse=reverse)
        return self._over_outputs(claim, reverse=reverse)

    def shown(self, claim: object) -> Formula:
        """What is to be shown of a claim; of one over events, for any event."""
        if isinstance(claim, Claim) and claim.form == "events":
            return self._for_any_event(claim)
        return self._over_outputs(claim)

    def _over_outputs(self, claim: object, *, reverse: bool = False) -> Formula:
        if not isinstance(claim, Claim) or claim.form not in ("outputs", "maximising-event"):
            raise _unsupported("a property, or a claim in another form")
        if claim.definition not in OUTPUTWISE:
            raise _unsupported(f"{claim.definition} sets several outputs side by side")
        found = comparison(claim.definition)
        pair, terms = self._pair(claim, reverse=reverse), self._terms(claim)
        if found is not None:
            return found.form(*pair, terms, self.logic)
        return truth(claim.definition, claim.form, pair, terms, self.logic)

    def _terms(self, claim: Claim) -> dict[str, Term]:
        notion = comparison(claim.definition) is None
        return {
            "odds" if name == "eps" and notion else name: Term(
                evaluate(text, kind_of(name), self.algebra), {}
            )
            for name, text in claim.given.items()
        }

    def _pair(self, claim: Claim, *, reverse: bool) -> tuple[list[Term], list[Term]]:
        law = _law(self.laws, claim.of)
        p, q = ([_of_copy(block[side], claim.of) for block in law] for side in (0, 1))
        return (q, p) if claim.swapped != reverse else (p, q)

    def _excesses(self, claim: Claim, *, reverse: bool) -> tuple[list[Term], Term]:
        """P − e^ε·Q for each representative, and δ: an event S is bad if they sum to more."""
        if claim.definition not in EVENTWISE:
            raise _unsupported(f"{claim.definition} over events")
        terms, logic = self._terms(claim), self.logic
        p, q = self._pair(claim, reverse=reverse)
        excesses = [
            logic.minus(a, logic.times(terms["odds"], b)) for a, b in zip(p, q, strict=True)
        ]
        return excesses, terms.get("delta", logic.number(0))

    def _of_events(self, claim: Claim, *, reverse: bool) -> Formula:
        """The claim for single outputs, and for the event of all outputs of positive excess."""
        excesses, delta = self._excesses(claim, reverse=reverse)
        zero = self.logic.number(0)
        bad = [self.logic.ite(self.logic.le(a, zero), zero, a) for a in excesses]
        single = [self.logic.le(a, delta) for a in excesses]
        return self.logic.conj([self.logic.le(self.logic.total(bad), delta), *single])

    def _for_any_event(self, claim: Claim) -> Formula:
        """The claim for an event of which nothing is known: atoms that are 0 or 1."""
        excesses, delta = self._excesses(claim, reverse=False)
        chosen = []
        for count, a in enumerate(excesses):
            event = atom(f"event{count}", *a.indices)
            self.logic.axioms.update(indicator(f"event{count}", event, a.indices))
            chosen.append(Term(event * a.expr, a.free, a.given))
        return self.logic.le(self.logic.total(chosen), delta)


def _law(laws: Mapping[str, Law], name: str) -> Law:
    """The law of an object; `N*` are all copies, one for each output that may choose them."""
    return laws[name.removesuffix("*")]


def _of_copy(term: Term, name: str) -> Term:
    """A claim about each copy looks at the outputs of that copy, for each output that chose it."""
    if not name.endswith("*"):
        return term
    given = _chosen(term)
    return Term(term.expr, {v: s for v, s in term.free.items() if v not in given}, given)


def _chosen(family: Term) -> Sorts:
    """The index variables of a family but its last: what chooses one of its laws."""
    *given, _last = family.free
    return {v: family.free[v] for v in given}


def _one_block(law: Law) -> tuple[Term, Term]:
    _need(len(law) == 1, "a composition of outputs that come in several blocks")
    return law[0]


def _post_process(laws: Mapping[str, Law], _: OddsAlgebra, m: str, f: str) -> Law:
    (p, q), (family, _same) = _one_block(laws[m]), _one_block(laws[f])
    return [(_through(p, family), _through(q, family))]


def _adaptive(laws: Mapping[str, Law], _: OddsAlgebra, m: str, copies: str) -> Law:
    (p, q), (then_p, then_q) = _one_block(laws[m]), _one_block(_law(laws, copies))
    _need(_chosen(then_p) == p.free, "copies that are not one for each output")
    return [(_both(p, then_p), _both(q, then_q))]


def _product(laws: Mapping[str, Law], _: OddsAlgebra, m: str, n: str) -> Law:
    return [
        (_both(p, _apart(other_p, p)), _both(q, _apart(other_q, q)))
        for p, q in laws[m]
        for other_p, other_q in laws[n]
    ]


def _mixture(laws: Mapping[str, Law], algebra: OddsAlgebra, weight: str, m: str, n: str) -> Law:
    first, second = _weighted(laws, algebra, weight, m, n)
    (p, q), (other_p, other_q) = _one_block(first), _one_block(second)
    _need(p.free == other_p.free, "a mixture over different outputs")
    return [(Term(p.expr + other_p.expr, p.free), Term(q.expr + other_q.expr, q.free))]


def _visible(laws: Mapping[str, Law], algebra: OddsAlgebra, weight: str, m: str, n: str) -> Law:
    first, second = _weighted(laws, algebra, weight, m, n)
    return first + second


def _weighted(
    laws: Mapping[str, Law], algebra: OddsAlgebra, weight: str, m: str, n: str
) -> tuple[Law, Law]:
    w = evaluate(weight, "value", algebra)
    sides = ((w, laws[m]), (number(1) - w, laws[n]))
    scaled = [
        [(Term(v * p.expr, p.free), Term(v * q.expr, q.free)) for p, q in law] for v, law in sides
    ]
    return scaled[0], scaled[1]


_COMPOSED: Mapping[str, tuple[tuple[str, ...], Callable[..., Law]]] = {
    "post_process": (("laws", "kernel"), _post_process),
    "adaptive": (("laws", "copies"), _adaptive),
    "product": (("laws", "laws"), _product),
    "mixture": (("number", "laws", "laws"), _mixture),
    "visible_mixture": (("number", "laws", "laws"), _visible),
}
"""Compositions with the roles of their operands."""


def _through(law: Term, family: Term) -> Term:
    """Σ_y law[y] · family[y, z]."""
    _need(law.free == _chosen(family), "a kernel that does not read these outputs")
    rest = {v: sort for v, sort in family.free.items() if v not in law.free}
    return Term((law.expr * family.expr).over(law.free), rest)


def _both(a: Term, b: Term) -> Term:
    return Term(a.expr * b.expr, joined(a.free, b.free))


def _apart(b: Term, a: Term) -> Term:
    """The same term with index variables that a does not have."""
    names: dict[str, str] = {}
    for variable in b.free:
        new = variable
        while new in a.free or new in names.values():
            new += "'"
        names[variable] = new
    changed = {old: new for old, new in names.items() if old != new}
    return Term(b.expr.renamed(changed), {names[v]: sort for v, sort in b.free.items()})


def _need(condition: object, otherwise: str) -> None:
    if not condition:
        raise _unsupported(otherwise)


def _unsupported(what: str) -> Undecided:
    return Undecided("unsupported", f"no proof by finite sums: {what}")
