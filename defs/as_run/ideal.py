"""What real code gets in place of a float where its noise is taken for real numbers.

A draw of Laplace, normal, exponential, Gumbel or logistic noise is a symbol of `defs/continuous`
(`Real`), which the code adds, scales, compares, rounds and releases; a float that it meets is the
exact rational number that it is. A uniform draw (`Uniform`) is no symbol yet: compared with numbers
it falls into a part of its interval, a coin; used in a sum it becomes uniform noise. Three laws are
known of functions of uniform draws, each of which is then used up:

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
import operator
from collections.abc import Callable
from fractions import Fraction
from typing import Any, NoReturn

from dpverify.defs.as_run.operands import (
    COMPARISONS,
    METHODS,
    UFUNC_NAMES,
    held,
    is_array,
    is_number,
    numpy_module,
    ufunc,
)
from dpverify.defs.as_run.refusing import refused
from dpverify.defs.continuous.noisy import Noisy, equal
from dpverify.defs.continuous.opaque import Opaque

MOST_WHOLE = 1_000
"""Whole numbers into which the interval of a uniform draw may be cut."""
_OPERATIONS: dict[str, Callable[[Any, Any], Any]] = {
    "add": operator.add, "sub": operator.sub, "mul": operator.mul, "div": operator.truediv,
    "floordiv": operator.floordiv, "mod": operator.mod, "pow": operator.pow,
}  # fmt: skip
_ENDLESS = {"isnan": False, "isinf": False, "isfinite": True}
PI = frozenset({Fraction(math.pi), 2 * Fraction(math.pi)})
"""The floats π and 2π: over [0, π) and over [0, 2π) the cosine of a uniform angle has one law."""


def wrapped(value: Any) -> Any:
    """A symbol as the code gets it; a number that is drawn for the referee is a float."""
    return Real(value) if issubclass(type(value), Opaque) else float(value)


def exact(constant: Any) -> Fraction:
    """A float, an integer or a NumPy scalar as the rational number that it is."""
    if isinstance(constant, numpy_module().generic):
        constant = constant.item()
    return Fraction(constant)


class Ideal:
    """A number that depends on noise: the protocols of Python and NumPy; `born` makes a symbol."""

    __slots__ = ()

    def born(self) -> Any:
        """It as a `Real`, or as a float for the referee."""
        raise NotImplementedError

    # ------------------------------------------------------------ what subclasses may know better

    def operated(self, name: str, other: Any, *, mirrored: bool) -> Any:
        """An operation with a number or another such number."""
        symbol = self.born()
        if isinstance(symbol, Ideal):
            return symbol.operated(name, other, mirrored=mirrored)
        return _operate(name, symbol, other, mirrored=mirrored)

    def compared(self, name: str, other: Any) -> Any:
        """A comparison with a number or another such number."""
        symbol = self.born()
        if isinstance(symbol, Ideal):
            return symbol.compared(name, other)
        return COMPARISONS[name](symbol, other)

    def function(self, name: str) -> Any:
        """A function of one number, by its name in math or NumPy."""
        symbol = self.born()
        if isinstance(symbol, Ideal):
            return symbol.function(name)
        return getattr(numpy_module(), name)(symbol)

    # ------------------------------------------------------------ Python's protocols

    def _with(self, name: str, other: Any, *, mirrored: bool = False) -> Any:
        if is_array(other):
            pair = (other, held(self)) if mirrored else (held(self), other)
            return ufunc(name)(*pair)
        if not (isinstance(other, Ideal) or is_number(other)):
            return NotImplemented
        if not isinstance(other, Ideal) and not math.isfinite(other):
            raise refused(f"combines a noisy number with {other} ({name})")
        return self.operated(name, other, mirrored=mirrored)

    def _ask(self, name: str, other: Any) -> Any:
        if is_array(other):
            return ufunc(name)(held(self), other)
        if isinstance(other, Ideal):
            return self.compared(name, other)
        if not is_number(other):
            return NotImplemented
        if math.isinf(other) or math.isnan(other):  # noise is finite
            return COMPARISONS[name](0.0, other)
        return self.compared(name, other)

    def __add__(self, other: Any) -> Any:
        return self._with("add", other)

    def __radd__(self, other: Any) -> Any:
        return self._with("add", other, mirrored=True)

    def __sub__(self, other: Any) -> Any:
        return self._with("sub", other)

    def __rsub__(self, other: Any) -> Any:
        return self._with("sub", other, mirrored=True)

    def __mul__(self, other: Any) -> Any:
        return self._with("mul", other)

    def __rmul__(self, other: Any) -> Any:
        return self._with("mul", other, mirrored=True)

    def __truediv__(self, other: Any) -> Any:
        return self._with("div", other)

    def __rtruediv__(self, other: Any) -> Any:
        return self._with("div", other, mirrored=True)

    def __floordiv__(self, other: Any) -> Any:
        return self._with("floordiv", other)

    def __rfloordiv__(self, other: Any) -> Any:
        return self._with("floordiv", other, mirrored=True)

    def __mod__(self, other: Any) -> Any:
        return self._with("mod", other)

    def __rmod__(self, other: Any) -> Any:
        return self._with("mod", other, mirrored=True)

    def __pow__(self, other: Any) -> Any:
        return self._with("pow", other)

    def __rpow__(self, other: Any) -> Any:
        return self._with("pow", other, mirrored=True)

    def __neg__(self) -> Any:
        return self._with("mul", -1)

    def __pos__(self) -> Any:
        return self

    def __abs__(self) -> Any:
        return self if self >= 0 else -self

    def __lt__(self, other: Any) -> Any:
        return self._ask("lt", other)

    def __le__(self, other: Any) -> Any:
        return self._ask("le", other)

    def __gt__(self, other: Any) -> Any:
        return self._ask("gt", other)

    def __ge__(self, other: Any) -> Any:
        return self._ask("ge", other)

    def __eq__(self, other: object) -> Any:
        return self._ask("eq", other)

    def __ne__(self, other: object) -> Any:
        return self._ask("ne", other)

    def __bool__(self) -> bool:
        return bool(self != 0)

    def __hash__(self) -> NoReturn:
        raise refused("takes the hash of a noisy number")

    def __round__(self, digits: Any = None) -> Any:
        if digits is None:
            return self._rounded(round, Fraction(1, 2))
        return self._rounded(lambda x: round(x, digits), None)

    def __floor__(self) -> Any:
        return self._rounded(math.floor, Fraction(0))

    def __ceil__(self) -> Any:
        return self._rounded(math.ceil, Fraction(0))

    def __trunc__(self) -> Any:
        return self._rounded(math.trunc, Fraction(0))

    def _rounded(self, step: Callable[[Any], Any], place: Fraction | None) -> Any:
        del place  # of a jump, for what is no symbol yet
        symbol = self.born()
        return wrapped(step(symbol.symbol)) if isinstance(symbol, Real) else float(step(symbol))

    def __int__(self) -> int:
        raise refused("makes an int of a noisy number; math.trunc() is the same and is followed")

    def __float__(self) -> float:
        raise refused("hands a noisy number to compiled code, which wants a plain float,")

    def __complex__(self) -> complex:
        raise refused("makes a complex number of a noisy number")

    def __index__(self) -> int:
        raise TypeError("'float' object cannot be interpreted as an integer")

    def __repr__(self) -> str:
        raise refused("writes a noisy number")

    __str__ = __repr__

    def __format__(self, how: str) -> str:
        raise refused("writes a noisy number")

    def __copy__(self) -> Ideal:
        return self

    def __deepcopy__(self, memo: Any) -> Ideal:
        return self

    def __reduce_ex__(self, protocol: Any) -> NoReturn:
        raise refused("writes a noisy number into a pickle")

    @property  # type: ignore[misc]  # what isinstance() asks, and nobody sets
    def __class__(self) -> type:
        """What code finds that asks whether it is a number."""
        return float

    def __getattr__(self, name: str) -> Any:
        if name in METHODS:  # NumPy calls these of the members of an array of objects
            return lambda: self.function(name)
        if name == "conjugate":
            return lambda: self
        if hasattr(float, name) and not name.startswith("__array"):
            raise refused(f"takes .{name} of a noisy number")
        raise AttributeError(f"'float' object has no attribute '{name}'")

    # ------------------------------------------------------------ NumPy's protocols

    def __array_ufunc__(self, function: Any, method: str, *inputs: Any, **how: Any) -> Any:
        name = UFUNC_NAMES.get(function.__name__)
        if method != "__call__" or how:
            raise refused(f"calls numpy.{function.__name__} with {', '.join(how) or method}")
        if any(map(is_array, inputs)):
            return function(*(held(x) if isinstance(x, Ideal) else x for x in inputs))
        if len(inputs) == 1:
            return self.function(function.__name__)
        left, right = (x.item() if isinstance(x, numpy_module().generic) else x for x in inputs)
        if name in COMPARISONS:
            return COMPARISONS[name](left, right)
        if name in ("minimum", "maximum"):
            first = left <= right if name == "minimum" else left >= right
            return _as_float(left if first else right)
        if name in _OPERATIONS:
            return _OPERATIONS[name](left, right)
        raise refused(f"calls numpy.{function.__name__} of a noisy number")

    def __array_function__(self, function: Any, types: Any, args: Any, how: Any) -> Any:
        del types
        name = function.__name__
        if name in ("round", "around"):
            digits = args[1] if len(args) > 1 else how.get("decimals", 0)
            return round(args[0], digits) if digits else round(args[0])
        if name == "where" and len(args) == 3 and not how:
            found = function(*(held(x) if isinstance(x, Ideal) else x for x in args))
            return found if found.ndim else _as_float(found[()])
        if name == "clip" and len(args) == 3 and not how and not any(map(is_array, args)):
            number, low, high = args
            number = low if low is not None and number < low else number
            return _as_float(high if high is not None and number > high else number)
        raise refused(f"calls numpy.{name} of a noisy number")


def _as_float(value: Any) -> Any:
    """What NumPy makes of a number beside floats."""
    return value if issubclass(type(value), Ideal) else float(value)


class Real(Ideal):
    """A symbol: a linear form in noises, rounded or not."""

    __slots__ = ("symbol",)

    def __init__(self, symbol: Any) -> None:
        self.symbol = symbol

    def born(self) -> Any:
        return self

    def operated(self, name: str, other: Any, *, mirrored: bool) -> Any:
        number = other.born() if isinstance(other, Ideal) else other
        operand = number.symbol if isinstance(number, Real) else exact(number)
        pair = (operand, self.symbol) if mirrored else (self.symbol, operand)
        if name == "pow":
            if not mirrored and operand == 1:
                return self
            raise refused("takes a power of a noisy number")
        made = _OPERATIONS[name](*pair)
        return wrapped(made)

    def compared(self, name: str, other: Any) -> Any:
        number = other.born() if isinstance(other, Ideal) else other
        operand = number.symbol if isinstance(number, Real) else exact(number)
        if name in ("eq", "ne") and type(self.symbol) is Noisy:
            return equal(self.symbol, operand) == (name == "eq")
        return COMPARISONS[name](self.symbol, operand)

    def function(self, name: str) -> Any:
        if name in _ENDLESS:
            return _ENDLESS[name]
        if name in ("floor", "ceil", "trunc"):
            return getattr(math, name)(self)
        if name == "rint":
            return round(self)
        if name in ("absolute", "fabs", "abs"):
            return abs(self)
        if name in ("negative", "positive"):
            return -self if name == "negative" else self
        if name == "sign":
            return 1.0 if self > 0 else -1.0
        raise refused(f"computes {name} of a noisy number")


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

    __slots__ = ("factor", "offset", "source")

    def __init__(
        self, source: Draws, factor: Fraction = Fraction(1), offset: Fraction = Fraction(0)
    ) -> None:
        self.source, self.factor, self.offset = source, factor, offset

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
        return made

    def operated(self, name: str, other: Any, *, mirrored: bool) -> Any:
        if self.source.noise is None and not isinstance(other, Ideal):
            constant = exact(other)
            source, a, b = self.source, self.factor, self.offset
            if name == "add":
                return Uniform(source, a, b + constant)
            if name == "sub":
                return Uniform(source, -a, constant - b) if mirrored else Uniform(
                    source, a, b - constant)  # fmt: skip
            if name == "mul" and constant:
                return Uniform(source, a * constant, b * constant)
            if name == "div" and constant and not mirrored:
                return Uniform(source, a / constant, b / constant)
        if isinstance(other, (Logarithm, Wave)):
            return other.operated(name, self, mirrored=not mirrored)
        return super().operated(name, other, mirrored=mirrored)

    def compared(self, name: str, other: Any) -> Any:
        if self.source.noise is not None or isinstance(other, Ideal):
            return super().compared(name, other)
        end = (exact(other) - self.offset) / self.factor
        if name in ("eq", "ne"):
            return name == "ne"
        below = self.source.below(end)
        return below == ((name in ("lt", "le")) == (self.factor > 0))

    def _rounded(self, step: Callable[[Any], Any], place: Fraction | None) -> Any:
        if place is None or self.source.noise is not None:
            return super()._rounded(step, place)
        return self._whole(step, place)

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

    def function(self, name: str) -> Any:
        source = self.source
        if source.noise is not None:
            return super().function(name)
        source.unused()
        if name == "sign":
            return 1.0 if self > 0 else -1.0
        if name in ("absolute", "fabs", "abs"):
            return abs(self)
        if name in _ENDLESS:
            return _ENDLESS[name]
        if name in ("floor", "ceil", "trunc"):
            return getattr(math, name)(self)
        if name == "rint":
            return round(self)
        ends = {self.factor * u + self.offset for u in (source.low, source.high)}
        if name == "log" and ends == {0, 1}:
            source.spent = "taking its logarithm"
            return Logarithm(source.draw)
        full = {0, max(PI)}
        if ends == full or (name == "cos" and ends == {0, min(PI)}):
            if name not in ("cos", "sin"):
                raise refused(f"computes {name} of a uniform angle")
            source.spent = f"taking its {name}"
            return Wave(source.draw)
        raise refused(f"computes {name} of a uniform number between {min(ends)} and {max(ends)}")


class Logarithm(Ideal):
    """factor·ln U, with U uniform: exponential noise, up to its sign."""

    __slots__ = ("draw", "factor", "noise")

    def __init__(self, draw: Any, factor: Fraction = Fraction(1)) -> None:
        self.draw, self.factor = draw, factor
        self.noise: Any = None

    def born(self) -> Any:
        if self.noise is None:
            noise = wrapped(self.draw.exponential(abs(self.factor)))
            self.noise = -noise if self.factor > 0 else noise
        return self.noise

    def operated(self, name: str, other: Any, *, mirrored: bool) -> Any:
        if self.noise is None:
            if isinstance(other, Wave) and name == "mul" and other.radius is None:
                self.noise = _SPENT
                return other.times(Product(self.draw, self.factor))
            if not isinstance(other, Ideal) and (constant := exact(other)):
                if name == "mul":
                    return self._scaled(constant)
                if name == "div" and not mirrored:
                    return self._scaled(1 / constant)
        return super().operated(name, other, mirrored=mirrored)

    def _scaled(self, factor: Fraction) -> Logarithm:
        made = Logarithm(self.draw, self.factor * factor)
        self.noise = _SPENT
        return made

    def function(self, name: str) -> Any:
        if name == "sqrt" and self.noise is None and self.factor == -2:
            self.noise = _SPENT
            return Radius(self.draw)
        return super().function(name)


class _Spent(Ideal):
    """In place of what became part of another number."""

    __slots__ = ()

    def born(self) -> NoReturn:
        raise refused("uses a function of a uniform number twice")


_SPENT = _Spent()


class Wave(Ideal):
    """cos πV, with V uniform; only products with what is listed are known."""

    __slots__ = ("draw", "radius")

    def __init__(self, draw: Any) -> None:
        self.draw = draw
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

    __slots__ = ("draw", "used")

    def __init__(self, draw: Any) -> None:
        self.draw, self.used = draw, False

    def born(self) -> NoReturn:
        raise refused("uses the square root of ln U otherwise than in a product with a cosine")

    def operated(self, name: str, other: Any, *, mirrored: bool) -> Any:
        free = not self.used and isinstance(other, Wave) and other.radius is None
        if name == "mul" and free:
            self.used = True
            return other.times(wrapped(self.draw.gaussian(1)))
        return super().operated(name, other, mirrored=mirrored)


class Product(Ideal):
    """factor·ln U·cos πV: the sum of two such, all of them independent, is Laplace noise."""

    __slots__ = ("draw", "factor", "used")

    def __init__(self, draw: Any, factor: Fraction) -> None:
        self.draw, self.factor, self.used = draw, factor, False

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
            return wrapped(self.draw.laplace(abs(self.factor)))
        scales = name == "mul" or (name == "div" and not mirrored)
        if scales and not isinstance(other, Ideal) and (constant := exact(other)):
            self.used = True
            factor = constant if name == "mul" else 1 / constant
            return Product(self.draw, self.factor * factor)
        return super().operated(name, other, mirrored=mirrored)


def _operate(name: str, number: float, other: Any, *, mirrored: bool) -> Any:
    """An operation of a float that was drawn for the referee."""
    pair = (other, number) if mirrored else (number, other)
    return _OPERATIONS[name](*pair)
