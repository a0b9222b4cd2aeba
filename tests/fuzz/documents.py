"""Kinds of saved documents for forgers: how a genuine one is made, how it is forged, what is true.

A kind is added by a file `documents_*.py` here with a tuple `KINDS`. What `is_true` says must rest
on brute force of its own, in `Fraction`, never on a kernel or on what found the result.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

Document = dict[str, Any]


@dataclass(frozen=True)
class Kind:
    """A kind of saved document.

    Args:
        name: as in the tables.
        make: a genuine document, drawn.
        forge: a copy with one or more changes, drawn; also of what follows from a change, so that
            the forgery is well made. Given further genuine documents of the kind, to splice.
        is_true: whether everything that a document states is true; None where that is not told.
    """

    name: str
    make: Callable[[Random], Document]
    forge: Callable[[Random, Document, list[Document]], Document]
    is_true: Callable[[Document], bool | None]


def kinds() -> list[Kind]:
    """All kinds, by name."""
    modules = sorted(Path(__file__).parent.glob("documents_*.py"))
    found = [kind for path in modules for kind in import_module(f"tests.fuzz.{path.stem}").KINDS]
    return sorted(found, key=lambda kind: kind.name)
