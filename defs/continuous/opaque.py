"""What stands for a number that is not known: every use that would need the number is refused.

What must never change: a refusal is remembered by the tracer, so that a program which catches the
exception and goes on is refused all the same.
"""

from __future__ import annotations

from typing import Any, NoReturn, Protocol


class Refuses(Protocol):
    """Whoever traces a program and may say no."""

    def fault(self, text: str) -> NoReturn:
        """Remember and raise a ProgramError."""


class Opaque:
    """Refuses conversion, text, rounding, truth, equality, hashing and indexing, each in a line."""

    __slots__ = ("tracer",)
    what = "a number"

    def __init__(self, tracer: Refuses) -> None:
        self.tracer = tracer

    def refuse(self, use: str, hint: str = "") -> NoReturn:
        """Raise the ProgramError that a use is not supported."""
        self.tracer.fault(f"{use} {self.what}{hint}")

    def __deepcopy__(self, memo: dict[int, Any]) -> Opaque:
        return self

    def __repr__(self) -> str:
        """What messages show; the tracer refuses an output with it."""
        return "•"

    def __str__(self) -> str:  # noqa: PLE0307  it always raises
        self.refuse("makes a text of", ", which is no one number; compare or release it")

    def __bool__(self) -> bool:  # noqa: PLE0304  it always raises
        self.refuse("asks for the truth of", "; compare it with a number")

    def __int__(self) -> int:
        self.refuse("makes an int of", ", which is a real number; use discrete noise for integers")

    def __float__(self) -> float:
        self.refuse("makes a float of", ", which is no one number; compare or release it")

    def __index__(self) -> int:  # noqa: PLE0305  it always raises
        self.refuse("counts or indexes with")

    def __round__(self, digits: int | None = None) -> int:
        self.refuse("rounds", "; use discrete noise for integers")

    def __floor__(self) -> int:
        self.refuse("rounds", "; use discrete noise for integers")

    __ceil__ = __trunc__ = __floor__

    def __abs__(self) -> Any:
        self.refuse("takes the absolute value of", "; compare with 0 instead")

    def __pow__(self, other: object) -> Any:
        self.refuse("takes a power of")

    __rpow__ = __pow__

    def __floordiv__(self, other: object) -> Any:
        self.refuse("divides with rest by or into")

    __rfloordiv__ = __mod__ = __rmod__ = __divmod__ = __rdivmod__ = __floordiv__

    def __hash__(self) -> int:  # noqa: PLE0309  it always raises
        self.refuse("puts into a set or dict")

    def __eq__(self, other: object) -> bool:
        self.refuse("asks == or != of", ": equality has probability 0; compare with < or >")

    def __ne__(self, other: object) -> bool:
        return self == other

    def __getitem__(self, place: object) -> Any:
        self.refuse("indexes")

    def __iter__(self) -> Any:
        self.refuse("iterates over")
