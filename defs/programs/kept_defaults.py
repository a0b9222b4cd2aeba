"""Parameters that a run changes: a default is one object for all calls, so that it would be kept.

Each run gets parameters of its own, and what is decided is the first call. A program that changes
one of them is another program at its second call, and is refused.
What must never change: an object is compared by all that a copy of it is made of, not by what of it
is at hand; only of what says nothing about that, nothing is known.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from operator import is_
from typing import Any, Final

from dpverify.defs.errors import ProgramError

EQUAL: Final = (int, bool, str, bytes, Fraction)
"""Types of which equal values are the same."""
WRITTEN: Final = (float, complex, Decimal)
"""Types of which equal values may differ, as 0.0 and -0.0 do; their texts tell them apart."""


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


def is_known(value: Any) -> bool:
    """Whether a value holds nothing but what is compared entirely: numbers, texts, containers."""
    waiting, met = [value], set[int]()
    while waiting:
        one = waiting.pop()
        kind = type(one)
        if kind in (list, tuple, set, frozenset, dict) and id(one) not in met:
            met.add(id(one))
            waiting += [*one, *one.values()] if kind is dict else one
        elif kind is _ndarray():
            if one.dtype.hasobject:
                return False
        elif not (one is None or id(one) in met or kind in EQUAL or kind in WRITTEN):
            return False
    return True


def _ndarray() -> Any:
    numpy = sys.modules.get("numpy")
    return None if numpy is None else numpy.ndarray


def is_same(one: Any, other: Any) -> bool:
    """Whether two values are made of the same, all that they hold included."""
    waiting = [(one, other)]
    # By place, those that were met; they are held, so that no place is another's meanwhile.
    met: dict[tuple[int, int], Any] = {}
    while waiting:
        pair = waiting.pop()
        first, second = pair
        if first is second or (id(first), id(second)) in met:
            continue
        if type(first) is not type(second):
            return False
        met[id(first), id(second)] = pair
        within = _within(first, second)
        if within is None:
            return False
        waiting += within
    return True


def _within(one: Any, other: Any) -> list[tuple[Any, Any]] | None:
    """What two values of one type hold, in pairs that must be the same; None where they differ."""
    kind = type(one)
    if kind in EQUAL:
        return [] if one == other else None
    if kind in WRITTEN:
        return [] if repr(one) == repr(other) else None
    if kind in (list, tuple):
        return _members(one, other)
    if kind is dict:
        # In their order, which a loop over a dictionary follows.
        keys, values = (
            _members([*a], [*b]) for a, b in ((one, other), (one.values(), other.values()))
        )
        return None if keys is None or values is None else keys + values
    if kind in (set, frozenset):
        return _unordered(one, other)
    if kind is _ndarray():
        return _arrays(one, other)
    return _made_of(one, other)


def _members(one: Any, other: Any) -> list[tuple[Any, Any]] | None:
    if len(one) != len(other):
        return None
    # Copies of numbers and texts are the objects themselves, and most of what is met is that.
    return [] if all(map(is_, one, other)) else [*zip(one, other, strict=True)]


def _unordered(one: Any, other: Any) -> list[tuple[Any, Any]] | None:
    """Sets: each member must be in the other one, or be the same as one of those left over."""
    if len(one) != len(other):
        return None
    # By place: a number may be equal to another one and not be the same, as 0.0 and -0.0.
    here, there = (set(map(id, members)) for members in (one, other))
    left = [member for member in other if id(member) not in here]
    for member in one:
        if id(member) in there:
            continue
        found = next((k for k, each in enumerate(left) if is_same(member, each)), None)
        if found is None:
            return None
        left.pop(found)
    return []


def _arrays(one: Any, other: Any) -> list[tuple[Any, Any]] | None:
    """Arrays: a copy need not lie in memory as they did, but has their type, shape and values."""
    if one.dtype != other.dtype or one.shape != other.shape:
        return None
    if one.dtype.hasobject or one.dtype.kind == "V":  # whose bytes are places, or fill gaps
        return [(one.tolist(), other.tolist())]
    if one.size and one.flags.c_contiguous and other.flags.c_contiguous:
        word = "u8" if one.nbytes % 8 == 0 else "u1"  # as bits, and without a copy of both
        here, there = (each.reshape(-1).view("u1").view(word) for each in (one, other))
        return [] if (here == there).all() else None
    return [] if one.tobytes() == other.tobytes() else None


def _made_of(one: Any, other: Any) -> list[tuple[Any, Any]] | None:
    """Other objects, by what copies of them are made of.

    That is a function with its arguments, a state, members and items (PEP 307). What has none is
    compared by its attributes, and beyond these nothing is known.
    """
    parts = []
    for each in (one, other):
        try:
            made = each.__reduce_ex__(4)
        except Exception:  # noqa: BLE001  an object's own method, which may raise anything
            made = getattr(each, "__dict__", None)
        if isinstance(made, tuple):
            # Behind the first three come iterators: over members of a list, and of a dictionary.
            items = [None if more is None else [*more] for more in made[3:5]]
            made = [*made[:3], *items]
        parts.append(made)
    return [(parts[0], parts[1])]
