"""Conditions on the parameters of a statement, such as `rho*(exp(eta)-1) >= delta*exp(eta)`.

Written without a division, a condition says what a bound such as δ/(1 − e^(−η)) says, and it is
decided exactly and asked of a solver from one text.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NoReturn

from dpverify.defs.errors import Undecided, UsageError
from dpverify.defs.numbers import Number, Value
from dpverify.proofs.algebras import ExactAlgebra
from dpverify.proofs.expressions import Kind, compared, names, symbols
from dpverify.proofs.statement import Claim, Property


@dataclass(frozen=True)
class Condition(Property):
    """A property of the parameters alone; `text` compares two values."""

    text: str = ""


def condition(text: str) -> Condition:
    """The condition that a text states.

    Raises: UsageError for what compares no two values.

    >>> condition("rho*(exp(eta)-1) >= delta*exp(eta)").words
    'ρ·(e^η − 1) ≥ δ·e^η'
    """

    def form(_: Mapping[str, Any], terms: Mapping[str, Any], logic: Any) -> Any:
        small, large, strict = compared(text, LogicAlgebra(terms, logic))
        if strict:
            return logic.implies(logic.le(large, small), logic.disj([]))
        return logic.le(small, large)

    names(text)  # refuses what cannot be read
    return Condition(symbols(text), symbols(text), form, text=text)


def settled(
    hypotheses: Iterable[Claim | Property], parameters: Mapping[str, Number]
) -> dict[str, Number]:
    """The parameters, each condition made a tie where one of them alone can do that.

    That one is a value that occurs in no claim of the hypotheses, and the condition is affine in
    it; where the tie lies outside [0, 1] it stays as it is. A tie would break a strict comparison.
    """
    every = list(hypotheses)
    bound = {
        n for condition in every if isinstance(condition, Claim) for n in _mentioned(condition)
    }
    result = dict(parameters)
    for condition in every:
        if isinstance(condition, Condition):
            for name in sorted(names(condition.text) - bound):
                tie = _tie(condition.text, name, result)
                result[name] = result[name] if tie is None else tie
    return result


def _mentioned(claim: Claim) -> set[str]:
    return {name for text in claim.given.values() for name in names(text)}


def _tie(text: str, name: str, parameters: Mapping[str, Number]) -> Number | None:
    if not isinstance(parameters.get(name), Value):
        return None
    try:
        *_, strict = compared(text, ExactAlgebra(parameters))
        if strict:
            return None
        at = [_apart(text, {**parameters, name: Value(end)}) for end in (0, 1)]
        if at[0] == at[1]:
            return None
        tie = at[0] / (at[0] - at[1])
    except Undecided:
        return None
    return tie if 0 <= tie <= 1 else None


def _apart(text: str, parameters: Mapping[str, Number]) -> Any:
    small, large, _ = compared(text, ExactAlgebra(parameters))
    return large - small


@dataclass(frozen=True)
class LogicAlgebra:
    """Expressions over the operations of a `Logic`; a loss is known as its odds."""

    names: Mapping[str, Any]
    logic: Any

    def name(self, name: str) -> Any:
        return self.names[name]

    def constant(self, kind: Kind, value: Fraction) -> Any:
        if value.denominator != 1 or (kind == "loss" and value):
            raise UsageError(f"{value} in a condition: values are integers there, a loss is 0")
        return self.logic.number(int(value) if kind == "value" else 1)

    def add(self, kind: Kind, a: Any, b: Any) -> Any:
        return self.logic.times(a, b) if kind == "loss" else self.logic.total((a, b))

    def subtract(self, kind: Kind, a: Any, b: Any) -> Any:
        if kind == "loss":
            self._refuse()
        return self.logic.minus(a, b)

    def multiply(self, a: Any, b: Any) -> Any:
        return self.logic.times(a, b)

    def scale(self, factor: Fraction, a: Any) -> Any:
        if factor.denominator != 1 or factor < 0:
            self._refuse()
        power = self.logic.number(1)
        for _ in range(int(factor)):
            power = self.logic.times(power, a)
        return power

    def larger(self, a: Any, b: Any) -> Any:
        return self.logic.ite(self.logic.le(a, b), b, a)

    def smaller(self, a: Any, b: Any) -> Any:
        return self.logic.ite(self.logic.le(a, b), a, b)

    def exp(self, a: Any) -> Any:
        return a

    def loss_at(self, a: Any) -> Any:
        return a

    def divide(self, _a: Any, _b: Any) -> NoReturn:
        self._refuse()

    def weigh(self, _a: Any, _b: Any) -> NoReturn:
        self._refuse()

    def nats(self, _: Any) -> NoReturn:
        self._refuse()

    def loss(self, _: Any) -> NoReturn:
        self._refuse()

    def ln(self, _: Any) -> NoReturn:
        self._refuse()

    def sqrt(self, _: Any) -> NoReturn:
        self._refuse()

    def _refuse(self) -> NoReturn:
        raise UsageError("a condition is polynomial in values and odds; multiply it out")
