"""Programs of category 2: small databases with records in [−1, 1] (C = 1) and ε = μ = 1.

An input is a database, neighbours have one record more or less, in their order. What is released is
written before any function of it: a quotient of released values costs no more than they do.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

from dpverify import mechanism

ENDS = (-1, 1)
DATABASES = [database for n in range(4) for database in product(ENDS, repeat=n)]
LABELS = ["(" + ",".join(map(str, database)) + ")" for database in DATABASES]
OF_LABEL = dict(zip(LABELS, DATABASES, strict=True))


def _shorter(database: tuple[int, ...]) -> list[tuple[int, ...]]:
    return [database[:k] + database[k + 1 :] for k in range(len(database))]


PAIRS = [
    [first, second]
    for first in LABELS
    for second in LABELS
    if OF_LABEL[second] in _shorter(OF_LABEL[first])
]


@mechanism(inputs=LABELS, neighbours=PAIRS)
def sum_and_size(label: str, draw: Any) -> Any:
    """Question 72: Σ x with scale 2C/ε, and n with scale 2/ε."""
    database = OF_LABEL[label]
    return sum(database) + draw.laplace(2), len(database) + draw.laplace(2)


@mechanism(inputs=LABELS, neighbours=PAIRS)
def mean(label: str, draw: Any) -> Any:
    """Question 73: the mean, 0 for no records, with scale C/ε."""
    database = OF_LABEL[label]
    return Fraction(sum(database), max(1, len(database))) + draw.laplace(1)


@mechanism(inputs=["3 records", "4 records"], neighbours="all")
def mean_with_noise_of_its_size(label: str, draw: Any, *, times: str = "10") -> Any:
    """Questions 74 and 75: records that are 0, and noise of scale 10/n, or 2/n."""
    return draw.laplace(Fraction(times) / (3 if label == "3 records" else 4))


@mechanism(inputs=LABELS, neighbours=PAIRS)
def all_but_the_last(label: str, draw: Any) -> Any:
    """Question 76: the sum of all but the last record, and n, each with twice its noise."""
    database = OF_LABEL[label]
    return sum(database[:-1]) + draw.laplace(2), len(database) + draw.laplace(2)


@mechanism(inputs=LABELS, neighbours=PAIRS)
def sum_and_size_together(label: str, draw: Any) -> Any:
    """Question 82: Σ x and n, each with scale (C + 1)/ε."""
    database = OF_LABEL[label]
    return sum(database) + draw.laplace(2), len(database) + draw.laplace(2)


@mechanism(inputs=LABELS, neighbours=PAIRS)
def both_distances(label: str, draw: Any) -> Any:
    """Question 78: the sums of the distances from both ends, in units of the domain's length."""
    database = OF_LABEL[label]
    below = sum(Fraction(x + 1, 2) for x in database)
    return below + draw.laplace(1), len(database) - below + draw.laplace(1)


@mechanism(inputs=["2 records", "3 records"], neighbours="all")
def gradient_with_noise_of_its_size(
    label: str, draw: Any, *, two: str = "2", three: str = "1", apart: str = "0"
) -> Any:
    """Questions 26, 28 and 29: one step of a mean of gradients; its σ depends on their number."""
    if label == "2 records":
        return draw.gaussian(two)
    return Fraction(apart) + draw.gaussian(three)
