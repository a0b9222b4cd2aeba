"""Rational powers of positive rationals as a rational times roots of distinct primes."""

from __future__ import annotations

from flint import fmpq, fmpz

from dpverify.defs.numbers.combination import Combination
from dpverify.defs.numbers.errors import NumberError, Undecided
from dpverify.defs.numbers.limits import MAX_BITS, MAX_RADICAND_BITS


def bit_length(value: fmpq) -> int:
    """Bits of the numerator and the denominator together."""
    return int(value.p.bit_length() + value.q.bit_length())


def integer_power(base: fmpq, exponent: int) -> fmpq:
    """base ** exponent, refused before it is computed where it would exceed MAX_BITS."""
    if base.p == 0 and exponent < 0:
        raise NumberError("0 to a negative power: division by zero")
    if abs(base) != 1 and bit_length(base) * abs(exponent) > MAX_BITS:
        raise Undecided("bits", f"a power would need more than {MAX_BITS} bits")
    return base**exponent if base.p != 0 or exponent else fmpq(1)


def rational_power(base: fmpq, exponent: fmpq) -> Combination:
    """base ** exponent for base > 0, as a one-term combination in normal form.

    Raises: NumberError where base ≤ 0; Undecided("bits") where the base has no exact root and is
    too large to factor.
    """
    if base <= 0:
        raise NumberError("a rational exponent needs a positive base")
    if exponent.q == 1:
        return {(0, 1, ()): integer_power(base, int(exponent.p))}
    exact = _exact_root(base, int(exponent.q))
    if exact is not None:
        return {(0, 1, ()): integer_power(exact, int(exponent.p))}
    if bit_length(base) > MAX_RADICAND_BITS:
        raise Undecided("bits", f"a radicand of more than {MAX_RADICAND_BITS} bits is not factored")
    return _factored_power(base, exponent)


def _exact_root(base: fmpq, degree: int) -> fmpq | None:
    if degree > bit_length(base):
        return fmpq(1) if base == 1 else None
    numerator, denominator = base.p.root(degree), base.q.root(degree)
    if numerator**degree == base.p and denominator**degree == base.q:
        return fmpq(numerator, denominator)
    return None


def _factored_power(base: fmpq, exponent: fmpq) -> Combination:
    coefficient = fmpq(1)
    roots = []
    powers = [(p, e) for p, e in base.p.factor()] + [(p, -e) for p, e in base.q.factor()]
    for prime, multiplicity in sorted(powers):
        total = exponent * multiplicity
        whole = fmpz(total.p) // fmpz(total.q)
        coefficient *= integer_power(fmpq(prime), int(whole))
        rest = total - whole
        if rest:
            roots.append((int(prime), int(rest.p), int(rest.q)))
    return {(0, 1, tuple(roots)): coefficient}
