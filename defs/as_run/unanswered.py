"""Operators of numbers that are not answered for a uniform value: each is refused by name.

Without them Python would raise a TypeError, which the real number does not, and code that takes
exceptions for outputs would have one that never happens.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any, NoReturn

from dpverify.defs.as_run.refusing import refused


class Unanswered:
    """A number without the operators `^`, `~`, `divmod`, and without shifts by it."""

    __slots__ = ()

    def __xor__(self, other: Any) -> NoReturn:
        raise refused("computes ^ of a uniform value")

    __rxor__ = __xor__

    def __invert__(self) -> NoReturn:
        raise refused("computes ~ of a uniform value")

    def __divmod__(self, other: Any) -> NoReturn:
        raise refused("computes divmod of a uniform value")

    __rdivmod__ = __divmod__

    def __rlshift__(self, other: Any) -> NoReturn:
        raise refused("shifts by a uniform value")

    __rrshift__ = __rlshift__


def without(modulus: Any) -> Callable[[Any, Any], Any]:
    """The power of two numbers; raises Refused where a third one is given."""
    if modulus is not None:
        raise refused("computes a power of a uniform value with a modulus")
    return operator.pow


def not_answered(name: str, constant: Any) -> Any:
    """What a lazy number says of an operand that is no plain number.

    Raises: Refused for a number of a class of its own, which a real number would be combined with.
    """
    if isinstance(constant, (int, float, complex)):
        raise refused(f"combines a uniform value with a {type(constant).__name__} ({name})")
    return NotImplemented
