"""The exponents of one term of an exponential polynomial, and their place in a frame."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from dpverify.defs.continuous.frame import Frame, Monomial
from dpverify.defs.documents.shift import Shift
from dpverify.defs.errors import InternalError


class Exponent(NamedTuple):
    """ε^eps_power · ∏ g^gap_powers · e^{ε·(rate + Σ gap_rates·g)}; gaps in the order of `gaps`."""

    eps_power: int
    gap_powers: tuple[int, ...]
    rate: Fraction
    gap_rates: tuple[Fraction, ...]


def exponent_of(m: Monomial, unit: int) -> Exponent:
    """The exponent that stands as a monomial of a frame with this unit."""
    rates = [Fraction(e, unit) for e in m[0::2]]
    return Exponent(m[-1], m[1:-1:2], rates[-1], tuple(rates[:-1]))


def shift_of(gaps: tuple[str, ...], exponent: Exponent) -> Shift:
    """rate + Σ gap_rates·g, for gaps in ascending order."""
    pairs = zip(gaps, exponent.gap_rates, strict=True)
    return Shift(exponent.rate, tuple((name, k) for name, k in pairs if k))


def monomial_of(ring: Frame, exponent: Exponent, shift: Shift) -> Monomial:
    """The exponent as a monomial of a frame, its shift given.

    Raises: InternalError for a power that is no integer ≥ 0, or for too many or too few of them.
    """
    result = list(ring.rates(shift))
    powers = (*exponent.gap_powers, exponent.eps_power)
    if len(exponent.gap_powers) != len(ring.gaps) or not all(
        type(p) is int and p >= 0 for p in powers
    ):
        raise InternalError(f"the powers {powers} are not integers ≥ 0, one for each gap and ε")
    result[1::2] = powers
    return tuple(result)
