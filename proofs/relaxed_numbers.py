"""The numbers of a relaxed question: parameters and expressions as polynomials, and what is ≥ 0.

What must never change: what is said to be ≥ 0 is so for all parameters that a statement allows.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations_with_replacement

from dpverify.checkers.smt.polynomials import Polynomial, Reader, number, variable
from dpverify.checkers.smt.terms import Term
from dpverify.proofs.conditions import Condition
from dpverify.proofs.definitions import kind_of
from dpverify.proofs.expressions import compared, evaluate
from dpverify.proofs.formula import Encoding, variable_of
from dpverify.proofs.statement import Claim


@dataclass
class Numbers:
    """The parameters of a statement; the reader knows them and all entries of channels.

    Args:
        encoding: the statement at one shape.
        thorough: whether e^ε − 1 is among what is ≥ 0.
    """

    encoding: Encoding
    thorough: bool = False
    entries: frozenset[str] = field(init=False)
    reader: Reader = field(init=False)

    def __post_init__(self) -> None:
        objects, parameters = self.encoding.objects, self.encoding.statement.parameters.items()
        self.entries = frozenset(
            x.text for n in self.encoding.free for row in objects[n].rows for x in row
        )
        self.reader = Reader(
            {*self.entries, *(variable_of(name, kind) for name, kind in parameters)}
        )

    def of(self, claim: Claim, name: str) -> Polynomial:
        """What a claim gives for a parameter of its definition."""
        text, encoding = claim.given[name], self.encoding
        term: Term = evaluate(text, kind_of(name), encoding.algebra, encoding.shape)
        return self.reader.read(term)

    @cached_property
    def odds(self) -> list[Polynomial]:
        """The odds of every loss, each ≥ 1."""
        kinds = self.encoding.statement.parameters.items()
        return [variable(variable_of(name, kind)) for name, kind in kinds if kind == "loss"]

    @cached_property
    def known(self) -> list[Polynomial]:
        """What is ≥ 0 of the parameters."""
        result = [*self.odds, *self.reader.facts]
        if self.thorough:
            result += [odds - number(1) for odds in self.odds]
        for name, kind in self.encoding.statement.parameters.items():
            if kind == "value":
                result += [variable(name), number(1) - variable(name)]
        for hypothesis in self.encoding.statement.hypotheses:
            if isinstance(hypothesis, Condition):
                small, large, _ = compared(hypothesis.text, self.encoding.algebra)
                result.append(self.reader.read(large) - self.reader.read(small))
        return result

    def factors(self, denied: Sequence[Polynomial]) -> list[Polynomial]:
        """Products of two numbers ≥ 0 whose degrees do not exceed the conclusion's."""
        limit = self._degrees(denied)
        every = [number(1), *dict.fromkeys(self.known)]
        chosen = combinations_with_replacement(every, 2)
        return [
            factor
            for factor in dict.fromkeys(map(times, chosen))
            if all(d <= limit.get(v, 0) for v, d in self._degrees([factor]).items())
        ]

    def _degrees(self, given: Sequence[Polynomial]) -> dict[str, int]:
        """The highest power of each parameter; what a maximum is of counts with it."""
        result: dict[str, int] = {}
        for polynomial in given:
            for monomial in polynomial.terms:
                for v in {*monomial} - self.entries:
                    result[v] = max(result.get(v, 0), monomial.count(v))
        for choice in self.reader.choices:
            names = {v for polynomial in choice for m in polynomial.terms for v in m}
            most = max((result.get(v, 0) for v in names), default=0)
            result |= {v: max(most, result.get(v, 0)) for v in names if most}
        return result


def times(factors: Iterable[Polynomial]) -> Polynomial:
    """The product."""
    result = number(1)
    for factor in factors:
        result = result * factor
    return result
