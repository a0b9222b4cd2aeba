"""Statements of packs about all mechanisms: theorems of the library, and entries of files."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dpverify.app.program_files import Programs
from dpverify.defs.errors import SchemaError, Undecided, UsageError


@dataclass(frozen=True)
class Theorem:
    """A claim with a proof for all sizes.

    Args: id of the entry; file that defines it, None for one of the library.
    """

    id: str
    file: str | None = None


def read_theorems(value: Any, folder: Path) -> tuple[Theorem, ...]:
    """The theorems that a statement names: "dp.name", "file.py:mine.name", or a list of such."""
    names = [value] if isinstance(value, str) else value
    if not isinstance(names, list) or not names or not all(isinstance(n, str) for n in names):
        raise SchemaError('theorem must be a text or a list; write theorem = "dp.name"')
    return tuple(_theorem(name, folder) for name in names)


def _theorem(name: str, folder: Path) -> Theorem:
    file, colon, identifier = name.rpartition(":")
    return Theorem(identifier, str(folder / file)) if colon else Theorem(name)


def key_of_theorems(theorems: tuple[Theorem, ...], programs: Programs) -> list[Any]:
    """What the proofs depend on beside the code: the files that state them."""
    files = {t.file for t in theorems if t.file is not None}
    return [[[t.id, t.file] for t in theorems], programs.digest(files)]


def proved(
    asked: Mapping[int, tuple[Theorem, ...]], seconds: float
) -> Iterator[tuple[int, dict[str, Any]]]:
    """For each statement with theorems: it holds if the proof kernel accepts all proofs now.

    Args: seconds that the search for the proof of one entry of a file may take.
    Raises: UsageError for an entry that does not exist.
    """
    memory: dict[Theorem, dict[str, Any]] = {}
    for number, theorems in asked.items():
        try:
            for theorem in theorems:
                if theorem not in memory:
                    memory[theorem] = _proof(theorem, seconds)
        except Undecided as stop:
            yield number, {"verdict": "unknown", "reason": stop.text}
            continue
        # A proof of a file's own entry is re-checked by `prove`, which has the file's statement.
        proofs = [memory[theorem] for theorem in theorems if theorem.file is None]
        yield number, {"verdict": "holds", "proofs": proofs}


def _proof(theorem: Theorem, seconds: float) -> dict[str, Any]:
    """A proof that the proof kernel has just accepted.

    Raises: Undecided where there is none.
    """
    from dpverify.proofs.own import own_proof
    from dpverify.proofs.registry import entry
    from dpverify.proofs.theorem import checked_proof, stored

    if theorem.file is not None:
        return own_proof(theorem.file, theorem.id, seconds=seconds)[1]
    claimed = entry(theorem.id)
    document, outcome = stored(claimed), checked_proof(claimed)
    if document is None or outcome is None:
        raise UsageError(f"{theorem.id} has no stored proof; see: dpverify list claims")
    if outcome.status != "accepted":  # pragma: no cover  # the library's proofs are accepted
        raise Undecided("unsupported", f"the proof of {theorem.id} is {outcome.status}")
    return document
