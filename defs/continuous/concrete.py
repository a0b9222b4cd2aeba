"""Concrete noise: what a program draws where its trace is compared with the program itself.

What must never change: a program gets real numbers, Python's own floats, ints and Fractions, which
answer whatever it asks; nothing here is shared with the tracer.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from dpverify.defs.continuous.traced import Noise
from dpverify.defs.numbers import NumberError, as_value, ln
from dpverify.defs.programs import laws
from dpverify.defs.programs.draw import Draw


class Difference(Exception):
    """A program does something that its trace does not; the text says what."""


class Concrete(Draw):
    """Answers the k-th request for noise of a law and scale with the k-th such noise of a trace.

    Args: places where the noises of a law and scale stand in the trace, in order; numbers makes of
        such a place the number that is drawn; unit that scales are multiplied by to be in the units
        of the trace: ε where it is a symbol there, else 1; whole whether noise is integer.
    """

    __slots__ = ("_count", "_numbers", "_places", "_unit", "_whole")

    def __init__(
        self,
        places: Mapping[Noise, Sequence[int]],
        numbers: Callable[[int], Any],
        unit: Fraction,
        *,
        whole: bool,
    ) -> None:
        self._places, self._numbers, self._unit, self._whole = places, numbers, unit, whole
        self._count: dict[Noise, int] = {}

    def laplace(self, scale: Any) -> Any:
        """Laplace noise."""
        return self._continuous("laplace", scale)

    def exponential(self, scale: Any) -> Any:
        """Exponential noise."""
        return self._continuous("exponential", scale)

    def gaussian(self, sigma: Any) -> Any:
        """Gaussian noise."""
        return self._continuous("gaussian", sigma)

    def uniform(self, values: Any, high: Any = None) -> Any:
        """Uniform noise between two numbers; a list has one member or is no draw of a trace."""
        if high is None:
            return super().uniform(values)
        low, top = _rational(values), _rational(high)
        centred = self._continuous("uniform", (top - low) / 2)
        middle = (low + top) / 2
        return centred + (middle if isinstance(centred, Fraction) else float(middle))

    def discrete_laplace(
        self,
        scale: Any = None,
        *,
        ratio: Any = None,
        low: int | None = None,
        high: int | None = None,
    ) -> Any:
        """Discrete Laplace noise without ends."""
        if not self._whole or low is not None or high is not None:
            return super().discrete_laplace(scale, ratio=ratio, low=low, high=high)
        return self._next("laplace", _rational(scale) if ratio is None else _of_ratio(ratio))

    def geometric(self, ratio: Any, *, most: int | None = None) -> Any:
        """Geometric noise without an end."""
        if not self._whole or most is not None:
            return super().geometric(ratio, most=most)
        return self._next("exponential", _of_ratio(ratio))

    def _take(self, law: laws.Law) -> Any:
        if not law.certain:
            raise Difference(f"draws {law.name}, which its trace does not")
        return law.sure

    def _continuous(self, law: Any, scale: Any) -> Any:
        if self._whole:
            raise Difference(f"draws {law}() noise, which its trace does not")
        return self._next(law, _rational(scale))

    def _next(self, law: Any, scale: Fraction) -> Any:
        noise = Noise(law, scale * self._unit)
        count = self._count[noise] = self._count.get(noise, 0) + 1
        places = self._places.get(noise, ())
        if count > len(places):
            raise Difference(f"draws {law} noise of scale {scale} more often than its trace")
        return self._numbers(places[count - 1])


def _rational(given: Any) -> Fraction:
    try:
        return Fraction(as_value(given).as_fraction())
    except (NumberError, ValueError, TypeError) as error:
        raise Difference(f"draws noise of a scale that is no rational number ({error})") from None


def _of_ratio(ratio: Any) -> Fraction:
    """The scale b of noise with the ratio e^{−1/b}."""
    try:
        rate = ln(as_value(ratio)).as_rational()
    except (NumberError, ValueError, TypeError, AttributeError):
        rate = None
    if rate is None or rate >= 0:
        raise Difference("draws noise of a ratio that is not e^-q with a rational q above 0")
    return Fraction(-int(rate.q), int(rate.p))
