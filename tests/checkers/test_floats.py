"""Float images: the promised error bound, on numbers of every size."""

from __future__ import annotations

import math
from fractions import Fraction
from random import Random

import numpy as np
import pytest

from dpverify.checkers.floats import (
    KEPT,
    SMALLEST,
    forget_images,
    image_of,
    image_of_number,
    image_of_ratio,
    usable,
)
from dpverify.defs.channel import Channel
from dpverify.defs.dyadic import dyadic_rows
from dpverify.defs.numbers import Real, Value, as_bound, parse
from dpverify.defs.rows import RationalRows
from tests.checkers.exact.channels import seeded

U = Fraction(1, 2**53)
T = Fraction(1, 2**1074)


def within(image: float, exact: Fraction) -> bool:
    """|x̂ − x| ≤ 4u·x + t, and 0 only for 0."""
    return abs(Fraction(image) - exact) <= 4 * U * exact + T and (image == 0) == (exact == 0)


def random_weights(rng: Random, bits: int, n: int, m: int) -> list[list[int]]:
    """Weights of very different sizes, some 0."""
    return [[rng.choice((0, 1)) * rng.getrandbits(rng.randint(1, bits)) for _ in range(m)] + [1]
            for _ in range(n)]  # fmt: skip


@pytest.mark.parametrize("bits", [20, 55, 61, 62, 63, 200, 2000])
def test_rational_images(bits: int) -> None:
    """Every entry keeps the bound, whether numerators fit a machine word or not."""
    weights = random_weights(seeded(bits), bits, 8, 9)
    channel = Channel.from_weights([str(i) for i in range(8)], [str(i) for i in range(10)], weights)
    image = image_of(channel.rows)
    for i in range(8):
        for o in range(10):
            assert within(float(image.floats[i, o]), channel.entry(i, o).as_fraction())


def test_machine_integers_only_where_sums_fit() -> None:
    """Beside the floats stand int64 arrays, or ids of equal entries, never both."""
    small = image_of(RationalRows(2, [([1, 2], 3), ([0, 1], 1)]))
    assert small.numerators is not None
    assert small.denominators is not None
    assert small.numerators.tolist() == [[1, 2], [0, 1]]
    assert small.denominators.tolist() == [3, 1]
    assert small.classes is None
    large = image_of(RationalRows(2, [([1, 2**70 - 1], 2**70), ([1, 2**70 - 1], 2**70)]))
    assert large.numerators is None
    assert large.classes is not None
    assert large.classes.tolist() == [[0, 1], [0, 1]]


def test_the_smallest_positive_numbers_are_not_zero() -> None:
    """An entry below every float has the smallest float as its image."""
    assert image_of_ratio(1, 10**400) == SMALLEST
    assert image_of_ratio(0, 7) == 0
    assert image_of_number(parse("exp(-1000)")) == SMALLEST  # type: ignore[arg-type]  # a Value
    assert image_of_number(Value(0)) == 0


def test_sums_of_machine_integers_may_leave_the_machine() -> None:
    """Numerators of 61 bits over a denominator of 64: no int64 arrays, the same bound."""
    row = [2**61 - 1, 2**61 + 1, 2**61 - 1, 2**61 + 1]
    image = image_of(RationalRows(4, [(row, 2**63), (row, 2**63)]))
    assert image.numerators is None
    assert all(
        within(float(x), Fraction(k, 2**63)) for x, k in zip(image.floats[0], row, strict=True)
    )


def test_cancellation_is_seen_through() -> None:
    """√2 less its first 60 digits is about 4·10^-61, which 128 bits do not tell from 0."""
    digits = math.isqrt(2 * 10**120)
    number = as_bound("2**(1/2)") - Value(Fraction(digits, 10**60))
    exact = Fraction(math.isqrt(2 * 10**400), 10**200) - Fraction(digits, 10**60)
    assert 0 < exact < Fraction(1, 10**59)
    assert within(image_of_number(number), exact)


@pytest.mark.parametrize("text", ["exp(1)", "exp(-700)", "2**(1/2)", "1/3", "exp(20)-exp(19)"])
def test_images_of_numbers(text: str) -> None:
    """Against flint at 300 bits: within the bound."""
    number = as_bound(text)
    exact = number.ball(300)
    image = image_of_number(number)
    error = abs(exact - Fraction(image).numerator / type(exact)(Fraction(image).denominator))
    assert error <= exact * 4 * 2.0**-53 + SMALLEST


def test_numbers_beyond_floats() -> None:
    """Too large is inf, which is not usable."""
    assert image_of_number(as_bound("exp(1000)")) == math.inf
    assert image_of_number(as_bound("10**400")) == math.inf
    assert not usable(math.inf)
    assert not usable(2.0**1001)
    assert usable(image_of_number(as_bound("exp(600)")))


def test_balls_have_images_too() -> None:
    """A Real has the float next to it."""
    number = as_bound("exp(2**(1/2))")
    assert isinstance(number, Real)
    assert math.isclose(image_of_number(number), math.exp(math.sqrt(2)), rel_tol=1e-15)


def test_images_are_kept_for_the_last_matrices() -> None:
    """The same matrix gives the same array; a matrix long out of use is built anew."""
    forget_images()
    matrices = [RationalRows(2, [([1, k], k + 1)] * 2) for k in range(1, KEPT + 2)]
    first = image_of(matrices[0])
    assert image_of(matrices[0]) is first
    for other in matrices[1:]:
        image_of(other)
    assert image_of(matrices[0]) is not first


def test_images_are_read_only() -> None:
    """No pass can change the image that the next one relies on."""
    image = image_of(RationalRows(2, [([1, 2], 3), ([1, 1], 2)]))
    with pytest.raises(ValueError, match="read-only"):
        np.asarray(image.floats)[0, 0] = 1


def test_rows_of_floats_that_sum_to_more_than_any_float() -> None:
    """Weights near the largest float, of which the sum is none: each image is near its entry."""
    weights = np.array([[1e308, 1.5e308, 5e-324], [1.0, 2.0, 1.0]])
    rows = dyadic_rows(weights)
    assert rows is not None
    floats = image_of(rows).floats
    for i, j in np.ndindex(weights.shape):
        assert within(float(floats[i, j]), rows.fraction(i, j))
