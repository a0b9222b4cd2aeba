"""The genuine proofs: the stored ones, by the id of their entry."""

from __future__ import annotations

from functools import cache
from typing import Any

from dpverify.proofs.kernel import Setting
from dpverify.proofs.registry import entry
from dpverify.proofs.setting import settings_of
from dpverify.proofs.theorem import stored, stored_names

Steps = list[dict[str, Any]]


@cache
def documents() -> dict[str, dict[str, Any]]:
    """The document of every proof that has a derivation; to find them all anew takes a minute."""
    found = {name: stored(entry(name)) for name in stored_names()}
    return {name: document for name, document in found.items() if document is not None}


@cache
def parts_of(name: str) -> dict[str, tuple[Setting, Steps]]:
    """What each direction of an entry has to show, and the steps that show it."""
    steps = documents()[name]["steps"]
    settings = settings_of(entry(name).statement)
    return {part: (setting, steps[part]) for part, setting in settings.items()}
