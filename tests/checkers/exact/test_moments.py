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


@pytest.mark.parametrize("order", ["25/16", "4/3", "27/10", "101/100", "1000/999", "100/3"])
def test_orders_by_roots(order: str) -> None:
    """Moments of broken orders, by decimals of 40 digits."""
    channel = drawn(1)
    values, error = moments(image_of(channel.rows).floats, Fraction(order)) or (None, 0.0)
    assert values is not None
    assert error < 1e-10
    with localcontext(prec=40):
        p, q = (
            [Decimal(x.numerator) / x.denominator for x in map(Value.as_fraction, channel.row(i))]
            for i in (0, 1)
        )
        power = Decimal(Fraction(order).numerator) / Fraction(order).denominator
        exact = sum(a * (a / b) ** (power - 1) for a, b in zip(p, q, strict=True))
        assert abs(Decimal(float(values[0, 1])) - exact) <= Decimal(error) * exact


def test_what_is_not_asked() -> None:
    """Very high roots, very many factors, powers beyond the range of floats."""
    image = image_of(drawn(0).rows).floats
    assert powers(image, Fraction(5000, 4999)) is None
    assert powers(image, Fraction(5000)) is None
    assert powers(image, Fraction(300)) is None


@pytest.mark.parametrize(
    ("wrong", "believed"), [(1e-15, True), (-4e-15, True), (1e-13, False), (np.nan, False)]
)
def test_a_root_is_believed_as_far_as_its_power_is_the_number(
    wrong: float, believed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A library that errs by 9 or 36 u makes the bound larger, one that errs by 900 is left."""
    image, order = image_of(drawn(2).rows).floats, Fraction(27, 10)
    right = powers(image, order)
    monkeypatch.setattr(
        "dpverify.checkers.exact.moments._library_root",
        lambda image, degree: image ** (1 / degree) * (1 + wrong),
    )
    found = powers(image, order)
    assert right is not None
    assert (found is not None) == believed
    if found is not None:
        assert found[2] > right[2]
        assert (np.abs(found[0] / right[0] - 1) < found[2]).all()


def test_what_one_input_alone_can_give() -> None:
    """Input a gives w, which b never does; the moment is infinite in this direction alone."""
    channel = Channel(["a", "b"], ["v", "w"], [["1/2", "1/2"], ["1", "0"]])
    image = image_of(channel.rows).floats
    assert impossible(image).tolist() == [[False, True], [False, False]]
    values, _ = moments(image, Fraction(2)) or (None, 0.0)
    assert values is not None
    assert (values[0, 1], values[1, 0]) == (np.inf, 2.0)  # 1²/(1/2)
