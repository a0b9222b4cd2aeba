"""The number ε as a symbol, for programs that need it in the scales of their noise alone."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from dpverify.defs.continuous.opaque import Opaque, Refuses


class Epsilon(Opaque):
    """coefficient·ε^exponent; a product whose exponents cancel is a plain Fraction.

    Any other use is refused, and the program is then run with the number.
    """

    __slots__ = ("coefficient", "exponent")
    what = "ε as a symbol"

    def __init__(
        self, tracer: Refuses, coefficient: Fraction = Fraction(1), exponent: int = 1
    ) -> None:
        super().__init__(tracer)
        self.coefficient, self.exponent = coefficient, exponent

    def _times(self, coefficient: Fraction, exponent: int) -> Epsilon | Fraction:
        made = self.coefficient * coefficient
        total = self.exponent + exponent
        return Epsilon(self.tracer, made, total) if total and made else made

    def __mul__(self, other: Any) -> Epsilon | Fraction:
        if isinstance(other, Epsilon):
            return self._times(other.coefficient, other.exponent)
        return self._times(self._number(other), 0)

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Epsilon | Fraction:
        if isinstance(other, Epsilon):
            return self._times(1 / other.coefficient, -other.exponent)
        number = self._number(other)
        if not number:
            raise ZeroDivisionError("ε divided by 0")
        return self._times(1 / number, 0)

    def __rtruediv__(self, other: Any) -> Epsilon | Fraction:
        number = self._number(other)
        return Epsilon(self.tracer, 1 / self.coefficient, -self.exponent)._times(number, 0)

    def __neg__(self) -> Epsilon | Fraction:
        return self._times(Fraction(-1), 0)

    def _number(self, other: object) -> Fraction:
        if not isinstance(other, (int, Fraction)):
            self.refuse("multiplies or divides something else with")
        return Fraction(other)

    def _other(self, other: object) -> Any:
        self.refuse(f"adds or compares {type(other).__name__} with")

    __add__ = __radd__ = __sub__ = __rsub__ = __lt__ = __le__ = __gt__ = __ge__ = _other
