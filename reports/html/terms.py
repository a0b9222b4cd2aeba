"""The witness of a scenario: for each value of the knowledge, how likely its event is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dpverify.checkers.answers.figures import read_figure
from dpverify.reports.escape import elided, visible
from dpverify.reports.figures import figure_decimal
from dpverify.reports.html.axes import BOTTOM, TOP, Axes, Key, figure
from dpverify.reports.html.markup import tag, text
from dpverify.reports.html.pair import float_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from dpverify.reports.html.markup import Html

MOST_TERMS = 12


def terms_figure(witness: Mapping[str, Any]) -> Html:
    """Return pairs of bars, one for each value of the knowledge: P(S | t) and P(S | t').

    Args: witness of a `dpverify.result` about a scenario, with its setting and terms.
    """
    terms, values = witness["terms"][:MOST_TERMS], witness["setting"]["values"]
    first, second = (elided(visible(value), 30) for value in values)
    axes = Axes((0, len(terms)), (0, 1), "what is known", "probability of S")
    axes.ticked = False
    for place, term in enumerate(terms):
        _pair(axes, place, term, (first, second))
    keys = [Key("bar in", f"the target is {first}"), Key("bar", f"the target is {second}")]
    said = f"probability of the event for a target of {first} and of {second}"
    more = len(witness["terms"]) - len(terms)
    left = f" {more} more values of the knowledge are not drawn." if more > 0 else ""
    caption = (
        "S may be another event for each value of what is known. The more the bars of a pair"
        f" differ, the more that value tells about the target.{left}"
    )
    return figure("What the attacker sees", axes.svg(said), caption, keys)


def _pair(axes: Axes, place: int, term: Mapping[str, Any], names: tuple[str, str]) -> None:
    left, right = axes.x(place), axes.x(place + 1)
    wide = min(26.0, 0.36 * (right - left))
    middle, floor = (left + right) / 2, axes.height - BOTTOM
    known = elided(visible(term["known"]), 8)
    weight = figure_decimal(read_figure(term["weight"]))
    for side, (name, given, style) in enumerate(
        zip(names, term["probabilities"], ("bar in", "bar"), strict=True)
    ):
        high = max((floor - TOP) * _number(given), 0.8) if given != "0" else 0.0
        chance = figure_decimal(read_figure(given))
        says = f"known {known} (probability {weight}), target {name}: {chance}"
        at = middle - wide + side * wide
        box = {"x": at, "y": floor - high, "width": wide, "height": high}
        axes.add(tag("rect", tag("title", text(says)), class_=style, **box))
    axes.add(tag("text", text(known), x=middle, y=floor + 15, class_="mid soft"))


def _number(given: Mapping[str, Any] | str) -> float:
    if isinstance(given, str):
        return float_of(given)
    exact = given.get("exact")
    return float(given["lower"]) if exact is None else float_of(exact)
