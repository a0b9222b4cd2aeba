"""A proof for every size as its file states it (`dpverify.proof`): a type for each rule.

What the rules mean is said by the proof kernel, which reads documents by itself and alone decides.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Literal, TypeAlias

from dpverify.checkers.answers.codec import decode
from dpverify.checkers.answers.figures import Digest, NumberText, limited
from dpverify.checkers.answers.statements import StoredStatement

Reference: TypeAlias = str | tuple[str, Mapping[str, str]]
"""The name of a fact, or the name with index variables replaced."""
Terms: TypeAlias = tuple[Any, ...]
"""A sum: coefficient, bound variables with their sorts, and atoms with indices and powers."""
Relation: TypeAlias = Literal[">=", ">", "="]


@dataclass(frozen=True)
class Lemma:
    """A pointwise claim as a combination of facts: products with numbers, multiples with sums."""

    order: ClassVar[tuple[str, ...]] = (
        "name", "by", "relation", "free", "claim", "products", "multiples",
    )  # fmt: skip
    name: str
    by: Literal["lemma"]
    free: Mapping[str, str]
    claim: Terms
    multiples: tuple[tuple[Terms, Reference], ...]
    relation: Relation | None = None
    products: tuple[tuple[NumberText, tuple[Reference, ...]], ...] | None = None


@dataclass(frozen=True)
class Summed:
    """The sum of a fact over index variables."""

    name: str
    by: Literal["sum"]
    of: Reference
    over: tuple[str, ...]


@dataclass(frozen=True)
class PositivePart:
    """A case split: a positive part is 0, or what it is the positive part of."""

    name: str
    by: Literal["positive-part"]
    part: str
    at: tuple[str, ...]
    zero: Reference
    above: Reference
    factor: Terms | None = None


@dataclass(frozen=True)
class Cancelled:
    """The quotient of a fact by a factor that is greater than 0."""

    order: ClassVar[tuple[str, ...]] = ("name", "by", "relation", "free", "claim", "of", "factor")
    name: str
    by: Literal["cancel"]
    free: Mapping[str, str]
    claim: Terms
    of: Reference
    factor: Reference
    relation: Relation | None = None


@dataclass(frozen=True)
class Cases:
    """A claim that is shown both where a number is greater than 0 and where it is 0."""

    order: ClassVar[tuple[str, ...]] = (
        "name", "by", "on", "relation", "free", "claim", "positive", "zero",
    )  # fmt: skip
    name: str
    by: Literal["cases"]
    on: Reference
    free: Mapping[str, str]
    claim: Terms
    positive: tuple[Step, ...]
    zero: tuple[Step, ...]
    relation: Relation | None = None


@dataclass(frozen=True)
class Square:
    """A square, which is not negative."""

    order: ClassVar[tuple[str, ...]] = ("name", "by", "relation", "free", "claim")
    name: str
    by: Literal["square"]
    free: Mapping[str, str]
    claim: Terms
    relation: Relation | None = None


Step: TypeAlias = Lemma | Summed | PositivePart | Cancelled | Cases | Square


Fact: TypeAlias = tuple[Mapping[str, str], Relation, Terms]
"""Index variables with their sets, and how a sum stands to 0 for all values of them."""


@dataclass(frozen=True)
class StoredSetting:
    """What a statement gives to its proof, by name: facts that may be used, and those to be shown.

    Args: parts atoms that are max(0, a): their index variables with their sets, and a. countable
        index sets that are not finite, with the atoms that make sums over them converge.
    """

    axioms: Mapping[str, Fact]
    parts: Mapping[str, tuple[Mapping[str, str], Terms]]
    goals: Annotated[tuple[Fact, ...], limited(minItems=1)]
    countable: Mapping[str, tuple[str, ...]] | None = None


@dataclass(frozen=True)
class StoredProof:
    """Steps that chain from the axioms of a registered statement to its goals.

    What the rules mean is said by the proof kernel, which alone decides.

    Args: statement what is proved; not before version 1.2. definitions the digest of what the
        definitions make of it. settings what that is, for each direction of the statement; not in
        version 1.0. steps for each direction of the statement its steps, in order:
        none where the goal is an axiom.
    """

    order: ClassVar[tuple[str, ...]] = (
        "schema", "entry", "formula", "statement", "definitions", "settings", "steps",
    )  # fmt: skip
    schema: str
    entry: str
    formula: str
    definitions: Digest
    steps: Annotated[Mapping[str, tuple[Step, ...]], limited(minProperties=1)]
    statement: StoredStatement | None = None
    settings: Annotated[Mapping[str, StoredSetting], limited(minProperties=1)] | None = None


def read_proof(document: Mapping[str, Any]) -> StoredProof:
    """The proof that a document states.

    Raises: SchemaError for a document of another shape.
    """
    return decode(StoredProof, document)
