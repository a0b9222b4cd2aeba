"""Plots of `dpverify account`: δ(ε) of a plan and its trade-off curve, between proved bounds."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from dpverify.checkers.accounting.cost_curve import cost_curve, either_way
from dpverify.reports.drawings.figure import Axis, Band, Curve, Figure, Mark, Panel

if TYPE_CHECKING:
    from dpverify.checkers.accounting.answer import Account
    from dpverify.checkers.accounting.cost_curve import CostCurve

Points = list[tuple[float, float]]
BOUNDS = "The truth lies between both curves; each point of them is a proved bound."
SHARES = 200
SMALLEST = 1e-300


def account_figures(answer: Account) -> list[Figure]:
    """δ(ε) with the answer marked, and the trade-off curve where neighbours may change places."""
    curve = cost_curve(answer.plan)
    figures = [_deltas(curve, answer)]
    return [*figures, _trade_off(curve)] if either_way(answer.plan) else figures


def _deltas(curve: CostCurve, answer: Account) -> Figure:
    lower = [(float(each.eps), float(each.lower)) for each in curve.points]
    upper = [(float(each.eps), float(each.upper)) for each in curve.points]
    last, marks = upper[-1][0], []
    if answer.upper != "inf":
        number = float(Fraction(answer.upper))
        x, y = (
            (number, float(answer.given))
            if answer.asked == "eps"
            else (float(answer.given), number)
        )
        if x <= last and y > SMALLEST:
            marks = [Mark("the answer", x, y, "claim", f"ε ≈ {x:.4g}, δ ≈ {y:.4g}")]
    axes = Axis("ε", "nats", ends=(0.0, last)), Axis("δ", scale="log10")
    panel = Panel(
        "δ as a function of ε", *axes, _curves(_seen(lower), _seen(upper)),
        [Band("", _seen(lower), _seen(upper))] if len(_seen(lower)) == len(upper) else [],
        marks=marks, description="δ against ε, from below and from above",
    )  # fmt: skip
    return panel.alone("delta-curve", BOUNDS)


def _seen(points: Points) -> Points:
    """What has a place on a logarithmic axis."""
    return [(x, y) for x, y in points if y > SMALLEST]


def _trade_off(curve: CostCurve) -> Figure:
    # Squares: most of what is to be seen happens at small α.
    shares = [Fraction(i * i, SHARES * SHARES) for i in range(SHARES + 1)]
    bounds = [curve.trade_off(alpha) for alpha in shares]
    lower = [(float(alpha), float(low)) for alpha, (low, _) in zip(shares, bounds, strict=True)]
    upper = [(float(alpha), float(high)) for alpha, (_, high) in zip(shares, bounds, strict=True)]
    axes = (
        Axis("α: error of the first kind", ends=(0.0, 1.0)),
        Axis("β: error of the second kind", ends=(0.0, 1.0)),
    )
    blind = Curve("", [(0.0, 1.0), (1.0, 0.0)], "axis")
    spoken = "trade-off curve of tests of two neighbours, from below and from above"
    panel = Panel("Trade-off curve", *axes, [*_curves(lower, upper), blind],
                  [Band("", lower, upper)], description=spoken)  # fmt: skip
    caption = (
        f"{BOUNDS} No test of two neighbours has errors below the lower one. On the thin diagonal"
        " it learns nothing."
    )
    return panel.alone("trade-off", caption)


def _curves(lower: Points, upper: Points) -> list[Curve]:
    return [Curve("at most", upper, "truth"), Curve("at least", lower, "other")]
