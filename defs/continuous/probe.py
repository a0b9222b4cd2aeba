"""Whether a program draws continuous noise: it is run until its first such draw, or its end."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from fractions import Fraction
from typing import Any, NoReturn

from dpverify.defs.continuous.trace import EPS
from dpverify.defs.documents.shift import Shift
from dpverify.defs.errors import ProgramError
from dpverify.defs.programs import laws
from dpverify.defs.programs.draw import Draw
from dpverify.defs.programs.mechanism import Mechanism

TRIED = 16
"""Inputs on which a program may draw nothing before it is taken for a discrete one."""


MOST_RUNS = 24
"""Runs of a program on one input, with other coins each."""
MOST_COINS = 40
"""Coins of one run; with more it ends."""
FIRST_COINS = 6
"""Coins that are turned over, one after the other."""


class _Drawn(Exception):
    """A draw was asked for that ends the run."""


class Probe(Draw):
    """Ends a run at its first draw of noise; coins before it fall as is given, then on the first.

    Args: fall the numbers of the values that the first coins show.
    """

    __slots__ = ("coins", "continuous", "fall")

    def __init__(self, fall: tuple[int, ...] = ()) -> None:
        self.fall = fall
        self.coins: list[int | None] = []
        """How many values each coin has that was drawn."""
        self.continuous = False

    def uniform(self, values: Any, high: Any = None) -> Any:
        """Continuous where it is between two numbers."""
        if high is not None:
            self._noise("uniform", high)
        return super().uniform(values)

    def _noise(self, law: str, scale: Any) -> NoReturn:
        del law, scale
        self.continuous = True
        raise _Drawn

    def _take(self, law: laws.Law) -> Any:
        if law.certain:
            return law.sure
        number = len(self.coins)
        self.coins.append(law.size)
        branch = law.branch(self.fall[number] if number < len(self.fall) else 0)
        if number >= MOST_COINS or branch is None:
            raise _Drawn
        return branch[0]


def draws_continuously(found: Mechanism) -> bool:
    """Whether noise is drawn that is continuous, or an input lies beyond all bounds.

    A program that draws coins first is run with several falls of these. Whatever a program does
    wrong here is said by what runs it next.
    """
    if isinstance(found.inputs, Iterator):
        return False  # looking at its inputs would use them up
    try:
        some = found.first_inputs(TRIED)
    except Exception:  # noqa: BLE001  (said by what runs it next)
        return False
    # Guarded, as any run: what a program draws elsewhere might stay in a cache of its own.
    with suppress(ProgramError), found.examined():
        return _any_draws(found, some)
    return any(map(beyond, some))  # refused; what runs it next says why


def _any_draws(found: Mechanism, some: list[Any]) -> bool:
    instead = {EPS: Fraction(1)} if _not_positive(found.parameters.get(EPS)) else {}
    for given in some:
        if beyond(given):
            return True
        seen = _after_coins(found, given, instead)
        if seen is not None:
            return seen
    return False


def _after_coins(found: Mechanism, given: Any, instead: dict[str, Any]) -> bool | None:
    """Whether noise is drawn on one input, whichever way coins fall; None where nothing is drawn.

    Coins are turned over one at a time, the first ones first: what a program draws depends on few.
    """
    waiting: list[tuple[int, ...]] = [()]
    drawn = False
    for _ in range(MOST_RUNS):
        if not waiting:
            break
        probe = Probe(waiting.pop(0))
        try:
            found.run(given, **instead)(probe)
        except KeyboardInterrupt:  # of the person at the keyboard
            raise
        except MemoryError:
            # An enumeration begins with this path as well: it would fill the memory again.
            if not (probe.fall or probe.continuous):
                raise
        except BaseException:  # noqa: BLE001, S110  (as above; some let no Exception pass)
            pass
        if probe.continuous:
            return True
        drawn = drawn or bool(probe.coins)
        for number in range(len(probe.fall), min(len(probe.coins), FIRST_COINS)):
            size = probe.coins[number] or 2  # of infinitely many the second
            here = (*probe.fall, *(0,) * (number - len(probe.fall)))
            waiting += [(*here, i) for i in {1, size - 1}]
    return False if drawn else None


def over_reals(found: Mechanism) -> bool:
    """Whether noise is continuous and neighbours are known among all real inputs."""
    return "moves" in found.about and draws_continuously(found)


def _not_positive(eps: Any) -> bool:
    """Whether no noise of scale c/eps can be drawn, which is for others to say."""
    return isinstance(eps, (int, Fraction)) and eps <= 0


def beyond(given: Any) -> bool:
    """Whether an input holds a Shift."""
    if isinstance(given, (list, tuple)):
        return any(map(beyond, given))
    return isinstance(given, Shift)
