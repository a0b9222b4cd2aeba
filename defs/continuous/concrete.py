"""Concrete noise: what a program draws where its trace is compared with the program itself.

What must never change: a program gets real numbers, Python's own floats, ints and Fractions, which
answer whatever it asks; nothing here is shared with the tracer.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from dpverify.defs.documents.traced import COIN, Noise
from dpverify.defs.numbers import Loss, NumberError, as_value, ln
from dpverify.defs.programs import laws
from dpverify.defs.programs.draw import Draw

Kind = tuple[str, int, int]
"""A law and its scale, numerator and denominator."""


class Restarted(BaseException):
    """A program draws more often than its trace, on a path that begins again."""


class Difference(Exception):
    """A program does something that its trace does not; the text says what."""


class Concrete(Draw):
    """Answers the k-th request for noise of a law and scale with the k-th such noise of a trace.

    Args: places where the noises of a law and scale stand in the trace, as `places_of` has them;
        numbers makes of such a place the number that is drawn; whole whether noise is integer;
        again whether the program begins again there, and then draws more than that.
    """

    __slots__ = ("_again", "_count", "_numbers", "_places", "_whole")

    def __init__(
        self,
        places: Mapping[Kind, Sequence[int]],
        numbers: Callable[[int], Any],
        *,
        whole: bool,
        again: bool = False,
    ) -> None:
        self._places, self._numbers, self._whole = places, numbers, whole
        self._again = again
        self._count: dict[Kind, int] = {}

    def uniform(self, values: Any, high: Any = None) -> Any:
        """Uniform noise between two numbers; a list has one member or is no draw of a trace."""
        if high is None:
            return super().uniform(values)
        low, top = _rational(values), _rational(high)
        centred = self._noise("uniform", (top - low) / 2)
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
        if (scale is None) == (ratio is None):
            raise Difference("gives discrete_laplace() not one of scale and ratio")
        return self._next("laplace", _rational(scale) if ratio is None else _of_ratio(ratio))

    def geometric(self, ratio: Any, *, most: int | None = None) -> Any:
        """Geometric noise without an end."""
        if not self._whole or most is not None:
            return super().geometric(ratio, most=most)
        return self._next("exponential", _of_ratio(ratio))

    def discrete_gaussian(self, sigma2: Any) -> Any:
        """Discrete Gaussian noise."""
        if not self._whole:
            return super().discrete_gaussian(sigma2)
        return self._next("discrete_gaussian", _rational(sigma2))

    def skellam(self, mu: Any) -> Any:
        """Skellam noise."""
        return self._next("skellam", _rational(mu)) if self._whole else super().skellam(mu)

    def poisson(self, lam: Any) -> Any:
        """Poisson noise."""
        return self._next("poisson", _rational(lam)) if self._whole else super().poisson(lam)

    def binomial(self, n: int, p: Any) -> Any:
        """Binomial noise."""
        chance = _rational(p)
        if not self._whole or not 0 < chance < 1 or not n:
            return super().binomial(n, p)
        return self._next("binomial", n + chance)

    def _take(self, law: laws.Law) -> Any:
        """Of finitely many values the one on whose interval the next coin of the trace falls."""
        if law.certain:
            return law.sure
        if self._whole or law.size is None:
            raise Difference(f"draws {law.name}, which its trace does not")
        place, below, value = Fraction(self._next(COIN, Fraction(1))), Fraction(0), None
        for i in range(law.size):
            value, mass, _ = law.branch(i)  # type: ignore[misc]  # there are as many as its size
            below += Fraction(str(mass))
            if place < below:
                break
        return value

    def _noise(self, law: str, scale: Any) -> Any:
        if self._whole:
            raise Difference(f"draws {law}() noise, which its trace does not")
        return self._next(law, _rational(scale))

    def _next(self, law: Any, scale: Fraction) -> Any:
        kind = law, scale.numerator, scale.denominator
        count = self._count.get(kind, 0)
        self._count[kind] = count + 1
        places = self._places.get(kind, ())
        if places and count >= len(places) and self._again:
            raise Restarted
        if count >= len(places):
            raise Difference(f"draws {law} noise of scale {scale} more often than its trace")
        return self._numbers(places[count])


def places_of(noises: Sequence[Noise], unit: Fraction) -> Mapping[Kind, list[int]]:
    """Where the noises of each kind stand, in order.

    Args: unit ε where scales are in units of 1/ε, else 1.
    """
    places: dict[Kind, list[int]] = {}
    for number, noise in enumerate(noises):
        scale = noise.scale / unit
        places.setdefault((noise.law, scale.numerator, scale.denominator), []).append(number)
    return places


def _rational(given: Any) -> Fraction:
    if type(given) is Fraction:
        return given
    if type(given) is int:
        return Fraction(given)
    try:
        return Fraction(as_value(given).as_fraction())
    except (NumberError, ValueError, TypeError) as error:
        raise Difference(f"draws noise of a scale that is no rational number ({error})") from None


def _of_ratio(ratio: Any) -> Fraction:
    """The scale b of noise with the ratio e^{−1/b}."""
    try:
        loss = ln(as_value(ratio))
    except NumberError as error:
        raise Difference(f"draws noise of a ratio that is no number ({error})") from None
    rate = loss.as_rational() if isinstance(loss, Loss) else None
    if rate is None or rate >= 0:
        raise Difference("draws noise of a ratio that is not e^-q with a rational q above 0")
    return Fraction(-int(rate.q), int(rate.p))
