"""Rows of the benchmark as samplers of arrays, with the event of their exact witness.

Written anew in numpy, many outputs at once: rows of the benchmark are programs that draw one number
after the other. What is no number stands for an answer by a number of its own: the threshold's "no
answer" by −10⁶. A test compares how often each event occurs with a numerical integral.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from dpverify.checkers.audit.events import Event, Intervals, Points
from dpverify.checkers.audit.outputs import NUMBER, Outputs

EPS = 0.1
NONE = -1e6
Rng = np.random.Generator


@dataclass(frozen=True)
class Sampled:
    """A row at ε = 1/10: its sampler, the pair of inputs of its witness, and the event there.

    Args: exact the ε that holds, over all inputs.
    """

    name: str
    what: str
    sampler: Callable[..., Any]
    inputs: tuple[tuple[int, ...], tuple[int, ...]]
    event: Event
    exact: str


def bad_noisy_max(answers: Any, rng: Rng, count: int) -> Any:
    """B13: the largest of n answers with Laplace noise of scale 2/ε."""
    return (np.array(answers) + rng.laplace(0, 2 / EPS, (count, len(answers)))).max(axis=1)


def lee_clifton(answers: Any, rng: Rng, count: int) -> Any:
    """B23: the place of the first answer above the noisy threshold, n where there is none."""
    threshold = rng.laplace(0, 4 / EPS, (count, 1))
    above = np.array(answers) + rng.laplace(0, 4 / (3 * EPS), (count, len(answers))) >= threshold
    return np.where(above.any(axis=1), above.argmax(axis=1), len(answers))


def roth(answers: Any, rng: Rng, count: int) -> Any:
    """B22: the place of the first noisy answer above the threshold, and that answer."""
    threshold = rng.laplace(0, 2 / EPS, (count, 1))
    noisy = np.array(answers) + rng.laplace(0, 2 / EPS, (count, len(answers)))
    above = noisy >= threshold
    place = np.where(above.any(axis=1), above.argmax(axis=1), len(answers))
    told = noisy[np.arange(count), np.minimum(place, len(answers) - 1)]
    return np.stack([place, np.where(place < len(answers), told, NONE)], axis=1)


def chen(answers: Any, rng: Rng, count: int) -> Any:
    """B25: which answers with noise lie above one noisy threshold."""
    threshold = rng.laplace(0, 2 / EPS, (count, 1))
    noisy = np.array(answers) + rng.laplace(0, 2 / EPS, (count, len(answers)))
    return (noisy >= threshold).astype(float)


def natural_log(number: int, rng: Rng, count: int) -> Any:
    """B39w: a count of 0 to 3 by the integers of its program, k = 3."""
    from dpverify.defs.mechanisms.truncated_geometric import cumulative

    steps, d = cumulative(number, 3, 3)
    return np.searchsorted(np.array(steps), rng.integers(0, d, count), side="right")


@dataclass(frozen=True)
class _Roth:
    """Nothing is told of nine answers, and the tenth is at most 2."""

    @property
    def text(self) -> str:
        return "(None, …, None, a number of at most 2)"

    def holds(self, outputs: Outputs) -> Any:
        return (outputs.values[:, 0] == 9) & (outputs.values[:, 1] <= 2)


ROW = f"({', '.join([NUMBER] * 10)})"
ROWS: tuple[Sampled, ...] = (
    Sampled("B13", "noisy max that releases the largest value, n = 5", bad_noisy_max,
            ((0,) * 5, (1,) * 5), Intervals(NUMBER, 0, ((-np.inf, 1.0),)), "0.25"),
    Sampled("B22", "sparse vector, algorithm 3, n = 10", roth,
            ((0,) * 10, (*(1,) * 9, -1)), _Roth(), "0.5"),
    Sampled("B23", "sparse vector, algorithm 4, n = 10", lee_clifton,
            ((0,) * 10, (1, 1, -1, *(1,) * 7)), Points(NUMBER, ((2.0,),)), "0.175"),
    Sampled("B25", "sparse vector, algorithm 6, n = 10", chen,
            ((0,) * 10, (*(-1,) * 5, *(1,) * 5)),
            Points(ROW, ((1.0,) * 5 + (0.0,) * 5,)), "0.5"),
    Sampled("B39w", "truncated geometric noise, natural logarithm", natural_log,
            (0, 1), Points(NUMBER, ((0.0,),)), "0.117783"),  # type: ignore[arg-type]  numbers
)  # fmt: skip
