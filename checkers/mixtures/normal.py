"""Mixtures of normal laws compared with two normal laws: zCDP and Gaussian DP.

From above: let parts of p be matched with parts of q of the same variance V and the same weight, no
pair of means further apart than d. All divergences of two laws are jointly convex or quasi-convex,
and trade-off functions of matched parts bound that of the mixtures. So ρ ≤ max d²/(2V), and
μ ≤ max d/√V. On a line the match with the smallest d takes the means in order.

From below: far out to one side both are as their slowest part, of the largest V and the furthest
mean. With means a, b there the loss is that of two normal laws at distance |a − b|, which every μ
must reach; and ρ, where p is the further one, as the order α grows.

Rounded on one grid: from above by post-processing. From below by the half-lines between two cells,
whose probabilities rounding keeps, so that μ is as before. And a cell at v far out has the mass
V/(v − a) times the density at v, but for a factor 1 + O(1/v²); with v near αa − (α − 1)b the terms
p^α·q^(1−α) are e^(α(α − 1)(a − b)²/(2V)) but for a factor c/v, and ρ is as before.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from dpverify.checkers.mixtures.parts import Mixture, Part, Window


@dataclass(frozen=True)
class Apart:
    """Squares of distances in standard deviations.

    Args: most an upper bound of μ²; least a lower bound of it; further the same of 2ρ.
    """

    most: Fraction
    least: Fraction
    further: Fraction


Means = dict[Fraction, list[tuple[Fraction, Fraction]]]
"""By variance the means in order, with their weights."""


def apart(ours: Mixture, theirs: Mixture) -> Apart | None:
    """How far two mixtures of normal laws are apart; None where they are not matched so."""
    found = Apart(Fraction(0), Fraction(0), Fraction(0))
    for word in {*ours, *theirs}:
        one, other = ours.get(word, ()), theirs.get(word, ())
        sides = [_means(one), _means(other)]
        p, q = sides
        if p is None or q is None:
            if sides != [None, None] or not _same_chance(one, other):
                return None
            continue
        if p.keys() != q.keys():
            return None
        most = Fraction(0)
        for variance in p:
            step = _match(p[variance], q[variance])
            if step is None:
                return None
            most = max(most, step**2 / variance)
        widest = max(p)
        ends = [(p[widest][k][0] - q[widest][k][0]) * side for k, side in ((-1, 1), (0, -1))]
        least = max(abs(step) for step in ends) ** 2 / widest
        further = max(Fraction(0), *ends) ** 2 / widest
        found = Apart(max(found.most, most), max(found.least, least), max(found.further, further))
    return found


def _means(parts: Sequence[Part]) -> Means | None:
    """The means of a word; None where something else is in it, or no value."""
    found: dict[Fraction, dict[Fraction, Fraction]] = {}
    for part in parts:
        spread = part.spread
        if spread is None or spread.law != "gaussian" or part.masses or part.window != Window():
            return None
        if part.factors:
            return None
        own = found.setdefault(spread.size, {})
        own[spread.centre] = own.get(spread.centre, Fraction(0)) + part.weight
    return {size: sorted(own.items()) for size, own in found.items()} or None


def _same_chance(one: Sequence[Part], other: Sequence[Part]) -> bool:
    """Whether a word without a value is as likely on both inputs, by its coins."""
    if any(part.spread is not None or part.masses or part.factors for part in (*one, *other)):
        return False
    return sum(part.weight for part in one) == sum(part.weight for part in other)


def _match(
    ours: list[tuple[Fraction, Fraction]], theirs: list[tuple[Fraction, Fraction]]
) -> Fraction | None:
    """The largest distance of means that are matched in order; None where weights differ."""
    if sum(w for _, w in ours) != sum(w for _, w in theirs):
        return None
    most, i, j = Fraction(0), 0, 0
    left, right = ours[0][1], theirs[0][1]
    while True:
        most = max(most, abs(ours[i][0] - theirs[j][0]))
        step = min(left, right)
        left, right = left - step, right - step
        if not left:
            i += 1
            if i == len(ours):
                return most
            left = ours[i][1]
        if not right:
            j += 1
            right = theirs[j][1]
