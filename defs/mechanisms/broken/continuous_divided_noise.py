"""Mechanisms with continuous noise whose scale is divided by r: the ε that holds is r times theirs.

In all of them the noise's scale is a multiple of 1/ε, so that dividing it by r is asking for rε.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from dpverify.defs.mechanisms.broken.budget import SOURCE
from dpverify.defs.mechanisms.continuous_noisy_max import noisy_max
from dpverify.defs.mechanisms.continuous_sparse_vector import algorithm_1, queries
from dpverify.defs.mechanisms.continuous_sums import COUNTS, laplace
from dpverify.defs.mechanisms.geometric import differ_by_one
from dpverify.defs.mechanisms.sparse_vector import all_move
from dpverify.defs.programs import Draw, mechanism
from dpverify.defs.programs.loop import Loop

TWICE = Fraction(2)


def divided_algorithm_1(*, eps: Fraction, c: int, r: Fraction) -> Loop:
    """Scales 2/(rε) and 4c/(rε)."""
    return algorithm_1(eps=r * eps, c=c)


@mechanism(
    inputs=COUNTS,
    neighbours=differ_by_one,
    moves="A",
    id="B50d",
    name="continuous-laplace-divided",
    title="as continuous-laplace, the scale of the noise divided by r",
    claim="ε",
    truth="rε, attained",
    source=SOURCE,
)
def laplace_divided(
    count: Any, draw: Draw, *, eps: Fraction = Fraction(1), r: Fraction = TWICE
) -> Any:
    """Noise of scale 1/(rε)."""
    return laplace.function(count, draw, eps=r * eps)


@mechanism(
    inputs=queries,
    neighbours=all_move,
    moves="A",
    id="B50e",
    name="continuous-noisy-max-divided",
    title="as continuous-noisy-max, the scale of the noise divided by r",
    claim="ε",
    truth="rε for n ≥ 2, not attained",
    source=SOURCE,
)
def noisy_max_divided(
    vector: Sequence[Any],
    draw: Draw,
    *,
    eps: Fraction = Fraction(1),
    n: int = 2,
    r: Fraction = TWICE,
) -> int:
    """Noise of scale 2/(rε)."""
    return int(noisy_max.function(vector, draw, eps=r * eps, n=n))


@mechanism(
    inputs=queries,
    neighbours=all_move,
    moves="A",
    loop=divided_algorithm_1,
    id="B50f",
    name="continuous-sparse-vector-divided",
    title="as continuous-sparse-vector, the scales of the noise divided by r",
    claim="ε",
    truth="r·min(n/(4c), 1)·ε",
    source=SOURCE,
)
def sparse_vector_divided(
    vector: Sequence[Any],
    draw: Draw,
    *,
    eps: Fraction = Fraction(1),
    c: int = 1,
    n: int = 3,
    r: Fraction = TWICE,
) -> tuple[int, ...]:
    """Scales 2/(rε) and 4c/(rε)."""
    del n
    return divided_algorithm_1(eps=eps, c=c, r=r).run(vector, draw)
