"""Where functions stand that guards stand for: in the modules that offer them, and in all others.

There may be thousands of modules, and every examination asks. So it is remembered of libraries, as
long as they hold as many names; the modules of programs are looked through every time.
"""

from __future__ import annotations

import sys
from functools import lru_cache
from operator import is_, itemgetter
from types import ModuleType
from typing import Any, Final

from dpverify.defs.programs.libraries import library_module

_address = id
"""The original, which is guarded elsewhere: also where what is loaded is a module of dpverify."""
_NONE: Final[frozenset[str]] = frozenset()
_KNOWN_PLACES: dict[int, tuple[tuple[int, int], dict[str, Any], list[tuple[str, Any]]]] = {}
"""By id of a module's dictionary: its size and that of the table of guards, itself, the places."""


class _Programs:
    """The modules that are no libraries, as long as the table of modules is the same."""

    def __init__(self) -> None:
        # As one, since threads may ask at the same time.
        self._known: tuple[list[str], list[Any], list[dict[str, Any]]] = [], [], []

    def spaces(self) -> list[dict[str, Any]]:
        """Their globals."""
        loaded = [*sys.modules.items()]
        names, modules = [*map(itemgetter(0), loaded)], [*map(itemgetter(1), loaded)]
        known_names, known_modules, spaces = self._known
        if names != known_names or not _same(modules, known_modules):
            own = (one for name, one in loaded if not library_module(name, _NONE))
            spaces = [vars(module) for module in own if isinstance(module, ModuleType)]
            self._known = names, modules, spaces
        return spaces


PROGRAMS: Final = _Programs()


def _same(some: list[Any], others: list[Any]) -> bool:
    """Whether two lists hold the same objects."""
    return len(some) == len(others) and all(map(is_, some, others))


def spaces_to_guard(modules: list[Any]) -> list[tuple[str, dict[str, Any]]]:
    """The modules in which guards may stand: their names and dictionaries."""
    return [
        (module.__name__, vars(module))
        for module in modules
        if isinstance(module, ModuleType) and not _spared(module.__name__)
    ]


@lru_cache(maxsize=8192)
def _spared(name: str) -> bool:
    """Modules in which nothing is replaced: dpverify itself, imports, and the guards' own tools."""
    return name.partition(".")[0] in ("dpverify", "importlib", "_frozen_importlib",
                                      "_frozen_importlib_external")  # fmt: skip


def places(
    module: str, space: dict[str, Any], guards: dict[int, tuple[Any, Any]], first: bool
) -> list[tuple[str, Any]]:
    """Where originals stand in a module; of a library that has not grown, where they stood."""
    size = len(space), len(guards)
    known = _KNOWN_PLACES.get(_address(space))
    if known is not None and known[0] == size and known[1] is space:
        return [(name, f) for name, f in known[2] if space.get(name) is f]
    found = []
    # Nearly no module holds an original; to see that takes a fifth of looking at each name.
    holds = not guards.keys().isdisjoint(map(_address, list(space.values())))
    for name, value in list(space.items()) if holds else ():
        pair = guards.get(_address(value))
        if pair is not None and pair[0] is value:
            found.append((name, value))
    if first and library_module(module, _NONE):  # later, guards stand in their places
        _KNOWN_PLACES[_address(space)] = size, space, found
    return found


class _Settled:
    """Modules that an import within an examination need not look through again.

    Those are libraries that have been loaded, as long as they do not grow and no guard is added. A
    package grows with each of its modules. When an examination begins, all are looked through.
    """

    def __init__(self) -> None:
        self._guards = 0
        self._modules: dict[int, Any] = {}
        self._libraries: list[ModuleType] = []
        self._sizes: list[int] = []

    def others(self, modules: list[Any], guards: int) -> list[tuple[str, dict[str, Any]]]:
        """The modules that are to be looked through: their names and dictionaries.

        Those of them that are settled by that are no more among the others of the next call.

        Args: modules all that are loaded; guards how many there are.
        """
        if guards != self._guards:
            self._guards = guards
            self._modules, self._libraries, self._sizes = {}, [], []
        self._unsettle_what_grew()
        known = self._modules.keys()
        looked_through = []
        for module in [module for module in modules if _address(module) not in known]:
            if _address(module) in known:  # it stands there under two names
                continue
            if not isinstance(module, ModuleType) or _spared(module.__name__):
                self._modules[_address(module)] = module
                continue
            space = vars(module)
            looked_through.append((module.__name__, space))
            # What a module holds while it is loaded says little about what it will.
            if library_module(module.__name__, _NONE) and not _is_being_loaded(space):
                self._modules[_address(module)] = module
                self._libraries.append(module)
                self._sizes.append(len(space))
        return looked_through

    def _unsettle_what_grew(self) -> None:
        sizes = [*map(len, map(vars, self._libraries))]
        if sizes == self._sizes:
            return
        for module, size, before in zip(self._libraries, sizes, self._sizes, strict=True):
            if size != before:
                del self._modules[_address(module)]
        self._libraries = [one for one in self._libraries if _address(one) in self._modules]
        self._sizes = [len(vars(one)) for one in self._libraries]


def _is_being_loaded(space: dict[str, Any]) -> bool:
    return bool(getattr(space.get("__spec__"), "_initializing", False))


SETTLED: Final = _Settled()


class _Survey:
    """What `places` knows of all libraries together, to be asked about none of them again.

    It holds as long as the modules that are loaded are the same, and no library has grown.
    """

    def __init__(self) -> None:
        self._modules: list[Any] = []
        self._libraries: list[dict[str, Any]] = []
        self._sizes: list[int] = []
        self._guards = 0
        self.places: list[tuple[dict[str, Any], str, Any]] = []
        self.others: list[tuple[str, dict[str, Any]]] = []
        """The modules that are no libraries, which are looked through every time."""

    def holds(self, modules: list[Any], guards: int) -> bool:
        """Whether it is about these modules, as large as they are, and so many guards."""
        alike = _same(modules, self._modules)
        return alike and guards == self._guards and self._sizes == [*map(len, self._libraries)]

    def take(self, modules: list[Any], guards: int) -> None:
        """Note what is known of them now."""
        if self.holds(modules, guards):
            return
        self._modules, self._guards = modules, guards
        self._libraries, self.places, self.others = [], [], []
        for module, space in spaces_to_guard(modules):
            known = _KNOWN_PLACES.get(_address(space))
            if known is None or known[0] != (len(space), guards) or known[1] is not space:
                self.others.append((module, space))
                continue
            self._libraries.append(space)
            self.places += [(space, name, f) for name, f in known[2]]
        self._sizes = [*map(len, self._libraries)]


SURVEY: Final = _Survey()
