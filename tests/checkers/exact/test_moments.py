"""Moments in floats are within their bound of those in fractions."""

from __future__ import annotations

from decimal import Decimal, localcontext
from fractions import Fraction

import numpy as np
import pytest

from dpverify.checkers.exact.moments import impossible, moments, powers
from dpverify.checkers.floats import image_of
from dpverify.defs.channel import Channel
from dpverify.defs.numbers import Value


def drawn(seed: int) -> Channel:
    """A channel of weights up to 10^6."""
    weights = np.random.default_rng(seed).integers(1, 10**6, (4, 5))
    return Channel.from_weights(list("abcd"), list("vwxyz"), weights)


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("order", [2, 3, 7, 40])
def test_whole_orders(seed: int, order: int) -> None:
    """Σ P^α/Q^(α−1), in fractions."""
    channel = drawn(seed)
    found = moments(image_of(channel.rows).floats, Fraction(order))
    assert found is not None
    values, error = found
    assert error < 1e-11
    laws = [[x.as_fraction() for x in channel.row(i)] for i in range(4)]
    for i, p in enumerate(laws):
        for j, q in enumerate(laws):
            exact = sum(a**order / b ** (order - 1) for a, b in zip(p, q, strict=True))
            assert abs(Fraction(float(values[i, j])) - exact) <= Fraction(error) * exact


def test_orders_by_roots() -> None:
    """The moment of order 25/16, by decimals of 40 digits."""
    channel = drawn(1)
    values, error = moments(image_of(channel.rows).floats, Fraction(25, 16)) or (None, 0.0)
    assert values is not None
    with localcontext(prec=40):
        p, q = (
            [Decimal(x.numerator) / x.denominator for x in map(Value.as_fraction, channel.row(i))]
            for i in (0, 1)
        )
        power = Decimal(25) / 16
        exact = sum(a * (a / b) ** (power - 1) for a, b in zip(p, q, strict=True))
        assert abs(Decimal(float(values[0, 1])) - exact) <= Decimal(error) * exact


def test_what_is_not_asked() -> None:
    """Roots that are no square roots, very many factors, powers beyond the range of floats."""
    image = image_of(drawn(0).rows).floats
    assert powers(image, Fraction(4, 3)) is None
    assert powers(image, Fraction(5000)) is None
    assert powers(image, Fraction(300)) is None


def test_what_one_input_alone_can_give() -> None:
    """Input a gives w, which b never does; the moment is infinite in this direction alone."""
    channel = Channel(["a", "b"], ["v", "w"], [["1/2", "1/2"], ["1", "0"]])
    image = image_of(channel.rows).floats
    assert impossible(image).tolist() == [[False, True], [False, False]]
    values, _ = moments(image, Fraction(2)) or (None, 0.0)
    assert values is not None
    assert (values[0, 1], values[1, 0]) == (np.inf, 2.0)  # 1²/(1/2)
