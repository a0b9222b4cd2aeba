"""The statement that a proof for every size carries (`dpverify.proof`): a type for each part.

What the words mean for a proof is said in `dpverify.proofs.statement_form`; the proof kernel
compares the whole with the registered statement.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Literal, TypeAlias

from dpverify.checkers.answers.figures import NumberText, limited


@dataclass(frozen=True)
class StoredClaim:
    """That an object satisfies a definition; the parameters are expressions, in their order."""

    of: str
    definition: str
    given: tuple[tuple[str, str], ...]
    form: str
    swapped: bool


@dataclass(frozen=True)
class StoredCondition:
    """A comparison of two expressions in the parameters."""

    condition: str


@dataclass(frozen=True)
class StoredRecords:
    """A property of records, as a tree of operations on one representative record."""

    records: tuple[Any, ...]


@dataclass(frozen=True)
class StoredColumns:
    """A property of the columns of channels, as a tree of operations on representative entries."""

    columns: tuple[Any, ...]


Moved: TypeAlias = Annotated[int, limited(minimum=-8, maximum=8)]
"""Whole numbers that a noise or an answer is moved by: `proofs.noise.MOST_MOVED`."""


@dataclass(frozen=True)
class StoredAlignment:
    """By how much the noise of the query that is released is moved, and that of the threshold."""

    own: Moved
    threshold: Moved


@dataclass(frozen=True)
class StoredSelectionRule:
    """An algorithm that releases places of queries, and powers of the ratios of its noise."""

    rule: Literal["noisy max", "above threshold", "sparse vector", "sparse vector anew"]
    least: Moved
    most: Moved
    own: int
    threshold: int
    there: StoredAlignment
    back: StoredAlignment
    of_none: tuple[StoredAlignment, StoredAlignment]


@dataclass(frozen=True)
class StoredSelection:
    """That such an algorithm is private for all answers, changes and ratios of noise."""

    selection: StoredSelectionRule


@dataclass(frozen=True)
class StoredEquivalence:
    """For each ordered pair of neighbours the claims are all true or all false."""

    equivalent: Annotated[tuple[StoredClaim, ...], limited(minItems=2)]


Said: TypeAlias = StoredClaim | StoredCondition | StoredRecords | StoredColumns | StoredSelection


@dataclass(frozen=True)
class StoredObject:
    """Any channel, with `copies` one for each label of a set; or one of the fixed kinds.

    Args: inputs a list of labels, or an object that names a set of any size, of pairs, or of the
        outputs of another. table the entries, row by row. constant the outputs, of which the first
        alone occurs. part which part of a pair is the output. ends the path whose ends are chosen.
    """

    keys: ClassVar[Mapping[str, str]] = {"ends": "ends of"}
    order: ClassVar[tuple[str, ...]] = (
        "name", "table", "constant", "part", "ends", "inputs", "outputs", "neighbours", "copies",
    )  # fmt: skip
    name: str
    table: tuple[tuple[NumberText, ...], ...] | None = None
    constant: tuple[str, ...] | None = None
    part: int | None = None
    ends: Any = None
    inputs: Any = None
    outputs: Any = None
    neighbours: Any = None
    copies: Any = None


@dataclass(frozen=True)
class StoredComposition:
    """A channel that is composed of others; weights are expressions."""

    name: str
    by: str
    of: tuple[str, ...]


@dataclass(frozen=True)
class StoredStatement:
    """For all objects and parameters: if every hypothesis holds, so does the conclusion."""

    objects: tuple[StoredObject, ...]
    derived: tuple[StoredComposition, ...]
    parameters: tuple[tuple[str, Literal["loss", "value", "order", "count"]], ...]
    hypotheses: tuple[Said, ...]
    conclusion: Said | StoredEquivalence
