"""What a lazy number is combined and compared with: constants, arrays, NumPy's functions.

What must never change: two constants have one name only if no operation tells them apart.
"""

from __future__ import annotations

import math
import operator
import sys
from collections.abc import Callable
from fractions import Fraction
from typing import Any, Final

from dpverify.defs.as_run.refusing import refused

PLAIN: Final = frozenset({int, float, bool, Fraction})
REPR: Final = repr
"""`repr` itself: while code is run, a guard stands in its place."""
PROBES: Final = 16
"""Points of a piece at which a test is looked at beside those of the bisection, where it rests on a
function of the C library."""
CORPUT: Final = [int(f"{i:08b}"[::-1], 2) for i in range(1, PROBES + 1)]
"""Where these lie, in 256ths of the piece: a van der Corput sequence."""
COMPARISONS: Final[dict[str, Callable[[Any, Any], Any]]] = {
    "lt": operator.lt, "le": operator.le, "gt": operator.gt, "ge": operator.ge,
    "eq": operator.eq, "ne": operator.ne,
}  # fmt: skip
ORDERED: Final = frozenset({"lt", "le", "gt", "ge"})
MIRRORED: Final = {"lt": "gt", "le": "ge", "gt": "lt", "ge": "le", "eq": "eq", "ne": "ne"}
COMPUTED: Final[dict[str, Callable[[int, int], int]]] = {
    "add": operator.add, "sub": operator.sub, "mul": operator.mul, "lshift": operator.lshift,
    "pow": operator.pow,
}  # fmt: skip
"""The same on Python's integers, which have no end."""
ALONE: Final[dict[str, Callable[[int], int]]] = {
    "neg": operator.neg, "negative": operator.neg, "abs": abs, "absolute": abs,
    "square": lambda v: v * v,
}  # fmt: skip
"""On these, functions of one number that make of NumPy's integers such integers again."""
UFUNC_NAMES: Final = {
    "add": "add", "subtract": "sub", "multiply": "mul", "divide": "div", "true_divide": "div",
    "floor_divide": "floordiv", "remainder": "mod", "power": "pow", "less": "lt",
    "less_equal": "le", "greater": "gt", "greater_equal": "ge", "equal": "eq", "not_equal": "ne",
    "minimum": "minimum", "maximum": "maximum", "copysign": "copysign", "left_shift": "lshift",
    "right_shift": "rshift", "bitwise_and": "and", "bitwise_or": "or", "ldexp": "ldexp",
}  # fmt: skip
"""NumPy's functions of two numbers, by the names of the operations here."""
_NUMPY_NAMES: Final = {short: name for name, short in UFUNC_NAMES.items()}

RISING = {
    # Correctly rounded, or exact.
    "sqrt": None, "floor": None, "ceil": None, "trunc": None, "rint": None, "sign": None,
    "negative": None, "positive": None, "fix": None, "float_": None,
    # Of the C library.
    "log": "log", "log2": "log2", "log10": "log10", "log1p": "log1p", "exp": "exp",
    "exp2": "exp2", "expm1": "expm1", "tanh": "tanh", "sinh": "sinh", "arctan": "atan",
    "atan": "atan", "arcsinh": "asinh", "asinh": "asinh", "cbrt": "cbrt", "erf": "erf",
}  # fmt: skip
"""Functions of one number that rise (or fall) throughout, where they are defined: a half-line.

With what is assumed of each, None for nothing."""
EVEN = {"absolute": None, "fabs": None, "square": None, "abs": None}
"""Functions that rise on one side of 0 and fall on the other."""
RECIPROCAL = {"reciprocal"}
INFINITE = {"isnan": False, "isinf": True, "isfinite": False}
"""Questions about infinity, with the answer for what is infinite."""
METHODS = frozenset({
    "log", "log2", "log10", "log1p", "exp", "exp2", "expm1", "sqrt", "tanh", "sinh", "arctan",
    "rint", "fabs", "cbrt", "trunc", "square", "sign", "sin", "cos", "tan", "arcsin", "arccos",
    "cosh", "arcsinh", "arccosh", "arctanh", "degrees", "radians", "deg2rad", "rad2deg",
})  # fmt: skip
"""What NumPy asks the members of an array of objects for; what of these has no row above is
refused by its name."""


def numpy_module() -> Any:
    """NumPy, imported where it is needed."""
    import numpy as np

    return np


def ufunc(name: str) -> Any:
    """NumPy's function for an operation."""
    return getattr(numpy_module(), _NUMPY_NAMES[name])


def held(number: Any) -> Any:
    """A lazy number as an array of objects without dimensions."""
    array = numpy_module().empty((), dtype=object)
    array[()] = number
    return array


def sign_of(v: Any) -> int:
    """−1, 0 or 1."""
    return int(bool(v > 0)) - int(bool(v < 0))


def is_number(value: Any) -> bool:
    """Whether a constant is a number of Python's or a scalar of NumPy's."""
    if type(value) in PLAIN:
        return True
    numpy = sys.modules.get("numpy")
    return numpy is not None and isinstance(value, (numpy.number, numpy.bool_))


def plain(value: Any, name: str) -> Any:
    """A number of a class of its own, such as a member of an IntEnum, as the number that it is.

    A float asks no such class what it says of it, and neither does an int, unless the class has
    comparisons of its own. Real numbers are equal to complex ones too, without an order.

    Args: value to compare with; name of the comparison.
    Raises: Refused for comparisons of its own.
    """
    if is_number(value) or not isinstance(value, (int, float, complex)):
        return value
    kind = next(base for base in (int, float, complex) if isinstance(value, base))
    if any(getattr(type(value), f"__{one}__") is not getattr(kind, f"__{one}__")
           for one in COMPARISONS):  # fmt: skip
        raise refused(f"compares a uniform value with a {type(value).__name__}")
    if isinstance(value, complex):
        return value.real if name not in ORDERED and value.imag == 0 else value
    return int.__int__(value) if isinstance(value, int) else float.__float__(value)


def is_numpy_integer(value: Any) -> bool:
    """Whether a number is an integer of NumPy's, which wraps beyond its range."""
    numpy = sys.modules.get("numpy")
    return numpy is not None and isinstance(value, numpy.integer)


def is_finite(constant: Any) -> bool:
    """Whether a number is finite, and within the range of floats."""
    try:
        return math.isfinite(constant)
    except OverflowError:  # an integer beyond all floats
        return False


def is_array(value: Any) -> bool:
    """Whether a value is an array of NumPy's."""
    numpy = sys.modules.get("numpy")
    return numpy is not None and isinstance(value, numpy.ndarray)


def named(constant: Any) -> tuple[Any, ...] | None:
    """What tells a constant from all others, also from equal ones of another type or sign."""
    if constant is None:
        return ()
    if type(constant) is int:
        return (constant,)
    if type(constant) is float:
        return (constant.hex(),)
    if is_number(constant):
        return (type(constant), REPR(constant))
    if type(constant) is tuple:  # such as the ends of a clip, or a type and an offset
        names = [x if type(x) is str else named(x) for x in constant]
        return None if None in names else ("tuple", *names)
    return None


def quietly(function: Any) -> Callable[[Any], Any]:
    """A function of NumPy without its warnings, which are of the enumerator's own evaluations."""
    if not type(function).__module__.startswith("numpy"):
        step: Callable[[Any], Any] = function
        return step

    def quiet(v: Any) -> Any:
        with numpy_module().errstate(all="ignore"):
            return function(v)

    return quiet
