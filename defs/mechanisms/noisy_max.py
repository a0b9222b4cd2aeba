"""Report noisy max: the number of the best query is told, not its value.

Integer noise ties, and the first of equal values wins; continuous noise never ties.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from dpverify.defs.mechanisms import noise
from dpverify.defs.mechanisms.exponential_mechanism import Scores
from dpverify.defs.mechanisms.noise import Noise
from dpverify.defs.mechanisms.sparse_vector import all_move, queries
from dpverify.defs.programs import Draw, mechanism
from dpverify.defs.programs.selection import Selection

SOURCE = "C. Dwork, A. Roth, The Algorithmic Foundations of Differential Privacy, 2014, sec. 3.3"
ONE_SIDED = (
    "Z. Ding et al., The Permute-and-Flip Mechanism is Identical to Report-Noisy-Max with"
    " Exponential Noise, 2021"
)


def best(vector: Scores, draw: Draw, scale: Fraction, noise: Noise) -> tuple[int, int]:
    """The number and the noisy value of the largest; the first one among equals.

    Queries are read one by one, so that all paths with one best so far are followed once.
    """
    number, largest = 0, 0
    for i, query in enumerate(vector):
        noisy = noise(query, draw, scale)
        if i == 0 or noisy > largest:
            number, largest = i, noisy
        draw.checkpoint(i, number, largest)
    return number, largest


@mechanism(
    inputs=queries,
    neighbours=all_move,
    moves="A",
    id="B11d",
    name="noisy-max",
    title="number of the largest of n queries plus discrete Laplace noise of scale 2/ε",
    claim="ε",
    truth="at most ε",
    source=SOURCE,
)
def noisy_max(vector: Scores, draw: Draw, *, eps: Fraction = Fraction(1), n: int = 2) -> int:
    """The number of the first largest noisy value."""
    del n
    return best(vector, draw, 2 / eps, noise.discrete_laplace)[0]


@mechanism(
    inputs=queries,
    neighbours=all_move,
    moves="A",
    id="B12d",
    name="noisy-max-geometric",
    title="number of the largest of n queries plus geometric noise of ratio e^{−ε/2}",
    claim="ε",
    truth="at most ε",
    source=f"{ONE_SIDED}, with discrete noise",
)
def noisy_max_geometric(
    vector: Scores, draw: Draw, *, eps: Fraction = Fraction(1), n: int = 2
) -> int:
    """The same with noise that is never negative."""
    del n
    return best(vector, draw, 2 / eps, noise.geometric)[0]


def with_laplace(*, eps: Fraction) -> Selection:
    """Laplace noise of scale 2/ε."""
    return Selection(lambda draw: draw.laplace(2 / eps))


def with_exponential(*, eps: Fraction) -> Selection:
    """Exponential noise of scale 2/ε."""
    return Selection(lambda draw: draw.exponential(2 / eps))


@mechanism(
    inputs=queries,
    neighbours=all_move,
    moves="A",
    selection=with_laplace,
    id="B11",
    name="continuous-noisy-max",
    title="number of the largest of n queries plus Laplace noise of scale 2/ε",
    claim="ε",
    truth="ε for n ≥ 2, not attained: for n = 2 it is approached like 1/gap",
    source=SOURCE,
)
def continuous_noisy_max(
    vector: Sequence[Any], draw: Draw, *, eps: Fraction = Fraction(1), n: int = 2
) -> Any:
    """The number of the largest noisy value."""
    del n
    return with_laplace(eps=eps).run(vector, draw)


@mechanism(
    inputs=queries,
    neighbours=all_move,
    moves="A",
    selection=with_exponential,
    id="B12",
    name="continuous-noisy-max-exponential",
    title="number of the largest of n queries plus exponential noise of scale 2/ε",
    claim="ε",
    truth="ε for n ≥ 2, attained",
    source=ONE_SIDED,
)
def continuous_noisy_max_exponential(
    vector: Sequence[Any], draw: Draw, *, eps: Fraction = Fraction(1), n: int = 2
) -> Any:
    """The same with noise that is never negative."""
    del n
    return with_exponential(eps=eps).run(vector, draw)
