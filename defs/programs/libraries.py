"""Whose code it is: the standard library's, an installed package's, ours, or the program's."""

from __future__ import annotations

import os
import sys
import sysconfig
from functools import lru_cache
from typing import Final


def _folders() -> tuple[str, ...]:
    names = ("stdlib", "platstdlib", "purelib", "platlib")
    return tuple(f"{sysconfig.get_path(name)}{os.sep}" for name in names)


LIBRARIES: Final = _folders()


@lru_cache(maxsize=4096)
def is_library(file: str, module: str) -> bool:
    """Whether code is of the standard library or of an installed package."""
    if file.startswith("<frozen "):
        return True
    if file.startswith("<"):  # generated code: what the module is that it was made for
        origin = getattr(sys.modules.get(module), "__file__", None)
        return module == "builtins" or (origin is not None and origin.startswith(LIBRARIES))
    return file.startswith(LIBRARIES)


@lru_cache(maxsize=8192)
def library_module(name: str, own: frozenset[str]) -> bool:
    """Whether a module is none of the program's: a library, or dpverify itself."""
    top = name.partition(".")[0]
    if top in own:
        return False
    if top in ("dpverify", "builtins") or top in sys.stdlib_module_names:
        return True
    return _installed(name)


@lru_cache(maxsize=8192)
def _installed(name: str) -> bool:
    file = getattr(sys.modules.get(name), "__file__", None)
    return file is not None and file.startswith(LIBRARIES)
