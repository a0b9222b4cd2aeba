"""Lazy numbers with few values left, in operations that are followed in no other way.

Such a number takes each of its values on a path of its own. Of two numbers in one operation the one
with fewer values does, and the other is then followed as a function of one number.
"""

from __future__ import annotations

from typing import Any, Final, Protocol

from dpverify.defs.as_run.grid import Source
from dpverify.defs.as_run.refusing import refused

FEW_VALUES: Final = 4096
"""Values of a number up to which each of them may be a path of its own."""

USED: Final = "uses two uniform values, or one of them twice, in one number"
"""What code does that computes with two such numbers, as a refusal says it."""


class Listable(Protocol):
    """A number whose values can become branches."""

    source: Source

    @property
    def constant(self) -> bool:
        """Whether it is one number on the whole interval."""
        ...

    def settled(self, why: str) -> Any:
        """The number itself, each of its values on a branch of its own."""
        ...


def listed(number: Listable, what: str) -> Any:
    """The number itself, each of its values on a branch of its own.

    Args: what the code does with it, as the rest of a sentence.
    Raises: Refused where it has many values.
    """
    if _size(number) > FEW_VALUES:
        raise refused(what)
    return number.settled(what)


def _size(number: Listable) -> int:
    """How many values it has left, at most."""
    return 1 if number.constant else number.source.hi - number.source.lo


def one_settled(left: Listable, right: Listable, what: str = USED) -> tuple[Any, Any]:
    """The two numbers, the one with fewer values left as a plain number.

    Args: what the code does with the two, as the rest of a sentence.
    Raises: Refused where both have many values.
    """
    if _size(right) <= _size(left):
        return left, listed(right, what)
    return listed(left, what), right
