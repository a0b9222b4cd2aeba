"""Zeros of sums of ε^i·e^{qε}: all of them, and nothing else."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from dpverify.checkers.all_eps.factors import Factors
from dpverify.checkers.all_eps.zeros import Zero, zeros
from dpverify.defs.errors import Undecided
from dpverify.defs.numbers import Loss, Real, Value, enclosure, ln
from dpverify.defs.numbers.exponential_polynomial import ExpPoly
from dpverify.defs.symbolic.formal import Formal, formal
from tests.checkers.all_eps.scanning import changes, random_function, sign_at

F = Fraction


def all_zeros(a: ExpPoly, low: Fraction = Fraction(0), high: Fraction | None = None) -> list[Zero]:
    """The zeros of every factor of a sum, ascending."""
    product = Factors([a]).product(a)
    assert product is not None
    found = [zero for factor in product.powers for zero in zeros(factor, low, high)]
    return sorted(found, key=lambda zero: zero.ball(80))


def planted(rng: Random) -> tuple[ExpPoly, list[Fraction]]:
    """A sum with known places near which it has a simple zero.

    Each factor e^{qε} − e^{q·a}, with a rational number for e^{q·a}, or ε − a; then something is
    mixed in that keeps the number of zeros: another factor without positive zeros.
    """
    made = formal("1")
    places: list[Fraction] = []
    for _ in range(rng.randint(1, 4)):
        if rng.random() < 0.5:
            a = F(rng.randint(1, 40), rng.randint(3, 9))
            made, place = made * formal(f"eps-{a}"), a
        else:
            q, c = F(rng.randint(1, 3), rng.randint(1, 2)), F(rng.randint(21, 90), 20)
            made = made * formal(f"exp({q}*eps)-{c}")
            place = F(enclosure(formal_log(c, q), 30)[0])
        if all(abs(place - other) > F(1, 1000) for other in places):
            places.append(place)
        else:
            return planted(rng)
    return (made * formal("eps**2+exp(-eps/2)+1")).num, sorted(places)


def formal_log(c: Fraction, q: Fraction) -> Loss | Real:
    """ln(c)/q as a number of the project."""
    return ln(Value(c)) / q


@pytest.mark.parametrize("seed", range(40))
def test_planted_zeros_are_found(seed: int) -> None:
    """As many as planted, each within 10^-20 of its place."""
    a, places = planted(Random(seed))  # noqa: S311  # test data
    found = all_zeros(a)
    assert len(found) == len(places)
    for zero, place in zip(found, places, strict=True):
        middle = F(enclosure(zero.number(), 30)[0])
        assert abs(middle - place) < F(1, 10**20)


@pytest.mark.sampled(9)
@pytest.mark.parametrize("seed", range(60))
def test_random_sums_against_a_dense_scan(seed: int) -> None:
    """Every change of sign on a grid of 4,000 points is a zero that was found, and no other."""
    rng = Random(1000 + seed)  # noqa: S311  # test data
    a = random_function(rng, rng.randint(2, 6))
    product = Factors([a]).product(a)
    assert product is not None
    odd = [z for f, power in product.powers.items() if power % 2 for z in zeros(f, F(0), F(8))]
    for zero in odd:
        zero.ball(60)
    seen = changes(a, F(1, 500), F(8), 4000)
    step = F(8) / 4000
    for left in seen:
        inside = [z for z in odd if left <= _middle(z) <= left + step]
        assert len(inside) % 2 == 1
    for zero in odd:
        assert sign_at(a, F(str(zero.low)) - F(1, 10**12)) != sign_at(
            a, F(str(zero.high)) + F(1, 10**12)
        )


def _middle(zero: Zero) -> Fraction:
    return F(str((zero.low + zero.high) / 2))


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("exp(eps)-1-eps", 0),  # order 2 at 0
        ("exp(eps)-1-eps-eps**2/2-eps**3/6", 0),  # order 4 at 0
        ("exp(eps)-3*eps**2", 2),
        ("exp(eps)-3*eps**2-1/1000000000", 2),
        ("1-eps*exp(-eps)*27182818284590452353602874/10000000000000000000000000", 0),
        ("1-eps*exp(-eps)*27182818284590452353602875/10000000000000000000000000", 2),
        ("exp(eps)-1000000*eps**5", 2),
        ("exp(eps/100)-eps", 2),
        ("exp(100*eps)-2", 1),
        ("exp(-eps)-1/100000000000000000000", 1),
        ("eps-exp(-eps)", 1),
    ],
)
def test_zeros_that_nearly_meet_or_lie_far_away(text: str, count: int) -> None:
    """1 − c·ε·e^{−ε} has two zeros or none as c is above or below e = 2.7182818…2874713."""
    assert len(all_zeros(formal(text).num)) == count


@pytest.mark.parametrize(
    ("low", "high", "count"),
    [("0", "1/2", 1), ("1/2", "1", 1), ("1/2", None, 2), ("51/100", None, 1), ("0", "1/3", 0)],
)
def test_ends_of_the_range_belong_to_it(low: str, high: str | None, count: int) -> None:
    """(ε − 1/2)(e^ε − 3) has zeros 1/2 and ln 3."""
    a = formal("(eps-1/2)*(exp(eps)-3)").num
    assert len(all_zeros(a, F(low), None if high is None else F(high))) == count


def test_digits_as_asked_for() -> None:
    """ε·e^ε = 1 at the omega constant, 0.567143290409783872999968662210355549753815787186512508…"""
    (zero,) = all_zeros(formal("eps*exp(eps)-1").num)
    lower, upper = enclosure(zero.number(), 50)
    assert lower.startswith("0.5671432904097838729999686622103555497538157871865")
    assert F(upper) - F(lower) <= F(1, 10**49)
    assert str(zero.number()).startswith("a zero of")


def test_time_can_be_up() -> None:
    """The clock is asked while intervals are halved."""

    def tick() -> None:
        raise Undecided("time", "up")

    a = formal("exp(eps)-3*eps**2").num
    product = Factors([a]).product(a)
    assert product is not None
    with pytest.raises(Undecided):
        zeros(next(iter(product.powers)), F(0), None, tick)


def test_the_formal_and_its_sum_have_one_sign() -> None:
    """`signed` of a quotient."""
    quotient = formal("(eps-1)/(exp(eps)-5)")
    assert isinstance(quotient, Formal)
    for eps in (F(1, 2), F(3, 2), F(2)):
        assert quotient.signed.at(eps).sign() == quotient.at(eps).sign()


def test_too_many_steps_say_what_they_may_come_from(monkeypatch: pytest.MonkeyPatch) -> None:
    """e^ε − 1 has one zero, and none in the range, which is long."""
    monkeypatch.setattr("dpverify.checkers.all_eps.zeros.MOST_HALVINGS", 100)
    with pytest.raises(Undecided, match=r"more than 100 steps: .*, or the range is long"):
        all_zeros(formal("exp(eps)-1").num, F(1_000_000), F(2_000_000))
