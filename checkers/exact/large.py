"""Large channels: float passes discard, exact arithmetic decides."""

from __future__ import annotations

from dpverify.checkers.exact.at_odds import largest_score
from dpverify.checkers.exact.question import Found, Question
from dpverify.checkers.exact.ratios import largest_ratio
from dpverify.checkers.exact.small import find_small
from dpverify.checkers.exact.smallest_eps import largest_eps
from dpverify.checkers.floats import image_of, image_of_number, usable


def find_large(question: Question) -> Found:
    """The same answer as `find_small`, found by floats where they can discard.

    Raises: Undecided where balls do not separate two values, or the time is up.
    """
    image = image_of(question.channel.rows)
    if question.parameter == "eps":
        if len(question.definition.parameters) == 1:
            return largest_ratio(question, image)
        return largest_eps(question, image)
    odds = question.terms["odds"]
    odds_image = image_of_number(odds)
    if not usable(odds_image):
        return find_small(question)
    return largest_score(question, image, odds, odds_image)
