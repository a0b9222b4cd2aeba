"""Answerers in place of all sources of randomness, and guards in place of all other entropy.

What must never change: a source is answered or refused, on every path; a generator whose state
moved was drawn from past the answers, and the enumeration is refused.
"""

from __future__ import annotations

import gc
import importlib
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache, partial
from itertools import chain, compress, tee
from types import ModuleType
from typing import Any, Final

from dpverify.defs.as_run import numpy_random, python_random
from dpverify.defs.as_run.answers import CURRENT, LOADING, past_the_answers
from dpverify.defs.as_run.states import set_state, state_of, told
from dpverify.defs.programs import guards

_ABSENT: Any = object()
EXAMINED: Final = ("known", "touched", "twins", "drawn", "shadows", "forms")
"""What is known of generators while one piece of code is examined."""
_ID = id
"""The original: a guard stands in its place while code is examined."""


@cache
def _python() -> tuple[list[tuple[Any, Any]], list[tuple[type, str, Any]]]:
    return _marked(python_random.functions()), python_random.classes()


@cache
def _numpy() -> tuple[list[tuple[Any, Any]], list[tuple[type, str, Any]]]:
    return _marked(numpy_random.functions()), numpy_random.classes()


def _marked(pairs: list[tuple[Any, Any]]) -> list[tuple[Any, Any]]:
    """Say of each answerer what it stands for, so that no guard is put in its place."""
    for real, new in pairs:
        new.dpverify_original = real
    return pairs


def prepare() -> None:
    """Make the tables of what is replaced by what, while nothing is replaced yet."""
    _python()
    if "numpy.random" in sys.modules:
        _numpy()


class Generators:
    """The generators that were there before the code ran, with their states.

    Where one of them moves though nobody seeded it, compiled code drew from it.
    """

    def __init__(self) -> None:
        self.known = generators()
        self._states = [state_of(generator) for generator in self.known]
        self.free = False  # whether the real functions ran, which may move them

    def twins(self) -> dict[int, int]:
        """Of generators that are in one state, as copies are: by place, the number of the state."""
        numbers: dict[Any, int] = {}
        places: dict[int, list[int]] = {}
        for generator, state in zip(self.known, self._states, strict=True):
            if state is not None:
                number = numbers.setdefault(told(state), len(numbers))
                places.setdefault(number, []).append(id(generator))
        return {i: number for number, ids in places.items() if len(ids) > 1 for i in ids}

    def verify(self) -> None:
        """Raise: ProgramError where one was drawn from past the answers."""
        for generator, state in zip(self.known, self._states, strict=True):
            if id(generator) not in CURRENT.touched and state_of(generator) != state:
                raise past_the_answers(generator)

    def restore(self) -> None:
        """Give every generator the state that it had."""
        for generator, state in zip(self.known, self._states, strict=True):
            set_state(generator, state)


@contextmanager
def answering(own: frozenset[str]) -> Iterator[Generators]:
    """Within this, a run under `answered_by` is answered, and every other source is refused.

    Args: own the top-level modules that are the code's, though they may be installed.
    Returns: the generators that are watched.
    """
    with suppress(ImportError):  # the code may import it when it runs
        importlib.import_module("numpy.random")
    with guards.EXAMINATION:  # another thread would move generators meanwhile
        prepare()
        generators = Generators()
        with guards.guarded(own), _replaced():
            before = {name: getattr(CURRENT, name) for name in EXAMINED}
            CURRENT.known = {id(generator): generator for generator in generators.known}
            CURRENT.twins = generators.twins()
            CURRENT.touched, CURRENT.drawn, CURRENT.shadows, CURRENT.forms = set(), {}, {}, {}
            try:
                yield generators
            finally:
                vars(CURRENT).update(before)
                generators.restore()


@contextmanager
def loading(own: frozenset[str]) -> Iterator[None]:
    """Within this, a file of real code is loaded: it may make generators, and must not draw.

    Args: own as for `answering`.
    """
    with suppress(ImportError):  # so that what a file makes of NumPy is seen
        importlib.import_module("numpy.random")
    with guards.EXAMINATION:
        prepare()
    with guards.guarded(own, loading=True), _replaced():
        CURRENT.answers = LOADING
        try:
            yield
        finally:
            CURRENT.answers = None


def _of_types(kinds: set[type]) -> list[Any]:
    """All objects of these types, of millions: no step of Python for each.

    Nor any while they are held, by the collector's callbacks either, so that no other thread goes
    on: a tuple that it is filling would be shared, which ends in a SystemError there.
    """
    collects = gc.isenabled()
    gc.disable()
    try:
        asked, told_of = tee(chain.from_iterable(map(gc.get_objects, (None,))))
        found = [*compress(asked, map(kinds.__contains__, map(type, told_of)))]
        del asked, told_of
    finally:
        if collects:
            gc.enable()
    return found


def generators() -> list[Any]:
    """All generators that there are; of NumPy's, their bit generators."""
    kinds = set(python_random.kinds())
    numpy = "numpy.random" in sys.modules
    if numpy:
        kinds |= set(numpy_random.kinds())
    found = _of_types(kinds)
    found += python_random.HELD
    if numpy:
        found = [numpy_random.bits_of(thing) for thing in found]
    return list({id(generator): generator for generator in found}.values())


@contextmanager
def _replaced() -> Iterator[None]:
    """Within this, answerers stand in modules and types."""
    undo: list[Callable[[], None]] = []
    try:
        tables = [_python()] + ([_numpy()] if "numpy.random" in sys.modules else [])
        instead = {_ID(real): (real, new) for pairs, _ in tables for real, new in pairs}
        # A guard stands there already, or the function itself.
        guarding = {_ID(guards.guard_of(real)): (real, new) for real, new in instead.values()}
        standing = {**instead, **guarding}
        for module in list(sys.modules.values()):
            if isinstance(module, ModuleType) and not _spared(module.__name__):
                space = vars(module)
                if not standing.keys().isdisjoint(map(_ID, list(space.values()))):
                    _replace_in(space, standing, undo)
        for _, methods in tables:
            for kind, name, method in methods:
                _replace_method(kind, name, method, undo)
        yield
    finally:
        for step in reversed(undo):
            step()


def _replace_in(
    space: dict[str, Any], instead: dict[int, tuple[Any, Any]], undo: list[Callable[[], None]]
) -> None:
    for name, value in list(space.items()):
        pair = instead.get(_ID(value))
        if pair is not None:
            space[name] = pair[1]
            undo.append(partial(space.__setitem__, name, value))


def _spared(name: str) -> bool:
    return name.partition(".")[0] in ("dpverify", "importlib", "_frozen_importlib",
                                      "_frozen_importlib_external")  # fmt: skip


def _replace_method(kind: type, name: str, method: Any, undo: list[Callable[[], None]]) -> None:
    """A method of a type; those of C are changed in the dictionary of the type."""
    if kind.__flags__ & (1 << 9):  # a class of Python
        before = vars(kind).get(name, _ABSENT)
        setattr(kind, name, method)

        def back() -> None:
            if before is _ABSENT:
                delattr(kind, name)
            else:
                setattr(kind, name, before)

    else:
        inside = guards._dictionary(kind)
        before = inside.get(name, _ABSENT)
        inside[name] = method
        guards._changed(kind)

        def back() -> None:
            if before is _ABSENT:
                inside.pop(name, None)
            else:
                inside[name] = before
            guards._changed(kind)

    undo.append(back)
