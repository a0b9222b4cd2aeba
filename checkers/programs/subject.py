"""The subject of a result about a program that was not enumerated to the end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class ProgramSubject:
    """A program: where it is, how far it was enumerated; there is no channel to carry."""

    source: str
    account: str | None = None

    @property
    def provenance(self) -> tuple[str, ...]:
        """How far it was enumerated."""
        return () if self.account is None else (self.account,)

    def to_dict(self) -> dict[str, Any]:
        """The subject as a result holds it."""
        form: dict[str, Any] = {"kind": "program", "source": self.source}
        if self.account is not None:
            form["read"] = [self.account]
        return form
