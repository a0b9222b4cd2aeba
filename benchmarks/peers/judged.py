"""What a claimed bound is worth beside an enclosure of the truth; nothing here is rounded."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True)
class Enclosure:
    """A true value lies in [low, high]."""

    low: Fraction
    high: Fraction


def excess(claim: float, truth: Enclosure, *, upper: bool) -> Fraction:
    """By how much a claimed bound is proved to be on the wrong side; 0 where it is not.

    Raises: ValueError for a claim that is no number.

    >>> excess(0.25, Enclosure(Fraction(1, 2), Fraction(1, 2)), upper=True)
    Fraction(1, 4)
    """
    if math.isnan(claim):
        raise ValueError("NaN bounds nothing")
    if math.isinf(claim):
        if (claim > 0) == upper:
            return Fraction(0)
        raise ValueError(f"{claim} as {'an upper' if upper else 'a lower'} bound")
    gap = truth.low - Fraction(claim) if upper else Fraction(claim) - truth.high
    return max(gap, Fraction(0))


def slack(claim: float, truth: Enclosure, *, upper: bool) -> Fraction | None:
    """How far a claimed bound may be from the truth at most; None where it is infinite.

    >>> slack(0.75, Enclosure(Fraction(1, 4), Fraction(1, 2)), upper=True)
    Fraction(1, 2)
    """
    if math.isinf(claim):
        return None
    gap = Fraction(claim) - truth.low if upper else truth.high - Fraction(claim)
    return max(gap, Fraction(0))


@dataclass
class Side:
    """The upper, or the lower, bounds of one system.

    Args: given how many; wrong those proved to be on the wrong side of the truth; worst the
        largest such excess; widest the largest distance of the others from the truth.
    """

    given: int = 0
    wrong: int = 0
    worst: Fraction = Fraction(0)
    widest: Fraction = Fraction(0)

    def add(self, claim: float, truth: Enclosure, *, upper: bool) -> None:
        """Count one bound."""
        self.given += 1
        beyond = excess(claim, truth, upper=upper)
        if beyond:
            self.wrong += 1
            self.worst = max(self.worst, beyond)
        else:
            self.widest = max(self.widest, slack(claim, truth, upper=upper) or Fraction(0))


def tallied(claims: Iterable[tuple[Mapping[str, float], Enclosure]]) -> dict[str, Side]:
    """The sides "upper" and "lower" of what was claimed; estimates bound nothing."""
    found = {"upper": Side(), "lower": Side()}
    for claimed, truth in claims:
        for kind, side in found.items():
            if kind in claimed:
                side.add(claimed[kind], truth, upper=kind == "upper")
    return found
