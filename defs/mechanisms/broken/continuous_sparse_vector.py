"""The sparse vector technique as it was published with mistakes; Laplace noise."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from dpverify.defs.mechanisms.continuous_sparse_vector import queries
from dpverify.defs.mechanisms.sparse_vector import SOURCE, above_threshold, all_move
from dpverify.defs.programs import Draw, mechanism


@mechanism(
    inputs=queries,
    neighbours=all_move,
    moves="A",
    id="B23",
    name="continuous-sparse-vector-lee-clifton",
    title="sparse vector technique, algorithm 4: ρ of scale 4/ε, queries 4/(3ε)",
    claim="ε",
    truth="(1+6c)/4·ε for n ≥ 2c+1; for c = 1 also ε/4 at n = 1 and 3ε/2 at n = 2",
    source=SOURCE,
)
def sparse_vector_lee_clifton(
    vector: Sequence[Any], draw: Draw, *, eps: Fraction = Fraction(1), c: int = 1, n: int = 2
) -> tuple[int, ...]:
    """Stops after c ones; the queries' noise does not grow with c."""
    del n
    return above_threshold(tuple(vector), draw, rho=4 / eps, nu=4 / (3 * eps), c=c, m=None)


@mechanism(
    inputs=queries,
    neighbours=all_move,
    moves="A",
    id="B24",
    name="continuous-sparse-vector-stoddard",
    title="sparse vector technique, algorithm 5: no noise on the queries",
    claim="ε",
    truth="∞ for n ≥ 2: (1,1) against (2,0), output (1,0)",
    source=SOURCE,
)
def sparse_vector_stoddard(
    vector: Sequence[Any], draw: Draw, *, eps: Fraction = Fraction(1), n: int = 2
) -> tuple[int, ...]:
    """Never stops, and one threshold decides everything."""
    return above_threshold(tuple(vector), draw, rho=2 / eps, nu=None, c=n + 1, m=None)


@mechanism(
    inputs=queries,
    neighbours=all_move,
    moves="A",
    id="B25",
    name="continuous-sparse-vector-chen",
    title="sparse vector technique, algorithm 6: all noise of scale 2/ε, no stop",
    claim="ε",
    truth="nε/2: violates for n ≥ 3",
    source=SOURCE,
)
def sparse_vector_chen(
    vector: Sequence[Any], draw: Draw, *, eps: Fraction = Fraction(1), n: int = 3
) -> tuple[int, ...]:
    """Never stops."""
    return above_threshold(tuple(vector), draw, rho=2 / eps, nu=2 / eps, c=n + 1, m=None)
