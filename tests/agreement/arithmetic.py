"""Exact numbers once more, written for these tests alone: the oracle shares no code with ours.

A number is a fraction whose two sides are rational combinations of e^q and of roots of primes. Such
a combination is 0 only if all coefficients are (Lindemann-Weierstrass, Besicovitch), so ties are
decided on coefficients; everything else is decided on 60 digits.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Context, Decimal
from fractions import Fraction
from functools import cache, cached_property

DIGITS = Context(prec=120)
TINY = Decimal("1e-60")

Power = tuple[Fraction, tuple[tuple[int, Fraction], ...]]
"""e^q and roots p^s with 0 < s < 1, by p."""


class UnsupportedError(Exception):
    """The number is of no kind that this module knows."""


@dataclass(frozen=True)
class Sum:
    """A rational combination of powers; none has coefficient 0."""

    parts: Mapping[Power, Fraction]

    def __add__(self, other: Sum) -> Sum:
        parts = dict(self.parts)
        for power, factor in other.parts.items():
            parts[power] = parts.get(power, Fraction(0)) + factor
        return Sum({power: factor for power, factor in parts.items() if factor})

    def __mul__(self, other: Sum) -> Sum:
        parts: dict[Power, Fraction] = {}
        for a, x in self.parts.items():
            for b, y in other.parts.items():
                power, whole = times(a, b)
                parts[power] = parts.get(power, Fraction(0)) + x * y * whole
        return Sum({power: factor for power, factor in parts.items() if factor})

    @cached_property
    def near(self) -> Decimal:
        """The value to about 100 digits."""
        result = Decimal(0)
        for power, factor in self.parts.items():
            result = DIGITS.add(result, DIGITS.multiply(decimal(factor), power_near(power)))
        return result


@dataclass(frozen=True)
class Exact:
    """top / bottom, bottom > 0."""

    top: Sum
    bottom: Sum

    def __add__(self, other: Exact) -> Exact:
        if self.bottom == other.bottom:
            return Exact(self.top + other.top, self.bottom)
        top = self.top * other.bottom + other.top * self.bottom
        return Exact(top, self.bottom * other.bottom)

    def __sub__(self, other: Exact) -> Exact:
        return self + exact(-1) * other

    def __mul__(self, other: Exact) -> Exact:
        return Exact(self.top * other.top, self.bottom * other.bottom)

    def __truediv__(self, other: Exact) -> Exact:
        if other.sign == 0:
            raise ZeroDivisionError
        flip = Sum({ONE: Fraction(other.sign)})
        return Exact(self.top * other.bottom * flip, self.bottom * other.top * flip)

    @cached_property
    def near(self) -> Decimal:
        """The value to about 100 digits."""
        return DIGITS.divide(self.top.near, self.bottom.near)

    @cached_property
    def sign(self) -> int:
        """−1, 0 or 1."""
        if not self.top.parts:
            return 0
        if set(self.top.parts) == {ONE}:
            return 1 if self.top.parts[ONE] > 0 else -1
        if abs(self.top.near) < TINY:
            raise UnsupportedError("a number other than 0 is smaller than 10^-60")
        return 1 if self.top.near > 0 else -1

    @property
    def rational(self) -> Fraction | None:
        """The fraction that it visibly is."""
        if any(set(side.parts) - {ONE} for side in (self.top, self.bottom)):
            return None
        return self.top.parts.get(ONE, Fraction(0)) / self.bottom.parts[ONE]


ONE: Power = (Fraction(0), ())


def exact(value: Fraction | int) -> Exact:
    """A rational number."""
    return Exact(Sum({ONE: Fraction(value)} if value else {}), Sum({ONE: Fraction(1)}))


@cache
def times(a: Power, b: Power) -> tuple[Power, Fraction]:
    """The product of two powers, whole powers of primes taken out."""
    roots, whole = dict(a[1]), Fraction(1)
    for prime, s in b[1]:
        roots[prime] = roots.get(prime, Fraction(0)) + s
        if roots[prime] >= 1:
            roots[prime] -= 1
            whole *= prime
    kept = tuple(sorted((p, s) for p, s in roots.items() if s))
    return (a[0] + b[0], kept), whole


def decimal(value: Fraction) -> Decimal:
    """A fraction to 120 digits."""
    return DIGITS.divide(Decimal(value.numerator), Decimal(value.denominator))


@cache
def power_near(power: Power) -> Decimal:
    """A power to about 100 digits."""
    result = DIGITS.exp(decimal(power[0]))
    for prime, s in power[1]:
        result = DIGITS.multiply(result, DIGITS.power(Decimal(prime), decimal(s)))
    return result


# ---------------------------------------------------------------- reading


@cache
def number(text: str) -> Exact:
    """A probability or weight from its text."""
    return _number(ast.parse(text.strip(), mode="eval").body, text)


@cache
def odds(text: str) -> Exact:
    """e^ε from the text of ε."""
    return _odds(ast.parse(text.strip(), mode="eval").body, text)


def _number(node: ast.AST, text: str) -> Exact:
    match node:
        case ast.Constant():
            return exact(Fraction(ast.get_source_segment(text, node) or ""))
        case ast.UnaryOp(op=ast.USub(), operand=part):
            return exact(-1) * _number(part, text)
        case ast.BinOp(left=left, op=ast.Pow(), right=right):
            return _power(_number(left, text), _rational(right, text))
        case ast.BinOp(left=left, op=op, right=right):
            return _combined(_number(left, text), op, _number(right, text))
        case ast.Call(func=ast.Name(id="exp"), args=[part]):
            return _odds(part, text)
    raise UnsupportedError(ast.dump(node))


def _combined(a: Exact, op: ast.operator, b: Exact) -> Exact:
    match op:
        case ast.Add():
            return a + b
        case ast.Sub():
            return a - b
        case ast.Mult():
            return a * b
        case ast.Div():
            return a / b
    raise UnsupportedError(ast.dump(op))


def _odds(node: ast.AST, text: str) -> Exact:
    match node:
        case ast.Call(func=ast.Name(id="ln"), args=[part]):
            return _number(part, text)
        case ast.UnaryOp(op=ast.USub(), operand=part):
            return exact(1) / _odds(part, text)
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            return _odds(left, text) * _odds(right, text)
        case ast.BinOp(left=left, op=ast.Sub(), right=right):
            return _odds(left, text) / _odds(right, text)
        case ast.BinOp(left=left, op=ast.Mult(), right=ast.Call(func=ast.Name(id="ln")) as log):
            return _power(_odds(log, text), _rational(left, text))
        case ast.BinOp(left=ast.Call(func=ast.Name(id="ln")) as log, op=ast.Div(), right=right):
            return _power(_odds(log, text), 1 / _rational(right, text))
    power = (_rational(node, text), ())
    return Exact(Sum({power: Fraction(1)}), Sum({ONE: Fraction(1)}))


def _rational(node: ast.AST, text: str) -> Fraction:
    value = _number(node, text).rational
    if value is None:
        raise UnsupportedError(text)
    return value


def _power(base: Exact, exponent: Fraction) -> Exact:
    if exponent.denominator == 1:
        result = exact(1)
        for _ in range(abs(exponent.numerator)):
            result = result * base
        return result if exponent >= 0 else exact(1) / result
    value = base.rational
    if value is None or value <= 0:
        raise UnsupportedError("a root of what is no positive rational")
    return _root(value.numerator, exponent) * _root(value.denominator, -exponent)


def _root(size: int, exponent: Fraction) -> Exact:
    result, prime = exact(1), 2
    while size > 1:
        if prime > 1000:
            raise UnsupportedError("a root of a number with large prime factors")
        while size % prime == 0:
            size //= prime
            whole, rest = divmod(exponent, 1)
            power = (Fraction(0), ((prime, rest),) if rest else ())
            result = result * Exact(Sum({power: Fraction(prime) ** whole}), exact(1).top)
        prime += 1
    return result
