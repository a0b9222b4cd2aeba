"""What the conditions of a path already decide about a further comparison.

What must never change: a comparison is decided only where one answer has probability 0. That the
conditions leave something open costs a path of probability 0, never a wrong one.
"""

from __future__ import annotations

from fractions import Fraction

from dpverify.defs.continuous.sums import negated, scaled
from dpverify.defs.documents.shift import Shift
from dpverify.defs.documents.traced import Form

Direction = tuple[tuple[tuple[int, Fraction], ...], tuple[tuple[str, Fraction], ...]]


def sign(shift: Shift) -> int:
    """−1, 0 or 1: the first gap decides, the constant where there is none."""
    leading = shift.gaps[0][1] if shift.gaps else shift.constant
    return (leading > 0) - (leading < 0)


class Known:
    """The best lower and upper bound of each linear combination of noises, up to scale.

    Args: ordered: gaps are numbers beyond all bounds, the first by name the largest; otherwise they
        stand for any real numbers, and bounds hold for all of these.
    """

    def __init__(self, ordered: bool) -> None:
        self._ordered = ordered
        self._lower: dict[Direction, Shift] = {}
        self._upper: dict[Direction, Shift] = {}
        self._before: list[tuple[dict[Direction, Shift], Direction, Shift | None]] = []

    @property
    def learned(self) -> int:
        """How many bounds were learned, for `forget`."""
        return len(self._before)

    def forget(self, learned: int) -> None:
        """Go back to when only so many bounds were learned."""
        while len(self._before) > learned:
            side, direction, best = self._before.pop()
            if best is None:
                del side[direction]
            else:
                side[direction] = best

    def add(self, form: Form) -> None:
        """Learn that a form is ≥ 0."""
        if not form.noises:
            return
        direction, bound, rising = self._split(form)
        side = self._lower if rising else self._upper
        best = side.get(direction)
        if best is None or (sign(bound - best) > 0) is rising:
            self._before.append((side, direction, best))
            side[direction] = bound

    def implied(self, form: Form) -> bool:
        """Whether what was learned shows a form with noises to be ≥ 0, ties included."""
        direction, bound, rising = self._split(form)
        if rising:
            lower = self._lower.get(direction)
            return lower is not None and sign(lower - bound) >= 0
        upper = self._upper.get(direction)
        return upper is not None and sign(upper - bound) <= 0

    def decided(self, form: Form) -> bool | None:
        """Whether a form with noises is ≥ 0, up to probability 0; None where that is open."""
        direction, bound, rising = self._split(form)
        lower, upper = self._lower.get(direction), self._upper.get(direction)
        above = lower is not None and sign(lower - bound) >= 0
        below = upper is not None and sign(upper - bound) <= 0
        if above or below:
            return above if rising else below
        return None

    def _split(self, form: Form) -> tuple[Direction, Shift, bool]:
        """form ≥ 0 as: a combination with first factor 1 is ≥ (rising) or ≤ a bound."""
        leading = form.noises[0][1]
        unit = (
            form if leading == 1 else negated(form) if leading == -1 else scaled(form, 1 / leading)
        )
        if self._ordered:
            return (unit.noises, ()), -unit.shift, leading > 0
        return (unit.noises, unit.shift.gaps), Shift(-unit.shift.constant), leading > 0
