"""A program without end as a finite channel: paths that meet are one, and tails lie together.

Two things make infinitely many paths: loops that come back to where they were, and noise without
bounds. The states of the first are seen and merged (`states`), the second is a symbol that is drawn
as far as the program looks at it (`unbounded`). What the program returns of such a symbol stands
for infinitely many outputs, whose probabilities are a geometric series of the same ratio on every
input. So all of them together are one output of a channel from which nothing is lost: their ratios
are all alike (`tail_classes`).

What must never change: nothing is left out; where a program does anything that is not followed
here, there is no such channel, and it is enumerated as before.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, NoReturn

from dpverify.defs.clock import watched
from dpverify.defs.errors import ProgramError, Undecided
from dpverify.defs.programs import laws, unbounded
from dpverify.defs.programs.draw import Draw
from dpverify.defs.programs.elsewhere import no_other_coins
from dpverify.defs.programs.explore import Purse, Run
from dpverify.defs.programs.laws import Law
from dpverify.defs.programs.mechanism import Mechanism
from dpverify.defs.programs.merging import Merging, Seen
from dpverify.defs.programs.paths import SubLaw, law_of
from dpverify.defs.programs.plain_runs import confirm
from dpverify.defs.programs.replay import Prefix
from dpverify.defs.programs.tail_classes import Outputs, TooMany
from dpverify.defs.programs.unbounded import Geometric, Ratio, Unbounded

MOST_CLOSING: Final = 10_000
"""Paths that are run to find such a channel, over all inputs."""
MOST_DRAWN: Final = 64
"""Draws of one path between two states: a loop that does not close comes there soon."""
MOST_STATES: Final = 200
"""States that are told apart, over all inputs."""
DEEPEST: Final = -1_000.0
"""log2 of the smallest mass that is followed: a loop that does not close ends there."""


class Closing(Merging):
    """And noise without bounds is a symbol; nothing may be left out."""

    __slots__ = ("said",)

    def _restart(self) -> None:
        super()._restart()
        self.said: list[tuple[str, Any]] = []

    def _take(self, law: Law, request: Any = None) -> Any:
        value = super()._take(law, request)
        self.said.append((law.name, value))
        return value

    # Not the short ways of Replay: every draw is noted.

    def flip(self, p: Any) -> bool:
        return Draw.flip(self, p)

    def uniform(self, values: Any, high: Any = None) -> Any:
        return Draw.uniform(self, values, high)

    def _met(self) -> None:
        if len(self._seen.states) > MOST_STATES:
            self._refuse("comes to ever more states")

    def discrete_laplace(
        self,
        scale: Any = None,
        *,
        ratio: Any = None,
        low: int | None = None,
        high: int | None = None,
    ) -> Any:
        if low is not None or high is not None:
            return super().discrete_laplace(scale, ratio=ratio, low=low, high=high)
        try:
            r = unbounded.laplace_noise(scale, ratio)
        except ProgramError as error:
            raise self._noted(error) from None
        if r is None:
            return 0
        minus = self._reveal(r.sign)
        noise = self._symbol(r, minus)
        return Unbounded(-1, -1, noise) if minus else Unbounded(0, 1, noise)

    def geometric(self, ratio: Any, *, most: int | None = None) -> Any:
        if most is not None:
            return super().geometric(ratio, most=most)
        try:
            r = unbounded.geometric_noise(ratio)
        except ProgramError as error:
            raise self._noted(error) from None
        if r is None:
            return 0
        self._meet(laws.geometric(ratio))
        return Unbounded(0, 1, self._symbol(r, False))

    def discrete_gaussian(self, sigma2: Any) -> int:
        del sigma2
        self._refuse("draws discrete Gaussian noise")

    def skellam(self, mu: Any) -> int:
        del mu
        self._refuse("draws Skellam noise")

    def poisson(self, lam: Any) -> int:
        del lam
        self._refuse("draws Poisson noise")

    def _refuse(self, what: str) -> NoReturn:
        raise self._noted(ProgramError(f"{what}, which is not followed to its end"))

    def _symbol(self, ratio: Ratio, minus: bool) -> Geometric:
        noise = Geometric(ratio, self._reveal, self._refuse)
        self._noises.append(noise)
        self.said.append((ratio.text, (minus, noise)))
        return noise

    def _reveal(self, law: Law) -> Any:
        """A part of a noise, which is no draw of the program."""
        return super()._take(law)

    def _choose(self, law: Law, i: int) -> bool:
        chosen = super()._choose(law, i)
        if self.pruned:
            self._refuse("has a loop without end")
        return chosen

    def _extend(self, law: Law, request: Any) -> Any:
        if len(self._values) - len(self._prefix.values) >= MOST_DRAWN:
            self._refuse("has a loop without end")
        return super()._extend(law, request)


class _Purse(Purse):
    """A budget that ends the search: a channel with paths left out is of no use here."""

    def pay(self) -> None:
        """Pay for one path."""
        super().pay()
        if self.paths <= 0:
            raise TooMany("too many paths")


def closed_laws(
    mechanism: Mechanism,
    inputs: Sequence[tuple[str, Any]],
    tick: Callable[[], None],
    *,
    backward: bool = False,
) -> tuple[list[SubLaw], frozenset[str]] | None:
    """The laws of a program on its inputs, with tails that lie together; None where it has none.

    Args: inputs labels and inputs; backward whether paths are run in the opposite order.
    Returns: the laws, and the labels of outputs that stand for infinitely many.
    Raises: what the clock raises.
    """
    purse, outputs, found = _Purse(MOST_CLOSING, tick), Outputs(), []
    seen = Seen()
    try:
        with no_other_coins(mechanism.name, mechanism.function, mechanism.key) as reached:
            if reached.tells:
                return None

            def draws(prefix: Prefix, floor: float, tick: Callable[[], None]) -> Closing:
                return Closing(prefix, floor, tick, reached, seen)

            for _, given in inputs:
                run = outputs.labelled(_confirmed(mechanism.run(given)))
                law = law_of(run, DEEPEST, purse, draws, backward=backward)
                if not law.whole or law.promised:
                    return None
                found.append(law)
            if reached.changed:
                return None
        with watched(tick):
            return outputs.together(found)
    except (ProgramError, TooMany, RecursionError):
        return None
    except Undecided as stop:
        if stop.code == "time":
            raise
        return None


def _confirmed(run: Run) -> Run:
    """A run of which each path that ends is run on plain numbers as well."""

    def confirmed(draw: Any) -> Any:
        output = run(draw)
        if draw.trouble is None and not draw.frozen:
            confirm(run, draw.said, output)
        return output

    return confirmed
