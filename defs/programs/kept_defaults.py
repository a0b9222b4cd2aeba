"""Parameters that a run changes: a default is one object for all calls, so that it would be kept.

Each run gets parameters of its own, and what is decided is the first call. A program that changes
one of them is another program at its second call, and is refused.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Any, Final

from dpverify.defs.errors import ProgramError

DEEPEST: Final = 50
"""Values within values that are compared."""
COMPARED: Final = (int, float, complex, str, bytes, bytearray, Fraction, Decimal)
"""Types whose copies are equal."""


def refuse_changed(name: str, parameters: Mapping[str, Any], used: Mapping[str, Any]) -> None:
    """Raise: ProgramError where a run changed what it was given as a parameter.

    Args: name of the program; parameters as they are; used those that the run had, copies of them.
    """
    for key, value in parameters.items():
        if not is_same(value, used[key]):
            raise ProgramError(
                f"{name} changes its parameter {key}, which Python keeps from one call to the next;"
                " make what it changes inside of the function"
            )


def is_same(one: Any, other: Any, depth: int = 0) -> bool:
    """Whether two values hold the same, as far as containers and attributes tell."""
    if one is other or depth > DEEPEST:
        return True
    if type(one) is not type(other):
        return False
    if isinstance(one, (list, tuple, deque)):
        pairs = zip(one, other, strict=False)
        return len(one) == len(other) and all(is_same(a, b, depth + 1) for a, b in pairs)
    if isinstance(one, dict):
        return is_same([*one.items()], [*other.items()], depth + 1)
    if isinstance(one, (set, frozenset)):
        return len(one) == len(other)  # members may be equal to none but themselves
    held = getattr(one, "__dict__", None)
    if type(held) is dict:
        return is_same(held, other.__dict__, depth + 1)
    if hasattr(one, "tobytes"):  # an array, whose bytes may be the places of objects
        if getattr(getattr(one, "dtype", None), "hasobject", False):
            return is_same(one.tolist(), other.tolist(), depth + 1)
        return bool(one.tobytes() == other.tobytes())
    # Of others nothing is known but that copies need not be equal.
    return not isinstance(one, COMPARED) or bool(one == other)
