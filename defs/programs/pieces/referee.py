"""A program that was cut beside the program itself, on paths that are drawn at random.

It decides nothing: where the two differ, the program is run path by path as ever.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Final

from dpverify.defs.clock import no_clock
from dpverify.defs.programs.draw import Draw
from dpverify.defs.programs.guards import new_run
from dpverify.defs.programs.labels import label_of
from dpverify.defs.programs.laws import Law
from dpverify.defs.programs.pieces.allowed import Uncut
from dpverify.defs.programs.pieces.compiled import Pieces
from dpverify.defs.programs.pieces.walk import Held, Walk

INPUTS: Final = 20
PATHS: Final = 4
DRAWS: Final = 20_000
"""Inputs, paths of each, and draws altogether that are compared."""
MOST_OF_RUN: Final = 200_000
"""Draws of one run, after which it is given up: a loop that tries again may never end."""


class _Drawn(Draw):
    """Draws at random, and remembers from which laws which branches.

    Args: tick is called now and then, and raises where time is up.
    """

    __slots__ = ("_random", "_tick", "seen")

    def __init__(self, random: Random, tick: Callable[[], None]) -> None:
        self._random, self._tick = random, tick
        self.seen: list[tuple[Law, int]] = []

    def _take(self, law: Law) -> Any:
        if law.certain:
            return law.sure
        if law.size is None:
            raise Uncut("draws one of infinitely many values")
        number = self._random.randrange(law.size)
        self.seen.append((law, number))
        if not len(self.seen) % 256:
            self._tick()
        if len(self.seen) > MOST_OF_RUN:
            raise Uncut("may draw without an end")
        branch = law.branch(number)
        return None if branch is None else branch[0]


class _Along(Walk):
    """One path of the pieces, along branches that are given."""

    def along(self, values: Held, seen: Sequence[tuple[Law, int]]) -> str:
        """The label of the output at its end."""
        target = self.start(values)
        for law, number in seen:
            if isinstance(target, str) or not self.laws[target].same(law):
                raise Uncut("is not what its pieces are")
            target = self.chosen(target, number)
        if not isinstance(target, str):
            raise Uncut("is not what its pieces are")
        return target


def compare(
    pieces: Pieces,
    runs: Sequence[tuple[Callable[[Draw], Any], Held]],
    spend: Callable[[int], None],
    tick: Callable[[], None] = no_clock,
) -> None:
    """Run the program and its pieces along the same branches.

    Args: runs for some inputs the program, and the values from which its pieces begin; spend is
        told how many pieces were run, and tick is called while the program draws: each raises where
        there is no more to spend.
    Raises: Uncut where they differ; whatever the program raises.
    """
    random, draws = Random(0), 0  # noqa: S311  the same paths each time
    step = max(1, len(runs) // INPUTS)
    for _ in range(PATHS):
        for run, values in runs[::step]:
            drawn = _Drawn(random, tick)
            new_run()
            label = label_of(run(drawn))
            if _Along(pieces, spend).along(values, drawn.seen) != label:
                raise Uncut("is not what its pieces are")
            draws += len(drawn.seen)
            if draws > DRAWS:
                return
