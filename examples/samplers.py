"""Samplers to audit: functions of an input, with a generator of numpy, one output or many."""

from __future__ import annotations

import numpy as np


def count(people: int, rng: np.random.Generator, count: int) -> np.ndarray:
    """Counts with Laplace noise of scale 1, many at once: ε = 1 is true, and ε = 1/2 is not."""
    return people + rng.laplace(0, 1, count)


def released(people: int, rng: np.random.Generator) -> float | None:
    """A noisy count if it is at least 4, else nothing; one output."""
    noisy = people + rng.laplace(0, 1)
    return noisy if noisy >= 4 else None


def total(records: list[int], rng: np.random.Generator, count: int) -> np.ndarray:
    """Sums of bits with the same noise: ε = 1 where one record more or less makes neighbours."""
    return sum(records) + rng.laplace(0, 1, count)
