"""δ of thresholded counts as enclosures: quick enough for every point of a plot.

`largest_delta` looks for an exact number first; here balls are taken at once, a millisecond each.
"""

from __future__ import annotations

from typing import Any, Final

from flint import arb, fmpq

from dpverify.checkers.knowledge.binomial import Binomial
from dpverify.checkers.knowledge.counts import Computed, Evaluation, count_views
from dpverify.defs.errors import DomainError, UsageError
from dpverify.defs.knowledge.scenario import Scenario
from dpverify.defs.numbers import Number, Value, as_eps, exp
from dpverify.defs.numbers.balls import working_precision
from dpverify.defs.risk.parameters import count, rational

GUARD: Final = 40


def enclosed_delta(scenario: Scenario, eps: Any, *, active: bool) -> Number:
    """The smallest δ at ε of a count, for the active attacker (APKDP) or the passive one (PPKDP).

    Args:
        scenario: a count, perhaps thresholded, whose known records are fixed.
        eps: ε in nats.
        active: APK at its worst B̂, or PPK.

    Returns:
        A number known by balls, all over the scenario's targets and distributions.

    Raises:
        UsageError: the scenario is of another kind.
    """
    views, odds = count_views(scenario, active=active), exp(as_eps(eps))
    if not views:
        raise UsageError("δ by balls needs a count of records of which fixed ones are known")

    def compute(bits: int) -> arb:
        with working_precision(bits + GUARD):
            balls = [arb(Evaluation(view, odds, bits + GUARD).value[0]) for view in views]
            largest = balls[0]
            for ball in balls[1:]:
                largest = largest.max(ball)
            return largest

    return Computed("δ of the scenario", compute)


def threshold_bound(n: Any, threshold: Any, p: Any) -> Number:
    """Theorem 4 without knowledge: f(T, n−1, p)/(1−r), r = p(n−1)/((1−p)T), where r < 1.

    It bounds the tail P[X ≥ T] of X ~ Bin(n−1, p), that is the δ of a count of n records with
    probabilities below p that is released above T.

    Args:
        n: records, at least 2.
        threshold: T, from 1 to n − 1.
        p: rational, 0 < p < 1.

    Raises:
        DomainError: a number out of range, or r ≥ 1.

    Source:
        Desfontaines, Mohammadi, Krahmer, Basin 2020, Theorem 4 and Lemma 1.
    """
    others, cut, chance = _setting(n, threshold, p)
    ratio = chance * others / ((1 - chance) * cut)
    if ratio >= 1:
        raise DomainError(f"r = p(n−1)/((1−p)T) is {ratio}, must be below 1; take a larger T")

    def compute(bits: int) -> arb:
        with working_precision(bits + GUARD):
            return Binomial(Value(chance), others, bits + GUARD).at(cut) / (1 - ratio)

    return Computed("the bound of a threshold", compute)


def exact_tail(n: Any, threshold: Any, p: Any) -> Number:
    """P[X ≥ T] of X ~ Bin(n−1, p), which `threshold_bound` bounds; arguments as there."""
    others, cut, chance = _setting(n, threshold, p)

    def compute(bits: int) -> arb:
        with working_precision(bits + GUARD):
            return Binomial(Value(chance), others, bits + GUARD).above(cut)

    return Computed("the tail of a binomial law", compute)


def _setting(n: Any, threshold: Any, p: Any) -> tuple[int, int, fmpq]:
    records = count(n, "n", least=2)
    cut, chance = count(threshold, "T", most=records - 1), rational(p, "p")
    if not 0 < chance < 1:
        raise DomainError(f"p is {p}, must lie strictly between 0 and 1")
    return records - 1, cut, chance
