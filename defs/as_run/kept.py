"""What real code finds at a try of a loop: all that its names lead to, to be compared later.

Numbers and texts are told by value, containers and objects by what they hold, functions and classes
of the code itself by the globals that they name, a generator that a run seeded by its state. Of
libraries, objects are looked into and globals are not: of these the result says that they change
nothing.

What must never change: what cannot be looked into is refused, as is whatever holds noise.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache, partial
from types import (
    BuiltinFunctionType,
    ClassMethodDescriptorType,
    CodeType,
    FunctionType,
    MemberDescriptorType,
    MethodDescriptorType,
    MethodType,
    ModuleType,
    WrapperDescriptorType,
)
from typing import Any, Final

from dpverify.defs.as_run.answers import CURRENT, identity
from dpverify.defs.as_run.ideal import Ideal
from dpverify.defs.as_run.lazy import Lazy
from dpverify.defs.as_run.numpy_random import bits_of
from dpverify.defs.as_run.operands import is_array, numpy_module
from dpverify.defs.as_run.states import state_of, told
from dpverify.defs.programs.clear import codes
from dpverify.defs.programs.libraries import library_module

MOST_MEMBERS: Final = 10_000
"""Objects that are looked into at one draw."""
PLAIN: Final = (int, bool, str, bytes, complex, type(None), range, Decimal, Fraction)
HEAP: Final = 1 << 9
"""The flag of a class that was made by a class statement; some types in C have it too."""
IN_C: Final = (
    WrapperDescriptorType, MethodDescriptorType, ClassMethodDescriptorType, MemberDescriptorType,
)  # fmt: skip
"""What stands in a type in C and in no class of Python's."""
CACHED: Final[Any] = type(lru_cache(lambda: None))
"""What `lru_cache` makes of a function."""
OF_RANDOM: Final[Any] = random.Random.__mro__[1]
"""The type in C below Python's generators, whose draws are answered."""
HELD: Final[dict[type, Callable[[Any], Iterable[Any]]]] = {
    tuple: iter,
    list: iter,
    dict: lambda value: (x for pair in value.items() for x in pair),
    MethodType: lambda value: (value.__self__, value.__func__),
    partial: lambda value: (value.func, value.args, value.keywords),
    staticmethod: lambda value: (value.__func__,),
    classmethod: lambda value: (value.__func__,),
    property: lambda value: (value.fget, value.fset, value.fdel),
    # A function of a module is that; a method of a list is about the list.
    BuiltinFunctionType: lambda value: (value.__name__, value.__self__),
}
"""What values of these types hold; they are equal where that is."""


class Kept(Exception):
    """What a loop keeps from try to try cannot be seen, or holds noise."""


class Seen:
    """Makes of values what is equal only if they are, and if they hold the same."""

    def __init__(self) -> None:
        self._known: dict[int, int] = {}
        self._all: list[Any] = []  # so that no place in memory is used twice
        self._caches: list[Any] = []
        self._asks_caches = False

    def of(self, value: Any) -> Any:
        """A value. Raises: Kept."""
        kind = type(value)
        if issubclass(kind, Ideal) or kind is Lazy:
            raise Kept
        if kind is float:
            return ("float", value.hex())  # 0.0 and −0.0 are two
        if kind in PLAIN:
            return (kind, value)
        place = self._known.get(identity(value))
        if place is not None:
            return ("again", place)
        self._known[identity(value)] = len(self._known)
        self._all.append(value)
        if len(self._known) > MOST_MEMBERS:
            raise Kept
        return (kind, *self._inside(value, kind))

    def outside(self, code: CodeType, space: Mapping[str, Any]) -> Any:
        """The globals that the code of a function names."""
        names = sorted({name for inner in codes(code) for name in inner.co_names})
        self._asks_caches = self._asks_caches or "cache_info" in names
        return [(name, self.of(space[name])) for name in names if name in space]

    def beside(self) -> Any:
        """What no name leads to: the states of generators that were there before and are seeded.

        And how often functions were called that keep what they return, if the code asks for that.
        """
        tables = [CURRENT.tables[place] for place in CURRENT.tables if place in CURRENT.known]
        counts = [cache.cache_info() for cache in self._caches] if self._asks_caches else []
        return [told(state_of(table)) for table in tables], counts

    def _inside(self, value: Any, kind: type) -> tuple[Any, ...]:
        numpy = numpy_module()
        if is_array(value):
            return self._array(value, kind)
        if isinstance(value, numpy.generic):
            return value.dtype.str, value.tobytes()
        if kind in HELD:
            return tuple(self.of(x) for x in HELD[kind](value))
        if kind is FunctionType:
            return self._function(value)
        if isinstance(value, type):
            above = [self.of(x) for x in (type(value), *value.__bases__)]
            return (identity(value), above, *self._space(vars(value), value.__module__))
        if kind is ModuleType:
            return (identity(value), *self._space(vars(value), value.__name__))
        if isinstance(value, (WrapperDescriptorType, numpy.ufunc)):
            return (identity(value),)
        if self._answered(value):
            own = self.of(getattr(value, "__dict__", None)), self.of(kind)
            return (identity(value), *own, *_table(value))
        return self._object(value, kind)

    def _array(self, value: Any, kind: type) -> tuple[Any, ...]:
        if kind is not numpy_module().ndarray or value.dtype.names is not None:
            raise Kept  # attributes, masks, records of objects: there is more than its bytes
        if value.dtype == object:
            return value.shape, [self.of(x) for x in value.ravel()]
        return value.dtype.str, value.shape, value.tobytes()

    def _function(self, value: Any) -> tuple[Any, ...]:
        try:
            cells = [cell.cell_contents for cell in value.__closure__ or ()]
        except ValueError:  # one that is empty still
            raise Kept from None
        more = (value.__defaults__, value.__kwdefaults__, value.__dict__)
        named = self.outside(value.__code__, value.__globals__) if _own(value.__module__) else None
        return identity(value), [self.of(x) for x in cells], [self.of(x) for x in more], named

    def _space(self, space: Mapping[str, Any], module: Any) -> tuple[Any, ...]:
        """What a class or a module of the code itself holds."""
        if not _own(module):
            return ()
        return ([(name, self.of(x)) for name, x in space.items() if not name.startswith("__")],)

    def _answered(self, value: Any) -> bool:
        """Whether it is a generator of NumPy's, whose state is watched unless the run seeded it."""
        of = numpy_module().random
        kinds = (getattr(kind, "dpverify_original", kind)
                 for kind in (of.Generator, of.RandomState, of.BitGenerator))  # fmt: skip
        return isinstance(value, tuple(kinds))

    def _object(self, value: Any, kind: type) -> tuple[Any, ...]:
        """An object that holds what its dictionary holds, and nothing else."""
        if kind is CACHED:
            self._caches.append(value)
            return identity(value), self.of(value.__dict__)
        for base in kind.__mro__[:-1]:
            seen = base.__flags__ & HEAP and not vars(base).get("__slots__")
            if base is not OF_RANDOM and (not seen or _hides(base)):
                raise Kept
        held = getattr(value, "__dict__", None)
        if type(held) is not dict:
            raise Kept
        drawn = _table(value) if isinstance(value, OF_RANDOM) else ()
        return (identity(value), self.of(kind), self.of(held), *drawn)


def _hides(kind: type) -> bool:
    """Whether objects of a type hold what its code in C alone knows, as an array or a queue does.

    Beside what its bases hold: these are looked at too.
    """
    in_c = any(isinstance(member, IN_C) for member in vars(kind).values())
    return in_c and kind.__basicsize__ > object.__basicsize__


def _table(generator: Any) -> tuple[Any, ...]:
    """The state of a generator that this run seeded: what it gives next is told by that."""
    bits = bits_of(generator)
    return (told(state_of(bits)),) if identity(bits) in CURRENT.tables else ()


def _own(module: Any) -> bool:
    """Whether a module is of the code that is examined, and of no library."""
    top = str(module or "").partition(".")[0]
    return not library_module(top, frozenset())
