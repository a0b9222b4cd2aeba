"""Pairs of laws for tests of divergences, and their divergences in decimals of 60 digits."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal, localcontext
from fractions import Fraction
from random import Random

from dpverify.defs.numbers import Value

Weights = list[int]


def law(weights: Weights) -> list[Value]:
    """Weights divided by their sum."""
    return [Value(weight) / sum(weights) for weight in weights]


def random_pairs(
    count: int, seed: int, *, zeros: bool = False
) -> Iterator[tuple[Weights, Weights]]:
    """Pairs of weights over two to five outputs, rare ones and large ratios among them."""
    draw = Random(seed)  # noqa: S311 (test data)
    sizes = [1, 1, 2, 5, 50, 1000, *([0] if zeros else [])]
    for _ in range(count):
        outputs = draw.randint(2, 5)
        pair = [[draw.choice(sizes) for _ in range(outputs)] for _ in range(2)]
        if all(sum(weights) for weights in pair):
            yield pair[0], pair[1]


def decimal_renyi(p: Weights, q: Weights, order: Fraction) -> Decimal:
    """D_α by its definition, Σ p^α·q^(1−α), in decimals."""
    with localcontext() as context:
        context.prec = 60
        alpha = Decimal(order.numerator) / order.denominator
        moment = Decimal(0)
        for a, b in zip(p, q, strict=True):
            if a:
                moment += (Decimal(a) / sum(p)) ** alpha * (Decimal(b) / sum(q)) ** (1 - alpha)
        return moment.ln() / (alpha - 1)
