"""In a run of many tests each costs what it costs in a run of its file alone.

What examines a program looks at all modules that are no library, and at all objects that may be a
generator. A run of the whole suite has collected 700 modules and a million objects before its
first test: to look through them took up to a third of the time of a test of programs. What must
never change: a test finds no less of its own file, and of what that imports, than in a run of its
file alone.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from types import FunctionType, ModuleType
from typing import Any, Final

MANY: Final = 1000
"""From so many tests on a run is one of many."""
_HIDDEN: dict[str, ModuleType] = {}
"""Collected modules by name, which are there only while their own tests run."""
_HOLDS: list[ExitStack] = []
"""What is held for a whole run, if it is one."""
_LAST: list[Any] = [None]
"""The file whose tests ran last."""


def begin(items: Sequence[Any]) -> None:
    """Freeze and hide what was collected, where it is much.

    Args: items the tests to be run.
    """
    if len(items) >= MANY:
        hide(items)
        freeze()
        hold()


def hold() -> None:
    """Keep the slots replaced in which types write addresses, from the first test to the last.

    Each examination of a program would exchange them twice, in 20,000 types of all that is loaded.
    """
    # Here: a run of one file need not load it.
    from dpverify.defs.programs.guards import slots_held

    held = ExitStack()
    held.enter_context(slots_held())
    _HOLDS.append(held)


def end() -> None:
    """Put back what is held for a whole run."""
    while _HOLDS:
        _HOLDS.pop().close()


@contextmanager
def alone() -> Iterator[None]:
    """Within this nothing is held, as in a run of one file."""
    many = bool(_HOLDS)
    end()
    try:
        yield
    finally:
        if many:
            hold()


def long_first(items: list[Any]) -> None:
    """Put files that have long tests before all others, where the tests are many.

    A process is given file after file. If the last one took a minute, one core would wait for it.

    Args: items the tests to be run; those of a file stay together and in their order.
    """
    if len(items) >= MANY:
        files = {item.path for item in items if item.get_closest_marker("long")}
        items.sort(key=lambda item: item.path not in files)


def freeze() -> None:
    """Take what lives until the end from the collector of garbage.

    It is then not among the objects in which generators are looked for; those that are in it, of
    modules of tests, are handed over as those that are always there.
    """
    # Here: a run of one file need not load them.
    from hypothesis import find, settings, strategies

    # With its first example hypothesis registers a generator, and warns where it sees nothing that
    # holds it. Under Python 3.14 it sees nothing that is frozen.
    find(strategies.booleans(), lambda _: True, settings=settings(database=None))
    _freeze_what_lives()


def _freeze_what_lives() -> None:
    """The same, when hypothesis has registered its generator."""
    # Here: a run of one file need not load it.
    from dpverify.defs.as_run import installing, python_random

    installing.prepare()
    python_random.HELD = tuple(installing.generators())
    gc.freeze()


def between_files(item: Any) -> None:
    """Freeze what the tests of the last file left behind, before the first test of another.

    What fixtures, caches and libraries that were loaded late keep came to 270,000 objects in a part
    of a run. To look for generators among them took a twentieth of the time of a whole one.

    Args: item the test that is next.
    """
    path = getattr(item, "path", None)
    if _HOLDS and path != _LAST[0]:
        gc.collect()  # garbage that is frozen would stay until the end
        _freeze_what_lives()
    _LAST[0] = path


def hide(items: Iterable[Any]) -> None:
    """Take modules of tests out of the table of modules, but for those that others import from.

    A package holds its modules, whoever imports them; so packages are not asked.
    """
    collected = {item.module.__name__: item.module for item in items if hasattr(item, "module")}
    helpers = {
        origin
        for name, module in list(sys.modules.items())
        if name.partition(".")[0] == "tests" and not hasattr(module, "__path__")
        for origin in _origins(module)
        if origin != name
    }
    for name in collected.keys() - helpers:
        if sys.modules.get(name) is collected[name]:
            _HIDDEN[name] = sys.modules.pop(name)


def _origins(module: ModuleType) -> Iterator[str]:
    """The names of the modules from which what a module holds may have been imported."""
    for value in list(vars(module).values()):
        if isinstance(value, ModuleType):
            yield value.__name__
        elif isinstance(value, type | FunctionType):
            yield str(value.__module__)
        else:
            yield str(type(value).__module__)


def show(item: Any) -> None:
    """Put the module of a test where it was; those of other tests are hidden again."""
    own = getattr(getattr(item, "module", None), "__name__", None)
    if own in _HIDDEN and own not in sys.modules:
        for other in _HIDDEN.keys() & sys.modules.keys():
            del sys.modules[other]
        sys.modules[own] = _HIDDEN[own]
