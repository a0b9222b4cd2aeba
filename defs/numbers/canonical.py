"""The reduced form of a quotient of two combinations.

The denominator is freed of whatever can be divided out: a single monomial is inverted; a
denominator of roots alone is inverted in its number field; without roots both sides are
polynomials in t = e^{1/L} and their greatest common divisor is cancelled. Then the lowest power of
e in the denominator is 0, and its coefficients are coprime integers, the first positive. Without
roots in the denominator this is a normal form; with roots *and* powers of e in the denominator, or
beyond the caps below, equal quotients may keep different texts (equality itself never relies on
this form: it cross-multiplies).
"""

from __future__ import annotations

from functools import reduce as fold
from math import gcd, lcm

from flint import fmpq, fmpq_mat, fmpq_poly

from dpverify.defs.numbers.combination import (
    UNIT,
    Combination,
    Monomial,
    invert_monomial,
    multiply,
    multiply_monomials,
    scale,
    times_monomial,
)

MAX_DEGREE = 20_000
MAX_FIELD_DIMENSION = 64

Quotient = tuple[Combination, Combination]
ONE: Combination = {UNIT: fmpq(1)}


def reduce_quotient(num: Combination, den: Combination) -> Quotient:
    """num/den in reduced form; den must not be empty."""
    if not num:
        return {}, ONE
    if len(den) == 1:
        return _divide_by_term(num, den)
    ratio = _rational_ratio(num, den)
    if ratio is not None:
        return {UNIT: ratio}, ONE
    num, den = _shift_lowest(num, den)
    if not _has_roots(num) and not _has_roots(den):
        num, den = _cancel_gcd(num, den)
    elif _has_roots(den):
        num, den = _clear_roots(num, den)
    if len(den) == 1:
        return _divide_by_term(num, den)
    return _clear_content(num, den)


def _rational_ratio(num: Combination, den: Combination) -> fmpq | None:
    """The rational c with num = c·den; by linear independence there is no other way to be in ℚ."""
    if num.keys() != den.keys():
        return None
    first = next(iter(den))
    ratio = num[first] / den[first]
    return ratio if all(c == ratio * den[m] for m, c in num.items()) else None


def _divide_by_term(num: Combination, den: Combination) -> Quotient:
    ((monomial, coefficient),) = den.items()
    factor, inverse = invert_monomial(monomial)
    return times_monomial(num, factor / coefficient, inverse), ONE


def _has_roots(a: Combination) -> bool:
    return any(monomial[2] for monomial in a)


def _lowest(a: Combination) -> fmpq:
    return min(fmpq(m[0], m[1]) for m in a)


def _shift_lowest(num: Combination, den: Combination) -> Quotient:
    lowest = _lowest(den)
    if lowest == 0:
        return num, den
    shift: Monomial = (-int(lowest.p), int(lowest.q), ())
    return times_monomial(num, fmpq(1), shift), times_monomial(den, fmpq(1), shift)


def _cancel_gcd(num: Combination, den: Combination) -> Quotient:
    root = lcm(*(m[1] for m in num), *(m[1] for m in den))
    low = _lowest(num)
    spans = [(fmpq(m[0], m[1]) - low) * root for m in num] + [fmpq(m[0] * root, m[1]) for m in den]
    if max(spans) > MAX_DEGREE:
        return num, den
    top, bottom = _polynomial(num, low, root), _polynomial(den, fmpq(0), root)
    common = top.gcd(bottom)
    if common.degree() == 0:
        return num, den
    return (
        _combination(top // common, low, root),
        _combination(bottom // common, fmpq(0), root),
    )


def _polynomial(a: Combination, low: fmpq, root: int) -> fmpq_poly:
    indices = {int((fmpq(m[0], m[1]) - low) * root): c for m, c in a.items()}
    return fmpq_poly([indices.get(i, fmpq(0)) for i in range(max(indices) + 1)])


def _combination(polynomial: fmpq_poly, low: fmpq, root: int) -> Combination:
    result: Combination = {}
    for index, coefficient in enumerate(polynomial.coeffs()):
        if coefficient:
            exponent = low + fmpq(index, root)
            result[(int(exponent.p), int(exponent.q), ())] = coefficient
    return result


def _clear_roots(num: Combination, den: Combination) -> Quotient:
    """Make the coefficient of the lowest power of e in the denominator equal to 1."""
    head = {m: c for m, c in den.items() if m[0] == 0}
    inverse = _invert_in_field(head) if _has_roots(head) else None
    if inverse is None:
        return num, den
    return multiply(num, inverse), multiply(den, inverse)


def _invert_in_field(a: Combination) -> Combination | None:
    """1/a for a combination of roots: solve a·x = 1 on the basis of the field they generate."""
    basis = _field_basis(a)
    if basis is None:
        return None
    position = {monomial: i for i, monomial in enumerate(basis)}
    matrix = fmpq_mat(len(basis), len(basis))
    for column, monomial in enumerate(basis):
        for m, c in multiply(a, {monomial: fmpq(1)}).items():
            matrix[position[m], column] = c
    target = fmpq_mat(len(basis), 1)
    target[position[UNIT], 0] = fmpq(1)
    # Multiplying by a ≠ 0 is one to one on a field, and the basis is independent: a is invertible.
    solution = matrix.solve(target)
    return {m: solution[i, 0] for i, m in enumerate(basis) if solution[i, 0]}


def _field_basis(a: Combination) -> list[Monomial] | None:
    degrees: dict[int, int] = {}
    for monomial in a:
        for prime, _, degree in monomial[2]:
            degrees[prime] = lcm(degrees.get(prime, 1), degree)
    if fold(int.__mul__, degrees.values(), 1) > MAX_FIELD_DIMENSION:
        return None
    basis: list[Monomial] = [UNIT]
    for prime, degree in sorted(degrees.items()):
        powers = [UNIT] + [_root(prime, k, degree) for k in range(1, degree)]
        basis = [multiply_monomials(b, power)[1] for b in basis for power in powers]
    return basis


def _root(prime: int, k: int, degree: int) -> Monomial:
    exponent = fmpq(k, degree)
    return (0, 1, ((prime, int(exponent.p), int(exponent.q)),))


def _clear_content(num: Combination, den: Combination) -> Quotient:
    denominator = lcm(*(int(c.q) for c in den.values()))
    integers = [int((c * denominator).p) for c in den.values()]
    content = fmpq(denominator, gcd(*integers))
    if den[min(den, key=_order)] < 0:
        content = -content
    return scale(num, content), scale(den, content)


def _order(monomial: Monomial) -> tuple[fmpq, tuple[tuple[int, int, int], ...]]:
    return fmpq(monomial[0], monomial[1]), monomial[2]
