"""δ as a function of ε, the claim beside the truth."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from dpverify.reports.html.axes import Axes, Key, figure

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from dpverify.reports.html.markup import Html
    from dpverify.reports.html.pair import Pair

SAMPLES = 160
LIKELIER = {"probabilistic-dp": False, "privacy-at-risk": True}
"""Definitions that bound a probability of a loss above ε; whether a loss below −ε counts too."""


def delta_curve(pair: Pair, definition: str, claim: Mapping[str, float]) -> Html:
    """Return the curve of the pair, with the claim's point, as a figure with its key.

    Args:
        pair: the two laws.
        definition: of the claim.
        claim: its parameters, as far as they are known; eps in nats.
    """
    tail = LIKELIER.get(definition)
    drawing, keys = delta_drawing(pair, definition, claim)
    caption = "A claim below the curve is false. The curve is drawn from rounded numbers."
    return figure(f"{_name(tail)} as a function of ε", drawing, caption, keys)


def delta_drawing(
    pair: Pair, definition: str, claim: Mapping[str, float]
) -> tuple[Html, Sequence[Key]]:
    """Return the same curve as a drawing alone, and what its marks stand for."""
    eps, bound = claim.get("eps"), _bound(claim)
    last = _last(pair, eps)
    tail = LIKELIER.get(definition)
    curve = pair.delta if tail is None else lambda e: pair.tail(e, two_sided=tail)
    points = _steps(pair, last, tail) if tail is not None else _smooth(curve, last)
    top = max((y for _, y in points), default=0.0)
    axes = Axes((0, last), (0, _above(max(top, bound or 0.0))), "ε (nats)", _name(tail))
    keys = [Key("truth", f"the truth for these two inputs: {_meaning(tail)}")]
    if tail is not None:
        axes.line(_smooth(pair.delta, last), "other")
        keys.append(Key("other", "for comparison, the smallest δ of (ε, δ)-DP"))
    axes.line(points, "truth")
    if eps is not None and bound is not None and math.isfinite(eps):
        _mark(axes, eps, bound, curve(eps))
        keys += [Key("dot claimed", "the claim"), Key("dot", "the truth at the claim's ε")]
    return axes.svg(_said(pair, tail)), keys


def _mark(axes: Axes, eps: float, bound: float, truth: float) -> None:
    axes.line([(eps, bound), (eps, truth)], "claim")
    axes.dot(eps, truth, "", f"the truth at ε ≈ {eps:.4g}: {truth:.4g}")
    axes.dot(eps, bound, "claimed", f"the claim: ε ≈ {eps:.4g}, {bound:.4g}")


def _bound(claim: Mapping[str, float]) -> float | None:
    """The claimed probability: δ or the risk, 0 for pure definitions."""
    if "eps" not in claim:
        return None
    return claim.get("delta", claim.get("risk", 0.0))


def _last(pair: Pair, eps: float | None) -> float:
    finite = [abs(loss) for loss in pair.losses if math.isfinite(loss)]
    reach = max([1.15 * max(finite, default=0.0), 1.3 * eps if eps and math.isfinite(eps) else 0.0])
    return min(reach, 50.0) if reach > 0.05 else 1.0


def _above(top: float) -> float:
    return 1.0 if top > 0.7 else max(top * 1.2, 1e-12)


def _smooth(curve: Callable[[float], float], last: float) -> list[tuple[float, float]]:
    return [(last * k / SAMPLES, curve(last * k / SAMPLES)) for k in range(SAMPLES + 1)]


def _steps(pair: Pair, last: float, two_sided: bool) -> list[tuple[float, float]]:
    """A tail falls at each loss: the corners, from the left."""
    levels = sorted(
        {abs(loss) if two_sided else loss for loss in pair.losses if not math.isnan(loss)}
    )
    points, height = [(0.0, pair.tail(0.0, two_sided=two_sided))], 0.0
    for level in (level for level in levels if 0 < level < last):
        height = points[-1][1]
        points += [(level, height), (level, pair.tail(level, two_sided=two_sided))]
    return [*points, (last, points[-1][1])]


def _name(tail: bool | None) -> str:
    return {None: "δ", False: "P[L > ε]", True: "P[|L| > ε]"}[tail]


def _meaning(tail: bool | None) -> str:
    if tail is None:
        return "the smallest δ, Σ max(0, P(o) − e^ε·Q(o))"
    return f"{_name(tail)}, L the privacy loss"


def _said(pair: Pair, tail: bool | None) -> str:
    first, second = pair.names
    return f"{_name(tail)} against ε for the inputs {first} and {second}"
