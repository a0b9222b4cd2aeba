"""Any place, shown by the view of its kind; last by how much it violates a claim."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, assert_never

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
from dpverify.reports.figures import figure_decimal, figure_spans
from dpverify.reports.model import paragraph
from dpverify.reports.views import event
from dpverify.reports.views.claimed import Claimed, line, number_text, pair_line

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from dpverify.checkers.answers.figures import Figure
    from dpverify.checkers.answers.places import StatedPlace
    from dpverify.reports.model import Block


class View(NamedTuple):
    """A place as the blocks of a report, and as lines of a message; both are made when read."""

    blocks: Iterable[Block]
    lines: Iterable[str]


def place_blocks(place: StatedPlace, claim: Claimed, name: str = "Inputs") -> Iterator[Block]:
    """Yield what a report shows of a place.

    Args:
        place: where a value is attained, or a claim violated.
        claim: what the numbers of the place are compared with.
        name: the label of the first paragraph.
    """
    yield from _view(place, claim, name).blocks
    excess = _excess(place)
    if excess is not None:
        yield paragraph(*figure_spans(excess), label="Excess")


def place_lines(place: StatedPlace, definition: str = "") -> Iterator[str]:
    """Yield what a message of a few lines shows of a place, of a claim about a definition."""
    yield from _view(place, Claimed(definition, {}), "").lines
    excess = _excess(place)
    if isinstance(place, Place | EnclosedEvent | WordPlace) or excess is None:
        return  # of these it stands beside the probabilities
    exact = isinstance(place, Situation)
    yield line("excess", number_text(excess) if exact else figure_decimal(excess))


def _excess(place: StatedPlace) -> Figure | None:
    excess: Figure | None = getattr(place, "excess", None)
    return excess


def _view(place: StatedPlace, claim: Claimed, name: str) -> View:
    match place:
        case Place() | EnclosedEvent():
            shown = event.event_blocks(place, claim, name)
            return View(shown, event.event_lines(place, _excess(place)))
        case Situation():
            # Attackers and guesses are not what most answers are about.
            from dpverify.reports.views import situation

            return View(situation.situation_blocks(place, name), situation.situation_lines(place))
        case LossPlace() | DivergencePlace() | PairValue() | Sides():
            return _pair_view(place, claim, name)
        case WordPlace():
            from dpverify.reports.views import word

            return View(word.word_blocks(place, name), word.word_lines(place))
        case Setting():
            from dpverify.reports.views import setting

            return View(
                setting.setting_blocks(place, claim.definition),
                setting.setting_lines(place, claim.definition),
            )
        case _:
            assert_never(place)


def _pair_view(
    place: LossPlace[Figure] | DivergencePlace[Figure] | PairValue[Figure] | Sides[Figure],
    claim: Claimed,
    name: str,
) -> View:
    """The view of a place that shows two inputs by more than the probabilities of an event."""
    from dpverify.reports.views import pair

    match place:
        case LossPlace():
            return View(pair.loss_blocks(place, name), pair.loss_lines(place))
        case DivergencePlace():
            return View(pair.divergence_blocks(place, name), pair.divergence_lines(place))
        case PairValue():
            return View(pair.value_blocks(place, name), pair.value_lines(place))
        case Sides():
            return View(pair.sides_blocks(place, claim), (pair_line(place.inputs),))
        case _:
            assert_never(place)
