"""Programs that tell which of their queries is largest with noise, and perhaps by how much.

What must never change: all queries have noise of one law, drawn one after another, and nothing else
is drawn or looked at. So the program does the same to each query, and what is shown of the winner
in one place holds in every place.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from dpverify.defs.programs.draw import Draw


@dataclass(frozen=True)
class Selection:
    """Report noisy max.

    Args: noise draws that of one query; lead whether the distance to the next one is told as well.
    """

    noise: Callable[[Draw], Any]
    lead: bool = False

    def run(self, vector: Sequence[Any], draw: Draw) -> int | tuple[int, Any]:
        """The number of the largest noisy query; with its lead over all others where that is told.

        Continuous noise never ties.
        """
        values = tuple(query + self.noise(draw) for query in vector)
        best = draw.argmax(values)
        if not self.lead:
            return best
        return best, values[best] - draw.largest(values[:best] + values[best + 1 :])
