"""What a ratio can be on a box: intervals, Bernstein coefficients, and its sign.

Trusted, beside `ratios.py`, the standard library and python-flint's balls. Ends of intervals
are rational numbers or ±∞; what is irrational is rounded outwards. What must never change: the
interval that is returned holds every value of the ratio at the points of the box where it is
defined, and `never_negative` says True only if the ratio is ≥ 0 at all of those.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from itertools import product
from math import comb, inf, prod
from typing import Final

from flint import arb, fmpq

from dpverify.checkers.kernel.ratios import (
    Atom,
    Polynomial,
    Ratio,
    added,
    number,
    substituted,
    times,
)
from dpverify.checkers.kernel.work import spend
from dpverify.defs.numbers.balls import working_precision

BITS: Final = 160
"""Of the balls in which functions are evaluated."""
LONG: Final = 600
"""Bits of an end from which on it is rounded outwards."""
MOST_COEFFICIENTS: Final = 5000
"""Bernstein coefficients of one polynomial."""

End = Fraction | float  # a float here is ∞ or −∞, never another
Interval = tuple[End, End]
Box = Mapping[str, Interval]


def interval(ratio: Ratio, box: Box) -> Interval:
    """An interval that holds all values of a ratio on a box."""
    over, under = _of_polynomial(ratio.over, box), _of_polynomial(ratio.under, box)
    return _divided(over, under)


def never_negative(ratio: Ratio, box: Box) -> bool:
    """Whether a ratio is certainly ≥ 0 on the whole box, wherever it is defined."""
    if not ratio.over:
        return True
    if _of_polynomial(ratio.under, box) == (0, 0):
        return False  # it is defined nowhere on the box
    if _polynomial_is(ratio.under, box):
        return _polynomial_is(ratio.over, box)
    minus = {m: -c for m, c in ratio.under.items()}
    if _polynomial_is(minus, box):
        return _polynomial_is({m: -c for m, c in ratio.over.items()}, box)
    return interval(ratio, box)[0] >= 0


def defined(ratio: Ratio, box: Box) -> str:
    """Why a ratio might not be a continuous or finite number somewhere on a box; else ""."""
    for polynomial in (ratio.over, ratio.under):
        for monomial in polynomial:
            for atom, _ in monomial:
                for part in atom.parts:
                    if why := defined(part, box):
                        return why
                low, high = interval(atom.parts[0], box) if atom.parts else (Fraction(1),) * 2
                if atom.op == "log" and low <= 0:
                    return "the logarithm of a number that is not certainly above 0"
                if atom.op == "sqrt" and not never_negative(atom.parts[0], box):
                    return "the root of a number that is not certainly 0 or more"
                if atom.op == "tan" and not -Fraction(3, 2) <= low <= high <= Fraction(3, 2):
                    return "the tangent beyond −3/2 … 3/2"
    low, high = _of_polynomial(ratio.under, box)
    if low <= 0 <= high and not _away_from_zero(ratio.under, box):
        return "a division by a number that is not certainly other than 0"
    return ""


def hole(ratios: Iterable[Ratio], box: Box) -> str:
    """Why one of some ratios might not be a number somewhere on a box; else ""."""
    return next(filter(None, (defined(ratio, box) for ratio in ratios)), "")


def _away_from_zero(polynomial: Polynomial, box: Box) -> bool:
    bounds = _bernstein(polynomial, box)
    return bounds is not None and (bounds[0] > 0 or bounds[1] < 0)


def _polynomial_is(polynomial: Polynomial, box: Box) -> bool:
    """Whether a polynomial is certainly ≥ 0 on a box."""
    if _of_polynomial(polynomial, box)[0] >= 0:
        return True
    bounds = _bernstein(*_with_reciprocals(polynomial, box))
    return (bounds is not None and bounds[0] >= 0) or _square(polynomial, box)


def _of_polynomial(polynomial: Polynomial, box: Box) -> Interval:
    """By intervals; with a variable without upper end also in its distance from the lower one."""
    plain = _by_terms(polynomial, box)
    if plain[0] != -inf and plain[1] != inf and plain[0] >= 0:
        return plain
    moved, sides = _from_lower_ends(polynomial, box)
    if moved is polynomial:
        return plain
    other = _by_terms(moved, sides)
    return max(plain[0], other[0]), min(plain[1], other[1])


def _from_lower_ends(polynomial: Polynomial, box: Box) -> tuple[Polynomial, Box]:
    """With n = low + s for each variable n that has no upper end; s is called as n was."""
    inside = {a.name for m in polynomial for a, _ in m if a.op == "variable" and a.name != "pi"}
    open_ends = [name for name in inside if box[name][1] == inf and box[name][0] > 0]
    if not open_ends:
        return polynomial, box
    sides = {**box, **{name: (Fraction(0), inf) for name in open_ends}}
    result: Polynomial = {}
    for monomial, coefficient in polynomial.items():
        part: Polynomial = {(): coefficient}
        for atom, exponent in monomial:
            base: Polynomial = {((atom, 1),): Fraction(1)}
            if atom.op == "variable" and atom.name in open_ends:
                base = {**base, (): Fraction(box[atom.name][0])}
            for _ in range(exponent):
                part = times(part, base)
        result = added(result, part)
    return result, sides


def _by_terms(polynomial: Polynomial, box: Box) -> Interval:
    low: End = Fraction(0)
    high: End = Fraction(0)
    for monomial, coefficient in polynomial.items():
        term: Interval = (coefficient, coefficient)
        for atom, exponent in monomial:
            term = _times(term, _power(_of_atom(atom, box), exponent))
        low, high = low + term[0], high + term[1]
    return _rounded(low, high)


def _of_atom(atom: Atom, box: Box) -> Interval:  # noqa: C901  a case for each function
    """The values of a variable or a function."""
    if atom.op == "variable":
        return _around_pi() if atom.name == "pi" else box[atom.name]
    u = interval(atom.parts[0], box)
    match atom.op:
        case "exp" | "log" | "sqrt" | "atan" | "tan":
            return _monotone(atom.op, *u)
        case "sin_pi" | "cos_pi" | "sin" | "cos":
            return _wave(atom.op, u)
        case "abs":
            low, high = u
            first, second = (-low if low < 0 else low), (-high if high < 0 else high)
            return Fraction(0) if low <= 0 <= high else min(first, second), max(first, second)
        case "max":
            v = interval(atom.parts[1], box)
            return max(u[0], v[0]), max(u[1], v[1])
        case "sign":
            return Fraction(1 if u[0] >= 0 else -1), Fraction(-1 if u[1] <= 0 else 1)
        case "branch":
            return Fraction(u[0] >= 0), Fraction(not u[1] <= 0)
        case "less":
            return Fraction(u[0] > 0), Fraction(u[1] > 0)
        case "at-most":
            return Fraction(u[0] >= 0), Fraction(u[1] >= 0)
        case "odd":
            return Fraction(0), Fraction(1)
        case "kink" if u[0] >= 0 or u[1] <= 0:
            return Fraction(0), Fraction(0)
        case "jump" if u[0] > 0 or u[1] < 0:
            return Fraction(0), Fraction(0)
    return -inf, inf


def _around_pi() -> Interval:
    with working_precision(BITS):
        return _ends(arb.pi())


def _monotone(op: str, low: End, high: End) -> Interval:
    """Values of a rising function; below its domain it is taken from where that begins."""
    return _at(op, low)[0], _at(op, high)[1]


def _at(op: str, at: End) -> Interval:
    """The value of a rising function at an end, enclosed."""
    if at == -inf or (op == "log" and at <= 0) or (op == "sqrt" and at <= 0):
        least = -inf if op in ("log", "tan") else Fraction(-2 if op == "atan" else 0)
        return least, least
    if at == inf:
        most = Fraction(2) if op == "atan" else inf
        return most, most
    if op == "tan" and not -Fraction(3, 2) <= at <= Fraction(3, 2):
        return -inf, inf
    with working_precision(BITS):
        return _ends(getattr(_ball(at), op)())


def _wave(op: str, u: Interval) -> Interval:
    """A sine or cosine: the cosine of π·u falls on each [2k, 2k+1], others by a ball."""
    low, high = u
    if low == -inf or high == inf or high - low > 4:
        return Fraction(-1), Fraction(1)
    if op in ("sin_pi", "cos_pi"):
        shift = Fraction(1, 2) if op == "sin_pi" else Fraction(0)
        a, b = Fraction(low) - shift, Fraction(high) - shift  # sin πu = cos π(u − 1/2)
        with working_precision(BITS):
            ends = [_ends(_ball(end).cos_pi()) for end in (a, b)]
        least, most = min(e[0] for e in ends), max(e[1] for e in ends)
        first = -(-a.numerator // a.denominator)  # the integers in [a, b] are its extremes
        for k in range(first, b.numerator // b.denominator + 1):
            least, most = (least, Fraction(1)) if k % 2 == 0 else (Fraction(-1), most)
        return max(least, Fraction(-1)), min(most, Fraction(1))
    with working_precision(BITS):
        ball = _ball(low).union(_ball(high))
        least, most = _ends(getattr(ball, op)())
    return max(least, Fraction(-1)), min(most, Fraction(1))


def _ball(at: End) -> arb:
    value = Fraction(at)
    return arb(fmpq(value.numerator, value.denominator))


def _ends(ball: arb) -> Interval:
    """Both ends of a ball as rational numbers."""
    if not ball.is_finite():
        return -inf, inf
    return _exact(ball.lower()), _exact(ball.upper())


def _exact(end: arb) -> Fraction:
    mantissa, exponent = end.man_exp()
    return Fraction(int(mantissa)) * Fraction(2) ** int(exponent)


def _times(first: Interval, second: Interval) -> Interval:
    if first[0] == first[1] == 0 or second[0] == second[1] == 0:
        return Fraction(0), Fraction(0)
    ends = [_product(a, b) for a in first for b in second]
    return min(ends), max(ends)


def _product(a: End, b: End) -> End:
    """Of two ends; ∞ times a small rational number is ∞, of which a float would make nan."""
    if a == 0 or b == 0:
        return Fraction(0)
    if isinstance(a, float) or isinstance(b, float):
        return inf if (a > 0) == (b > 0) else -inf
    return a * b


def _power(base: Interval, exponent: int) -> Interval:
    low, high = base[0] ** exponent, base[1] ** exponent
    if exponent % 2 == 1:
        return low, high
    return (Fraction(0) if base[0] <= 0 <= base[1] else min(low, high)), max(low, high)


def _divided(over: Interval, under: Interval) -> Interval:
    low, high = under
    if low < 0 < high or low == high == 0:
        return -inf, inf
    inverse = (
        (-inf if high == 0 else _inverse(high), _inverse(low)) if low < 0
        else (_inverse(high), inf if low == 0 else _inverse(low))
    )  # fmt: skip
    return _rounded(*_times(over, inverse))


def _inverse(end: End) -> End:
    return Fraction(0) if end in (inf, -inf) else 1 / end


def _rounded(low: End, high: End) -> Interval:
    """The interval with shorter ends where they have become long."""
    return _shorter(low, -1), _shorter(high, 1)


def _shorter(end: End, up: int) -> End:
    if isinstance(end, float) or end.denominator.bit_length() < LONG:
        return end
    scaled = end * 2**LONG
    floor = scaled.numerator // scaled.denominator
    return Fraction(floor + (up > 0), 2**LONG)


def _with_reciprocals(polynomial: Polynomial, box: Box) -> tuple[Polynomial, Box]:
    """The polynomial times a power of each variable that has no upper end, in its reciprocal.

    The sign is the same, since such a variable lies above 0. One that stands in a function stays:
    there it is not its reciprocal.
    """
    result, sides = polynomial, dict(box)
    within = {v for m in polynomial for a, _ in m for part in a.parts for v in part.variables}
    for name, (low, high) in box.items():
        if high != inf or low <= 0 or name in within:
            continue
        inside = {a.name for m in result for a, _ in m if a.op == "variable"}
        if name not in inside:
            continue
        degree = max(e for m in result for a, e in m if a.name == name and a.op == "variable")
        turned: Polynomial = {}
        for monomial, coefficient in result.items():
            powers = {a: e for a, e in monomial if a.name != name or a.op != "variable"}
            exponent = degree - sum(e for a, e in monomial if a.name == name)
            if exponent:
                powers[Atom("variable", name, (), name)] = exponent
            turned[tuple(sorted(powers.items(), key=lambda p: p[0].key))] = coefficient
        result, sides[name] = turned, (Fraction(0), 1 / Fraction(low))
    return result, sides


def _bernstein(polynomial: Polynomial, box: Box) -> tuple[Fraction, Fraction] | None:
    """The least and the largest Bernstein coefficient on the box, between which all values lie.

    Functions count as variables of their own. None where the box has no end, or for too many.
    """
    atoms = sorted({a for monomial in polynomial for a, _ in monomial}, key=lambda a: a.key)
    degrees = [max(dict(m).get(a, 0) for m in polynomial) for a in atoms]
    sides = [_of_atom(a, box) for a in atoms]
    size = prod(d + 1 for d in degrees)
    finite = all(isinstance(e, Fraction) for side in sides for e in side)
    if not finite or size > MOST_COEFFICIENTS:
        return None
    spend("Bernstein coefficients", size * (1 + len(atoms)))
    table = dict.fromkeys(product(*(range(d + 1) for d in degrees)), Fraction(0))
    for monomial, coefficient in polynomial.items():
        powers = dict(monomial)
        table[tuple(powers.get(a, 0) for a in atoms)] += coefficient
    for k, (degree, side) in enumerate(zip(degrees, sides, strict=True)):
        low, width = Fraction(side[0]), Fraction(side[1]) - Fraction(side[0])
        table = _along(table, k, degree, low, width)
    return min(table.values()), max(table.values())


def _along(
    table: Mapping[tuple[int, ...], Fraction], k: int, degree: int, low: Fraction, width: Fraction
) -> dict[tuple[int, ...], Fraction]:
    """Power coefficients as Bernstein coefficients in the k-th variable, on [low, low + width].

    With x = low + width·t, c_j x^j gives c_j C(j, i) low^(j−i) width^i to t^i; then the coefficient
    b_i is Σ_{l ≤ i} C(i, l)/C(degree, l) of those of t^l.
    """
    result: dict[tuple[int, ...], Fraction] = {}
    for place in table:
        if place[k]:
            continue
        column = [table[(*place[:k], j, *place[k + 1 :])] for j in range(degree + 1)]
        moved = [
            sum((column[j] * comb(j, i) * low ** (j - i) for j in range(i, degree + 1)),
                Fraction(0)) * width**i
            for i in range(degree + 1)
        ]  # fmt: skip
        for i in range(degree + 1):
            value = sum(
                (moved[m] * comb(i, m) / comb(degree, m) for m in range(i + 1)), Fraction(0)
            )
            result[(*place[:k], i, *place[k + 1 :])] = value
    return result


def _square(polynomial: Polynomial, box: Box) -> bool:
    """Whether the terms of degree 2 are a form that is never negative, and the rest is ≥ 0."""
    quadratic: dict[tuple[Atom, Atom], Fraction] = {}
    rest: Polynomial = {}
    squared = {m[0][0] for m in polynomial if len(m) == 1 and m[0][1] == 2}
    for monomial, coefficient in polynomial.items():
        factors = [a for a, e in monomial for _ in range(e)]
        if len(factors) == 2 and squared.issuperset(factors):
            quadratic[factors[0], factors[1]] = coefficient
        else:
            rest[monomial] = coefficient
    if _of_polynomial(rest, box)[0] < 0:
        return False
    atoms = sorted({a for pair in quadratic for a in pair}, key=lambda a: a.key)
    rows = [[Fraction(0)] * len(atoms) for _ in atoms]
    for (a, b), coefficient in quadratic.items():
        i, j = atoms.index(a), atoms.index(b)
        rows[i][j] += coefficient / 2
        rows[j][i] += coefficient / 2
    return _positive(rows)


def _positive(rows: list[list[Fraction]]) -> bool:
    """Whether a symmetric matrix is positive semidefinite, by elimination."""
    for k in range(len(rows)):
        pivot = rows[k][k]
        if pivot < 0 or (pivot == 0 and any(rows[k][j] for j in range(k, len(rows)))):
            return False
        if pivot == 0:
            continue
        for i in range(k + 1, len(rows)):
            factor = rows[i][k] / pivot
            for j in range(k, len(rows)):
                rows[i][j] -= factor * rows[k][j]
    return True


def at_point(ratio: Ratio, box: Box) -> Ratio:
    """The ratio with a number in place of each variable that the box leaves no freedom."""
    values = {
        name: number(Fraction(low))
        for name, (low, high) in box.items()
        if low == high and isinstance(low, Fraction)
    }
    return substituted(ratio, values)


__all__ = ["Box", "End", "Interval", "at_point", "defined", "hole", "interval", "never_negative"]
