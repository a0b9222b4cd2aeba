"""Report noisy max with discrete noise: the number of the best query is told, not its value."""

from __future__ import annotations

from fractions import Fraction

from dpverify.defs.mechanisms.exponential_mechanism import Scores
from dpverify.defs.mechanisms.sparse_vector import all_move, queries
from dpverify.defs.programs import Draw, mechanism

SOURCE = "C. Dwork, A. Roth, The Algorithmic Foundations of Differential Privacy, 2014, sec. 3.3"


def best(vector: Scores, draw: Draw, scale: Fraction, *, one_sided: bool) -> tuple[int, int]:
    """The number and the noisy value of the largest; the first one among equals.

    Args: scale of the noise, discrete Laplace, or if one_sided geometric.
    """
    number, largest = 0, 0
    for i, query in enumerate(vector):
        if one_sided:
            noisy = query + draw.geometric(f"exp({-1 / scale})")
        else:
            noisy = query + draw.discrete_laplace(scale)
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
    return best(vector, draw, 2 / eps, one_sided=False)[0]


@mechanism(
    inputs=queries,
    neighbours=all_move,
    moves="A",
    id="B12d",
    name="noisy-max-geometric",
    title="number of the largest of n queries plus geometric noise of ratio e^{−ε/2}",
    claim="ε",
    truth="at most ε",
    source="Z. Ding et al., The Permute-and-Flip Mechanism is Identical to Report-Noisy-Max with"
    " Exponential Noise, 2021, with discrete noise",
)
def noisy_max_geometric(
    vector: Scores, draw: Draw, *, eps: Fraction = Fraction(1), n: int = 2
) -> int:
    """The same with noise that is never negative."""
    del n
    return best(vector, draw, 2 / eps, one_sided=True)[0]
