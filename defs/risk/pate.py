"""PATE: what its answers cost, without the votes of the teachers, and with them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from flint import arb, fmpq

from dpverify.defs.numbers import Value, ln
from dpverify.defs.numbers.balls import working_precision
from dpverify.defs.risk.enclosed import Enclosed
from dpverify.defs.risk.noisy_votes import Votes, moments, winners
from dpverify.defs.risk.parameters import count, positive, positive_rational, share

PRINTED = ((100, "2.04", "1.81"), (1000, "8.03", "5.95"))
"""Queries, ε with differential privacy and ε with privacy at risk, as printed for δ = 10⁻⁵."""
MOST_MOMENT = 100
BITS = 64


def vote_independent_eps(queries: Any, rate: Any, delta: Any) -> Enclosed:
    """The ε of noisy-max answers by the moments accountant, whatever the votes were.

    min over l = 1, …, 100 of (2·T·g²·l(l+1) + ln(1/δ))/l, for T answers with Laplace noise of
    scale 1/g on each count. The accountant of PATE adds to this a bound for each query that
    depends on how far ahead the winner was; without the votes that part cannot be known.

    Args:
        queries: T, at least 1.
        rate: g > 0, rational.
        delta: δ in (0, 1].

    Source:
        Papernot, Abadi, Erlingsson, Goodfellow, Talwar 2017, Theorem 2 and section 3.
    """
    answers, scale = count(queries, "the number of queries"), positive_rational(rate, "the rate")
    log = ln(1 / share(positive(delta, "δ"), "δ"))

    def evaluate(bits: int) -> arb:
        smallest: arb | None = None
        for moment in range(1, MOST_MOMENT + 1):
            cost = arb(fmpq(2 * answers * (moment + 1)) * scale * scale)
            eps = cost + log.ball(bits) / moment
            smallest = eps if smallest is None else smallest.min(eps)
        return arb(0) if smallest is None else smallest

    text = f"the vote-independent ε of {answers} queries with rate {Value(scale)}"
    return Enclosed(evaluate, text)


def lost(votes: Votes, rate: fmpq) -> arb:
    """A bound of the probability that the class with most votes is not named.

    Σ_j (2 + g·(n* − n_j))/(4·e^(g·(n* − n_j))) over the other classes j, n* the most votes.

    Source:
        Papernot et al. 2017, Lemma 4.
    """
    most = votes.index(max(votes))
    gaps = [arb(rate * (votes[most] - n)) for j, n in enumerate(votes) if j != most]
    return sum(((2 + gap) / (4 * gap.exp()) for gap in gaps), start=arb(0))


def bounded_moments(votes: Votes, rate: fmpq, most: int) -> list[arb]:
    """Upper bounds of the moments l = 1 … most of one query, from its votes.

    The smaller of 2·g²·l·(l+1) and, with q = `lost` and where q < (e^(2g) − 1)/(e^(4g) − 1),
    ln((1−q)·((1−q)/(1 − e^(2g)·q))^l + q·e^(2g·l)).

    Source:
        Papernot et al. 2017, Theorems 2 and 3.
    """
    g = arb(rate)
    q, odds = lost(votes, rate), (2 * g).exp()
    usable = bool(q < (odds - 1) / (odds**2 - 1))
    bounds = []
    for order in range(1, most + 1):
        bound = 2 * g * g * order * (order + 1)
        if usable:
            near = (1 - q) * ((1 - q) / (1 - odds * q)) ** order
            bound = bound.min((near + q * odds**order).log())
        bounds.append(bound)
    return bounds


class VotedQueries:
    """Answers to queries whose votes are given: what they cost, from above and in truth.

    Args:
        table: for each query the number of votes for each class, at least two.
        rate: g > 0, rational; each count has Laplace noise of scale 1/g.
        delta: δ in (0, 1].
    """

    def __init__(self, table: Sequence[Votes], rate: Any, delta: Any) -> None:
        self.table = Counter(tuple(votes) for votes in table)
        self.rate = positive_rational(rate, "the rate")
        self.log = ln(1 / share(positive(delta, "δ"), "δ"))
        self._kept: dict[tuple[str, int], list[arb]] = {}

    def bound(self) -> Enclosed:
        """The ε of the moments accountant with the data-dependent bound of each query."""
        return Enclosed(self._least("bound"), "the ε of the accountant, from the votes")

    def truth(self) -> Enclosed:
        """The same with the moments themselves, for the worst change of one teacher's votes."""
        return Enclosed(self._least("truth"), "the ε of the moments of these votes")

    def order(self, which: str) -> int:
        """The order l at which the least is attained, by the middle of each ball."""
        with working_precision(BITS):
            values = self._eps(which, BITS)
        return 1 + min(range(len(values)), key=lambda k: float(values[k]))

    def _least(self, which: str) -> Callable[[int], arb]:
        def evaluate(bits: int) -> arb:
            values = self._eps(which, bits)
            smallest = values[0]
            for value in values[1:]:
                smallest = smallest.min(value)
            return smallest

        return evaluate

    def _eps(self, which: str, bits: int) -> list[arb]:
        sums = self._moments(which, bits)
        log = self.log.ball(bits)
        return [(total + log) / order for order, total in enumerate(sums, start=1)]

    def _moments(self, which: str, bits: int) -> list[arb]:
        if (which, bits) not in self._kept:
            compute = bounded_moments if which == "bound" else moments
            sums = [arb(0)] * MOST_MOMENT
            for votes, times in self.table.items():
                some = compute(votes, self.rate, MOST_MOMENT)
                sums = [total + times * one for total, one in zip(sums, some, strict=True)]
            self._kept[which, bits] = sums
        return self._kept[which, bits]

    def least_sure(self) -> tuple[Enclosed, Enclosed]:
        """Of the query that is most often lost: the bound of `lost`, and the probability."""
        with working_precision(BITS):
            worst = max(self.table, key=lambda votes: float(lost(votes, self.rate)))

        def true(_: int) -> arb:
            chances = winners(worst, self.rate)
            best = worst.index(max(worst))
            return sum((p for j, p in enumerate(chances) if j != best), start=arb(0))

        text = "the probability that the most votes do not win"
        return Enclosed(lambda _: lost(worst, self.rate), f"a bound of {text}"), Enclosed(
            true, text
        )
