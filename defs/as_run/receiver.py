"""The label of what real code returns: what a receiver sees of it, types included or not.

With types, `[1, 2]`, `(1, 2)`, `array([1, 2])` and an iterator over 1 and 2 are four outputs, and
`1`, `1.0`, `True` and `int64(1)` are four. So are two zeros of different sign, and empty arrays of
different shape. Without, only the numbers in their order count: sequences are tuples, and equal
numbers are one. A set is its members in no order, though Python prints one. What must never change:
to tell too many apart can only make a mechanism look less private, and what cannot be told apart
here, as what hides under a mask or in attributes beside the members, is refused.
"""

from __future__ import annotations

import re
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from itertools import islice
from math import copysign
from typing import Any

from dpverify.defs.as_run.lazy import Lazy
from dpverify.defs.as_run.refusing import described, refused
from dpverify.defs.numbers import Value
from dpverify.defs.programs.labels import held_by, label_of

_PART = re.compile(
    r"""b?'(?:[^'\\]|\\.)*'|b?"(?:[^"\\]|\\.)*"   # texts and bytes, which stay as they are
    |[^\W\d]\w*                                    # words: True and False among them
    |-?\d+(?:\.\d+)?(?:e[+-]?\d+)?(?:/\d+)?      # numbers and fractions
    """,
    re.VERBOSE,
)
_RAISED = re.compile(r"'(raises [A-Za-z_]\w*)'")
KEY = "give key= a function that makes a value of it"
MOST_MEMBERS = 10_000
DEEPEST = 50
_SIMPLE = (bool, int, float, str, bytes, type(None), Fraction, Value)


def seen(output: Any, *, types: bool = True, depth: int = 0) -> str:
    """The label of an output.

    Args: types whether a receiver sees the types of values and containers.
    Raises: Refused for an object that has no label.

    >>> seen([1, (True, "a")]), seen([1, (True, "a")], types=False)
    ('[1, (True, a)]', '(1, (1, a))')
    """
    if type(output) is Lazy:
        output = plain(output)
    if depth > DEEPEST:
        raise refused("returns values within values, too deep to be told apart")
    kind = type(output)
    if kind in _SIMPLE:
        return label_of(output if types else _as_number(output))

    def inner(member: Any) -> str:
        return seen(member, types=types, depth=depth + 1)

    numpy = sys.modules.get("numpy")
    if numpy is not None and isinstance(output, numpy.generic):
        # Of a date the unit counts, of a record the names of its fields.
        name = str(output.dtype) if output.dtype.kind in "mMV" else kind.__name__
        held = inner(held_by(output))
        return f"{name}({held})" if types else held
    if isinstance(output, (list, tuple, set, frozenset, Mapping)):
        refuse_more_than_members(output)
    if numpy is not None and isinstance(output, numpy.ndarray):
        refuse_more_than_members(output)
        return _array(output, inner, types=types)
    if kind is tuple or (isinstance(output, (list, tuple, range)) and not types):
        inside = ", ".join(map(inner, output))
        return f"({inside},)" if len(output) == 1 else f"({inside})"
    if isinstance(output, range):
        return repr(output)  # of two that have equal members the ends may differ
    return _container(output, kind, inner, types=types)


def _array(array: Any, inner: Callable[[Any], str], *, types: bool) -> str:
    """An array: its members; with types also their type, and the shape of an empty one."""
    members = _plain_members(array) if array.dtype == object else array.tolist()
    if not types:
        return inner(members)
    # A type that is said once for all members need not be said for each.
    mixed = array.dtype.hasobject or array.dtype.names
    text = _nested(members, inner if mixed else _of_a_known_type, array.ndim)
    # A row of objects and one object, a tuple, have one text.
    unclear = 0 in array.shape or (array.dtype == object and array.ndim != 1)
    shape = f", {array.shape}" if unclear else ""
    return f"{type(array).__name__}({text}, {array.dtype}{shape})"


def _nested(members: Any, label: Callable[[Any], str], rows: int) -> str:
    """The members of an array of so many dimensions, in tuples as the array is in rows."""
    if not rows:
        return label(members)
    inside = ", ".join(_nested(member, label, rows - 1) for member in members)
    return f"({inside},)" if len(members) == 1 else f"({inside})"


def _of_a_known_type(member: Any) -> str:
    """1 for 1.0; but -0.0 is another number than 0.0."""
    if type(member) is float and member == 0 and copysign(1, member) < 0:
        return "-0"
    return seen(member, types=False)


def _container(output: Any, kind: type, inner: Callable[[Any], str], *, types: bool) -> str:
    """Lists, sets, dictionaries and iterators."""
    name = "" if kind in (list, set, dict) else kind.__name__
    if isinstance(output, (list, tuple, range)):
        named = getattr(kind, "_fields", None)  # a named tuple tells the names of its members
        name = name if named is None else f"{name}({', '.join(map(str, named))})"
        return f"{name}[{', '.join(map(inner, output))}]"
    if isinstance(output, (set, frozenset)):  # in the order of their labels: a set has none
        if kind is set and not output and types:
            return "set()"
        return f"{name if types else ''}{{{', '.join(sorted(map(inner, output)))}}}"
    if isinstance(output, Mapping):
        if isinstance(output, defaultdict) and types:
            name = f"{name}({_factory(output.default_factory)})"
        pairs = [f"{inner(key)}: {inner(value)}" for key, value in output.items()]
        return f"{name if types else ''}{{{', '.join(pairs)}}}"
    if isinstance(output, Iterator):
        members = list(islice(output, MOST_MEMBERS + 1))
        if len(members) > MOST_MEMBERS:
            raise refused(f"returns an iterator of more than {MOST_MEMBERS} values")
        text = ", ".join(map(inner, members))
        return f"{name}[{text}]" if types else f"({text},)" if len(members) == 1 else f"({text})"
    raise refused(f"returns {described(output)}; {KEY}")


def refuse_more_than_members(output: Any) -> None:
    """Refuse a container that holds more than its members."""
    numpy = sys.modules.get("numpy")
    # `numpy.ma` would load it, in every process; as long as it is not loaded, it has made nothing.
    masked = sys.modules.get("numpy.ma")
    if masked is not None and isinstance(output, masked.MaskedArray):
        raise refused("returns a masked array, which holds what its mask hides; return .filled()")
    kind = type(output)
    # A matrix notes there how it is being indexed.
    is_matrix = numpy is not None and kind is numpy.matrix
    beside = {} if is_matrix else getattr(output, "__dict__", {})
    if beside or any(vars(each).get("__slots__") for each in kind.__mro__):
        raise refused(f"returns {described(output)} with attributes beside its members; {KEY}")


def _factory(make: Any) -> str:
    """What a defaultdict makes members of."""
    if make is None or isinstance(make, type):
        return "None" if make is None else make.__name__
    raise refused(f"returns a defaultdict that makes its members by {described(make)}; {KEY}")


def plain(value: Any) -> Any:
    """A value that is not lazy; raises Refused for a lazy number with many values left."""
    return value.settled("returns a number made of") if type(value) is Lazy else value


def _plain_members(array: Any) -> Any:
    if not array.ndim:
        return plain(array.item())
    return [plain(x) if array.ndim == 1 else _plain_members(x) for x in array]


def _as_number(value: Any) -> Any:
    """A number without its type: an integer where it is one."""
    if isinstance(value, bool):
        return int(value)
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, Fraction) and value.denominator == 1:
        return value.numerator
    return value


def without_types(label: str) -> str:
    """The label that an output of a mechanism has where types are not seen.

    >>> without_types("(True, 1.0, '1.0', yes, 4/1, 0.5)")
    "(1, 1, '1.0', yes, 4, 0.5)"
    """
    return _PART.sub(lambda found: _plain_part(found[0]), label)


def _plain_part(part: str) -> str:
    if part in ("True", "False"):
        return "1" if part == "True" else "0"
    if part[0] not in "-0123456789":
        return part
    if "/" in part:
        return part.removesuffix("/1")
    number = float(part) if "." in part or "e" in part else None
    return str(int(number)) if number is not None and number.is_integer() else part


def raised(label: str) -> str:
    """The label of an exception, where a port returns the text "raises …" for it.

    >>> raised("'raises OverflowError'"), raised("yes")
    ('raises OverflowError', 'yes')
    """
    found = _RAISED.fullmatch(label)
    return label if found is None else found[1]
