"""Stars by quadrature, against closed forms and the exact words."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from flint import arb

from dpverify.checkers.continuous.words import probability
from dpverify.defs.errors import DomainError
from dpverify.defs.numbers import Number, Value
from dpverify.defs.risk.gaussian import normal_cdf
from tests.checkers.continuous.programs import shifts, sparse_vector
from tests.checkers.enclosures.stars import Comparison, Law, Noise, star_probability

F = Fraction
LAWS: tuple[Law, ...] = ("gaussian", "uniform", "laplace", "exponential")


def close(found: arb, expected: arb, digits: int = 25) -> bool:
    """Whether both enclose one number, and the first is narrow."""
    return bool(found.overlaps(expected)) and float(found.rad()) < 10.0**-digits


@pytest.mark.parametrize("shift", [F(0), F(1, 3), F(-5, 2)])
def test_two_gaussians(shift: Fraction) -> None:
    """P(s + X ≥ Z) = Φ(s/√(σ² + τ²)) at σ = 3, τ = 4."""
    found = star_probability(
        Noise("gaussian", F(3)), [Comparison(Noise("gaussian", F(4)), shift, above=True)]
    )
    assert close(found.ball(100), normal_cdf(Value(shift / 5)).ball(100))


@pytest.mark.parametrize(("shift", "expected"), [(F(0), F(1, 2)), (F(1), F(7, 8)), (F(2), F(1))])
def test_two_uniforms(shift: Fraction, expected: Fraction) -> None:
    """On ±1 the difference is triangular: P(s + X ≥ Z) = 1 − (2 − s)²/8."""
    one = Noise("uniform", F(1))
    found = star_probability(one, [Comparison(one, shift, above=True)])
    assert close(found.ball(100), Value(expected).ball(100))


@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize("threshold", LAWS)
def test_words_sum_to_one(threshold: Law, law: Law) -> None:
    """All words of two queries."""
    total: Number = Value(0)
    for bits in product((True, False), repeat=2):
        total += star_probability(
            Noise(threshold, F(2)),
            [Comparison(Noise(law, F(3, 2)), q, bit)
             for q, bit in zip((F(1, 2), F(-1)), bits, strict=True)],
        )  # fmt: skip
    assert close(total.ball(100), arb(1), 20)


@pytest.mark.parametrize("word", ["000", "101", "011"])
def test_the_exact_words(word: str) -> None:
    """A sparse vector with Laplace noise at ε = 1."""
    queries = (1, -1, 2)
    exact = probability(sparse_vector(shifts(*queries), F(2), F(4, 3)), word).at(F(1))
    found = star_probability(
        Noise("laplace", F(2)),
        [Comparison(Noise("laplace", F(4, 3)), F(q), bit == "1")
         for q, bit in zip(queries, word, strict=True)],
    )  # fmt: skip
    assert close(found.ball(100), exact.ball(100), 20)


def test_a_scale_is_positive() -> None:
    """Refused in one line."""
    with pytest.raises(DomainError, match="more than 0"):
        Noise("gaussian", F(0))
