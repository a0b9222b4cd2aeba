"""The subject of a result about a program that was not enumerated to the end."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flint import fmpq

from dpverify.checkers.kernel.paths import digest
from dpverify.defs.numbers import Value, number_text
from dpverify.defs.programs.laws import Mass


@dataclass(frozen=True)
class ProgramSubject:
    """A program: where it is, how far it was enumerated; there is no channel to carry.

    `masses`: of the two inputs that an event is about, the outputs that were seen, each with the
    mass of the paths that lead there; None where they are too many to be carried.
    """

    source: str
    account: str | None = None
    masses: Mapping[str, Mapping[str, Mass]] | None = None

    @property
    def provenance(self) -> tuple[str, ...]:
        """How far it was enumerated."""
        return () if self.account is None else (self.account,)

    def to_dict(self) -> dict[str, Any]:
        """The subject as a result holds it."""
        form: dict[str, Any] = {"kind": "program", "source": self.source}
        read = {} if self.account is None else {"read": [self.account]}
        if self.masses is None:
            form |= read
        else:
            outputs = list(dict.fromkeys(y for law in self.masses.values() for y in law))
            rows = [
                [number_text(Value(law.get(y, _NOTHING))) for y in outputs]
                for law in self.masses.values()
            ]
            masses = {"inputs": list(self.masses), "outputs": outputs, "rows": rows}
            form |= {"digest": digest(masses), **read, "masses": masses}
        return form


_NOTHING = fmpq(0)
