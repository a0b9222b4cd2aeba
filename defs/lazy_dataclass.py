"""Frozen dataclasses whose methods are made when the first of them is.

The library makes six methods for a dataclass, by compiling text, which takes half a millisecond.
The types of all documents are loaded with the first answer, and most of them are used by none: a
check of a small channel would wait for them longer than for its answer. What must never change: a
lazy dataclass is an ordinary one as soon as anyone looks: before its first object is there, also
one that comes from another process, and before anyone sees its fields.
"""

from __future__ import annotations

import sys
from _thread import RLock
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

    # To type checkers it is the ordinary decorator, with all that they know of that.
    from dataclasses import dataclass as lazy_dataclass
    from typing import Literal

__all__ = ["is_made_since", "lazy_dataclass"]

_FACTS: Final = ("__dataclass_fields__", "__dataclass_params__", "__match_args__", "__signature__")
"""What others read of a class: the first two make it a dataclass, `inspect` asks for the last."""
_waiting: Final[dict[type, bool]] = {}
"""Classes that are not made yet, and whether their arguments are given by name alone."""
_LOCK: Final = RLock()
"""Two threads may make their first objects at once; a class is made after its bases."""
_Kind = TypeVar("_Kind", bound=type)

if not TYPE_CHECKING:

    def lazy_dataclass(*, frozen: Literal[True], kw_only: bool = False) -> Callable[[_Kind], _Kind]:
        """`dataclass(frozen=True)`, done when it is needed; for classes without a `__new__`.

        >>> @lazy_dataclass(frozen=True)
        ... class Point:
        ...     x: int
        ...     y: int = 0
        >>> Point(3)
        Point(x=3, y=0)
        """
        del frozen  # written down where a reader of the class, and a type checker, looks for it

        def late(kind: _Kind) -> _Kind:
            kind.__new__ = _first
            for name in _FACTS:
                setattr(kind, name, _Fact(name))
            _waiting[kind] = kw_only
            return kind

        return late


def _first(cls: type[Any], *arguments: Any, **given: Any) -> Any:
    """The `__new__` of a class that waits: every object comes into being by it."""
    del arguments, given  # they are for the constructor, which is there after the next line
    _make_all(cls)
    return object.__new__(cls)


def _later(cls: type[Any], *arguments: Any, **given: Any) -> Any:
    """The `__new__` of a class that is made: were it taken away, Python would refuse arguments."""
    del arguments, given
    return object.__new__(cls)


def is_made_since(before: object, now: object) -> bool:
    """Whether a `__new__` became another one because its class was made."""
    return before is _first and now is _later


def _make_all(cls: type) -> None:
    with _LOCK:
        for kind in cls.__mro__:
            if kind in _waiting:
                _make(kind, kw_only=_waiting.pop(kind))


def _make(kind: type, *, kw_only: bool) -> None:
    """Let the library make the class, and take away what stood in its place.

    Another thread may hold the class at any moment of this. So `__new__`, by which it would wait
    for the lock, goes last, and what the library sets anew is not taken away before.
    """
    del kind.__match_args__  # type: ignore[attr-defined]  # the library leaves one that is there
    dataclass(frozen=True, kw_only=kw_only)(kind)
    kind.__new__ = _later  # type: ignore[method-assign,assignment]  # see there


class _Fact:
    """An attribute of a class that is there once the class is made."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __get__(self, instance: object, owner: type) -> Any:
        _make_all(owner)
        if self.name != "__signature__":
            return getattr(owner, self.name)
        import inspect  # which would look at `__new__`, were there no answer here

        # While a class that derives from one is made, Python 3.14 has no values of annotations yet.
        form: dict[str, Any] = {}
        if sys.version_info >= (3, 14):
            import annotationlib

            form = {"annotation_format": annotationlib.Format.FORWARDREF}
        signature = inspect.signature(owner.__init__, **form)  # type: ignore[misc]  # of any class
        return signature.replace(parameters=[*signature.parameters.values()][1:])
