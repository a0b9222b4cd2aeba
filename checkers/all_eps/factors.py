"""Sums Σ c·ε^i·e^{qε} as products of factors that share no positive zero.

With t = e^{ε/L} a sum is a power of t times a polynomial of ℤ[ε, t], which is factored there.

Why this settles zeros. Let p and r be coprime in ℚ[ε, t] and both vanish at (a, e^{a/L}), a > 0.

1. If p and r have t in them, their resultant in t is a polynomial ≠ 0 of ε with the zero a; if one
   of them has no t, it is itself one. So a is algebraic.
2. e^{a/L} is then transcendental (Lindemann), so p(a, t) and r(a, t) are zero for every t. The
   minimal polynomial of a then divides both p and r, and they are not coprime: a contradiction.

So different irreducible factors share no positive zero. Let p be irreducible, neither t nor
constant, and p' = ∂p/∂ε + (t/L)·∂p/∂t its derivative in ε. If p divides p', the quotient is a
constant by degrees, so p is c·e^{kε}, a power of t: excluded. So p and p' are coprime, and every
positive zero of p is simple: the sign of p changes there. If p has t in it, its positive zeros are
transcendental: at rational ε > 0 it is not 0, and a ball that is fine enough shows its sign.

What must never change: two factors are equal exactly when they are one object of `Factors`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from flint import fmpz_mpoly

from dpverify.defs.errors import Undecided
from dpverify.defs.numbers import Real, Value, ln
from dpverify.defs.numbers.exponential_polynomial import ExpPoly, common_unit
from dpverify.defs.numbers.loss import Loss
from dpverify.defs.symbolic.formal import MAX_DEGREE


@dataclass(frozen=True, eq=False)
class Factor:
    """An irreducible polynomial of ℤ[ε, t], neither ε nor t nor constant; t = e^{ε/root}."""

    polynomial: fmpz_mpoly
    root: int

    @cached_property
    def sum(self) -> ExpPoly:
        """The factor as a function of ε."""
        return ExpPoly.from_polynomial(self.polynomial, self.root)

    @cached_property
    def terms(self) -> Mapping[tuple[int, Fraction], Fraction]:
        """Its terms {(i, q): c}, ascending."""
        return self.sum.eps_terms()

    @cached_property
    def rational_zero(self) -> Fraction | None:
        """The zero, where the factor is linear in ε and has no t; elsewhere no zero is rational."""
        if set(self.terms) <= {(0, Fraction(0)), (1, Fraction(0))}:
            c = self.terms.get((0, Fraction(0)), Fraction(0))
            return -c / self.terms[(1, Fraction(0))]
        return None

    @cached_property
    def logarithm(self) -> Loss | Real | None:
        """The zero in closed form, where the factor is b·t^k − a with a, b > 0: (L/k)·ln(a/b)."""
        terms = [*self.terms.items()]
        if len(terms) != 2 or any(i for (i, _), _ in terms):
            return None
        (_, low), (_, high) = terms
        quotient = -low / high
        return ln(Value(quotient)) / terms[1][0][1] if quotient > 0 else None


@dataclass(frozen=True)
class Product:
    """sign · ∏ factor^multiplicity: the sign of a sum that is not the zero function, at ε > 0."""

    sign: int
    powers: Mapping[Factor, int]


class Factors:
    """Factored sums over one t, so that equal factors of different sums are one object.

    Args: every sum to be factored, and every other with exponents of e that will be asked for.
    """

    def __init__(self, given: Iterable[ExpPoly]) -> None:
        self._root = common_unit(given)
        self._known: dict[str, Factor] = {}
        self._products: dict[ExpPoly, Product | None] = {}

    def product(self, a: ExpPoly) -> Product | None:
        """The factors of a sum; None for the zero function.

        Raises: NumberError where an exponent of e is no multiple of those given at the start.
        """
        if a not in self._products:
            self._products[a] = None if a.is_zero else self._factored(a)
        return self._products[a]

    def _factored(self, a: ExpPoly) -> Product:
        polynomial, _, _ = a.polynomial(self._root)  # up to a factor > 0
        if max(polynomial.degrees()) > MAX_DEGREE:
            raise Undecided("bits", f"exponents of eps differ by more than {MAX_DEGREE} units")
        lead, factors = polynomial.factor()
        sign = 1 if lead > 0 else -1
        powers = {self._one(p): int(m) for p, m in factors if len(p) > 1}  # ε and t are positive
        for p, m in factors:
            if len(p) == 1 and p.leading_coefficient() < 0 and int(m) % 2:
                sign = -sign
        return Product(sign, powers)

    def _one(self, polynomial: fmpz_mpoly) -> Factor:
        """The one object of a factor; flint gives every factor the same normal form."""
        return self._known.setdefault(str(polynomial), Factor(polynomial, self._root))
