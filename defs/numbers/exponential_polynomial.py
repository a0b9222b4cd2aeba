"""Exponential polynomials: finite sums of c · ε^i · ∏ g^j · e^{ε·(q + Σ k·g)} over gaps g.

c, q, k are rational, i and j integers ≥ 0. Distinct exponents are linearly independent as functions
of ε and the gaps on any open set, so an element is the zero function exactly when it has no terms.
All arithmetic is exact.

Trusted. This is the only ring of such sums. Without gaps its elements are functions of ε alone,
Σ c·ε^i·e^{qε}: with t = e^{ε/L} each is a power of t times a polynomial of ℤ[ε, t], and that is the
form in which zeros are looked for.

What must never change: an exponent is converted to another unit exactly or not at all (a rounded
one would silently be another function).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import gcd, lcm
from operator import add, sub
from types import MappingProxyType

from flint import arb, fmpq, fmpq_mpoly, fmpz, fmpz_mpoly, fmpz_mpoly_ctx

from dpverify.defs.numbers.balls import working_precision
from dpverify.defs.numbers.combination import Combination
from dpverify.defs.numbers.errors import InternalError, NumberError, Undecided
from dpverify.defs.numbers.exponential_text import grammar_text, text_for_readers
from dpverify.defs.numbers.frame import (
    Exponent,
    Frame,
    Linear,
    Monomial,
    common,
    frame,
    frame_for,
    moved,
)
from dpverify.defs.numbers.value import Value, from_combination

__all__ = ["POLYNOMIALS", "ExpPoly", "Exponent", "common_unit", "total"]

POLYNOMIALS = fmpz_mpoly_ctx.get(("x", "t"), "lex")
"""ℤ[ε, t], in which functions of ε alone are divided and factored."""
MOST_PRODUCTS = 1 << 24
"""Products of two terms that one multiplication may take."""


class ExpPoly:
    """An exponential polynomial; immutable.

    It is monomial(offset) · poly: exponents of e may be negative, those of a polynomial not.

    >>> half = ExpPoly.number("1/2")
    >>> str(1 - half * ExpPoly.in_eps({(0, Fraction(-1)): 1}))
    '1 - 1/2*exp(-eps)'
    """

    __slots__ = ("_eps_terms", "_frame", "_hash", "_offset", "_poly", "_terms")

    def __init__(self, ring: Frame, poly: fmpq_mpoly, offset: Monomial) -> None:
        """Internal; use the class methods. Args: offset has 0 at ε and at the gaps."""
        self._frame, self._poly, self._offset = ring, poly, offset
        self._terms: Mapping[Exponent, fmpq] | None = None
        self._hash: int | None = None
        self._eps_terms: Mapping[tuple[int, Fraction], Fraction] | None = None

    # ------------------------------------------------------------------ making

    @classmethod
    def number(cls, value: int | str | Fraction | fmpq, ring: Frame | None = None) -> ExpPoly:
        """A rational constant."""
        ring = ring or frame()
        return cls(ring, ring.one * _rational(value), ring.origin)

    @classmethod
    def exp(cls, shift: Linear, ring: Frame | None = None) -> ExpPoly:
        """e^{ε·shift}; raises InternalError where the frame given does not express it."""
        ring = ring or frame_for([shift])
        return cls(ring, ring.one, ring.rates(shift))

    @classmethod
    def eps(cls, ring: Frame | None = None) -> ExpPoly:
        """The symbol ε."""
        ring = ring or frame()
        return cls._plain(ring, {ring.eps: fmpq(1)})

    @classmethod
    def linear(cls, shift: Linear, ring: Frame | None = None) -> ExpPoly:
        """The shift itself: constant + Σ factor·gap, without ε."""
        ring = ring or frame(tuple(name for name, _ in shift.gaps))
        terms = {ring.origin: _rational(shift.constant)}
        terms.update((ring.gap(name), _rational(k)) for name, k in shift.gaps)
        return cls._plain(ring, terms)

    @classmethod
    def from_terms(
        cls, gaps: Iterable[str], terms: Mapping[Exponent, int | fmpq | Fraction]
    ) -> ExpPoly:
        """The element with these terms.

        Args: gaps names, ascending, to which the exponents' entries belong.
        Raises: InternalError for a power that is no integer ≥ 0.
        """
        names = tuple(gaps)
        ring = frame(names, lcm(1, *(q.denominator for e in terms for q in (e.rate, *e.gap_rates))))
        exact = {ring.monomial(e): _rational(c) for e, c in terms.items()}
        lowest = [min(column) for column in zip(*exact, strict=True)] or list(ring.origin)
        offset = _offset(lowest)
        poly = ring.context.from_dict({_minus(m, offset): c for m, c in exact.items()})
        return cls(ring, poly, offset)

    @classmethod
    def in_eps(cls, terms: Mapping[tuple[int, Fraction], int | fmpq | Fraction]) -> ExpPoly:
        """Σ c·ε^i·e^{qε}, given as {(i, q): c}."""
        return cls.from_terms((), {Exponent(i, (), q, ()): c for (i, q), c in terms.items()})

    @classmethod
    def _plain(cls, ring: Frame, terms: dict[Monomial, fmpq]) -> ExpPoly:
        return cls(ring, ring.context.from_dict(terms), ring.origin)

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
            exponent, offset = self._frame.exponent, self._offset
            self._terms = MappingProxyType(
                {exponent(tuple(map(add, map(int, m), offset))): c for m, c in self._poly.terms()}
            )
        return self._terms

    @property
    def has_gaps(self) -> bool:
        """Whether a gap occurs, so that it is no function of ε alone."""
        return any(any(e.gap_powers) or any(e.gap_rates) for e in self.terms())

    def eps_terms(self) -> Mapping[tuple[int, Fraction], Fraction]:
        """{(i, q): c} for Σ c·ε^i·e^{qε}, ascending.

        Raises: InternalError where a gap occurs.
        """
        if self._eps_terms is None:
            if self.has_gaps:
                raise InternalError("a function of eps alone was expected, and a gap occurs")
            terms = {(e.eps_power, e.rate): _fraction(c) for e, c in self.terms().items()}
            self._eps_terms = MappingProxyType(dict(sorted(terms.items())))
        return self._eps_terms

    def as_rational(self) -> fmpq | None:
        """The rational constant that it is; None for any other function."""
        if self.is_zero:
            return fmpq(0)
        ((e, c), *others) = self.terms().items()
        constant = not others and not any((e.eps_power, *e.gap_powers, e.rate, *e.gap_rates))
        return c if constant else None

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
        if len(self) * len(other) > MOST_PRODUCTS:
            raise Undecided("bits", f"a product of {len(self)} by {len(other)} terms is too large")
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
        if right is None:
            return NotImplemented
        if self._frame is right._frame and self._offset == right._offset:
            return bool(self._poly == right._poly)
        return (self - right).is_zero

    def __hash__(self) -> int:
        """Equal for equal functions, whatever their frames; a constant's is that of the number."""
        if self._hash is None:
            number = self.as_rational()
            self._hash = hash(self._named_terms() if number is None else _fraction(number))
        return self._hash

    def _named_terms(self) -> frozenset[tuple[object, ...]]:
        """The terms without what depends on gaps that do not occur in them."""
        named = []
        for e, c in self.terms().items():
            gaps = zip(self.gaps, e.gap_powers, e.gap_rates, strict=True)
            used = tuple(gap for gap in gaps if gap[1] or gap[2])
            named.append((e.eps_power, e.rate, used, int(c.p), int(c.q)))
        return frozenset(named)

    def __bool__(self) -> bool:
        return not self.is_zero

    # ------------------------------------------------------------------ functions of ε alone

    @property
    def unit(self) -> int:
        """The least L for which every exponential in it is a power of t = e^{ε/L}."""
        return lcm(1, *(q.denominator for _, q in self.eps_terms()))

    def derivative(self) -> ExpPoly:
        """The derivative in ε of a function of ε alone.

        >>> str(ExpPoly.in_eps({(2, Fraction(-3)): 1}).derivative())
        '-3*eps^2*exp(-3*eps) + 2*eps*exp(-3*eps)'
        """
        result: dict[tuple[int, Fraction], Fraction] = {}
        for (i, q), c in self.eps_terms().items():
            for key, part in (((i - 1, q), i * c), ((i, q), q * c)):
                if part:
                    result[key] = result.get(key, Fraction(0)) + part
        return ExpPoly.in_eps({key: c for key, c in result.items() if c})

    def polynomial(self, unit: int) -> tuple[fmpz_mpoly, Fraction, Fraction]:
        """(P, q, c) with self = c·e^{qε}·P(ε, t), t = e^{ε/unit}, c > 0.

        Returns: P of ℤ[ε, t], its coefficients without a common factor and t no factor of it; for
            the zero function P = 0.
        Raises: NumberError where an exponent is no multiple of 1/unit.
        """
        terms = self.eps_terms()
        if not terms:
            return POLYNOMIALS.constant(0), Fraction(0), Fraction(1)
        low = min(q for _, q in terms)
        bottom = lcm(*(c.denominator for c in terms.values()))
        content = gcd(*(_whole(c * bottom) for c in terms.values()))
        form: dict[tuple[int, ...], int | fmpz] = {
            (i, _whole((q - low) * unit)): fmpz(_whole(c * bottom) // content)
            for (i, q), c in terms.items()
        }
        return POLYNOMIALS.from_dict(form), low, Fraction(content, bottom)

    @classmethod
    def from_polynomial(cls, polynomial: fmpz_mpoly, unit: int) -> ExpPoly:
        """P(ε, e^{ε/unit}) for a P of ℤ[ε, t]."""
        terms = polynomial.to_dict().items()
        return cls.in_eps(
            {(int(i), Fraction(int(k), unit)): Fraction(int(c)) for (i, k), c in terms}
        )

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
        return text_for_readers(self.gaps, self.terms())

    def grammar_text(self) -> str:
        """A function of ε in the grammar of numbers, with `eps` for ε; terms ascend.

        >>> ExpPoly.in_eps({(1, Fraction(-1, 2)): 3, (0, Fraction(0)): -1}).grammar_text()
        '-1+3*eps*exp(-1/2*eps)'
        """
        return grammar_text(self.gaps, self.terms())

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        plain = {e: _fraction(c) for e, c in self.terms().items()}
        return ExpPoly.from_terms, (self.gaps, plain)


def _rational(value: int | str | Fraction | fmpq) -> fmpq:
    if isinstance(value, fmpq):
        return value
    exact = Fraction(value)
    return fmpq(exact.numerator, exact.denominator)


def _fraction(value: fmpq) -> Fraction:
    return Fraction(int(value.p), int(value.q))


def _whole(number: Fraction) -> int:
    """The integer that a rational is; raises NumberError on a remainder."""
    if number.denominator != 1:
        raise NumberError(f"{number} is no integer; an exponent would be changed")
    return number.numerator


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
    nonzero = [e for e in elements if len(e._poly)]
    if not nonzero:
        return ExpPoly.number(0, ring)
    if any(e._frame is not ring for e in nonzero):
        nonzero = [e.in_frame(ring) for e in nonzero]
    offset = tuple(map(min, *(e._offset for e in nonzero))) if nonzero[1:] else nonzero[0]._offset
    polys = [e._lowered(offset) for e in nonzero]
    while len(polys) > 1:
        pairs = [a + b for a, b in zip(polys[::2], polys[1::2], strict=False)]
        polys = pairs + polys[len(polys) & ~1 :]
    return ExpPoly(ring, polys[0], offset)


def common_unit(elements: Iterable[ExpPoly]) -> int:
    """The least L for which every exponential of functions of ε is a power of t = e^{ε/L}."""
    return lcm(1, *(element.unit for element in elements))


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
