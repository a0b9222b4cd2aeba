"""Definitions of privacy: one file per definition, the same members in each (see `definition`).

The classes are loaded when they are first asked for: see `registry`.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dpverify.defs.definitions.registry import *  # noqa: F403 (the classes, as it lists them)


def __getattr__(name: str) -> Any:
    """Load the class of a definition when it is first asked for."""
    if name.startswith("_"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    # Not `from … import registry`, which would ask this function for it while it is being loaded.
    registry = import_module("dpverify.defs.definitions.registry")
    return getattr(registry, name)
