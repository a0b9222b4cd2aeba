"""Sums of c·ε^i·e^{qε}: arithmetic, polynomials, texts."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest
from flint import arb, fmpq

from dpverify.defs.errors import NumberError, Undecided
from dpverify.defs.numbers import exp, parse
from dpverify.defs.symbolic import terms as sums
from dpverify.defs.symbolic.terms import Terms

F = Fraction


def random_terms(rng: Random, size: int = 4) -> Terms:
    """A sum with a few terms."""
    made: dict[tuple[int, Fraction], Fraction] = {}
    for _ in range(size):
        key = (rng.randint(0, 3), F(rng.randint(-6, 6), rng.randint(1, 3)))
        made[key] = F(rng.choice((-5, -2, -1, 1, 3, 7)), rng.randint(1, 4))
    return made


@pytest.mark.parametrize("seed", range(20))
def test_arithmetic_is_that_of_the_values(seed: int) -> None:
    """Sums and products at a rational ε are those of the numbers there."""
    rng = Random(seed)  # noqa: S311  # test data
    a, b, eps = random_terms(rng), random_terms(rng), F(rng.randint(1, 9), rng.randint(1, 9))
    x, y = sums.at(a, eps), sums.at(b, eps)
    assert sums.at(sums.add(a, b, F(-2, 3)), eps) == x - y * F(2, 3)
    assert sums.at(sums.multiply(a, b), eps) == x * y
    assert sums.add(a, a, F(-1)) == {}
    assert (
        sums.at(a, eps).ball(200).overlaps(sums.ball(a, arb(fmpq(eps.numerator, eps.denominator))))
    )


@pytest.mark.parametrize("seed", range(20))
def test_polynomials_come_back(seed: int) -> None:
    """c·e^{qε}·P(ε, e^{ε/L}) is the sum again."""
    a = random_terms(Random(seed))  # noqa: S311  # test data
    root = sums.unit([a])
    p, low, content = sums.polynomial(a, root)
    back = {(i, q + low): c * content for (i, q), c in sums.from_polynomial(p, root).items()}
    assert back == a


def test_an_exponent_is_never_rounded() -> None:
    """e^{6ε/5} is no power of e^{ε}: a bare int() would turn 6/5 into 1."""
    a = {(0, F(6, 5)): F(1), (0, F(0)): F(-1)}
    with pytest.raises(NumberError, match="is no integer"):
        sums.polynomial(a, 1)
    assert sums.polynomial(a, 5)[0].to_dict() == {(0, 6): 1, (0, 0): -1}
    with pytest.raises(NumberError, match="is no integer"):
        sums.whole(F(6, 5))


def test_limits() -> None:
    """Exponents beyond the limit are an open question, not a long wait."""
    with pytest.raises(Undecided, match="differ by more than"):
        sums.polynomial({(0, F(10**6)): F(1), (0, F(0)): F(1)}, 1)


def test_text_is_read_back_as_a_number() -> None:
    """The text with a number in place of eps is the value there."""
    a = {(2, F(-1, 2)): F(-3, 4), (0, F(1)): F(1), (1, F(0)): F(-1)}
    text = sums.text(a)
    assert text == "exp(eps)-eps-3/4*eps**2*exp(-1/2*eps)"
    value = sums.at(a, F(2))
    assert parse(text.replace("eps", "2")) == value
    assert value == exp(2) - 2 - 3 * exp(-1)
    assert sums.text({}) == "0"
