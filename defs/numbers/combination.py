"""Linear combinations over ℚ of the monomials e^q · ∏ p^s (q, s rational, p prime, 0 ≤ s < 1).

Distinct monomials are linearly independent over ℚ: the e^q over the algebraic numbers by
Lindemann and Weierstrass, the products of roots of primes over ℚ by Besicovitch (1940). So the
dictionary below, without zero coefficients, is a normal form, and a combination is the number
zero exactly when it is empty.

A monomial is `(numerator of q, denominator of q, ((p, numerator of s, denominator of s), …))`
with primes ascending: plain integers, because they hash ten times faster than rationals.
"""

from __future__ import annotations

from contextvars import ContextVar
from functools import lru_cache
from math import gcd

from flint import arb, fmpq, fmpz

from dpverify.defs.numbers.balls import working_precision
from dpverify.defs.numbers.errors import Undecided
from dpverify.defs.numbers.limits import MAX_NUMBER_BITS, MAX_TERMS

Root = tuple[int, int, int]
Monomial = tuple[int, int, tuple[Root, ...]]
Combination = dict[Monomial, fmpq]
_LEFT: ContextVar[list[int] | None] = ContextVar("_LEFT", default=None)
"""Products of two terms that may still be computed; None: as many as it takes."""

UNIT: Monomial = (0, 1, ())


class at_most:  # noqa: N801  it is used as a function
    """Within it, `multiply` raises Undecided("bits") once so many pairs of terms were asked for."""

    __slots__ = ("_products", "_token")

    def __init__(self, products: int) -> None:
        self._products = products

    def __enter__(self) -> None:
        self._token = _LEFT.set([self._products])

    def __exit__(self, *_: object) -> None:
        _LEFT.reset(self._token)


def rational(value: fmpq) -> Combination:
    """The combination that is one rational."""
    return {UNIT: value} if value else {}


def add(a: Combination, b: Combination) -> Combination:
    """a + b."""
    if len(a) < len(b):
        a, b = b, a
    result = dict(a)
    accumulate(result, b)
    return result


def accumulate(a: Combination, b: Combination) -> None:
    """Add b to a, which becomes the sum."""
    for monomial, coefficient in b.items():
        total = a.get(monomial, 0) + coefficient
        if total:
            a[monomial] = total
        else:
            del a[monomial]


def subtract(a: Combination, b: Combination) -> Combination:
    """a − b."""
    result = dict(a)
    for monomial, coefficient in b.items():
        rest = result.get(monomial, 0) - coefficient
        if rest:
            result[monomial] = rest
        else:
            del result[monomial]
    return result


def scale(a: Combination, factor: fmpq) -> Combination:
    """factor · a."""
    return {m: c * factor for m, c in a.items()} if factor else {}


def multiply(a: Combination, b: Combination) -> Combination:
    """a · b; raises Undecided("bits") where the product would exceed the limit on terms."""
    allowed = _LEFT.get()
    if allowed is not None:
        allowed[0] -= len(a) * len(b)
    if len(a) * len(b) > 40 * MAX_TERMS or (allowed is not None and allowed[0] < 0):
        raise Undecided("bits", f"a product of {len(a)} by {len(b)} terms exceeds the term budget")
    result = _product(a, b)
    if len(result) > MAX_TERMS:
        raise Undecided("bits", f"{len(result)} terms exceed the budget of {MAX_TERMS}")
    if sum([coefficient.height_bits() for coefficient in result.values()]) > 8 * MAX_NUMBER_BITS:
        raise Undecided("bits", f"the terms of a number have more than {8 * MAX_NUMBER_BITS} bits")
    return result


def _product(a: Combination, b: Combination) -> Combination:
    if len(b) == 1 and UNIT in b:
        a, b = b, a
    if len(a) == 1 and UNIT in a:  # a rational number: it changes coefficients alone
        factor = a[UNIT]
        return {monomial: factor * coefficient for monomial, coefficient in b.items()}
    result: Combination = {}
    for left, left_coefficient in a.items():
        for right, right_coefficient in b.items():
            carry, monomial = multiply_monomials(left, right)
            product = left_coefficient * right_coefficient
            if carry != 1:
                product *= carry
            total = result.get(monomial, 0) + product
            if total:
                result[monomial] = total
            else:
                del result[monomial]
    return result


@lru_cache(maxsize=1 << 16)
def multiply_monomials(a: Monomial, b: Monomial) -> tuple[int, Monomial]:
    """a · b as an integer carry (whole powers of primes) times a monomial."""
    numerator, denominator = _add_fractions(a[0], a[1], b[0], b[1])
    if not a[2] or not b[2]:
        return 1, (numerator, denominator, a[2] or b[2])
    carry = 1
    exponents = {p: (n, d) for p, n, d in a[2]}
    for p, n, d in b[2]:
        exponents[p] = _add_fractions(*exponents[p], n, d) if p in exponents else (n, d)
    roots = []
    for p, (n, d) in sorted(exponents.items()):
        if n >= d:
            carry *= p
        if n % d:
            roots.append((p, n % d, d))
    return carry, (numerator, denominator, tuple(roots))


def invert_monomial(monomial: Monomial) -> tuple[fmpq, Monomial]:
    """1/monomial as a rational factor times a monomial: 1/p^s = (1/p) · p^{1−s}."""
    numerator, denominator, roots = monomial
    factor = fmpq(1)
    inverted = []
    for p, n, d in roots:
        factor /= p
        inverted.append((p, d - n, d))
    return factor, (-numerator, denominator, tuple(inverted))


def times_monomial(a: Combination, factor: fmpq, monomial: Monomial) -> Combination:
    """a · factor · monomial."""
    return multiply(a, {monomial: factor})


def _add_fractions(a: int, b: int, c: int, d: int) -> tuple[int, int]:
    if b == d == 1:
        return a + c, 1
    numerator, denominator = a * d + c * b, b * d
    common = gcd(numerator, denominator)
    return numerator // common, denominator // common


@lru_cache(maxsize=1 << 14)
def _monomial_ball(monomial: Monomial, bits: int) -> arb:
    with working_precision(bits + 16):
        logarithm = arb(fmpq(monomial[0], monomial[1]))
        for p, n, d in monomial[2]:
            logarithm += arb(fmpz(p)).log() * arb(fmpq(n, d))
        return logarithm.exp()


def ball(a: Combination, bits: int) -> arb:
    """A ball that contains the combination, computed at `bits` of precision."""
    with working_precision(bits):
        total = arb(0)
        for monomial, coefficient in a.items():
            term = arb(coefficient)
            total += (
                term
                if monomial is UNIT or monomial == UNIT
                else term * _monomial_ball(monomial, bits)
            )
        return total
