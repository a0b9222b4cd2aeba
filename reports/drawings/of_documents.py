"""Which drawings belong to a document: the channel, the losses, δ(ε), the trade-off curve."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Any, assert_never

from dpverify.checkers.answers.codec import encode
from dpverify.checkers.answers.documents import read_answer
from dpverify.checkers.answers.files import StatedChannel
from dpverify.checkers.answers.places import (
    DivergencePlace,
    EnclosedEvent,
    LossPlace,
    PairValue,
    Place,
    Setting,
    Sides,
    Situation,
    StatedPlace,
    WordPlace,
)
from dpverify.checkers.answers.refutations import NumberRefutation, Refutation, read_refutation
from dpverify.defs.composition import compose
from dpverify.defs.errors import InputError
from dpverify.defs.io import channel_from_document
from dpverify.reports.claim import claimed
from dpverify.reports.drawings.alignment import alignment_figure
from dpverify.reports.drawings.delta_curve import delta_curve
from dpverify.reports.drawings.densities import densities_figure
from dpverify.reports.drawings.heat_map import Marked, heat_map
from dpverify.reports.drawings.knowledge import knowledge_figure
from dpverify.reports.drawings.loss_profile import loss_profile
from dpverify.reports.drawings.pair import float_of, pair_of
from dpverify.reports.drawings.region import range_figure
from dpverify.reports.drawings.trade_off import trade_off_figure

if TYPE_CHECKING:
    from collections.abc import Mapping

    from dpverify.defs.channel import Channel
    from dpverify.reports.drawings.figure import Figure
    from dpverify.reports.views.claimed import Claimed

    Document = Mapping[str, Any]

MOST_OBJECTS = 4
PAIRWISE = ("pure-dp", "local-dp", "approx-dp", "probabilistic-dp", "privacy-at-risk", "metric-dp")

DRAWN = tuple(name for name in PAIRWISE if name != "metric-dp")
"""Definitions whose claim is one point of the curve of δ or of the tail of the loss."""
ATTACKERS = ("apkdp", "ppkdp")  # Θ-reducibility has terms too, which are no event's probabilities


def figures_of(*documents: Document) -> list[Figure]:
    """Return the drawings of `dpverify.result` and `dpverify.refutation` documents.

    Of other documents there are none. A name that occurs again gets a number.
    """
    figures: list[Figure] = []
    for document in documents:
        if document["schema"].startswith("dpverify.refutation/"):
            figures += _of_refutation(document)
        elif document["schema"].startswith("dpverify.result/"):
            figures += _of_result(document)
    counts = Counter[str]()
    for place, figure in enumerate(figures):
        counts[figure.name] += 1
        if counts[figure.name] > 1:
            figures[place] = replace(figure, name=f"{figure.name}-{counts[figure.name]}")
    return figures


def _of_result(document: Document) -> list[Figure]:
    """The witness of a scenario; the channel and its pair; of noise, densities and shifts."""
    answer = read_answer(document)
    place = answer.witness or answer.attained_by
    if isinstance(place, Setting) and answer.definition in ATTACKERS:
        return [knowledge_figure(place)]
    if answer.subject.channel is None:
        ranges = None if answer.range is None else range_figure(answer.range)
        drawn = ranges, densities_figure(answer.subject, place), alignment_figure(answer)
        return [figure for figure in drawn if figure is not None]
    channel = channel_from_document(encode(answer.subject.channel))
    name = str(channel.title or answer.subject.source or "of the claim")
    return _figures(channel, name, claimed(answer), place)


def _of_refutation(document: Document) -> list[Figure]:
    """The conclusion first, then the other channels; none of a claim about numbers."""
    refutation = read_refutation(document)
    if isinstance(refutation, NumberRefutation):
        return []
    objects, refuted = objects_of(refutation), refutation.conclusion
    about = refuted.of
    others = [name for name in objects if name != about][:MOST_OBJECTS]
    figures = [heat_map(objects[name], name) for name in others]
    if about not in objects:
        return figures
    return [*_figures(objects[about], about, claimed(refuted), refuted.witness), *figures]


def curve_of(document: Document) -> Figure | None:
    """Return δ(ε) or the tail of the loss of a refuted conclusion about two inputs.

    None where the conclusion is about something else: numbers, a scenario, a distance.
    """
    refutation = read_refutation(document)
    if isinstance(refutation, NumberRefutation):
        return None
    refuted, objects = refutation.conclusion, objects_of(refutation)
    place = refuted.witness
    drawn = refuted.of in objects and refuted.definition in DRAWN
    if not drawn or not isinstance(place, Place):
        return None
    pair = pair_of(objects[refuted.of], place.inputs, place.event)
    return delta_curve(pair, refuted.definition, _parameters(claimed(refuted)))


def objects_of(refutation: Refutation) -> dict[str, Channel]:
    """Return the channels of a refutation, compositions computed; others are left out."""
    channels: dict[str, Channel] = {}
    for name, described in refutation.objects.items():
        try:
            channels[name] = (
                channel_from_document(encode(described))
                if isinstance(described, StatedChannel)
                else compose(encode(described), channels)
            )
        except InputError:  # a scenario, or what is made of one
            continue
    return channels


def _figures(
    channel: Channel, name: str, claim: Claimed, place: StatedPlace | None
) -> list[Figure]:
    """The channel; where the claim is about pairs, what it says of the pair of the witness too."""
    first = heat_map(channel, name, _marked(channel, place), wide=True)
    if claim.definition not in PAIRWISE or not isinstance(place, Place):
        return [first]
    pair, parameters = pair_of(channel, place.inputs, place.event), _parameters(claim)
    return [
        first,
        loss_profile(pair, parameters),
        delta_curve(pair, claim.definition, parameters),
        trade_off_figure(pair, claim.definition, parameters),
    ]


def _marked(channel: Channel, place: StatedPlace | None) -> Marked:
    """The inputs and the event that a place names."""
    match place:
        case Place(inputs=inputs, event=event):
            return Marked(dict(zip(("x", "x'"), inputs, strict=True)), event)
        case LossPlace() | DivergencePlace() | PairValue() | Sides():
            return Marked(dict(zip(("x", "x'"), place.inputs, strict=True)))
        case Situation(setting=setting, event=event):
            roles = {f"g{number}": label for number, label in enumerate(setting["goal"], start=1)}
            goal = {role: label for role, label in roles.items() if label in channel.inputs}
            return Marked(goal, event if goal else ())
        case Setting() | WordPlace() | EnclosedEvent() | None:
            return Marked({})
        case _:
            assert_never(place)


def _parameters(claim: Claimed) -> dict[str, float]:
    """The claim's parameters rounded for drawing; none for d-privacy, whose ε is per distance."""
    if claim.definition == "metric-dp":
        return {}
    numbers = {name: float_of(given) for name, given in claim.parameters.items()}
    return {name: value for name, value in numbers.items() if not math.isnan(value)}
