"""What a fuzz campaign is: so many attacks drawn from a seed, and what became of them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Final, Protocol

FAULTS: Final = (
    "false statements",
    "internal errors",
    "hangs",
    "over memory",
    "torn files",
)
"""What must never happen, each counted by itself: a wrong verdict or an accepted forgery; status
70 or a traceback; more than one second past the limit; memory past the limit; half-written files.
"""


@dataclass
class Tally:
    """How many attacks were made, what became of them, and each fault with what reproduces it."""

    attacks: int = 0
    outcomes: Counter[str] = field(default_factory=Counter)
    faults: list[tuple[str, str]] = field(default_factory=list)

    def count(self, outcome: str) -> None:
        """Note one attack that ended as it may: "refused", "accepted", "unknown", …"""
        self.attacks += 1
        self.outcomes[outcome] += 1

    def fault(self, kind: str, reproduction: str) -> None:
        """Note one attack that ended as none may; `kind` is one of FAULTS."""
        if kind not in FAULTS:
            raise ValueError(f"{kind!r} is no kind of fault; use one of {', '.join(FAULTS)}")
        self.attacks += 1
        self.outcomes[kind] += 1
        self.faults.append((kind, reproduction))

    def add(self, other: Tally) -> None:
        """Take in what another tally counted."""
        self.attacks += other.attacks
        self.outcomes.update(other.outcomes)
        self.faults.extend(other.faults)


class Campaign(Protocol):
    """A module `tests/fuzz/campaigns/<name>.py`: its docstring says what is attacked."""

    FULL: int
    """Attacks of `make fuzz`."""

    SHORT: int
    """Attacks of the bounded run in CI, a few seconds' worth."""

    def run(self, attacks: int, seed: int) -> Tally:
        """Make that many attacks; the same seed draws the same ones."""
