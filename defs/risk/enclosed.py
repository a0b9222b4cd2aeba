"""Real numbers given by a function that encloses them."""

from __future__ import annotations

from collections.abc import Callable

from flint import arb

from dpverify.defs.numbers import Real
from dpverify.defs.numbers.balls import working_precision

GUARD_BITS = 32


class Enclosed(Real):
    """A number known through `evaluate`, which returns a ball that contains it.

    It takes part in arithmetic and comparisons as every `Real` does; its text is for readers and
    is no expression that `parse` would read back.

    Args:
        evaluate: from a number of bits, a ball; called at that working precision (and some more).
        text: what the number is, such as "Φ(1/2)".
    """

    __slots__ = ("_evaluate", "_text")

    def __init__(self, evaluate: Callable[[int], arb], text: str) -> None:
        super().__init__("enclosed")
        self._evaluate = evaluate
        self._text = text

    def ball(self, bits: int) -> arb:
        """A ball that contains the number, computed at `bits` of precision."""
        with working_precision(bits + GUARD_BITS):
            return self._evaluate(bits + GUARD_BITS)

    def __str__(self) -> str:
        return self._text
