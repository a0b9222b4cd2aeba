"""Whether code may tell what stands for a number from the number, without asking it.

Noise may be a symbol, which refuses what it cannot answer. But Python answers by itself what the
type of an object is, which methods it has and whether it matches a class, and what is refused may
be caught.
"""

from __future__ import annotations

import dis
from collections.abc import Sequence
from itertools import pairwise
from types import CodeType
from typing import Any, Final

ASKS: Final = (type, isinstance, issubclass, hasattr, getattr, callable)
"""Functions that Python answers by itself, under whatever name a program knows them."""
NAMES: Final = frozenset(
    {
        *(function.__name__ for function in ASKS),
        *("singledispatch", "singledispatchmethod"),
        *("TypeError", "AttributeError", "Exception", "BaseException"),
    }
)
"""The same in what code takes by name, and exceptions that a symbol may raise."""
USUAL: Final = frozenset({"__name__", "__doc__", "__qualname__", "__module__", "__init__"})
"""Special names that tell nothing of a number."""


def may_tell(code: CodeType, steps: Sequence[dis.Instruction]) -> bool:
    """Whether a code object, of these instructions, may do so."""
    if code.co_name == "__eq__" and code.co_filename == "<string>":
        return False  # written for a dataclass: it compares classes, and its members as they do
    texts = (text for text in code.co_consts if isinstance(text, str))
    if NAMES.intersection(code.co_names) or any(map(_is_special, (*code.co_names, *texts))):
        return True
    done = [step.opname for step in steps if step.opname != "CACHE"]
    # A bare `except:` drops what it caught, where others compare it with a class.
    return "MATCH_CLASS" in done or ("PUSH_EXC_INFO", "POP_TOP") in pairwise(done)


def asks(value: Any) -> bool:
    """Whether an object is one of the functions that Python answers by itself."""
    return any(value is function for function in ASKS)


def _is_special(name: str) -> bool:
    """Whether a name is one of Python's own for what objects can do, such as `__lt__`."""
    return name[:2] == name[-2:] == "__" and len(name) > 4 and name not in USUAL
