"""A whole Coq file for a registered entry, which `coqc` compiles from nothing.

The file holds the library of finite sums and definitions, the theorem and its proof, and asks Coq
at its end which axioms the proof rests on. What must never change: what the file says is made from
the *registered* statement; only the steps of the proof come from the stored document.
"""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

from dpverify.defs.errors import Undecided
from dpverify.proofs import coq
from dpverify.proofs.coq.textbook import theorem
from dpverify.proofs.registry import entries, entry
from dpverify.proofs.setting import settings_of
from dpverify.proofs.theorem import stored

LONG = {
    "dp.optimal-composition.three": "its proof in Coq has 4 MB, too much for minutes",
    "dp.optimal-composition.three.attained": "64 outputs, too much for minutes",
}
"""Entries that could be written and are not, with the reason."""


@cache
def library() -> str:
    """The text of the library: finite sums, channels, definitions."""
    return files(coq).joinpath("library.v").read_text(encoding="utf-8")


def coq_name(entry_id: str) -> str:
    """The name of the theorem of an entry.

    >>> coq_name("dp.post-processing.pure")
    'dp_post_processing_pure'
    """
    return re.sub(r"[^A-Za-z0-9]", "_", entry_id)


def coq_file(entry_id: str) -> str:
    """The text of the Coq file of an entry.

    Raises: UsageError for an unknown entry; Undecided("unsupported") where the entry has no proof
    for all sizes, or its statement is not translated, with the reason.
    """
    found = entry(entry_id)
    document = stored(found)
    if document is None:
        raise Undecided("unsupported", f"{entry_id} has no stored proof for all sizes")
    if entry_id in LONG:
        raise Undecided("unsupported", f"{entry_id}: {LONG[entry_id]}")
    name = coq_name(entry_id)
    lines = theorem(name, found.statement, settings_of(found.statement), document["steps"])
    return "\n".join(
        [
            library(),
            f"(* {entry_id}: {found.formula.replace('*)', '* )')} *)",
            "",
            *lines,
            "",
            f"Print Assumptions {name}.",
            "",
        ]
    )


def proved_ids() -> tuple[str, ...]:
    """The entries of which there is a stored proof for all finite sizes, in order."""
    return tuple(found.id for found in entries() if stored(found) is not None)
