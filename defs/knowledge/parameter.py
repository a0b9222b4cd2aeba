"""Θ as an interval: independent records whose probabilities are polynomials in one parameter.

What must never change: the interval is closed and all its values are meant; each of its points has
one law of the records; a polynomial is written "c0 + c1*p + c2*p**2", with rational numbers.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import comb
from typing import Any, Final

from flint import fmpq, fmpq_poly

from dpverify.defs.errors import DomainError, NumberError, SchemaError
from dpverify.defs.numbers import Value
from dpverify.defs.validate import shown

MAX_DEGREE: Final = 100
TOKEN: Final = re.compile(
    r"\s*([0-9]+(?:\.[0-9]*)?(?:[eE][+-]?[0-9]+)?|[A-Za-z_][A-Za-z_0-9]*|\*\*|[-+*/()])", re.ASCII
)
PolynomialLaw = tuple[tuple[str, fmpq_poly], ...]


@dataclass(frozen=True)
class ParameterGroup:
    """`count` records with one law, whose probabilities are polynomials that sum to 1."""

    count: int
    law: PolynomialLaw


@dataclass(frozen=True)
class ParametrisedRecords:
    """Independent records in groups, one law for each value of a parameter in low..high.

    `known`: ("count", k), ("counts", (k, …)) or ("indices", (i, …)), as of `Records`.
    """

    name: str
    low: Fraction
    high: Fraction
    groups: tuple[ParameterGroup, ...]
    known: tuple[str, Any] = ("count", 0)

    @property
    def n(self) -> int:
        """The number of records."""
        return sum(group.count for group in self.groups)

    @property
    def values(self) -> list[str]:
        """The values that records can take, in order of appearance."""
        return list(dict.fromkeys(value for group in self.groups for value, _ in group.law))

    @cached_property
    def degree(self) -> int:
        """The largest degree of a probability."""
        return max(p.degree() for group in self.groups for _, p in group.law)

    def laws_at(self, point: Fraction) -> Iterator[tuple[int, tuple[tuple[str, Value], ...]]]:
        """The size and the law of each group at a point."""
        for group in self.groups:
            yield group.count, tuple((v, Value(at(p, point))) for v, p in group.law)

    def to_dict(self) -> dict[str, Any]:
        """The parameter, the records and the knowledge as a scenario file holds them."""
        kind, which = self.known
        records = [
            {"count": group.count, "values": {v: written(p, self.name) for v, p in group.law}}
            for group in self.groups
        ]
        return {
            "theta": {"parameter": self.name, "interval": [str(self.low), str(self.high)]},
            "records": records,
            "known": {kind: list(which) if isinstance(which, tuple) else which},
        }


def at(polynomial: fmpq_poly, point: Fraction) -> Fraction:
    """The value of a polynomial.

    >>> at(polynomial_of("p**2 - 1/2", "p"), Fraction(1, 2))
    Fraction(-1, 4)
    """
    number = polynomial(fmpq(point.numerator, point.denominator))
    return Fraction(int(number.p), int(number.q))


def written(polynomial: fmpq_poly, name: str) -> str:
    """The text of a polynomial.

    >>> written(polynomial_of("(1-p)*p", "p"), "p")
    '1*p + -1*p**2'
    """
    powers = ("", f"*{name}")
    terms = [f"{c}{powers[k] if k < 2 else f'*{name}**{k}'}"
             for k, c in enumerate(polynomial.coeffs()) if c != 0]  # fmt: skip
    return " + ".join(terms) or "0"


def polynomial_of(text: str, name: str) -> fmpq_poly:
    """A polynomial in one parameter, from a text of + − · / ** and rational numbers.

    Raises: SchemaError, NumberError naming the text.

    >>> polynomial_of("1-p/2", "p")
    (-1/2)*x + 1
    """
    return _Reader(text, name).whole()


class _Reader:
    """Reads one text, left to right."""

    def __init__(self, text: str, name: str) -> None:
        self.text, self.name = text, name
        self.tokens, place = list[str](), 0
        if len(text) > 2000:
            raise self._refusal("is too long")
        while text[place:].strip():
            match = TOKEN.match(text, place)
            if match is None:
                raise self._refusal(f"cannot be read at {shown(text[place:].strip()[:10])}")
            self.tokens.append(match[1])
            place = match.end()

    def _refusal(self, what: str) -> SchemaError:
        return SchemaError(
            f"the probability {shown(self.text)} {what}; it must be a polynomial in {self.name}"
            f" such as '1-{self.name}'"
        )

    def whole(self) -> fmpq_poly:
        polynomial = self._sum()
        if self.tokens:
            raise self._refusal(f"has {shown(self.tokens[0])} too much")
        return polynomial

    def _sum(self) -> fmpq_poly:
        polynomial = self._product()
        while self.tokens[:1] in (["+"], ["-"]):
            sign = 1 if self.tokens.pop(0) == "+" else -1
            polynomial = polynomial + sign * self._product()
        return polynomial

    def _product(self) -> fmpq_poly:
        polynomial = self._power()
        while self.tokens[:1] in (["*"], ["/"]):
            if self.tokens.pop(0) == "*":
                polynomial = polynomial * self._power()
                continue
            divisor = self._power()
            if divisor.degree() != 0:
                raise self._refusal("divides by what is no number, or 0")
            polynomial = polynomial * (1 / divisor[0])
        if polynomial.degree() > MAX_DEGREE:
            raise self._refusal(f"has a degree above {MAX_DEGREE}")
        return polynomial

    def _power(self) -> fmpq_poly:
        if self.tokens[:1] in (["-"], ["+"]):
            return (-1 if self.tokens.pop(0) == "-" else 1) * self._power()
        base = self._base()
        if self.tokens[:1] == ["**"]:
            self.tokens.pop(0)
            exponent = self.tokens.pop(0) if self.tokens else ""
            if not exponent.isdigit() or len(exponent) > 3 or int(exponent) > MAX_DEGREE:
                raise self._refusal(f"has the power {shown(exponent)}")
            return base ** int(exponent)
        return base

    def _base(self) -> fmpq_poly:
        word = self.tokens.pop(0) if self.tokens else ""
        if word == "(":
            inner = self._sum()
            if self.tokens[:1] != [")"]:
                raise self._refusal("has a parenthesis that is not closed")
            self.tokens.pop(0)
            return inner
        if word == self.name:
            return fmpq_poly([0, 1])
        if word[:1].isdigit():
            if len(word) > 60 or abs(int(word.lower().partition("e")[2] or "0")) > 400:
                raise NumberError(f"the number {shown(word)} is too long; take a shorter one")
            number = Fraction(word)
            return fmpq_poly([fmpq(number.numerator, number.denominator)])
        raise self._refusal(f"has {shown(word)} where a number or {self.name} must stand")


def bernstein(polynomial: fmpq_poly, low: Fraction, high: Fraction) -> list[fmpq]:
    """Its coefficients over the Bernstein polynomials of its degree on an interval.

    They enclose it: it is at least the smallest and at most the largest of them there, and the
    first and the last are its values at the ends.
    """
    width = high - low
    moved = polynomial(fmpq_poly([fmpq(low.numerator, low.denominator),
                                  fmpq(width.numerator, width.denominator)]))  # fmt: skip
    degree = max(moved.degree(), 0)
    return [sum((fmpq(comb(i, j), comb(degree, j)) * moved[j] for j in range(i + 1)), start=fmpq(0))
            for i in range(degree + 1)]  # fmt: skip


def below_zero(polynomial: fmpq_poly, low: Fraction, high: Fraction) -> Fraction | None:
    """A point of low..high where the polynomial is negative; None if it is nowhere.

    By halving: a part whose Bernstein coefficients are all ≥ 0 has no such point.

    Raises: DomainError where it touches 0 inside, or comes too close to it to tell.
    """
    if polynomial.degree() < 1:
        return low if polynomial[0] < 0 else None
    todo = [(low, high)]
    while todo:
        a, b = todo.pop()
        for point in (a, b):
            if at(polynomial, point) < 0:
                return point
        coefficients = bernstein(polynomial, a, b)
        if min(coefficients) >= 0:
            continue
        # Ends are not negative; where the polynomial touches 0 inside, no halving would end.
        if b - a < (high - low) / 2**60:
            raise DomainError(
                "a probability comes close to 0 inside the interval, or touches it; take an"
                " interval that ends there"
            )
        middle = (a + b) / 2
        todo += [(a, middle), (middle, b)]
    return None


def check_parameter(theta: ParametrisedRecords) -> None:
    """Refuse probabilities that are negative on the interval, or do not sum to 1.

    Raises: DomainError with the probability, and a value of the parameter.
    """
    for group in theta.groups:
        total = sum((p for _, p in group.law), start=fmpq_poly([]))
        if total != fmpq_poly([1]):
            raise DomainError(
                f"the probabilities of a group sum to {written(total, theta.name)}, must be 1"
            )
        for _, p in group.law:
            point = below_zero(p, theta.low, theta.high)
            if point is not None:
                raise DomainError(
                    f"the probability {written(p, theta.name)} is {at(p, point)} at"
                    f" {theta.name} = {point}, must be ≥ 0 on all of {theta.low}..{theta.high}"
                )
