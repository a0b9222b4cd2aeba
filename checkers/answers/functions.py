"""Functions of records (`dpverify.function-sensitivity`), and statements about them with noise.

What the texts, databases and trees mean is said in `checkers/kernel/sensitivities.py` and
`checkers/kernel/releases.py`, which read them by themselves.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from dpverify.checkers.answers.documents import Ran
from dpverify.checkers.answers.figures import limited


@dataclass(frozen=True)
class Sizes:
    """For which n: `size` alone, or every n from `least` on, of one parity where that is said."""

    size: int | None = None
    least: int | None = None
    parity: Literal["odd", "even"] | None = None


@dataclass(frozen=True)
class UpperBound:
    """Why nothing moves the function further: for each case a tree of splits and moves."""

    form: str
    trees: tuple[Any, ...]
    place: str | None = None


@dataclass(frozen=True)
class StatedSensitivity:
    """How far one record moves a function, between bounds.

    Args: domain the ends of the interval of a record, as texts; where intervals of the parameters;
        attained two databases, or the form of them for every n, that are `lower` apart.
    """

    schema: str
    function: str
    domain: Annotated[tuple[str, ...], limited(minItems=2, maxItems=2)]
    neighbours: str
    where: Mapping[str, Any]
    n: Sizes
    bound: str
    upper: UpperBound
    evidence: Literal["exact", "enclosure"]
    lower: str | None = None
    attained: Mapping[str, Any] | None = None
    run: Ran | None = None


@dataclass(frozen=True)
class Cell:
    """Some n and numbers of candidates, for which the statement holds or fails, and why."""

    n: Sizes
    candidates: str
    verdict: Literal["holds", "fails"]
    because: str
    evidence: Mapping[str, Any]


@dataclass(frozen=True)
class StatedRelease:
    """What is stated of a function with noise, and the cells in which it was decided.

    Args: sensitivity the one that is stated, an expression; noise its multiple that scales the
        noise.
    """

    schema: str
    function: str
    domain: Annotated[tuple[str, ...], limited(minItems=2, maxItems=2)]
    where: Mapping[str, Any]
    least: int
    release: str
    sensitivity: str
    noise: str
    definition: str
    verdict: Literal["holds", "holds at sizes", "fails", "unknown"]
    cells: tuple[Cell, ...]
    run: Ran | None = None
