"""Events by which two laws are compared, chosen before the samples that are tested are drawn.

Events that an audit chooses where it sees a difference say little where it sees none: then these
are what the power is stated of.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from dpverify.checkers.audit.events import Event, Intervals, Truths, Words
from dpverify.checkers.audit.outputs import Outputs, outputs_of
from dpverify.defs.channel import Channel

SINGLE: Final = 12
"""Outputs each of which is an event by itself: the most likely ones."""
TAILS: Final = 9
"""Tails of an order, at equal steps of probability."""
WORDS: Final = 4
"""Words each of which is an event, and of whose numbers there are tails."""
COLUMNS: Final = 3


@dataclass(frozen=True)
class Listed:
    """Outputs that a law lists up to a place, or all of them; `text` says which."""

    words: frozenset[str]
    text: str

    def holds(self, outputs: Outputs) -> Truths:
        """Which outputs have one of the words."""
        known = np.array([word in self.words for word in outputs.words], dtype=bool)
        found: Truths = known[outputs.codes]
        return found


@dataclass(frozen=True)
class Unlisted:
    """Outputs whose word is none of some: what nobody expects."""

    words: frozenset[str]
    text: str

    def holds(self, outputs: Outputs) -> Truths:
        """Which outputs have another word."""
        unknown = np.array([word not in self.words for word in outputs.words], dtype=bool)
        found: Truths = unknown[outputs.codes]
        return found


def of_law(law: Channel, label: str) -> tuple[Event, ...]:
    """The likely outputs of a known law one by one, tails in its order, what it cannot return."""
    row = [float(p.ball(64).mid()) for p in law.row(law.input_index(label))]
    likely = sorted(range(len(row)), key=lambda i: -row[i])[:SINGLE]
    events: list[Event] = [Words((law.outputs[i],)) for i in sorted(likely)]
    below, step = 0.0, 1
    for i, p in enumerate(row[:-1]):
        below += p
        if below >= step / (TAILS + 1):
            step = int(below * (TAILS + 1)) + 1
            words = frozenset(law.outputs[: i + 1])
            events.append(Listed(words, f"the output is {law.outputs[i]}, or listed before it"))
    support = frozenset(y for y, p in zip(law.outputs, row, strict=True) if p > 0)
    return (*events, Unlisted(support, "the output is none that the port can return"))


def of_samples(sides: Sequence[Sequence[Any]]) -> tuple[Event, ...]:
    """Words and tails of numbers, from first samples of both sides, which are not tested."""
    pooled = outputs_of([output for side in sides for output in side])
    counts = Counter(pooled.codes.tolist())
    events: list[Event] = []
    for code, _ in counts.most_common(WORDS):
        word = pooled.words[code]
        if len(pooled.words) > 1:
            events.append(Words((word,)))
        numbers = pooled.values[pooled.codes == code]
        for column in range(min(COLUMNS, numbers.shape[1])):
            events += _tails(word, column, numbers[:, column])
    return (*events, Unlisted(frozenset(pooled.words), "the output has a form not seen before"))


def _tails(word: str, column: int, numbers: Any) -> list[Event]:
    if np.isnan(numbers).all():
        return []
    steps = np.arange(1, TAILS + 1) / (TAILS + 1)
    ends = np.unique(np.quantile(numbers, steps, method="lower"))
    return [Intervals(word, column, ((-np.inf, float(end)),)) for end in ends]
