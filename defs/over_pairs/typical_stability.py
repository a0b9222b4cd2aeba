"""Typical stability: of most databases the law of the output is close to one and the same law."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from dpverify.defs.errors import UsageError
from dpverify.defs.numbers import Value
from dpverify.defs.numbers.value import total
from dpverify.defs.over_pairs.contract import Asked, OverPairs
from dpverify.defs.privacy_loss import Odds, odds_of

MOST: Final = 16
"""Inputs that may be drawn; each of them may double the sets that are looked at."""

Law = Sequence[Value]


def _smallest(asked: Asked) -> Value:
    """1 less the largest probability of a set of inputs whose laws have a law near all of them."""
    channel = asked.channel
    if asked.eps is None:
        raise TypeError("typical stability without eps was not refused")
    drawn = [(asked.prior(x), channel.row(i)) for i, x in enumerate(channel.inputs)]
    drawn = [(weight, law) for weight, law in drawn if not weight.is_zero]
    if len(drawn) > MOST:
        raise UsageError(
            f"{len(drawn)} inputs may be drawn; at most {MOST} can be searched, so give a prior of"
            " fewer"
        )
    # The likeliest first, so that a good set is known early.
    drawn.sort(key=lambda part: part[0], reverse=True)
    return 1 - _Search(odds_of(asked.eps), drawn).likeliest()


class _Search:
    """Sets of inputs, each input taken or left in turn; a set of which a part fails fails."""

    def __init__(self, odds: Odds, drawn: Sequence[tuple[Value, Law]]) -> None:
        self.odds, self.drawn = odds, drawn
        self.best = Value(0)

    def likeliest(self) -> Value:
        self._extend(0, [], Value(0))
        return self.best

    def _extend(self, place: int, laws: list[Law], weight: Value) -> None:
        self.best = max(self.best, weight)
        if weight + total([w for w, _ in self.drawn[place:]]) <= self.best:
            return
        here, law = self.drawn[place]
        if has_a_law_near([*laws, law], self.odds):
            self._extend(place + 1, [*laws, law], weight + here)
        self._extend(place + 1, laws, weight)


def has_a_law_near(laws: Sequence[Law], odds: Odds) -> bool:
    """Whether some law Q has P ≤ e^ε·Q and Q ≤ e^ε·P for each of the laws P.

    Q(o) has to lie between the largest P(o)/e^ε and the least e^ε·P(o), and the Q(o) have sum 1: so
    none of these intervals is empty, and 1 lies between the sums of their ends.
    """
    columns = [*zip(*laws, strict=True)]
    largest, least = [max(column) for column in columns], [min(column) for column in columns]
    fits = all(high <= odds * (odds * low) for high, low in zip(largest, least, strict=True))
    return fits and total(largest) <= odds and odds * total(least) >= 1


TYPICAL_STABILITY: Final = OverPairs(
    "typical-stability",
    "there is a law that is ε-indistinguishable from that of the output, for inputs of probability"
    " at least 1 − γ",
    "Bassily, Freund 2016, of one prior and with δ = 0",
    "prior",
    _smallest,
)
