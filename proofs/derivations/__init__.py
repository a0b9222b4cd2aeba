"""How the stored proofs were found: one file per family, a function per entry.

A derivation writes down steps; the proof kernel accepts each. Nothing here is trusted, and nothing
here runs when a proof is re-checked: what counts is the stored data in `proofs/theorems/`.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable
from functools import cache

from dpverify.proofs.derivation import Derivation

Script = Callable[[Derivation], None]


@cache
def scripts() -> dict[str, tuple[Script, ...]]:
    """The derivations of each entry that has any, by id: the PROOFS of every module here.

    One for the statement, or for an equivalence one for each direction of its cycle.
    """
    by_entry: dict[str, tuple[Script, ...]] = {}
    for module in pkgutil.iter_modules(__path__):
        for name, given in importlib.import_module(f"{__name__}.{module.name}").PROOFS.items():
            by_entry[name] = given if isinstance(given, tuple) else (given,)
    return dict(sorted(by_entry.items()))
