"""Texts that hold an address: noted wherever C code writes one for a program.

`repr` of an object without a text of its own names the place in memory, which differs in every
process. A guard of the builtin sees `repr(x)` alone; `f"{x}"`, `"%r" % x`, `str([x])` and the text
of an exception call the function in the type's slot. So the slots themselves are replaced while a
program is examined. What must never change: where the layout of types is not the one that is known,
nothing is replaced, and each slot is put back.
"""

from __future__ import annotations

import ctypes
import sys
import threading
import types
import weakref
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import chain
from typing import Any, Final

_WORD: Final = ctypes.sizeof(ctypes.c_void_p)
_SLOT: Final = 11 * _WORD
"""tp_repr: after the three words of the object, name, two sizes and five other slots."""
_WRAPPED: Final = 6 * _WORD
"""d_wrapped of `object.__repr__`: what goes into the slot of a class that is made meanwhile."""
_ID: Final = id
"""The original: while a program is examined a guard stands in its place, which is slow."""
_CALL: Final = ctypes.PYFUNCTYPE(ctypes.py_object, ctypes.py_object)


class _Plain:
    """Has the text that every object has."""


class _Own:
    def __repr__(self) -> str:
        return "own"


def _slot(kind: type) -> ctypes.c_void_p:
    return ctypes.c_void_p.from_address(_ID(kind) + _SLOT)


def _wrapped() -> ctypes.c_void_p:
    return ctypes.c_void_p.from_address(_ID(object.__dict__["__repr__"]) + _WRAPPED)


def _known_layout() -> bool:
    """Whether the slot is where it is taken to be, in this interpreter."""
    if sys.implementation.name != "cpython" or sys.flags.debug or hasattr(sys, "gettotalrefcount"):
        return False
    slots = [_slot(kind).value for kind in (object, _Plain, _Own, int, str)]
    return (
        slots[0] is not None
        and slots[0] == _wrapped().value
        and slots[0] == slots[1]
        and len({slots[0], *slots[2:]}) == 4
        and bool(_CALL(slots[0])(_Plain()).startswith("<"))
    )


def _kinds() -> tuple[type, ...]:
    """Types of C whose texts are addresses, beyond those that have the text of `object`."""

    def generator() -> Any:
        yield

    def outer() -> Any:
        return lambda: held

    held = 0
    samples: tuple[Any, ...] = (
        generator, generator(), _Own().__repr__, [].append, outer().__closure__[0],
        generator.__code__, weakref.ref(_Own), sys._getframe(), memoryview(b""),
    )  # fmt: skip
    return tuple({object, types.MethodWrapperType, *map(type, samples)})


class Slots:
    """The replaced slots of all types, as long as someone holds them.

    Args: note is called with an object whose address was written.
    """

    def __init__(self, note: Callable[[Any], None]) -> None:
        self._note = note
        self._works: bool | None = None
        self._calls: dict[int, Any] = {}
        """By the function in a slot: what stands in its place; kept, for a slot may outlive us."""
        self._instead: dict[int, int] = {}
        self._lock = threading.RLock()
        self._wanted = 0

    @contextmanager
    def held(self) -> Iterator[None]:
        """Within this, the function in every slot that writes an address is replaced.

        Looking at all types twice costs more than most examinations, and a question takes several:
        so that a question holds them from one to the next. A replaced slot does what stood there
        too, and types that are made meanwhile inherit it.
        """
        with self._lock:
            if not self._wanted:
                self._install()
            self._wanted += 1
        try:
            yield
        finally:
            with self._lock:
                self._wanted -= 1
                if not self._wanted:
                    self._restore()

    def _install(self) -> None:
        """Replace them."""
        if self._works is None:
            self._works = _known_layout()
            if self._works:
                for kind in _kinds():
                    self._prepare(_slot(kind).value)
        if self._works:
            self._exchange(self._instead)

    def _restore(self) -> None:
        """Put back what stood there; also in types that were made meanwhile."""
        if self._works:
            self._exchange({new: old for old, new in self._instead.items()})

    def _prepare(self, function: int | None) -> None:
        if function is None or function in self._instead:
            return
        original, note = _CALL(function), self._note

        def write(value: Any) -> Any:
            note(value)
            return original(value)

        call = _CALL(write)
        self._calls[function] = call, original
        address = ctypes.cast(call, ctypes.c_void_p).value
        if address is not None:
            self._instead[function] = address

    def _exchange(self, table: dict[int, int]) -> None:
        wrapped = _wrapped()
        if wrapped.value in table:
            wrapped.value = table[wrapped.value]
        # All types, level by level: thousands, before and after each examination of a program.
        below, found = type.__subclasses__, dict[int, type]()
        level: list[type] = [object, *_kinds()]
        while level:
            new = {_ID(kind): kind for kind in level if _ID(kind) not in found}
            found.update(new)
            level = [*chain.from_iterable(map(below, new.values()))]
        at = ctypes.c_void_p.from_address
        for place in found:
            slot = at(place + _SLOT)
            function = slot.value
            if function in table:
                slot.value = table[function]
