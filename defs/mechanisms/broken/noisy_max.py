"""Report noisy max that tells the value instead of the number."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from dpverify.defs.mechanisms import noise
from dpverify.defs.mechanisms.exponential_mechanism import Scores
from dpverify.defs.mechanisms.histogram import noisy_counts
from dpverify.defs.mechanisms.noisy_max import best
from dpverify.defs.mechanisms.sparse_vector import all_move, queries
from dpverify.defs.programs import Draw, mechanism

SOURCE = (
    "Z. Ding, Y. Wang, G. Wang, D. Zhang, D. Kifer, Detecting Violations of Differential Privacy,"
    " CCS 2018"
)


@mechanism(
    inputs=queries,
    neighbours=all_move,
    moves="A",
    id="B13d",
    name="bad-noisy-max",
    title="largest value of n queries plus discrete Laplace noise of scale 2/ε",
    claim="ε",
    truth="nε/2 with continuous noise: violates for n ≥ 3",
    source=SOURCE,
)
def bad_noisy_max(vector: Scores, draw: Draw, *, eps: Fraction = Fraction(1), n: int = 3) -> int:
    """The value, which a release of n queries would give as well."""
    del n
    return best(vector, draw, 2 / eps, noise.discrete_laplace)[1]


@mechanism(
    inputs=queries,
    neighbours=all_move,
    moves="A",
    id="B14d",
    name="bad-noisy-max-geometric",
    title="largest value of n queries plus geometric noise of ratio e^{−ε/2}",
    claim="ε",
    truth="∞: noise is never negative, so the least value shows every query",
    source=SOURCE,
)
def bad_noisy_max_geometric(
    vector: Scores, draw: Draw, *, eps: Fraction = Fraction(1), n: int = 2
) -> int:
    """The same with noise that is never negative."""
    del n
    return best(vector, draw, 2 / eps, noise.geometric)[1]


@mechanism(
    inputs=queries,
    neighbours=all_move,
    moves="A",
    id="B13",
    name="continuous-bad-noisy-max",
    title="largest value of n queries plus Laplace noise of scale 2/ε",
    claim="ε",
    truth="nε/2: violates for n ≥ 3",
    source=SOURCE,
)
def continuous_bad_noisy_max(
    vector: Sequence[Any], draw: Draw, *, eps: Fraction = Fraction(1), n: int = 3
) -> Any:
    """The value, which a release of n queries would give as well."""
    del n
    return draw.largest(noisy_counts(vector, draw, 2 / eps, noise.laplace))


@mechanism(
    inputs=queries,
    neighbours=all_move,
    moves="A",
    id="B14",
    name="continuous-bad-noisy-max-exponential",
    title="largest value of n queries plus exponential noise of scale 2/ε",
    claim="ε",
    truth="∞: the value is never below the largest query",
    source=SOURCE,
)
def continuous_bad_noisy_max_exponential(
    vector: Sequence[Any], draw: Draw, *, eps: Fraction = Fraction(1), n: int = 2
) -> Any:
    """The same with noise that is never negative."""
    del n
    return draw.largest(noisy_counts(vector, draw, 2 / eps, noise.exponential))
