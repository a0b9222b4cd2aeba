"""For the kernel: all positive zeros of sums Σ c·ε^i·e^{qε}, each alone in a rational interval.

Trusted. With t = e^{ε/L} a sum is a power of t times a polynomial p of ℤ[ε, t]. It is written as a
product, whose factors are multiplied out again here. The zeros of one factor g are found by the
theorem of Rolle: between two neighbouring zeros of its derivative g is monotone, so that it has one
zero there if its signs at both ends differ, and none if they do not. The derivative in ε of
p(ε, t) is ∂p/∂ε + (t/L)·∂p/∂t; divided by powers of t it is a smaller sum each time (the part
without t loses a degree, or all of t loses one), and of a constant there are no zeros. Near 0 the
sign is that of the first Taylor coefficient that is not 0, far away that of the fastest growing
term.

That g is not zero where its derivative is, and that different factors share no zero, is not
assumed: balls must show it. It is so for irreducible factors (`checkers/all_eps/factors.py` has the
proof); elsewhere the search ends in Undecided, never in an answer. This shares no code with
`checkers/all_eps/`, which halves intervals by Taylor expansions.

What must never change: all positive zeros of a factor are in the list, each alone in its interval,
with different signs at its two ends.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from itertools import pairwise
from math import factorial, gcd

from flint import arb, fmpq, fmpz_mpoly

from dpverify.defs import numbers as num
from dpverify.defs.numbers.balls import refine_sign, working_precision
from dpverify.defs.numbers.exponential_polynomial import POLYNOMIALS, ExpPoly, common_unit
from dpverify.defs.numbers.limits import PRECISION_LIMIT, START_BITS

MOST_DEGREE = 2_000
MOST_WORK = 3_000_000
"""Terms evaluated in balls, a microsecond or a few each."""


class Factor:
    """A factor g of some sums: terms (i, k, c) for c·ε^i·t^k, with t = e^{ε/unit}."""

    def __init__(self, polynomial: fmpz_mpoly, unit: int, work: Work) -> None:
        self.polynomial, self.unit, self._work = polynomial, unit, work
        self.terms = [(int(i), int(k), int(c)) for (i, k), c in polynomial.to_dict().items()]

    def ball(self, eps: arb) -> arb:
        """A ball that contains g on a ball of ε, at the working precision."""
        self._work.spend(len(self.terms))
        t = (eps / self.unit).exp()
        total = arb(0)
        for i, k, c in self.terms:
            total += c * eps**i * t**k
        return total

    def sign(self, eps: Fraction) -> int:
        """The sign at a rational ε, where g is not 0 or is a polynomial in ε alone."""
        if not any(k for _, k, _ in self.terms):
            exact = sum((c * eps**i for i, _, c in self.terms), Fraction(0))
            return (exact > 0) - (exact < 0)

        def ball(bits: int) -> arb:
            with working_precision(bits):
                return self.ball(_arb(eps))

        return refine_sign(ball)

    def sign_near_zero(self) -> int:
        """The sign for small ε > 0: that of the lowest Taylor coefficient that is not 0."""
        # A sum of n exponentials vanishes at 0 to an order below n. With powers of ε it may vanish
        # further: then no coefficient is found here, and the answer is Undecided.
        for order in range(len(self.terms)):
            coefficient = sum(
                (
                    Fraction(c * k ** (order - i), self.unit ** (order - i) * factorial(order - i))
                    for i, k, c in self.terms
                    if order >= i
                ),
                Fraction(0),
            )
            if coefficient:
                return 1 if coefficient > 0 else -1
        raise num.Undecided("precision", "the order of a zero at eps = 0 is not found")

    def sign_far_away(self) -> int:
        """The sign for large ε: that of the term that grows fastest."""
        _, _, c = max(self.terms, key=lambda term: (term[1], term[0]))
        return 1 if c > 0 else -1

    def derivative(self) -> fmpz_mpoly:
        """The derivative in ε, up to a number > 0 and a power of t, which have no positive zero."""
        terms: dict[tuple[int, int], int] = {}
        for i, k, c in self.terms:
            for key, part in (((i - 1, k), i * self.unit * c), ((i, k), k * c)):
                if part:
                    terms[key] = terms.get(key, 0) + part
        kept = {key: c for key, c in terms.items() if c}
        if not kept:
            return POLYNOMIALS.constant(0)
        low, content = min(k for _, k in kept), gcd(*kept.values())
        return POLYNOMIALS.from_dict({(i, k - low): c // content for (i, k), c in kept.items()})


class Work:
    """What has been spent on one document."""

    def __init__(self) -> None:
        self._left = MOST_WORK

    def spend(self, terms: int) -> None:
        """Raise Undecided where too much has been spent."""
        self._left -= 1 + terms
        if self._left < 0:
            raise num.Undecided("time", "the zeros of functions of eps take too long to be found")


class Zero:
    """One zero of a factor, alone in low < ε < high; at low = high where it is rational."""

    def __init__(self, factor: Factor, low: Fraction, high: Fraction, below: int) -> None:
        """Args: below the sign of the factor at `low`; at `high` it is the other one."""
        if low < high and (factor.sign(low), factor.sign(high)) != (below, -below):
            raise num.Undecided("precision", "a zero of a function of eps is not enclosed")
        self.factor, self.low, self.high, self._below = factor, low, high, below

    @property
    def rational(self) -> bool:
        """Whether the zero is `low` itself."""
        return self.low == self.high

    def halve(self) -> None:
        """Halve the interval around an irrational zero."""
        if self.rational:
            self.factor.ball(_arb(self.low))  # what waits for it to shrink is stopped by the limit
            return
        middle = (self.low + self.high) / 2
        sign = self.factor.sign(middle)
        if sign == 0:
            self.low = self.high = middle
        elif sign == self._below:
            self.low = middle
        else:
            self.high = middle

    def logarithm(self) -> num.Loss | num.Real | None:
        """The zero in closed form, (L/k)·ln(−a/b), where the factor is b·t^k + a."""
        terms = sorted((k, c) for i, k, c in self.factor.terms if i == 0)
        if len(terms) != 2 or len(self.factor.terms) != 2 or terms[0][0] != 0:
            return None
        (_, low), (k, high) = terms
        return num.ln(num.Value(Fraction(-low, high))) * Fraction(self.factor.unit, k)


class Factors:
    """The factors of sums over one t, so that a factor of two sums is one object."""

    def __init__(self, sums: Iterable[ExpPoly]) -> None:
        self._unit = common_unit(sums)
        self._work = Work()
        self._known: dict[str, Factor] = {}
        self._zeros: dict[Factor, list[Zero]] = {}

    def product(self, a: ExpPoly) -> tuple[int, dict[Factor, int]]:
        """The sign and the factors, with multiplicities, of a sum that is not the zero function.

        At ε > 0 the sum has the sign of sign · ∏ factor^multiplicity.
        """
        polynomial = _polynomial(a, self._unit)
        return self._factored(polynomial)

    def _factored(self, polynomial: fmpz_mpoly) -> tuple[int, dict[Factor, int]]:
        lead, powers = polynomial.factor()
        whole = POLYNOMIALS.constant(lead)
        for part, power in powers:
            whole *= part**power
        if whole != polynomial:
            raise num.NumberError("a polynomial is not the product of its factors")
        sign, factors = 1 if lead > 0 else -1, {}
        for part, power in powers:
            if len(part) > 1:
                factors[self._one(part)] = int(power)
            elif part.leading_coefficient() < 0 and int(power) % 2:
                sign = -sign  # ε and t are positive
        return sign, factors

    def _one(self, part: fmpz_mpoly) -> Factor:
        return self._known.setdefault(str(part), Factor(part, self._unit, self._work))

    def zeros(self, factor: Factor) -> list[Zero]:
        """All positive zeros of a factor, ascending."""
        if factor not in self._zeros:
            self._zeros[factor] = self._found(factor)
        return self._zeros[factor]

    def _found(self, factor: Factor) -> list[Zero]:
        if len({c > 0 for _, _, c in factor.terms}) == 1:
            return []  # a sum of terms of one sign
        # No other irreducible factor has a rational zero: e^(ε/L) is transcendental at a rational
        # ε ≠ 0 (Lindemann), so that all coefficients in t would have to vanish there.
        if {(i, k) for i, k, _ in factor.terms} == {(0, 0), (1, 0)}:
            number = {i: c for i, _, c in factor.terms}
            place = Fraction(-number[0], number[1])  # not ≤ 0: the signs differ
            return [Zero(factor, place, place, 0)]
        _, parts = self._factored(factor.derivative())
        turns = self.sorted(zero for part in parts for zero in self.zeros(part))
        signs = [self._shown(factor, turn) for turn in turns]
        # Only now: to show the sign makes the intervals smaller, and it is shown on all of them.
        marks = [(turn.low, turn.high, s) for turn, s in zip(turns, signs, strict=True)]
        return list(_between(factor, marks))

    def _shown(self, factor: Factor, turn: Zero) -> int:
        """The sign of a factor around a zero of its derivative, which is shrunk until it shows."""
        bits = START_BITS
        while bits <= PRECISION_LIMIT:
            with working_precision(bits):
                ball = factor.ball(_arb(turn.low).union(_arb(turn.high)))
            if ball > 0 or ball < 0:
                return 1 if ball > 0 else -1
            turn.halve()
            turn.halve()
            bits += 4
        raise num.Undecided("precision", "a function of eps and its derivative do not separate")

    @staticmethod
    def sorted(zeros: Iterable[Zero]) -> list[Zero]:
        """Zeros of different factors in order, their intervals made smaller until they are apart.

        Raises: Undecided where they do not come apart.
        """
        ordered = list(zeros)
        while True:
            ordered.sort(key=lambda zero: (zero.low, zero.high))
            touching = {
                zero
                for one, other in pairwise(ordered)
                if other.low <= one.high
                for zero in (one, other)
            }
            if not touching:
                return ordered
            for zero in touching:
                zero.halve()


def _between(factor: Factor, marks: list[tuple[Fraction, Fraction, int]]) -> Iterable[Zero]:
    """The zeros between 0, the turns and infinity; g is monotone from each to the next."""
    first, last = factor.sign_near_zero(), factor.sign_far_away()
    if not marks:
        if first != last:
            yield Zero(factor, _towards_zero(factor, Fraction(1), first),
                       _far(factor, Fraction(1), last), first)  # fmt: skip
        return
    if first != marks[0][2]:
        yield Zero(factor, _towards_zero(factor, marks[0][0], first), marks[0][0], first)
    for (_, low, before), (high, _, after) in pairwise(marks):
        if before != after:
            yield Zero(factor, low, high, before)
    if marks[-1][2] != last:
        yield Zero(factor, marks[-1][1], _far(factor, marks[-1][1], last), marks[-1][2])


def _towards_zero(factor: Factor, start: Fraction, sign: int) -> Fraction:
    """A point above 0 where the factor has the sign that it has near 0."""
    while factor.sign(start) != sign:
        start /= 2
    return start


def _far(factor: Factor, start: Fraction, sign: int) -> Fraction:
    """A point where the factor has the sign that it has far away."""
    while factor.sign(start) != sign:
        start *= 2
    return start


def _polynomial(a: ExpPoly, unit: int) -> fmpz_mpoly:
    """P of ℤ[ε, t] with a = (a number > 0)·e^{qε}·P."""
    polynomial, _, _ = a.polynomial(unit)
    if max(polynomial.degrees()) > MOST_DEGREE:
        raise num.Undecided("bits", f"exponents differ by more than {MOST_DEGREE:,} units")
    return polynomial


def _arb(number: Fraction) -> arb:
    return arb(fmpq(number.numerator, number.denominator))
