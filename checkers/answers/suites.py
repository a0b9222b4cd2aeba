"""What became of the suite of claims (`dpverify.suite`), and of lemmas that solvers were asked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal, TypeAlias

from dpverify.checkers.answers.codec import decode
from dpverify.checkers.answers.documents import Evidence, Reason
from dpverify.checkers.answers.figures import EntryId, Positive
from dpverify.checkers.answers.proofs import StoredProof
from dpverify.checkers.answers.refutations import NumberRefutation, Refutation

Status: TypeAlias = Literal[
    "proved", "refuted", "follows", "computed", "tested", "vacuous", "unknown"
]
OfClaims: TypeAlias = Literal["computed", "cited"]
"""Of claims alone: computed here, or from a cited theorem; no kernel re-checks it."""


@dataclass(frozen=True)
class Instances:
    """How many instances of a statement were generated, and how many met its hypotheses."""

    generated: int
    met_hypotheses: int


@dataclass(frozen=True)
class MutantCounts:
    """How many false neighbours of a statement were refuted, of how many; which ones survived."""

    killed: int
    total: int
    survived: tuple[str, ...] | None = None


@dataclass(frozen=True)
class Lemmas:
    """How many lemmas a proof has; how many of them each solver confirmed."""

    total: int
    confirmed: Mapping[str, int]


@dataclass(frozen=True)
class Follows:
    """The theorem from which the words follow, the number that is computed, and what is not."""

    closed: ClassVar[bool] = True
    theorem: str
    computed: str
    not_computed: str


@dataclass(frozen=True)
class SuiteEntry:
    """What became of one entry; expected is compared, never read, by what computes status.

    Args: solver_faults by solver and version, how many of its models do not satisfy the question
        they were given for. proof of a user's entry, where one was found. cases where nothing
        varies: what is computed. error where an engine contradicts the kernel: the fault.
    """

    order: ClassVar[tuple[str, ...]] = (
        "id", "title", "source", "words", "formula", "ways", "expected", "status", "evidence",
        "scope", "excluded", "trusted", "instances", "mutants", "seconds", "lemmas",
        "solver_faults", "cases", "follows", "not_for_all_sizes", "essay", "found_by", "refutation",
        "proof", "error", "reason",
    )  # fmt: skip
    id: EntryId
    title: str
    source: str
    expected: Status
    status: Status
    evidence: Evidence | OfClaims | None
    scope: str | None
    instances: Instances
    mutants: MutantCounts
    seconds: float
    words: str = ""
    formula: str = ""
    ways: tuple[Literal["search", "bounded"], ...] | None = None
    excluded: str | None = None
    trusted: tuple[str, ...] | None = None
    lemmas: Lemmas | None = None
    solver_faults: Mapping[str, Positive] = field(default_factory=dict)
    cases: tuple[str, ...] = ()
    follows: Follows | None = None
    not_for_all_sizes: str | None = None
    essay: Mapping[str, str] = field(default_factory=dict)
    found_by: str | None = None
    refutation: Refutation | NumberRefutation | None = None
    proof: StoredProof | None = None
    error: str | None = None
    reason: Reason | None = None

    @property
    def as_registered(self) -> bool:
        """Whether it ended as expected, with all its mutants refuted."""
        return self.status == self.expected and self.mutants.killed == self.mutants.total


@dataclass(frozen=True)
class Suite:
    """What became of each entry.

    Args: unfinished entries that an interrupted run did not come to.
    """

    schema: str
    entries: tuple[SuiteEntry, ...]
    summary: Mapping[str, Any]
    unfinished: tuple[EntryId, ...] = ()


@dataclass(frozen=True)
class RecheckedProof:
    """What solvers say of the lemmas of one stored proof.

    Args: faults by solver, how many of its models do not satisfy the question they were given for.
    """

    id: str
    lemmas: int
    confirmed: Mapping[str, int]
    left_open: tuple[str, ...]
    faults: Mapping[str, Positive] = field(default_factory=dict)


@dataclass(frozen=True)
class Recheck:
    """What solvers say of the lemmas of stored proofs; a cross-check, on which no proof rests."""

    schema: str
    entries: tuple[RecheckedProof, ...]


def read_suite(document: Mapping[str, Any]) -> Suite:
    """The suite that a document states.

    Raises: SchemaError for a document of another shape.
    """
    return decode(Suite, document)


def read_entry(row: Mapping[str, Any]) -> SuiteEntry:
    """The entry that a row of a suite states; raises as `read_suite`."""
    return decode(SuiteEntry, row)
