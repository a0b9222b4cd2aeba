"""What an attacker sees of one target: for each value b of his knowledge, a law for each value t.

The two privacy quantities of an ordered pair (t, t') are read off here: APK_b is the hockey-stick
divergence of the laws given b; PPK = Σ_b P(b | t)·APK_b is its mean over what is known where the
target is t. Where B and the target are independent, P(b | t) is P(b).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import permutations

from flint import arb

from dpverify.checkers.answers.places import Setting, Term
from dpverify.defs.divergences.hockey_stick import hockey_stick, smallest_eps
from dpverify.defs.numbers import Number, Value, as_eps
from dpverify.defs.numbers.balls import working_precision
from dpverify.defs.numbers.limits import START_BITS
from dpverify.defs.numbers.value import difference_ball
from dpverify.defs.privacy_loss import Odds, attaining_event, mass, odds_of, tail_event

OutputLaw = Mapping[str, Value]
Laws = tuple[tuple[Value, ...], tuple[Value, ...]]


@dataclass(frozen=True)
class Slice:
    """One value of the knowledge: its probability, and the law of the output for each t.

    `chances`: P(b | t) for each t, where what is known depends on the target.
    """

    known: str
    weight: Value
    laws: Mapping[str, OutputLaw]
    chances: Mapping[str, Value] | None = None

    def chance(self, t: str) -> Value:
        """P(b | t), which is P(b) where the two are independent."""
        return self.weight if self.chances is None else self.chances[t]


@dataclass(frozen=True)
class View:
    """The slices of one member of Θ and one target."""

    theta: int
    target: int
    slices: tuple[Slice, ...]

    @property
    def values(self) -> tuple[str, ...]:
        """The values that the target can take."""
        return tuple(self.slices[0].laws)

    def pairs(self) -> Iterator[tuple[str, str]]:
        """The ordered pairs of distinct values of the target."""
        return permutations(self.values, 2)


@dataclass(frozen=True)
class Pair:
    """The laws of the output for two values of the target, given one value of the knowledge."""

    given: Slice
    outputs: tuple[str, ...]
    p: tuple[Value, ...]
    q: tuple[Value, ...]


@dataclass(frozen=True)
class Case:
    """Two laws to compare: of the outputs for one b (active), or of (b, output) (passive).

    `p`, `q`: the two laws. Values of the knowledge whose laws are the same, on other outputs, count
    as one with the sum of their weights: what is compared depends on the numbers alone.
    """

    view: View
    values: tuple[str, str]
    slices: tuple[Slice, ...]
    weighted: bool

    @cached_property
    def pairs(self) -> tuple[Pair, ...]:
        """The two laws for each value of the knowledge that takes part."""
        return tuple(
            _pair(each, self.values)
            for each in self.slices
            if not (self.weighted and each.weight.is_zero)
        )

    @cached_property
    def _merged(self) -> tuple[tuple[Value, ...], tuple[Value, ...]]:
        weights: dict[Laws, Value] = {}
        for each in self.pairs:
            weight = each.given.chance(self.values[0]) if self.weighted else Value(1)
            weights[each.p, each.q] = weights.get((each.p, each.q), Value(0)) + weight
        if len(weights) == 1 and 1 in weights.values():
            return next(iter(weights))
        p = tuple(weight * mass for (first, _), weight in weights.items() for mass in first)
        q = tuple(weight * mass for (_, second), weight in weights.items() for mass in second)
        return p, q

    @property
    def p(self) -> tuple[Value, ...]:
        """Probabilities where the target has the first value."""
        return self._merged[0]

    @property
    def q(self) -> tuple[Value, ...]:
        """Probabilities where the target has the second value, in the same order."""
        return self._merged[1]

    def tight(self, parameter: str, given: Mapping[str, Odds]) -> Number:
        """The smallest δ for "odds", or the smallest ε for "delta"; exact."""
        if parameter == "eps":
            return smallest_eps(self.p, self.q, given["delta"])
        return hockey_stick(self.p, self.q, given["odds"])

    def stays_below(self, given: Mapping[str, Odds], bound: Number) -> bool:
        """Whether balls show that δ at the odds is at most a bound, so that it need not be known.

        Sums of rational numbers take no longer than balls: of these nothing is said.
        """
        odds = given.get("odds")
        if not isinstance(odds, Value) or all(mass.is_rational for mass in self.p):
            return False
        upper = arb(0)
        with working_precision(START_BITS):
            for p, q in zip(self.p, self.q, strict=True):
                upper += difference_ball(p, odds, q).max(arb(0))
        return bool(upper <= bound.ball(START_BITS))

    def attained(self, parameter: str, eps: Number) -> Setting:
        """The setting with the event that attains the tight value at ε.

        As terms, one for each value of the knowledge that takes part: whether an output belongs to
        the event depends on the ratio of its probabilities, so each value decides by itself.
        """
        loss = as_eps(eps, allow_infinity=True)
        events: dict[Laws, tuple[int, ...]] = {}
        terms = []
        for each in self.pairs:
            if (each.p, each.q) not in events:
                events[each.p, each.q] = (
                    attaining_event(each.p, each.q, loss)
                    if parameter == "eps"
                    else tail_event(each.p, each.q, odds_of(loss))
                )
            event = events[each.p, each.q]
            if event or len(self.slices) == 1:
                outputs = tuple(each.outputs[place] for place in event)
                chances = mass(each.p, event), mass(each.q, event)
                weight = each.given.chance(self.values[0])
                terms.append(Term(each.given.known, weight, outputs, chances))
        return Setting(self.view.theta, self.view.target, self.values, tuple(terms))


def cases(view: View, *, active: bool) -> Iterator[Case]:
    """The comparisons that a definition makes of a view: APKDP if active, else PPKDP."""
    for values in view.pairs():
        groups = [(slice_,) for slice_ in view.slices] if active else [view.slices]
        for group in groups:
            yield Case(view, values, group, weighted=not active)


def _pair(given: Slice, values: tuple[str, str]) -> Pair:
    first, second = (given.laws[t] for t in values)
    outputs, zero = tuple(dict.fromkeys([*first, *second])), Value(0)
    return Pair(
        given,
        outputs,
        tuple(first.get(output, zero) for output in outputs),
        tuple(second.get(output, zero) for output in outputs),
    )
