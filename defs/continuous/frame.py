"""The polynomial ring in which exponential polynomials are computed: variables, unit, context.

What must never change: an exponent that the unit does not express exactly is refused, never
rounded.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from math import lcm

from flint import fmpq_mpoly, fmpq_mpoly_ctx

from dpverify.defs.documents.shift import Shift
from dpverify.defs.errors import InternalError

Monomial = tuple[int, ...]


@dataclass(frozen=True)
class Frame:
    """Polynomials in e^{ε·g/unit}, g for each gap g, then e^{ε/unit}, ε, in lexicographic order.

    The order of the variables makes the leading monomial the term that grows fastest as the first
    gap grows, then the second, and so on. Exponents have no upper limit: flint widens its packed
    keys where they would overflow.

    Args: gaps names, ascending; unit an integer ≥ 1.
    """

    gaps: tuple[str, ...]
    unit: int

    @cached_property
    def context(self) -> fmpq_mpoly_ctx:
        """The context of flint."""
        return fmpq_mpoly_ctx.get([f"x{i}" for i in range(self.width)], "lex")

    @property
    def width(self) -> int:
        """The number of variables."""
        return 2 * len(self.gaps) + 2

    @cached_property
    def one(self) -> fmpq_mpoly:
        """The polynomial 1."""
        return self.context.constant(1)

    @cached_property
    def origin(self) -> Monomial:
        """The exponents of 1."""
        return (0,) * self.width

    def rates(self, shift: Shift) -> Monomial:
        """The exponents of e^{ε·shift}; raises InternalError where the unit is too coarse."""
        exponents = [0] * self.width
        exponents[-2] = self._whole(shift.constant)
        for name, factor in shift.gaps:
            exponents[2 * self._place(name)] = self._whole(factor)
        return tuple(exponents)

    def gap(self, name: str) -> Monomial:
        """The exponents of the gap itself."""
        place = 2 * self._place(name) + 1
        return tuple(int(i == place) for i in range(self.width))

    @cached_property
    def eps(self) -> Monomial:
        """The exponents of ε."""
        return (*self.origin[:-1], 1)

    def _place(self, name: str) -> int:
        if name not in self.gaps:
            raise InternalError(f"the gap {name!r} is not among {self.gaps}")
        return self.gaps.index(name)

    def _whole(self, rate: Fraction) -> int:
        scaled, remainder = divmod(rate.numerator * self.unit, rate.denominator)
        if remainder:
            raise InternalError(f"the exponent {rate} is no multiple of 1/{self.unit}")
        return scaled


def frame(gaps: tuple[str, ...] = (), unit: int = 1) -> Frame:
    """The frame with these gaps and this unit; made once, so that equal ones are mostly identical.

    Identity is a short cut only: of two equal frames either serves.
    """
    return _interned(gaps, unit)


@lru_cache(maxsize=1024)
def _interned(gaps: tuple[str, ...], unit: int) -> Frame:
    return Frame(gaps, unit)


def frame_for(shifts: Iterable[Shift]) -> Frame:
    """The smallest frame that expresses e^{ε·shift} for all shifts given."""
    names: set[str] = set()
    unit = 1
    for shift in shifts:
        unit = lcm(unit, shift.constant.denominator, *(k.denominator for _, k in shift.gaps))
        names.update(name for name, _ in shift.gaps)
    return frame(tuple(sorted(names)), unit)


@lru_cache(maxsize=1024)
def common(left: Frame, right: Frame) -> Frame:
    """The smallest frame that expresses what either does."""
    names = tuple(sorted({*left.gaps, *right.gaps}))
    return frame(names, lcm(left.unit, right.unit))


def moved(exponents: Monomial, source: Frame, target: Frame) -> Monomial:
    """Exponents of `source` as exponents of `target`, which must be a common frame of both."""
    factor, remainder = divmod(target.unit, source.unit)
    if remainder:
        raise InternalError(f"the unit 1/{source.unit} is no multiple of 1/{target.unit}")
    result = [0] * target.width
    for i, name in enumerate(source.gaps):
        place = 2 * target.gaps.index(name)
        result[place], result[place + 1] = exponents[2 * i] * factor, exponents[2 * i + 1]
    result[-2], result[-1] = exponents[-2] * factor, exponents[-1]
    return tuple(result)
