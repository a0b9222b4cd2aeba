"""Programs that read their queries one by one and remember little: a threshold, and a state.

What must never change: the answers to n queries are the first answers to more queries, and a step
sees of the past the threshold and the state alone. What is shown of steps thus holds for every n.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Any

from dpverify.defs.programs.draw import Draw

Step = tuple[Any, Hashable, bool]
"""The answer, the next state (None to stop), and whether the threshold is drawn anew."""


@dataclass(frozen=True)
class Loop:
    """A program that tells something of each query until it stops.

    Args: threshold draws the threshold; start the first state; step of threshold, state, query and
        draw.
    """

    threshold: Callable[[Draw], Any]
    start: Hashable
    step: Callable[[Any, Any, Any, Draw], Step]

    def run(self, vector: Sequence[Any], draw: Draw) -> tuple[Any, ...]:
        """The answers."""
        threshold, state = self.threshold(draw), self.start
        answers: tuple[Any, ...] = ()
        for query in vector:
            answer, state, redraw = self.step(threshold, state, query, draw)
            answers = (*answers, answer)
            if state is None:
                break
            if redraw:
                draw.checkpoint(answers)
                threshold = self.threshold(draw)
            # From here on only the threshold and the answers matter; the state follows from these.
            draw.checkpoint(threshold, answers, state)
        return answers
