"""Rényi divergence of rational order, and the Kullback–Leibler divergence, its limit at order 1.

D_α(P‖Q) = ln(Σ_o P(o)^α·Q(o)^(1−α))/(α−1), in nats. Exact where each power is: for integer orders,
and for rational probabilities with short numerators at all orders up to MOST; else a ball.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from dpverify.defs.numbers import INFINITY, ZERO, Loss, Number, Real, Value, ln, total
from dpverify.defs.privacy_loss import log

MOST: Final = 64
"""Larger numerators and denominators of orders, and powers with more terms, are left to balls."""
IN_TURN: Final = 16
"""Logarithms that are added one after another; more are halved first."""

Law = Sequence[Value]


def renyi_divergence(p: Law, q: Law, order: Fraction) -> Loss | Real:
    """D_α(P‖Q) for a rational order α > 1.

    Args:
        p: probabilities under P, one per output, sum 1.
        q: probabilities under Q, in the same order.
        order: α > 1.

    Returns:
        A loss ≥ 0 in nats; inf where some Q(o) = 0 < P(o). A `Real` where powers are not exact.

    Source:
        Rényi 1961; van Erven, Harremoës 2014, Definition 2; Mironov 2017, Definition 3.

    >>> p, q = [Value(3) / 4, Value(1) / 4], [Value(1) / 4, Value(3) / 4]
    >>> str(renyi_divergence(p, q, Fraction(2)))
    'ln(7/3)'
    """
    value = moment(p, q, order)
    return INFINITY if value is None else divergence_of(value, order)


def divergence_of(moment: Value | Real, order: Fraction) -> Loss | Real:
    """D_α of the moment Σ P^α·Q^(1−α)."""
    divergence: Loss | Real = ln(moment) / Value(order - 1)
    return divergence


def moment(p: Law, q: Law, order: Fraction) -> Value | Real | None:
    """Σ_o P(o)·(P(o)/Q(o))^(α−1) over the outputs that P can give; None where it is infinite."""
    occurring = [(a, b) for a, b in zip(p, q, strict=True) if not a.is_zero]
    if any(b.is_zero for _, b in occurring):
        return None
    short = max(order.numerator, order.denominator) <= MOST
    powers = [_power(a, b, order - 1, short=short) for a, b in occurring]
    exact = total(power for power in powers if isinstance(power, Value))
    rest = [power for power in powers if isinstance(power, Real)]
    return exact + balanced(rest) if rest else exact


def kullback_leibler(p: Law, q: Law) -> Loss | Real:
    """D_1(P‖Q) = Σ_o P(o)·ln(P(o)/Q(o)), the limit of D_α at α → 1; inf as there.

    >>> p, q = [Value(3) / 4, Value(1) / 4], [Value(1) / 4, Value(3) / 4]
    >>> kullback_leibler(p, q) == ln(3) / 2
    True
    """
    occurring = [(a, b) for a, b in zip(p, q, strict=True) if not a.is_zero]
    if any(b.is_zero for _, b in occurring):
        return INFINITY
    terms: list[Number] = [a * log(a / b) for a, b in occurring if a != b]
    exact = _summed([term for term in terms if isinstance(term, Loss)])
    rest = [term for term in terms if isinstance(term, Real)]
    return exact + balanced(rest) if rest else exact


def _summed(terms: Sequence[Loss]) -> Loss | Real:
    """The exact sum; each addition sorts the logarithms of both numbers, so that few are long."""
    if len(terms) > IN_TURN:
        half = len(terms) // 2
        return _summed(terms[:half]) + _summed(terms[half:])
    exact: Loss | Real = Loss(0)
    for term in terms:
        exact = exact + term
    return exact


def balanced(terms: Sequence[Real]) -> Real:
    """The sum of one or more numbers, as a tree of logarithmic depth."""
    if len(terms) == 1:
        return terms[0]
    half = len(terms) // 2
    return balanced(terms[:half]) + balanced(terms[half:])


def _power(a: Value, b: Value, exponent: Fraction, *, short: bool) -> Value | Real:
    """a·(a/b)^exponent."""
    if a == b:
        return a
    ratio = a / b
    short = short and _spread(ratio) * exponent <= MOST
    if short and exponent.denominator == 1:
        return a * ratio ** int(exponent)
    scaled = log(ratio) * Value(exponent)
    if not short:
        return a * Real("exp", scaled)
    power = scaled.odds() if isinstance(scaled, Loss) else Real("exp", scaled)
    return a * power if not a.is_zero else ZERO


def _spread(ratio: Value) -> int:
    """By how many terms each further power is longer: none for a rational number."""
    numerator, denominator = ratio.quotient()
    return len(numerator) + len(denominator) - 2
