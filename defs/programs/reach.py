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
from enum import Enum, Flag
from fractions import Fraction
from functools import cached_property
from itertools import chain
from operator import is_
from types import (
    BuiltinFunctionType,
    CellType,
    CodeType,
    FunctionType,
    MappingProxyType,
    MethodDescriptorType,
    MethodType,
    ModuleType,
)
from typing import Any

from dpverify.defs.programs.clear import are_clear, codes, given_and_closed_over
from dpverify.defs.programs.computing import ABOUT_THE_INTERPRETER, computes
from dpverify.defs.programs.guards import original_of
from dpverify.defs.programs.libraries import library_module
from dpverify.defs.programs.telling import asks, may_tell

MOST = 50_000
"""Objects that are looked through; a program that holds more is taken to keep state and sets."""

SETS = frozenset({"set", "frozenset", "union", "intersection", "difference",
                  "symmetric_difference"})  # fmt: skip
LOOKS_UP_A_GLOBAL = frozenset({"LOAD_GLOBAL", "LOAD_NAME", "LOAD_FROM_DICT_OR_GLOBALS"})
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
ZONES = frozenset({"altzone", "daylight", "timezone", "tzname"})
"""Attributes of `time` that tell where the machine is."""
ENDS = frozenset({"MemoryError", "RecursionError"})
"""What Python raises where a machine, or its setting, ends."""
CHANGES = frozenset({"setattr", "delattr", "globals", "vars", "exec", "eval", "__setattr__",
                     "__dict__", "__globals__", "__annotations__", "__kwdefaults__", "__defaults__",
                     "__code__", "__subclasses__", "getcontext", "setcontext", "register",
                     "get_cache_token", "overload", "field_size_limit", "register_dialect",
                     "simplefilter", "filterwarnings"})  # fmt: skip
"""Names through which a program can change what the next run finds."""
_PLAIN = (int, float, complex, str, bytes, bool, type(None), Fraction, Decimal, range, CodeType,
          slice, dt.date, dt.time, dt.timedelta, dt.timezone, type(...),
          type(NotImplemented))  # fmt: skip


@dataclass
class Reached:
    """What was found.

    Args: held what the program holds and must not, in words; sets whether it can make or holds a
        set whose order may depend on the hashes of texts; state whether it can change what the next
        run finds, beyond the lists, dictionaries and sets of `contents` and the `attributes` of
        classes, functions and members; loops whether its code jumps back; ours whether it is a
        mechanism of dpverify's library; answered whether generators of NumPy may be held, because
        they are answered; lenient whether only functions that guards stand for are refused;
        functions where the look began; names what the code takes of anything; modules those that
        are held otherwise than as globals.
    """

    held: str | None = None
    sets: bool = False
    state: bool = False
    tells: bool = False
    loops: bool = False
    ours: bool = False
    answered: bool = False
    lenient: bool = False
    seen: dict[int, Any] = field(default_factory=dict)
    contents: list[tuple[Any, Any]] = field(default_factory=list)
    attributes: list[tuple[Any, Any]] = field(default_factory=list)
    functions: Sequence[Callable[..., Any]] = ()
    names: set[str] = field(default_factory=set)
    modules: list[ModuleType] = field(default_factory=list)

    @property
    def keeps(self) -> bool:
        """Whether a run may find what an earlier one left."""
        return not self.ours and (self.state or self.changed)

    @cached_property
    def clear(self) -> bool:
        """Whether the variables of the program tell all on which a run of it goes on."""
        return not self.state and are_clear(self.functions)

    @property
    def changed(self) -> bool:
        """Whether any list, dictionary, set or attribute that it can get at was changed since."""
        known = chain(self.contents, self.attributes)
        return not all(_same(thing, content) for thing, content in known)


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
    reachable = Reached(answered=answered or lenient, lenient=lenient, functions=functions)
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
    for module in reachable.modules:  # when the names are known that are asked of them
        _of_module(module, reachable.names, reachable)
    reachable.seen.clear()
    return reachable


def _next(value: Any, reachable: Reached, own: frozenset[str]) -> Iterable[Any]:
    """What can be got at from one object; what it says of the program is noted."""
    kind = type(value)  # not isinstance(): a program's objects may lie about their class
    if issubclass(kind, Enum):
        return _of_member(value, kind, reachable)
    if issubclass(kind, _PLAIN):
        if kind in _PLAIN:
            return _parts(value, kind)
        # A number of a class of the program's own may carry attributes, which can change.
        slots = any(vars(base).get("__slots__") for base in kind.__mro__[:-1])
        reachable.state = reachable.state or slots or kind.__dictoffset__ != 0
        return (kind,)
    if original_of(value) is not None:
        reachable.held = reachable.held or f"holds {_spelled(value)}"
        return ()
    if isinstance(value, FunctionType):
        return _of_any_function(value, reachable, own)
    if isinstance(value, MethodType):
        return (value.__func__, value.__self__)
    if isinstance(value, BuiltinFunctionType):
        return _of_builtin(value, reachable)
    if isinstance(value, ModuleType):  # not under the name of a global: nobody knows what is taken
        reachable.modules.append(value)
        reachable.state = reachable.state or not library_module(value.__name__, own)
        return ()
    if isinstance(value, type):
        return _of_type(value, reachable, own)
    return _of_object(value, kind, reachable, own)


def _parts(value: Any, kind: type) -> tuple[Any, ...]:
    """What a plain object may hold of the program."""
    if kind is slice:
        return value.start, value.stop, value.step
    return (value.tzinfo,) if kind is dt.time else ()


def _of_member(value: Any, kind: type, reachable: Reached) -> Iterable[Any]:
    """A member of an enumeration."""
    if not issubclass(kind, Flag):  # such a one notes its own complement
        _note_attributes(vars(value), reachable)
    return (kind, *vars(value).values())


def _of_any_function(value: FunctionType, reachable: Reached, own: frozenset[str]) -> Iterable[Any]:
    """A function, of a library or the program's; functools.wraps() copies the name of a module."""
    if _writes_a_new_object(value):
        return given_and_closed_over(value)
    written, named = value.__globals__.get("__name__"), value.__module__ or ""
    module = written if isinstance(written, str) else named
    if not (library_module(module, own) and library_module(named, own)):
        return _of_function(value, reachable, own)
    _refuse_what_tells_more(module, value.__name__, reachable)
    # A decorator of a library may hold what it was put on.
    held = given_and_closed_over(value)
    return [x for x in held if isinstance(x, (FunctionType, MethodType, type))]


def _writes_a_new_object(value: FunctionType) -> bool:
    """Whether a function is one that frozen dataclasses write, which changes what is new, if any.

    Their text stands in no file; nor does that of a program that is typed in, so it is not enough.
    """
    code = value.__code__
    names = {*code.co_names, *code.co_freevars}
    return (
        value.__name__ in ("__init__", "__setattr__", "__delattr__")
        and code.co_filename == "<string>"
        and not names.isdisjoint({"__dataclass_builtins_object__", "FrozenInstanceError"})
    )


def _of_type(value: type, reachable: Reached, own: frozenset[str]) -> Iterable[Any]:
    """A class: what it holds, and what it has from its bases and its metaclass."""
    held = list(vars(value).values())
    written = (x.__globals__.get("__name__") for x in held if isinstance(x, FunctionType))
    if library_module(value.__module__, own) and all(
        library_module(str(name), own) for name in written
    ):
        _refuse_what_tells_more(value.__module__, value.__name__, reachable)
        return ()
    _note_attributes(vars(value), reachable)
    return (*held, *value.__bases__, type(value))


def _note_attributes(attributes: Any, reachable: Reached) -> None:
    reachable.attributes.append((attributes, _content(attributes)))


def _of_function(value: FunctionType, reachable: Reached, own: frozenset[str]) -> Iterator[Any]:
    _note_attributes(value.__dict__, reachable)
    yield from value.__dict__.values()
    held = tuple(given_and_closed_over(value))
    reachable.tells = reachable.tells or any(map(asks, held))
    yield from held
    space = value.__globals__
    for code in codes(value.__code__):
        _of_code(code, reachable)
        yield from _of_imports(code, space, reachable, own)
        # Not all of co_names: attributes stand there too, and a global may have the same name.
        for name in sorted(_globals_of(code) & space.keys()):
            found = space[name]
            reachable.tells = reachable.tells or asks(found)
            if isinstance(found, ModuleType) and library_module(found.__name__, own):
                _of_module(found, code.co_names, reachable)
            yield from _named(found, code.co_names, space, own)


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


def _of_module(value: ModuleType, names: Iterable[str], reachable: Reached) -> None:
    """A module of a library, and the names that the code takes of anything."""
    if reachable.lenient:
        return
    if not computes(value.__name__):
        reachable.held = reachable.held or (
            f"holds the module {value.__name__}, which is not known to tell only what follows from"
            " the arguments of its functions,"
        )
    forbidden = sorted(ABOUT_THE_INTERPRETER & set(names)) if value is sys else ()
    if forbidden:
        reachable.held = reachable.held or f"holds sys.{forbidden[0]}, which tells how it is run,"
    zone = sorted(ZONES & set(names)) if value.__name__ == "time" else ()
    if zone:
        reachable.held = reachable.held or f"holds time.{zone[0]}, the time zone of its machine,"
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


def _globals_of(code: CodeType) -> set[str]:
    """The names that a code object looks up among the globals."""
    return {step.argval for step in dis.get_instructions(code) if step.opname in LOOKS_UP_A_GLOBAL}


def _of_code(code: CodeType, reachable: Reached) -> None:
    reachable.names |= {*code.co_names}
    if reachable.lenient:
        return
    # As a text it is asked for by getattr() and operator.methodcaller().
    if code.co_name != "__hash__" and "__hash__" in (*code.co_names, *code.co_consts):
        reachable.held = reachable.held or "asks for a __hash__, which may differ in every process,"
    _of_names(frozenset(code.co_names), reachable)
    steps = list(dis.get_instructions(code))
    reachable.tells = reachable.tells or may_tell(code, steps)
    _of_arrays(code, steps, reachable)
    reachable.loops |= any("JUMP_BACKWARD" in step.opname for step in steps)
    for place, step in enumerate(steps):
        after = steps[place + 1].opname if place + 1 < len(steps) else ""
        if step.opname in ("BUILD_SET", "SET_ADD", "SET_UPDATE"):
            reachable.sets = True
        if isinstance(step.argval, frozenset):
            reachable.sets = reachable.sets or after != "CONTAINS_OP"
        if step.opname in ("STORE_GLOBAL", "DELETE_GLOBAL"):
            reachable.state = True
        if step.opname == "STORE_DEREF" and step.argval in code.co_freevars:
            reachable.state = True
        if step.opname in ("STORE_ATTR", "DELETE_ATTR"):
            reachable.state = reachable.state or any(map(_lasts, _owners(steps, place)))


def _owners(steps: Sequence[dis.Instruction], place: int) -> Iterator[dis.Instruction]:
    """What loads the object whose attribute an instruction changes, and what that was taken of."""
    before = [step for step in steps[:place] if step.opname not in ("CACHE", "PRECALL")]
    k = len(before) - 1
    if before[k].opname == "SWAP":
        # As in x.a += 1: what is loaded is copied, for the attribute that is read first.
        copies = (
            j
            for j in range(k, 0, -1)
            if before[j].opname == "COPY" and before[j + 1].argval == steps[place].argval
        )
        k = next(copies, k) - 1
    yield before[k]
    while k > 0 and before[k].opname == "LOAD_ATTR":
        k -= 1
        yield before[k]


def _lasts(owner: dis.Instruction) -> bool:
    """Whether an object is none that the run itself made, as far as an instruction tells."""
    return (
        owner.opname in ("LOAD_GLOBAL", "LOAD_NAME", "LOAD_DEREF", "LOAD_CLASSDEREF")
        or owner.opname.startswith("CALL")
        or owner.argval in ("cls", "__class__")
    )


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
    for end in sorted(ENDS & names):
        reachable.held = reachable.held or f"names {end}, which comes sooner on another machine,"
    if "FileIO" in names:
        reachable.held = reachable.held or "opens files by io.FileIO, past what is watched,"
    if {"dpverify_original", "cell_contents"} & names:
        reachable.held = reachable.held or "asks for what a guard or a closure holds,"


def _of_imports(
    code: CodeType, space: dict[str, Any], reachable: Reached, own: frozenset[str]
) -> Iterator[Any]:
    """The modules that a function imports when it runs; of the program's own, what is taken."""
    if reachable.lenient:
        return
    steps = list(dis.get_instructions(code))
    imported = [step.argval for step in steps if step.opname == "IMPORT_NAME"]
    for name in imported:
        if name and library_module(name, own):
            _of_module(sys if name == "sys" else ModuleType(name), code.co_names, reachable)
        elif isinstance(module := sys.modules.get(name), ModuleType):
            yield from _named(module, code.co_names, space, own)
        else:  # it is not loaded yet, or has a name that is relative
            reachable.state = True
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
    wrapped = _wrapped(value, kind, own)
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
        return (kind, *tuple.__iter__(value))
    settings = vars(kind).get("__dataclass_params__")
    if (
        settings is not None
        and settings.frozen is True
        and type(settings).__module__ == "dataclasses"
    ):
        held = hasattr(value, "__dict__")
        return (*_of_bases(kind, reachable), *vars(value).values()) if held else None
    return None


def _of_bases(kind: type, reachable: Reached) -> Iterator[Any]:
    """What a frozen dataclass and its bases hold."""
    for base in kind.__mro__[:-1]:
        _note_attributes(vars(base), reachable)
        yield from vars(base).values()


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


def _wrapped(value: Any, kind: type, own: frozenset[str]) -> tuple[Any, ...] | None:
    """What an object of a library holds that is made around others; None where it is none."""
    if kind in (staticmethod, classmethod):
        return (value.__func__,)
    if kind is property:
        return (value.fget, value.fset, value.fdel)
    if isinstance(value, functools.partial):
        return (kind, value.func, *value.args, *value.keywords.values(), *vars(value).values())
    if kind is CellType:  # since Python 3.14 a class keeps that of its names
        return tuple(gc.get_referents(value))
    if kind is MappingProxyType or (kind.__module__, kind.__name__) in _HOLDING:
        return tuple(x for x in gc.get_referents(value) if not _foreign(x, own))
    return None


def _content(value: Any) -> tuple[Any, ...]:
    """The members, of a dictionary with their keys."""
    if type(value) in (dict, MappingProxyType):
        return tuple(member for pair in list(value.items()) for member in pair)
    return tuple(value)


def _same(value: Any, content: tuple[Any, ...]) -> bool:
    """Whether the members are those, by identity: an `==` of the program's own may say anything."""
    now = _content(value)
    return len(now) == len(content) and all(map(is_, now, content))


_INNOCENT = frozenset({"Pattern", "_tuplegetter", "_DataclassParams", "_MISSING_TYPE",
                       "_FIELD_BASE", "_HAS_DEFAULT_FACTORY_CLASS", "getset_descriptor",
                       "member_descriptor", "_abc_data", "wrapper_descriptor", "method_descriptor",
                       "classmethod_descriptor", "UnionType"})  # fmt: skip
_HOLDING = frozenset({("dataclasses", "Field"), ("types", "GenericAlias")})
"""Objects of libraries that hold some of the program and do not change."""


_INNOCENT_MODULES = frozenset({"re", "typing", "types", "_abc", "builtins", "dataclasses",
                               "collections", "_collections"})  # fmt: skip


def _foreign(value: Any, own: frozenset[str]) -> bool:
    return isinstance(value, type) and library_module(value.__module__, own)


def _numbers(values: Iterable[Any]) -> bool:
    return all(type(value) in (int, bool) for value in values)


def _spelled(value: Any) -> str:
    module = {"posix": "os"}.get(value.__module__ or "", value.__module__ or "")
    return f"{module}.{value.__name__}".removeprefix("builtins.")
