"""Quotients of polynomials over variables and functions, in a normal form, with derivatives.

Trusted, beside the standard library, `work.py` and `defs.numbers`. An atom is a variable, or a
function of a ratio, such as log(1 + x). A polynomial maps monomials (powers of atoms) to
rational numbers, so that two texts for one polynomial over the same atoms are one object. What
must never change: every rewriting here is an identity of real numbers wherever both sides are
defined.

A derivative may use an atom whose values are only known as a set: `branch` (of max) and `sign`
(of abs) within [0, 1] and [−1, 1] where the argument changes its sign, `kink` and `jump`
anything there, `anything` (of odd) anything anywhere.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from math import isqrt
from typing import Final

from dpverify.checkers.kernel.work import spend
from dpverify.defs.numbers import NumberError, Undecided

MOST_TERMS: Final = 20_000
"""Monomials of one polynomial."""
MOST_BITS: Final = 100_000
"""Bits of a coefficient."""
LARGEST_EXPONENT: Final = 1000
"""Of an atom in a monomial."""
LONGEST: Final = 2000
"""Characters of one rational number of a document."""


_NUMBER: Final = re.compile(r"[+-]?\d+(?:/\d+|\.\d+)?", re.ASCII)


@dataclass(frozen=True)
class Atom:
    """A variable (op "variable", with a name) or a function of ratios.

    Args: op; name of a variable; parts; key, a text that is the same for the same atom alone.
    """

    op: str = field(compare=False)
    name: str = field(default="", compare=False)
    parts: tuple[Ratio, ...] = field(default=(), compare=False)
    key: str = ""

    def __hash__(self) -> int:
        return hash(self.key)


Monomial = tuple[tuple[Atom, int], ...]
Polynomial = dict[Monomial, Fraction]
ONE: Final[Polynomial] = {(): Fraction(1)}


@dataclass(frozen=True, eq=False)
class Ratio:
    """A quotient of two polynomials; the lower one is not the polynomial 0.

    Args: over, under.
    """

    over: Polynomial
    under: Polynomial

    @cached_property
    def key(self) -> str:
        """A text that is the same for the same normal form."""
        return f"{_text(self.over)}/{_text(self.under)}"

    @property
    def constant(self) -> Fraction | None:
        """The rational number that it is, None where it is none."""
        if not self.over:
            return Fraction(0)
        if self.under == ONE and len(self.over) == 1 and () in self.over:
            return self.over[()]
        return None

    @cached_property
    def variables(self) -> frozenset[str]:
        """The names of all variables in it, within functions too."""
        names: set[str] = set()
        for monomial in (*self.over, *self.under):
            for atom, _ in monomial:
                if atom.op == "variable":
                    names.add(atom.name)
                for part in atom.parts:
                    names |= part.variables
        return frozenset(names)

    def __add__(self, other: Ratio) -> Ratio:
        if self.under == other.under:
            return quotient(added(self.over, other.over), self.under)
        over = added(times(self.over, other.under), times(other.over, self.under))
        return quotient(over, times(self.under, other.under))

    def __neg__(self) -> Ratio:
        return Ratio({m: -c for m, c in self.over.items()}, self.under)

    def __sub__(self, other: Ratio) -> Ratio:
        return self + -other

    def __mul__(self, other: Ratio) -> Ratio:
        return quotient(times(self.over, other.over), times(self.under, other.under))

    def __truediv__(self, other: Ratio) -> Ratio:
        if not other.over:
            raise NumberError("the function divides by 0")
        return quotient(times(self.over, other.under), times(self.under, other.over))

    def power(self, exponent: int) -> Ratio:
        """The exponent is any integer."""
        base = self if exponent >= 0 else number(1) / self
        result = number(1)
        for _ in range(abs(exponent)):
            result = result * base
        return result


def _text(polynomial: Polynomial) -> str:
    terms = []
    for monomial, coefficient in polynomial.items():
        factors = "*".join(f"{atom.key}^{e}" for atom, e in monomial)
        terms.append(f"{coefficient}*{factors}")
    return "(" + " + ".join(sorted(terms)) + ")"


def rational(given: object, what: str) -> Fraction:
    """A rational number of a document: a short text, an int, or digits as bytes.

    Raises: NumberError for anything else; `what` names it.
    """
    text = given.decode("ascii") if isinstance(given, bytes) else str(given)
    if isinstance(given, bool) or not isinstance(given, str | int | bytes) or len(text) > LONGEST:
        raise NumberError(f"{what} is no short number")
    if _NUMBER.fullmatch(text) is None:  # Fraction would write out 1e999999999
        raise NumberError(f"{what} is {text[:40]!a}, no rational number")
    try:
        return Fraction(text)
    except (ValueError, ZeroDivisionError) as error:
        raise NumberError(f"{what} is {text[:40]!a}, no rational number") from error


def whole(given: object, what: str) -> int:
    """A whole number of a document; NumberError for anything else."""
    value = rational(given, what)
    if value.denominator != 1:
        raise NumberError(f"{what} is no whole number")
    return value.numerator


def number(value: Fraction | int) -> Ratio:
    """A rational number."""
    return Ratio({(): Fraction(value)} if value else {}, ONE)


def variable(name: str) -> Ratio:
    """A variable."""
    return Ratio({((Atom("variable", name, (), name), 1),): Fraction(1)}, ONE)


def function(op: str, *parts: Ratio) -> Ratio:
    """A function of ratios, worked out where its argument is a suitable number."""
    if (known := _folded(op, parts)) is not None:
        return known
    key = f"{op}({','.join(part.key for part in parts)})"
    return Ratio({((Atom(op, "", parts, key), 1),): Fraction(1)}, ONE)


def clipped(value: Ratio, low: Ratio, high: Ratio) -> Ratio:
    """max(low, min(value, high))."""
    return function("max", low, -function("max", -value, -high))


def _folded(  # noqa: C901, PLR0912  a case for each function
    op: str, parts: tuple[Ratio, ...]
) -> Ratio | None:
    """The value of a function at a number where it is rational, or None."""
    if op == "max" and (gap := (parts[0] - parts[1]).constant) is not None:
        return parts[0] if gap >= 0 else parts[1]
    value = parts[0].constant
    if value is None:
        return None
    match op:
        case "exp" | "cos" | "sin" | "tan" | "atan" if value == 0:
            return number(1 if op in ("exp", "cos") else 0)
        case "log" if value == 1:
            return number(0)
        case "sqrt" if value >= 0:
            roots = [isqrt(value.numerator), isqrt(value.denominator)]
            if [r * r for r in roots] == [value.numerator, value.denominator]:
                return number(Fraction(*roots))
        case "sin_pi" if (2 * value).denominator == 1:
            return number((0, 1, 0, -1)[int(2 * value) % 4])
        case "cos_pi" if (2 * value).denominator == 1:
            return number((1, 0, -1, 0)[int(2 * value) % 4])
        case "abs":
            return number(abs(value))
        case "sign":
            return number((value > 0) - (value < 0))
        case "branch" | "less":
            return number(value > 0)
        case "at-most":
            return number(value >= 0)
        case "odd":
            return number(value.denominator == 1 and value.numerator % 2 == 1)
        case "kink" | "jump" if value != 0:
            return number(0)
    return None


def added(first: Polynomial, second: Polynomial) -> Polynomial:
    """The sum of two polynomials."""
    result = dict(first)
    for monomial, coefficient in second.items():
        total = result.get(monomial, Fraction(0)) + coefficient
        if total:
            result[monomial] = total
        else:
            del result[monomial]
    return result


def times(first: Polynomial, second: Polynomial) -> Polynomial:
    """The product of two polynomials; the square of a root is what stands under it."""
    if first == ONE:
        return second
    if second == ONE:
        return first
    if len(first) * len(second) > MOST_TERMS:
        raise Undecided("bits", f"the function becomes a polynomial of over {MOST_TERMS} terms")
    bits = sum(
        max((max(c.numerator.bit_length(), c.denominator.bit_length()) for c in p.values()),
            default=0)
        for p in (first, second)
    )  # fmt: skip
    if bits > MOST_BITS:
        raise Undecided("bits", f"the function has a number of over {MOST_BITS} bits")
    spend("a product of polynomials", len(first) * len(second), bits)
    result: Polynomial = {}
    for left, a in first.items():
        for right, b in second.items():
            powers = dict(left)
            for atom, exponent in right:
                powers[atom] = powers.get(atom, 0) + exponent
            part = _reduced(powers, a * b)
            result = added(result, part)
    return result


def _reduced(powers: Mapping[Atom, int], coefficient: Fraction) -> Polynomial:
    """A monomial in which no root of a polynomial stands squared."""
    rest: dict[Atom, int] = {}
    squares: list[Polynomial] = []
    for atom, exponent in powers.items():
        if atom.op == "sqrt" and exponent >= 2 and atom.parts[0].under == ONE:
            squares += [atom.parts[0].over] * (exponent // 2)
            left = exponent % 2
        elif atom.op in ("less", "at-most", "odd"):
            left = 1  # 0 or 1, of which every power is itself
        else:
            left = exponent
        if left > LARGEST_EXPONENT:
            raise Undecided("bits", f"the function has an exponent above {LARGEST_EXPONENT}")
        if left:
            rest[atom] = left
    monomial = tuple(sorted(rest.items(), key=lambda pair: pair[0].key))
    result: Polynomial = {monomial: coefficient}
    for square in squares:
        result = times(result, square)
    return result


def quotient(over: Polynomial, under: Polynomial) -> Ratio:
    """The quotient without common powers of atoms, and without a rational number below."""
    if not under:
        raise NumberError("the function divides by 0")
    if not over:
        return Ratio({}, ONE)
    common: dict[Atom, int] | None = None
    for monomial in (*over, *under):
        powers = dict(monomial)
        if common is None:
            common = powers
        else:
            common = {a: min(e, powers[a]) for a, e in common.items() if a in powers}
        if not common:
            break
    if common:
        over, under = (_without(polynomial, common) for polynomial in (over, under))
    scale = next(iter(under.values())) if len(under) == 1 else None
    if scale is not None and scale != 1:
        over = {m: c / scale for m, c in over.items()}
        under = {m: c / scale for m, c in under.items()}
    if over == under:
        return number(1)
    return Ratio(over, under)


def _without(polynomial: Polynomial, common: Mapping[Atom, int]) -> Polynomial:
    result = {}
    for monomial, coefficient in polynomial.items():
        left = ((a, e - common.get(a, 0)) for a, e in monomial)
        result[tuple((a, e) for a, e in left if e)] = coefficient
    return result


def substituted(ratio: Ratio, values: Mapping[str, Ratio]) -> Ratio:
    """The ratio with ratios in place of some variables.

    Raises: NumberError where it then divides by 0.
    """
    if not ratio.variables & values.keys():
        return ratio
    over, under = (_replaced(p, values) for p in (ratio.over, ratio.under))
    return over / under


def _replaced(polynomial: Polynomial, values: Mapping[str, Ratio]) -> Ratio:
    total = number(0)
    for monomial, coefficient in polynomial.items():
        term = number(coefficient)
        for atom, exponent in monomial:
            if atom.op == "variable":
                base = values.get(atom.name) or variable(atom.name)
            else:
                base = function(atom.op, *(substituted(part, values) for part in atom.parts))
            term = term * base.power(exponent)
        total = total + term
    return total


def coefficients(ratio: Ratio, name: str) -> list[Ratio] | None:
    """The coefficients of a polynomial in one variable; None for any other function of it."""
    inside = [part for m in (*ratio.over, *ratio.under) for a, _ in m for part in a.parts]
    below = [a.name for m in ratio.under for a, _ in m]
    if name in below or any(name in part.variables for part in inside):
        return None
    result, rest = [], ratio
    for _ in range(8):
        result.append(substituted(rest, {name: number(0)}))
        rest = rest - result[-1]
        if not rest.over:
            return result
        rest = rest / variable(name)
    return None


def derivative(ratio: Ratio, name: str) -> Ratio:
    """∂ratio/∂name, of which `kink`, `jump`, `sign` and `branch` stand for sets of numbers."""
    if name not in ratio.variables:
        return number(0)
    top, bottom = (_slope(p, name) for p in (ratio.over, ratio.under))
    over, under = Ratio(ratio.over, ONE), Ratio(ratio.under, ONE)
    if not bottom.over:
        return top / under
    return (top * under - over * bottom) / (under * under)


def _slope(polynomial: Polynomial, name: str) -> Ratio:
    total = number(0)
    for monomial, coefficient in polynomial.items():
        for k, (atom, exponent) in enumerate(monomial):
            inner = _slope_of_atom(atom, name)
            if not inner.over:
                continue
            powers = (*monomial[:k], (atom, exponent - 1), *monomial[k + 1 :])
            left = tuple((a, e) for a, e in powers if e)
            total = total + Ratio({left: coefficient * exponent}, ONE) * inner
    return total


def _slope_of_atom(  # noqa: C901, PLR0912  a case for each function
    atom: Atom, name: str
) -> Ratio:
    """The derivative of an atom by a variable."""
    if atom.op == "variable":
        return number(1 if atom.name == name else 0)
    slopes = [derivative(part, name) for part in atom.parts]
    if not any(slope.over for slope in slopes):
        return number(0)
    u = atom.parts[0]
    match atom.op:
        case "exp":
            return function("exp", u) * slopes[0]
        case "log":
            return slopes[0] / u
        case "sqrt":
            return slopes[0] / (number(2) * function("sqrt", u))
        case "sin_pi":
            return variable("pi") * function("cos_pi", u) * slopes[0]
        case "cos_pi":
            return -(variable("pi") * function("sin_pi", u) * slopes[0])
        case "sin":
            return function("cos", u) * slopes[0]
        case "cos":
            return -(function("sin", u) * slopes[0])
        case "tan":
            return (number(1) + function("tan", u).power(2)) * slopes[0]
        case "atan":
            return slopes[0] / (number(1) + u * u)
        case "abs":
            return function("sign", u) * slopes[0]
        case "max":
            first = function("branch", u - atom.parts[1])
            return first * slopes[0] + (number(1) - first) * slopes[1]
        case "sign" | "branch" | "kink":
            return function("kink", u) * slopes[0]
        case "odd" | "anything":  # it jumps at every integer, not at 0 alone
            return function("anything", u) * slopes[0]
    return function("jump", u) * slopes[0]
