"""The densities of the noise laws, as piecewise functions and at single points."""

from __future__ import annotations

from fractions import Fraction
from typing import assert_never

from dpverify.defs.continuous.pieces import Grid, Piecewise
from dpverify.defs.documents.shift import Shift
from dpverify.defs.documents.traced import Noise, exact_law
from dpverify.defs.numbers.exponential_polynomial import ExpPoly


def rate(noise: Noise, slope: Fraction = Fraction(1)) -> Fraction:
    """How fast the density decays along w where the noise is slope·w: |slope|/b."""
    return abs(slope) / noise.scale


def peak(noise: Noise) -> Fraction:
    """The largest density: laplace 1/(2b), exponential 1/b."""
    match exact_law(noise.law):
        case "laplace":
            return 1 / (2 * noise.scale)
        case "exponential":
            return 1 / noise.scale
        case law:
            assert_never(law)


def density(noise: Noise, slope: Fraction, centre: Shift, grid: Grid) -> Piecewise:
    """w ↦ the noise's density at slope·(w − ε·centre).

    Args: slope ≠ 0. laplace e^{−|z|/b}/(2b); exponential e^{−z/b}/b for z ≥ 0, else 0.
    """
    point = grid.point(centre)
    fall = grid.rate(rate(noise, slope))
    height = ExpPoly.number(peak(noise), grid.ring)
    before = {(0, fall): height.times_exp(grid.growth(-fall, point))}
    after = {(0, -fall): height.times_exp(grid.growth(fall, point))}
    match exact_law(noise.law):
        case "laplace":
            return Piecewise((point,), (before, after))
        case "exponential":
            return Piecewise((point,), (before, {}) if slope < 0 else ({}, after))
        case law:
            assert_never(law)


def density_at(noise: Noise, place: Shift, grid: Grid) -> ExpPoly:
    """The density at the point ε·place; exponential noise has density 1/b at 0."""
    point = grid.point(place)
    below = point < (0,) * len(point)
    match exact_law(noise.law):
        case "laplace":
            possible = True
        case "exponential":
            possible = not below
        case law:
            assert_never(law)
    if not possible:
        return ExpPoly.number(0, grid.ring)
    fall = grid.rate(rate(noise))
    height = ExpPoly.number(peak(noise), grid.ring)
    return height.times_exp(grid.growth(fall if below else -fall, point))
