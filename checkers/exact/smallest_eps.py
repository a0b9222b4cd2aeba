"""Large channels: the tight ε at a given delta or risk.

The tight ε of one pair, computed exactly, discards every pair whose score there is at most the
bound; a pair that exceeds it has a larger tight ε, and takes over. Scores decrease with ε, so what
is discarded stays discarded.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from dpverify.checkers.exact.at_odds import kind_of
from dpverify.checkers.exact.candidates import exceeding
from dpverify.checkers.exact.masses import Masses, Weighed
from dpverify.checkers.exact.pairs import EveryPair, Listed, Pairs, pairs_of
from dpverify.checkers.exact.question import Found, Question
from dpverify.checkers.exact.scores import Scores
from dpverify.checkers.exact.small import completed, find_small
from dpverify.checkers.floats import Image, image_of_number, usable
from dpverify.defs.errors import InternalError
from dpverify.defs.numbers import INFINITY, Loss, Real, Value
from dpverify.defs.privacy_loss import Odds, odds_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Eps = Loss | Real


def largest_eps(question: Question, image: Image) -> Found:
    """The largest tight ε over all pairs; ties go to the first pair."""
    pairs = pairs_of(question)
    first = next(iter(question.definition.pairs(question.channel)))
    return _Search(question, image, image_of_number(question.bound)).run(pairs, first)


SAMPLE = 64
"""About how many inputs a large channel is first looked at on."""


class _Search:
    """One search; `solved` holds the event's probabilities for the pair whose ε is a ball."""

    def __init__(self, question: Question, image: Image, bound_image: float) -> None:
        self.question, self.image, self.bound_image = question, image, bound_image
        self.bound = question.bound
        self.solved: tuple[Value, Value] | None = None

    def run(self, pairs: Pairs, first: tuple[int, int]) -> Found:
        """Args: first the first pair."""
        left, probe = pairs, self._promising(pairs, first)
        before: Eps | None = None
        while True:
            value = self._solve(probe)
            if before is not None and not value > before:
                raise InternalError(f"the pair {probe} exceeds the bound but has no larger ε")
            before = value
            if isinstance(value, Loss) and value.is_infinite:
                return self._first_infinite(pairs)
            odds = odds_of(value)
            odds_image = image_of_number(odds)
            if not usable(odds_image):
                return find_small(self.question)
            scores = Scores(self.image, odds_image, kind_of(self.question))
            masses = Masses(self.question.channel.rows, scores, odds)
            above, uppers = exceeding(scores, left, self.bound_image, self.question.budget)
            following = self._exceeding_pair(masses, odds, above, uppers)
            if following is None:
                pair = first if value == 0 else self._first_attaining(masses, odds, above)
                return completed(self.question, value, pair)
            left, probe = above, following

    def _promising(self, pairs: Pairs, first: tuple[int, int]) -> tuple[int, int]:
        """Where to start among very many pairs: the best one of some, which discards most others.

        A first look at all pairs with a small ε leaves many, and these are looked at again.
        """
        if not isinstance(pairs, EveryPair) or pairs.n <= 2 * SAMPLE:
            return first
        chosen = np.arange(0, pairs.n, pairs.n // SAMPLE)
        both = np.repeat(chosen, len(chosen)), np.tile(chosen, len(chosen))
        left, probe = Listed(*both).where(both[0] != both[1]), first
        while True:
            value = self._solve(probe)
            odds = None if isinstance(value, Loss) and value.is_infinite else odds_of(value)
            odds_image = np.inf if odds is None else image_of_number(odds)
            if odds is None or not usable(odds_image):
                return probe
            scores = Scores(self.image, odds_image, kind_of(self.question))
            masses = Masses(self.question.channel.rows, scores, odds)
            above, uppers = exceeding(scores, left, self.bound_image, self.question.budget)
            following = self._exceeding_pair(masses, odds, above, uppers)
            if following is None:
                return probe
            left, probe = above, following

    def _solve(self, pair: tuple[int, int]) -> Eps:
        value = self.question.solve(pair)
        if isinstance(value, Value):
            raise TypeError("a tight ε is a loss")
        if isinstance(value, Real):
            candidate = completed(self.question, value, pair)
            self.solved = candidate.p, candidate.q
        return value

    def _exceeding_pair(
        self, masses: Masses, odds: Odds, above: Listed, uppers: Floats
    ) -> tuple[int, int] | None:
        """A pair whose score exceeds the bound, the largest score where it is cheap to tell."""
        if not len(above):
            return None
        budget, highest = self.question.budget, int(uppers.argmax())
        best = above.where(np.arange(len(above)) == highest)
        for listed in (best, above):
            for weighed in masses.weighed(listed, budget):
                if self._score(weighed, odds) > self.bound:
                    return weighed.pair
        return None

    def _score(self, weighed: Weighed, odds: Odds) -> Odds:
        if not self.question.definition.discounts:
            return weighed.p
        if (weighed.p, weighed.q) == self.solved:  # balls would never find it equal to the bound
            return self.bound
        return weighed.p - odds * weighed.q

    def _first_attaining(self, masses: Masses, odds: Odds, above: Listed) -> tuple[int, int]:
        """The first pair with this tight ε > 0, all others having at most that."""
        for weighed in masses.weighed(above, self.question.budget, weak=True):
            score = self._score(weighed, odds)
            if self.question.definition.discounts:
                # δ falls strictly just below ε where Q(S) > 0, and reaches the bound there.
                if not weighed.q.is_zero and (score is self.bound or not score < self.bound):
                    return weighed.pair
            elif score > self.bound:
                return weighed.pair
        raise ValueError("the pair that was solved attains its own ε")

    def _first_infinite(self, pairs: Pairs) -> Found:
        scores = Scores(self.image, np.inf, kind_of(self.question))
        masses = Masses(self.question.channel.rows, scores, None)
        above, _ = exceeding(scores, pairs, self.bound_image, self.question.budget)
        for weighed in masses.weighed(above, self.question.budget):
            if weighed.p > self.bound:
                return completed(self.question, INFINITY, weighed.pair)
        raise ValueError("the pair that was solved has an infinite ε")
