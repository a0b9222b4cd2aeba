"""Curators: how a true answer becomes the answer that is given, with noise of size E = α·√n.

Floats and a seeded generator throughout: this is for experiments, which decide nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

Table = Any
"""A numpy array, or a sparse matrix of scipy."""


@dataclass(frozen=True)
class Asked:
    """What a curator sees: the queries, how large each is, the true answers, E, and randomness."""

    queries: Table
    sizes: Table
    truth: Table
    size: float
    random: Any


@dataclass(frozen=True)
class Curator:
    """A way to answer.

    Args:
        text: what E means for it.
        bounded: whether every answer is within E of the truth.
        respond: the answers.
    """

    text: str
    bounded: bool
    respond: Callable[[Asked], Table]


def _uniform(question: Asked) -> Table:
    return question.truth + question.random.uniform(
        -question.size, question.size, len(question.truth)
    )


def _laplace(question: Asked) -> Table:
    return question.truth + question.random.laplace(0, question.size, len(question.truth))


def _gaussian(question: Asked) -> Table:
    return question.truth + question.random.normal(0, question.size, len(question.truth))


def _adversarial(question: Asked) -> Table:
    """As near as E allows to the answer that the opposite of every bit would give."""
    opposite = question.sizes - question.truth
    return question.truth + (opposite - question.truth).clip(-question.size, question.size)


def _rounded(question: Asked) -> Table:
    """|S|/2 plus the multiple of 2E that is nearest to Σ_S D − |S|/2."""
    half = question.sizes / 2
    if question.size == 0:
        return question.truth
    step = 2 * question.size
    return half + step * ((question.truth - half) / step).round()


CURATORS = {
    "uniform": Curator("noise uniform on [−E, E]", bounded=True, respond=_uniform),
    "laplace": Curator("Laplace noise of scale E", bounded=False, respond=_laplace),
    "gaussian": Curator("Gaussian noise of standard deviation E", bounded=False, respond=_gaussian),
    "adversarial": Curator(
        "noise of at most E, toward the answer of the opposite database",
        bounded=True,
        respond=_adversarial,
    ),
    "rounded": Curator(
        "|S|/2 plus the nearest multiple of 2E: noise of at most E", bounded=True, respond=_rounded
    ),
}
