"""For the kernel: steps with finitely many losses, as laws on a grid that need not meet them.

An output with masses P and Q is an atom of mass P at the loss ln(P/Q), or an infinite loss. An
*upper* law has it as two atoms at the ends of its cell, with the same masses P and Q: its curve
joined by chords. A *lower* law has it at the lower end. There an atom next above may count as on
the grid: what it has moved up, `MOVED` at most, is added to ε when δ is asked for.

What stands for all pairs of a channel is the pair whose curve joins the largest of their curves by
chords: that curve is convex, so the chords lie above it, whatever places are joined.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from math import isqrt
from typing import Final

from flint import arb, fmpq, fmpz_poly

from dpverify.checkers.kernel.loss_sums import MOST_CELLS, Law, Rounding
from dpverify.checkers.kernel.plans import Guaranteed, Noisy, Pair, worst
from dpverify.checkers.kernel.work import spend
from dpverify.defs import numbers as num
from dpverify.defs.numbers.balls import ball_bounds, working_precision

MOVED: Final = Fraction(1, 1 << 120)
MOST_OUTPUTS: Final = 80_000
MOST_PLACES: Final = 2_000
MOST_GUESSES: Final = 4_000_000

Outcomes = list[tuple[arb, arb]]
"""The masses P and Q of each output; what is impossible is exactly 0."""


def law_of_atoms(outcomes: Outcomes, lost: arb, unit: Fraction, rounding: Rounding) -> Law:
    """The upper or the lower law of one step; P may have the mass `lost` besides."""
    masses: dict[int, int] = {}

    def put(place: int, mass: int) -> None:
        masses[place] = masses.get(place, 0) + mass

    with working_precision(rounding.bits + 64):
        infinite = lost if rounding.up else arb(0)
        for p, q in outcomes:
            if p.is_zero():
                continue
            # Without a ratio that is known, an upper law has an infinite loss, a lower one nothing.
            if q.is_zero() or not q > 0 or not p > 0:
                infinite += p if q.is_zero() or rounding.up else arb(0)
                continue
            low, high = (_fraction(end) for end in ball_bounds((p / q).log()))
            if not rounding.up:
                put((low + MOVED) // unit, rounding.whole(p))
                continue
            place = high // unit
            share = _less(high - unit * place) / _less(unit)
            right = rounding.whole(p * share)
            put(place + 1, right)
            put(place, max(rounding.whole(p) - right, 0))
        never = rounding.whole(infinite)
    if not masses:
        return Law(0, fmpz_poly([0]), never)
    first, last = min(masses), max(masses)
    if last - first > MOST_CELLS:
        raise num.Undecided("unsupported", f"a step has more than {MOST_CELLS} cells on its grid")
    return Law(first, fmpz_poly([masses.get(i, 0) for i in range(first, last + 1)]), never)


def _less(loss: Fraction) -> arb:
    """1 − e^(−loss)."""
    return -(-arb(_exact(loss))).expm1()


def outcomes_of(source: Noisy | Guaranteed, bits: int) -> tuple[Outcomes, arb]:
    """What an event releases with and without a record, and a bound of what is left out of P.

    The working precision is that of the caller.
    """
    if isinstance(source, Guaranteed):
        odds, delta = arb(_exact(source.eps)).exp(), arb(_exact(source.delta))
        high = (1 - delta) * odds / (1 + odds)
        low = (1 - delta) / (1 + odds)
        told = [(delta, arb(0)), (arb(0), delta)] if source.delta else []
        return [*told, (high, low), (low, high)], arb(0)
    shift = source.moved.numerator
    if source.law == "discrete-laplace":
        spend("noise on integers", shift, bits)
        # p(x) ∝ e^(−|x|/b), against its shift by Δ; all x ≤ 0 are one output, and all x ≥ Δ.
        ratio = (-arb(_exact(1 / source.size))).exp()
        end = 1 / (1 + ratio)
        between = [
            ((1 - ratio) * end * ratio**x, (1 - ratio) * end * ratio ** (shift - x))
            for x in range(1, shift)
        ]
        return [(end, ratio**shift * end), *between, (ratio**shift * end, end)], arb(0)
    double = 2 * source.size**2
    reach = isqrt(int(double * bits)) + 1
    if 2 * reach + shift > MOST_OUTPUTS:
        raise num.Undecided("unsupported", "noise on integers has too many outputs")
    spend("noise on integers", 2 * reach + shift, bits)
    weights = [(-arb(_exact(x * x / double))).exp() for x in range(reach + shift)]
    # Σ over x ≥ r of e^(−x²/2σ²) is at most e^(−r²/2σ²)/(1 − e^(−r/σ²)).
    whole = 2 * sum(weights, arb(0)) - 1 + 2 * arb(0).union(_tail(reach + shift, double))
    outcomes = [
        (weights[abs(x)] / whole, weights[abs(x - shift)] / whole)
        for x in range(1 - reach, reach + shift)
    ]
    return outcomes, 2 * _tail(reach, double) / whole


def _tail(reach: int, double: Fraction) -> arb:
    end = (-arb(_exact(reach * reach / double))).exp()
    return end / (1 - (-arb(_exact(2 * reach / double))).exp())


def sampled(outcomes: Outcomes, rate: Fraction, direction: str) -> Outcomes:
    """(1 − q)·without + q·with, against without; exchanged for a record that is added."""
    if rate != 1:
        share = arb(_exact(rate))
        outcomes = [((1 - share) * q + share * p, q) for p, q in outcomes]
    return [(q, p) for p, q in outcomes] if direction == "add" else outcomes


def replaced(outcomes: Outcomes, rate: Fraction) -> Outcomes:
    """What lies above a record replaced on a sample: removed for losses above 0, added below.

    What is as likely with as without the record has no loss, and is in the rest. Of an output whose
    balls do not say which mass is larger, all by which P may exceed Q is an infinite loss.
    """
    mixed = sampled(outcomes, rate, "remove")
    above = [(p, q) for p, q in mixed if p > q]
    apart = sum(((p - q).upper() for p, q in mixed if not (p > q or p < q)), arb(0))
    rest = 1 - sum((p + q for p, q in above), arb(0))
    return [*above, *((q, p) for p, q in above), (rest, rest), (apart, arb(0))]


def of_pair(pair: Pair) -> Outcomes:
    """A pair of laws as balls."""
    return [(arb(_exact(p)), arb(_exact(q))) for p, q in pair]


def standing_for(pairs: list[Pair]) -> Pair:
    """A pair of laws whose curve lies above those of all, also where each use has its own pair."""
    kinks = sorted({p / q for pair in pairs for p, q in pair if p and q})
    if len(pairs) == 1 or not kinks:
        return (
            pairs[0]
            if len(pairs) == 1
            else ((Fraction(1), Fraction(0)), (Fraction(0), Fraction(1)))
        )
    curves = [_Curve(pair) for pair in pairs]
    # Floats choose the places; any are right.
    stride = -(-len(kinks) * len(pairs) // MOST_GUESSES)
    guesses = [
        max(range(len(pairs)), key=lambda i: curves[i].near(t)) for t in map(float, kinks[::stride])
    ]
    ahead = [pairs[i] for i in dict.fromkeys(guesses)]
    if len(ahead) <= 8:
        found = worst(pairs)
        if found is not None:
            return found
    places = sorted({p / q for pair in ahead for p, q in pair if p and q})
    if len(places) > MOST_PLACES:
        places = places[:: -(-len(places) // MOST_PLACES)] + places[-1:]
    ahead_curves = [_Curve(pair) for pair in ahead]
    crossings = []
    for before, after in pairwise(places):
        inside = (after - before) / 1000
        first = _highest(ahead_curves, float(before + inside))
        last = _highest(ahead_curves, float(after - inside))
        crossing = first.crossing(last, before)
        crossings += [crossing] if before < crossing < after else []
    places = sorted({*places, *crossings})
    spend("curves of pairs", 4 * len(pairs) * len(places))
    return _joined([(t, max(curve.at(t) for curve in curves)) for t in places])


class _Curve:
    """f(t) = P(L > ln t) − t·Q(L > ln t) of a pair of laws."""

    def __init__(self, pair: Pair) -> None:
        finite = [(p, q) for p, q in reversed(pair) if q]
        self.ratios = [p / q for p, q in finite]
        never = sum((p for p, q in pair if not q), Fraction(0))
        self.sums = [(never, Fraction(0))]
        for p, q in reversed(finite):
            self.sums.append((self.sums[-1][0] + p, self.sums[-1][1] + q))
        self.sums.reverse()
        self.guides = [float(ratio) for ratio in self.ratios]
        self.floats = [(float(p), float(q)) for p, q in self.sums]

    def at(self, t: Fraction) -> Fraction:
        p, q = self.sums[bisect_right(self.ratios, t)]
        return p - t * q

    def near(self, t: float) -> float:
        p, q = self.floats[bisect_right(self.guides, t)]
        return p - t * q

    def crossing(self, other: _Curve, t: Fraction) -> Fraction:
        """Where the lines of both right of t cross; t where they do not."""
        p, q = self.sums[bisect_right(self.ratios, t)]
        r, s = other.sums[bisect_right(other.ratios, t)]
        return (p - r) / (q - s) if q != s else t


def _highest(curves: Sequence[_Curve], t: float) -> _Curve:
    """The curve that seems to be the largest at t."""
    return max(curves, key=lambda curve: curve.near(t))


def _joined(points: Sequence[tuple[Fraction, Fraction]]) -> Pair:
    """The pair of laws with the curve that joins (0, 1) and the points (t, f), flat beyond them.

    Q has the change of the slope at t, P t times as much, and alone what the last height is.
    """
    points = [(Fraction(0), Fraction(1)), *points]
    slopes = [(after - before) / (t - s) for (s, before), (t, after) in pairwise(points)]
    changes = [b - a for a, b in pairwise([Fraction(-1), *slopes, Fraction(0)])]
    atoms = [(t * change, change) for (t, _), change in zip(points, changes, strict=True) if change]
    never = points[-1][1]
    return ((never, Fraction(0)), *reversed(atoms)) if never else tuple(reversed(atoms))


def _exact(number: Fraction) -> fmpq:
    return fmpq(number.numerator, number.denominator)


def _fraction(number: fmpq) -> Fraction:
    return Fraction(int(number.p), int(number.q))
