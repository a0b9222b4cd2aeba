"""Which drawings belong to a document: the channel, the losses, δ(ε), the trade-off curve."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from dpverify.defs.composition import compose
from dpverify.defs.errors import InputError
from dpverify.defs.io import channel_from_document
from dpverify.reports.claim import parameters_of
from dpverify.reports.drawings.delta_curve import delta_curve
from dpverify.reports.drawings.heat_map import Marked, heat_map
from dpverify.reports.drawings.knowledge import knowledge_figure
from dpverify.reports.drawings.loss_profile import loss_profile
from dpverify.reports.drawings.pair import float_of, pair_of
from dpverify.reports.drawings.trade_off import trade_off_figure

if TYPE_CHECKING:
    from collections.abc import Mapping

    from dpverify.defs.channel import Channel
    from dpverify.reports.drawings.figure import Figure

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
    """The witness of a scenario, or the channel and its pair; none without both."""
    described = document.get("subject", {}).get("channel")
    place = document.get("witness") or document.get("attained_by") or {}
    if "terms" in place and document["definition"] in ATTACKERS:
        return [knowledge_figure(place)]
    if described is None:
        return []
    channel = channel_from_document(described)
    name = str(channel.title or document["subject"].get("source") or "of the claim")
    return _figures(channel, name, document, place)


def _of_refutation(refutation: Document) -> list[Figure]:
    """The conclusion first, then the other channels; none of a claim about numbers."""
    if "claim" in refutation:
        return []
    objects = objects_of(refutation)
    conclusion = refutation["conclusion"]
    about = conclusion["of"]
    others = [name for name in objects if name != about][:MOST_OBJECTS]
    figures = [heat_map(objects[name], name) for name in others]
    if about not in objects:
        return figures
    return [*_figures(objects[about], about, conclusion, conclusion["witness"]), *figures]


def curve_of(refutation: Document) -> Figure | None:
    """Return δ(ε) or the tail of the loss of a refuted conclusion about two inputs.

    None where the conclusion is about something else: numbers, a scenario, a distance.
    """
    if "claim" in refutation:
        return None
    conclusion, objects = refutation["conclusion"], objects_of(refutation)
    place = conclusion["witness"]
    known = conclusion["of"] in objects and conclusion["definition"] in DRAWN
    if not known or place.get("inputs") is None:
        return None
    pair = pair_of(objects[conclusion["of"]], place)
    return delta_curve(pair, conclusion["definition"], _parameters(conclusion))


def objects_of(refutation: Document) -> dict[str, Channel]:
    """Return the channels of a refutation, compositions computed; others are left out."""
    channels: dict[str, Channel] = {}
    for name, described in refutation["objects"].items():
        try:
            channels[name] = (
                channel_from_document(described)
                if "matrix" in described
                else compose(described, channels)
            )
        except InputError:  # a scenario, or what is made of one
            continue
    return channels


def _figures(channel: Channel, name: str, claim: Document, place: Document) -> list[Figure]:
    """The channel; where the claim is about pairs, what it says of the pair of the witness too."""
    inputs, event = place.get("inputs"), place.get("event", ())
    if inputs is None:
        goal = place.get("setting", {}).get("goal", ())
        roles = {f"g{number}": label for number, label in enumerate(goal, start=1)}
        known = {role: label for role, label in roles.items() if label in channel.inputs}
        return [heat_map(channel, name, Marked(known, event if known else ()), wide=True)]
    marked = Marked(dict(zip(("x", "x'"), inputs, strict=True)), event)
    first = heat_map(channel, name, marked, wide=True)
    if claim["definition"] not in PAIRWISE:
        return [first]
    pair, parameters = pair_of(channel, place), _parameters(claim)
    return [
        first,
        loss_profile(pair, parameters),
        delta_curve(pair, claim["definition"], parameters),
        trade_off_figure(pair, claim["definition"], parameters),
    ]


def _given(claim: Document) -> dict[str, str]:
    return parameters_of(claim["definition"], claim["given"])


def _parameters(claim: Document) -> dict[str, float]:
    """The claim's parameters rounded for drawing; none for d-privacy, whose ε is per distance."""
    if claim["definition"] == "metric-dp":
        return {}
    numbers = {name: float_of(given) for name, given in _given(claim).items()}
    return {name: value for name, value in numbers.items() if not math.isnan(value)}
