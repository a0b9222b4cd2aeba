"""Brute force over all events, from the text of a channel: the definitions, taken literally.

No class of the project is used. Numbers are Fractions where everything is rational, else those of
`tests.agreement.arithmetic`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import permutations
from typing import Any

from tests.agreement.arithmetic import Exact, decimal, exact, number, odds

Pair = tuple[str, str]


@dataclass(frozen=True)
class Claim:
    """A definition with its parameters as texts."""

    name: str
    given: Mapping[str, str]

    @cached_property
    def odds(self) -> Any:
        """e^ε, as a Fraction if it is one."""
        return plain(odds(self.given["eps"]))

    @cached_property
    def bound(self) -> Any:
        """δ or the risk, 0 where there is none."""
        rest = [text for key, text in self.given.items() if key != "eps"]
        return plain(number(rest[0])) if rest else Fraction(0)


def plain(value: Exact) -> Any:
    """A Fraction where the number is one."""
    return value if value.rational is None else value.rational


def lifted(value: Any) -> Exact:
    """The number as an Exact."""
    return exact(value) if isinstance(value, Fraction) else value


def sign(p: Any, factor: Any, q: Any, bound: Any) -> int:
    """The sign of p − factor·q − bound."""
    if all(isinstance(x, Fraction) for x in (p, factor, q, bound)):
        difference: Fraction = p - factor * q - bound
        return (difference > 0) - (difference < 0)
    near = [decimal(x) if isinstance(x, Fraction) else x.near for x in (p, factor, q, bound)]
    rough = near[0] - near[1] * near[2] - near[3]
    if abs(rough) > Fraction(1, 10**20):
        return 1 if rough > 0 else -1
    return (lifted(p) - lifted(factor) * lifted(q) - lifted(bound)).sign


class Matrix:
    """A channel from its document, with the probabilities of all events (as bit masks)."""

    def __init__(self, document: Mapping[str, Any]) -> None:
        self.outputs: list[str] = document["outputs"]
        self.inputs: list[str] = document["inputs"]
        self.texts = dict(zip(self.inputs, document["matrix"], strict=True))
        given, back = document["neighbours"], not document.get("directed", False)
        self.every = sorted(permutations(self.inputs, 2))
        related = self.every if given == "all" else [(a, b) for a, b in given]
        self.related = sorted({*related, *((b, a) for a, b in related if back)})

    def pairs(self, claim: Claim) -> list[Pair]:
        """The ordered pairs that a claim ranges over."""
        return self.every if claim.name == "local-dp" else self.related

    @cached_property
    def masses(self) -> dict[str, list[Any]]:
        """P(S) for every input and mask S."""
        return {x: _masses([plain(number(t)) for t in row]) for x, row in self.texts.items()}

    def labels(self, mask: int) -> list[str]:
        """The outputs of an event."""
        return [label for o, label in enumerate(self.outputs) if mask >> o & 1]


def _masses(row: list[Any]) -> list[Any]:
    masses: list[Any] = [Fraction(0)]
    for p in row:
        masses += [add(mass, p) for mass in masses]
    return masses


def add(a: Any, b: Any) -> Any:
    """a + b."""
    if isinstance(a, Fraction) and isinstance(b, Fraction):
        return a + b
    return plain(lifted(a) + lifted(b))


def holds(matrix: Matrix, claim: Claim) -> bool:
    """Whether the claim holds for every ordered pair."""
    return all(holds_for(matrix, claim, pair) for pair in matrix.pairs(claim))


def holds_for(matrix: Matrix, claim: Claim, pair: Pair) -> bool:
    """The definition for one ordered pair, over all events."""
    p, q = (matrix.masses[x] for x in pair)
    events = range(len(p))
    if claim.name in {"pure-dp", "local-dp", "approx-dp"}:
        return all(sign(p[s], claim.odds, q[s], claim.bound) <= 0 for s in events)
    zero = Fraction(0)
    fine = [sign(p[s], claim.odds, q[s], zero) <= 0 for s in events]
    if claim.name == "privacy-at-risk":
        fine = [fine[s] and sign(q[s], claim.odds, p[s], zero) <= 0 for s in events]
    # Some excused event is light, and every event disjoint from it is fine.
    return any(
        sign(p[bad], zero, zero, claim.bound) <= 0 and all(fine[s] for s in events if not s & bad)
        for bad in events
    )


def worst(matrix: Matrix, claim: Claim) -> tuple[Pair, int]:
    """A pair and the event that refutes the claim there, if any event does."""
    pairs = matrix.pairs(claim)
    pair = next((each for each in pairs if not holds_for(matrix, claim, each)), pairs[0])
    p, q = (matrix.masses[x] for x in pair)
    zero = Fraction(0)
    singles = [1 << o for o in range(len(matrix.outputs))]
    bad = [s for s in singles if sign(p[s], claim.odds, q[s], zero) > 0]
    if claim.name == "privacy-at-risk":
        bad += [s for s in singles if sign(q[s], claim.odds, p[s], zero) > 0]
    return pair, sum(bad)
