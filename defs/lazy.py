"""Packages that load a name's module when the name is first used.

A package offers the names of its modules in one place. Were all of them imported for that, whoever
needs one name would load every module below the package: a question about a channel of two inputs
would wait for the engines of programs. What must never change: a name is the same object however it
is reached, and one that the package does not offer is an AttributeError, as for any module.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any


def lazily(package: str, homes: Mapping[str, tuple[str, ...]]) -> Callable[[str], Any]:
    """The `__getattr__` of a package (PEP 562).

    Args: package its full name; homes for each module of it, by its name inside the package, the
        names that it defines. Type checkers read the same from imports under TYPE_CHECKING; a test
        compares both.
    Returns: a function that loads the module of a name and returns the name's value.

    >>> load = lazily("dpverify.defs.numbers", {"convert": ("parse",)})
    >>> load("parse")("1/2")
    Value('1/2')
    >>> load("pars")
    Traceback (most recent call last):
    AttributeError: module 'dpverify.defs.numbers' has no attribute 'pars'
    """
    home_of = {name: f"{package}.{home}" for home, names in homes.items() for name in names}

    def load(name: str) -> Any:
        if name not in home_of:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        value = getattr(import_module(home_of[name]), name)
        # A name that stands in the package is found there from now on, without this function.
        setattr(sys.modules[package], name, value)
        return value

    return load
