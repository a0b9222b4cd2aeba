"""The sparse vector technique with discrete Laplace noise: Lyu, Su and Li's six algorithms.

Noise is unbounded, so a program is known by bounds: δ is enclosed, and a violated ε is refuted.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from dpverify.defs.mechanisms.exponential_mechanism import Scores, scores
from dpverify.defs.programs import Draw, mechanism

SOURCE = "M. Lyu, D. Su, N. Li, Understanding the Sparse Vector Technique, PVLDB 10(6), 2017"


def queries(n: int) -> Sequence[Scores]:
    """Answers to n queries, each −1, 0 or 1, all thresholds being 0: the extreme moves."""
    return [tuple(q - 1 for q in vector) for vector in scores(n, 2)]


def all_move(x: Scores, y: Scores) -> bool:
    """Whether every answer moves by at most 1, and one does."""
    return max(abs(a - b) for a, b in zip(x, y, strict=True)) == 1


def above_threshold(
    vector: Scores, draw: Draw, *, rho: Fraction, nu: Fraction | None, c: int
) -> tuple[int, ...]:
    """1 where query plus noise of scale nu reaches the threshold 0 plus noise of scale rho.

    Args: nu None for no noise on the queries; c how many ones end the run.
    """
    threshold = draw.discrete_laplace(rho)
    answers: tuple[int, ...] = ()
    for query in vector:
        noise = 0 if nu is None else draw.discrete_laplace(nu)
        answers = (*answers, int(query + noise >= threshold))
        if sum(answers) == c:
            break
        # From here on only the threshold and the answers matter.
        draw.checkpoint(threshold, answers)
    return answers


@mechanism(
    inputs=queries,
    neighbours=all_move,
    id="B20d",
    name="sparse-vector",
    title="sparse vector technique, algorithm 1, discrete noise: ρ of scale 2/ε, queries 4c/ε",
    claim="ε",
    truth="at most ε",
    source=SOURCE,
)
def sparse_vector(
    vector: Scores, draw: Draw, *, eps: Fraction = Fraction(1), c: int = 1, n: int = 1
) -> tuple[int, ...]:
    """Stops after c ones."""
    del n
    return above_threshold(vector, draw, rho=2 / eps, nu=4 * c / eps, c=c)
