"""The privacy-loss distribution of two inputs, as bars."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import TYPE_CHECKING, TypeAlias

from dpverify.reports.drawings.figure import Axis, Bar, Bars, Curve, Figure, Panel
from dpverify.reports.drawings.plot import LEFT, RIGHT, WIDTH

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from dpverify.reports.drawings.pair import Pair

BINS = 60
THIN, THICK = 3.0, 22.0
INNER_WIDTH = WIDTH - LEFT - RIGHT
Masses: TypeAlias = dict[float, tuple[float, float]]


def loss_profile(pair: Pair, claim: Mapping[str, float]) -> Figure:
    """Return how likely each loss is on the first input, with the claim's ε.

    Beyond 60 different losses, those that lie close together are drawn as one bar.
    """
    masses, binned = loss_bars(pair)
    infinite = masses.pop(math.inf, None)
    claimed = [eps for eps in (claim.get("eps", math.inf),) if math.isfinite(eps)]
    reach = 1.12 * max(map(abs, [*masses, *claimed]), default=0.0) or 1.0
    # An infinite loss stands at the right end, beyond every finite one.
    right = reach * (1.22 if infinite else 1.0)
    top = 1.12 * max(map(sum, [*masses.values(), infinite or (0.0, 0.0)]), default=1.0)
    dot = (reach + right) / INNER_WIDTH
    places = sorted([*masses, right])
    gap = min((b - a for a, b in pairwise(places)), default=math.inf)
    half = max(THIN * dot, min(THICK * dot, 0.7 * gap)) / 2
    parts = [
        (loss - half, loss + half, mass, f"loss ≈ {loss:.4g}")
        for loss, mass in sorted(masses.items())
    ]
    if infinite is not None:
        parts.append((right - 21 * dot, right - 7 * dot, infinite, "infinite loss"))
    names = [(right - 14 * dot, "∞")] if infinite is not None else []
    curves = [Curve("the claim's ε", [(eps, 0.0), (eps, top)], "claim") for eps in claimed]
    first, second = pair.names
    spoken = f"distribution of the privacy loss of {first} against {second}"
    axes = (
        Axis("privacy loss ln(P(o)/Q(o))", "nats", ends=(-reach, right), names=names),
        Axis("probability", ends=(0.0, top)),
    )
    near = " Losses that lie close together share a bar." if binned else ""
    caption = f"How likely each loss is when the input is {first}.{near}"
    title = "Privacy-loss distribution"
    panel = Panel(title, *axes, curves, bars=_stacked(parts), description=spoken)
    return panel.alone("loss-profile", caption)


def _stacked(parts: Sequence[tuple[float, float, tuple[float, float], str]]) -> tuple[Bars, Bars]:
    """Of each bar what the event holds, and on top of it the rest."""
    inside, others = [], []
    for left, right, (within, beyond), loss in parts:
        if within > 0:
            detail = f"{loss}: probability ≈ {within:.4g}"
            inside.append(Bar(left, right, 0.0, within, detail))
        if beyond > 0:
            detail = f"{loss}: probability ≈ {beyond:.4g}"
            others.append(Bar(left, right, within, within + beyond, detail))
    return Bars("outputs in S", inside, inside=True), Bars("other outputs", others)


def loss_bars(pair: Pair) -> tuple[Masses, bool]:
    """Return, by loss, the probability of the outputs in the event and of the others.

    Also whether losses were put together in bins.
    """
    finite = [loss for loss in pair.losses if math.isfinite(loss)]
    exactly = {round(loss, 9) for loss in finite}
    width = (max(finite) - min(finite)) / BINS if len(exactly) > BINS else 0.0
    bars: Masses = {}
    for p, loss, inside in zip(pair.p, pair.losses, pair.inside, strict=True):
        if math.isnan(loss) or loss == -math.inf:  # P(o) = 0: it never happens
            continue
        if width and math.isfinite(loss):
            loss = (math.floor(loss / width) + 0.5) * width  # noqa: PLW2901  its bar
        place = round(loss, 9) if math.isfinite(loss) else loss
        was = bars.get(place, (0.0, 0.0))
        bars[place] = (was[0] + p, was[1]) if inside else (was[0], was[1] + p)
    return bars, width > 0
