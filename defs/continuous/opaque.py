"""What stands for a number that is not known: every use that would need the number is refused.

What must never change: a refusal is remembered by the tracer, so that a program which catches the
exception and goes on is refused all the same; and whatever is not listed as answered is refused.
Python tells the type of an object (`type(x)`) and whether two are one (`x is y`) without asking it:
that no program goes by these is for the referee to notice (`defs/continuous/referee.py`).
"""

from __future__ import annotations

import sys
from abc import ABCMeta
from collections.abc import Callable
from fractions import Fraction
from types import CodeType, FrameType
from typing import Any, NoReturn, Protocol, cast


class Refuses(Protocol):
    """Whoever traces a program and may say no."""

    def fault(self, text: str) -> NoReturn:
        """Remember and raise a ProgramError."""


def sealed(kind: type, slot: str) -> tuple[Callable[[Any], Any], Callable[[Any, Any], None]]:
    """Read and write a slot, which is no attribute of the class any more.

    What an opaque object holds is then out of reach for `getattr`, `object.__getattribute__` and
    whatever else goes by names.
    """
    descriptor: Any = kind.__dict__[slot]
    delattr(kind, slot)
    return descriptor.__get__, descriptor.__set__


class Opaque:
    """Refuses conversion, text, rounding, truth, equality, hashing, indexing and attributes.

    A copy is the object itself, as with any number.
    """

    __slots__ = ("_tracer",)
    what = "a number"
    otherwise = "compare or release it"
    """What to do with it where one number is wanted."""

    def __init__(self, tracer: Refuses) -> None:
        _keep_tracer(self, tracer)

    def __getattribute__(self, name: str) -> Any:
        if name == "__deepcopy__" or (name == "__class__" and _in_arithmetic(sys._getframe(1))):
            return object.__getattribute__(self, name)
        use = f"asks for the attribute {name[:40]} of"
        return refuse(
            self, "asks what kind of number (isinstance) is" if name == "__class__" else use
        )

    def __setattr__(self, name: str, value: object) -> None:
        refuse(self, f"sets the attribute {name[:40]} of")

    def __delattr__(self, name: str) -> None:
        refuse(self, f"deletes the attribute {name[:40]} of")

    def __dir__(self) -> Any:
        refuse(self, "lists the attributes of")

    def __sizeof__(self) -> int:
        refuse(self, "asks for the size in memory of")

    def __copy__(self) -> Opaque:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Opaque:
        return self

    def __repr__(self) -> str:
        refuse(self, "makes a text of", no_number(self))

    def __str__(self) -> str:  # noqa: PLE0307  it always raises
        refuse(self, "makes a text of", no_number(self))

    def __format__(self, form: str) -> str:
        refuse(self, "makes a text of", no_number(self))

    def __bool__(self) -> bool:  # noqa: PLE0304  it always raises
        refuse(self, "asks for the truth of", "; compare it with a number")

    def __int__(self) -> int:
        refuse(self, "makes an int of", ", which is a real number; use discrete noise for integers")

    def __float__(self) -> float:
        refuse(self, "makes a float of", no_number(self))

    def __complex__(self) -> complex:
        refuse(self, "makes a complex number of", no_number(self))

    def __index__(self) -> int:  # noqa: PLE0305  it always raises
        refuse(self, "counts or indexes with")

    def __round__(self, digits: object = None) -> Any:
        refuse(self, "rounds", "; use discrete noise for integers")

    def __floor__(self) -> Any:
        refuse(self, "rounds", "; use discrete noise for integers")

    __ceil__ = __trunc__ = __floor__

    def __abs__(self) -> Any:
        refuse(self, "takes the absolute value of", "; compare with 0 instead")

    def __pow__(self, other: object, modulus: object = None) -> Any:
        refuse(self, "takes a power of")

    __rpow__ = __pow__

    def __floordiv__(self, other: object) -> Any:
        refuse(self, "divides with rest by or into")

    __rfloordiv__ = __mod__ = __rmod__ = __divmod__ = __rdivmod__ = __floordiv__

    def __and__(self, other: object) -> Any:
        refuse(self, "asks for the bits of, or a matrix product with,")

    __rand__ = __or__ = __ror__ = __xor__ = __rxor__ = __lshift__ = __rlshift__ = __and__
    __rshift__ = __rrshift__ = __matmul__ = __rmatmul__ = __and__

    def __invert__(self) -> Any:
        refuse(self, "asks for the bits of")

    def __hash__(self) -> int:  # noqa: PLE0309  it always raises
        refuse(self, "puts into a set or dict")

    def __eq__(self, other: object) -> bool:
        refuse(self, "asks == or != of", ": equality has probability 0; compare with < or >")

    __ne__ = __eq__

    def __getitem__(self, place: object) -> Any:
        refuse(self, "indexes")

    def __iter__(self) -> Any:
        refuse(self, "iterates over")

    def __array_ufunc__(self, *arguments: object, **more: object) -> Any:
        refuse(self, "gives to numpy", "; compute with Python's own numbers")

    __array_function__ = __array_ufunc__

    def exponential(self) -> Any:
        """Refused; a kind of number that knows its exponential says so."""
        refuse(self, "takes the exponential of")


_tracer_of, _keep_tracer = sealed(Opaque, "_tracer")


def refuse(given: Opaque, use: str, hint: str = "") -> NoReturn:
    """Raise the ProgramError that a use of an opaque number is not supported."""
    cast("Refuses", _tracer_of(given)).fault(f"{use} {type(given).what}{hint}")


def no_number(given: Opaque) -> str:
    """The end of a refusal where a number was wanted."""
    return f", which is no one number; {type(given).otherwise}"


def _operators(*names: str) -> frozenset[CodeType]:
    """The code behind operators of Fraction."""
    return frozenset(getattr(Fraction, name).__code__ for name in names)


_OF_FRACTIONS = _operators("__add__", "__radd__", "_richcmp", "__eq__")
"""All arithmetic of Fraction is one function for `a ∘ b` and one for the reflected `b ∘ a`."""
_OF_CLASSES: CodeType = ABCMeta.__instancecheck__.__code__


def _in_arithmetic(frame: FrameType | None) -> bool:
    """Whether a Fraction or an exact number asks, to see whether it can compute with the object.

    It cannot, and leaves the operation to the object.
    """
    if frame is not None and frame.f_code is _OF_CLASSES:
        frame = frame.f_back
    return frame is not None and (
        frame.f_code in _OF_FRACTIONS
        or str(frame.f_globals.get("__name__", "")).startswith("dpverify.defs.numbers.")
    )
