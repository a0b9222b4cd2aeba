"""For the kernel: between which ends noise lies, from its scale; None where there is no end.

Trusted. A law of noise without a support here or in the kernel's table of laws is refused by name.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Final

from dpverify.defs.numbers.documents import need

MOST_TRIALS: Final = 2_000
"""Trials of binomial noise."""

Ends = tuple[Fraction | None, Fraction | None]
Support = Callable[[Fraction], Ends]


def everywhere(scale: Fraction) -> Ends:
    """All numbers."""
    del scale
    return None, None


def above_zero(scale: Fraction) -> Ends:
    """Numbers of at least 0."""
    del scale
    return Fraction(0), None


def within_scale(scale: Fraction) -> Ends:
    """Numbers of an absolute value of at most the scale."""
    return -scale, scale


def trials_of(scale: Fraction) -> tuple[int, Fraction]:
    """n and p of n + p."""
    n, p = divmod(scale, 1)
    need(n >= 1 and p > 0, "the scale of binomial noise is not n + p with n ≥ 1 and 0 < p < 1")
    need(n <= MOST_TRIALS, f"binomial noise has more than {MOST_TRIALS} trials")
    return int(n), p


def to_trials(scale: Fraction) -> Ends:
    """Numbers from 0 to n."""
    return Fraction(0), Fraction(trials_of(scale)[0])


EXACT: Final[Mapping[str, Support]] = {"laplace": everywhere, "exponential": above_zero}
"""The supports of the laws whose probabilities are exact."""
