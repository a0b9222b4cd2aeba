"""The types that plain numbers would have in place of noisy ones, and the constants they meet.

A sum of a float and a `numpy.float64` is a `numpy.float64`, and `round(x)` of a float is an int:
code sees which. What must never change: the type of a result is read off the operation itself, on
plain numbers; a constant enters as the number that the operation would make of it, or is refused by
name.
"""

from __future__ import annotations

import math
import operator
import sys
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from numbers import Number
from typing import Any, Final

from dpverify.defs.as_run.operands import COMPARISONS, PLAIN, is_number, numpy_module
from dpverify.defs.as_run.refusing import described, refused

OPERATIONS: Final[dict[str, Callable[[Any, Any], Any]]] = {
    "add": operator.add, "sub": operator.sub, "mul": operator.mul, "div": operator.truediv,
    "floordiv": operator.floordiv, "mod": operator.mod, "pow": operator.pow,
}  # fmt: skip
_NAMES: Final = {**dict.fromkeys(OPERATIONS), "div": "truediv"}
_OWN: Final = (
    *(f"__{name}__" for name in COMPARISONS),
    *(f"__{r}{_NAMES[name] or name}__" for name in OPERATIONS for r in ("", "r")),
)
"""Methods by which a class of numbers may answer otherwise than the number does."""
LARGEST: Final = Fraction(sys.float_info.max)


def is_of_numpy(kind: type) -> bool:
    """Whether a type is one of NumPy's scalars."""
    return issubclass(kind, numpy_module().generic)


@lru_cache(maxsize=1_000)
def kind_after(function: Any, *kinds: type) -> type:
    """The type of what a function makes of numbers of these types, as it is of ones or zeros.

    Raises: what the function raises for numbers of these types.
    """
    with numpy_module().errstate(all="ignore"):
        try:
            return type(function(*(kind(1) for kind in kinds)))
        except ValueError:  # outside the domain of a function
            return type(function(*(kind(0) for kind in kinds)))


def kind_of_numbers(made: type) -> type:
    """The type of a result that stays a noisy number.

    Raises: Refused for another type than ints and floats, of Python or NumPy.
    """
    numpy = numpy_module()
    if made in (int, float) or issubclass(made, (numpy.floating, numpy.integer)):
        return made
    raise refused(f"makes a {made.__name__} of a noisy number")


@lru_cache(maxsize=100)
def in_array(kind: type) -> type:
    """The type of a member of an array that is made of numbers of a type."""
    return type(numpy_module().asarray(kind(1))[()])


def operand(value: Any, name: str) -> Any:
    """A constant beside a noisy number as a plain number; NotImplemented for what is none.

    Numbers of NumPy stay what they are. A number of a class of its own is the number that it is,
    unless the class has operators of its own.

    Args: name of the operation or comparison.
    Raises: Refused for other numbers.
    """
    if type(value) in PLAIN:
        return value
    if is_number(value):
        if value.dtype.kind not in "biuf" or value.dtype == numpy_module().longdouble:
            raise refused(f"combines a noisy number with a {type(value).__name__} ({name})")
        return value
    if isinstance(value, (int, float)):
        kind: Any = int if isinstance(value, int) else float
        number: Any = value
        if all(getattr(type(value), own, None) is getattr(kind, own, None) for own in _OWN):
            return int.__int__(number) if kind is int else float.__float__(number)
    elif isinstance(value, Decimal):
        if name not in COMPARISONS:
            return NotImplemented  # a float has no sum with it
        if type(value) is Decimal and value.is_finite():
            return Fraction(value)
    elif not (isinstance(value, Number) or hasattr(type(value), "__float__")):
        return NotImplemented
    raise refused(f"combines a noisy number with a {described(value)} ({name})")


def without_end(value: Any) -> float | None:
    """What a constant is to floats where it is infinite, no number, or beyond them; else None."""
    if isinstance(value, (int, Fraction)):
        end = math.inf if value > 0 else -math.inf
        return end if abs(Fraction(value)) > LARGEST else None
    return None if math.isfinite(value) else float(value)


def recast(number: Any, kind: type) -> Any:
    """A number, noisy or not, in another type."""
    cast = getattr(type(number), "cast", None)
    return kind(number) if cast is None else cast(number, kind)
