"""For the kernel: laws on a grid of events with finitely many outputs, output by output.

An output of masses p under P and q under Q has the loss l = ln(p/q). In an *upper* law its mass is
split between the grid points on both sides, (q·e^(l_(i+1)) − p)/(e^h − 1) at l_i and the rest of p
above: both sums stay, so the curve is a chord of the true one. In a *lower* law it moves down to
l_i, as p·(1 − t/e^l)⁺ falls with l. What is impossible under Q is an infinite loss.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import isqrt
from typing import Final

from flint import arb, fmpq, fmpz, fmpz_poly

from dpverify.checkers.kernel.loss_sums import Law, Rounding
from dpverify.checkers.kernel.plans import Event, Guaranteed, Noisy, Tabled, pairs_of, worst
from dpverify.checkers.kernel.work import spend
from dpverify.defs import numbers as num

MOST_OUTPUTS: Final = 20_000
MOST_PLACES: Final = 400_000


@dataclass(frozen=True)
class Outputs:
    """Masses P and Q of the outputs, as balls; P has at most `missing` beside them."""

    masses: Sequence[tuple[arb, arb]]
    missing: arb


def outputs_of(event: Event, direction: str, bits: int) -> Outputs | None:
    """The outputs of one use of an event at the working precision; None where they are many."""
    match event.source:
        case Guaranteed(eps, delta):
            share, rest = 1 / (1 + (-_ball(eps)).exp()), _ball(1 - delta)
            more = [(_ball(delta), arb(0))] if delta else []
            return Outputs(
                [(rest * share, rest * (1 - share)), (rest * (1 - share), rest * share), *more],
                arb(0),
            )
        case Tabled() as table:
            pair = worst(pairs_of(table, event.rate, direction))
            if pair is None:
                raise num.Undecided("unsupported", "a channel of which no pair is the worst")
            return Outputs([(_ball(p), _ball(q)) for p, q in pair], arb(0))
        case Noisy(law="discrete-laplace") as noise:
            plain = _discrete_laplace(noise.size, noise.moved.numerator)
        case Noisy(law="discrete-gaussian") as noise:
            plain = _discrete_gaussian(noise.size, noise.moved.numerator, bits)
        case _:
            return None
    share = _ball(event.rate)
    mixed = [((1 - share) * q + share * p, q) for p, q in plain.masses]
    if direction == "remove":
        return Outputs(mixed, plain.missing)
    return Outputs([(q, p) for p, q in mixed], plain.missing)


def _discrete_laplace(size: Fraction, shift: int) -> Outputs:
    """Masses ∝ e^(−|x|/b) at x and at x − Δ: for all x ≤ 0, each between, all x ≥ Δ."""
    if shift > MOST_OUTPUTS:
        raise num.Undecided("unsupported", f"noise with more than {MOST_OUTPUTS} losses")
    ratio = (-_ball(1 / size)).exp()
    end, peak = 1 / (1 + ratio), (1 - ratio) / (1 + ratio)
    inner = [(peak * ratio**x, peak * ratio ** (shift - x)) for x in range(1, shift)]
    return Outputs([(end, end * ratio**shift), *inner, (end * ratio**shift, end)], arb(0))


def _discrete_gaussian(size: Fraction, shift: int, bits: int) -> Outputs:
    """Masses ∝ e^(−x²/(2σ²)) at x and at x − Δ, as far as both count."""
    double = 2 * size**2
    reach = isqrt(int(double * bits)) + 1
    if 2 * reach + shift > MOST_OUTPUTS:
        raise num.Undecided("unsupported", f"noise with more than {MOST_OUTPUTS} losses")
    spend("noise on integers", 2 * reach + shift, bits)
    weights = [(-_ball(x * x / double)).exp() for x in range(reach + shift + 1)]
    # Σ over x ≥ r of e^(−x²/2σ²) is at most e^(−r²/2σ²)/(1 − e^(−r/σ²)).
    tail = weights[reach] / (1 - (-_ball(2 * reach / double)).exp())
    whole = 2 * sum(weights[:reach], arb(0)) - 1 + 2 * arb(0).union(tail)
    masses = [
        (weights[abs(x)] / whole, weights[abs(x - shift)] / whole)
        for x in range(1 - reach, reach + shift)
    ]
    return Outputs(masses, 2 * tail / whole)


def law_of_outputs(outputs: Outputs, unit: Fraction, rounding: Rounding) -> Law:
    """The upper or the lower law on the multiples of a unit."""
    step, whole = _ball(unit), fmpz(1) << rounding.bits
    places: dict[int, int] = {}
    infinite = 0

    def put(place: int, mass: int) -> None:
        places[place] = places.get(place, 0) + mass

    for p, q in outputs.masses:
        if not p > 0:
            continue
        if not q > 0:
            infinite += rounding.whole(p)
            continue
        low = ((p / q).log() / step).lower().floor().unique_fmpz()
        if low is None:
            raise num.Undecided("precision", "a loss is not known to one place of the grid")
        place = int(low)
        if not rounding.up:
            put(place, rounding.whole(p))
            continue
        # Less at the lower place and the rest above is never too small.
        left = (q * (step * (place + 1)).exp() - p) / step.expm1() * arb(whole)
        kept = max(int(left.lower().floor().unique_fmpz() or 0), 0) if left > 0 else 0
        put(place, kept)
        put(place + 1, max(rounding.whole(p) - kept, 0))
    if rounding.up:
        infinite += rounding.whole(outputs.missing)
    first, last = min(places, default=0), max(places, default=0)
    if last - first > MOST_PLACES:
        raise num.Undecided("unsupported", f"losses on more than {MOST_PLACES} places")
    masses = fmpz_poly([places.get(i, 0) for i in range(first, last + 1)])
    return Law(first, masses, min(infinite, int(whole)))


def _ball(number: Fraction | int) -> arb:
    return arb(fmpq(number.numerator, number.denominator))
