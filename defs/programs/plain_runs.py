"""A path of symbols once more, on plain numbers in place of the symbols.

Python tells the type of a symbol (`type(n)`), and what it lacks of an integer, without asking it.
What must never change: where a program returns something else on numbers of a path than on its
symbols, it is not followed. Programs that may tell the two apart (`telling`) do not come here: they
could do otherwise on numbers that are not tried.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from dpverify.defs.errors import ProgramError
from dpverify.defs.programs import unbounded
from dpverify.defs.programs.draw import Draw
from dpverify.defs.programs.labels import label_of
from dpverify.defs.programs.laws import Law
from dpverify.defs.programs.unbounded import Geometric, Ratio, Unbounded

FRESH: Final = (0, 3, 10**6)
"""Numbers for what a path does not know of a noise; any would do. A large one meets thresholds."""
OTHERWISE: Final = "does otherwise on plain numbers than on noise that is a symbol"
Said = Sequence[tuple[str, Any]]
"""The draws of a run: what each asked for, and the answer, or a noise with its sign."""


class Plain(Draw):
    """Answers the draws of a path with plain numbers."""

    __slots__ = ("_fresh", "_said")

    def __init__(self, said: Said, fresh: int) -> None:
        self._said, self._fresh = iter(said), fresh

    def _next(self, asked: str) -> Any:
        known, answer = next(self._said, (None, None))
        if known != asked:
            raise ProgramError(OTHERWISE)
        return answer

    def _take(self, law: Law) -> Any:
        return self._next(law.name)

    def discrete_laplace(
        self,
        scale: Any = None,
        *,
        ratio: Any = None,
        low: int | None = None,
        high: int | None = None,
    ) -> int:
        if low is not None or high is not None:
            return super().discrete_laplace(scale, ratio=ratio, low=low, high=high)
        return self._whole(unbounded.laplace_noise(scale, ratio))

    def geometric(self, ratio: Any, *, most: int | None = None) -> int:
        if most is not None:
            return super().geometric(ratio, most=most)
        return self._whole(unbounded.geometric_noise(ratio))

    def _whole(self, ratio: Ratio | None) -> int:
        if ratio is None:
            return 0
        minus, noise = self._next(ratio.text)
        number = _number(noise, self._fresh)
        return -1 - number if minus else number


def confirm(run: Callable[[Any], Any], said: Said, output: Any) -> None:
    """Run a path again on plain numbers.

    Args: output what it returned.
    Raises: ProgramError where that is something else; what the program raises.
    """
    for fresh in FRESH:
        if label_of(run(Plain(said, fresh))) != label_of(_in_numbers(output, fresh)):
            raise ProgramError(OTHERWISE)


def _number(noise: Geometric, fresh: int) -> int:
    return noise.start + noise.step * fresh if noise.value is None else noise.value


def _in_numbers(given: Any, fresh: int) -> Any:
    if type(given) is tuple:
        return tuple(_in_numbers(member, fresh) for member in given)
    if type(given) is not Unbounded:
        return given
    place = Unbounded.place(given)
    return place if isinstance(place, int) else place[0] + place[1] * fresh
