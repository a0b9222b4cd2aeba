"""Exponentials and normal tails of whole arrays, with a proved bound of their relative error.

Libraries do not promise how accurate their exponentials are. Here both functions are Taylor
polynomials at nodes whose coefficients are from balls, so that the error can be bounded by hand.
With u = 2^-53:

- *exponential*: y = n/64 + r with |r| ≤ 1/128; y − n/64 is exact (Sterbenz). The polynomial of
  degree 6 errs by at most r^7/5040·1.01 < u/100, Horner's rule by less than 1.1u (every product has
  the factor r), the table and the last product by u each: less than 4u in all.
- *tail*: Φc(z) = P[N(0,1) > z] at z = n/64 + r, 0 ≤ z ≤ 20. The remainder is enclosed by balls
  for every node. The coefficients of degree ≥ 1 add up to less than 0.2·Φc(z), so rounding the
  coefficients and Horner's rule cost less than 4u; `TAIL_ERROR` allows 8u. Below 0 the value is
  1 − Φc(−z), at least 1/2, which costs one rounding more. From 20 on, 0 ≤ Φc(z) ≤ Φc(20).
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import numpy as np
from flint import arb

from dpverify.defs.errors import Undecided
from dpverify.defs.numbers.balls import working_precision

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

ROUNDING = 2.0**-53
EXPONENTIAL_ERROR = 4 * ROUNDING
TAIL_ERROR = 9 * ROUNDING
LAST_TAIL = 20
"""Φc is computed up to here; beyond it is known to lie between 0 and Φc(20) < 3e-89."""

_NODES_PER_UNIT = 64
_LARGEST_EXPONENT = 700
_REACHES = (40, 250, _LARGEST_EXPONENT)
"""Tables up to these are made when they are needed: the last one takes a fifth of a second."""
_EXPONENTIAL_DEGREE = 6
_TAIL_DEGREE = 12
_BITS = 160
_BLOCK = 1 << 13


def exponential(exponents: Floats) -> Floats:
    """e^y of each entry, within a factor 1 ± EXPONENTIAL_ERROR.

    Raises: Undecided where an exponent is beyond ±700.
    """
    if exponents.size and not np.abs(exponents).max() <= _LARGEST_EXPONENT:
        raise Undecided("precision", f"an exponent is beyond {_LARGEST_EXPONENT}")
    return _in_blocks(_exponential, exponents)


def _in_blocks(function: Callable[[Floats], Floats], points: Floats) -> Floats:
    """A function of each entry, a block at a time: the parts of a sum then stay in the cache."""
    if points.size <= _BLOCK:
        return function(points)
    values = np.empty_like(points)
    for start in range(0, points.size, _BLOCK):
        values[start : start + _BLOCK] = function(points[start : start + _BLOCK])
    return values


def _exponential(exponents: Floats) -> Floats:
    nodes = np.rint(exponents * _NODES_PER_UNIT)
    rest = exponents - nodes / _NODES_PER_UNIT
    series = np.full_like(rest, 1 / 720)
    for divisor in (120.0, 24.0, 6.0, 2.0, 1.0, 1.0):
        series *= rest
        series += 1 / divisor
    largest = np.abs(exponents).max(initial=0.0)
    reach = next(reach for reach in _REACHES if largest <= reach)
    places = nodes.astype(np.int64) + reach * _NODES_PER_UNIT
    return _exponentials(reach)[places] * series


def exponential_less_one(exponents: Floats) -> tuple[Floats, Floats]:
    """e^y − 1 of each entry, and a bound of its error.

    Up to 1/128 from 0 it is y times a polynomial, within a factor 1 ± 4u as above; further away
    the subtraction adds one rounding to the error of the exponential.
    """
    powers = exponential(exponents)
    series = np.full_like(exponents, 1 / 5040)
    for divisor in (720.0, 120.0, 24.0, 6.0, 2.0, 1.0):
        series = series * exponents + 1 / divisor
    near = np.abs(exponents) <= 1 / (2 * _NODES_PER_UNIT)
    values = np.where(near, exponents * series, powers - 1)
    errors = np.where(
        near, EXPONENTIAL_ERROR * np.abs(values), (EXPONENTIAL_ERROR + 2 * ROUNDING) * powers
    )
    return values, errors + 2 * ROUNDING * np.abs(values)


@cache
def _exponentials(reach: int) -> Floats:
    """e^(n/64) up to an exponent of ±reach, each rounded to the nearest float."""
    last = reach * _NODES_PER_UNIT
    with working_precision(80):
        return np.array([float((arb(n) / _NODES_PER_UNIT).exp()) for n in range(-last, last + 1)])


def tail(points: Floats) -> Floats:
    """Φc(z) of each entry, within a factor 1 ± TAIL_ERROR; for |z| > 20 the value at ±20."""
    return _in_blocks(_tail, points)


def _tail(points: Floats) -> Floats:
    sizes = np.minimum(np.abs(points), LAST_TAIL)
    nodes = np.rint(sizes * _NODES_PER_UNIT)
    rest = sizes - nodes / _NODES_PER_UNIT
    coefficients, places = _tails(), nodes.astype(np.int64)
    series = coefficients[_TAIL_DEGREE][places]
    for degree in range(_TAIL_DEGREE - 1, -1, -1):
        series *= rest
        series += coefficients[degree][places]
    return np.asarray(np.where(points < 0, 1 - series, series))


@cache
def _tails() -> Floats:
    """Taylor coefficients of Φc at n/64, one column a node; the remainder is below u/4."""
    columns = []
    with working_precision(_BITS):
        reach = arb(0, 1) / (2 * _NODES_PER_UNIT)
        for n in range(LAST_TAIL * _NODES_PER_UNIT + 1):
            node = arb(n) / _NODES_PER_UNIT
            exact = _taylor(node)
            # Lagrange: the remainder is r^13 times the coefficient of degree 13 at a point between.
            last = _taylor(node + reach)[_TAIL_DEGREE + 1]
            remainder = abs(last) * reach.rad() ** (_TAIL_DEGREE + 1)
            smallest = (node + reach.rad()) / arb(2).sqrt()
            if not remainder < smallest.erfc() / 2 * ROUNDING / 4:
                raise AssertionError("the polynomial of a normal tail is too short")
            columns.append([float(exact[degree]) for degree in range(_TAIL_DEGREE + 1)])
    return np.array(columns).T.copy()


def _taylor(point: arb) -> list[arb]:
    """The Taylor coefficients of Φc at a point, of degree 0 to 13.

    φ' = −zφ, so (n+1)·a_(n+1) = −(z·a_n + a_(n−1)) for the coefficients a of φ; Φc' = −φ.
    """
    before, density = arb(0), (-point * point / 2).exp() / (2 * arb.pi()).sqrt()
    coefficients = [(point / arb(2).sqrt()).erfc() / 2]
    for degree in range(1, _TAIL_DEGREE + 2):
        coefficients.append(-density / degree)
        before, density = density, -(point * density + before) / degree
    return coefficients
