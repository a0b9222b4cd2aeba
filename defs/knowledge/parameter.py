"""Θ as an interval or a box: independent records whose probabilities are polynomials in parameters.

What must never change: the intervals are closed and all points of the box are meant; each has one
law of the records; a polynomial is written "c + c*p + c*p**2*q", with rational numbers.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import product
from math import comb
from typing import Any, Final, TypeAlias

from flint import fmpq, fmpq_mpoly, fmpq_mpoly_ctx

from dpverify.defs.errors import DomainError, NumberError, SchemaError
from dpverify.defs.numbers import Value
from dpverify.defs.validate import shown

MAX_DEGREE: Final = 100
TOKEN: Final = re.compile(
    r"\s*([0-9]+(?:\.[0-9]*)?(?:[eE][+-]?[0-9]+)?|[A-Za-z_][A-Za-z_0-9]*|\*\*|[-+*/()])", re.ASCII
)
PolynomialLaw = tuple[tuple[str, fmpq_mpoly], ...]
Point: TypeAlias = tuple[Fraction, ...]
Box: TypeAlias = tuple[tuple[Fraction, Fraction], ...]
"""The two ends of an interval for each parameter."""


@dataclass(frozen=True)
class ParameterGroup:
    """`count` records with one law, whose probabilities are polynomials that sum to 1."""

    count: int
    law: PolynomialLaw


@dataclass(frozen=True)
class ParametrisedRecords:
    """Independent records in groups, one law for each point of a box of parameters.

    `known`: ("count", k), ("counts", (k, …)) or ("indices", (i, …)), as of `Records`.
    """

    names: tuple[str, ...]
    box: Box
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
    def corners(self) -> tuple[Point, ...]:
        """The corners of the box."""
        return tuple(product(*self.box))

    def laws_at(self, point: Point) -> Iterator[tuple[int, tuple[tuple[str, Value], ...]]]:
        """The size and the law of each group at a point."""
        for group in self.groups:
            yield group.count, tuple((v, Value(at(p, point))) for v, p in group.law)

    def to_dict(self) -> dict[str, Any]:
        """The parameters, the records and the knowledge as a scenario file holds them."""
        kind, which = self.known
        records = [
            {"count": group.count, "values": {v: written(p, self.names) for v, p in group.law}}
            for group in self.groups
        ]
        ends = [[str(low), str(high)] for low, high in self.box]
        alone = len(self.names) == 1
        theta = {"parameter": self.names[0], "interval": ends[0]} if alone else \
            {"box": dict(zip(self.names, ends, strict=True))}  # fmt: skip
        return {
            "theta": theta,
            "records": records,
            "known": {kind: list(which) if isinstance(which, tuple) else which},
        }


def context_of(names: Sequence[str]) -> fmpq_mpoly_ctx:
    """Where polynomials in these parameters are."""
    return fmpq_mpoly_ctx.get(tuple(names), "lex")


def degrees_of(polynomial: fmpq_mpoly) -> list[int]:
    """The degree in each parameter; 0 of what is 0."""
    return [max(int(degree), 0) for degree in polynomial.degrees()]


def at(polynomial: fmpq_mpoly, point: Point) -> Fraction:
    """The value of a polynomial.

    >>> at(polynomial_of("p**2 - 1/2", ["p"]), (Fraction(1, 2),))
    Fraction(-1, 4)
    """
    number = polynomial(*(fmpq(x.numerator, x.denominator) for x in point))
    return Fraction(int(number.p), int(number.q))


def written(polynomial: fmpq_mpoly, names: Sequence[str]) -> str:
    """The text of a polynomial.

    >>> written(polynomial_of("(1-p)*p*q", ["p", "q"]), ["p", "q"])
    '1*p*q + -1*p**2*q'
    """
    terms = []
    for powers, c in sorted(polynomial.to_dict().items()):
        factors = [name if k == 1 else f"{name}**{k}"
                   for name, k in zip(names, powers, strict=True) if k]  # fmt: skip
        terms.append("*".join([str(c), *factors]))
    return " + ".join(terms) or "0"


def polynomial_of(text: str, names: Sequence[str]) -> fmpq_mpoly:
    """A polynomial in the parameters, from a text of + − · / ** and rational numbers.

    Raises: SchemaError, NumberError naming the text.

    >>> str(polynomial_of("1-p/2", ["p"]))
    '-1/2*p + 1'
    """
    return _Reader(text, tuple(names)).whole()


class _Reader:
    """Reads one text, left to right."""

    def __init__(self, text: str, names: tuple[str, ...]) -> None:
        self.text, self.names, self.context = text, names, context_of(names)
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
            f"the probability {shown(self.text)} {what}; it must be a polynomial in"
            f" {' and '.join(self.names)} such as '1-{self.names[0]}'"
        )

    def whole(self) -> fmpq_mpoly:
        polynomial = self._sum()
        if self.tokens:
            raise self._refusal(f"has {shown(self.tokens[0])} too much")
        return polynomial

    def _sum(self) -> fmpq_mpoly:
        polynomial = self._product()
        while self.tokens[:1] in (["+"], ["-"]):
            sign = 1 if self.tokens.pop(0) == "+" else -1
            polynomial = polynomial + sign * self._product()
        return polynomial

    def _product(self) -> fmpq_mpoly:
        polynomial = self._power()
        while self.tokens[:1] in (["*"], ["/"]):
            if self.tokens.pop(0) == "*":
                polynomial = polynomial * self._power()
                continue
            divisor = self._power()
            number = divisor.to_dict().get((0,) * len(self.names))
            if number is None or len(divisor.to_dict()) > 1:
                raise self._refusal("divides by what is no number, or 0")
            polynomial = polynomial * (1 / number)
        if max(degrees_of(polynomial)) > MAX_DEGREE:
            raise self._refusal(f"has a degree above {MAX_DEGREE}")
        return polynomial

    def _power(self) -> fmpq_mpoly:
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

    def _base(self) -> fmpq_mpoly:
        word = self.tokens.pop(0) if self.tokens else ""
        if word == "(":
            inner = self._sum()
            if self.tokens[:1] != [")"]:
                raise self._refusal("has a parenthesis that is not closed")
            self.tokens.pop(0)
            return inner
        if word in self.names:
            return self.context.gens()[self.names.index(word)]
        if word[:1].isdigit():
            if len(word) > 60 or abs(int(word.lower().partition("e")[2] or "0")) > 400:
                raise NumberError(f"the number {shown(word)} is too long; take a shorter one")
            number = Fraction(word)
            return self.context.constant(fmpq(number.numerator, number.denominator))
        wanted = " or ".join(["a number", *self.names])
        raise self._refusal(f"has {shown(word)} where {wanted} must stand")


def bernstein(polynomial: fmpq_mpoly, box: Box, degrees: Sequence[int]) -> list[fmpq]:
    """Its coefficients over the products of Bernstein polynomials of such degrees on a box.

    They enclose it: it is at least the smallest and at most the largest of them there, and those at
    the corners are its values. The last parameter runs fastest.

    >>> bernstein(polynomial_of("p**2", ["p"]), ((Fraction(0), Fraction(2)),), [2])
    [0, 0, 4]
    """
    context = polynomial.context()
    moved = polynomial
    onto = [
        fmpq(low.numerator, low.denominator) + gen * fmpq(width.numerator, width.denominator)
        for gen, (low, width) in zip(
            context.gens(), [(low, high - low) for low, high in box], strict=True
        )
    ]
    moved = polynomial.compose(*onto, ctx=context)
    coefficients = moved.to_dict()
    bases = [
        [[fmpq(comb(i, j), comb(degree, j)) for j in range(i + 1)] for i in range(degree + 1)]
        for degree in degrees
    ]
    row = []
    for place in product(*(range(degree + 1) for degree in degrees)):
        value = fmpq(0)
        for powers in product(*(range(i + 1) for i in place)):
            c = coefficients.get(powers)
            if c is not None:
                for axis, (i, j) in enumerate(zip(place, powers, strict=True)):
                    c = c * bases[axis][i][j]
                value += c
        row.append(value)
    return row


def halves(box: Box, whole: Box) -> tuple[Box, Box]:
    """The two halves of a part of a box, across its longest side as the whole box has it."""
    sides = [(high - low) / (most - least)
             for (low, high), (least, most) in zip(box, whole, strict=True)]  # fmt: skip
    axis = sides.index(max(sides))
    middle = (box[axis][0] + box[axis][1]) / 2
    near, far = (box[axis][0], middle), (middle, box[axis][1])
    return (*box[:axis], near, *box[axis + 1 :]), (*box[:axis], far, *box[axis + 1 :])


def below_zero(polynomial: fmpq_mpoly, box: Box) -> Point | None:
    """A point of the box where the polynomial is negative; None if it is nowhere.

    By halving: a part whose Bernstein coefficients are all ≥ 0 has no such point.

    Raises: DomainError where it touches 0 inside, or comes too close to it to tell.
    """
    degrees, todo, parts = degrees_of(polynomial), [box], 0
    while todo:
        part = todo.pop()
        parts += 1
        for point in product(*part):
            if at(polynomial, point) < 0:
                return point
        if min(bernstein(polynomial, part, degrees)) >= 0:
            continue
        # No corner is negative; where the polynomial touches 0 inside, no halving would end.
        if parts > MAX_PARTS:
            raise DomainError(
                "a probability comes close to 0 inside the interval, or touches it; take an"
                " interval that ends there"
            )
        todo += halves(part, box)
    return None


MAX_PARTS: Final = 2_000


def check_parameter(theta: ParametrisedRecords) -> None:
    """Refuse probabilities that are negative on the box, or do not sum to 1.

    Raises: DomainError with the probability, and values of the parameters.
    """
    context = context_of(theta.names)
    for group in theta.groups:
        total = sum((p for _, p in group.law), start=context.constant(0))
        if total != context.constant(1):
            raise DomainError(
                f"the probabilities of a group sum to {written(total, theta.names)}, must be 1"
            )
        for _, p in group.law:
            point = below_zero(p, theta.box)
            if point is not None:
                where = ", ".join(f"{n} = {x}" for n, x in zip(theta.names, point, strict=True))
                over = " and ".join(f"{low}..{high}" for low, high in theta.box)
                raise DomainError(
                    f"the probability {written(p, theta.names)} is {at(p, point)} at {where}, must"
                    f" be ≥ 0 on all of {over}"
                )
