"""Sums Σ c·ε^i·e^{qε} with rational c ≠ 0 and q and whole i ≥ 0, as functions of ε > 0.

A sum is a mapping {(i, q): c} without zero coefficients. The functions ε^i·e^{qε} are linearly
independent, so this is a normal form: a sum is the zero function exactly when it is empty.

What must never change: an exponent is converted to another unit exactly or not at all (`whole`
raises on a remainder; a rounded one would silently be another function).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import gcd, lcm
from typing import Any

from flint import arb, fmpq, fmpz, fmpz_mpoly, fmpz_mpoly_ctx

from dpverify.defs.errors import NumberError, Undecided
from dpverify.defs.numbers import Value
from dpverify.defs.numbers.combination import Combination
from dpverify.defs.numbers.value import from_combination

Key = tuple[int, Fraction]
Terms = Mapping[Key, Fraction]

NOTHING: Terms = {}
ONE: Terms = {(0, Fraction(0)): Fraction(1)}
MAX_TERMS = 20_000
MAX_DEGREE = 20_000
"""Largest exponent of t in ℤ[x, t]."""
CONTEXT = fmpz_mpoly_ctx.get(("x", "t"), "lex")


def constant(c: Fraction) -> Terms:
    """The sum that is one rational."""
    return {(0, Fraction(0)): c} if c else NOTHING


def add(a: Terms, b: Terms, factor: Fraction = Fraction(1)) -> Terms:
    """a + factor·b."""
    result = dict(a)
    for key, c in b.items():
        total = result.get(key, Fraction(0)) + factor * c
        if total:
            result[key] = total
        else:
            result.pop(key, None)
    return result


def scale(a: Terms, factor: Fraction) -> Terms:
    """factor·a."""
    return {key: c * factor for key, c in a.items()} if factor else NOTHING


def multiply(a: Terms, b: Terms) -> Terms:
    """a·b; raises Undecided("bits") beyond MAX_TERMS terms."""
    result: dict[Key, Fraction] = {}
    for (i, q), c in a.items():
        for (j, r), d in b.items():
            key = (i + j, q + r)
            total = result.get(key, Fraction(0)) + c * d
            if total:
                result[key] = total
            else:
                del result[key]
        if len(result) > MAX_TERMS:
            raise Undecided("bits", f"a sum in eps has more than {MAX_TERMS} terms")
    return result


def at(a: Terms, eps: Fraction) -> Value:
    """The exact number that the function has at a rational ε."""
    result: Combination = {}
    for (i, q), c in a.items():
        exponent, factor = q * eps, c * eps**i
        monomial = (exponent.numerator, exponent.denominator, ())
        total = result.get(monomial, fmpq(0)) + fmpq(factor.numerator, factor.denominator)
        if total:
            result[monomial] = total
        else:
            result.pop(monomial, None)
    return from_combination(result)


def ball(a: Terms, eps: arb) -> arb:
    """A ball that contains the function on a ball of ε, at the working precision."""
    total = arb(0)
    for (i, q), c in a.items():
        rational = arb(fmpq(c.numerator, c.denominator))
        exponential = (eps * arb(fmpq(q.numerator, q.denominator))).exp() if q else arb(1)
        total += rational * exponential * (eps**i if i else arb(1))
    return total


def whole(number: Fraction) -> int:
    """The integer that a rational is; raises NumberError on a remainder.

    >>> whole(Fraction(6, 3))
    2
    """
    if number.denominator != 1:
        raise NumberError(f"{number} is no integer; an exponent would be changed")
    return number.numerator


def unit(sums: Iterable[Terms]) -> int:
    """The L for which every exponential of the sums is a power of t = e^{ε/L}."""
    return lcm(1, *(q.denominator for a in sums for _, q in a))


def polynomial(a: Terms, root: int) -> tuple[fmpz_mpoly, Fraction, Fraction]:
    """(P, q, c) with a = c·e^{qε}·P(ε, t), t = e^{ε/root}, c > 0; P primitive over ℤ, t not in it.

    Raises: NumberError where an exponent is no multiple of 1/root; Undecided beyond MAX_DEGREE.
    """
    if not a:
        return CONTEXT.constant(0), Fraction(0), Fraction(1)
    low = min(q for _, q in a)
    bottom = lcm(*(c.denominator for c in a.values()))
    content = gcd(*(whole(c * bottom) for c in a.values()))
    form: dict[tuple[int, ...], int | fmpz] = {
        (i, whole((q - low) * root)): fmpz(whole(c * bottom) // content) for (i, q), c in a.items()
    }
    if max(max(key) for key in form) > MAX_DEGREE:
        raise Undecided("bits", f"exponents of eps differ by more than {MAX_DEGREE} units")
    return CONTEXT.from_dict(form), low, Fraction(content, bottom)


def from_polynomial(p: fmpz_mpoly, root: int) -> Terms:
    """P(ε, e^{ε/root}) as a sum."""
    return {(int(i), Fraction(int(k), root)): Fraction(int(c)) for (i, k), c in p.to_dict().items()}


def text(a: Terms) -> str:
    """The sum in the grammar of numbers, with `eps` for ε.

    >>> text({(1, Fraction(-1, 2)): Fraction(3), (0, Fraction(0)): Fraction(-1)})
    '-1+3*eps*exp(-1/2*eps)'
    """
    parts = [_term(i, q, c) for (i, q), c in sorted(a.items())]
    return "".join(p if not n or p[0] == "-" else f"+{p}" for n, p in enumerate(parts)) or "0"


def _term(i: int, q: Fraction, c: Fraction) -> str:
    factors: list[Any] = [] if abs(c) == 1 and (i or q) else [abs(c)]
    if i:
        factors.append("eps" if i == 1 else f"eps**{i}")
    if q:
        lead = "" if q == 1 else "-" if q == -1 else f"{q}*"
        factors.append(f"exp({lead}eps)")
    return ("-" if c < 0 else "") + "*".join(map(str, factors))
