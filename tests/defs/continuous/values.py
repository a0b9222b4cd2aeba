"""Reads a piecewise function at a number, by the definition and with none of its evaluation."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import pairwise

from flint import acb, arb, fmpq

from dpverify.defs.continuous.pieces import Grid, Piece, Piecewise

F = Fraction
Numbers = Mapping[str, F]


def real(x: F) -> arb:
    """A rational as a ball."""
    return arb(fmpq(x.numerator, x.denominator))


def places(f: Piecewise, grid: Grid, eps: F, gaps: Numbers) -> list[F]:
    """Where the points of f lie."""
    names = [*(gaps[name] for name in grid.gaps), F(1)]
    return [
        eps * sum((k * x for k, x in zip(p, names, strict=True)), F(0)) / grid.point_unit
        for p in f.points
    ]


def piece_at(piece: Piece, grid: Grid, z: acb, eps: F, gaps: Numbers, bits: int = 200) -> acb:
    """Σ coefficient · z^j · e^{βz}."""
    total = acb(0)
    for (power, rate), c in piece.items():
        beta = real(F(rate, grid.rate_unit))
        total += acb(c.ball(eps, gaps, bits)) * z**power * (z * beta).exp()
    return total


def at(f: Piecewise, grid: Grid, z: F, eps: F, gaps: Numbers) -> arb:
    """f(z)."""
    before = sum(place < z for place in places(f, grid, eps, gaps))
    return piece_at(f.pieces[before], grid, acb(real(z)), eps, gaps).real


def integral(f: Piecewise, grid: Grid, low: F, high: F, eps: F, gaps: Numbers) -> arb:
    """∫ f from low to high, by quadrature on each interval."""
    inner = [p for p in places(f, grid, eps, gaps) if low < p < high]
    ends = [low, *inner, high]
    total = arb(0)
    for a, b in pairwise(ends):
        piece = f.pieces[sum(p < (a + b) / 2 for p in places(f, grid, eps, gaps))]

        def value(z: acb, _: bool, piece: Piece = piece) -> acb:
            return piece_at(piece, grid, z, eps, gaps)

        total += acb.integral(value, acb(real(a)), acb(real(b))).real
    return total
