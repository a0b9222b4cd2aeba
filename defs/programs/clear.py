"""Whether the variables of a program tell all on which a run goes on: then its paths may meet.

A count that is kept elsewhere, in a class, a module or a setting of a library, is no variable: two
paths that seem to meet go on differently.

What must never change: an object that is not of a kind listed here keeps the paths of the program
apart, and so does code that changes an attribute or a global, or takes something under a name that
it does not spell. So what can be reached and changed is lists, dictionaries and sets alone, which
`Reached.changed` compares with what they held at the start.
"""

from __future__ import annotations

import builtins
import dis
import math
import sys
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from importlib import import_module
from itertools import product
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import Any, Final

from dpverify.defs.numbers import Value, exp
from dpverify.defs.programs.draw import Draw
from dpverify.defs.programs.replay import Replay

PURE: Final[tuple[Any, ...]] = (
    abs, all, any, bin, bool, bytes, chr, complex, dict, divmod, enumerate, float, int, isinstance,
    len, list, map, max, min, ord, pow, range, reversed, round, sorted, str, sum, tuple, zip, exp,
    Fraction, math.ceil, math.comb, math.exp, math.factorial, math.floor, math.gcd, math.isqrt,
    math.lcm, math.log, math.log2, math.prod, math.sqrt,
)  # fmt: skip
"""Functions of which nothing but the result remains, whatever plain values they are given."""
PLAIN: Final = frozenset(
    {int, float, complex, str, bytes, bool, type(None), Fraction, Value, range, type(...)}
)
"""Types, exactly these, of which no object changes or holds another one."""
HOLDING: Final = (tuple, frozenset, list, set, dict)
"""Types of which objects hold others, and that are compared where they can change."""
KNOWN: Final = (
    *PURE, *PLAIN, *HOLDING, print, repr, ascii, hash, hex, oct, format, iter, next, filter, slice,
)  # fmt: skip
"""Functions and types that leave nothing behind but what they return or write."""
MODULES: Final = frozenset(
    {"math", "cmath", "itertools", "operator", "fractions", "bisect", "heapq"}
)
"""Modules of which nothing can be called that leaves something for a later call."""
ATTRIBUTED: Final = (Fraction, Value, *(import_module(name) for name in sorted(MODULES)))
"""What is known and can be given attributes."""
OF_THE_RUN: Final = frozenset(name for name in dir(Replay) if name[0] != "_") - {*dir(Draw)}
"""What we ask of the object that a program draws from: it tells which draws there were."""
UNNAMED: Final = frozenset({"__dict__", "__weakref__"})
"""What Python itself puts into a class; nothing with such a name is asked for."""
TELLING: Final = frozenset({"is_", "is_not", "attrgetter", "methodcaller"})
"""Functions of these that tell which of two equal values it is, or take what is not named."""
CHANGES: Final = frozenset(
    {"STORE_ATTR", "DELETE_ATTR", "STORE_GLOBAL", "DELETE_GLOBAL", "STORE_NAME", "DELETE_NAME",
     "IMPORT_NAME", "IMPORT_FROM", "LOAD_BUILD_CLASS", "MATCH_CLASS"}
)  # fmt: skip
"""Instructions that change what is no variable, or take something under no name of its own."""
IMMUTABLE: Final = 1 << 8
"""The flag of types that take no attributes, Py_TPFLAGS_IMMUTABLETYPE."""
ALONE: Final = (None, True, False, ...)
"""Constants of which there is one alone, so that `is` tells no more than `==`."""
NUMBERS: Final = "dpverify.defs.numbers"
MECHANISMS: Final = "dpverify.defs.mechanisms"
CHANGING: Final = (list, set, dict)
"""Types of `HOLDING` of which objects change."""


def are_clear(functions: Iterable[Callable[..., Any]]) -> bool:
    """Whether the variables of these functions tell all on which a run of them goes on."""
    return _got_at(functions, _members) is not None


def are_closed(functions: Iterable[Callable[..., Any]]) -> bool:
    """Whether each call of these functions goes by its arguments alone, however often it is called.

    They are clear, and hold no list, dictionary or set, in which a call could leave something for
    the next one. Of functions of dpverify's own mechanisms, what they are given is looked at.
    """
    found = _got_at(functions, _of_closed)
    return found is not None and not any(type(value) in CHANGING for value in found)


def _got_at(
    functions: Iterable[Callable[..., Any]], members_of: Callable[[Any], Iterable[Any] | None]
) -> list[Any] | None:
    """All that can be got at from some functions; None where that is not known."""
    seen: dict[int, Any] = {}
    waiting: list[Any] = list(functions)
    while waiting:
        value = waiting.pop()
        if id(value) in seen:
            continue
        seen[id(value)] = value
        members = members_of(value)
        if members is None:
            return None
        waiting.extend(members)
    return [*seen.values()]


def _of_closed(value: Any) -> Iterable[Any] | None:
    """As `_members`; a function of the library's mechanisms is known but for what it is given."""
    if type(value) is FunctionType and _is_written_in(value, MECHANISMS):
        return None if value.__dict__ else given_and_closed_over(value)
    return _members(value)


def _members(value: Any) -> Iterable[Any] | None:
    """What can be got at from an object; None where it is not known."""
    kind = type(value)
    if kind in PLAIN:
        return ()
    if kind in HOLDING:
        return [*value.keys(), *value.values()] if kind is dict else list(value)
    if kind is FunctionType:
        return _of_function(value)
    if kind is BuiltinFunctionType:
        return _of_builtin(value)
    if kind is ModuleType:
        return () if _is_known_module(value) else None
    if isinstance(value, type):
        return () if _is_known_type(value) else _of_settings(value)
    return None


def _is_known_module(module: Any) -> bool:
    if not isinstance(module, ModuleType):
        return False
    name = module.__name__
    return name.removeprefix("_") in MODULES and sys.modules.get(name) is module


def _is_known_type(kind: Any) -> bool:
    alone = any(kind is known for known in KNOWN)
    return alone or _is_fixed_type(kind) or _is_builtin_error(kind)


def _is_fixed_type(kind: Any) -> bool:
    """Whether a type is of `MODULES` and written in C: nobody can change it, nor forge one."""
    return bool(kind.__flags__ & IMMUTABLE) and kind.__module__ in MODULES


def _of_settings(kind: type) -> Iterable[Any] | None:
    """What a class without a base holds, which no instruction that is let pass replaces."""
    if type(kind) is not type or kind.__bases__ != (object,):
        return None
    return [value for name, value in vars(kind).items() if name not in UNNAMED]


def _is_builtin_error(kind: Any) -> bool:
    known = vars(builtins).get(kind.__name__) is kind
    return known and issubclass(kind, BaseException) and kind.__module__ == "builtins"


def _of_builtin(function: Any) -> Iterable[Any] | None:
    """A function in C: one that is known, one of a known module, or a method of something known."""
    if any(function is known for known in KNOWN):
        return ()
    owner = function.__self__
    if isinstance(owner, ModuleType):
        return () if _is_known_module(owner) and function.__name__ not in TELLING else None
    return (owner,)


def _of_function(function: FunctionType) -> Iterable[Any] | None:
    """What a function takes from outside its variables; None where it does what is not known."""
    # Not by __module__, which functools.wraps() copies.
    if _is_written_in(function, NUMBERS):
        return ()
    if function.__dict__:
        return None
    held = [*given_and_closed_over(function)]
    for code in codes(function.__code__):
        taken = _taken(code, function.__globals__)
        if taken is None:
            return None
        held += taken
    return held


def _is_written_in(function: FunctionType, package: str) -> bool:
    """Whether a function stands in a module of a package, and not in one that only says so."""
    name = str(function.__globals__.get("__name__"))
    inside = name == package or name.startswith(f"{package}.")
    module = sys.modules.get(name)
    return inside and module is not None and vars(module) is function.__globals__


def given_and_closed_over(function: FunctionType) -> Iterator[Any]:
    """The defaults of a function, and what it takes from the functions around it."""
    yield from function.__defaults__ or ()
    yield from (function.__kwdefaults__ or {}).values()
    for cell in function.__closure__ or ():
        try:
            yield cell.cell_contents
        except ValueError:  # an empty cell
            continue


def codes(code: CodeType) -> Iterator[CodeType]:
    """A code object and those of the functions that are made in it."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from codes(constant)


def _taken(code: CodeType, space: dict[str, Any]) -> list[Any] | None:
    """The globals that code takes; None where it does what is not known."""
    taken: list[Any] = []
    for kind, name in product(ATTRIBUTED, code.co_names):
        if name in vars(kind) and not _is_its_own(kind, vars(kind)[name]):
            return None
    before: dis.Instruction | None = None
    for step in dis.get_instructions(code):
        name = step.argval
        if step.opname in CHANGES or (step.opname == "STORE_DEREF" and name in code.co_freevars):
            return None
        if step.opname == "IS_OP" and not _is_alone(before):
            return None
        if step.opname in ("LOAD_ATTR", "LOAD_METHOD") and (
            name.startswith("_") or name in TELLING or name in OF_THE_RUN
        ):
            return None
        if step.opname in ("LOAD_GLOBAL", "LOAD_NAME"):
            found = space.get(name, vars(builtins).get(name))
            if name not in space and type(found) in HOLDING:
                return None  # the same of the names that are always there
            if isinstance(found, ModuleType) and found.__name__ == "dpverify":
                taken += [getattr(found, one) for one in code.co_names if hasattr(found, one)]
            else:
                taken.append(found)
        before = step
    return taken


def _is_its_own(kind: Any, found: Any) -> bool:
    """Whether an attribute of what is known was written by the same author, and keeps nothing.

    A list or a queue was put there by somebody else. A module, such as `fractions.sys`, has
    to be known itself.
    """
    if isinstance(found, classmethod):
        found = found.__func__
    if isinstance(found, property):
        found = found.fget
    if isinstance(found, FunctionType):
        place = kind.__name__ if isinstance(kind, ModuleType) else kind.__module__
        return _is_written_in(found, NUMBERS if kind is Value else place)
    if isinstance(found, ModuleType):
        return _is_known_module(found)
    if isinstance(found, BuiltinFunctionType):
        return _is_known_module(found.__self__)
    if isinstance(found, type):
        return found is Fraction or _is_fixed_type(found)
    return type(found) in PLAIN


def _is_alone(step: dis.Instruction | None) -> bool:
    """Whether an instruction loads a constant of which there is one alone."""
    if step is None or step.opname != "LOAD_CONST":
        return False
    return any(step.argval is one for one in ALONE)
