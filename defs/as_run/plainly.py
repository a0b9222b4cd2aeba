"""The referee's second run: real code with plain numbers in place of its uniform draws.

Of a uniform draw the code gets a stand-in, whose interval is cut as it is compared. A referee that
handed it the same would not see code that tells the two apart. So each path that it plays is played
once more with floats that lie in those intervals, as NumPy or Python would have drawn them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Any, Final

from dpverify.defs.as_run.answers import answered_by
from dpverify.defs.as_run.refusing import refused
from dpverify.defs.as_run.uniforms import Draws
from dpverify.defs.continuous.concrete import Difference
from dpverify.defs.programs.laws import Law
from dpverify.defs.validate import shown

Drawn = tuple[str, Any]
"""What a draw was, "uniform" or "value", and what became of it."""
WITHIN: Final = Fraction(618, 1000)
"""Where in its interval a uniform number lies: at no end, and where code seldom compares."""
CLOSE: Final = 1e-9
"""By how much numbers may differ that were rounded in another order."""


class PlainReals:
    """Answers with what was drawn before, uniform numbers as floats."""

    lazy = False

    def __init__(self, drawn: Sequence[Drawn]) -> None:
        self._drawn: Iterator[Drawn] = iter(drawn)

    def uniform(self, what: str) -> float:
        """The float in place of a uniform draw."""
        return float(self._next("uniform", what))

    def below(self, n: int, what: str) -> int:
        """The integer that was drawn."""
        del n
        return int(self._next("value", what))

    def listed(self, law: Law, what: str) -> Any:
        """The value that was drawn."""
        del law
        return self._next("value", what)

    def noise(self, law: str, scale: Any, what: str) -> Any:
        """The noise that was drawn."""
        del law, scale
        return self._next("value", what)

    def _next(self, kind: str, what: str) -> Any:
        found, value = next(self._drawn, (None, None))
        if found != kind:
            raise refused(f"draws otherwise on plain numbers ({what})")
        return value


def need_the_same(output: Any, drawn: Sequence[Drawn], again: Callable[[], Any]) -> None:
    """Raise Difference where plain uniform numbers of the same path lead to another output.

    Nothing is compared where none was drawn, or where a function of one is known by its law alone.

    Args: output of the first run; again runs the code once more.
    """
    plain = _plain(drawn)
    if plain is None:
        return
    with answered_by(PlainReals(plain)):
        found = again()
    if not _same(output, found):
        raise Difference(
            f"returns {shown(found)} where stand-ins for its uniform numbers return {shown(output)}"
        )


def _plain(drawn: Sequence[Drawn]) -> list[Drawn] | None:
    if not any(kind == "uniform" for kind, _ in drawn):
        return None
    plain: list[Drawn] = []
    for kind, given in drawn:
        value = _float(given) if kind == "uniform" else given
        if value is None:
            return None
        plain.append((kind, value))
    return plain


def _float(source: Draws) -> float | None:
    """A float that what was asked of a draw is true of; None where no float is known."""
    if source.spent is not None:
        return None
    if source.noise is not None:
        return float(source.noise)
    number = float(source.low + (source.high - source.low) * WITHIN)
    return number if source.low <= number < source.high else None


def _same(one: Any, other: Any) -> bool:
    """Whether two outputs are the same, but for rounding and the types of numbers."""
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other) and all(map(_same, one, other))
    numbers = (int, float, Fraction)
    if isinstance(one, numbers) and isinstance(other, numbers):
        a, b = float(one), float(other)
        return math.isclose(a, b, rel_tol=CLOSE, abs_tol=CLOSE) or (math.isnan(a) and math.isnan(b))
    return bool(one == other)
