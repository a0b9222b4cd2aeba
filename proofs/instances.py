"""One instance of a statement, and its truth in exact arithmetic."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from dpverify.defs.channel import Channel
from dpverify.defs.composition import COMPOSITIONS, compose
from dpverify.defs.logic import EXACT
from dpverify.defs.numbers import Number, Value, exp, number_text
from dpverify.proofs.algebras import ExactAlgebra
from dpverify.proofs.conditions import settled
from dpverify.proofs.definitions import decider, in_range, kind_of, pairs, parameters_of, tight
from dpverify.proofs.expressions import evaluate, names
from dpverify.proofs.kinds import is_of_kind
from dpverify.proofs.labels import Shape
from dpverify.proofs.layout import claims, forms
from dpverify.proofs.statement import Claim, Equivalent, Form, Property, Rows, Statement

Decides = Callable[[Sequence[Value], Sequence[Value]], bool]


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

    @cached_property
    def rows(self) -> dict[str, Rows]:
        """The laws of every object."""
        return {
            name: tuple(channel.row(i) for i in range(len(channel.inputs)))
            for name, channel in self.objects.items()
        }

    def with_numbers(self, parameters: Mapping[str, Number]) -> Instance:
        """The same channels with other numbers for the parameters."""
        other = Instance(self.statement, self.shape, self.channels, parameters)
        if not any(map(_takes_a_number, self.statement.derived.values())):
            # Then no object depends on a parameter; `cached_property` keeps its values there.
            for name in ("compositions", "objects", "rows"):
                if name in self.__dict__:
                    other.__dict__[name] = self.__dict__[name]
        return other

    def given(self, claim: Claim) -> dict[str, Number]:
        """The claim's parameters as numbers; a probability bound above 1 says no more than 1."""
        algebra = ExactAlgebra(self.parameters)
        result: dict[str, Number] = {}
        for name, text in claim.given.items():
            value = evaluate(text, kind_of(name), algebra, self.shape)
            result[name] = in_range(claim.definition, name, value)
        return result

    def holds(self, claim: Claim | Property) -> bool:
        """Whether the claim holds, for every ordered pair of neighbours; or the property.

        Raises: Undecided where numbers do not separate.
        """
        if isinstance(claim, Property):
            return self._has(claim)
        decides = decider(claim.definition, claim.form, self.given(claim))
        return all(self._for_pair(claim, decides, pair) for pair in self._pairs(claim))

    @cached_property
    def hypotheses(self) -> tuple[Claim | Property, ...]:
        """The hypotheses, those about all copies of an object written out."""
        return claims(self.statement.hypotheses, tuple(self.channels))

    @property
    def assumed(self) -> tuple[Claim, ...]:
        """The claims among the hypotheses."""
        return tuple(hypothesis for hypothesis in self.hypotheses if isinstance(hypothesis, Claim))

    @cached_property
    def met(self) -> bool:
        """Whether every number is of its kind, and every hypothesis holds."""
        kinds = self.statement.parameters
        numbers = all(is_of_kind(number, kinds[name]) for name, number in self.parameters.items())
        return numbers and all(self.holds(claim) for claim in self.hypotheses)

    @cached_property
    def speaks(self) -> bool:
        """Whether every hypothesis holds, and the conclusion is then true or false.

        Raises: DpverifyError where it is neither, such as at a division by 0 or a weight above 1.
        """
        if self.met:
            _ = self.concluded  # it is asked for what it raises, whatever it is
        return self.met

    @cached_property
    def refutes(self) -> bool:
        """Whether every hypothesis holds and the conclusion does not."""
        return self.met and not self.concluded

    @cached_property
    def concluded(self) -> bool:
        """Whether the conclusion holds."""
        conclusion = self.statement.conclusion
        if isinstance(conclusion, Equivalent):
            return self.disagreement(conclusion) is None
        return self.holds(conclusion)

    def disagreement(self, conclusion: Equivalent) -> tuple[int, int] | None:
        """The first ordered pair on which the claims do not agree."""
        claims = [
            (claim, decider(claim.definition, claim.form, self.given(claim)))
            for claim in conclusion.claims
        ]
        for pair in self._pairs(conclusion.claims[0]):
            if len({self._for_pair(claim, decides, pair) for claim, decides in claims}) > 1:
                return pair
        return None

    def _pairs(self, claim: Claim) -> list[tuple[int, int]]:
        return pairs(claim.definition, self.objects[claim.of])

    def _for_pair(self, claim: Claim, decides: Decides, pair: tuple[int, int]) -> bool:
        i, j = reversed(pair) if claim.swapped else pair
        laws = self.rows[claim.of]
        return decides(laws[i], laws[j])

    def _has(self, condition: Property) -> bool:
        if condition.computed is not None:
            return condition.computed.all_hold(self.objects)
        if condition.form is None:
            return condition.holds is not None and condition.holds(self.objects, self.parameters)
        terms = {
            name: exp(number) if self.statement.parameters[name] == "loss" else number
            for name, number in self.parameters.items()
        }
        return bool(condition.form(self.rows, terms, EXACT))

    def _numbers(self, composition: str, arguments: list[Any]) -> list[Any]:
        """Expressions in the parameters as number texts, where a composition takes a number."""
        algebra = ExactAlgebra(self.parameters)
        return [
            number_text(evaluate(argument, "value", algebra, self.shape))
            if kind == "number"
            else argument
            for kind, argument in zip(COMPOSITIONS[composition].operands, arguments, strict=True)
        ]


def retuned(instance: Instance) -> Instance:
    """The same channels, each hypothesis given its tight parameter.

    Where a hypothesis gives its last parameter as one parameter of the statement alone, that is
    set to the smallest number for which all such hypotheses hold, if it can be that. Then
    conditions on the parameters are made ties.
    """
    instance.objects  # noqa: B018  computed once for all that follow
    parameters = dict(instance.parameters)
    tuned: dict[str, Number] = {}
    for claim in instance.assumed:
        last = parameters_of(claim.definition)[-1]
        text = claim.given[last]
        if claim.tuned is None and names(text) != {text}:
            continue
        fixed = instance.with_numbers(parameters)
        given = fixed.given(claim)
        del given[last]
        for number in _tight(fixed, claim, given):
            new = {text: number} if claim.tuned is None else claim.tuned(number, parameters)
            for name, value in new.items():
                tuned[name] = value if name not in tuned or tuned[name] < value else tuned[name]
        parameters.update(_possible(tuned, instance.statement))
    tied = settled(instance.hypotheses, parameters)
    return instance.with_numbers({**parameters, **_possible(tied, instance.statement)})


def _possible(numbers: Mapping[str, Number], statement: Statement) -> dict[str, Number]:
    """Those that parameters may be: a value is at most 1, and a count is whole."""
    kinds = statement.parameters
    return {name: number for name, number in numbers.items() if is_of_kind(number, kinds[name])}


def _takes_a_number(form: Form) -> bool:
    """Whether a composition has a number among its operands, such as the weight of a mixture."""
    ((name, arguments),) = form.items()
    composition = arguments[0] if name == "fold" else name
    return "number" in COMPOSITIONS[composition].operands


def _tight(instance: Instance, claim: Claim, given: Mapping[str, Number]) -> list[Number]:
    numbers = tight(claim.definition, instance.objects[claim.of], given)
    return [number for number in numbers if not getattr(number, "is_infinite", False)]
