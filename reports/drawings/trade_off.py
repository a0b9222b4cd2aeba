"""The trade-off curve: how well any test tells two inputs apart, and what a claim allows."""

from __future__ import annotations

import math
from itertools import accumulate
from typing import TYPE_CHECKING

from dpverify.reports.drawings.figure import Axis, Band, Curve, Figure, Mark, Panel
from dpverify.reports.drawings.pair import odds_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from dpverify.reports.drawings.pair import Pair

CLAIMED = ("pure-dp", "local-dp", "approx-dp")


def trade_off_figure(pair: Pair, definition: str, claim: Mapping[str, float]) -> Figure:
    """Return the least error of the second kind for each of the first.

    The hypothesis is the second input (law Q), the alternative the first (law P), so that the event
    S of a witness is a test: reject on S.
    """
    curves = [Curve("the best tests for these two inputs", trade_off(pair), "truth")]
    bands, marks = [], []
    eps = claim.get("eps")
    if definition in CLAIMED and eps is not None and math.isfinite(eps):
        bound = allowed(eps, claim.get("delta", 0.0), both=pair.both)
        meaning = "what the claim allows: no test may come below"
        curves.append(Curve(meaning, bound, "claim"))
        bands.append(Band("", [(alpha, 0.0) for alpha, _ in bound], bound, "claim"))
    curves.append(Curve("", [(0.0, 1.0), (1.0, 0.0)], "axis"))
    if pair.event:
        alpha = math.fsum(q for q, inside in zip(pair.q, pair.inside, strict=True) if inside)
        beta = 1 - math.fsum(p for p, inside in zip(pair.p, pair.inside, strict=True) if inside)
        detail = f"reject on S: α ≈ {alpha:.4g}, β ≈ {beta:.4g}"
        label = "the test that the event S is"
        marks.append(Mark(label, alpha, max(beta, 0.0), "claim", detail))
    first, second = pair.names
    axes = (
        Axis("α: error of the first kind", ends=(0.0, 1.0)),
        Axis("β: error of the second kind", ends=(0.0, 1.0)),
    )
    spoken = f"trade-off curve of a test of {second} against {first}"
    panel = Panel("Trade-off curve", *axes, curves, bands, marks, description=spoken)
    caption = (
        f"A test sees one output and says whether the input was {second} or {first}. On the thin"
        " diagonal it learns nothing; the lower the curve, the more it learns."
    )
    return panel.alone("trade-off", caption)


def trade_off(pair: Pair) -> list[tuple[float, float]]:
    """Return the corners (α, β) of the lower boundary, from (0, 1) to (1, 0).

    Outputs are added to the rejection region by falling likelihood ratio p/q (Neyman–Pearson).
    """
    order = sorted(
        (k for k, loss in enumerate(pair.losses) if not math.isnan(loss)),
        key=lambda k: -pair.losses[k],
    )
    alphas = accumulate((pair.q[k] for k in order), initial=0.0)
    powers = accumulate((pair.p[k] for k in order), initial=0.0)
    corners = [(min(a, 1.0), max(1.0 - b, 0.0)) for a, b in zip(alphas, powers, strict=True)]
    return [*corners, (1.0, 0.0)]


def allowed(eps: float, delta: float, *, both: bool = True) -> list[tuple[float, float]]:
    """Return the corners of max(0, 1 − δ − e^ε α, e^−ε (1 − δ − α)), the second part if `both`.

    Source: Wasserman, Zhou 2010; Kairouz, Oh, Viswanath 2015, section 2.2.
    """
    rest = max(0.0, 1 - delta)
    odds = odds_of(eps)
    if not both:
        return [(0.0, rest), (rest / odds, 0.0), (1.0, 0.0)]
    meet = rest / (1 + odds)
    return [(0.0, rest), (meet, meet), (rest, 0.0), (1.0, 0.0)]
