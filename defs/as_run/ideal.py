"""What real code gets in place of a float where its noise is taken for real numbers.

A draw of Laplace, normal, exponential, Gumbel or logistic noise is a symbol of `defs/continuous`
(`Real`), which the code adds, scales, compares, rounds and releases; a float that it meets is the
exact rational number that it is. Each knows the type that a plain number would have in its place:
`round(x)` is an int. What must never change: what is not listed is refused by name; an exception is
raised only where a plain number of that type raises it too.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any, NoReturn

from dpverify.defs.as_run.kinds import (
    OPERATIONS,
    in_array,
    is_of_numpy,
    kind_after,
    kind_of_numbers,
    operand,
    recast,
    without_end,
)
from dpverify.defs.as_run.operands import (
    COMPARISONS,
    METHODS,
    UFUNC_NAMES,
    held,
    is_array,
    numpy_module,
    ufunc,
)
from dpverify.defs.as_run.refusing import refused
from dpverify.defs.continuous.noisy import Noisy, equal
from dpverify.defs.continuous.opaque import Opaque

ENDLESS = {"isnan": False, "isinf": False, "isfinite": True}
_ARRAYS = frozenset({"__array_struct__", "__array_interface__", "__array__"})
_BITS = "asks for the bits of a noisy number that is rounded"


def wrapped(value: Any, kind: Any = float) -> Any:
    """A symbol as the code gets it; a number that is drawn for the referee is of that type."""
    return Real(value, kind) if issubclass(type(value), Opaque) else kind(value)


def exact(constant: Any) -> Fraction:
    """A float, an integer or a NumPy scalar as the rational number that it is."""
    if is_of_numpy(type(constant)):
        constant = constant.item()
    return Fraction(constant)


class Ideal:
    """A number that depends on noise: the protocols of Python and NumPy; `born` makes a symbol."""

    __slots__ = ()
    kind: Any
    """The type that a plain number has in its place."""

    def born(self) -> Any:
        """It as a `Real`, or as a plain number for the referee."""
        raise NotImplementedError

    # ------------------------------------------------------------ what subclasses may know better

    def cast(self, kind: type) -> Any:
        """The same number in another type; another object."""
        return recast(self.born(), kind)

    def operated(self, name: str, other: Any, *, mirrored: bool) -> Any:
        """An operation with a number or another such number."""
        symbol = self.born()
        if isinstance(symbol, Ideal):
            return symbol.operated(name, other, mirrored=mirrored)
        return operate(name, symbol, _born(other), mirrored=mirrored)

    def compared(self, name: str, other: Any) -> Any:
        """A comparison with a number or another such number."""
        symbol = self.born()
        if isinstance(symbol, Ideal):
            return symbol.compared(name, other)
        return COMPARISONS[name](symbol, _born(other))

    def function(self, name: str, kind: Any) -> Any:
        """A function of one number, by its name in math or NumPy.

        Args: kind the type of its result, of a plain number.
        """
        symbol = self.born()
        if isinstance(symbol, Ideal):
            return symbol.function(name, kind)
        return kind(getattr(numpy_module(), name)(symbol))

    def kind_with(self, name: str, other: Any, *, mirrored: bool) -> type:
        """The type of what an operation with another number makes."""
        kind = other.kind if isinstance(other, Ideal) else type(other)
        pair = (kind, self.kind) if mirrored else (self.kind, kind)
        return kind_of_numbers(kind_after(OPERATIONS[name], *pair))

    # ------------------------------------------------------------ Python's protocols

    def _with(self, name: str, other: Any, *, mirrored: bool = False) -> Any:
        if is_array(other):
            own = held(self.cast(in_array(self.kind)))
            return ufunc(name)(*((other, own) if mirrored else (own, other)))
        if not isinstance(other, Ideal):
            other = operand(other, name)
            if other is NotImplemented:
                return NotImplemented
            beyond = without_end(other)
            if beyond is not None and (self.kind is not int or type(other) is not int):
                raise refused(f"combines a noisy number with {beyond} ({name})")
            if not other and not mirrored and name in ("div", "floordiv", "mod"):
                # Floats of Python raise here, those of NumPy do not, members of arrays among them.
                raise refused("divides a noisy number by 0")
        return self.operated(name, other, mirrored=mirrored)

    def _ask(self, name: str, other: Any) -> Any:
        if is_array(other):
            return ufunc(name)(held(self.cast(in_array(self.kind))), other)
        if isinstance(other, Ideal):
            return self._told(other, self.compared(name, other))
        other = operand(other, name)
        if other is NotImplemented:
            return NotImplemented
        beyond = without_end(other)
        if beyond is None or (self.kind is int and type(other) is not float):
            return self._told(other, self.compared(name, other))
        return self._told(other, COMPARISONS[name](0.0, beyond))  # noise is finite

    def _told(self, other: Any, answer: Any) -> Any:
        """The answer of a comparison in its type: `~` of True is −2, and of NumPy's True False."""
        kind = other.kind if isinstance(other, Ideal) else type(other)
        of_numpy = is_of_numpy(self.kind) or is_of_numpy(kind)
        return numpy_module().bool_(answer) if of_numpy else answer

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

    def __divmod__(self, other: Any) -> NoReturn:
        raise refused("computes divmod of a noisy number")

    __rdivmod__ = __divmod__

    def _bits(self, other: Any) -> Any:
        if issubclass(self.kind, float) and not is_array(other):
            return NotImplemented  # floats have no bits
        raise refused(_BITS)

    __and__ = __rand__ = __or__ = __ror__ = __xor__ = __rxor__ = _bits
    __lshift__ = __rlshift__ = __rshift__ = __rrshift__ = _bits

    def __invert__(self) -> Any:
        if issubclass(self.kind, float):
            raise TypeError("bad operand type for unary ~: 'float'")
        raise refused(_BITS)

    def __neg__(self) -> Any:
        return self._with("mul", -1)

    def __pos__(self) -> Any:
        return self

    def __abs__(self) -> Any:
        return self.cast(self.kind) if self >= 0 else -self

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
        return bool(self != 0)  # also of NumPy's

    def __hash__(self) -> NoReturn:
        raise refused("takes the hash of a noisy number")

    def __round__(self, digits: Any = None) -> Any:
        kind = kind_of_numbers(kind_after(round if digits is None else _to_digits, self.kind))
        if digits is None:
            return self.rounded(round, Fraction(1, 2), kind)
        return self.rounded(lambda x: round(x, digits), None, kind)

    def __floor__(self) -> Any:
        return self.rounded(math.floor, Fraction(0), kind_after(math.floor, self.kind))

    def __ceil__(self) -> Any:
        return self.rounded(math.ceil, Fraction(0), kind_after(math.ceil, self.kind))

    def __trunc__(self) -> Any:
        return self.rounded(math.trunc, Fraction(0), kind_after(math.trunc, self.kind))

    def rounded(self, step: Callable[[Any], Any], place: Fraction | None, kind: Any) -> Any:
        """A function with jumps, one of them at that place where all others are whole steps away.

        Args: kind the type of what it makes of a plain number.
        """
        del place  # of a jump, for what is no symbol yet
        symbol = self.born()
        if isinstance(symbol, Real):
            return wrapped(step(symbol.symbol), kind)
        return kind(step(symbol))

    def __int__(self) -> int:
        raise refused("makes an int of a noisy number; math.trunc() is the same and is followed")

    def __float__(self) -> float:
        raise refused("hands a noisy number to compiled code, which wants a plain float,")

    def __complex__(self) -> complex:
        raise refused("makes a complex number of a noisy number")

    def __index__(self) -> int:
        if issubclass(self.kind, float):
            raise TypeError(f"{self._quoted} object cannot be interpreted as an integer")
        raise refused("counts or indexes with a noisy number that is rounded")

    @property
    def _quoted(self) -> str:
        kind = self.kind
        return f"'{'numpy.' * is_of_numpy(kind)}{kind.__name__}'"

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
        return self.kind  # type: ignore[no-any-return]  # `kind` is Any: it is set by subclasses

    def __getattr__(self, name: str) -> Any:
        if name in METHODS:  # NumPy calls these of the members of an array of objects
            return lambda: self.numpy_function(getattr(numpy_module(), name))
        if name == "conjugate":
            return lambda: self
        if is_of_numpy(self.kind):
            if name == "dtype":
                return numpy_module().dtype(self.kind)
            if name == "item":
                return lambda: self.cast(type(self.kind(1).item()))
        if hasattr(self.kind, name) and name not in _ARRAYS:
            raise refused(f"takes .{name} of a noisy number")
        raise AttributeError(f"{self._quoted} object has no attribute '{name}'")

    # ------------------------------------------------------------ NumPy's protocols

    def numpy_function(self, function: Any) -> Any:
        """A function of NumPy's of this number alone."""
        return self.function(function.__name__, kind_after(function, self.kind))

    def __array_ufunc__(self, function: Any, method: str, *inputs: Any, **how: Any) -> Any:
        name = UFUNC_NAMES.get(function.__name__)
        if method != "__call__" or how:
            raise refused(f"calls numpy.{function.__name__} with {', '.join(how) or method}")
        if any(map(is_array, inputs)):
            return function(
                *(held(x.cast(in_array(x.kind))) if isinstance(x, Ideal) else x for x in inputs)
            )
        if len(inputs) == 1:
            return self.numpy_function(function)
        left, right = inputs
        if name in COMPARISONS:
            return numpy_module().bool_(COMPARISONS[name](*_plainly(left, right)))
        if name in ("minimum", "maximum"):
            return _extreme(function, left, right, least=name == "minimum")
        if name in OPERATIONS:
            kind = kind_of_numbers(kind_after(function, *_kinds(inputs)))
            return recast(OPERATIONS[name](*_plainly(left, right)), kind)
        raise refused(f"calls numpy.{function.__name__} of a noisy number")

    def __array_function__(self, function: Any, types: Any, args: Any, how: Any) -> Any:
        del types
        name = function.__name__
        if name in ("round", "around") and args and isinstance(args[0], Ideal):
            digits = args[1] if len(args) > 1 else how.get("decimals", 0)
            made = round(args[0], digits) if digits else round(args[0])
            return recast(made, kind_after(function, args[0].kind))
        if name == "where" and len(args) == 3 and not how:
            found = function(
                *(held(x.cast(in_array(x.kind))) if isinstance(x, Ideal) else x for x in args)
            )
            return found if found.ndim else _in_numpy(found[()])
        if name == "clip" and len(args) == 3 and not how and not any(map(is_array, args)):
            number, low, high = args
            if low is not None:
                number = _extreme(numpy_module().maximum, number, low, least=False)
            if high is not None:
                number = _extreme(numpy_module().minimum, number, high, least=True)
            return number
        raise refused(f"calls numpy.{name} of a noisy number")


def _born(number: Any) -> Any:
    """A number of the referee's: what is a symbol in a trace is drawn at the same place."""
    return number.born() if isinstance(number, Ideal) else number


def _to_digits(number: Any) -> Any:
    return round(number, 1)


def _in_numpy(value: Any) -> Any:
    """A number as a member of NumPy's arrays of floats."""
    return recast(value, in_array(value.kind if isinstance(value, Ideal) else float))


def _kinds(numbers: tuple[Any, ...]) -> list[Any]:
    """The types of numbers, or of plain ones in their place."""
    return [x.kind if isinstance(x, Ideal) else type(x) for x in numbers]


def _plainly(left: Any, right: Any) -> tuple[Any, Any]:
    """Numbers of NumPy's as Python's, of which the operation does not come back to NumPy."""
    made = (x.item() if is_of_numpy(type(x)) else x for x in (left, right))
    return next(made), next(made)


def _extreme(function: Any, left: Any, right: Any, *, least: bool) -> Any:
    """NumPy's minimum or maximum of two numbers; one that is not a number wins.

    Raises: Refused for anything else.
    """
    for x in (left, right):
        if not isinstance(x, Ideal):
            if operand(x, function.__name__) is NotImplemented:
                raise refused(f"calls numpy.{function.__name__} of a noisy number and no number")
            if x != x:  # noqa: PLR0124  not a number
                return numpy_module().float64(x)
    kinds = _kinds((left, right))
    left, right = _plainly(left, right)
    first = left <= right if least else left >= right
    return recast(left if first else right, kind_after(function, *kinds))


class Real(Ideal):
    """A symbol: a linear form in noises, rounded or not.

    Args: kind the type that a plain number has in its place.
    """

    __slots__ = ("kind", "symbol")

    def __init__(self, symbol: Any, kind: Any = float) -> None:
        self.symbol, self.kind = symbol, kind

    def born(self) -> Any:
        return self

    def cast(self, kind: type) -> Real:
        return Real(self.symbol, kind)

    def operated(self, name: str, other: Any, *, mirrored: bool) -> Any:
        number = other.born() if isinstance(other, Ideal) else other
        value = number.symbol if isinstance(number, Real) else exact(number)
        if name == "pow" and (mirrored or value != 1):
            raise refused("takes a power of a noisy number")
        kind = self.kind_with(name, number, mirrored=mirrored)
        if name == "pow":
            return self.cast(kind)
        pair = (value, self.symbol) if mirrored else (self.symbol, value)
        return wrapped(OPERATIONS[name](*pair), kind)

    def compared(self, name: str, other: Any) -> Any:
        number = other.born() if isinstance(other, Ideal) else other
        value = number.symbol if isinstance(number, Real) else exact(number)
        if name in ("eq", "ne") and type(self.symbol) is Noisy:
            return equal(self.symbol, value) == (name == "eq")
        return COMPARISONS[name](self.symbol, value)

    def function(self, name: str, kind: Any) -> Any:
        if name in ENDLESS:
            return kind(ENDLESS[name])
        if name in ("floor", "ceil", "trunc"):
            return recast(getattr(math, name)(self), kind)
        if name == "rint":
            return recast(round(self), kind)
        if name in ("absolute", "fabs", "abs"):
            return recast(abs(self), kind)
        if name in ("negative", "positive"):
            return recast(-self if name == "negative" else self, kind)
        if name == "sign":
            return kind(1 if self > 0 else 0 if self == 0 else -1)
        raise refused(f"computes {name} of a noisy number")


def operate(name: str, number: Any, other: Any, *, mirrored: bool) -> Any:
    """An operation of a number that was drawn for the referee."""
    pair = (other, number) if mirrored else (number, other)
    return OPERATIONS[name](*pair)
