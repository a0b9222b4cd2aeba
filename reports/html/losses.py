"""The privacy-loss distribution of two inputs, as bars."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import TYPE_CHECKING

from dpverify.reports.html.axes import BOTTOM, TOP, Axes, Key, figure
from dpverify.reports.html.markup import tag, text

if TYPE_CHECKING:
    from collections.abc import Mapping

    from dpverify.reports.html.markup import Html
    from dpverify.reports.html.pair import Pair

BINS = 60
Bars = dict[float, tuple[float, float]]


def loss_figure(pair: Pair, claim: Mapping[str, float]) -> Html:
    """Return how likely each loss is on the first input, with the claim's ε.

    Beyond 60 different losses, those that lie close together are drawn as one bar.
    """
    bars, binned = loss_bars(pair)
    infinite = bars.pop(math.inf, None)
    eps = claim.get("eps")
    shown = [*bars, *([eps, -eps] if eps is not None and math.isfinite(eps) else [])]
    reach = 1.12 * max(map(abs, shown), default=0.0) or 1.0
    top = max((sum(parts) for parts in [*bars.values(), infinite or (0.0, 0.0)]), default=1.0)
    right = reach * (1.22 if infinite else 1.0)
    axes = Axes((-reach, right), (0, top * 1.12), "privacy loss ln(P(o)/Q(o)), nats", "probability")
    wide = max(3.0, min(22.0, 0.7 * _gap(axes, [*bars, right])))
    for loss, parts in sorted(bars.items()):
        _bar(axes, axes.x(loss), wide, parts, f"loss ≈ {loss:.4g}")
    if infinite is not None:
        at = axes.x(right) - 14
        _bar(axes, at, 14, infinite, "infinite loss")
        axes.add(tag("text", text("∞"), x=at, y=axes.height - BOTTOM + 15, class_="mid bold"))
    keys = [Key("bar in", "outputs in S"), Key("bar", "other outputs")]
    if eps is not None and math.isfinite(eps):
        axes.line([(eps, 0), (eps, top * 1.12)], "claim")
        keys.append(Key("claim", "the claim's ε"))
    first, second = pair.names
    said = f"distribution of the privacy loss of {first} against {second}"
    near = " Losses that lie close together share a bar." if binned else ""
    caption = f"How likely each loss is when the input is {first}.{near}"
    return figure("Privacy-loss distribution", axes.svg(said), caption, keys)


def loss_bars(pair: Pair) -> tuple[Bars, bool]:
    """Return, by loss, the probability of the outputs in the event and of the others.

    Also whether losses were put together in bins.
    """
    finite = [loss for loss in pair.losses if math.isfinite(loss)]
    exactly = {round(loss, 9) for loss in finite}
    width = (max(finite) - min(finite)) / BINS if len(exactly) > BINS else 0.0
    bars: Bars = {}
    for p, loss, inside in zip(pair.p, pair.losses, pair.inside, strict=True):
        if math.isnan(loss) or loss == -math.inf:  # P(o) = 0: it never happens
            continue
        if width and math.isfinite(loss):
            loss = (math.floor(loss / width) + 0.5) * width  # noqa: PLW2901  its bar
        place = round(loss, 9) if math.isfinite(loss) else loss
        was = bars.get(place, (0.0, 0.0))
        bars[place] = (was[0] + p, was[1]) if inside else (was[0], was[1] + p)
    return bars, width > 0


def _gap(axes: Axes, losses: list[float]) -> float:
    """The least distance of two bars on the page."""
    places = sorted(map(axes.x, losses))
    gaps = (b - a for a, b in pairwise(places))
    return min(gaps, default=22.0)


def _bar(axes: Axes, at: float, wide: float, parts: tuple[float, float], says: str) -> None:
    floor = axes.height - BOTTOM
    unit = (floor - TOP) / axes.y_range[1]
    for mass, style in zip(parts, ("bar in", "bar"), strict=True):
        if mass <= 0:
            continue
        high = max(mass * unit, 0.8)
        title = tag("title", text(f"{says}: probability ≈ {mass:.4g}"))
        axes.add(
            tag(
                "rect",
                title,
                x=at - wide / 2,
                y=floor - high,
                width=wide,
                height=high,
                class_=style,
            )
        )
        floor -= high
