"""Operators of uniform values that neither rise nor fall, such as `^`: one value at a time.

A number with few values left takes each of them on a path of its own, and what code does then is
done by plain numbers. One with many is refused by name: without an operator Python would raise a
TypeError, which the real number does not, and code that takes exceptions for outputs would have one
that never happens.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable
from typing import Any

from dpverify.defs.as_run.operands import is_number
from dpverify.defs.as_run.pairs import listed


class ByValue:
    """The operators `^`, `~`, `divmod`, shifts by a number, and its power with a modulus.

    They are those of a number that `listed` takes: the class is a base of it.
    """

    __slots__ = ()

    def __xor__(self, other: Any) -> Any:
        return plainly(operator.xor, (self, other), "computes ^ of a uniform value")

    def __rxor__(self, other: Any) -> Any:
        return plainly(operator.xor, (other, self), "computes ^ of a uniform value")

    def __invert__(self) -> Any:
        return plainly(operator.invert, (self,), "computes ~ of a uniform value")

    def __divmod__(self, other: Any) -> Any:
        return plainly(divmod, (self, other), "computes divmod of a uniform value")

    def __rdivmod__(self, other: Any) -> Any:
        return plainly(divmod, (other, self), "computes divmod of a uniform value")

    def __rlshift__(self, other: Any) -> Any:
        return plainly(operator.lshift, (other, self), "shifts by a uniform value")

    def __rrshift__(self, other: Any) -> Any:
        return plainly(operator.rshift, (other, self), "shifts by a uniform value")


def plainly(function: Callable[..., Any], args: Iterable[Any], what: str, **named: Any) -> Any:
    """A function of plain numbers: of each uniform value every value that it has, on a path each.

    Args: what the code does, as the rest of a sentence; named what the function is given by name.
    Raises: Refused where a uniform value has many values.
    """

    def plain(given: Any) -> Any:
        return listed(given, what) if issubclass(type(given), ByValue) else given

    return function(*map(plain, args), **{name: plain(given) for name, given in named.items()})


def beyond(
    function: Callable[[Any, Any], Any], name: str, left: Any, right: Any, other: Any
) -> Any:
    """An operation of a uniform value and another operand, which is no finite plain number.

    Returns: NotImplemented where the operand is no number, as a number says it.
    Raises: Refused where the uniform value has many values.
    """
    if is_number(other):
        called = str(other)
    elif isinstance(other, (int, float, complex)):
        called = f"a {type(other).__name__}"
    else:
        return NotImplemented
    return plainly(function, (left, right), f"combines a uniform value with {called} ({name})")
