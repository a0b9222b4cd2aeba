"""What real code gets in place of a uniform draw, where floats are taken for real numbers.

A `Uniform` is no symbol yet: compared with numbers it falls into a part of its interval, a coin;
used in a sum it becomes uniform noise. Three laws are known of functions of uniform draws, each of
which is then used up:

    −ln U                                        is exponential;
    √(−2·ln U)·cos 2πV                           is normal (Box and Muller 1958);
    ln U₁·cos πV₁ + ln U₂·cos πV₂                is Laplace.

The last one: given V the characteristic function of E·cos πV, with E exponential, is
1/(1 − it·cos πV); its mean over V is (1 + t²)^(−1/2); the square is that of Laplace noise. The
float next to π is taken for π there. What must never change: what is not listed is refused by name;
a uniform draw that is used up is not used again.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any, NoReturn

from dpverify.defs.as_run.ideal import ENDLESS, Ideal, exact, wrapped
from dpverify.defs.as_run.kinds import recast
from dpverify.defs.as_run.refusing import refused

MOST_WHOLE = 1_000
"""Whole numbers into which the interval of a uniform draw may be cut."""
PI = frozenset({Fraction(math.pi), 2 * Fraction(math.pi)})
"""The floats π and 2π: over [0, π) and over [0, 2π) the cosine of a uniform angle has one law."""
_FOLLOWED: dict[str, Callable[[Any], Any]] = {
    "absolute": abs, "fabs": abs, "abs": abs, "rint": round, "floor": math.floor,
    "ceil": math.ceil, "trunc": math.trunc,
}  # fmt: skip


class Draws:
    """One uniform draw that is no noise yet: between which numbers it lies, what became of it.

    Args: draw answers; low and high the interval in which it is uniform.
    """

    __slots__ = ("draw", "high", "low", "noise", "spent")

    def __init__(self, draw: Any) -> None:
        self.draw, self.low, self.high = draw, Fraction(0), Fraction(1)
        self.noise: Any = None
        self.spent: str | None = None

    def below(self, end: Fraction) -> bool:
        """Whether it lies below a number: a coin, after which it is uniform in that part."""
        self.unused()
        if end <= self.low or end >= self.high:
            return end >= self.high
        fell = bool(self.draw.flip((end - self.low) / (self.high - self.low)))
        self.low, self.high = (self.low, end) if fell else (end, self.high)
        return fell

    def unused(self) -> None:
        """Raise Refused where it was used up."""
        if self.spent is not None:
            raise refused(f"uses a uniform number again after {self.spent}")


class Uniform(Ideal):
    """factor·U + offset, of a uniform draw U."""

    __slots__ = ("factor", "kind", "offset", "source")

    def __init__(
        self,
        source: Draws,
        factor: Fraction = Fraction(1),
        offset: Fraction = Fraction(0),
        kind: Any = float,
    ) -> None:
        self.source, self.factor, self.offset, self.kind = source, factor, offset, kind

    def born(self) -> Any:
        source = self.source
        source.unused()
        if source.noise is None:
            source.noise = wrapped(source.draw.uniform(source.low, source.high))
        made = source.noise
        if self.factor != 1:
            made = made * float(self.factor) if type(made) is float else made * self.factor
        if self.offset:
            made = made + (float(self.offset) if type(made) is float else self.offset)
        return recast(made, self.kind)

    def cast(self, kind: type) -> Uniform:
        return Uniform(self.source, self.factor, self.offset, kind)

    def operated(self, name: str, other: Any, *, mirrored: bool) -> Any:
        if self.source.noise is None and not isinstance(other, Ideal):
            moved = self._moved(name, exact(other), mirrored=mirrored)
            if moved is not None:
                kind = self.kind_with(name, other, mirrored=mirrored)
                return Uniform(self.source, *moved, kind)
        if isinstance(other, (Logarithm, Wave)):
            return other.operated(name, self, mirrored=not mirrored)
        return super().operated(name, other, mirrored=mirrored)

    def _moved(
        self, name: str, constant: Fraction, *, mirrored: bool
    ) -> tuple[Fraction, Fraction] | None:
        """The new factor and offset; None where it is not moved or scaled."""
        a, b = self.factor, self.offset
        if name == "add":
            return a, b + constant
        if name == "sub":
            return (-a, constant - b) if mirrored else (a, b - constant)
        if name == "mul" and constant:
            return a * constant, b * constant
        if name == "div" and constant and not mirrored:
            return a / constant, b / constant
        return None

    def compared(self, name: str, other: Any) -> Any:
        if self.source.noise is not None or isinstance(other, Ideal):
            return super().compared(name, other)
        end = (exact(other) - self.offset) / self.factor
        if name in ("eq", "ne"):
            return name == "ne"
        below = self.source.below(end)
        return below == ((name in ("lt", "le")) == (self.factor > 0))

    def rounded(self, step: Callable[[Any], Any], place: Fraction | None, kind: Any) -> Any:
        if place is None or self.source.noise is not None:
            return super().rounded(step, place, kind)
        return kind(self._whole(step, place))

    def __int__(self) -> int:
        if self.source.noise is not None:
            return super().__int__()
        return int(self._whole(math.trunc, Fraction(0)))

    def _whole(self, step: Callable[[Any], Any], place: Fraction) -> Any:
        """A rounded number: the interval is cut where it jumps until all of it is rounded alike.

        Args: place of a jump; all others are whole numbers away from it.
        """
        source = self.source
        source.unused()
        while True:
            ends = (self.factor * u + self.offset for u in (source.low, source.high))
            low, high = sorted(ends)
            first, last = math.floor(low - place) + 1, math.ceil(high - place) - 1
            if first > last:  # no jump within
                return step((low + high) / 2)
            if last - first >= MOST_WHOLE:
                raise refused(f"rounds a uniform number to more than {MOST_WHOLE} values")
            source.below(((first + last) // 2 + place - self.offset) / self.factor)

    def function(self, name: str, kind: Any) -> Any:
        source = self.source
        if source.noise is not None:
            return super().function(name, kind)
        source.unused()
        if name == "sign":
            return kind(1 if self > 0 else 0 if self == 0 else -1)
        if name in ENDLESS:
            return kind(ENDLESS[name])
        if name in _FOLLOWED:
            return recast(_FOLLOWED[name](self), kind)
        return self._used_up(name, kind)

    def _used_up(self, name: str, kind: Any) -> Any:
        """Its logarithm, or the cosine of an angle."""
        source = self.source
        ends = {self.factor * u + self.offset for u in (source.low, source.high)}
        if name == "log" and ends == {0, 1}:
            source.spent = "taking its logarithm"
            return Logarithm(source.draw, Fraction(1), kind)
        full = {0, max(PI)}
        if ends == full or (name == "cos" and ends == {0, min(PI)}):
            if name not in ("cos", "sin"):
                raise refused(f"computes {name} of a uniform angle")
            source.spent = f"taking its {name}"
            return Wave(source.draw, kind)
        raise refused(f"computes {name} of a uniform number between {min(ends)} and {max(ends)}")


class Logarithm(Ideal):
    """factor·ln U, with U uniform: exponential noise, up to its sign."""

    __slots__ = ("draw", "factor", "kind", "noise")

    def __init__(self, draw: Any, factor: Fraction, kind: Any) -> None:
        self.draw, self.factor, self.kind = draw, factor, kind
        self.noise: Any = None

    def born(self) -> Any:
        if self.noise is None:
            noise = wrapped(self.draw.exponential(abs(self.factor)), self.kind)
            self.noise = -noise if self.factor > 0 else noise
        return self.noise

    def operated(self, name: str, other: Any, *, mirrored: bool) -> Any:
        if self.noise is None:
            if isinstance(other, Wave) and name == "mul" and other.radius is None:
                self.noise = _SPENT
                kind = self.kind_with(name, other, mirrored=mirrored)
                return other.times(Product(self.draw, self.factor, kind))
            scales = name == "mul" or (name == "div" and not mirrored)
            if scales and not isinstance(other, Ideal) and (constant := exact(other)):
                factor = self.factor * (constant if name == "mul" else 1 / constant)
                self.noise = _SPENT
                kind = self.kind_with(name, other, mirrored=mirrored)
                return Logarithm(self.draw, factor, kind)
        return super().operated(name, other, mirrored=mirrored)

    def function(self, name: str, kind: Any) -> Any:
        if name == "sqrt" and self.noise is None and self.factor == -2:
            self.noise = _SPENT
            return Radius(self.draw, kind)
        return super().function(name, kind)


class _Spent(Ideal):
    """In place of what became part of another number."""

    __slots__ = ()
    kind = float

    def born(self) -> NoReturn:
        raise refused("uses a function of a uniform number twice")


_SPENT = _Spent()


class Wave(Ideal):
    """cos πV, with V uniform; only products with what is listed are known."""

    __slots__ = ("draw", "kind", "radius")

    def __init__(self, draw: Any, kind: Any) -> None:
        self.draw, self.kind = draw, kind
        self.radius: Any = None

    def born(self) -> NoReturn:
        raise refused("uses the cosine of a uniform number otherwise than in a product with ln U")

    def times(self, made: Any) -> Any:
        """The product; the cosine is used up."""
        self.radius = made
        return made

    def operated(self, name: str, other: Any, *, mirrored: bool) -> Any:
        if name == "mul" and isinstance(other, (Logarithm, Radius)):
            return other.operated(name, self, mirrored=not mirrored)
        return super().operated(name, other, mirrored=mirrored)


class Radius(Ideal):
    """√(−2·ln U): with the cosine of an angle it is a normal number."""

    __slots__ = ("draw", "kind", "used")

    def __init__(self, draw: Any, kind: Any) -> None:
        self.draw, self.kind, self.used = draw, kind, False

    def born(self) -> NoReturn:
        raise refused("uses the square root of ln U otherwise than in a product with a cosine")

    def operated(self, name: str, other: Any, *, mirrored: bool) -> Any:
        free = not self.used and isinstance(other, Wave) and other.radius is None
        if name == "mul" and free:
            self.used = True
            kind = self.kind_with(name, other, mirrored=mirrored)
            return other.times(wrapped(self.draw.gaussian(1), kind))
        return super().operated(name, other, mirrored=mirrored)


class Product(Ideal):
    """factor·ln U·cos πV: the sum of two such, all of them independent, is Laplace noise."""

    __slots__ = ("draw", "factor", "kind", "used")

    def __init__(self, draw: Any, factor: Fraction, kind: Any) -> None:
        self.draw, self.factor, self.kind, self.used = draw, factor, kind, False

    def born(self) -> NoReturn:
        raise refused("uses ln U·cos πV otherwise than in a sum of two")

    def operated(self, name: str, other: Any, *, mirrored: bool) -> Any:
        if self.used:
            raise refused("uses ln U·cos πV twice")
        if (
            isinstance(other, Product)
            and name in ("add", "sub")
            and other is not self
            and not other.used
            and abs(other.factor) == abs(self.factor)
        ):
            self.used = other.used = True
            kind = self.kind_with(name, other, mirrored=mirrored)
            return wrapped(self.draw.laplace(abs(self.factor)), kind)
        scales = name == "mul" or (name == "div" and not mirrored)
        if scales and not isinstance(other, Ideal) and (constant := exact(other)):
            self.used = True
            factor = constant if name == "mul" else 1 / constant
            kind = self.kind_with(name, other, mirrored=mirrored)
            return Product(self.draw, self.factor * factor, kind)
        return super().operated(name, other, mirrored=mirrored)
