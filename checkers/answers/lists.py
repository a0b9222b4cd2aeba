"""What there is, and what a name means (`dpverify.list`, `dpverify.explanation`)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Final, Literal, TypeAlias

EXPLANATION: Final = "dpverify.explanation/1.0"


@dataclass(frozen=True)
class ListedDefinition:
    """A definition of privacy, with its options on the command line."""

    name: str
    options: str
    meaning: str
    source: str


@dataclass(frozen=True)
class ListedClaim:
    """An entry of the suite of claims."""

    id: str
    title: str
    expected: str
    source: str


@dataclass(frozen=True)
class ListedMechanism:
    """A mechanism of the library: what it is claimed to satisfy, and what it does."""

    name: str
    id: str
    meaning: str
    parameters: str
    claims: str
    truth: str
    source: str


@dataclass(frozen=True)
class ListedCounterexample:
    """A counterexample, and what it refutes."""

    name: str
    refutes: str
    source: str


Answered: TypeAlias = Literal["exact", "enclosed", "claims", "unsupported", "undefined"]
"""How a definition is answered of a kind of subject; `claims`: some of them, nothing measured."""


@dataclass(frozen=True)
class ListedCell:
    """What is decided where one definition is asked about one kind of subject."""

    closed: ClassVar[bool] = True
    definition: str
    subject: str
    answer: Answered
    value: str
    rechecked: Literal["yes", "no"]
    reason: str


AtlasGrade: TypeAlias = Literal["proved", "bounded", "refuted", "computed", "tested", "open"]
"""How strongly something in the atlas was shown; `proofs.atlas.grades` says what each means."""


@dataclass(frozen=True)
class AtlasDefinition:
    """A row of the atlas; `relation` is that of its neighbours, empty where it is open."""

    name: str
    title: str
    dimension: str
    decided_by: str
    relation: str
    combines: bool
    source: str


@dataclass(frozen=True)
class AtlasCell:
    """Whether a definition has a property; `derived` is the rule, empty where a claim says it.

    `sharper`: claims with better parameters that are refuted; `printed`: what the literature's
    table has of this definition, "?" where it knows no answer.
    """

    definition: str
    property: str
    answer: Literal["yes", "no", "open"]
    grade: AtlasGrade
    evidence: str
    parameters: str
    claims: tuple[str, ...]
    sharper: tuple[str, ...]
    derived: str
    printed: str


@dataclass(frozen=True)
class AtlasArrow:
    """That a definition implies another, with which parameters; or that it does not (`holds`)."""

    source: str
    target: str
    given: str
    concluded: str
    holds: bool
    grade: AtlasGrade
    evidence: str
    claims: tuple[str, ...]
    kind: Literal["stated", "steps", "chained"]
    scope: str
    tight: bool


@dataclass(frozen=True)
class AtlasPrinted:
    """A cell of the literature's table beside what was computed.

    `definition` is the row of the atlas, empty where it has none; `carries` says how both are
    related; `agreement` how their answers go together.
    """

    name: str
    dimensions: str
    property: str
    printed: Literal["yes", "no", "?"]
    cited: str
    definition: str
    carries: str
    computed: Literal["yes", "no", "open"]
    grade: AtlasGrade
    agreement: Literal[
        "agrees", "sharper", "other parameters", "disagrees", "settled",
        "settled at an instance", "open", "not compared",
    ]  # fmt: skip


@dataclass(frozen=True)
class AtlasListing:
    """The atlas, or what of it was asked for; `undecided` are definitions with the reason why.

    `printed` is the literature's table, where all of the atlas is asked for.
    """

    definitions: tuple[AtlasDefinition, ...]
    cells: tuple[AtlasCell, ...]
    arrows: tuple[AtlasArrow, ...]
    counts: Mapping[str, int]
    undecided: Mapping[str, str]
    printed: tuple[AtlasPrinted, ...] = ()


@dataclass(frozen=True)
class Listing:
    """Definitions, claims, mechanisms, counterexamples, coverage of subjects, or the atlas.

    They stand under the kind that was asked for.
    """

    closed: ClassVar[bool] = True
    shape: ClassVar[Mapping[str, Any]] = {"minProperties": 2, "maxProperties": 2}
    schema: str
    definitions: tuple[ListedDefinition, ...] | None = None
    claims: tuple[ListedClaim, ...] | None = None
    mechanisms: tuple[ListedMechanism, ...] | None = None
    counterexamples: tuple[ListedCounterexample, ...] | None = None
    coverage: tuple[ListedCell, ...] | None = None
    atlas: AtlasListing | None = None


@dataclass(frozen=True)
class ExplainedDefinition:
    """What a definition of privacy says, and the names of its parameters."""

    schema: str
    kind: Literal["definition"]
    name: str
    meaning: str
    formula: str
    parameters: tuple[str, ...]
    source: str


@dataclass(frozen=True)
class ExplainedClaim:
    """What an entry of the suite claims, and how it should end."""

    schema: str
    kind: Literal["claim"]
    name: str
    title: str
    meaning: str
    formula: str
    expected: str
    source: str


@dataclass(frozen=True)
class ExplainedMechanism:
    """What a mechanism does, is claimed to satisfy and satisfies; `parameters` with their values.

    `id`: how the field calls it, null where it has no such name.
    """

    schema: str
    kind: Literal["mechanism"]
    name: str
    id: str | None
    meaning: str
    parameters: str
    claims: str
    truth: str
    source: str
    inputs: tuple[str, ...]


@dataclass(frozen=True)
class ExplainedCounterexample:
    """What a counterexample refutes, and the options with which it is computed."""

    schema: str
    kind: Literal["counterexample"]
    name: str
    refutes: str
    source: str
    options: Mapping[str, Any]


@dataclass(frozen=True)
class ExplainedError:
    """The rule that an error of status 2 breaks, by its code, and a command that breaks it."""

    schema: str
    kind: Literal["error"]
    name: str
    title: str
    meaning: str
    mend: str
    command: str


Explanation: TypeAlias = (
    ExplainedDefinition
    | ExplainedClaim
    | ExplainedMechanism
    | ExplainedCounterexample
    | ExplainedError
)
