"""The label of what real code returns: what a receiver sees of it, types included or not.

With types, `[1, 2]`, `(1, 2)`, `array([1, 2])` and an iterator over 1 and 2 are four outputs, and
`1`, `1.0`, `True` and `int64(1)` are four. Without, only the numbers in their order count:
sequences are tuples, and equal numbers are one. What must never change: to tell too many apart can
only make a mechanism look less private, and what cannot be told apart here is refused.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import islice
from typing import Any

from dpverify.defs.as_run.lazy import Lazy
from dpverify.defs.as_run.refusing import described, refused
from dpverify.defs.numbers import Value
from dpverify.defs.programs.labels import label_of

_PART = re.compile(
    r"""b?'(?:[^'\\]|\\.)*'|b?"(?:[^"\\]|\\.)*"   # texts and bytes, which stay as they are
    |[^\W\d]\w*                                    # words: True and False among them
    |-?\d+(?:\.\d+)?(?:e[+-]?\d+)?(?:/\d+)?      # numbers and fractions
    """,
    re.VERBOSE,
)
_RAISED = re.compile(r"'(raises [A-Za-z_]\w*)'")
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
        held = output.item()
        return f"{kind.__name__}({inner(held)})" if types else inner(held)
    if numpy is not None and isinstance(output, numpy.ndarray):
        members = output.tolist() if output.dtype != object else _plain_members(output)
        text = seen(members, types=False, depth=depth + 1)
        return f"{kind.__name__}({text}, {output.dtype})" if types else text
    if kind is tuple or (isinstance(output, (list, tuple, range)) and not types):
        inside = ", ".join(map(inner, output))
        return f"({inside},)" if len(output) == 1 else f"({inside})"
    return _container(output, kind, inner, types=types)


def _container(output: Any, kind: type, inner: Any, *, types: bool) -> str:
    """Lists, sets, dictionaries and iterators."""
    name = "" if kind in (list, set, dict) else kind.__name__
    if isinstance(output, (list, tuple, range)):
        return f"{name}[{', '.join(map(inner, output))}]"
    if isinstance(output, (set, frozenset)):  # in the order of their labels: a set has none
        return f"{name if types else ''}{{{', '.join(sorted(map(inner, output)))}}}"
    if isinstance(output, Mapping):
        pairs = [f"{inner(key)}: {inner(value)}" for key, value in output.items()]
        return f"{name if types else ''}{{{', '.join(pairs)}}}"
    if isinstance(output, Iterator):
        members = list(islice(output, MOST_MEMBERS + 1))
        if len(members) > MOST_MEMBERS:
            raise refused(f"returns an iterator of more than {MOST_MEMBERS} values")
        text = ", ".join(map(inner, members))
        return f"{name}[{text}]" if types else f"({text},)" if len(members) == 1 else f"({text})"
    raise refused(f"returns {described(output)}; give key= a function that makes a value of it")


def plain(value: Any) -> Any:
    """A value that is not lazy; raises Refused for a lazy number with many values left."""
    return value.settled("returns a number made of") if type(value) is Lazy else value


def _plain_members(array: Any) -> Any:
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
