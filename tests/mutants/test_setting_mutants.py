"""Mistakes planted in what makes a setting: each must disagree with the definitions somewhere."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest

from dpverify.defs.errors import Undecided
from dpverify.proofs import divergences, laws, losses, objects
from dpverify.proofs import setting as module
from dpverify.proofs.kernel import Fact
from dpverify.proofs.registry import entry
from dpverify.proofs.setting import settings_of
from dpverify.proofs.statement import Claim, Statement
from dpverify.proofs.sum_logic import OddsAlgebra, SumLogic, Term
from dpverify.proofs.sums import number
from tests.proofs.readings import disagreements, extra

Patch = pytest.MonkeyPatch
PAIR, LAW = module._Reader._pair, objects.Objects._law
PARAMETERS, TOTAL = module._parameters, SumLogic.total


def _composed(patch: Patch, name: str, made: Callable[..., Any]) -> None:
    roles, _ = laws.COMPOSED[name]
    patch.setitem(laws.COMPOSED, name, (roles, made))


def _drop_a_block(patch: Patch) -> None:
    def dropped(w: Any, m: Any, n: Any) -> Any:
        whole = laws.visible_mixture(w, m, n)
        half = {
            row: {key: term for key, term in law.items() if key[0] == "0"}
            for row, law in whole.laws.items()
        }
        return replace(whole, laws=half)

    _composed(patch, "visible_mixture", dropped)


def _exchange_weights(patch: Patch) -> None:
    _composed(patch, "mixture", lambda w, m, n: laws.mixture(number(1) - w, m, n))


def _one_side_for_both(patch: Patch) -> None:
    def adaptive(m: Any, then: Any) -> Any:
        first, *_ = then.laws.values()
        return laws.adaptive(m, replace(then, laws=dict.fromkeys(then.laws, first)))

    _composed(patch, "adaptive", adaptive)


def _one_copy_for_all(patch: Patch) -> None:
    """The claim about each copy is read as one about all their outputs together."""

    def pair(self: Any, claim: Claim, rows: Any) -> Any:
        return tuple([Term(t.expr, t.indices) for t in law] for law in PAIR(self, claim, rows))

    patch.setattr(module._Reader, "_pair", pair)


def _same_index_twice(patch: Patch) -> None:
    def apart(a: Term, b: Term) -> Term:
        return Term(a.expr * b.expr, {**a.free, **b.free})

    patch.setattr(laws, "_apart", apart)


def _no_sum_behind_the_map(patch: Patch) -> None:
    def through(law: Term, row: Term) -> Term:
        return Term(law.expr * row.expr, {**law.free, **row.free})

    patch.setattr(laws, "_through", through)


def _one_row_for_all(patch: Patch) -> None:
    """A channel whose inputs are written out answers as on the first of them."""

    def post_process(m: Any, f: Any) -> Any:
        first = next(iter(f.laws.values()))
        return POST_PROCESS(m, replace(f, laws=dict.fromkeys(f.laws, first)))

    _composed(patch, "post_process", post_process)


POST_PROCESS = laws.post_process


def _one_pair_of_several(patch: Patch) -> None:
    """Of inputs that are written out one pair alone is looked at."""
    made = objects._neighbours
    patch.setattr(objects, "_neighbours", lambda given, starts: made(given, starts)[:1])


def _first_part_changes_alone(patch: Patch) -> None:
    """Neighbours among pairs are those that differ in the first part."""
    made = objects._part

    def part(given: Any) -> Any:
        rows = made(given)
        return replace(rows, pairs=rows.pairs[:1])

    patch.setattr(objects, "_part", part)


def _same_representative(patch: Patch) -> None:
    """Two outputs side by side are read as one and the same."""
    patch.setattr(module, "_another", lambda term: term)


def _reversed(patch: Patch) -> None:
    def pair(self: Any, claim: Claim, rows: Any) -> Any:
        return PAIR(self, claim, rows[::-1])

    patch.setattr(module._Reader, "_pair", pair)


def _never_reversed(patch: Patch) -> None:
    def of_a_claim(self: Any) -> Any:
        for a, b in self.pairs:
            where = f" at {laws.spelled(a)}, {laws.spelled(b)}" if len(self.pairs) > 1 else ""
            yield where, (a, b)
            if self.any_pair:
                yield f"{where}, reversed", (a, b)

    patch.setattr(laws.Rows, "pairs_of_a_claim", of_a_claim)


def _swapped_forgotten(patch: Patch) -> None:
    def pair(self: Any, claim: Claim, rows: Any) -> Any:
        return PAIR(self, replace(claim, swapped=False), rows)

    patch.setattr(module._Reader, "_pair", pair)


def _total_over_one_index(patch: Patch) -> None:
    def total(self: SumLogic, terms: Any) -> Term:
        every = []
        for term in terms:
            kept = dict(list(term.free.items())[-1:])
            given = {v: s for v, s in term.free.items() if v not in kept}
            every.append(Term(term.expr, kept, {**term.given, **given}))
        return TOTAL(self, every)

    patch.setattr(SumLogic, "total", total)


def _total_counts_the_set(patch: Patch) -> None:
    def total(self: SumLogic, terms: Any) -> Term:
        made = TOTAL(self, terms)
        return Term(made.expr * number(1).over({"y": "y"}), made.free, made.given)

    patch.setattr(SumLogic, "total", total)


def _normalised_over_the_choice(patch: Patch) -> None:
    def law(self: Any, name: str, given: Any, ends: Any) -> Any:
        made = LAW(self, name, given, ends)
        if given:
            total = sum((term.expr.over(given) for term in made.values()), number(-1))
            self.axioms[f"{name} sums to 1"] = Fact(next(iter(made.values())).free, total, "=")
        return made

    patch.setattr(objects.Objects, "_law", law)


def _odds_from_two(patch: Patch) -> None:
    def parameters(statement: Any, axioms: Any) -> Any:
        made = PARAMETERS(statement, axioms)
        for name, fact in axioms.items():
            if name.endswith(">= 1"):
                axioms[name] = replace(fact, expr=fact.expr - number(1))
        return made

    patch.setattr(module, "_parameters", parameters)


def _losses_as_numbers(patch: Patch) -> None:
    patch.setattr(OddsAlgebra, "add", lambda _self, _kind, a, b: a + b)


def _larger_is_smaller(patch: Patch) -> None:
    smaller = OddsAlgebra.smaller
    patch.setattr(OddsAlgebra, "larger", smaller)


def _no_positive_part(patch: Patch) -> None:
    patch.setattr(SumLogic, "pos", lambda _self, a: a)


def _branches_exchanged(patch: Patch) -> None:
    ite = SumLogic.ite
    patch.setattr(SumLogic, "ite", lambda self, c, a, b: ite(self, c, b, a))


def _inequality_turned(patch: Patch) -> None:
    le = SumLogic.le
    patch.setattr(SumLogic, "le", lambda self, a, b: le(self, b, a))


def _one_event_for_any(patch: Patch) -> None:
    """A claim over all events is shown for the event of all outputs."""
    patch.setattr(module._Reader, "_for_any_event", _of_all_outputs)


def _of_all_outputs(self: Any, claim: Claim, pair: Any) -> Any:
    excesses, delta = self._excesses(claim, pair)
    return self.logic.le(self.logic.total(excesses), delta)


def _single_outputs_for_events(patch: Patch) -> None:
    """A claim over all events is assumed of single outputs, and more: of all together."""
    patch.setattr(module._Reader, "_of_events", _of_all_outputs)


def _one_index_for_both(patch: Patch) -> None:
    """The second of two outputs shares an index variable with the first."""

    def another(term: Term) -> Term:
        names = {variable: f"{variable}'" for variable in term.free}
        free = {names[variable]: sort for variable, sort in term.free.items()}
        return Term(term.expr.renamed(names), free, term.given)

    patch.setattr(module, "_another", another)


def _first_inequality_alone(patch: Patch) -> None:
    """A choice by several inequalities asks the first alone."""
    ite = SumLogic.ite
    patch.setattr(SumLogic, "ite", lambda self, c, a, b: ite(self, c[:1], a, b))


def _inverse_of_all(patch: Patch) -> None:
    """The number that a case c ≥ 0 is about has an inverse, whatever the case."""
    case = SumLogic.case

    def inverted(self: SumLogic, condition: Fact) -> Any:
        i = case(self, condition)
        for name, fact in list(self.axioms.items()):
            if name.endswith(" by inverse"):
                self.axioms[name] = replace(fact, expr=fact.expr + i)
        return i

    patch.setattr(SumLogic, "case", inverted)


def _infinite_losses_forgotten(patch: Patch) -> None:
    """A bound of the expected loss says nothing of outputs that Q makes impossible."""
    made = losses.expected_loss
    patch.setattr(module, "expected_loss", lambda *given: made(*given)[-1:])


def _bound_from_the_other_side(patch: Patch) -> None:
    turned = {name: not most for name, most in losses.EXPECTED_LOSS.items()}
    patch.setattr(losses, "EXPECTED_LOSS", turned)


def _tangents_turned(patch: Patch) -> None:
    """What is known of the loss of an output holds with the opposite sign."""
    made = losses._output

    def turned(*given: Any) -> Iterator[tuple[str, Fact]]:
        for name, fact in made(*given):
            yield name, replace(fact, expr=-fact.expr) if ", ln of " in name else fact

    patch.setattr(losses, "_output", turned)


def _losses_of_the_other_law(patch: Patch) -> None:
    """The mean of the loss is taken under Q."""
    made = losses._output
    patch.setattr(losses, "_output", lambda n, k, p, q, known: made(n, k, q, p, known))


def _logarithms_turned(patch: Patch) -> None:
    made = losses._about_odds
    patch.setattr(
        losses, "_about_odds", lambda known: ((n, replace(f, expr=-f.expr)) for n, f in made(known))
    )


def _ratios_that_are_shown_are_known(patch: Patch) -> None:
    """A divergence is shown for P = r·Q alone, so not where Q is 0 < P."""

    def shown(self: Any, laws: Any, order: Any, bound: Any) -> Any:
        made = self.known(laws, order, bound)
        for k, fact in enumerate(made[1:]):
            self.algebra.axioms[f"likelihood equation {k}"] = fact
        return made[:1]

    patch.setattr(divergences.Divergences, "wanted", shown)


def _tangents_of_powers_turned(patch: Patch) -> None:
    made = divergences.Divergences.tangents
    patch.setattr(
        divergences.Divergences,
        "tangents",
        lambda self: ((n, replace(f, expr=-f.expr)) for n, f in made(self)),
    )


def _a_product_keeps_one_power(patch: Patch) -> None:
    made = divergences._product
    patch.setattr(divergences, "_product", lambda a, b: replace(made(a, b), power=a.power))


def _one_input_for_both(patch: Patch) -> None:
    """A claim about a map compares each of its inputs with itself alone."""
    patch.setattr(module, "_another_input", lambda term: term)


MUTANTS = [
    _ratios_that_are_shown_are_known,
    _tangents_of_powers_turned,
    _a_product_keeps_one_power,
    _one_input_for_both,
    _infinite_losses_forgotten,
    _bound_from_the_other_side,
    _tangents_turned,
    _losses_of_the_other_law,
    _logarithms_turned,
    _first_inequality_alone,
    _inverse_of_all,
    _one_index_for_both,
    _one_event_for_any,
    _single_outputs_for_events,
    _drop_a_block,
    _exchange_weights,
    _one_side_for_both,
    _one_copy_for_all,
    _same_index_twice,
    _no_sum_behind_the_map,
    _reversed,
    _never_reversed,
    _swapped_forgotten,
    _total_over_one_index,
    _total_counts_the_set,
    _normalised_over_the_choice,
    _odds_from_two,
    _losses_as_numbers,
    _larger_is_smaller,
    _no_positive_part,
    _branches_exchanged,
    _inequality_turned,
    _one_row_for_all,
    _one_pair_of_several,
    _first_part_changes_alone,
    _same_representative,
]


def registered() -> Iterator[Statement]:
    """Statements of the library of the kinds that the extra ones do not have."""
    for name in (
        "dp.pure-implies-bounded-range",
        "dp.parallel-composition.disjoint-blocks.pure",
        "par.implies-probabilistic",
        "dp.expected-loss.tanh",
        "guessing.posterior.simplified-bound",
        "dp.post-processing.renyi",
        "dp.composition.chi-squared",
    ):
        yield entry(name).statement
        for mutant in entry(name).mutants:
            with suppress(Undecided):
                settings_of(mutant.statement)
                yield mutant.statement


@pytest.mark.long
@pytest.mark.sampled(9)
@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.__name__.strip("_"))
@pytest.mark.sampled(9)
def test_a_mistake_in_the_translation_is_noticed(
    mutant: Callable[[Patch], None], monkeypatch: Patch
) -> None:
    """A wrong translation disagrees with the definitions at some instance."""
    mutant(monkeypatch)
    for statement in (*extra().values(), *registered()):
        try:
            if next(disagreements(statement, 24, Counter()), None) is not None:
                return
        except AssertionError:
            return  # a hypothesis for a pair is missing
    pytest.fail("no instance tells the mutant from the translation")
