"""The number ε as a symbol, for programs that need it in the scales of their noise alone."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from dpverify.defs.continuous.opaque import Opaque, Refuses, refuse, sealed


class Epsilon(Opaque):
    """coefficient·ε^exponent; a product whose exponents cancel is a plain Fraction.

    Any other use is refused, and the program is then run with the number.
    """

    __slots__ = ("_power", "_refuses")
    what = "ε as a symbol"
    otherwise = "use it in scales c/ε alone"

    def __init__(
        self, tracer: Refuses, coefficient: Fraction = Fraction(1), exponent: int = 1
    ) -> None:
        super().__init__(tracer)
        _keep_tracer(self, tracer)
        _keep_power(self, (coefficient, exponent))

    def __mul__(self, other: Any) -> Epsilon | Fraction:
        return _times(self, *_power(self, other))

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Epsilon | Fraction:
        coefficient, exponent = _power(self, other)
        if not coefficient:
            raise ZeroDivisionError("ε divided by 0")
        return _times(self, 1 / coefficient, -exponent)

    def __rtruediv__(self, other: Any) -> Epsilon | Fraction:
        coefficient, exponent = power_of(self)
        inverse = Epsilon(_tracer_of(self), 1 / coefficient, -exponent)
        return _times(inverse, *_power(self, other))

    def __neg__(self) -> Epsilon | Fraction:
        return _times(self, Fraction(-1), 0)

    def __pos__(self) -> Epsilon:
        return self

    def _other(self, other: object) -> Any:
        refuse(self, f"adds or compares {type(other).__name__} with")

    __add__ = __radd__ = __sub__ = __rsub__ = __lt__ = __le__ = __gt__ = __ge__ = _other


power_of: Callable[[Epsilon], tuple[Fraction, int]]
"""Coefficient and exponent of an Epsilon."""
_tracer_of: Callable[[Epsilon], Refuses]
_tracer_of, _keep_tracer = sealed(Epsilon, "_refuses")
power_of, _keep_power = sealed(Epsilon, "_power")


def _times(one: Epsilon, coefficient: Fraction, exponent: int) -> Epsilon | Fraction:
    first, power = power_of(one)
    made, total = first * coefficient, power + exponent
    return Epsilon(_tracer_of(one), made, total) if total and made else made


def _power(one: Epsilon, other: object) -> tuple[Fraction, int]:
    """Coefficient and exponent of what is multiplied with an Epsilon."""
    if type(other) is Epsilon:
        return power_of(other)
    if isinstance(other, Opaque) or not isinstance(other, (int, Fraction)):
        refuse(one, "multiplies or divides something else with")
    return Fraction(other), 0
