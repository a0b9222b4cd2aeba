"""Rounded Gaussian values far out: many outputs as one word, and what is known of each of them.

Let p and q be sums of cᵢ and dⱼ times normal laws of one variance V around aᵢ and bⱼ, cut into the
same cells; of those of q let b be the centre that is furthest out, and d its weight. Outwards a
quotient of two normal laws rises on the side on which the first one is further out, without end,
and falls on the other.

- If some aᵢ is beyond b, p/q has no end. Else no cell has more than Σ cᵢ/d·e^(…), with the
  quotients of the densities where the cells begin; and some have at least what all have together,
  and what p/q tends to.
- Σ p^α·q^(1−α) over cells is at least that of merged cells. It is at most the integral of
  W^(α−1)·Σ cᵢ·pᵢ^α·(d·g)^(1−α), with W = Σ cᵢ and g the law around b (Hölder's inequality on each
  cell, Jensen's, and q ≥ d·g). There pᵢ^α·g^(1−α) is e^(α(α − 1)(aᵢ − b)²/(2V)) times a normal law
  around αaᵢ + (1 − α)b.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from flint import arb

from dpverify.checkers.mixtures.chances import chance
from dpverify.checkers.mixtures.parts import Part, Spread, Window, unsupported
from dpverify.checkers.mixtures.tails import ends, mass, rational


def loss_of_merged(ours: Sequence[Part], theirs: Sequence[Part]) -> arb | None:
    """The supremum of the loss over all merged outputs; None where it is infinite.

    Raises: Undecided("unsupported") on several grids, and of several variances.
    """
    place, side = _beginning(ours, theirs)
    furthest = max(side * _centre(part) for part in theirs)
    if max(side * _centre(part) for part in ours) > furthest:
        return None
    floor = _weight([part for part in theirs if side * _centre(part) == furthest])
    tends = _weight([part for part in ours if side * _centre(part) == furthest])
    whole = sum(map(chance, ours), arb(0)) / sum(map(chance, theirs), arb(0))
    most, variance = arb(0), ours[0].masses[-1][0].size
    for part in ours:
        step = side * _centre(part) - furthest
        at = step * (2 * side * place - side * _centre(part) - furthest) / (2 * variance)
        most += _weight([part]) / floor * arb(rational(at)).exp()
    return arb.max(whole, tends / floor).union(most).log()


def moment_of_merged(ours: Sequence[Part], theirs: Sequence[Part], order: Fraction) -> arb:
    """Σ p^α·q^(1−α) over all merged outputs, of an order α > 1.

    Raises: as `loss_of_merged`.
    """
    _, side = _beginning(ours, theirs)
    alpha = arb(rational(order))
    p, q = (sum(map(chance, parts), arb(0)) for parts in (ours, theirs))
    least = (alpha * p.log() + (1 - alpha) * q.log()).exp()
    b = max((_centre(part) for part in theirs), key=lambda centre: side * centre)
    floor = _weight([part for part in theirs if _centre(part) == b])
    weight, found = _weight(ours), arb(0)
    spread, window = ours[0].masses[-1]
    for part in ours:
        a = _centre(part)
        power = order * (order - 1) * (a - b) ** 2 / (2 * spread.size)
        moved = Spread("gaussian", spread.size, order * a + (1 - order) * b)
        found += _weight([part]) * arb(rational(power)).exp() * mass(moved, *ends(window))
    most = found * ((alpha - 1) * (weight.log() - floor.log())).exp()
    return least.union(most)


def _beginning(ours: Sequence[Part], theirs: Sequence[Part]) -> tuple[Fraction, int]:
    """From where on all merged outputs of both lie, and to which side (±1).

    Raises: Undecided("unsupported") where they begin at several places: then the cells of one are
        not those of the other. And where variances differ.
    """
    kinds = {(part.masses[-1][1], part.masses[-1][0].size) for part in (*ours, *theirs)}
    window = next(iter(kinds))[0] if len(kinds) == 1 else Window()
    if window.low is not None and window.high is None:
        return window.low, 1
    if window.high is not None and window.low is None:
        return window.high, -1
    raise unsupported("Gaussian noise that is rounded on several grids, or of several scales")


def _centre(part: Part) -> Fraction:
    return part.masses[-1][0].centre


def _weight(parts: Sequence[Part]) -> arb:
    """The chances of parts without that of the value itself."""
    without = (replace(part, masses=part.masses[:-1]) for part in parts)
    return sum(map(chance, without), arb(0))
