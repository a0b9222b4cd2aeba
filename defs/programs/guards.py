"""What a program must not look at while it is examined: guards in place of clocks, ids and coins.

While a program is examined, every function of the interpreter that tells something else than the
input and the draws is replaced by a guard, in the module that offers it and in every module that
imported it by name. What must never change: a guard that is not under examination, or that is
called on behalf of dpverify, of an import or (for `id` and `hash`) of the standard library, does
what it stands for. This keeps honest programs from mistakes; it is no security boundary.
"""

from __future__ import annotations

import ctypes
import datetime as dt
import gc
import importlib
import os
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from fractions import Fraction
from functools import partial
from types import FrameType
from typing import Any, Final

from dpverify.defs.errors import ProgramError
from dpverify.defs.numbers.balls import Turn
from dpverify.defs.programs.addresses import Slots
from dpverify.defs.programs.collector import COLLECTOR, is_told, noted
from dpverify.defs.programs.entropy_sources import (
    ADDRESS,
    ALARM,
    CLOCK,
    DIRECT,
    FILE,
    FOREIGN,
    GUARDED,
    HASH,
    INSTEAD,
    LASTING,
    NUMPY,
    ONLY,
    PLACE,
    PROCESS,
    PYTHON,
    SOCKET,
    TEXTS_OF_NOW,
    THREAD,
    UNWARNED,
    WARNING,
    WHOLE_MODULES,
    ZONE,
)
from dpverify.defs.programs.libraries import is_library
from dpverify.defs.programs.opened import forbidden_file, shortened_path
from dpverify.defs.programs.shown_warnings import shown_warning
from dpverify.defs.programs.standing import SETTLED, SURVEY, places, spaces_to_guard

Wrapped = Callable[..., Any]


class _State(threading.local):
    """What is being examined in this thread."""

    def __init__(self) -> None:
        self.own: frozenset[str] = frozenset()  # top-level modules that are the program's
        self.active = 0
        self.loading = False
        self.auditing = False
        self.imports = 0  # imports under way
        self.files: set[str] = set()  # files that were read
        self.trouble: ProgramError | None = None
        self.seeded: dict[int, Any] = {}  # generators that this run seeded with a number


STATE = _State()
_address = id
"""The original, which is guarded elsewhere: also where what is loaded is a module of dpverify."""
_GUARDS: dict[int, tuple[Any, Any]] = {}
"""By id of an original: the original (which keeps the id taken) and its guard."""
_INSTALLED: list[tuple[Any, str, Any]] = []
_DEPTH = [0]
_LOCK = threading.RLock()
EXAMINATION: Final = Turn()
"""Of the thread that examines a program: what it puts in place, or takes away, is there for all."""


# ---------------------------------------------------------------- whose call it is


def culprit(frame: FrameType | None, *, direct: bool = False) -> FrameType | None:
    """The frame of the program on whose behalf something is called; None if it is not.

    Args: direct whether a call by a library does not count, though the program called that.
    """
    within = COLLECTOR.within
    while frame is not None and frame is not within:
        name = frame.f_globals.get("__name__")
        module = name if isinstance(name, str) else ""
        top = module.partition(".")[0]
        if top not in STATE.own:
            if within is not None:  # somebody else's finalizer
                frame = frame.f_back
                continue
            if top == "dpverify" or module.startswith("importlib"):
                return None
            file = frame.f_code.co_filename
            if file.startswith(("<frozen importlib", "<frozen zipimport")):
                return None
            if is_library(file, module):
                if direct or is_told(frame):
                    return None
                frame = frame.f_back
                continue
        return frame
    return None


def accuse(does: str, what: str, frame: FrameType | None) -> ProgramError:
    """The error about a program, remembered in case the program catches it."""
    line = "" if frame is None else f", line {frame.f_lineno}"
    only = does in (PROCESS, THREAD, SOCKET, FILE, ALARM, FOREIGN, ZONE)
    instead = ONLY if only else INSTEAD
    if (category := shown_warning(frame)) is not None:
        does, what, instead = WARNING, category, UNWARNED
    error = ProgramError(f"{does} ({what}{line}){instead}")
    STATE.trouble = STATE.trouble or error
    return error


# ---------------------------------------------------------------- the guards


def _guard(original: Wrapped, what: str, does: str, *, direct: bool = False) -> Wrapped:
    lasting = does in LASTING

    def guard(*args: Any, **named: Any) -> Any:
        if STATE.active and (lasting or not STATE.loading):
            frame = culprit(sys._getframe(1), direct=direct)
            if frame is not None:
                raise accuse(does, what, frame)
        return original(*args, **named)

    return _like(guard, original)


def _guard_of_now(original: Wrapped, what: str) -> Wrapped:
    """For functions that tell the time only where they are given none."""
    least = 2 if what.endswith("strftime") else 1

    def guard(*args: Any, **named: Any) -> Any:
        if STATE.active and (len(args) < least or args[least - 1] is None):
            frame = culprit(sys._getframe(1))
            if frame is not None:
                raise accuse(CLOCK, what, frame)
        return original(*args, **named)

    return _like(guard, original)


def _guard_of_hash(original: Wrapped) -> Wrapped:
    def guard(value: Any, /) -> Any:
        if STATE.active and not _plain(value):
            frame = culprit(sys._getframe(1), direct=True)
            if frame is not None and frame.f_code.co_name != "__hash__":
                raise accuse(HASH, f"hash() of {type(value).__name__}", frame)
        return original(value)

    return _like(guard, original)


def _plain(value: Any) -> bool:
    """Whether the hash of a value is that of a number, which is the same in every process."""
    if type(value) is tuple:
        return all(map(_plain, value))
    return type(value) in (int, bool, float, Fraction, complex)


def _guard_of_repr(original: Wrapped, what: str) -> Wrapped:
    def guard(*args: Any) -> Any:
        if STATE.active and args and type(args[0]).__repr__ in (object.__repr__, _FUNCTION_REPR):
            frame = culprit(sys._getframe(1), direct=True)
            if frame is not None:
                raise accuse(ADDRESS, f"{what}() of {type(args[0]).__name__}", frame)
        return original(*args)

    return _like(guard, original)


_FUNCTION_REPR: Final = type(culprit).__repr__


def _guard_of_open(original: Wrapped, what: str) -> Wrapped:
    def guard(*args: Any, **named: Any) -> Any:
        if STATE.active and not STATE.loading:
            mode = args[1] if len(args) > 1 else named.get("mode", named.get("flags", "r"))
            path = args[0] if args else named.get("file", named.get("path"))
            if forbidden_file(path, mode):
                frame = culprit(sys._getframe(1))
                if frame is not None:
                    raise accuse(FILE, f"{what} of {shortened_path(path)}", frame)
            elif culprit(sys._getframe(1)) is not None:
                STATE.files.add(shortened_path(path))
        return original(*args, **named)

    return _like(guard, original)


def _guard_of_import(original: Wrapped) -> Wrapped:
    """An import during a run: what it brings is guarded before the program has it."""

    def guard(*args: Any, **named: Any) -> Any:
        known = len(sys.modules)
        STATE.imports += 1
        try:
            module = original(*args, **named)
        finally:
            STATE.imports -= 1
        if STATE.active and len(sys.modules) != known:
            with _LOCK:
                _install()
        return module

    return _like(guard, original)


def _like(guard: Any, original: Any) -> Wrapped:
    for name in ("__name__", "__qualname__", "__doc__"):
        with suppress(AttributeError, TypeError):
            setattr(guard, name, getattr(original, name))
    guard.dpverify_original = original
    wrapped: Wrapped = guard
    return wrapped


# ---------------------------------------------------------------- Python's generators


def _guards_of_random(kind: Any) -> dict[str, Any]:
    """Methods for `random.Random`: draws only from a generator that this run seeded itself.

    Such a generator is a table: the same numbers in every run. Any other one has a state that a
    run finds and leaves, or a seed that nobody chose.
    """
    base_seed, base_random, base_bits = kind.seed, kind.random, kind.getrandbits

    def seed(self: Any, a: Any = None, version: int = 2) -> None:
        if STATE.active:
            if a is None:
                frame = culprit(sys._getframe(1))
                if frame is not None:
                    raise accuse(PYTHON, "a generator without a seed", frame)
            else:
                STATE.seeded[_address(self)] = self
        base_seed(self, a, version)

    def random(self: Any) -> float:
        _drawn(self, sys._getframe(1))
        return float(base_random(self))

    def getrandbits(self: Any, k: int, /) -> int:
        _drawn(self, sys._getframe(1))
        return int(base_bits(self, k))

    return {"seed": seed, "random": random, "getrandbits": getrandbits}


def _guard_of_base(original: Wrapped, kind: type) -> Wrapped:
    """For the type in C below Python's generators: its objects are never seeded by a run."""

    def guard(self: Any, *args: Any) -> Any:
        if not isinstance(self, kind):
            _drawn(self, sys._getframe(1))
        return original(self, *args)

    return guard


def _guard_of_global(original: Wrapped, what: str) -> Wrapped:
    """For the functions of Python's one global generator; a file may seed it while it is loaded."""

    def guard(*args: Any, **named: Any) -> Any:
        if STATE.active:
            generator = original.__self__  # type: ignore[attr-defined]  # a bound method
            if STATE.loading and what == "random.seed" and args and args[0] is not None:
                STATE.seeded[_address(generator)] = generator
            if _address(generator) not in STATE.seeded:
                frame = culprit(sys._getframe(1))
                if frame is not None:
                    raise accuse(PYTHON, what, frame)
        return original(*args, **named)

    return _like(guard, original)


def _drawn(generator: Any, frame: FrameType | None) -> None:
    if STATE.active and _address(generator) not in STATE.seeded:
        source = culprit(frame)
        if source is not None:
            raise accuse(PYTHON, f"{type(generator).__module__}.{type(generator).__name__}", source)


# ---------------------------------------------------------------- putting them in place


def _originals() -> dict[int, tuple[Any, Any]]:
    """Guards by the id of what they stand for, of all modules that are loaded."""
    for module, names, does in GUARDED:
        _add(module, names, partial(_guard, does=does))
    for module, but in WHOLE_MODULES.items():
        functions = vars(sys.modules[module]) if module in sys.modules else {}
        names = tuple(name for name in functions if name not in but and callable(functions[name]))
        _add(module, names, partial(_guard, does=PLACE))
    for module, names, does in DIRECT:
        _add(module, names, partial(_guard, does=does, direct=True))
    _add("random", ("random", "getrandbits", "seed", "getstate", "setstate"), _guard_of_global)
    _add("time", TEXTS_OF_NOW, _guard_of_now)
    _add("builtins", ("hash",), lambda f, _: _guard_of_hash(f))
    _add("builtins", ("repr", "ascii", "format"), _guard_of_repr)
    _add("builtins", ("open",), _guard_of_open)
    _add("posix", ("open",), lambda f, _: _guard_of_open(f, "os.open"))
    _add("builtins", ("__import__",), lambda f, _: _guard_of_import(f))
    _add("sys", ("stdin", "__stdin__"), lambda f, _: _Stdin(f))
    _add("importlib", ("import_module", "reload"), lambda f, _: _guard_of_import(f))
    numpy = sys.modules.get("numpy.random")
    if numpy is not None:
        state = getattr(getattr(numpy, "mtrand", None), "_rand", None)
        names = tuple(n for n, f in vars(numpy).items() if getattr(f, "__self__", None) is state)
        if state is not None:
            _add("numpy.random", names, lambda f, what: _guard(f, what, NUMPY))
    return _GUARDS


def _add(module: str, names: tuple[str, ...], make: Callable[[Any, str], Any]) -> None:
    loaded = sys.modules.get(module)
    for name in names:
        original = vars(loaded).get(name) if loaded is not None else None
        if original is None or _address(original) in _GUARDS:
            continue
        if hasattr(original, "dpverify_original"):
            continue
        spelled = {"posix": "os", "_thread": "threading", "_uuid": "uuid"}.get(module, module)
        what = name if module == "builtins" else f"{spelled}.{name}"
        if isinstance(original, type):
            continue  # a class stays one; what makes its objects is guarded below
        _GUARDS[_address(original)] = original, make(original, what)


def _install() -> None:
    """Put guards wherever an original stands in a module; what was there is remembered."""
    for name in ("random", "_thread", "socket", "signal"):
        if name not in sys.modules:
            with suppress(ImportError):
                importlib.import_module(name)
    guards, first = _originals(), not _INSTALLED
    modules = list(sys.modules.values())
    known: list[tuple[dict[str, Any], str, Any]] = []
    if not first:
        looked_through = SETTLED.others(modules, len(guards))
    elif SURVEY.holds(modules, len(guards)):
        looked_through, known = SURVEY.others, SURVEY.places
    else:
        looked_through = spaces_to_guard(modules)
    found = [(space, name, f) for space, name, f in known if space.get(name) is f]
    for module, space in looked_through:
        found += [(space, *place) for place in places(module, space, guards, first)]
    if first:
        SURVEY.take(modules, len(guards))
    for space, name, original in found:
        _INSTALLED.append((space, name, original))
        space[name] = guards[_address(original)][1]
    _install_in_types()


def _install_in_types() -> None:
    """Guards for methods: of `Random`, of the environment, and of the types of `datetime`."""
    random = sys.modules["random"]
    installed = {(_address(space), name) for space, name, _ in _INSTALLED}
    kind = random.Random
    if (_address(kind), "seed") not in installed:
        for name, method in _guards_of_random(kind).items():
            _INSTALLED.append((kind, name, kind.__dict__.get(name, _MISSING)))
            setattr(kind, name, method)
        # The type in C below it is reached as _random.Random.
        below: Any = kind.__mro__[1]
        for name in ("random", "getrandbits"):
            before = below.__dict__[name]
            _INSTALLED.append((below, name, before))
            setattr(below, name, _guard_of_base(before, kind))
    environment: Any = os._Environ
    for name in ("__getitem__", "__iter__", "__len__"):
        if (_address(environment), name) not in installed:
            before = environment.__dict__[name]
            _INSTALLED.append((environment, name, before))
            setattr(environment, name, _guard(before, "os.environ", PLACE))
    for fixed, names in _FIXED:
        for name in names:
            inside = _dictionary(fixed)
            if (_address(inside), name) not in installed:
                before = inside.get(name, _MISSING)
                _INSTALLED.append((inside, name, before))
                inside[name] = _guard_of_date(f"{fixed.__name__}.{name}")
                _changed(fixed)


_FIXED: Final = (
    (dt.datetime, ("now", "utcnow", "today", "fromtimestamp", "timestamp", "astimezone")),
    (dt.date, ("today", "fromtimestamp")),
)
_MISSING: Final = object()


def _guard_of_date(what: str) -> Any:
    """For the methods of dates that look at the clock or, given no time zone, at the machine's."""
    original = _METHODS[what]
    on_class = what not in _ON_A_DATE

    def guard(made: Any, *args: Any, **named: Any) -> Any:
        does = _looks_at(what, made, *args, **named) if STATE.active else None
        frame = None if does is None else culprit(sys._getframe(1))
        if does is not None and frame is not None:
            raise accuse(does, what, frame)
        # The original, bound to the class that is asked: a subclass makes objects of its own.
        bound = original.__get__(None, made) if on_class else original.__get__(made)
        return bound(*args, **named)

    return classmethod(guard) if on_class else guard


_ON_A_DATE: Final = ("datetime.timestamp", "datetime.astimezone")
"""Those that are asked of a date; the others make one, and are asked of its class."""


def _looks_at(what: str, made: Any, *args: Any, **named: Any) -> str | None:
    """What such a method looks at, besides what it is given.

    Args: made the date, or the class of dates; args and named what the method is given.
    """
    if what == "date.fromtimestamp":
        return ZONE
    if what == "datetime.fromtimestamp":
        zone = args[1] if len(args) > 1 else named.get("tz")
        return ZONE if zone is None else None
    if what not in _ON_A_DATE:
        return CLOCK
    if made.utcoffset() is None:  # so Python defines a naive date
        return ZONE
    zone = args[0] if args else named.get("tz")
    return ZONE if what == "datetime.astimezone" and zone is None else None


_METHODS: Final[dict[str, Any]] = {
    f"{fixed.__name__}.{name}": next(
        vars(base)[name] for base in fixed.__mro__ if name in vars(base)
    )
    for fixed, names in _FIXED
    for name in names
}


class _Stdin:
    """Stands for standard input, which is no input of a mechanism."""

    def __init__(self, original: Any) -> None:
        self.dpverify_original = original

    def __getattr__(self, name: str) -> Any:
        return getattr(self._asked(sys._getframe(1)), name)

    def __iter__(self) -> Iterator[str]:
        """Its lines."""
        lines: Iterator[str] = iter(self._asked(sys._getframe(1)))
        return lines

    def __next__(self) -> str:
        """Its next line."""
        line: str = next(self._asked(sys._getframe(1)))
        return line

    def _asked(self, frame: FrameType) -> Any:
        source = culprit(frame) if STATE.active else None
        if source is not None:
            raise accuse(PLACE, "sys.stdin", source)
        return self.dpverify_original


def _dictionary(fixed: type) -> dict[str, Any]:
    """The attributes of a type of C: its `__dict__` is a view of the dictionary it refers to."""
    dictionary: dict[str, Any] = next(
        x for x in gc.get_referents(fixed.__dict__) if type(x) is dict
    )
    return dictionary


def _changed(fixed: type) -> None:
    """Have the interpreter look attributes of a type up anew."""
    ctypes.pythonapi.PyType_Modified(ctypes.py_object(fixed))


def _restore() -> None:
    while _INSTALLED:
        space, name, before = _INSTALLED.pop()
        if isinstance(space, dict):
            if before is _MISSING:
                space.pop(name, None)
            else:
                space[name] = before
        elif before is _MISSING:
            delattr(space, name)
        else:
            setattr(space, name, before)
    for fixed, _ in _FIXED:
        _changed(fixed)


def original_of(value: Any) -> tuple[Any, Any] | None:
    """What is known of a function that a guard stands for: the original and its guard."""
    known = _GUARDS.get(_address(value))
    return known if known is not None and known[0] is value else None


def guard_of(original: Any) -> Any:
    """What stands for a function while a program is examined: its guard, or itself."""
    known = original_of(original)
    return original if known is None else known[1]


WRITERS: Final = frozenset({__name__, "pprint", "reprlib", "string", "numpy._core.arrayprint"})


def _written_address(value: Any) -> None:
    """An address is written into a text; it is noted, because no exception can leave here."""
    if STATE.active and not STATE.loading:
        frame: FrameType | None = sys._getframe(2)
        # Beyond the guard of repr(), and beyond what writes texts of what it is given.
        while frame is not None and frame.f_globals.get("__name__") in WRITERS:
            frame = frame.f_back
        frame = culprit(frame, direct=True)
        if frame is not None:
            accuse(ADDRESS, f"the text of {type(value).__name__}", frame)


_SLOTS: Final = Slots(_written_address)
slots_held: Final = _SLOTS.held  # slots stay replaced from one examination to the next


@contextmanager
def guarded(own: frozenset[str], *, loading: bool = False) -> Iterator[None]:
    """Within this, guards stand in place and this thread's calls are looked at.

    Args: own the top-level modules that are the program's, though they may be installed; loading
        whether its file is loaded, which may look at its machine and start what it needs.
    """
    with EXAMINATION, slots_held():
        with _LOCK:
            if not _DEPTH[0]:
                _install()
                gc.callbacks.append(noted)
            _DEPTH[0] += 1
        before = STATE.own, STATE.trouble, STATE.seeded, STATE.loading
        STATE.own, STATE.trouble, STATE.seeded, STATE.loading = own, None, {}, loading
        STATE.active += 1
        try:
            yield
        finally:
            STATE.active -= 1
            STATE.own, STATE.trouble, STATE.seeded, STATE.loading = before
            with _LOCK:
                _DEPTH[0] -= 1
                if not _DEPTH[0]:
                    gc.callbacks.remove(noted)
                    _restore()


def read_files() -> tuple[str, ...]:
    """The promise about files that the program read; none where it read none."""
    if not STATE.files:
        return ()
    read = ", ".join(sorted(STATE.files)[:5])
    return (f"the files that the program reads ({read}) stay as they are",)


def new_run() -> None:
    """A run begins: no generator is seeded by it yet."""
    if STATE.seeded:
        STATE.seeded = {}
