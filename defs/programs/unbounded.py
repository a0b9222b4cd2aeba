"""Unbounded integer noise as a symbol: it is drawn only as far as the program looks at it.

Geometric noise forgets: given w ≥ m, w − m is geometric again. So a comparison of w with a number
needs one draw of finitely many branches (w = 0, …, w = m − 1, w ≥ m), after which w is a number or
m plus fresh noise of the same law. The remainder of w by q is a draw of q branches, after which
w = q·w' + j with fresh noise w' of ratio r^q. Discrete Laplace noise is a sign and a geometric
size: z = w with probability 1/(1 + r), else z = −1 − w.

What must never change: whatever a symbol cannot answer is refused, and the program is followed as
before; no answer is guessed.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import ceil, floor, gcd, isinf, isnan
from typing import Any, Final, NoReturn

from dpverify.defs.numbers import ONE, Value, number_text
from dpverify.defs.programs.laws import Finite, laplace_ratio, ratio_of, remembered

MOST_REVEALED: Final = 2_000
"""Values of noise that one comparison tells apart."""

Take = Callable[[Finite], Any]
Refuse = Callable[[str], NoReturn]


class Ratio:
    """The ratio r of geometric noise, 0 < r < 1, with the finite laws that it gives.

    They are kept: hashing a number again at every draw would take longer than the draws.
    """

    __slots__ = ("_powers", "_remainders", "_revealed", "sign", "text", "value")

    def __init__(self, value: Value) -> None:
        self.value, self.text = value, number_text(value)
        minus = value / (ONE + value)
        self.sign = Finite(f"sign of noise {self.text}", (False, True), (ONE - minus, minus))
        """Whether discrete Laplace noise is below 0."""
        self._revealed: dict[int, Finite] = {}
        self._remainders: dict[int, Finite] = {}
        self._powers: dict[int, Ratio] = {}

    def revealed(self, place: int) -> Finite:
        """min(w, place) for geometric noise w."""
        law = self._revealed.get(place)
        if law is None:
            r = self.value
            masses = [*((ONE - r) * r**k for k in range(place)), r**place]
            law = Finite(f"min({place}, noise {self.text})", range(place + 1), masses)
            self._revealed[place] = law
        return law

    def remainder(self, parts: int) -> Finite:
        """w mod parts for geometric noise w: in proportion to r^j."""
        law = self._remainders.get(parts)
        if law is None:
            r = self.value
            masses = [(ONE - r) * r**k / (ONE - r**parts) for k in range(parts)]
            law = Finite(f"noise {self.text} mod {parts}", range(parts), masses)
            self._remainders[parts] = law
        return law

    def power(self, parts: int) -> Ratio:
        """The ratio r^parts."""
        if parts not in self._powers:
            self._powers[parts] = Ratio(self.value**parts)
        return self._powers[parts]


@remembered
def laplace_noise(scale: Any, ratio: Any) -> Ratio | None:
    """The ratio of discrete Laplace noise; None for noise that is always 0."""
    value = laplace_ratio(scale, ratio)
    return None if value.is_zero else Ratio(value)


@remembered
def geometric_noise(ratio: Any) -> Ratio | None:
    """The ratio of geometric noise; None for noise that is always 0."""
    value = ratio_of(ratio, "the ratio of geometric()")
    return None if value.is_zero else Ratio(value)


class Geometric:
    """Geometric noise w of a ratio, of which is known that w = step·w' + start, w' ≥ 0 fresh.

    Args: ratio that of w'; take draws from a finite law; refuse raises, and remembers why in case
        the program catches that. `value` is w once it is known; `drawn` how often a part of it was
        drawn.
    """

    __slots__ = ("drawn", "ratio", "refuse", "start", "step", "take", "value")

    def __init__(self, ratio: Ratio, take: Take, refuse: Refuse) -> None:
        self.ratio, self.take, self.refuse = ratio, take, refuse
        self.start, self.step, self.drawn = 0, 1, 0
        self.value: int | None = None

    def reaches(self, place: int) -> bool:
        """Whether w' ≥ place, drawn if it is not certain."""
        if place <= 0:
            return True
        if place > MOST_REVEALED:
            self.refuse(f"compares noise with a number {place} away")
        drawn = self.take(self.ratio.revealed(place))
        self.drawn += 1
        if drawn == place:
            self.start += self.step * place
            return True
        self.value = self.start + self.step * drawn
        return False

    def split(self, parts: int) -> None:
        """Draw the remainder of w' by a number."""
        if parts > MOST_REVEALED:
            self.refuse(f"divides noise by {parts}")
        drawn = self.take(self.ratio.remainder(parts))
        self.drawn += 1
        self.start += self.step * drawn
        self.step *= parts
        self.ratio = self.ratio.power(parts)


class Unbounded:
    """base + factor·w, an integer, for geometric noise w."""

    __slots__ = ("_base", "_factor", "_noise")

    def __init__(self, base: Any, factor: Any, noise: Geometric) -> None:
        self._base, self._factor, self._noise = base, factor, noise

    @property  # type: ignore[misc]  # it is never written
    def __class__(self) -> type:
        """An integer, for who asks `isinstance`: that is what the program holds when it is run."""
        return int

    # --------------------------------------------------------- what dpverify reads, never programs

    @staticmethod
    def place(symbol: Unbounded) -> int | tuple[int, int, Geometric]:
        """The number, where it is known; else (a, b, noise) for a + b·w', b not 0."""
        base, factor, noise = symbol._base, symbol._factor, symbol._noise
        if noise.value is not None:
            return int(base + factor * noise.value)
        return int(base + factor * noise.start), int(factor * noise.step), noise

    # ------------------------------------------------------------------------------- arithmetic

    def _linear(self, base: Any, factor: Any) -> Any:
        if not factor:
            return int(base)
        symbol = Unbounded(base, factor, self._noise)
        known = Unbounded.place(symbol)
        return known if isinstance(known, int) else symbol

    def _plus(self, other: Any, sign: int) -> Any:
        if type(other) is Unbounded:
            known = Unbounded.place(other)
            if isinstance(known, int):
                other = known
            elif other._noise is self._noise:
                return self._linear(
                    self._base + sign * other._base, self._factor + sign * other._factor
                )
            else:
                self._refuse("adds two noises without bounds")
        if type(other) not in (int, bool):
            self._refuse("computes with noise and a number that is no int")
        return self._linear(self._base + sign * other, self._factor)

    def __add__(self, other: Any) -> Any:
        return self._plus(other, 1)

    __radd__ = __add__

    def __sub__(self, other: Any) -> Any:
        return self._plus(other, -1)

    def __neg__(self) -> Any:
        return self._linear(-self._base, -self._factor)

    def __rsub__(self, other: Any) -> Any:
        return Unbounded(-self._base, -self._factor, self._noise)._plus(other, 1)

    def __mul__(self, other: Any) -> Any:
        if type(other) not in (int, bool):
            self._refuse("multiplies noise by what is no int")
        return self._linear(self._base * other, self._factor * other)

    __rmul__ = __mul__

    def __mod__(self, other: Any) -> int:
        if type(other) is not int or other <= 0:
            self._refuse("divides noise by what is no int above 0")
        known = Unbounded.place(self)
        if isinstance(known, int):
            return known % other
        if known[1] % other:
            self._noise.split(other // gcd(known[1], other))
            known = Unbounded.place(self)
        return (known if isinstance(known, int) else known[0]) % other

    def __floordiv__(self, other: Any) -> Any:
        rest = self % other
        return self._linear(Fraction(self._base - rest, other), Fraction(self._factor, other))

    def __divmod__(self, other: Any) -> tuple[Any, int]:
        return self // other, self % other

    def __pos__(self) -> Any:
        return self

    def __abs__(self) -> Any:
        return self if self >= 0 else -self

    def __round__(self, digits: int | None = None) -> Any:
        return self if digits is None or digits >= 0 else self._refuse("rounds noise to tens")

    __floor__ = __ceil__ = __trunc__ = __pos__

    def __copy__(self) -> Unbounded:
        return self

    def __deepcopy__(self, memo: Any) -> Unbounded:
        del memo
        return self

    # ------------------------------------------------------------------------------ comparisons

    def _at_least(self, number: int) -> bool:
        known = Unbounded.place(self)
        if isinstance(known, int):
            return known >= number
        start, step, noise = known
        if step > 0:  # start + step·w' ≥ number where w' ≥ (number − start)/step
            return noise.reaches(-((start - number) // step))
        return not noise.reaches((start - number) // -step + 1)

    def _compared(self, other: Any, end: Callable[[Any], int], more: int) -> bool:
        """Whether this is at least end(other) + more, the least integer that is meant."""
        if type(other) is Unbounded:
            difference = self - other
            if type(difference) is Unbounded:
                return difference._at_least(more)
            return bool(difference >= more)
        if type(other) is float and (isinf(other) or isnan(other)):
            return other < 0
        if type(other) not in (int, bool, float, Fraction):
            self._refuse("compares noise with what is no number")
        return self._at_least(end(other) + more)

    def __ge__(self, other: Any) -> bool:
        return self._compared(other, ceil, 0)

    def __gt__(self, other: Any) -> bool:
        return self._compared(other, floor, 1)

    def __lt__(self, other: Any) -> bool:
        return other == other and not self >= other  # noqa: PLR0124  not a number: never less

    def __le__(self, other: Any) -> bool:
        return other == other and not self > other  # noqa: PLR0124  not a number: never less

    def __eq__(self, other: object) -> bool:
        if type(other) not in (int, bool, float, Fraction, Unbounded):
            if type(other) not in _NO_NUMBERS:  # an Enum, a Decimal: it may equal a number
                self._refuse("compares noise with a number of another type")
            return False
        number: Any = other
        if type(other) is not Unbounded and other != floor(number):
            return False
        return self >= other and not self > other

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __bool__(self) -> bool:
        return self != 0

    # ---------------------------------------------------------------------------- what is refused

    def _refuse(self, what: str) -> NoReturn:
        self._noise.refuse(what)

    def _refused(self, *_: Any) -> NoReturn:
        self._refuse("does with noise what is not linear")

    __hash__ = _refused
    __int__ = __index__ = __float__ = __complex__ = __repr__ = __str__ = _refused
    __format__ = __truediv__ = __rtruediv__ = __rfloordiv__ = __rmod__ = __rdivmod__ = _refused
    __pow__ = __rpow__ = __and__ = __or__ = __xor__ = __lshift__ = __rshift__ = _refused
    __rand__ = __ror__ = __rxor__ = __rlshift__ = __rrshift__ = __invert__ = _refused
    __reduce_ex__ = __getattr__ = _refused


_NO_NUMBERS: Final = (type(None), str, bytes, tuple, list, dict, set, frozenset, range)
