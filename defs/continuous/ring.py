"""Exponential polynomials: finite sums of c · ε^i · ∏ g^j · e^{ε·(q + Σ k·g)} over gaps g.

c, q, k are rational, i and j integers ≥ 0. Distinct exponents are linearly independent as functions
of ε and the gaps on any open set, so an element is the zero function exactly when it has no terms.
All arithmetic is exact.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from operator import add, sub
from types import MappingProxyType
from typing import ClassVar

from flint import arb, fmpq, fmpq_mpoly

from dpverify.defs.continuous.exponents import Exponent, exponent_of, monomial_of, shift_of
from dpverify.defs.continuous.frame import Frame, Monomial, common, frame, frame_for, moved
from dpverify.defs.documents.shift import Shift
from dpverify.defs.errors import InternalError
from dpverify.defs.numbers import Value
from dpverify.defs.numbers.balls import working_precision
from dpverify.defs.numbers.combination import Combination
from dpverify.defs.numbers.value import from_combination

__all__ = ["ExpPoly", "Exponent", "total"]


class ExpPoly:
    """An exponential polynomial; immutable.

    It is monomial(offset) · poly: exponents of e may be negative, those of a polynomial not.

    >>> half = ExpPoly.number("1/2")
    >>> str(1 - half * ExpPoly.exp(Shift.of(-1)))
    '1 - 1/2*exp(-eps)'
    """

    __slots__ = ("_frame", "_offset", "_poly", "_terms")
    __hash__: ClassVar[None]  # type: ignore[assignment]  # equality is decided, not hashed

    def __init__(self, ring: Frame, poly: fmpq_mpoly, offset: Monomial) -> None:
        """Internal; use the class methods. Args: offset has 0 at ε and at the gaps."""
        self._frame, self._poly, self._offset = ring, poly, offset
        self._terms: Mapping[Exponent, fmpq] | None = None

    # ------------------------------------------------------------------ making

    @classmethod
    def number(cls, value: int | str | Fraction | fmpq, ring: Frame | None = None) -> ExpPoly:
        """A rational constant."""
        ring = ring or frame()
        return cls(ring, ring.one * _rational(value), ring.origin)

    @classmethod
    def exp(cls, shift: Shift, ring: Frame | None = None) -> ExpPoly:
        """e^{ε·shift}; raises InternalError where the frame given does not express it."""
        ring = ring or frame_for([shift])
        return cls(ring, ring.one, ring.rates(shift))

    @classmethod
    def eps(cls, ring: Frame | None = None) -> ExpPoly:
        """The symbol ε."""
        ring = ring or frame()
        return cls._plain(ring, {ring.eps: fmpq(1)})

    @classmethod
    def linear(cls, shift: Shift, ring: Frame | None = None) -> ExpPoly:
        """The shift itself: constant + Σ factor·gap, without ε."""
        ring = ring or frame(tuple(name for name, _ in shift.gaps))
        terms = {ring.origin: _rational(shift.constant)}
        terms.update((ring.gap(name), _rational(k)) for name, k in shift.gaps)
        return cls._plain(ring, terms)

    @classmethod
    def from_terms(cls, gaps: Iterable[str], terms: Mapping[Exponent, fmpq | Fraction]) -> ExpPoly:
        """The element with these terms.

        Args: gaps names, ascending, to which the exponents' entries belong.
        Raises: InternalError for a power that is no integer ≥ 0.
        """
        names = tuple(gaps)
        shifts = {e: shift_of(names, e) for e in terms}
        ring = frame(names, frame_for(shifts.values()).unit)
        exact = {monomial_of(ring, e, shifts[e]): _rational(c) for e, c in terms.items()}
        return cls._from_monomials(ring, exact)

    @classmethod
    def _plain(cls, ring: Frame, terms: dict[Monomial, fmpq]) -> ExpPoly:
        return cls(ring, ring.context.from_dict(terms), ring.origin)

    @classmethod
    def _from_monomials(cls, ring: Frame, terms: Mapping[Monomial, fmpq]) -> ExpPoly:
        lowest = [min(column) for column in zip(*terms, strict=True)] or list(ring.origin)
        offset = _offset(lowest)
        return cls(
            ring,
            ring.context.from_dict({_minus(m, offset): c for m, c in terms.items()}),
            offset,
        )

    # ------------------------------------------------------------------ what it is

    @property
    def gaps(self) -> tuple[str, ...]:
        """The names of the gaps, ascending; some may not occur."""
        return self._frame.gaps

    @property
    def is_zero(self) -> bool:
        """Whether it is the zero function."""
        return not len(self._poly)

    def __len__(self) -> int:
        """The number of terms."""
        return len(self._poly)

    def terms(self) -> Mapping[Exponent, fmpq]:
        """All terms with coefficients ≠ 0; the first grows fastest as the first gap grows, etc."""
        if self._terms is None:
            unit, offset = self._frame.unit, self._offset
            found = {
                exponent_of(tuple(map(add, map(int, m), offset)), unit): c
                for m, c in self._poly.terms()
            }
            self._terms = MappingProxyType(found)
        return self._terms

    # ------------------------------------------------------------------ arithmetic

    def in_frame(self, ring: Frame) -> ExpPoly:
        """The same element in a frame that expresses it."""
        if ring is self._frame:
            return self
        poly = ring.context.from_dict(
            {moved(tuple(map(int, m)), self._frame, ring): c for m, c in self._poly.terms()}
        )
        return ExpPoly(ring, poly, moved(self._offset, self._frame, ring))

    def __add__(self, other: object) -> ExpPoly:
        right = _operand(other)
        if right is None:
            return NotImplemented
        left, right = _together(self, right)
        if left._offset == right._offset:
            return ExpPoly(left._frame, left._poly + right._poly, left._offset)
        # The offset of zero says nothing: keeping it would let offsets wander.
        if not len(left._poly) or not len(right._poly):
            return right if not len(left._poly) else left
        offset = tuple(map(min, left._offset, right._offset))
        return ExpPoly(left._frame, left._lowered(offset) + right._lowered(offset), offset)

    __radd__ = __add__

    def _lowered(self, offset: Monomial) -> fmpq_mpoly:
        if offset == self._offset:
            return self._poly
        step = tuple(map(sub, self._offset, offset))
        return self._poly * self._frame.context.from_dict({step: 1})

    def __neg__(self) -> ExpPoly:
        return ExpPoly(self._frame, -self._poly, self._offset)

    def __sub__(self, other: object) -> ExpPoly:
        right = _operand(other)
        return NotImplemented if right is None else self + -right

    def __rsub__(self, other: object) -> ExpPoly:
        return -self + other

    def __mul__(self, other: object) -> ExpPoly:
        if not isinstance(other, ExpPoly):
            factor = _scalar(other)
            if factor is None:
                return NotImplemented
            return ExpPoly(self._frame, self._poly * factor, self._offset)
        left, right = _together(self, other)
        offset = tuple(map(add, left._offset, right._offset))
        return ExpPoly(left._frame, left._poly * right._poly, offset)

    __rmul__ = __mul__

    def times_exp(self, exponents: Monomial) -> ExpPoly:
        """self · e^…, for exponents of this element's frame with 0 at ε and at the gaps."""
        return ExpPoly(self._frame, self._poly, tuple(map(add, self._offset, exponents)))

    def __pow__(self, power: int) -> ExpPoly:
        """Integer powers ≥ 0."""
        if power < 0:
            raise InternalError("an exponential polynomial has no negative powers")
        offset = tuple(power * e for e in self._offset)
        return ExpPoly(self._frame, self._poly**power, offset)

    def __eq__(self, other: object) -> bool:
        right = _operand(other)
        return NotImplemented if right is None else (self - right).is_zero

    def __bool__(self) -> bool:
        return not self.is_zero

    # ------------------------------------------------------------------ at numbers

    def at(self, eps: Fraction, gaps: Mapping[str, Fraction] | None = None) -> Value:
        """The exact value at rational ε and gaps."""
        result: Combination = {}
        for exponent, c in self.terms().items():
            factor, rate = self._numbers(exponent, eps, gaps or {})
            monomial = (rate.numerator, rate.denominator, ())
            total = result.get(monomial, fmpq(0)) + c * _rational(factor)
            if total:
                result[monomial] = total
            else:
                result.pop(monomial, None)
        return from_combination(result)

    def ball(
        self, eps: Fraction | arb, gaps: Mapping[str, Fraction] | None = None, bits: int = 64
    ) -> arb:
        """A ball that contains the value, computed at `bits`; ε may be a ball itself."""
        with working_precision(bits):
            point = eps if isinstance(eps, arb) else arb(_rational(eps))
            total = arb(0)
            powers: dict[Fraction, arb] = {}
            for exponent, c in self.terms().items():
                factor, rate = self._numbers(exponent, Fraction(1), gaps or {})
                if rate not in powers:
                    powers[rate] = (point * arb(_rational(rate))).exp() if rate else arb(1)
                coefficient = arb(c * _rational(factor))
                total += coefficient * point**exponent.eps_power * powers[rate]
            return total

    def _numbers(
        self, exponent: Exponent, eps: Fraction, gaps: Mapping[str, Fraction]
    ) -> tuple[Fraction, Fraction]:
        """The rational factor and the exponent of e of one term."""
        factor, rate = eps**exponent.eps_power, exponent.rate
        for name, power, k in zip(self.gaps, exponent.gap_powers, exponent.gap_rates, strict=True):
            if power or k:
                factor *= gaps[name] ** power
                rate += k * gaps[name]
        return factor, eps * rate

    def with_eps_one(self) -> ExpPoly:
        """The element for ε = 1: powers of ε become 1; the result is to be read at ε = 1."""
        merged: dict[Exponent, fmpq] = {}
        for e, c in self.terms().items():
            key = e._replace(eps_power=0)
            merged[key] = merged.get(key, fmpq(0)) + c
        return ExpPoly.from_terms(self.gaps, {e: c for e, c in merged.items() if c})

    # ------------------------------------------------------------------ text and transport

    def __repr__(self) -> str:
        return f"ExpPoly({str(self)!r})"

    def __str__(self) -> str:
        from dpverify.defs.continuous.printing import ring_text

        return ring_text(self)

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        plain = {e: Fraction(int(c.p), int(c.q)) for e, c in self.terms().items()}
        return ExpPoly.from_terms, (self.gaps, plain)


def _rational(value: int | str | Fraction | fmpq) -> fmpq:
    if isinstance(value, fmpq):
        return value
    exact = Fraction(value)
    return fmpq(exact.numerator, exact.denominator)


def _scalar(other: object) -> fmpq | None:
    if isinstance(other, (int, Fraction, fmpq)) and not isinstance(other, bool):
        return _rational(other)
    return None


def _operand(other: object) -> ExpPoly | None:
    if isinstance(other, ExpPoly):
        return other
    number = _scalar(other)
    return None if number is None else ExpPoly.number(number)


def total(elements: Iterable[ExpPoly], ring: Frame) -> ExpPoly:
    """The sum of elements of one frame; many large ones are added in pairs, not one by one."""
    found = [e for e in elements if len(e._poly)]
    if not found:
        return ExpPoly.number(0, ring)
    if any(e._frame is not ring for e in found):
        found = [e.in_frame(ring) for e in found]
    offset = tuple(map(min, *(e._offset for e in found))) if found[1:] else found[0]._offset
    polys = [e._lowered(offset) for e in found]
    while len(polys) > 1:
        pairs = [a + b for a, b in zip(polys[::2], polys[1::2], strict=False)]
        polys = pairs + polys[len(polys) & ~1 :]
    return ExpPoly(ring, polys[0], offset)


def _together(left: ExpPoly, right: ExpPoly) -> tuple[ExpPoly, ExpPoly]:
    if left._frame is right._frame:
        return left, right
    ring = common(left._frame, right._frame)
    return left.in_frame(ring), right.in_frame(ring)


def _minus(left: Iterable[int], right: Iterable[int]) -> Monomial:
    return tuple(a - b for a, b in zip(left, right, strict=True))


def _offset(lowest: list[int]) -> Monomial:
    """The exponents of e among the least exponents; powers of ε and gaps stay in the polynomial."""
    return tuple(0 if i % 2 else e for i, e in enumerate(lowest))
