"""Mistakes planted in what makes a setting: each must disagree with the definitions somewhere."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from dpverify.proofs import setting as module
from dpverify.proofs.statement import Claim
from dpverify.proofs.sum_logic import OddsAlgebra, SumLogic, Term
from dpverify.proofs.sums import number
from tests.proofs.readings import disagreements, extra

Patch = pytest.MonkeyPatch
PAIR, FAMILY = module._Reader._pair, module._Builder._family
PARAMETERS, WEIGHTED, TOTAL = module._Builder.parameters, module._weighted, SumLogic.total


def _composed(patch: Patch, name: str, made: Callable[..., Any]) -> None:
    roles, _ = module._COMPOSED[name]
    patch.setitem(module._COMPOSED, name, (roles, made))


def _drop_a_block(patch: Patch) -> None:
    _composed(patch, "visible_mixture", lambda *args: WEIGHTED(*args)[0])


def _exchange_weights(patch: Patch) -> None:
    def exchanged(laws: Any, algebra: Any, weight: str, m: str, n: str) -> Any:
        return WEIGHTED(laws, algebra, f"1-({weight})", m, n)

    patch.setattr(module, "_weighted", exchanged)


def _one_side_for_both(patch: Patch) -> None:
    def adaptive(laws: Any, _: Any, m: str, copies: str) -> Any:
        ((p, q),), ((then_p, _q),) = laws[m], laws[copies.rstrip("*")]
        return [(module._both(p, then_p), module._both(q, then_p))]

    _composed(patch, "adaptive", adaptive)


def _one_copy_for_all(patch: Patch) -> None:
    """The claim about each copy is read as one about all their outputs together."""
    patch.setattr(module, "_of_copy", lambda term, _name: term)


def _same_index_twice(patch: Patch) -> None:
    patch.setattr(module, "_apart", lambda b, _a: b)


def _no_sum_behind_the_map(patch: Patch) -> None:
    patch.setattr(module, "_through", lambda law, f: Term(law.expr * f.expr, f.free))


def _reversed(patch: Patch) -> None:
    def pair(self: Any, claim: Claim, *, reverse: bool) -> Any:
        return PAIR(self, claim, reverse=not reverse)

    patch.setattr(module._Reader, "_pair", pair)


def _never_reversed(patch: Patch) -> None:
    def pair(self: Any, claim: Claim, *, reverse: bool) -> Any:  # noqa: ARG001  the mistake
        return PAIR(self, claim, reverse=False)

    patch.setattr(module._Reader, "_pair", pair)


def _swapped_forgotten(patch: Patch) -> None:
    def pair(self: Any, claim: Claim, *, reverse: bool) -> Any:
        return PAIR(self, replace(claim, swapped=False), reverse=reverse)

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
    def family(self: Any, name: str, free: Any, _last: str) -> Term:
        return FAMILY(self, name, free, next(iter(free)))

    patch.setattr(module._Builder, "_family", family)


def _odds_from_two(patch: Patch) -> None:
    def parameters(self: Any) -> Any:
        made = PARAMETERS(self)
        for name, fact in self.axioms.items():
            if name.endswith(">= 1"):
                self.axioms[name] = replace(fact, expr=fact.expr - number(1))
        return made

    patch.setattr(module._Builder, "parameters", parameters)


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


def _of_all_outputs(self: Any, claim: Claim, *, reverse: bool = False) -> Any:
    excesses, delta = self._excesses(claim, reverse=reverse)
    return self.logic.le(self.logic.total(excesses), delta)


def _single_outputs_for_events(patch: Patch) -> None:
    """A claim over all events is assumed of single outputs, and more: of all together."""
    patch.setattr(module._Reader, "_of_events", _of_all_outputs)


MUTANTS = [
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
]


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.__name__.strip("_"))
def test_a_mistake_in_the_translation_is_noticed(
    mutant: Callable[[Patch], None], monkeypatch: Patch
) -> None:
    """A wrong translation disagrees with the definitions at some instance."""
    mutant(monkeypatch)
    for statement in extra().values():
        if next(disagreements(statement, 24, Counter()), None) is not None:
            return
    pytest.fail("no instance tells the mutant from the translation")
