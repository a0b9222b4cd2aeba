"""All entries, by their permanent ids; a new file in `entries/` is found by itself."""

from __future__ import annotations

import importlib
import importlib.util
import pkgutil
import sys
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from types import ModuleType

from dpverify.defs.emptiness import refuse_empty
from dpverify.defs.errors import FileError, UsageError
from dpverify.defs.places import is_file
from dpverify.defs.source_files import spec_of
from dpverify.defs.validate import did_you_mean, shown, shown_path
from dpverify.proofs import entries as folder
from dpverify.proofs.entry import Entry
from dpverify.proofs.well_formed import need_well_formed


@cache
def entries() -> tuple[Entry, ...]:
    """Every entry of the library, sorted by id."""
    names = sorted(module.name for module in pkgutil.iter_modules(folder.__path__))
    modules = [importlib.import_module(f"{folder.__name__}.{name}") for name in names]
    return _checked(entry for module in modules for entry in _entries_of(module))


def entry(name: str) -> Entry:
    """The entry with this id or alias; UsageError with a suggestion for an unknown one."""
    known = {
        key: registered for registered in entries() for key in (registered.id, *registered.aliases)
    }
    if name not in known:
        hint = did_you_mean(name, known) or "; see `dpverify list claims`"
        raise UsageError(f"there is no entry {shown(name)}{hint}")
    return known[name]


@cache
def entries_in(path: str) -> tuple[Entry, ...]:
    """The entries of a user's own Python file: its variable ENTRIES.

    Raises: FileError if there is no such file, UsageError if it defines no entries, or one that
        names what is not there.
    """
    if not is_file(path):
        raise FileError(
            f"{shown_path(path)} is no file; give the path of a Python file that defines ENTRIES"
        )
    name = f"dpverify_claims_{Path(path).stem}"
    spec = spec_of(name, path)
    if spec is None or spec.loader is None:
        raise FileError(f"{path} is no Python file; its name must end in .py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # dataclasses look their module up
    spec.loader.exec_module(module)
    entries = _checked(_entries_of(module))
    refuse_empty(entries, f"ENTRIES of {path} is empty", "put the claims into it")
    for item in entries:
        need_well_formed(item)
    return entries


def _entries_of(module: ModuleType) -> tuple[Entry, ...]:
    listed = getattr(module, "ENTRIES", None)
    if not isinstance(listed, (tuple, list)) or not all(isinstance(item, Entry) for item in listed):
        raise UsageError(f"{module.__file__} must define ENTRIES, a tuple of Entry, as (entry,)")
    return tuple(listed)


def _checked(entries: Iterable[Entry]) -> tuple[Entry, ...]:
    by_name: dict[str, Entry] = {}
    every = sorted(entries, key=lambda item: item.id)
    for item in every:
        for name in (item.id, *item.aliases):
            if name in by_name:
                raise UsageError(
                    f"two entries are called {shown(name)}; ids and aliases are unique"
                )
            by_name[name] = item
    return tuple(every)
