"""The subject of a result about a program with continuous noise: the traced program itself."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from dpverify.checkers.continuous.program import Program, family_document
from dpverify.checkers.kernel.certificates.moves import relation
from dpverify.checkers.kernel.programs import digest
from dpverify.checkers.subjects import MAX_BYTES
from dpverify.defs.documents.write_traced import (
    argmax_document,
    stepwise_document,
    traced_document,
)

WAYS = {
    "A": "every entry moves by at most 1",
    "M": "all entries move the same way, by at most 1",
    "O": "one entry moves, by at most 1",
}
"""How inputs move over all real ones, for readers."""


def scope(program: Program) -> str:
    """All inputs with their neighbours, for readers."""
    if program.examples:
        return f"some of all real inputs; neighbours: {way(program)}"
    numbers = "integer" if program.integers else "real"
    return f"all {numbers} inputs; neighbours: {way(program)}"


def way(program: Program) -> str:
    """How inputs move, for readers."""
    moves = program.moves or ""
    size = len(next(iter(program.vectors.values()), ())) or program.relation.entries
    return WAYS.get(moves) or relation(moves, size).near


@dataclass(frozen=True)
class TracedSubject:
    """A traced program, on all real inputs or on the listed ones; `notes` are lines to read.

    `after`: names of the functions that the mechanism applies to what this program releases.
    """

    program: Program
    everywhere: bool
    source: str | None = None
    notes: tuple[str, ...] = ()
    after: tuple[str, ...] = ()

    @property
    def provenance(self) -> tuple[str, ...]:
        """What was and was not looked at."""
        return self.notes

    def content(self) -> dict[str, Any]:
        """What the kernel reads."""
        program = self.program
        form: dict[str, Any] = {"eps": str(program.eps)}
        if program.stepwise is not None:
            return {**form, "moves": program.moves, "stepwise": stepwise_document(program.stepwise)}
        if program.argmax is not None:
            return {**form, "moves": program.moves, "argmax": argmax_document(program.argmax)}
        if self.everywhere and program.family is not None:
            return {**form, "moves": program.moves, "family": family_document(program.family)}
        inputs = {label: traced_document(one) for label, one in program.inputs.items()}
        form |= {"inputs": inputs, "pairs": [list(pair) for pair in program.pairs]}
        if program.examples:
            entries = {x: [str(k.constant) for k in v] for x, v in program.vectors.items()}
            form |= {"moves": program.moves, "entries": entries}
        return form

    @cached_property
    def _sealed(self) -> tuple[dict[str, Any], str, int]:
        content = self.content()
        return content, digest(content), len(json.dumps(content))

    def to_dict(self) -> dict[str, Any]:
        """The subject as a result holds it; what is large in it is made once."""
        content, sealed, size = self._sealed
        form: dict[str, Any] = {"kind": "integers" if self.program.integers else "continuous"}
        if self.source is not None:
            form["source"] = self.source
        form["digest"] = sealed
        if self.notes:
            form["read"] = list(self.notes)
        if self.after:
            form["after"] = list(self.after)
        if size <= MAX_BYTES:
            form["program"] = content
        return form
