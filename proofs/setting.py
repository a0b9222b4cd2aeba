"""From a statement to what its proof may use and must show.

Trusted, with the proof kernel. Objects become rows of laws (`proofs.laws`): on two inputs x, x',
any two neighbours, atoms `P.M[y]` and `Q.M[y]`; on inputs that are written out, a row for each. The
axioms: probabilities are ≥ 0 and sum to 1, where the parameters lie, and the hypotheses for every
pair of neighbours; the goals: the conclusion, for every pair. Both are read in their form over
outputs by `sum_logic`. What is not of this kind is Undecided("unsupported"), never approximated.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from dpverify.proofs.columnwise import ColumnLogic, is_columnwise
from dpverify.proofs.conditions import Condition
from dpverify.proofs.definitions import comparison, kind_of, ranges_over_all
from dpverify.proofs.divergences import CHI_SQUARED, DIVERGENCES, Divergences, order_of
from dpverify.proofs.expressions import compared, evaluate
from dpverify.proofs.forms import truth
from dpverify.proofs.induction import induction
from dpverify.proofs.kernel import Fact, Setting
from dpverify.proofs.laws import Pair, Rows, composed, need
from dpverify.proofs.losses import EXPECTED_LOSS, expected_loss
from dpverify.proofs.naming import need_read_alike
from dpverify.proofs.noise import is_selection, selection_setting
from dpverify.proofs.objects import Objects
from dpverify.proofs.recordwise import is_recordwise, recordwise_setting
from dpverify.proofs.statement import Claim, Equivalent, Property, Statement
from dpverify.proofs.sum_logic import (
    Formula,
    OddsAlgebra,
    Sorts,
    SumLogic,
    Term,
    indicator,
    unsupported,
)
from dpverify.proofs.sums import Sum, TooLargeError, atom, number
from dpverify.proofs.written_out import need_each_alike

OUTPUTWISE = frozenset(
    {
        "pure-dp",
        "local-dp",
        "approx-dp",
        "probabilistic-dp",
        "privacy-at-risk",
        "total-variation-at-most",
        "total-variation-at-least",
        "hockey-stick-at-most",
        "hockey-stick-at-least",
        "largest-ratio-at-most",
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
"""Definitions that say P(S) − e^ε·Q(S) ≤ δ (or 0) of every event S."""

PAIRWISE = frozenset({"ratio-range-at-most"})
"""Definitions whose form over outputs treats every two outputs in the same way.

Two representatives stand for any two of a set, the same one twice included.
"""

_MADE = re.compile(
    r"(part|case|inverse|quotient|event|largest|choice|ratio|loss|null|likelihood|power)[0-9]+"
)
"""Names of the atoms that reading a claim makes; nothing else may be called so."""


def settings_of(statement: Statement) -> dict[str, Setting]:
    """What is to be shown, by name: one setting, or several that together make the statement.

    For an equivalence, one for each step of a cycle: claims that imply each other around a cycle
    are all true or all false. Where there is a number n of mechanisms or steps: a base and a step.

    Raises: Undecided("unsupported") where the statement is not of this kind, or a name in it could
        be two things.
    """
    try:
        settings = _settings(statement)  # what it refuses by itself comes first
    except TooLargeError as error:
        raise unsupported(str(error)) from None
    need_read_alike(statement)
    return settings


def _settings(statement: Statement) -> dict[str, Setting]:
    conclusion = statement.conclusion
    both = induction(statement)
    if both is not None:
        return {"base": setting_of(both.base), "step": setting_of(both.step)}
    if not isinstance(conclusion, Equivalent):
        return {"": setting_of(statement)}
    claims = conclusion.claims
    settings = {}
    for k, assumed in enumerate(claims):
        shown = (k + 1) % len(claims)
        settings[f"{k} implies {shown}"] = _setting(statement, claims[shown], assumed)
    return settings


def setting_of(statement: Statement) -> Setting:
    """Axioms and goals of a statement that is no equivalence."""
    return _setting(statement, statement.conclusion, None)


def _setting(statement: Statement, conclusion: object, assumed: Claim | None) -> Setting:
    if is_recordwise(statement):
        return recordwise_setting(statement)
    if is_selection(statement):
        return selection_setting(statement)
    every = (*statement.objects, *statement.derived, *statement.parameters)
    need(len(set(every)) == len(every), "one name for two things")
    for name in every:
        plain = name.isidentifier() and not _MADE.fullmatch(name)
        need(plain, f"the name {name!r}, which an atom may have")
    logic = SumLogic({}, {})
    objects, algebra = _objects(statement, logic)
    losses = {n: algebra.names[n] for n, kind in statement.parameters.items() if kind == "loss"}
    reader = _Reader(objects, algebra, logic, losses, Divergences(losses, algebra))
    for count, hypothesis in enumerate(statement.hypotheses):
        for where, facts in reader.assumed(hypothesis):
            _assume(logic, f"hypothesis {count}{where}", facts)
    if assumed is not None:
        need(reader.rows(assumed).one_pair, "an equivalence for inputs that are written out")
        _assume(logic, "assumed", reader.used(assumed, reader.rows(assumed).pairs[0]))
    goals = [fact for facts in reader.goals(conclusion) for fact in facts]
    logic.axioms.update(reader.divergences.tangents())
    return Setting(logic.axioms, logic.parts, tuple(goals))


def tables_of(statement: Statement) -> dict[str, tuple[tuple[Term, ...], ...]]:
    """The rows that the form of a property of columns gets, for each object."""
    return _objects(statement, SumLogic({}, {}))[0].tables()


def _objects(statement: Statement, logic: SumLogic) -> tuple[Objects, OddsAlgebra]:
    objects = Objects(statement, logic.axioms, matrices=is_columnwise(statement))
    algebra = OddsAlgebra(_parameters(statement, logic.axioms), logic)
    for name, form in statement.derived.items():
        ((composition, arguments),) = form.items()
        objects.rows[name] = composed(composition, arguments, objects.operand, algebra)
    return objects, algebra


def _compared(condition: Condition, algebra: OddsAlgebra) -> Fact:
    small, large, strict = compared(condition.text, algebra)
    return Fact({}, large - small, ">" if strict else ">=")


def _assume(logic: SumLogic, name: str, facts: Formula) -> None:
    for k, fact in enumerate(facts):
        logic.axioms[name + (f".{k}" if len(facts) > 1 else "")] = fact


def _parameters(statement: Statement, axioms: dict[str, Fact]) -> dict[str, Sum]:
    """What each parameter stands for, a loss for its odds; and where it lies."""
    names: dict[str, Sum] = {}
    for name, kind in statement.parameters.items():
        names[name] = atom(f"e^{name}" if kind == "loss" else name)
        if kind == "loss":
            axioms[f"e^{name} >= 1"] = Fact({}, names[name] - number(1))
        elif kind == "value":
            axioms[f"{name} >= 0"] = Fact({}, names[name])
            axioms[f"{name} <= 1"] = Fact({}, number(1) - names[name])
        elif kind == "count":
            axioms[f"{name} >= 1"] = Fact({}, names[name] - number(1))
        elif kind == "order":
            axioms[f"{name} >= 2"] = Fact({}, names[name] - number(2))
        else:
            need(kind == "number", f"a parameter of kind {kind}")
    return names


@dataclass(frozen=True)
class _Reader:
    """Claims as facts; new atoms that they need are made by the logic."""

    objects: Objects
    algebra: OddsAlgebra
    logic: SumLogic
    losses: Mapping[str, Sum]
    divergences: Divergences

    def rows(self, claim: Claim) -> Rows:
        """The rows of what a claim is about; nothing may be claimed of a map."""
        rows = self.objects.operand(claim.of)
        need(rows.pairs, f"a claim about {claim.of}")
        return rows

    def assumed(self, hypothesis: object) -> Iterator[tuple[str, Formula]]:
        """What may be used of a hypothesis, for each pair, with a text to add to its name."""
        if isinstance(hypothesis, Condition):
            yield "", [_compared(hypothesis, self.algebra)]
            return
        if not isinstance(hypothesis, Claim):
            raise unsupported("a property")
        if self.objects.operand(hypothesis.of).any_two:
            yield "", self._of_any_two(hypothesis)
            return
        for where, pair in self.rows(hypothesis).pairs_of_a_claim():
            yield where, self.used(hypothesis, pair)

    def _of_any_two(self, claim: Claim) -> Formula:
        """A claim about a map, for any two of its inputs; one input twice makes it true.

        It does where ε and δ are at least 0: of a map with one input nothing is assumed.
        """
        need(claim.definition in EVENTWISE and claim.form == "outputs", f"{claim.of} as a map")
        terms = self._terms(claim)
        for name, term in terms.items():
            least = 1 if name == "odds" else 0
            sure = self.algebra.is_at_least(least, term.expr)
            need(sure, f"a claim about the map {claim.of} with an ε or δ that may be negative")
        laws = self.objects.operand(claim.of).laws.values()
        need(len(laws) == 1, "a claim about a map whose inputs are written out")
        (law,) = laws
        p, q = list(law.values()), [_another_input(term) for term in law.values()]
        return truth(claim.definition, claim.form, (p, q), terms, self.logic)

    def used(self, claim: object, pair: Pair) -> Formula:
        """What may be used of a claim; of one over events, its instances that proofs need."""
        if isinstance(claim, Claim) and claim.form == "events":
            return self._of_events(claim, pair)
        if isinstance(claim, Claim) and claim.definition in DIVERGENCES:
            return self.divergences.known(self._pair(claim, pair), *self._moment(claim))
        return self._over_outputs(claim, pair)

    def goals(self, claim: object) -> Iterator[Formula]:
        """What is to be shown of a claim for each pair; of one over events, for any event."""
        if isinstance(claim, Condition):
            yield [_compared(claim, self.algebra)]
            return
        if isinstance(claim, Property) and claim.columnwise and claim.form is not None:
            logic = ColumnLogic(self.logic.axioms, self.logic.parts)
            tables, given = self.objects.tables(), self._given()
            yield claim.form(tables, given, logic)
            terms = [term for table in tables.values() for row in table for term in row]
            need_each_alike(claim.form, tables, given, {name for t in terms for name in t.given})
            return
        if not isinstance(claim, Claim):
            raise unsupported("a property")
        rows = self.rows(claim)
        every = not ranges_over_all(claim.definition) or rows.one_pair
        need(every, f"{claim.definition}, which ranges over all pairs, on chosen neighbours")
        for pair in rows.pairs:
            if claim.form == "events":
                yield self._for_any_event(claim, pair)
            elif claim.definition in EXPECTED_LOSS:
                yield self._of_losses(claim, pair)
            elif claim.definition in DIVERGENCES:
                yield self.divergences.wanted(self._pair(claim, pair), *self._moment(claim))
            else:
                yield self._over_outputs(claim, pair)

    def _over_outputs(self, claim: object, pair: Pair) -> Formula:
        if not isinstance(claim, Claim) or claim.form not in ("outputs", "maximising-event"):
            raise unsupported("a property, or a claim in another form")
        known = claim.definition in OUTPUTWISE | PAIRWISE
        need(known, f"{claim.definition}, which is not read output by output")
        p, q = self._pair(claim, pair)
        if claim.definition in PAIRWISE:
            p, q = ([*law, *map(_another, law)] for law in (p, q))
        compared, terms = comparison(claim.definition), self._terms(claim)
        if compared is not None:
            return compared.form(p, q, terms, self.logic)
        return truth(claim.definition, claim.form, (p, q), terms, self.logic)

    def _of_losses(self, claim: Claim, pair: Pair) -> Formula:
        """Logarithms are atoms of this claim, so it can be shown and not be assumed."""
        laws, (bound,) = self._pair(claim, pair), self._terms(claim).values()
        return expected_loss(claim.definition, laws, bound, self.losses, self.algebra)

    def _moment(self, claim: Claim) -> tuple[Sum, Sum]:
        """The order of a divergence, and the bound of its moment."""
        need(claim.form == "outputs", "a divergence in another form")
        # By name, since a claim may list its parameters in any order.
        given = {n: evaluate(text, "value", self.algebra) for n, text in claim.given.items()}
        names = {"chi_squared"} if claim.definition == CHI_SQUARED else {"alpha", "bound"}
        need(given.keys() == names, f"{claim.definition} with other parameters")
        orders = [
            self.algebra.names[name]
            for name, kind in self.objects.statement.parameters.items()
            if kind == "order"
        ]
        if claim.definition == CHI_SQUARED:
            order, bound = number(2), given["chi_squared"]
        else:
            order, bound = order_of(given["alpha"], orders), given["bound"]
        return order, self.divergences.bound(claim.definition, order, bound)

    def _given(self) -> dict[str, Term]:
        """The parameters as the form of a property gets them: of a loss its odds."""
        kinds = self.objects.statement.parameters.values()
        need({*kinds} <= {"loss", "value"}, "a property with other parameters")
        return {name: Term(expr, {}) for name, expr in self.algebra.names.items()}

    def _terms(self, claim: Claim) -> dict[str, Term]:
        definition = comparison(claim.definition) is None
        return {
            "odds" if name == "eps" and definition else name: Term(
                evaluate(text, kind_of(name), self.algebra), {}
            )
            for name, text in claim.given.items()
        }

    def _pair(self, claim: Claim, pair: Pair) -> tuple[list[Term], list[Term]]:
        rows = self.rows(claim)
        p, q = (rows.laws[row] for row in pair)
        need(p.keys() == q.keys(), "rows with different outputs")
        first, second = list(p.values()), [q[key] for key in p]
        return (second, first) if claim.swapped else (first, second)

    def _excesses(self, claim: Claim, pair: Pair) -> tuple[list[Term], Term]:
        """P − e^ε·Q for each representative, and δ: an event S is bad if they sum to more."""
        need(claim.definition in EVENTWISE, f"{claim.definition} over events")
        terms, logic = self._terms(claim), self.logic
        p, q = self._pair(claim, pair)
        excesses = [
            logic.minus(a, logic.times(terms["odds"], b)) for a, b in zip(p, q, strict=True)
        ]
        return excesses, terms.get("delta", logic.number(0))

    def _of_events(self, claim: Claim, pair: Pair) -> Formula:
        """The claim for single outputs, and for the event of all outputs of positive excess."""
        excesses, delta = self._excesses(claim, pair)
        zero = self.logic.number(0)
        bad = [self.logic.ite(self.logic.le(a, zero), zero, a) for a in excesses]
        single = [self.logic.le(a, delta) for a in excesses]
        return self.logic.conj([self.logic.le(self.logic.total(bad), delta), *single])

    def _for_any_event(self, claim: Claim, pair: Pair) -> Formula:
        """The claim for an event of which nothing is known: atoms that are 0 or 1."""
        excesses, delta = self._excesses(claim, pair)
        chosen = []
        for a in excesses:
            known = (key.startswith("event") for key in self.logic.axioms)
            name = f"event{sum(known) // len(indicator('', a.expr, {}))}"
            event = atom(name, *a.indices)
            self.logic.axioms.update(indicator(name, event, a.indices))
            chosen.append(Term(event * a.expr, a.free, a.given))
        return self.logic.le(self.logic.total(chosen), delta)


def _another(term: Term) -> Term:
    """A second representative of the same outputs, by index variables that the first has not."""
    names = _new_names(term, term.free)
    free = {names[variable]: sort for variable, sort in term.free.items()}
    return Term(term.expr.renamed(names), free, term.given)


def _another_input(term: Term) -> Term:
    """The same output on a second input."""
    names = _new_names(term, term.given)
    given = {names[variable]: sort for variable, sort in term.given.items()}
    return Term(term.expr.renamed(names), term.free, given)


def _new_names(term: Term, variables: Sorts) -> dict[str, str]:
    names: dict[str, str] = {}
    for variable in variables:
        new = f"{variable}'"
        while new in term.indices or new in names.values():
            new += "'"
        names[variable] = new
    return names
