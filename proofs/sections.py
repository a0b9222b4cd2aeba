"""A question about a composition for all events at once: an event is cut into sections.

Of a composition each output is a path y₁, …, y_k: an output of one channel, then one of the next.
An event S has for each y₁, …, y_{k−1} a *section*, the set of the y_k with which it goes on, and

    P(S) = Σ p₁(y₁) · … · p_{k−1}(y_{k−1}) · A(y₁, …, y_{k−1}),

where A is the probability of the section. Of A, and of its complement, holds what a hypothesis says
of events of the last channel. Every fact that is used speaks of one path, and is the same for all
paths. So what follows is said of the sums over all paths alone, with a variable for the sum of each
monomial: the question is linear, and neither the number of outputs nor the event occurs in it.

The variable of a monomial in what belongs to the levels 1 to j is its sum over all y₁, …, y_j. At
the last level y_k is "in" or "out" of the section.

Probabilistic DP is about the event S of the paths with P > e^ε Q. Where e^ε is the product of the
odds of the hypotheses, no path of S has a loss within them at every level: so of each path of S the
product over the levels of P(y) − g(y) is 0, where g(y) is P(y) if the loss is too large, else 0.

What must never change: all that is assumed holds of all channels and numbers that satisfy the
hypotheses, and of every event. What is left out only makes the question weaker.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import product

from dpverify.checkers.smt.polynomials import Polynomial, Relaxation, number, total, variable
from dpverify.defs.errors import Undecided
from dpverify.proofs.expressions import fraction
from dpverify.proofs.formula import Encoding
from dpverify.proofs.labels import shape_text
from dpverify.proofs.paths import Level, Pair, levels
from dpverify.proofs.relaxed_numbers import Numbers, times
from dpverify.proofs.statement import Claim
from dpverify.proofs.words import formula_text

PURE = {"pure-dp", "local-dp"}
PROBABILISTIC = "probabilistic-dp"
WITH_DELTA = {"approx-dp", PROBABILISTIC}  # the second implies the first
WITHIN = {*PURE, PROBABILISTIC}
VARIATION = "total-variation-at-most"
MOST_PRODUCTS = 4000

IN, OUT = "in", "out"


@dataclass(frozen=True)
class Excess:
    """That P(S) ≤ odds · Q(S) + delta for every event S."""

    odds: Polynomial
    delta: Polynomial


def by_sections(encoding: Encoding, pair: Pair, *, thorough: bool = False) -> str:
    """A script for one ordered pair of the conclusion: "unsat" excludes a counterexample.

    Args:
        encoding: the statement at one shape.
        pair: the positions of the two inputs.
        thorough: whether to use e^ε − 1 ≥ 0 too, and what bounds the second law by the first.

    Raises: Undecided("unsupported") for another conclusion, or what is no composition.
    """
    claim = encoding.statement.conclusion
    if not isinstance(claim, Claim) or claim.swapped:
        raise Undecided("unsupported", "the conclusion is no claim about a pair")
    numbers = Numbers(encoding, thorough=thorough)
    concluded = excess(numbers, claim)
    if concluded is None:
        raise Undecided("unsupported", "the conclusion is not over events")
    matrix = encoding.objects[claim.of]
    rows = [[numbers.reader.read(entry) for entry in matrix.rows[i]] for i in pair]
    every = levels(encoding, rows[0], rows[1])
    if len(every) == 1 and every[0].rows <= 2:
        raise Undecided("unsupported", "neighbours of one channel, which `event_cases` asks about")
    steps = [
        _Step(numbers, level, depth, last=depth == len(every))
        for depth, level in enumerate(every, start=1)
    ]
    comment = f"{formula_text(encoding.statement)}\n{shape_text(encoding.shape)}; pair {pair}"
    comment += ", sums over the paths of any event"
    if claim.definition != PROBABILISTIC:
        return _question(numbers, steps, _over(steps, concluded), comment)
    if any(len(entry.terms) != 1 for entry in rows[0]):
        raise Undecided("unsupported", "an output is more than one path")
    never = _within(steps, concluded.odds)
    return _question(numbers, steps, _probability(steps, 0) - concluded.delta, comment, never)


def excess(numbers: Numbers, claim: Claim) -> Excess | None:
    """What a claim says of every event, if it does; of probabilistic DP what it implies."""
    if claim.form not in {"outputs", "events"}:
        return None
    if claim.definition in PURE:
        return Excess(numbers.of(claim, "eps"), number(0))
    if claim.definition in WITH_DELTA:
        return Excess(numbers.of(claim, "eps"), numbers.of(claim, "delta"))
    if claim.definition == VARIATION and fraction(claim.given["bound"]) is None:
        return Excess(number(1), numbers.of(claim, "bound"))
    return None


@dataclass
class _Step:
    """One level: what is known of one output of its channel, or of one side of a section.

    Attributes:
        local: by side what is ≥ 0, linear in what belongs to the level.
        least: sums over all outputs, and what they are at most.
        within: of each hypothesis about the two laws, its odds and, on the inside, P(o) − g(o) with
            a g(o) that is P(o) or 0; none where g(o) is another number.
    """

    numbers: Numbers
    level: Level
    depth: int
    last: bool
    local: dict[str, list[Polynomial]] = field(default_factory=dict)
    least: list[tuple[Polynomial, Polynomial]] = field(default_factory=list)
    within: list[tuple[Polynomial, Polynomial]] = field(default_factory=list)

    def __post_init__(self) -> None:
        for side in self.sides:
            self.local[side] = [self.entry(row, side) for row in range(self.level.rows)]
        for (a, b), claim in self.level.claims:
            # What bounds Q by P is seldom needed: the conclusion bounds P by Q.
            if self.numbers.thorough or (a, b) != self.level.pair[::-1]:
                self._follows(claim, a, b)
        if self.level.pair == (0, 0):
            self.within.append((number(1), self.entry(0, self.inside)))

    @property
    def sides(self) -> tuple[str, ...]:
        """The parts of which the outputs are made: the section and the rest at the last level."""
        return (IN, OUT) if self.last else ("",)

    @property
    def inside(self) -> str:
        """The side of which the event is made."""
        return self.sides[0]

    @property
    def certain(self) -> list[Polynomial]:
        """Sums over all outputs that are 1."""
        return [self._summed(f"row{row}") for row in range(self.level.rows)]

    def entry(self, row: int, side: str) -> Polynomial:
        """The probability, in a row, of an output or of a side of the section."""
        return self._named(f"row{row}", side)

    def _named(self, name: str, side: str) -> Polynomial:
        return variable("_".join(filter(None, (name, f"level{self.depth}", side))))

    def _summed(self, name: str) -> Polynomial:
        return total(self._named(name, side) for side in self.sides)

    def _follows(self, claim: Claim, a: int, b: int) -> None:
        """P(o) ≤ g(o) + odds · Q(o) with 0 ≤ g(o) ≤ P(o), and the sum of g is at most δ.

        It is so of g(o) = max(0, P(o) − odds · Q(o)), hence of sums over a set of outputs.
        """
        said = excess(self.numbers, claim)
        if said is None:
            return
        slack = f"slack{len(self.least)}"
        for side in self.sides:
            p, q = self.entry(a, side), self.entry(b, side)
            g = self._named(slack, side) if said.delta.terms else number(0)
            self.local[side] += [g, p - g] if said.delta.terms else []
            self.local[side].append(said.odds * q + g - p)
            if (a, b, side) == (*self.level.pair, self.inside) and claim.definition in WITHIN:
                self.within.append((said.odds, p - g))
        if said.delta.terms:
            self.least.append((self._summed(slack), said.delta))


def _probability(steps: Sequence[_Step], law: int) -> Polynomial:
    """The sum over the paths of the event, in either of the two laws."""
    return times(step.entry(step.level.pair[law], step.inside) for step in steps)


def _over(steps: Sequence[_Step], concluded: Excess) -> Polynomial:
    """P(S) − odds · Q(S) − δ."""
    return _probability(steps, 0) - concluded.odds * _probability(steps, 1) - concluded.delta


def _within(steps: Sequence[_Step], odds: Polynomial) -> Polynomial:
    """The sum over the paths with a loss above the odds of what has none at any level; it is 0.

    Raises: Undecided("unsupported") where these odds are not the product of those of the levels.
    """
    for chosen in product(*(step.within for step in steps)):
        if times(of for of, _ in chosen) == odds:
            return times(rest for _, rest in chosen)
    raise Undecided("unsupported", "the odds are not the product of those that are assumed")


def _question(
    numbers: Numbers,
    steps: Sequence[_Step],
    denied: Polynomial,
    comment: str,
    zero: Polynomial | None = None,
) -> str:
    """That what is denied is more than 0, and another sum is 0, beside all that is known."""
    factors = numbers.factors([denied])
    question = Relaxation()
    for depth in range(len(steps) + 1):
        products = _products(steps[:depth])
        if len(products) * len(factors) > MOST_PRODUCTS:
            raise Undecided("unsupported", "too many products for sums over paths")
        facts = [f * x for f in factors for x in products]
        question.at_least_zero(facts)
        for step in steps[depth : depth + 1]:  # none after the last
            question.zero(fact * (one - number(1)) for fact in facts for one in step.certain)
            question.at_least_zero(fact * (d - g) for fact in facts for g, d in step.least)
    question.zero([] if zero is None else [f * zero for f in factors])
    for choice in numbers.reader.choices:
        either = " ".join(f"(= {question.linear(each)} 0)" for each in choice)
        question.require(f"(or {either})")
    above = [f"(> {question.linear(denied * by)} 0)" for by in (number(1), *numbers.odds)]
    return question.script(comment, *above)


def _products(steps: Sequence[_Step]) -> list[Polynomial]:
    """A fact of each level, multiplied; at the last level of either side."""
    result = []
    for sides in product(*(step.sides for step in steps)):
        local = [step.local[side] for step, side in zip(steps, sides, strict=True)]
        result += [times(facts) for facts in product(*local)]
    return result
