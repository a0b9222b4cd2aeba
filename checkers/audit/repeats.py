"""Batches that repeat each other: a sampler that starts anew each time says less than it seems.

Bets take batches for samples that were drawn independently. A sampler with a seed of its own, or
one that takes the clock's seconds for a seed as awk's `srand()` does, returns the same outputs
again; counted twice, they would refute what is true.
"""

from __future__ import annotations

import hashlib
import math
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from dpverify.checkers.audit.outputs import Outputs
from dpverify.defs.errors import ProgramError

LOOKED_AT: Final = 1000
"""First outputs of a batch that are compared; ten times as many where they hardly vary."""
SURE: Final = 60.0
"""Batches are alike by chance with probability at most 2^−SURE, or nothing is concluded."""


@dataclass(frozen=True)
class Mark:
    """How a batch begins.

    Args: digest of its first outputs; bits such that independent ones are the same with probability
        at most 2^−bits, whatever their law.
    """

    digest: str
    bits: float


def mark_of(outputs: Outputs) -> Mark:
    """The mark of a batch: of so many outputs that they tell it from others, or of all."""
    size = LOOKED_AT
    while True:
        head = outputs.first(size)
        bits = _bits(head)
        if bits >= 2 * SURE or size >= len(outputs):
            break
        size *= 10
    # The words that occur here, numbered anew: which others the batch has must not matter.
    occur = np.bincount(head.codes, minlength=len(head.words)) > 0
    words = [head.words[code] for code in np.flatnonzero(occur)]
    width = np.uint8 if len(words) <= 256 else np.intp
    numbers = (np.cumsum(occur) - 1).astype(width)[head.codes]
    told = repr(words).encode() + numbers.tobytes() + head.values.astype(np.float64).tobytes()
    digest = hashlib.sha256(told).hexdigest()[:16]
    return Mark(digest, math.floor(bits * 100) / 100)


def _bits(head: Outputs) -> float:
    """A lower bound on minus the binary logarithm of the probability of these very outputs.

    Where the i-th of some outputs occurs n_i times among n, it is at most the product of p_i^n_i
    for some p, and this is largest at p_i = n_i/n.
    """
    if not len(head):
        return 0.0
    counts = _counts(head)
    return float(-(counts * np.log2(counts / len(head))).sum())


def _counts(head: Outputs) -> NDArray[Any]:
    """How often each of the outputs that occur does; one column at most tells, in most cases."""
    if head.values.shape[1] == 0:
        counts = np.bincount(head.codes)
        return counts[counts > 0]
    if len(head.words) == 1 and head.values.shape[1] == 1:
        return np.unique(head.values[:, 0], return_counts=True)[1]
    rows: NDArray[np.float64] = np.column_stack([head.codes.astype(np.float64), head.values])
    return np.unique(rows, axis=0, return_counts=True)[1]


class Beginnings:
    """How the batches of each input began so far."""

    def __init__(self) -> None:
        self._seen: Counter[tuple[str, str]] = Counter()
        self._batches = 0

    def note(self, marks: Mapping[str, Mark]) -> None:
        """Remember a batch, by the labels of its inputs.

        A batch is like one of n earlier ones by chance with probability at most n·2^−bits, and r
        times in a row with at most (n·2^−bits)^r. Constants have 0 bits: they may repeat.

        Raises: ProgramError where the batches of an input are alike too often for chance.
        """
        for label, mark in marks.items():
            repeats = self._seen[label, mark.digest]
            if repeats * (mark.bits - math.log2(max(self._batches, 1))) >= SURE:
                raise ProgramError(
                    f"the sampler returned the same outputs in {_number(repeats + 1)} batches of"
                    f" input {label}; its randomness must not start anew: let it draw from rng or"
                    " seed, or a command from {seed}"
                )
            self._seen[label, mark.digest] += 1
        self._batches += 1


def _number(count: int) -> str:
    return "two" if count == 2 else str(count)
