"""Laws of sums on a lattice: independent numbers add up as integer polynomials multiply.

Trusted: this file and `fmpz_poly` of python-flint. A law with numerators p₀, p₁, … at the places
a, a + s, a + 2s, … is the polynomial p₀ + p₁·X + p₂·X² + …; the sum of two independent numbers has
the product of their polynomials, and starts where the two starts add up to. Nothing is rounded.
"""

from __future__ import annotations

from fractions import Fraction
from math import gcd, lcm
from typing import Any, Final

from flint import fmpz, fmpz_poly

Numerators = dict[Any, Any]  # place -> numerator, an integer where a lattice is used

WIDEST: Final = 200_000
"""Points of a lattice that are written out; laws that are spread wider are convolved term by term.
"""


def power(law: Numerators, count: int, *, widest: int = WIDEST) -> Numerators | None:
    """The numerators of a sum of `count` independent copies; None where no small lattice is."""
    step = _step([law])
    if step is None or _width(law, step) * count > widest:
        return None
    start = min(law)
    return _places(_polynomial(law, step) ** count, start * count, step)


def product(a: Numerators, b: Numerators, *, widest: int = WIDEST) -> Numerators | None:
    """The numerators of the sum of two independent numbers; None where no small lattice is."""
    step = _step([a, b])
    if step is None or _width(a, step) + _width(b, step) > widest:
        return None
    return _places(_polynomial(a, step) * _polynomial(b, step), min(a) + min(b), step)


def _step(laws: list[Numerators]) -> Any:
    """The largest s with all places of each law a multiple of s apart; None for other laws."""
    for law in laws:
        # A place of probability 0 is one that an attacker may set: a polynomial would lose it.
        if not law or not all(isinstance(p, fmpz) and p > 0 for p in law.values()):
            return None
        if not all(isinstance(place, int | Fraction) for place in law):
            return None
    starts = [min(law) for law in laws]
    gaps = [place - start for law, start in zip(laws, starts, strict=True) for place in law]
    below = lcm(*(gap.denominator for gap in gaps))
    above = gcd(*(gap.numerator * (below // gap.denominator) for gap in gaps))
    if above == 0:
        return 1  # each law has one place
    return above if below == 1 else Fraction(above, below)


def _width(law: Numerators, step: Any) -> int:
    """How many steps lie between the first place and the last."""
    return int((max(law) - min(law)) / Fraction(step))


def _polynomial(law: Numerators, step: Any) -> fmpz_poly:
    start, one = min(law), Fraction(step)
    numerators = [fmpz(0)] * (_width(law, step) + 1)
    for place, p in law.items():
        numerators[int((place - start) / one)] = p
    return fmpz_poly(numerators)


def _places(polynomial: fmpz_poly, start: Any, step: Any) -> Numerators:
    return {start + k * step: p for k, p in enumerate(polynomial.coeffs()) if p != 0}
