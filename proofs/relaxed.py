"""Questions that a solver answers sooner: a statement at one shape, relaxed to linear arithmetic.

From the hypotheses follow polynomial inequalities; products of them follow too, and with every
monomial as a variable of its own all of that is linear. If that alone contradicts the denied
conclusion, no channels of the shape refute the statement, and linear arithmetic finds out at once.

What must never change: everything assumed here holds of all channels and numbers that satisfy the
hypotheses. What is left out, or not understood, only makes the questions weaker.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations, product
from math import prod

from dpverify.checkers.smt.polynomials import (
    Polynomial,
    Relaxation,
    number,
    total,
    variable,
)
from dpverify.defs.errors import Undecided
from dpverify.proofs.formula import Encoding
from dpverify.proofs.labels import shape_text
from dpverify.proofs.layout import claims
from dpverify.proofs.relaxed_numbers import Numbers, times
from dpverify.proofs.statement import Claim
from dpverify.proofs.words import formula_text

PURE = {"pure-dp", "local-dp"}
WITH_DELTA = {"approx-dp", "probabilistic-dp"}  # the second implies the first
MAX_PRODUCTS = 6000

Pair = tuple[int, int]


def relaxed(encoding: Encoding, pair: Pair, *, thorough: bool = False) -> list[str]:
    """Scripts for one ordered pair of the conclusion: "unsat" for all excludes a counterexample.

    Args:
        encoding: the statement at one shape.
        pair: the positions of the two inputs.
        thorough: whether to multiply by e^ε − 1 too.

    Raises: Undecided("unsupported") for what has no relaxation, or too large a one.
    """
    claim = encoding.statement.conclusion
    plain = isinstance(claim, Claim) and claim.form in {"outputs", "events"} and not claim.swapped
    if not (isinstance(claim, Claim) and plain and claim.definition in {*PURE, "approx-dp"}):
        raise Undecided("unsupported", "only ε-DP and (ε,δ)-DP as a conclusion have a relaxation")
    encoded = _Relaxed(encoding, pair, thorough)
    p, q, odds, delta = encoded.sides(claim, pair)
    comment = (
        f"{formula_text(encoding.statement)}\n{shape_text(encoding.shape)}; pair {pair}, relaxed"
    )
    apart = [a - odds * b for a, b in zip(p, q, strict=True)]
    if delta is None:
        return [
            _above_zero(encoded, polynomial, comment)
            for polynomial in dict.fromkeys(apart)
            if polynomial.terms
        ]
    question = encoded.assumed(apart)
    event = [
        _event(question, apart, delta, factor) for factor in (number(1), *encoded.numbers.odds)
    ]
    return [question.script(comment, *event, switches=len(apart))]


def _above_zero(encoded: _Relaxed, excess: Polynomial, comment: str) -> str:
    question = encoded.assumed([excess])
    return question.script(comment, f"(> {question.linear(excess)} 0)")


def _event(
    question: Relaxation, apart: Sequence[Polynomial], delta: Polynomial, factor: Polynomial
) -> str:
    """Σ over the outputs o with b_o > 0 of P(o) − e^ε Q(o) is more than δ; all times an odds."""
    parts = [question.linear(polynomial * factor) for polynomial in apart]
    chosen = " ".join(f"(ite (<= b{o} 0) 0 {part})" for o, part in enumerate(parts))
    return f"(> (+ 0 {chosen}) {question.linear(delta * factor)})"


@dataclass
class _Relaxed:
    """What follows from the hypotheses, sorted by the channel that it speaks of."""

    encoding: Encoding
    pair: Pair
    thorough: bool
    numbers: Numbers = field(init=False)
    facts: dict[str, list[Polynomial]] = field(default_factory=dict)  # each ≥ 0
    equal: dict[str, list[Polynomial]] = field(default_factory=dict)  # each = 0
    owner: dict[str, str] = field(default_factory=dict)  # the channel of a variable

    def __post_init__(self) -> None:
        self.numbers = Numbers(self.encoding, thorough=self.thorough)
        for name in self.encoding.free:
            rows = [
                [self.numbers.reader.read(x) for x in row]
                for row in self.encoding.objects[name].rows
            ]
            self.facts[name] = [entry for row in rows for entry in row]
            self.equal[name] = [total(row) - number(1) for row in rows]
            self.owner |= {v: name for row in rows for x in row for (v,) in x.terms}
        for number_of, claim in enumerate(
            claims(self.encoding.statement.hypotheses, self.encoding.free)
        ):
            if isinstance(claim, Claim) and not claim.swapped:
                for pair in self._pairs(claim):
                    self._follows(claim, pair, f"g{number_of}_{pair[0]}_{pair[1]}")

    def sides(
        self, claim: Claim, pair: Pair
    ) -> tuple[list[Polynomial], list[Polynomial], Polynomial, Polynomial | None]:
        """The two laws, the odds and δ (None for ε-DP)."""
        rows = self.encoding.objects[claim.of].rows
        p, q = ([self.numbers.reader.read(x) for x in rows[i]] for i in pair)
        odds = self.numbers.of(claim, "eps")
        return p, q, odds, self.numbers.of(claim, "delta") if "delta" in claim.given else None

    def assumed(self, denied: Sequence[Polynomial]) -> Relaxation:
        """All products that have a chance to meet the denied conclusion, as assumptions."""
        question = Relaxation()
        factors, near = self.numbers.factors(denied), self._near(denied)
        count = 0
        for channels in self._together(denied):
            for some in _subsets(channels):
                facts = {n: self._within(self.facts[n], near) for n in some}
                count += len(factors) * prod(len(combination) for combination in facts.values())
                if count > MAX_PRODUCTS:
                    raise Undecided("unsupported", "too many products for a relaxation")
                for combination in product(*facts.values()):
                    monomial = times(combination)
                    question.at_least_zero(f * monomial for f in factors)
                for name in some:
                    equal = self._within(self.equal[name], near)
                    rests = [times(e) for e in product(*(facts[n] for n in some if n != name))]
                    question.zero(f * r * e for f in factors for r in rests for e in equal)
        question.at_least_zero(factors)
        for choice in self.numbers.reader.choices:
            either = " ".join(f"(= {question.linear(combination)} 0)" for combination in choice)
            question.require(f"(or {either})")
        return question

    def _near(self, denied: Sequence[Polynomial]) -> set[str]:
        """The entries that facts connect with the conclusion."""
        near = {v for polynomial in denied for v in self._owned(polynomial)}
        facts = [self._owned(fact) for group in self.facts.values() for fact in group]
        while more := [fact for fact in facts if fact & near and not fact <= near]:
            near |= set().union(*more)
        return near

    def _owned(self, polynomial: Polynomial) -> set[str]:
        return {v for m in polynomial.terms for v in m if v in self.owner}

    def _within(self, given: Sequence[Polynomial], near: set[str]) -> list[Polynomial]:
        return [polynomial for polynomial in given if self._owned(polynomial) <= near]

    def _follows(self, claim: Claim, pair: Pair, slack: str) -> None:
        """From P(o) ≤ g(o) + e^ε Q(o), g(o) = max(0, P(o) − e^ε Q(o)), in (ε,δ)-DP; in ε-DP g = 0.

        In probabilistic DP g(o) is P(o) or 0, and the same follows.
        """
        if claim.definition not in PURE | WITH_DELTA or claim.form not in {"outputs", "events"}:
            return
        p, q, odds, delta = self.sides(claim, pair)
        facts: list[Polynomial] = []
        if claim.definition in PURE:
            facts = [odds * b - a for a, b in zip(p, q, strict=True)]
            g: list[Polynomial] = []
        else:
            g = [variable(f"{slack}_{o}") for o in range(len(p))]
            facts = [odds * b - a + x for a, b, x in zip(p, q, g, strict=True)]
            facts += [a - x for a, x in zip(p, g, strict=True)] + g
            facts.append((delta or number(0)) - total(g))
        owners = {self.owner[v] for each in p for v in self._owned(each)}
        for name in sorted(owners) if len(owners) == 1 else ():
            self.facts[name] += facts
            self.owner |= {v: name for x in g for (v,) in x.terms}

    def _pairs(self, claim: Claim) -> list[Pair]:
        """The pair itself where the claim speaks of the same inputs, else all pairs."""
        pairs = list(self.encoding.objects[claim.of].pairs)
        concluded = self.encoding.statement.concluded[0].of
        objects = self.encoding.objects
        same = len(objects[claim.of].rows) == len(objects[concluded].rows)
        return [self.pair] if same and self.pair in pairs else pairs

    def _together(self, denied: Sequence[Polynomial]) -> list[tuple[str, ...]]:
        """The sets of channels whose entries are multiplied in the conclusion, largest only."""
        products = {
            tuple(sorted({self.owner[v] for v in monomial if v in self.owner}))
            for polynomial in denied
            for monomial in polynomial.terms
        }
        return [a for a in sorted(products) if not any({*a} < {*b} for b in products)]


def _subsets(names: Sequence[str]) -> Iterator[tuple[str, ...]]:
    for count in range(1, len(names) + 1):
        yield from combinations(names, count)
