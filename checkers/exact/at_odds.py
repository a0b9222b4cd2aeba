"""Large channels: tight delta or risk at a given ε."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from dpverify.checkers.exact.candidates import candidates
from dpverify.checkers.exact.masses import Masses, Weighed
from dpverify.checkers.exact.pairs import Block, Listed, Pairs, pairs_of
from dpverify.checkers.exact.question import Found, Question
from dpverify.checkers.exact.scores import Kind, Scores
from dpverify.checkers.floats import Image

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from dpverify.defs.definitions.contract import Event
    from dpverify.defs.privacy_loss import Odds


FEW = 4
"""Rows of all pairs are few where they are less than one in so many."""


def largest_score(question: Question, image: Image, odds: Odds, odds_image: float) -> Found:
    """The largest score over all pairs; ties go to the first pair.

    Args: image of the channel's rows; odds e^ε ≥ 1, odds_image its float image.
    """
    pairs = pairs_of(question)
    scores = Scores(image, odds_image, kind_of(question), _rows(pairs, len(image.floats)))
    masses = Masses(question.channel.rows, scores, odds)
    left = candidates(scores, pairs, question.budget)
    best: tuple[Odds, Weighed] | None = None
    for weighed in masses.weighed(left, question.budget, largest=True):
        score = weighed.p - odds * weighed.q if question.definition.discounts else weighed.p
        if best is None or score > best[0]:
            best = score, weighed
    if best is None:
        raise ValueError("the float pass leaves at least one pair")
    event = event_of(masses, best[1].pair)
    return Found(best[0], best[1].pair, event, best[1].p, best[1].q)


def _rows(pairs: Pairs, n: int) -> NDArray[np.int64] | None:
    """The rows that stand in some pair, where they are few; None for all."""
    if not isinstance(pairs, Listed):
        return None
    rows = np.unique(np.concatenate([pairs.first, pairs.second]))
    return rows if FEW * len(rows) < n else None


def kind_of(question: Question) -> Kind:
    """The score of an event under the question's definition."""
    if question.definition.discounts:
        return "hockey"
    return "absolute" if question.definition.two_sided else "tail"


def event_of(masses: Masses, pair: tuple[int, int], *, weak: bool = False) -> Event:
    """The exact event of one pair."""
    block = Block(np.array([pair[0]]), np.array([pair[1]]))
    return tuple(np.flatnonzero(masses.events(block, weak=weak)[0]).tolist())
