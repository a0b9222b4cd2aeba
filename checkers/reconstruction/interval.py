"""The Clopper–Pearson interval: what k of n independent trials say of a probability.

The lower end is the p with P[Bin(n, p) ≥ k] = β, the upper one that with P[Bin(n, p) ≤ k] = β, for
β half of one minus the confidence. Both are found by bisection on rational p with rigorous balls
for the incomplete beta function, and rounded outward; no float decides.

Source: Clopper, Pearson, The use of confidence or fiducial limits, Biometrika 26 (1934).
"""

from __future__ import annotations

from fractions import Fraction

from flint import arb, fmpq

from dpverify.defs.errors import DomainError
from dpverify.defs.numbers.balls import working_precision

STEPS = 40
"""Halvings: each end is off by at most 2^−40, outward."""
BITS = 256


def clopper_pearson(
    successes: int, trials: int, confidence: Fraction = Fraction(95, 100)
) -> tuple[Fraction, Fraction]:
    """(lower, upper), which contain the probability of success with at least this confidence.

    Args: successes k from 0 to n; trials n ≥ 1; confidence in (0, 1).
    Returns: rationals; 0 and 1 exactly where k = 0 and k = n.
    Raises: DomainError outside these ranges.

    >>> low, high = clopper_pearson(0, 10)
    >>> low, round(float(high), 6)
    (Fraction(0, 1), 0.308497)
    """
    if trials < 1 or not 0 <= successes <= trials:
        raise DomainError(f"{successes} of {trials} is no count of successes; 0 ≤ k ≤ n, n ≥ 1")
    if not 0 < confidence < 1:
        raise DomainError(f"the confidence is {confidence}, must lie between 0 and 1")
    spare = (1 - confidence) / 2
    lower = _lower(successes, trials, spare)
    return lower, 1 - _lower(trials - successes, trials, spare)


def _lower(successes: int, trials: int, spare: Fraction) -> Fraction:
    """A p, within 2^−40 of the largest, at which P[Bin(n, p) ≥ k] ≤ spare for certain."""
    low, high = Fraction(0), Fraction(1)
    if successes == 0:
        return low
    for _ in range(STEPS):
        middle = (low + high) / 2
        if _at_least(successes, trials, middle, spare):
            low = middle
        else:
            high = middle
    return low


def _at_least(successes: int, trials: int, p: Fraction, spare: Fraction) -> bool:
    """Whether P[Bin(n, p) ≥ k] = I_p(k, n−k+1) ≤ spare, certainly."""
    with working_precision(BITS):
        place = arb(fmpq(p.numerator, p.denominator))
        tail = place.beta_lower(successes, trials - successes + 1, 1)
        return bool(tail <= arb(fmpq(spare.numerator, spare.denominator)))
