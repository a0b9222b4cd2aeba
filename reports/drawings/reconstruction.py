"""The plot of `dpverify attack reconstruct`: records that a linear program gets wrong, against α.

One panel for each kind of noise, with the 95 % Clopper–Pearson intervals as a band. All of it is an
experiment: floats and seeds, no verdict.

Source: Dinur, Nissim 2003, theorem 5: noise of size α·√n leaves O(α²·n) errors.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from dpverify.checkers.reconstruction.curators import CURATORS
from dpverify.checkers.reconstruction.experiment import Outcome, Plan, Point, error_against_alpha
from dpverify.defs.numbers import Number, Value
from dpverify.reports.drawings.figure import Axis, Band, Curve, Figure, Mark, Panel

ALPHAS: Final = tuple(Fraction(part, 8) for part in (0, 1, 2, 3, 4, 6, 8, 12, 16))
RECORDS: Final = 256
"""A point is about at least so many records: small databases are tried with several seeds."""
MOST_RUNS: Final = 8


def reconstruction_figures(outcome: Outcome, noises: Sequence[str] = ()) -> list[Figure]:
    """The share of wrong records against α from 0 to 2, for the n and the queries of an outcome.

    Args:
        outcome: what came out at one α; it is marked in the panel of its noise.
        noises: names of curators, all of them unless given.

    Raises: Undecided where a linear program was not solved.
    """
    plan = outcome.plan
    panels = [_panel(outcome, noise) for noise in noises or CURATORS]
    title = f"Records guessed wrong against α; n = {plan.n}, {plan.queries} random queries"
    return [Figure("error-against-alpha", title, panels)]


def _panel(outcome: Outcome, noise: str) -> Panel:
    plan = outcome.plan
    shares = sorted({*ALPHAS, plan.alpha})
    points = list(
        error_against_alpha(plan.n, plan.queries, shares, noise=noise, runs=runs(plan),
                            seed=plan.seed, seconds=plan.seconds)
    )  # fmt: skip
    curve = Curve("share over all runs", _line(points, 1))
    band = Band("its 95 % interval", _line(points, 2), _line(points, 3))
    here = [Mark("this run", Value(plan.alpha), Value(outcome.fraction))]
    axes = Axis("α"), Axis("share of wrong records")
    marks = here if noise == plan.noise else []
    return Panel(CURATORS[noise].text, *axes, (curve,), (band,), marks)


def runs(plan: Plan) -> int:
    """How many seeds there are for a point: enough for 256 records, at most 8."""
    return min(MOST_RUNS, -(-RECORDS // plan.n))


def _line(points: Sequence[Point], which: int) -> list[tuple[Number, Number]]:
    return [(Value(point[0]), Value(point[which])) for point in points]
