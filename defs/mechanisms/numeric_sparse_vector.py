"""Sparse vector with numbers: what is above the threshold is told as a noisy answer or a gap.

Discrete noise of the threshold is clamped to −m…m, m ≥ 1; `sparse_vector` says what that bends. It
is the one change to the mechanism with unbounded noise: noisy queries are clamped where no
comparison sees it, and numbers in the output where that only processes them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from dpverify.defs.mechanisms import noise
from dpverify.defs.mechanisms.exponential_mechanism import Scores
from dpverify.defs.mechanisms.noise import Noise
from dpverify.defs.mechanisms.sparse_vector import (
    LAPLACE,
    SOURCE,
    Noises,
    all_move,
    of_threshold,
    queries,
)
from dpverify.defs.programs import Draw, mechanism
from dpverify.defs.programs.loop import Loop, Step

Answers = tuple[Any, ...]
Tell = Callable[[Any, Any, Any, Draw], Any]
"""What is told of a query, its noisy value and the threshold."""

GAP_SOURCE = "Y. Wang, Z. Ding, G. Wang, D. Kifer, D. Zhang, ShadowDP, PLDI 2019"


def numbers_above(
    *, rho: Fraction, nu: Fraction, c: int, tell: Tell, noises: Noises = LAPLACE
) -> Loop:
    """None where query plus noise is below the threshold 0 plus noise, else what is told of it.

    Args: rho, nu the scales; c how many numbers end the run.
    """
    of_the_threshold, of_queries = noises

    def step(threshold: Any, left: int, query: Any, draw: Draw) -> Step:
        value = of_queries(query, draw, nu)
        if value < threshold:
            return None, left, False
        return tell(query, value, threshold, draw), left - 1 or None, False

    return Loop(lambda draw: of_the_threshold(0, draw, rho), c, step)


def discrete(m: int, top: int) -> Noises:
    """Discrete noise: of the threshold clamped to −m…m, noisy queries to at most top ≥ m."""
    return of_threshold(m), noise.clamped(-m - 1, top)


def numeric(
    *, eps: Fraction, c: int, noises: Noises = LAPLACE, answers: Noise = noise.laplace
) -> Loop:
    """The answer that is told has fresh noise."""

    def tell(query: Any, value: Any, threshold: Any, draw: Draw) -> Any:
        del value, threshold
        return answers(query, draw, 3 * c / eps)

    return numbers_above(rho=3 / eps, nu=6 * c / eps, c=c, tell=tell, noises=noises)


def gaps(*, eps: Fraction, c: int, noises: Noises = LAPLACE, most: int | None = None) -> Loop:
    """Tells noisy query − noisy threshold, at most `most`."""

    def tell(query: Any, value: Any, threshold: Any, draw: Draw) -> Any:
        del query, draw
        return value - threshold if most is None else min(value - threshold, most)

    return numbers_above(rho=2 / eps, nu=4 * c / eps, c=c, tell=tell, noises=noises)


@mechanism(
    inputs=queries,
    neighbours=all_move,
    id="B27d",
    name="numeric-sparse-vector",
    title="sparse vector with noisy answers, discrete noise: ρ of scale 3/ε, queries 6c/ε, answers"
    " 3c/ε",
    claim="ε",
    truth="at most ε without clamp, at most (n/(6c) + 1/3)ε with any; at the defaults .6269"
    "; exactly: ?",
    source=SOURCE,
)
def numeric_sparse_vector(
    vector: Scores,
    draw: Draw,
    *,
    eps: Fraction = Fraction(1),
    c: int = 1,
    n: int = 2,
    m: int = 2,
) -> Answers:
    """The answer that is told has fresh noise, clamped to −m…m."""
    del n
    own, noises = noise.clamped(-m, m), discrete(m, top=m)
    return numeric(eps=eps, c=c, noises=noises, answers=own).run(vector, draw)


@mechanism(
    inputs=queries,
    neighbours=all_move,
    id="B28d",
    name="gap-sparse-vector",
    title="sparse vector with gaps, discrete noise: ρ of scale 2/ε, queries 4c/ε, above it the"
    " difference of the two, at most g",
    claim="ε",
    truth="at most ε without clamp, at most nε/(4c) with any; attained at m = 1; at"
    " the defaults .4799",
    source=GAP_SOURCE,
)
def gap_sparse_vector(
    vector: Scores,
    draw: Draw,
    *,
    eps: Fraction = Fraction(1),
    c: int = 1,
    n: int = 2,
    m: int = 2,
    g: int = 2,
) -> Answers:
    """Tells noisy query − noisy threshold, clamped to 0…g."""
    del n
    return gaps(eps=eps, c=c, noises=discrete(m, top=m + g), most=g).run(vector, draw)


@mechanism(
    inputs=queries,
    neighbours=all_move,
    moves="A",
    loop=numeric,
    id="B27",
    name="continuous-numeric-sparse-vector",
    title="sparse vector with noisy answers: ρ of scale 3/ε, queries 6c/ε, answers 3c/ε",
    claim="ε",
    truth="at most ε",
    source=SOURCE,
)
def continuous_numeric_sparse_vector(
    vector: Sequence[Any], draw: Draw, *, eps: Fraction = Fraction(1), c: int = 1, n: int = 2
) -> Answers:
    """The answer that is told has fresh noise."""
    del n
    return numeric(eps=eps, c=c).run(vector, draw)


@mechanism(
    inputs=queries,
    neighbours=all_move,
    moves="A",
    loop=gaps,
    id="B28",
    name="continuous-gap-sparse-vector",
    title="sparse vector with gaps: ρ of scale 2/ε, queries 4c/ε, above it the difference of the"
    " two",
    claim="ε",
    truth="at most min(n/(4c), 1)·ε",
    source=GAP_SOURCE,
)
def continuous_gap_sparse_vector(
    vector: Sequence[Any], draw: Draw, *, eps: Fraction = Fraction(1), c: int = 1, n: int = 2
) -> Answers:
    """Tells noisy query − noisy threshold."""
    del n
    return gaps(eps=eps, c=c).run(vector, draw)
