"""Any place, shown by the view of its kind."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from dpverify.checkers.answers.places import (
    DivergencePlace,
    EnclosedEvent,
    LossPlace,
    PairValue,
    Place,
    Setting,
    Sides,
    Situation,
    WordPlace,
)
from dpverify.reports.views.claimed import pair_line
from dpverify.reports.views.divergence import (
    divergence_blocks,
    divergence_lines,
    loss_blocks,
    loss_lines,
)
from dpverify.reports.views.event import event_blocks, event_lines
from dpverify.reports.views.setting import setting_blocks, setting_lines
from dpverify.reports.views.sides import sides_blocks
from dpverify.reports.views.situation import situation_blocks, situation_lines
from dpverify.reports.views.word import value_blocks, value_lines, word_blocks, word_lines

if TYPE_CHECKING:
    from collections.abc import Iterable

    from dpverify.checkers.answers.places import StatedPlace
    from dpverify.reports.model import Block
    from dpverify.reports.views.claimed import Claimed


def place_blocks(place: StatedPlace, claim: Claimed, name: str = "Inputs") -> Iterable[Block]:
    """Return what a report shows of a place.

    Args:
        place: where a value is attained, or a claim violated.
        claim: what the numbers of the place are compared with.
        name: the label of the first paragraph.
    """
    match place:
        case Place() | EnclosedEvent():
            return event_blocks(place, claim, name)
        case Situation():
            return situation_blocks(place, name)
        case LossPlace():
            return loss_blocks(place, name)
        case DivergencePlace():
            return divergence_blocks(place, name)
        case PairValue():
            return value_blocks(place, name)
        case WordPlace():
            return word_blocks(place, name)
        case Setting():
            return setting_blocks(place, claim.definition)
        case Sides():
            return sides_blocks(place, claim)
        case _:
            assert_never(place)


def place_lines(place: StatedPlace) -> Iterable[str]:
    """Return what a message of a few lines shows of a place."""
    match place:
        case Place() | EnclosedEvent():
            return event_lines(place)
        case Situation():
            return situation_lines(place)
        case LossPlace():
            return loss_lines(place)
        case DivergencePlace():
            return divergence_lines(place)
        case PairValue():
            return value_lines(place)
        case WordPlace():
            return word_lines(place)
        case Setting():
            return setting_lines(place)
        case Sides():
            return (pair_line(place.inputs),)
        case _:
            assert_never(place)
