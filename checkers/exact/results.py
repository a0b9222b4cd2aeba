"""What the exact checker answers."""

from __future__ import annotations

from typing import Literal

from dpverify.defs.lazy_dataclass import lazy_dataclass
from dpverify.defs.numbers import Number, Real, Value


@lazy_dataclass(frozen=True)
class Measurement:
    """The tight value of one parameter over all ordered pairs, and where it is attained.

    `pair`: the lexicographically first ordered pair (positions of inputs) that attains it. `event`:
    see `Definition.attaining`; `p`, `q`: its probability on the pair's first and second input. On a
    finite channel the value is always attained. `pairs`, `outputs`: how many were looked at.
    """

    parameter: str
    value: Number
    pair: tuple[int, int]
    event: tuple[int, ...]
    p: Value
    q: Value
    attained: bool
    pairs: int
    outputs: int


@lazy_dataclass(frozen=True)
class Violation:
    """An event that refutes a claim on an ordered pair; `excess` > 0 says by how much."""

    pair: tuple[int, int]
    event: tuple[int, ...]
    p: Value
    q: Value
    excess: Value | Real


@lazy_dataclass(frozen=True)
class Decision:
    """Whether a claim holds for a channel, with the tight value of its last parameter.

    `evidence` is "enclosure" where a number known only by balls took part, else "exact".
    """

    holds: bool
    measurement: Measurement
    violation: Violation | None
    evidence: Literal["exact", "enclosure"]
