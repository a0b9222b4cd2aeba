"""One user's report of one of k values: k-ary randomised response, and two unary encodings.

What many such reports say of all users, with bias and variance, is `dpverify.defs.local`.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from dpverify.defs.numbers import exp
from dpverify.defs.programs import Draw, mechanism

KAIROUZ = "P. Kairouz, K. Bonawitz, D. Ramage, Discrete Distribution Estimation, ICML 2016"
WANG = "T. Wang, J. Blocki, N. Li, S. Jha, Locally Differentially Private Protocols, USENIX 2017"


def values(k: int) -> Sequence[int]:
    """The values 0 to k − 1."""
    return range(k)


@mechanism(
    inputs=values,
    name="k-ary-randomized-response",
    title="k-ary randomised response: the value with probability e^ε/(e^ε+k−1), else another",
    claim="ε",
    truth="ε, attained",
    source=KAIROUZ,
)
def k_ary_response(value: int, draw: Draw, *, k: int = 3, eps: Fraction = Fraction(1)) -> int:
    """The value, or one of the k − 1 others, each with probability 1/(e^ε + k − 1)."""
    odds = exp(eps)
    if draw.flip(odds / (odds + k - 1)):
        return value
    return int(draw.uniform([other for other in range(k) if other != value]))


@mechanism(
    inputs=values,
    name="symmetric-unary-encoding",
    title="symmetric unary encoding: k bits, one of them set, each flipped with 1/(1+e^{ε/2})",
    claim="ε",
    truth="ε, attained",
    source=f"{WANG}; basic one-time RAPPOR, Erlingsson, Pihur, Korolova 2014",
)
def symmetric_unary_encoding(
    value: int, draw: Draw, *, k: int = 3, eps: Fraction = Fraction(1)
) -> tuple[int, ...]:
    """k bits; two values differ in two bits, each of which pays ε/2."""
    lie = 1 / (1 + exp(eps / 2))
    return _sent(value, draw, k, 1 - lie, lie)


@mechanism(
    inputs=values,
    name="optimised-unary-encoding",
    title="optimised unary encoding: the set bit of k is sent with 1/2, another one with 1/(1+e^ε)",
    claim="ε",
    truth="ε, attained",
    source=WANG,
)
def optimised_unary_encoding(
    value: int, draw: Draw, *, k: int = 3, eps: Fraction = Fraction(1)
) -> tuple[int, ...]:
    """k bits, sent as 1 with probability 1/2 where the value is, else with 1/(1 + e^ε)."""
    return _sent(value, draw, k, Fraction(1, 2), 1 / (1 + exp(eps)))


def _sent(value: int, draw: Draw, k: int, p: Any, q: Any) -> tuple[int, ...]:
    """Each bit: 1 with probability p if it is that of the value, else with q."""
    return tuple(int(draw.flip(p if place == value else q)) for place in range(k))
