"""The sparse vector technique as it was published with mistakes."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from dpverify.defs.mechanisms.exponential_mechanism import Scores
from dpverify.defs.mechanisms.sparse_vector import (
    LAPLACE,
    SOURCE,
    Noises,
    above_threshold,
    all_move,
    discrete,
    queries,
)
from dpverify.defs.programs import Draw, mechanism
from dpverify.defs.programs.loop import Loop


def algorithm_4(*, eps: Fraction, c: int, noises: Noises = LAPLACE) -> Loop:
    """Noise on the queries that does not grow with c."""
    return above_threshold(rho=4 / eps, nu=4 / (3 * eps), c=c, noises=noises)


def algorithm_5(*, eps: Fraction, noises: Noises = LAPLACE) -> Loop:
    """One threshold decides everything, and nothing stops it."""
    return above_threshold(rho=2 / eps, nu=None, c=None, noises=noises)


def algorithm_6(*, eps: Fraction, noises: Noises = LAPLACE) -> Loop:
    """Nothing stops it."""
    return above_threshold(rho=2 / eps, nu=2 / eps, c=None, noises=noises)


@mechanism(
    inputs=queries,
    neighbours=all_move,
    moves="A",
    id="B23d",
    name="sparse-vector-lee-clifton",
    title="sparse vector technique, algorithm 4, discrete noise: ρ of scale 4/ε, queries 4/(3ε)",
    claim="ε",
    truth="more than ε for n ≥ 2 ((1+6c)/4·ε with continuous noise and n ≥ 2c+1)",
    source=SOURCE,
)
def sparse_vector_lee_clifton(
    vector: Scores, draw: Draw, *, eps: Fraction = Fraction(1), c: int = 1, n: int = 2, m: int = 0
) -> tuple[int, ...]:
    """Stops after c ones; the queries' noise does not grow with c; m as for `sparse-vector`."""
    del n
    return algorithm_4(eps=eps, c=c, noises=discrete(m)).run(vector, draw)


@mechanism(
    inputs=queries,
    neighbours=all_move,
    moves="A",
    id="B24d",
    name="sparse-vector-stoddard",
    title="sparse vector technique, algorithm 5, discrete noise: none on the queries",
    claim="ε",
    truth="∞ for n ≥ 2: (0,0) against (1,−1), output (1,0)",
    source=SOURCE,
)
def sparse_vector_stoddard(
    vector: Scores, draw: Draw, *, eps: Fraction = Fraction(1), n: int = 2, m: int = 0
) -> tuple[int, ...]:
    """Never stops, and one threshold decides everything; m as for `sparse-vector`."""
    del n
    return algorithm_5(eps=eps, noises=discrete(m)).run(vector, draw)


@mechanism(
    inputs=queries,
    neighbours=all_move,
    moves="A",
    id="B25d",
    name="sparse-vector-chen",
    title="sparse vector technique, algorithm 6, discrete noise of scale 2/ε, no stop",
    claim="ε",
    truth="nε/2 with continuous noise: violates for n ≥ 3",
    source=SOURCE,
)
def sparse_vector_chen(
    vector: Scores, draw: Draw, *, eps: Fraction = Fraction(1), n: int = 2, m: int = 0
) -> tuple[int, ...]:
    """Never stops; m as for `sparse-vector`."""
    del n
    return algorithm_6(eps=eps, noises=discrete(m)).run(vector, draw)


@mechanism(
    inputs=queries,
    neighbours=all_move,
    moves="A",
    loop=algorithm_4,
    id="B23",
    name="continuous-sparse-vector-lee-clifton",
    title="sparse vector technique, algorithm 4: ρ of scale 4/ε, queries 4/(3ε)",
    claim="ε",
    truth="(1+6c)/4·ε for n ≥ 2c+1; for c = 1 also ε/4 at n = 1 and 3ε/2 at n = 2",
    source=SOURCE,
)
def continuous_sparse_vector_lee_clifton(
    vector: Sequence[Any], draw: Draw, *, eps: Fraction = Fraction(1), c: int = 1, n: int = 2
) -> tuple[int, ...]:
    """Stops after c ones; the queries' noise does not grow with c."""
    del n
    return algorithm_4(eps=eps, c=c).run(vector, draw)


@mechanism(
    inputs=queries,
    neighbours=all_move,
    moves="A",
    loop=algorithm_5,
    id="B24",
    name="continuous-sparse-vector-stoddard",
    title="sparse vector technique, algorithm 5: no noise on the queries",
    claim="ε",
    truth="∞ for n ≥ 2: (1,1) against (2,0), output (1,0)",
    source=SOURCE,
)
def continuous_sparse_vector_stoddard(
    vector: Sequence[Any], draw: Draw, *, eps: Fraction = Fraction(1), n: int = 2
) -> tuple[int, ...]:
    """Never stops, and one threshold decides everything."""
    del n
    return algorithm_5(eps=eps).run(vector, draw)


@mechanism(
    inputs=queries,
    neighbours=all_move,
    moves="A",
    loop=algorithm_6,
    id="B25",
    name="continuous-sparse-vector-chen",
    title="sparse vector technique, algorithm 6: all noise of scale 2/ε, no stop",
    claim="ε",
    truth="nε/2: violates for n ≥ 3",
    source=SOURCE,
)
def continuous_sparse_vector_chen(
    vector: Sequence[Any], draw: Draw, *, eps: Fraction = Fraction(1), n: int = 3
) -> tuple[int, ...]:
    """Never stops."""
    del n
    return algorithm_6(eps=eps).run(vector, draw)
