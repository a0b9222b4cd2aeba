"""Report noisy max with the gap to the runner-up.

With continuous noise nothing ties, and the lead is told as it is. Discrete values can tie: the
proof of privacy moves the winner alone, with the bound that it has to reach: v_j for j behind it,
v_j + 1 for j before it, which wins ties. So the gap to that bound is told; the plain difference is
what `broken/noisy_max_gap.py` tells.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from dpverify.defs.mechanisms import noise
from dpverify.defs.mechanisms.exponential_mechanism import Scores
from dpverify.defs.mechanisms.sparse_vector import all_move, queries
from dpverify.defs.programs import Draw, mechanism
from dpverify.defs.programs.selection import Selection

SOURCE = (
    "Z. Ding, Y. Wang, D. Zhang, D. Kifer, Free Gap Information from the Differentially Private"
    " Sparse Vector and Noisy Max Mechanisms, PVLDB 13(3), 2019"
)


def best_and_gap(
    vector: Scores, draw: Draw, scale: Fraction, g: int, beaten: int
) -> tuple[int, int]:
    """The number of the first largest noisy query, and its lead, at most g.

    Args: scale of the noise; beaten how much further an earlier query is away: 1 for the distance
        to what the winner has to reach, 0 for the plain difference.
    """
    number, largest, gap = 0, 0, g
    for i, query in enumerate(vector):
        value = noise.discrete_laplace(query, draw, scale)
        if i == 0:
            largest = value
        elif value > largest:
            number, largest, gap = i, value, min(value - largest - beaten, g)
        else:
            gap = min(gap, largest - value)
        draw.checkpoint(i, number, largest, gap)
    return number, gap


@mechanism(
    inputs=queries,
    neighbours=all_move,
    moves="A",
    id="B17d",
    name="noisy-max-gap",
    title="number of the largest of n queries plus discrete Laplace noise of scale 2/ε, and by how"
    " much it could fall and still be that, at most g",
    claim="ε",
    truth="at most ε; for n ≥ 2 all of it, not attained, as g and the queries grow",
    source=SOURCE,
)
def noisy_max_gap(
    vector: Scores, draw: Draw, *, eps: Fraction = Fraction(1), n: int = 2, g: int = 2
) -> tuple[int, int]:
    """An earlier query that ties wins, so it is one further away."""
    del n
    return best_and_gap(vector, draw, 2 / eps, g, beaten=1)


def with_its_lead(*, eps: Fraction) -> Selection:
    """Laplace noise of scale 2/ε, and the lead of the largest over all others."""
    return Selection(lambda draw: draw.laplace(2 / eps), lead=True)


@mechanism(
    inputs=queries,
    neighbours=all_move,
    moves="A",
    selection=with_its_lead,
    least=2,
    id="B17",
    name="continuous-noisy-max-gap",
    title="number of the largest of n queries plus Laplace noise of scale 2/ε, and its lead over"
    " the next one",
    claim="ε",
    truth="at most ε",
    source=SOURCE,
)
def continuous_noisy_max_gap(
    vector: Sequence[Any], draw: Draw, *, eps: Fraction = Fraction(1), n: int = 2
) -> Any:
    """The lead is told as it is."""
    del n
    return with_its_lead(eps=eps).run(vector, draw)
