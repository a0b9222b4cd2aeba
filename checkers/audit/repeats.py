"""Batches that repeat each other: a sampler that starts anew each time says less than it seems.

Bets take batches for samples that were drawn independently. A sampler with a seed of its own, or
one that takes the clock's seconds for a seed as awk's `srand()` does, returns the same outputs
again; counted twice, they would refute what is true.
"""

from __future__ import annotations

import hashlib
from typing import Final

import numpy as np

from dpverify.checkers.audit.outputs import Outputs
from dpverify.defs.errors import ProgramError

LOOKED_AT: Final = 1000
"""Outputs at the beginning of a batch that are compared."""
TELLING: Final = 64
"""So many of them differ from the commonest one, or nothing is concluded: constants repeat too."""


def mark_of(outputs: Outputs) -> str:
    """A digest of how a batch begins; empty where two batches may well begin alike by chance."""
    head = outputs.first(LOOKED_AT)
    rows = np.column_stack([head.codes.astype(np.float64), head.values])
    if not len(rows):
        return ""
    _, counts = np.unique(rows, axis=0, return_counts=True)
    if len(rows) - int(counts.max()) < TELLING:
        return ""
    words = repr([head.words[code] for code in head.codes])
    return hashlib.sha256(words.encode() + head.values.tobytes()).hexdigest()[:16]


class Beginnings:
    """How the batches of each input began so far."""

    def __init__(self) -> None:
        self._seen: set[tuple[str, str]] = set()

    def note(self, marks: dict[str, str]) -> None:
        """Remember a batch, by the labels of its inputs.

        Raises: ProgramError where an earlier batch of an input began in the same way.
        """
        for label, mark in marks.items():
            if mark and (label, mark) in self._seen:
                raise ProgramError(
                    f"the sampler returned the same outputs in two batches of input {label}; its"
                    " randomness must not start anew: let it draw from rng or seed, or a command"
                    " from {seed}"
                )
            self._seen.add((label, mark))
