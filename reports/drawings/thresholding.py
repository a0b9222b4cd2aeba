"""Plots of the thresholding report: what both attackers gain, and a bound beside the exact tail."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

from dpverify.checkers.knowledge.delta_curves import enclosed_delta, exact_tail, threshold_bound
from dpverify.defs.numbers import Number, Value, number_text
from dpverify.reports.counterexamples.referendum import referendum
from dpverify.reports.drawings.figure import Axis, Curve, Figure, Mark, Panel

POINTS: Final = 40
DELTA: Final = Axis("smallest δ", scale="log10")
TAIL_P: Final = Fraction(1, 200)
TAILS: Final = ((10**3, range(6, 31)), (10**4, range(54, 121, 2)), (10**5, range(520, 741, 5)))
"""Records and thresholds of the thesis' figure, p = 1/200."""


@dataclass(frozen=True)
class Vote:
    """A referendum that is drawn; `name` begins the names of its files."""

    name: str
    n: int
    known: int
    p: Fraction
    threshold: int
    eps: str

    def delta(self, *, active: bool) -> Number:
        """The smallest δ, by balls."""
        scenario = referendum(self.n, self.known, str(self.p), self.threshold)
        return enclosed_delta(scenario, self.eps, active=active)


def thresholding_figures(votes: list[Vote]) -> list[Figure]:
    """δ of both attackers against the threshold and against p, and the figure of Theorem 4."""
    return [*(figure for vote in votes for figure in _attackers(vote)), tails_figure()]


def _attackers(vote: Vote) -> Iterator[Figure]:
    last = vote.n - 1
    step = max(1, last // POINTS)
    cuts = sorted({*range(0, last + 1, step), vote.known, vote.threshold, last})
    fixed = f"n = {vote.n}, {vote.known} votes known, ε = {vote.eps}"
    yield _figure(
        vote, "threshold", f"Smallest δ against the threshold; {fixed}, p = {_short(vote.p)}",
        Axis("threshold", "votes"), [(Value(cut), replace(vote, threshold=cut)) for cut in cuts],
        Value(vote.threshold),
    )  # fmt: skip
    places = sorted({*_chances(vote.p), vote.p})
    yield _figure(
        vote, "p", f"Smallest δ against p; {fixed}, threshold {vote.threshold}",
        Axis("probability p of a “yes”", scale="log10"),
        [(Value(p), replace(vote, p=p)) for p in places], Value(vote.p),
    )  # fmt: skip


def _figure(
    vote: Vote, what: str, title: str, x: Axis, places: list[tuple[Value, Vote]], chosen: Value
) -> Figure:
    curves = [
        Curve(label, [(at, drawn.delta(active=active)) for at, drawn in places])
        for active, label in ((True, "active attacker"), (False, "passive attacker"))
    ]
    marks = [Mark(f"{curve.label}, here", chosen, dict(curve.points)[chosen]) for curve in curves]
    return Panel(title, x, DELTA, curves, (), marks).alone(f"{vote.name}-{what}")


def _chances(p: Fraction) -> list[Fraction]:
    """From a thousandth of p to a half, two for each power of ten."""
    low, chances = min(p / 1000, Fraction(1, 1000)), []
    place = Fraction(1, 2)
    while place >= low:
        chances += [place, place * 2 / 5]
        place /= 10
    return chances


def _short(p: Fraction) -> str:
    text = str(p)
    return text if len(text) < 12 else number_text(Value(p))


def tails_figure() -> Figure:
    """Theorem 4's bound beside the exact tail, for n = 10³, 10⁴, 10⁵."""
    panels = []
    for n, cuts in TAILS:
        curves = [
            Curve(label, [(Value(cut), of(n, cut, TAIL_P)) for cut in cuts])
            for label, of in (("bound of Theorem 4", threshold_bound), ("exact tail", exact_tail))
        ]
        title = f"n = {n}, p = {TAIL_P}, nothing known"
        panels.append(Panel(title, Axis("threshold T", "votes"), Axis("δ", scale="log10"), curves))
    caption = "Theorem 4's bound on δ beside the exact tail"
    return Figure("theorem-4", caption, panels)
