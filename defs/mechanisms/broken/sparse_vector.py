"""The sparse vector technique as it was published with mistakes; discrete noise."""

from __future__ import annotations

from fractions import Fraction

from dpverify.defs.mechanisms.exponential_mechanism import Scores
from dpverify.defs.mechanisms.sparse_vector import SOURCE, above_threshold, all_move, queries
from dpverify.defs.programs import Draw, mechanism


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
    return above_threshold(vector, draw, rho=4 / eps, nu=4 / (3 * eps), c=c, m=m)


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
    return above_threshold(vector, draw, rho=2 / eps, nu=None, c=n + 1, m=m)


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
    return above_threshold(vector, draw, rho=2 / eps, nu=2 / eps, c=n + 1, m=m)
