"""What the functions of a program can get at: code, globals, defaults, closures, objects.

What must never change: it reads and runs nothing of the program. What it does not see is what a
program looks up under a name that it computes.
"""

from __future__ import annotations

import _random
import datetime as dt
import dis
import functools
import gc
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from types import (
    BuiltinFunctionType,
    CodeType,
    FunctionType,
    MethodDescriptorType,
    MethodType,
    ModuleType,
)
from typing import Any

from dpverify.defs.programs.computing import ABOUT_THE_INTERPRETER, computes
from dpverify.defs.programs.guards import library_module, original_of

MOST = 50_000
"""Objects that are looked through; a program that holds more is taken to keep state and sets."""

SETS = frozenset({"set", "frozenset", "union", "intersection", "difference",
                  "symmetric_difference"})  # fmt: skip
LOOKS_UP_A_GLOBAL = frozenset({"LOAD_GLOBAL", "LOAD_NAME", "LOAD_FROM_DICT_OR_GLOBALS"})
STORES = frozenset({"STORE_ATTR", "DELETE_ATTR", "STORE_GLOBAL", "DELETE_GLOBAL"})
CLOCKED = frozenset({"now", "utcnow", "today"})
UNWRITTEN = frozenset({"empty", "empty_like", "ctypes", "ctypeslib", "__array_interface__",
                       "__array_struct__"})  # fmt: skip
"""What NumPy tells of memory that nobody has written to, or of where it lies."""
MARKING = frozenset({"LOAD_GLOBAL"} | ({"LOAD_ATTR"} if sys.version_info >= (3, 12) else set()))
"""Instructions whose argument says, in its lowest bit, that what is loaded is called."""
MADE_UNWRITTEN = frozenset({"ndarray", "recarray", "memmap", "datetime64"})
"""Types of NumPy whose objects tell of memory that nobody wrote to, or of the clock."""
BEHIND_GUARDS = frozenset({"_data", "environb", "ident", "native_id"})
"""Attributes of `os.environ` and of threads that tell what no function is asked for."""
CHANGES = frozenset({"setattr", "delattr", "globals", "vars", "exec", "eval", "__setattr__",
                     "__dict__", "__globals__", "getcontext", "setcontext"})  # fmt: skip
"""Names through which a program can change what the next run finds."""
_PLAIN = (int, float, complex, str, bytes, bool, type(None), Fraction, Decimal, range, CodeType,
          Enum, slice, dt.date, dt.time, dt.timedelta, dt.timezone, type(...),
          type(NotImplemented))  # fmt: skip


@dataclass
class Reached:
    """What was found.

    Args: held what the program holds and must not, in words; sets whether it can make or holds a
        set whose order may depend on the hashes of texts; state whether it can change what the next
        run finds, beyond the lists, dictionaries and sets of `contents`; stores whether its code
        changes an attribute or a global of anything, loops whether it jumps back; ours whether it
        is a mechanism of dpverify's library; answered whether generators of NumPy may be held,
        because they are answered; lenient whether only functions that guards stand for are
        refused, and the code of `own` packages is followed.
    """

    held: str | None = None
    sets: bool = False
    state: bool = False
    stores: bool = False
    loops: bool = False
    ours: bool = False
    answered: bool = False
    lenient: bool = False
    own: frozenset[str] = frozenset()
    seen: dict[int, Any] = field(default_factory=dict)
    contents: list[tuple[Any, Any]] = field(default_factory=list)

    @property
    def keeps(self) -> bool:
        """Whether a run may find what an earlier one left."""
        return not self.ours and (self.state or self.changed)

    @property
    def changed(self) -> bool:
        """Whether any list, dictionary or set that the program can get at was changed since."""
        return any(_content(thing) != content for thing, content in self.contents)


def reached(
    functions: Sequence[Callable[..., Any]],
    own: frozenset[str] | None = None,
    *,
    answered: bool = False,
    lenient: bool = False,
) -> Reached:
    """Look through what some functions can get at.

    Args: own the top-level modules that are the program's even where they are installed; those of
        the functions unless given; answered and lenient as for `Reached`.
    """
    if own is None:
        own = frozenset(str(f.__module__ or "").partition(".")[0] for f in functions)
    reachable = Reached(
        answered=answered or lenient, lenient=lenient, own=own if lenient else frozenset()
    )
    waiting: list[Any] = list(functions)
    while waiting:
        value = waiting.pop()
        if id(value) in reachable.seen:
            continue
        if len(reachable.seen) >= MOST:
            reachable.sets = reachable.state = True
            break
        reachable.seen[id(value)] = value
        waiting.extend(_next(value, reachable, own))
    reachable.seen.clear()
    return reachable


def _next(value: Any, reachable: Reached, own: frozenset[str]) -> Iterable[Any]:
    """What can be got at from one object; what it says of the program is noted."""
    kind = type(value)
    if issubclass(kind, _PLAIN):  # not isinstance(): a program's objects may lie about their class
        # A number of a class of the program's own may carry attributes, which can change.
        reachable.state = reachable.state or (
            kind.__dictoffset__ != 0 and not issubclass(kind, Enum)
        )
        return ()
    if original_of(value) is not None:
        reachable.held = reachable.held or f"holds {_spelled(value)}"
        return ()
    if isinstance(value, FunctionType):
        module = value.__module__ or ""
        if library_module(module, own):
            _refuse_what_tells_more(module, value.__name__, reachable)
            return ()
        return _of_function(value, reachable)
    if isinstance(value, MethodType):
        return (value.__func__, value.__self__)
    if isinstance(value, BuiltinFunctionType):
        return _of_builtin(value, reachable)
    if isinstance(value, ModuleType):
        return ()  # what a function takes of a module is followed from the names in its code
    if isinstance(value, type):
        if library_module(value.__module__, own):
            _refuse_what_tells_more(value.__module__, value.__name__, reachable)
            return ()
        return list(vars(value).values())
    return _of_object(value, kind, reachable, own)


def _of_function(value: FunctionType, reachable: Reached) -> Iterator[Any]:
    yield from value.__defaults__ or ()
    yield from (value.__kwdefaults__ or {}).values()
    if value.__dict__:
        yield from value.__dict__.values()
    for cell in value.__closure__ or ():
        try:
            yield cell.cell_contents
        except ValueError:  # an empty cell
            continue
    space = value.__globals__
    for code in codes(value.__code__):
        _of_code(code, reachable)
        # Not all of co_names: attributes stand there too, and a global may have the same name.
        for name in sorted(_globals_of(code) & space.keys()):
            _of_module(space[name], code.co_names, reachable)
            yield from _named(space[name], code.co_names, space, reachable.own)


def _refuse_what_tells_more(module: str, name: str, reachable: Reached) -> None:
    """Note what is of a module of the standard library that does more than to compute."""
    if reachable.lenient:
        return
    if module == "_io" and name in ("BufferedReader", "BufferedRandom", "FileIO", "TextIOWrapper"):
        reachable.held = reachable.held or "holds an open file,"
    if not computes(module):
        reachable.held = reachable.held or (
            f"holds {module}.{name}, which is not known to tell only what follows from its"
            " arguments,"
        )


def _of_module(value: Any, names: Iterable[str], reachable: Reached) -> None:
    """A module under the name of a global, and the names that the code takes of anything."""
    if not isinstance(value, ModuleType) or reachable.lenient:
        return
    if not computes(value.__name__):
        reachable.held = reachable.held or (
            f"holds the module {value.__name__}, which is not known to tell only what follows from"
            " the arguments of its functions,"
        )
    forbidden = sorted(ABOUT_THE_INTERPRETER & set(names)) if value is sys else ()
    if forbidden:
        reachable.held = reachable.held or f"holds sys.{forbidden[0]}, which tells how it is run,"
    hidden = sorted(BEHIND_GUARDS & set(names)) if value.__name__ in ("os", "threading") else ()
    if hidden:
        reachable.held = (
            reachable.held or f"holds {value.__name__}'s {hidden[0]}, its process or machine,"
        )
    if value.__name__ == "numpy":
        given = sorted(UNWRITTEN & set(names))
        if given:
            reachable.held = reachable.held or f"holds numpy's {given[0]}, memory or an address,"


def _named(
    value: Any, names: Iterable[str], space: dict[str, Any], own: frozenset[str]
) -> Iterator[Any]:
    """A global; of a module of the program's own, what is taken of it."""
    if not isinstance(value, ModuleType):
        yield value
        return
    if library_module(value.__name__, own):
        return
    for name in names:
        inside = vars(value).get(name)
        if inside is not None and vars(value) is not space:
            yield from _named(inside, names, space, own)


def codes(code: CodeType) -> Iterator[CodeType]:
    """A code object and those of the functions that are made in it."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from codes(constant)


def _globals_of(code: CodeType) -> set[str]:
    """The names that a code object looks up among the globals."""
    return {step.argval for step in dis.get_instructions(code) if step.opname in LOOKS_UP_A_GLOBAL}


def _of_code(code: CodeType, reachable: Reached) -> None:
    if reachable.lenient:
        return
    # As a text it is asked for by getattr() and operator.methodcaller().
    if code.co_name != "__hash__" and "__hash__" in (*code.co_names, *code.co_consts):
        reachable.held = reachable.held or "asks for a __hash__, which may differ in every process,"
    _of_names(frozenset(code.co_names), reachable)
    _of_imports(code, reachable)
    before = ""
    steps = list(dis.get_instructions(code))
    _of_arrays(code, steps, reachable)
    operations = {step.opname for step in steps}
    reachable.loops |= any("JUMP_BACKWARD" in operation for operation in operations)
    reachable.stores |= bool(operations & STORES)
    for step, after in zip(steps, [*steps[1:], None], strict=True):
        if step.opname in ("BUILD_SET", "SET_ADD", "SET_UPDATE"):
            reachable.sets = True
        if isinstance(step.argval, frozenset):
            tested = after is not None and after.opname == "CONTAINS_OP"
            reachable.sets = reachable.sets or not tested
        if step.opname in ("STORE_GLOBAL", "DELETE_GLOBAL"):
            reachable.state = True
        if step.opname == "STORE_DEREF" and step.argval in code.co_freevars:
            reachable.state = True
        if step.opname == "STORE_ATTR" and before in ("LOAD_GLOBAL", "LOAD_DEREF"):
            reachable.state = True
        if step.opname not in ("CACHE", "PRECALL"):
            before = step.opname


def _of_arrays(code: CodeType, steps: Sequence[dis.Instruction], reachable: Reached) -> None:
    """What NumPy's types tell that no function tells: memory as it is found, and the clock.

    A type may be looked at, as in isinstance(x, np.ndarray), and must not be called.
    """
    null = [False, False]  # what is loaded after a NULL is called
    for step in steps:
        marked = step.opname in MARKING and bool((step.arg or 0) & 1)
        after = step.opname == "LOAD_ATTR" and any(null)
        called = step.opname == "LOAD_METHOD" or marked or after
        null = [null[1], step.opname == "PUSH_NULL" or (step.opname == "LOAD_GLOBAL" and marked)]
        if called and step.argval in MADE_UNWRITTEN:
            reachable.held = reachable.held or f"makes numpy's {step.argval}, memory or a clock,"
    texts = [text for text in code.co_consts if isinstance(text, str)]
    if any(text.startswith(("datetime64", "M8", "<M8", ">M8")) for text in texts):
        reachable.held = reachable.held or "makes an array of dates, to which numpy tells the time,"


def _of_names(names: frozenset[str], reachable: Reached) -> None:
    """What the names say that a function takes of anything."""
    if SETS & names:
        reachable.sets = True
    if CHANGES & names:
        reachable.state = True
    if "FileIO" in names:
        reachable.held = reachable.held or "opens files by io.FileIO, past what is watched,"
    if {"dpverify_original", "cell_contents"} & names:
        reachable.held = reachable.held or "asks for what a guard or a closure holds,"


def _of_imports(code: CodeType, reachable: Reached) -> None:
    """The modules that a function imports when it runs."""
    steps = list(dis.get_instructions(code))
    imported = [step.argval for step in steps if step.opname == "IMPORT_NAME"]
    for name in imported:
        if name == "sys":
            _of_module(sys, code.co_names, reachable)
        elif not computes(name):
            _of_module(ModuleType(name), (), reachable)
    if imported and any(step.opname == "STORE_ATTR" for step in steps):
        reachable.state = True


def _of_builtin(value: Any, reachable: Reached) -> Iterable[Any]:
    owner = getattr(value, "__self__", None)
    if isinstance(owner, type) and issubclass(owner, dt.date) and value.__name__ in CLOCKED:
        reachable.held = reachable.held or f"holds {owner.__name__}.{value.__name__}, a clock,"
        return ()
    module = owner.__name__ if isinstance(owner, ModuleType) else value.__module__
    _refuse_what_tells_more(module or "builtins", value.__name__, reachable)
    return () if owner is None or isinstance(owner, (ModuleType, type)) else (owner,)


def _of_object(value: Any, kind: type, reachable: Reached, own: frozenset[str]) -> Iterable[Any]:
    members = _members_of_what_stays(value, kind, reachable)
    if members is not None:
        return members
    _refuse_method_of_generators(value, kind, reachable)
    module = kind.__module__
    if _generates(kind):
        if reachable.answered:
            return ()
        reachable.held = reachable.held or f"holds a generator of numpy.random ({kind.__name__})"
        return ()
    if module.partition(".")[0] == "dpverify":
        return (value.function,) if hasattr(value, "function") else ()
    if library_module(module, own):
        _refuse_what_tells_more(module, kind.__name__, reachable)
    wrapped = _wrapped(value, kind)
    if wrapped is not None:
        return wrapped
    if module in _INNOCENT_MODULES and kind.__name__ in _INNOCENT:
        return ()
    if kind in (set, list, dict):
        reachable.contents.append((value, _content(value)))
        reachable.sets = reachable.sets or (kind is set and not _numbers(value))
        return (*value.keys(), *value.values()) if kind is dict else tuple(value)
    reachable.state = True
    if module.partition(".")[0] == "logging":
        return ()  # a logger knows all loggers and handlers of the process: none is the program's
    return [x for x in gc.get_referents(value) if not _foreign(x, own)]


def _members_of_what_stays(value: Any, kind: type, reachable: Reached) -> tuple[Any, ...] | None:
    """The members of an object that no run can change; None for others."""
    if kind is frozenset:
        reachable.sets = reachable.sets or not _numbers(value)
        return tuple(value)
    if issubclass(kind, tuple) and not hasattr(value, "__dict__"):  # a named tuple among them
        return tuple(tuple.__iter__(value))
    settings = vars(kind).get("__dataclass_params__")
    if (
        settings is not None
        and settings.frozen is True
        and type(settings).__module__ == "dataclasses"
    ):
        return tuple(vars(value).values()) if hasattr(value, "__dict__") else None
    return None


def _refuse_method_of_generators(value: Any, kind: type, reachable: Reached) -> None:
    if kind is MethodDescriptorType and _of_generators(value.__objclass__):
        reachable.held = reachable.held or (
            f"holds {value.__objclass__.__name__}.{value.__name__}, which is called past its type,"
        )


def _generates(kind: type) -> bool:
    """Whether objects of a kind are generators of NumPy; nothing is imported to find out."""
    numpy = sys.modules.get("numpy.random")
    generators = () if numpy is None else (
        numpy.Generator, numpy.RandomState, numpy.BitGenerator,
    )  # fmt: skip
    return issubclass(kind, generators)


def _of_generators(kind: type) -> bool:
    """The same of a kind whose methods are called, Python's generators in C among them."""
    return _generates(kind) or kind is _random.Random


def _wrapped(value: Any, kind: type) -> tuple[Any, ...] | None:
    """What a wrapper of a function holds; None where it is none."""
    if kind in (staticmethod, classmethod):
        return (value.__func__,)
    if kind is property:
        return (value.fget,)
    if isinstance(value, functools.partial):
        return (value.func, *value.args, *value.keywords.values())
    return None


def _content(value: Any) -> tuple[Any, ...]:
    """The members, to be compared by identity: an `==` of the program's own may say anything."""
    if type(value) is dict:
        return tuple(_Same(member) for pair in list(value.items()) for member in pair)
    members = list(value)
    return tuple(_Same(member) for member in members)


class _Same:
    """An object that equals itself alone, and is kept as long as it is compared."""

    __slots__ = ("held",)

    def __init__(self, held: Any) -> None:
        self.held = held

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and self.held is other.held

    __hash__ = object.__hash__


_INNOCENT = frozenset({"Pattern", "_tuplegetter", "Field", "_DataclassParams", "_MISSING_TYPE",
                       "_FIELD_BASE", "_HAS_DEFAULT_FACTORY_CLASS", "mappingproxy",
                       "getset_descriptor", "member_descriptor",
                       "_abc_data", "wrapper_descriptor", "method_descriptor",
                       "classmethod_descriptor", "GenericAlias", "UnionType"})  # fmt: skip


_INNOCENT_MODULES = frozenset({"re", "typing", "types", "_abc", "builtins", "dataclasses",
                               "collections", "_collections"})  # fmt: skip


def _foreign(value: Any, own: frozenset[str]) -> bool:
    return isinstance(value, type) and library_module(value.__module__, own)


def _numbers(values: Iterable[Any]) -> bool:
    return all(type(value) in (int, bool) for value in values)


def _spelled(value: Any) -> str:
    module = {"posix": "os"}.get(value.__module__ or "", value.__module__ or "")
    return f"{module}.{value.__name__}".removeprefix("builtins.")
