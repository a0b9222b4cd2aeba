"""Frozen dataclasses whose methods are made when the first of them is.

The library makes six methods for a dataclass, by compiling text, which takes half a millisecond.
The types of all documents are loaded with the first answer, and most of them are used by none: a
check of a small channel would wait for them longer than for its answer. What must never change: a
lazy dataclass is an ordinary one as soon as anyone looks: calls it, compares or shows one of its
objects, or asks for its fields.
"""

from __future__ import annotations

from _thread import RLock
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, TypeVar

__all__ = ["lazy_dataclass"]

_METHODS: Final = ("__init__", "__repr__", "__eq__", "__hash__", "__setattr__", "__delattr__")
_FACTS: Final = ("__dataclass_fields__", "__dataclass_params__", "__match_args__", "__signature__")
"""What others read of a class: the first two make it a dataclass, `inspect` asks for the last."""
_waiting: Final[dict[type, bool]] = {}
"""Classes that are not made yet, and whether their arguments are given by name alone."""
_LOCK: Final = RLock()
"""Two threads may make their first object at once; a class is made after those it derives from."""
_Kind = TypeVar("_Kind", bound=type)

if TYPE_CHECKING:
    from collections.abc import Callable

    # To type checkers it is the ordinary decorator, with all that they know of that.
    from dataclasses import dataclass as lazy_dataclass
    from typing import Literal
else:

    def lazy_dataclass(*, frozen: Literal[True], kw_only: bool = False) -> Callable[[_Kind], _Kind]:
        """`dataclass(frozen=True)`, done when it is needed.

        >>> @lazy_dataclass(frozen=True)
        ... class Point:
        ...     x: int
        ...     y: int = 0
        >>> Point(3)
        Point(x=3, y=0)
        """
        del frozen  # written down where a reader of the class, and a type checker, looks for it

        def late(kind: _Kind) -> _Kind:
            # As the library does: a method that the class has stays; one that is compared by a
            # method of its own has no hash.
            for name in _METHODS:
                if name not in kind.__dict__:
                    setattr(kind, name, _method(kind, name))
            for name in _FACTS:
                if name not in kind.__dict__:
                    setattr(kind, name, _Fact(name))
            _waiting[kind] = kw_only
            return kind

        return late


def _make(kind: type) -> None:
    """Take the stand-ins away, and let the library make the class; once."""
    with _LOCK:
        kw_only = _waiting.pop(kind, None)
        if kw_only is None:
            return
        for name in (*_METHODS, *_FACTS):
            if getattr(kind.__dict__.get(name), "stands_in", False):
                delattr(kind, name)
        dataclass(frozen=True, kw_only=kw_only)(kind)


def _method(kind: type, name: str) -> Any:
    def method(self: Any, *arguments: Any, **given: Any) -> Any:
        _make(kind)
        return getattr(kind, name)(self, *arguments, **given)

    method.stands_in = True  # type: ignore[attr-defined]  # functions have attributes
    return method


class _Fact:
    """An attribute of a class that is there once the class is made."""

    stands_in = True

    def __init__(self, name: str) -> None:
        self.name = name

    def __get__(self, instance: object, owner: type) -> Any:
        for kind in owner.__mro__:
            _make(kind)
        # Without a `__signature__` of its own, None: `inspect` then looks at what was made.
        return getattr(owner, self.name, None)
