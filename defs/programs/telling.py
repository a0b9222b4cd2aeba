"""Whether code may tell what stands for a number from the number, without asking it.

Noise may be a symbol, and so may ε. A symbol refuses what it cannot answer, attributes and
`isinstance` among that. But Python answers by itself what the type of an object is and what its
special methods are, and errors that others raise of a symbol may be caught.
"""

from __future__ import annotations

import dis
from collections.abc import Sequence
from itertools import pairwise
from types import CodeType
from typing import Any, Final

NAMES: Final = frozenset({"type", "TypeError", "AttributeError", "Exception", "BaseException"})
"""What asks for a type, and what catches the errors that are raised of a symbol alone."""
USUAL: Final = frozenset({"__name__", "__doc__", "__qualname__", "__module__", "__init__"})
"""Special names that tell nothing of a number."""
AS_ON_NUMBERS: Final = (
    "where its noise or eps is a symbol the program does as it does on numbers (it asks for types"
    " or special methods, or catches what a symbol may raise)"
)
"""The promise of a program that may tell the two apart."""


def may_tell(code: CodeType, steps: Sequence[dis.Instruction]) -> bool:
    """Whether a code object, of these instructions, may do so."""
    if code.co_name == "__eq__" and code.co_filename == "<string>":
        return False  # written for a dataclass: it compares classes, and its members as they do
    texts = (text for text in code.co_consts if isinstance(text, str))
    if NAMES.intersection(code.co_names) or any(map(_is_special, (*code.co_names, *texts))):
        return True
    done = [step.opname for step in steps if step.opname != "CACHE"]
    # A bare `except:` drops what it caught, where others compare it with a class.
    return ("PUSH_EXC_INFO", "POP_TOP") in pairwise(done)


def asks(value: Any) -> bool:
    """Whether an object is `type` itself, under whatever name a program knows it."""
    return value is type


def _is_special(name: str) -> bool:
    """Whether a name is one of Python's own for what objects can do, such as `__lt__`."""
    return name[:2] == name[-2:] == "__" and len(name) > 4 and name not in USUAL
