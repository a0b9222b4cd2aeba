"""Numbers known by balls alone: infinite operands, the normal law."""

from __future__ import annotations

from statistics import NormalDist

import pytest

from dpverify.defs.numbers import INFINITY, NumberError, Real, Value, parse


def test_what_is_infinite_stays_infinite() -> None:
    """Sums with +inf are +inf or −inf, never a ball; a ball of an infinite loss is refused."""
    number = Real("exp", Value(1))
    assert number + INFINITY == INFINITY
    assert INFINITY + number == INFINITY
    assert number - INFINITY == -INFINITY
    assert INFINITY - number == INFINITY
    assert not number - INFINITY > 0
    for refused in (INFINITY, number * INFINITY):
        with pytest.raises(NumberError, match="infinite"):
            refused.ball(64)


def test_the_normal_law() -> None:
    """Φ and its inverse against the standard library, and against each other far out."""
    normal = NormalDist()
    for text in ("1/1000", "1/4", "1/2", "2/3", "999/1000"):
        probability = parse(text)
        found = Real("quantile", probability)
        assert found.approx() == pytest.approx(normal.inv_cdf(probability.approx()), abs=1e-12)
        assert Real("Phi", found).approx() == pytest.approx(probability.approx())
    far = parse("1e-300")
    for end in (far, 1 - far):
        again = Real("Phi", Real("quantile", end)) - end
        ball = again.ball(4096)
        assert ball.contains(0)
        assert abs(ball) < parse("1e-900").ball(64)
    two, three = (Real("ln", Real("exp", Value(x))) for x in (2, 3))
    assert Real("max", two, three).approx() == pytest.approx(3)
