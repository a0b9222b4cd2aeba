"""One instance of a statement, and its truth in exact arithmetic."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from dpverify.defs.channel import Channel
from dpverify.defs.composition import COMPOSITIONS, compose
from dpverify.defs.logic import EXACT
from dpverify.defs.notions.parameters import terms_of
from dpverify.defs.notions.registry import notion_class
from dpverify.defs.numbers import Number, Value, number_text
from dpverify.defs.privacy_loss import Odds
from dpverify.proofs.algebras import ExactAlgebra
from dpverify.proofs.expressions import evaluate, names
from dpverify.proofs.forms import truth
from dpverify.proofs.layout import forms
from dpverify.proofs.statement import Claim, Equivalent, Shape, Statement


@dataclass(frozen=True)
class Instance:
    """Channels and numbers for everything that a statement quantifies over.

    Args:
        statement: the statement.
        shape: the sizes.
        channels: every object by name, fixed ones included, copies written out.
        parameters: a loss or value for every parameter.
    """

    statement: Statement
    shape: Shape
    channels: Mapping[str, Channel]
    parameters: Mapping[str, Number]

    @cached_property
    def compositions(self) -> dict[str, dict[str, Any]]:
        """The derived objects as a refutation names them: numbers in place of expressions."""
        return {
            name: {composition: self._numbers(composition, arguments)}
            for name, composition, arguments in forms(self.statement, tuple(self.channels))
        }

    @cached_property
    def objects(self) -> dict[str, Channel]:
        """All channels by name, the derived ones computed."""
        objects = dict(self.channels)
        for name, form in self.compositions.items():
            objects[name] = compose(form, objects)
        return objects

    def given(self, claim: Claim) -> dict[str, Number]:
        """The claim's parameters as numbers; a probability bound above 1 says no more than 1."""
        algebra = ExactAlgebra(self.parameters)
        result: dict[str, Number] = {}
        for name, text in claim.given.items():
            value = evaluate(text, "loss" if name == "eps" else "value", algebra)
            result[name] = Value(1) if name != "eps" and value > 1 else value
        return result

    def holds(self, claim: Claim) -> bool:
        """Whether the claim holds, for every ordered pair of neighbours.

        Raises: Undecided where numbers do not separate.
        """
        terms = terms_of(self.given(claim))
        return all(self._for_pair(claim, terms, pair) for pair in self._pairs(claim))

    @cached_property
    def met(self) -> bool:
        """Whether every hypothesis holds."""
        return all(self.holds(claim) for claim in self.statement.hypotheses)

    @cached_property
    def refutes(self) -> bool:
        """Whether every hypothesis holds and the conclusion does not."""
        return self.met and not self.concluded

    @cached_property
    def concluded(self) -> bool:
        """Whether the conclusion holds."""
        conclusion = self.statement.conclusion
        if isinstance(conclusion, Claim):
            return self.holds(conclusion)
        return self.disagreement(conclusion) is None

    def disagreement(self, conclusion: Equivalent) -> tuple[int, int] | None:
        """The first ordered pair on which the claims do not agree."""
        claims = [(claim, terms_of(self.given(claim))) for claim in conclusion.claims]
        for pair in self._pairs(conclusion.claims[0]):
            if len({self._for_pair(claim, terms, pair) for claim, terms in claims}) > 1:
                return pair
        return None

    def _pairs(self, claim: Claim) -> list[tuple[int, int]]:
        return list(notion_class(claim.definition).pairs(self.objects[claim.of]))

    def _for_pair(self, claim: Claim, terms: Mapping[str, Odds], pair: tuple[int, int]) -> bool:
        i, j = reversed(pair) if claim.swapped else pair
        channel = self.objects[claim.of]
        return truth(claim.definition, claim.form, (channel.row(i), channel.row(j)), terms, EXACT)

    def _numbers(self, composition: str, arguments: list[Any]) -> list[Any]:
        """Expressions in the parameters as number texts, where a composition takes a number."""
        algebra = ExactAlgebra(self.parameters)
        return [
            number_text(evaluate(argument, "value", algebra)) if kind == "number" else argument
            for kind, argument in zip(COMPOSITIONS[composition].operands, arguments, strict=True)
        ]


def retuned(instance: Instance) -> Instance:
    """The same channels, each hypothesis given its tight parameter.

    Where a hypothesis gives its last parameter as one parameter of the statement alone, that is
    set to the smallest number for which all such hypotheses hold; infinite ones are left.
    """
    parameters = dict(instance.parameters)
    tuned: dict[str, Number] = {}
    for claim in instance.statement.hypotheses:
        notion = notion_class(claim.definition)
        last = notion.parameters[-1]
        text = claim.given[last]
        if names(text) != {text}:
            continue
        fixed = Instance(instance.statement, instance.shape, instance.channels, parameters)
        given = fixed.given(claim)
        del given[last]
        for number in _tight(fixed, claim, given):
            tuned[text] = number if text not in tuned or tuned[text] < number else tuned[text]
        if text in tuned:
            parameters[text] = tuned[text]
    return Instance(instance.statement, instance.shape, instance.channels, parameters)


def _tight(instance: Instance, claim: Claim, given: Mapping[str, Number]) -> list[Number]:
    notion = notion_class(claim.definition)
    channel = instance.objects[claim.of]
    last = notion.parameters[-1]
    numbers = [
        notion.tight(last, channel.row(i), channel.row(j), given) for i, j in notion.pairs(channel)
    ]
    return [number for number in numbers if not getattr(number, "is_infinite", False)]
