"""Which drawings belong to a document: the channel, the losses, δ(ε), the trade-off curve."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from dpverify.defs.composition import compose
from dpverify.defs.errors import InputError
from dpverify.defs.io import channel_from_document
from dpverify.reports.claim import parameters_of
from dpverify.reports.html.curves import delta_curve, delta_drawing
from dpverify.reports.html.heat_map import Marked, heat_map
from dpverify.reports.html.losses import loss_figure
from dpverify.reports.html.markup import NOTHING, Html, join, tag
from dpverify.reports.html.pair import float_of, pair_of
from dpverify.reports.html.terms import terms_figure
from dpverify.reports.html.trade_off import trade_off_figure

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from dpverify.defs.channel import Channel
    from dpverify.reports.html.axes import Key

    Document = Mapping[str, Any]

MOST_OBJECTS = 4
PAIRWISE = ("pure-dp", "local-dp", "approx-dp", "probabilistic-dp", "privacy-at-risk", "metric-dp")

DRAWN = tuple(name for name in PAIRWISE if name != "metric-dp")
"""Definitions whose claim is one point of the curve of δ or of the tail of the loss."""
ATTACKERS = ("apkdp", "ppkdp")  # Θ-reducibility has terms too, which are no event's probabilities


def result_figures(document: Document) -> Html:
    """Return the drawings of a `dpverify.result`; none without channel and scenario."""
    described = document.get("subject", {}).get("channel")
    place = document.get("witness") or document.get("attained_by") or {}
    if "terms" in place and document["definition"] in ATTACKERS:
        return tag("div", terms_figure(place), class_="plots")
    if described is None:
        return NOTHING
    channel = channel_from_document(described)
    name = str(channel.title or document["subject"].get("source") or "of the claim")
    return _drawn(channel, name, document, place)


def refutation_figures(refutation: Document) -> Html:
    """Return the drawings of a `dpverify.refutation`, its conclusion first; none of numbers."""
    if "claim" in refutation:
        return NOTHING
    objects = objects_of(refutation)
    conclusion = refutation["conclusion"]
    about = conclusion["of"]
    parts = (
        [_drawn(objects[about], about, conclusion, conclusion["witness"])]
        if about in objects
        else []
    )
    others = [name for name in objects if name != about][:MOST_OBJECTS]
    if others:
        parts.append(
            tag("div", *(heat_map(objects[name], name) for name in others), class_="plots")
        )
    return join(parts)


def curve_of(refutation: Document) -> tuple[Html, Sequence[Key]] | None:
    """Return δ(ε) or the tail of the loss of a refuted conclusion about two inputs, with its key.

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
    return delta_drawing(pair, conclusion["definition"], _parameters(conclusion))


def objects_of(refutation: Document) -> dict[str, Channel]:
    """Return the channels of a refutation, compositions computed; others are left out."""
    made: dict[str, Channel] = {}
    for name, described in refutation["objects"].items():
        try:
            made[name] = (
                channel_from_document(described)
                if "matrix" in described
                else compose(described, made)
            )
        except InputError:  # a scenario, or what is made of one
            continue
    return made


def _drawn(channel: Channel, name: str, claim: Document, place: Document) -> Html:
    inputs, event = place.get("inputs"), place.get("event", ())
    if inputs is None:
        goal = place.get("setting", {}).get("goal", ())
        roles = {f"g{number}": label for number, label in enumerate(goal, start=1)}
        known = {role: label for role, label in roles.items() if label in channel.inputs}
        return heat_map(channel, name, Marked(known, event if known else ()))
    first = heat_map(channel, name, Marked(dict(zip(("x", "x'"), inputs, strict=True)), event))
    if claim["definition"] not in PAIRWISE:
        return first
    pair, parameters = pair_of(channel, place), _parameters(claim)
    plots = (
        loss_figure(pair, parameters),
        delta_curve(pair, claim["definition"], parameters),
        trade_off_figure(pair, claim["definition"], parameters),
    )
    return join((first, tag("div", *plots, class_="plots")))


def _given(claim: Document) -> dict[str, str]:
    return parameters_of(claim["definition"], claim["given"])


def _parameters(claim: Document) -> dict[str, float]:
    """The claim's parameters rounded for drawing; none for d-privacy, whose ε is per distance."""
    if claim["definition"] == "metric-dp":
        return {}
    found = {name: float_of(given) for name, given in _given(claim).items()}
    return {name: value for name, value in found.items() if not math.isnan(value)}
