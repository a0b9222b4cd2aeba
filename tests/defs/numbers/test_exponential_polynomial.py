"""Exponential polynomials: arithmetic against numbers, zero test, exact exponents, transport."""

from __future__ import annotations

import pickle
import random
from fractions import Fraction

import pytest
from flint import arb, fmpq

from dpverify.defs.documents.shift import Shift
from dpverify.defs.errors import InternalError, NumberError, Undecided
from dpverify.defs.numbers import Value, exp, exponential_polynomial
from dpverify.defs.numbers.balls import working_precision
from dpverify.defs.numbers.exponential_polynomial import Exponent, ExpPoly
from tests.checkers.all_eps.scanning import random_function

F = Fraction
GAPS = ("g", "h")


def element(rng: random.Random, terms: int = 4) -> ExpPoly:
    """A random element over two gaps."""

    def rational(top: int) -> F:
        return F(rng.randint(-top, top), rng.choice((1, 2, 3)))

    made = {
        Exponent(
            rng.randint(0, 2),
            (rng.randint(0, 1), rng.randint(0, 2)),
            rational(3),
            (rational(1), rational(1)),
        ): F(rng.randint(1, 5), rng.randint(-4, -1))
        for _ in range(terms)
    }
    return ExpPoly.from_terms(GAPS, made)


def plain(e: ExpPoly, eps: F, gaps: dict[str, F]) -> arb:
    """The value by the definition of a term, with none of the class's evaluation."""
    total = arb(0)
    for x, c in e.terms().items():
        term = arb(c) * arb(fmpq(eps.numerator, eps.denominator)) ** x.eps_power
        rate = x.rate
        for name, p, k in zip(e.gaps, x.gap_powers, x.gap_rates, strict=True):
            term *= arb(fmpq(gaps[name].numerator, gaps[name].denominator)) ** p
            rate += k * gaps[name]
        rate *= eps
        total += term * arb(fmpq(rate.numerator, rate.denominator)).exp()
    return total


@pytest.mark.parametrize("seed", range(20))
def test_arithmetic_is_that_of_the_numbers(seed: int) -> None:
    """(a+b)·c − a·b, evaluated, is what the values of a, b, c give; at, ball and terms agree."""
    rng = random.Random(seed)  # noqa: S311  # test data
    a, b, c = (element(rng) for _ in range(3))
    eps, gaps = F(2, 3), {"g": F(5, 2), "h": F(1, 7)}
    with working_precision(300):
        x, y, z = (plain(e, eps, gaps) for e in (a, b, c))
        result = (a + b) * c - a * b
        expected = (x + y) * z - x * y
        assert abs(plain(result, eps, gaps) - expected) < 1e-60
        assert abs(result.ball(eps, gaps, 300) - expected) < 1e-60
        assert abs(result.at(eps, gaps).ball(300) - expected) < 1e-60
        assert abs((a**3).ball(eps, gaps, 300) - x**3) < 1e-60


def test_a_total_is_the_sum_one_by_one() -> None:
    """Of an odd or an even number of elements, one or none, with zeros among them."""
    rng = random.Random(200)  # noqa: S311  # test data
    zero = ExpPoly.from_terms(GAPS, {})
    for count in (5, 4, 3, 2, 1, 0):
        elements = [element(rng) for _ in range(count)]
        one_by_one = zero
        for each in elements:
            one_by_one = one_by_one + each
        ring = one_by_one._frame
        assert exponential_polynomial.total([zero, *elements, zero], ring) == one_by_one


@pytest.mark.parametrize("seed", range(20))
def test_ring_laws_are_identities(seed: int) -> None:
    """Equality is that of functions, whatever the way to the element."""
    rng = random.Random(100 + seed)  # noqa: S311  # test data
    a, b, c = (element(rng) for _ in range(3))
    assert (a + b) * c == a * c + b * c
    assert a * b == b * a
    assert (a - a).is_zero
    assert not (a - a).terms()
    assert a + 1 != a
    assert (a + b) - b == a
    assert ExpPoly.from_terms(a.gaps, a.terms()) == a


def test_units_that_differ_are_brought_together() -> None:
    """e^{ε/3}·e^{ε/2} = e^{5ε/6}, across frames and gaps."""
    third, half = ExpPoly.exp(Shift.of("1/3")), ExpPoly.exp(Shift.of("1/2", g="1/5"))
    product = third * half
    assert list(product.terms()) == [Exponent(0, (0,), F(5, 6), (F(1, 5),))]
    assert product == ExpPoly.exp(Shift.of("5/6", g="1/5"))
    assert third + half - third == half


def test_zero_that_looks_like_something() -> None:
    """(e^{ε/2} − 1)(e^{ε/2} + 1) − (e^ε − 1) is zero; with ε/3 in one place it is not."""
    root = ExpPoly.exp(Shift.of("1/2"))
    whole = ExpPoly.exp(Shift.of(1))
    assert ((root - 1) * (root + 1) - (whole - 1)).is_zero
    assert not ((root - 1) * (root + 1) - (ExpPoly.exp(Shift.of("1/3")) - 1)).is_zero


def test_a_negative_power_is_refused() -> None:
    """The ring has no quotients."""
    with pytest.raises(InternalError):
        ExpPoly.number(2) ** -1


def test_huge_exponents_do_not_overflow() -> None:
    """Exponents around and beyond 2^64 stay exact and distinct."""
    for size in (2**31, 2**62, 2**63, 2**64, 10**40):
        e = ExpPoly.exp(Shift.of(size)) + ExpPoly.exp(Shift.of(-size)) * ExpPoly.eps()
        square = e * e
        assert {(x.rate, x.eps_power): c for x, c in square.terms().items()} == {
            (F(2 * size), 0): 1,
            (F(0), 1): 2,
            (F(-2 * size), 2): 1,
        }


def test_terms_grow_fastest_first() -> None:
    """First by the rate and power of the first gap, then of the second, then by the rate of ε."""
    e = (
        ExpPoly.exp(Shift.of(7))
        + ExpPoly.exp(Shift.of(-9, g=1))
        + ExpPoly.linear(Shift.of(0, g=1)) * ExpPoly.exp(Shift.of(0, h=5))
        + ExpPoly.exp(Shift.of(0, h=6))
    )
    order = [(x.gap_rates, x.gap_powers, x.rate) for x in e.terms()]
    expected: list[object] = [
        ((1, 0), (0, 0), -9),
        ((0, 5), (1, 0), 0),
        ((0, 6), (0, 0), 0),
        ((0, 0), (0, 0), 7),
    ]
    assert list[object](order) == expected


def test_at_numbers() -> None:
    """Exact values: 1 − e^{-ε/2}/2 at ε = 1/5, and ε·(1 + g) at g = 3; ε may be a ball."""
    e = 1 - ExpPoly.number("1/2") * ExpPoly.exp(Shift.of("-1/2"))
    assert e.at(F(1, 5)) == Value(1) - exp(F(-1, 10)) / 2
    assert (ExpPoly.eps() * ExpPoly.linear(Shift.of(1, g=1))).at(F(1, 4), {"g": F(3)}) == 1
    with working_precision(64):
        ball = e.ball(arb("0.2", "0.01"), bits=64)
    assert ball.contains(e.at(F(19, 100)).ball(64))
    assert ball.contains(e.at(F(21, 100)).ball(64))
    assert not ball.contains(e.at(F(3, 10)).ball(64))


def test_with_eps_one() -> None:
    """ε·e^ε − e^ε is no zero as a function, but at ε = 1 it is."""
    e = (ExpPoly.eps() - 1) * ExpPoly.exp(Shift.of(1))
    assert not e.is_zero
    assert e.with_eps_one().is_zero
    assert e.at(F(1)).is_zero


def test_transport() -> None:
    """Pickling keeps the element."""
    e = ExpPoly.linear(Shift.of("-1/4", g=1)) * ExpPoly.eps() * ExpPoly.exp(Shift.of("-1/2", g=2))
    assert pickle.loads(pickle.dumps(e)) == e  # noqa: S301  # our own bytes


@pytest.mark.parametrize("seed", range(20))
def test_equal_functions_have_one_hash(seed: int) -> None:
    """Whatever the frame; a constant has the hash of the number that it equals."""
    rng = random.Random(seed)  # noqa: S311  # test data
    a, b = element(rng), element(rng)
    detour = (a + b * ExpPoly.exp(Shift.of("1/7", k="1/5"))) - b * ExpPoly.exp(
        Shift.of("1/7", k="1/5")
    )
    assert detour == a
    assert hash(detour) == hash(a)
    number = F(rng.randint(-9, 9), 7)
    assert {ExpPoly.number(number): 1}[number] == 1  # type: ignore[index]  # they are equal


def test_rational_constants() -> None:
    """0 and 2/3 are; ε, e^ε and g are not."""
    assert ExpPoly.number("2/3").as_rational() == fmpq(2, 3)
    assert (ExpPoly.eps() - ExpPoly.eps()).as_rational() == 0
    for other in (ExpPoly.eps(), ExpPoly.exp(Shift.of(1)), ExpPoly.linear(Shift.of(0, g=1))):
        assert other.as_rational() is None
        assert (other + 1).as_rational() is None


def test_functions_of_eps_alone() -> None:
    """The terms of an element without gaps, in ascending order; with one they are refused."""
    terms = {(1, F(0)): F(-1), (2, F(-1, 2)): F(3), (0, F(1)): F(1, 4)}
    made = ExpPoly.in_eps(terms)
    assert not made.has_gaps
    assert list(made.eps_terms().items()) == sorted(terms.items())
    gap = made * ExpPoly.exp(Shift.of(0, g=1))
    assert gap.has_gaps
    with pytest.raises(InternalError, match="a gap occurs"):
        gap.eps_terms()
    assert not (gap * ExpPoly.exp(Shift.of(0, g=-1))).has_gaps


@pytest.mark.parametrize("seed", range(20))
def test_polynomials_come_back(seed: int) -> None:
    """c·e^{qε}·P(ε, e^{ε/L}) is the function again; P is primitive and t does not divide it."""
    a = random_function(random.Random(seed))  # noqa: S311  # test data
    p, low, content = a.polynomial(a.unit)
    powers = [key[1] for key in p.to_dict()]
    assert min(powers) == 0
    assert content > 0
    back = ExpPoly.from_polynomial(p, a.unit) * content
    assert back * ExpPoly.in_eps({(0, low): 1}) == a


def test_an_exponent_is_never_rounded() -> None:
    """e^{6ε/5} is no power of e^{ε}: a bare int() would turn 6/5 into 1."""
    a = ExpPoly.in_eps({(0, F(6, 5)): 1, (0, F(0)): -1})
    with pytest.raises(NumberError, match="is no integer"):
        a.polynomial(1)
    assert a.polynomial(5)[0].to_dict() == {(0, 6): 1, (0, 0): -1}


@pytest.mark.parametrize("seed", range(20))
def test_the_derivative_is_that_of_a_product(seed: int) -> None:
    """(a·b)' = a'·b + a·b', and (f(x + h) − f(x))/h tends to it."""
    rng = random.Random(seed)  # noqa: S311  # test data
    a, b = random_function(rng), random_function(rng)
    assert (a * b).derivative() == a.derivative() * b + a * b.derivative()
    with working_precision(400):
        step = arb(2) ** -150
        slope = (a.ball(arb(2) + step, bits=400) - a.ball(arb(2), bits=400)) / step
        assert abs(slope - a.derivative().ball(arb(2), bits=400)) < 1e-30


def test_a_product_that_is_too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is an open question, not a long wait."""
    monkeypatch.setattr(exponential_polynomial, "MOST_PRODUCTS", 3)
    two = 1 + ExpPoly.eps()
    with pytest.raises(Undecided, match="too large"):
        two * two
