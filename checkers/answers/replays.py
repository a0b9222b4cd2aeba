"""What the kernel said about saved documents (`dpverify.replay`), as types."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

Outcome: TypeAlias = Literal["accepted", "rejected", "not-recheckable"]


@dataclass(frozen=True)
class Replayed:
    """One document: the outcome, and the kernel's words.

    Of an accepted one also `facts`, what was found to hold, and `not_rechecked`, what was not read.
    """

    document: str
    outcome: Outcome
    text: str
    facts: Mapping[str, str] | None = None
    not_rechecked: tuple[str, ...] | None = None


@dataclass(frozen=True)
class Replays:
    """What became of saved documents."""

    schema: str
    documents: tuple[Replayed, ...]
