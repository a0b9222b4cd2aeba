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


def _uniform(asked: Asked) -> Table:
    return asked.truth + asked.random.uniform(-asked.size, asked.size, len(asked.truth))


def _laplace(asked: Asked) -> Table:
    return asked.truth + asked.random.laplace(0, asked.size, len(asked.truth))


def _gaussian(asked: Asked) -> Table:
    return asked.truth + asked.random.normal(0, asked.size, len(asked.truth))


def _adversarial(asked: Asked) -> Table:
    """As near as E allows to the answer that the opposite of every bit would give."""
    opposite = asked.sizes - asked.truth
    return asked.truth + (opposite - asked.truth).clip(-asked.size, asked.size)


def _rounded(asked: Asked) -> Table:
    """|S|/2 plus the multiple of 2E that is nearest to Σ_S D − |S|/2."""
    half = asked.sizes / 2
    if asked.size == 0:
        return asked.truth
    step = 2 * asked.size
    return half + step * ((asked.truth - half) / step).round()


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
