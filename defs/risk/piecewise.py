"""Measures on the line made of atoms and piecewise polynomial densities, with rational numbers."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from flint import fmpq, fmpq_poly

from dpverify.defs.numbers import Loss, Number, Real, Value, exp, total

QUARTER, HALF = fmpq(1, 4), fmpq(1, 2)


@dataclass(frozen=True)
class Piecewise:
    """A finite measure: `atoms` (place to mass) and a density, a polynomial on each interval.

    Args:
        atoms: mass at single points.
        breaks: increasing ends of the intervals; the density is 0 outside.
        pieces: one polynomial for each two neighbouring breaks.
    """

    atoms: Mapping[fmpq, fmpq]
    breaks: Sequence[fmpq]
    pieces: Sequence[fmpq_poly]

    def spread(self, e: fmpq) -> Piecewise:
        """The convolution with ½(δ_e + δ_−e) + ¼·1_(−e,e), e > 0.

        With f the density and C the distribution function, the new density at l is
        ½(f(l−e) + f(l+e)) + ¼(C(l+e) − C(l−e)).
        """
        atoms: dict[fmpq, fmpq] = {}
        for place, mass in self.atoms.items():
            for moved in (place - e, place + e):
                atoms[moved] = atoms.get(moved, fmpq(0)) + mass * HALF
        places = {*self.breaks, *self.atoms}
        breaks = sorted({p - e for p in places} | {p + e for p in places})
        pieces = [self._spread_between(u, v, e) for u, v in pairwise(breaks)]
        return Piecewise(atoms, tuple(breaks), tuple(pieces))

    def _spread_between(self, u: fmpq, v: fmpq, e: fmpq) -> fmpq_poly:
        middle, result = (u + v) * HALF, fmpq_poly([])
        for shift, sign in ((-e, -1), (e, 1)):
            moved = fmpq_poly([shift, 1])
            result += self._density_at(middle + shift)(moved) * HALF
            result += self._total_at(middle + shift)(moved) * (sign * QUARTER)
        return result

    def _density_at(self, place: fmpq) -> fmpq_poly:
        i = bisect_right(self.breaks, place) - 1
        return self.pieces[i] if 0 <= i < len(self.pieces) else fmpq_poly([])

    def _total_at(self, place: fmpq) -> fmpq_poly:
        """The polynomial that the distribution function is near a place that is no break."""
        ends, totals = self._totals
        return totals[bisect_right(ends, place)]

    @cached_property
    def _totals(self) -> tuple[list[fmpq], list[fmpq_poly]]:
        """The distribution function: `ends`, and a polynomial before, between and after them."""
        ends = sorted({*self.breaks, *self.atoms})
        totals, sofar = [fmpq_poly([])], fmpq(0)
        for u, v in pairwise(ends):
            sofar += self.atoms.get(u, fmpq(0))
            grown = self._density_at(u).integral()
            totals.append(grown - grown(u) + sofar)
            sofar = totals[-1](v)
        last = self.atoms.get(ends[-1], fmpq(0)) if ends else fmpq(0)
        totals.append(fmpq_poly([sofar + last]))
        return ends, totals

    # ------------------------------------------------------------------ integrals

    def integral(self, rate: fmpq, low: Number | None, high: Number | None) -> Number:
        """∫ e^(rate·l) over low < l ≤ high, without a bound where it is None; rate ≠ 0.

        Exact where the bounds are rational; with other bounds exact as long as the densities that
        they cut are constant.
        """
        masses = [
            exp(Loss(place * rate)) * Value(mass)
            for place, mass in self.atoms.items()
            if (low is None or low < Value(place)) and (high is None or high >= Value(place))
        ]
        return _sum([*masses, *self._parts(rate, low, high)])

    def at(self, rate: fmpq, place: Number) -> Number:
        """∫ e^(rate·l) over l = place alone."""
        atoms = [p for p in self.atoms if Value(p) == place]
        return _sum([exp(Loss(p * rate)) * Value(self.atoms[p]) for p in atoms])

    def mean(self, rate: fmpq) -> Number:
        """∫ l·e^(rate·l), over everything."""
        parts: list[Number] = []
        parts += [exp(Loss(p * rate)) * Value(mass * p) for p, mass in self.atoms.items()]
        tilted = fmpq_poly([0, 1])
        for (u, v), piece in zip(pairwise(self.breaks), self.pieces, strict=True):
            parts += _between(piece * tilted, rate, Value(u), Value(v))
        return _sum(parts)

    def _parts(self, rate: fmpq, low: Number | None, high: Number | None) -> Iterator[Number]:
        for (u, v), piece in zip(pairwise(self.breaks), self.pieces, strict=True):
            start: Number = Value(u)
            end: Number = Value(v)
            if low is not None and low > start:
                start = low
            if high is not None and high < end:
                end = high
            if start < end:
                yield from _between(piece, rate, start, end)


def _between(piece: fmpq_poly, rate: fmpq, start: Number, end: Number) -> list[Number]:
    """∫ p(l)·e^(rate·l) from start to end, as two terms.

    The antiderivative is q·e^(rate·l) with q = p/rate − p'/rate² + p''/rate³ − ….
    """
    primitive, term = fmpq_poly([]), piece / rate
    while term.degree() >= 0:
        primitive += term
        term = -term.derivative() / rate
    return [_tilted(primitive, rate, end), -_tilted(primitive, rate, start)]


def _tilted(polynomial: fmpq_poly, rate: fmpq, place: Number) -> Number:
    """polynomial(place)·e^(rate·place)."""
    exact = None if isinstance(place, Real) else place.as_rational()
    if exact is not None:
        return Value(polynomial(exact)) * exp(Loss(exact * rate))
    result: Number = Value(0)
    for coefficient in reversed(polynomial.coeffs()):
        grown = result * place if result.sign() else result
        result = grown + Value(coefficient)
    return result * exp(place * Value(rate))


def _sum(parts: Sequence[Number]) -> Number:
    values = [part for part in parts if isinstance(part, Value)]
    result: Number = total(values)
    for part in parts:
        if not isinstance(part, Value):
            result = result + part
    return result
