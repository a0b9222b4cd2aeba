"""A number that may lie beyond all bounds: a rational plus rational multiples of gaps.

A *gap* is a name for a number that grows without limit, such as the lead of one query over all
others. Of several gaps the one named first is infinitely larger than the next.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True)
class Shift:
    """constant + Σ factor·gap, without zero factors, gaps sorted by name.

    >>> Shift.of(1, g="1/2") - Shift.of(2)
    Shift(constant=Fraction(-1, 1), gaps=(('g', Fraction(1, 2)),))
    """

    constant: Fraction = Fraction(0)
    gaps: tuple[tuple[str, Fraction], ...] = ()

    @classmethod
    def of(cls, constant: int | str | Fraction = 0, **gaps: int | str | Fraction) -> Shift:
        """A shift from a constant and factors by name of gap."""
        return cls._from(Fraction(constant), ((name, Fraction(k)) for name, k in gaps.items()))

    @classmethod
    def _from(cls, constant: Fraction, gaps: Iterable[tuple[str, Fraction]]) -> Shift:
        return cls(constant, tuple(sorted((name, k) for name, k in gaps if k)))

    def __add__(self, other: Shift) -> Shift:
        factors: dict[str, Fraction] = dict(self.gaps)
        for name, k in other.gaps:
            factors[name] = factors.get(name, Fraction(0)) + k
        return self._from(self.constant + other.constant, factors.items())

    def __neg__(self) -> Shift:
        return self * Fraction(-1)

    def __sub__(self, other: Shift) -> Shift:
        return self + -other

    def __mul__(self, factor: Fraction) -> Shift:
        return self._from(self.constant * factor, ((name, k * factor) for name, k in self.gaps))

    @property
    def finite(self) -> bool:
        """Whether no gap occurs."""
        return not self.gaps

    def at(self, gaps: Mapping[str, Fraction]) -> Fraction:
        """The number, for numbers in place of the gaps."""
        return self.constant + sum((k * gaps[name] for name, k in self.gaps), Fraction(0))
