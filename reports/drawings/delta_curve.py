"""δ as a function of ε, the claim beside the truth."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from dpverify.reports.drawings.figure import Axis, Curve, Figure, Mark, Panel

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from dpverify.reports.drawings.pair import Pair

SAMPLES = 160
LIKELIER = {"probabilistic-dp": False, "privacy-at-risk": True}
"""Definitions that bound a probability of a loss above ε; whether a loss below −ε counts too."""


def delta_curve(pair: Pair, definition: str, claim: Mapping[str, float]) -> Figure:
    """Return the curve of the pair, with the claim's point.

    Args:
        pair: the two laws.
        definition: of the claim.
        claim: its parameters, as far as they are known; eps in nats.
    """
    eps, bound = claim.get("eps"), _bound(claim)
    last = _last(pair, eps)
    tail = LIKELIER.get(definition)
    points = _steps(pair, last, two_sided=tail) if tail is not None else _smooth(pair.delta, last)
    curves = [Curve(f"the truth for these two inputs: {_meaning(tail)}", points, "truth")]
    if tail is not None:
        compared = "for comparison, the smallest δ of (ε, δ)-DP"
        curves.append(Curve(compared, _smooth(pair.delta, last), "other"))
    marks: list[Mark] = []
    if eps is not None and bound is not None and math.isfinite(eps):
        truth = pair.delta(eps) if tail is None else pair.tail(eps, two_sided=tail)
        curves.append(Curve("", [(eps, bound), (eps, truth)], "claim"))
        marks = [
            Mark("the claim", eps, bound, "claim", f"the claim: ε ≈ {eps:.4g}, {bound:.4g}"),
            Mark("the truth at the claim's ε", eps, truth, "truth",
                 f"the truth at ε ≈ {eps:.4g}: {truth:.4g}"),
        ]  # fmt: skip
    top = max(bound or 0.0, *(y for _, y in points))
    axes = Axis("ε", "nats", ends=(0.0, last)), Axis(_name(tail), ends=(0.0, _above(top)))
    first, second = pair.names
    spoken = f"{_name(tail)} against ε for the inputs {first} and {second}"
    title = f"{_name(tail)} as a function of ε"
    caption = "A claim below the curve is false. The curve is drawn from rounded numbers."
    panel = Panel(title, *axes, curves, marks=marks, description=spoken)
    return panel.alone("delta-curve", caption)


def _bound(claim: Mapping[str, float]) -> float | None:
    """The claimed probability: δ or the risk, 0 for pure definitions."""
    if "eps" not in claim:
        return None
    return claim.get("delta", claim.get("risk", 0.0))


def _last(pair: Pair, eps: float | None) -> float:
    """Where the axis ends: beyond the losses, as far as 50, and beyond the claim's ε always."""
    finite = [abs(loss) for loss in pair.losses if math.isfinite(loss)]
    claimed = 1.3 * eps if eps and math.isfinite(eps) else 0.0
    reach = max(min(1.15 * max(finite, default=0.0), 50.0), claimed)
    return reach if reach > 0.05 else 1.0


def _above(top: float) -> float:
    return 1.0 if top > 0.7 else max(top * 1.2, 1e-12)


def _smooth(curve: Callable[[float], float], last: float) -> list[tuple[float, float]]:
    return [(last * k / SAMPLES, curve(last * k / SAMPLES)) for k in range(SAMPLES + 1)]


def _steps(pair: Pair, last: float, *, two_sided: bool) -> list[tuple[float, float]]:
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
