"""Whether a program draws continuous noise: it is run until its first draw."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, NoReturn

from dpverify.defs.continuous.trace import EPS
from dpverify.defs.documents.shift import Shift
from dpverify.defs.programs import laws
from dpverify.defs.programs.draw import Draw
from dpverify.defs.programs.mechanism import Mechanism

TRIED = 16
"""Inputs on which a program may draw nothing before it is taken for a discrete one."""


class _Drawn(Exception):
    """A draw was asked for."""


class Probe(Draw):
    """Ends a run at its first draw, and remembers of which kind it was."""

    __slots__ = ("continuous",)

    def __init__(self) -> None:
        self.continuous: bool | None = None

    def _seen(self, continuous: bool) -> NoReturn:
        if self.continuous is None:
            self.continuous = continuous
        raise _Drawn

    def uniform(self, values: Any, high: Any = None) -> NoReturn:
        """Seen; continuous where it is between two numbers."""
        del values
        self._seen(high is not None)

    def _noise(self, law: str, scale: Any) -> NoReturn:
        del law, scale
        self._seen(True)

    def _take(self, law: laws.Law) -> Any:
        del law
        self._seen(False)


def draws_continuously(found: Mechanism) -> bool:
    """Whether the first draw is one of continuous noise, or an input lies beyond all bounds.

    Whatever a program does wrong here is said by what runs it next.
    """
    if isinstance(found.inputs, Iterator):
        return False  # looking at its inputs would use them up
    try:
        some = found.first_inputs(TRIED)
    except Exception:  # noqa: BLE001  (said by what runs it next)
        return False
    instead = {EPS: Fraction(1)} if _not_positive(found.parameters.get(EPS)) else {}
    for given in some:
        if beyond(given):
            return True
        probe = Probe()
        try:
            found.run(given, **instead)(probe)
        except KeyboardInterrupt:  # of the person at the keyboard
            raise
        except BaseException:  # noqa: BLE001, S110  (as above; some let no Exception pass)
            pass
        if probe.continuous is not None:
            return probe.continuous
    return False


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
