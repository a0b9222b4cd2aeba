"""Compiled code that real code can reach: what is not known to draw through the answers is refused.

A compiled module may have a generator of its own, which nothing can answer. What must never change:
only packages that are known to compute, or to draw from NumPy's or Python's generators alone, pass.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import cache, partial
from importlib.machinery import EXTENSION_SUFFIXES
from itertools import chain
from types import FunctionType, ModuleType
from typing import Any, Final

from dpverify.defs.errors import ProgramError

COMPUTES: Final = frozenset(
    """numpy scipy pandas sklearn flint dpverify gmpy2 mpmath joblib threadpoolctl llvmlite numba
    matplotlib PIL kiwisolver contourpy yaml xxhash mmh3 bitarray bitstring lxml markupsafe
    dateutil pytz six packaging cloudpickle attr attrs hypothesis pytest _pytest pluggy coverage
    _yaml _cffi_backend cffi charset_normalizer psutil simplejson ujson orjson regex narwhals
    pyarrow z3""".split()  # noqa: SIM905  (a list of names)
)
"""Packages with compiled code that has no generator of its own, or whose generator is NumPy's."""
MOST = 5_000
_FOREIGN: Final = {"ctypes": ("CDLL",), "_ctypes": ("CFuncPtr",), "_cffi_backend": ("Lib", "FFI")}


def refuse_compiled(functions: Iterable[Callable[..., Any]]) -> tuple[str, ...]:
    """Raise a ProgramError where code can reach compiled code that may have its own generator.

    Returns: the top-level packages, not of the standard library, that the code can reach.
    """
    compiled = _compiled_packages()
    names = _reached(functions)
    _refuse_foreign(names)
    packages = frozenset(name.partition(".")[0] for name in names)
    bad = sorted(packages & compiled - COMPUTES)
    if bad:
        raise ProgramError(
            f"reaches compiled code of {bad[0]}, whose randomness, if any, cannot be answered;"
            " check a port of it, or leave it out"
        )
    numba: Any = sys.modules.get("numba")
    if "numba" in packages and numba is not None and not numba.config.DISABLE_JIT:
        raise ProgramError(
            "reaches code that numba compiles, which draws from a generator of its own; set"
            " NUMBA_DISABLE_JIT=1 in the environment, so that it runs as Python"
        )
    return tuple(sorted(packages))


def _compiled_packages() -> frozenset[str]:
    """Top-level names of loaded modules that are compiled, or have compiled modules within."""
    found = set()
    for name, module in list(sys.modules.items()):
        file = getattr(module, "__file__", None)
        if isinstance(file, str) and file.endswith(tuple(EXTENSION_SUFFIXES)):
            top = name.partition(".")[0]
            if top not in sys.stdlib_module_names:
                found.add(top)
    return frozenset(found)


def _reached(functions: Iterable[Callable[..., Any]]) -> frozenset[str]:
    """The modules that are reached from the globals of functions, module by module."""
    waiting = [name for value in _holdings(functions) for name in _modules_of(value)]
    seen: set[str] = set()
    while waiting and len(seen) < MOST:
        name = waiting.pop()
        if name in seen or not _followed(name):
            continue
        seen.add(name)
        module = sys.modules.get(name)
        if module is None or name.partition(".")[0] in COMPUTES:
            continue
        for value in list(vars(module).values()):
            waiting += _modules_of(value)
    return frozenset(seen)


def _refuse_foreign(names: Iterable[str]) -> None:
    """Raise a ProgramError where a module holds a shared library, as bindings to one do.

    Such code is in no extension module, and may have a generator of its own all the same.
    """
    foreign = _foreign_types()
    for name in sorted(names) if foreign else ():
        if name.partition(".")[0] in COMPUTES:
            continue
        for value in list(vars(sys.modules.get(name, sys)).values()):
            if isinstance(type(value), type) and issubclass(type(value), foreign):
                raise ProgramError(
                    f"reaches a shared library that {name} loads ({type(value).__name__}), whose"
                    " randomness, if any, cannot be answered; check a port of it, or leave it out"
                )


def _foreign_types() -> tuple[type, ...]:
    """The types of shared libraries and of their functions, of ctypes and cffi, where loaded."""
    found: list[type] = []
    for module, names in _FOREIGN.items():
        loaded = sys.modules.get(module)
        found += [kind for name in names if isinstance(kind := getattr(loaded, name, None), type)]
    return tuple(found)


def _holdings(functions: Iterable[Callable[..., Any]]) -> list[Any]:
    """Functions, with what they hold in closures, defaults and the objects they are bound to."""
    found: list[Any] = list(functions)
    for value in found:
        held: list[Any] = []
        if isinstance(value, partial):
            held = [value.func, *value.args, *value.keywords.values()]
        function = getattr(value, "__func__", value)
        if isinstance(function, FunctionType):
            for cell in function.__closure__ or ():
                with suppress(ValueError):  # an empty cell
                    held.append(cell.cell_contents)
            held += [*(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values()]
        owner = getattr(value, "__self__", None)
        held += [] if owner is None else [owner, *getattr(owner, "__dict__", {}).values()]
        found += [x for x in held if not any(x is y for y in found)][:MOST]
    return found


def _followed(name: str) -> bool:
    top = name.partition(".")[0]
    return top not in sys.stdlib_module_names and top != "dpverify"


def _modules_of(value: Any) -> list[str]:
    """The modules that a value leads to: itself, or where it or its type was made."""
    if isinstance(value, partial):
        return _modules_of(value.func)
    if isinstance(value, ModuleType):
        return [value.__name__]
    names = [getattr(value, "__module__", None), type(value).__module__]
    owner = getattr(value, "__self__", None)
    if owner is not None and not isinstance(owner, ModuleType):
        names.append(type(owner).__module__)
    return [name for name in names if isinstance(name, str)]


def versions(packages: Iterable[str]) -> str:
    """What ran: the versions of Python and of the packages, for the result."""
    import platform

    stated = filter(None, map(_version_of, sorted(packages)))
    return ", ".join([f"Python {platform.python_version()}", *stated])


@cache
def _version_of(package: str) -> str | None:
    """The name and the version of the distribution that holds a package; None where none does.

    It is looked up once: code that is loaded stays, whatever is installed in its place.
    """
    from importlib.metadata import PackageNotFoundError, distribution

    for name in chain([package], _distributions(package)):
        # FileNotFoundError: what is left of one that was removed halfway, asked of the
        # `importlib_metadata` that a library may have put in the place of Python's own.
        with suppress(PackageNotFoundError, FileNotFoundError):
            about = distribution(name).metadata
            if "Version" in about:  # or Python 3.12 warns, and later ones may raise
                stated = about["Version"]
                if stated:
                    return f"{name} {stated}"
    return None


def _distributions(package: str) -> Iterator[str]:
    """The distributions that hold a package; asked where none has its name.

    They are those of `importlib.metadata.packages_distributions`. But that parses the lists of all
    files that are installed, which takes seconds where much is, in each of several processes.
    """
    from importlib.metadata import distributions

    listed = re.compile(rf"^{re.escape(package)}(?:/|\.[^/,]*,)", re.MULTILINE)
    for distribution in distributions():
        declared = distribution.read_text("top_level.txt")
        if declared:
            found = package in declared.split()
        else:
            found = listed.search(distribution.read_text("RECORD") or "") is not None
        # What is left of one that was removed halfway has no name, and to ask for it may raise.
        if found and (distribution.read_text("METADATA") or distribution.read_text("PKG-INFO")):
            about = distribution.metadata
            if "Name" in about:
                yield about["Name"]
