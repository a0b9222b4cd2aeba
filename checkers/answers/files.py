"""Files that people write, as types: channels (`dpverify.channel`) and scenarios.

Numbers stand as people write them. `defs/io` reads a file by itself and refuses what is none;
nothing is checked here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Annotated, Any, ClassVar, Literal, TypeAlias

from dpverify.checkers.answers.figures import GivenNumber, Labels, limited
from dpverify.defs.lazy_dataclass import lazy_dataclass

Row: TypeAlias = Annotated[tuple[GivenNumber, ...], limited(minItems=1)]
Pairs: TypeAlias = Annotated[tuple[tuple[str, str], ...], limited(minItems=1)]
Weights: TypeAlias = Annotated[
    tuple[Annotated[str, limited(pattern=r"^[0-9]+( [0-9]+)*$")], ...], limited(minItems=1)
]
Promises: TypeAlias = Annotated[
    tuple[Annotated[str, limited(minLength=1)], ...], limited(minItems=1, uniqueItems=True)
]


@lazy_dataclass(frozen=True)
class StatedChannel:
    """P(output | input) for finitely many inputs and outputs, with the relation of neighbours.

    That each row sums to exactly 1 is beyond a schema; the reader checks it.

    Args: matrix a row for each input, an entry for each output. weights in its place, from version
        1.1 on, a text of whole numbers for each input: an entry is its weight, divided by the sum
        of its row. distance a square; entries ≥ 0 or
        inf. assumptions promises of the author of a program on which the numbers rest; every answer
        about the channel names them, and is conditional. extra keys of one's own, which begin with
        "x-".
    """

    closed: ClassVar[bool] = True
    prefix: ClassVar[str] = "x-"
    shape: ClassVar[Mapping[str, Any]] = {
        "oneOf": [{"required": ["matrix"]}, {"required": ["weights"]}]
    }
    schema: str
    inputs: Labels
    outputs: Labels
    neighbours: Literal["all"] | Pairs
    matrix: Annotated[tuple[Row, ...], limited(minItems=1)] | None = None
    weights: Weights | None = None
    title: str | None = None
    source: str | None = None
    directed: bool | None = None
    distance: Annotated[tuple[Row, ...], limited(minItems=1)] | None = None
    prior: Row | None = None
    notes: str | None = None
    assumptions: Promises | None = None
    extra: Mapping[str, Any] = field(default_factory=dict)

    order: ClassVar[tuple[str, ...]] = (
        "schema", "title", "source", "inputs", "outputs", "matrix", "weights", "neighbours",
        "directed", "distance", "prior", "notes", "assumptions", "extra",
    )  # fmt: skip


Law: TypeAlias = Annotated[Mapping[str, GivenNumber], limited(minProperties=1)]
"""The probability of each value."""


@lazy_dataclass(frozen=True)
class Group:
    """Records of one law.

    Args: count how many, one where nothing is said. values the probability of each value.
    """

    closed: ClassVar[bool] = True
    values: Law
    count: GivenNumber | None = None
    order: ClassVar[tuple[str, ...]] = ("count", "values")


@lazy_dataclass(frozen=True)
class Known:
    """What the attacker knows: one of four forms, which the reader of scenarios tells apart."""

    closed: ClassVar[bool] = True
    shape: ClassVar[Mapping[str, Any]] = {"minProperties": 1, "maxProperties": 1}
    count: Any = None
    counts: Any = None
    indices: Any = None
    random: Any = None


@lazy_dataclass(frozen=True)
class JointRow:
    """One database, what is known then, and how probable both are together."""

    closed: ClassVar[bool] = True
    data: Annotated[tuple[str, ...], limited(minItems=1)]
    known: str
    probability: GivenNumber


@lazy_dataclass(frozen=True)
class ChainRecords:
    """Records of a Markov chain.

    Args: count how many. start the law of the first one, or "stationary". steps for each value the
        law of the next record.
    """

    closed: ClassVar[bool] = True
    count: GivenNumber
    start: Any
    steps: Annotated[Mapping[str, Law], limited(minProperties=1)]


@lazy_dataclass(frozen=True)
class Cluster:
    """Records that share a hidden value, given which they are independent.

    Args: size how many records. hidden the law of the hidden value. values for each hidden value
        the law of a record. count how many such clusters, one where nothing is said.
    """

    closed: ClassVar[bool] = True
    size: GivenNumber
    hidden: Law
    values: Annotated[Mapping[str, Law], limited(minProperties=1)]
    count: GivenNumber | None = None
    order: ClassVar[tuple[str, ...]] = ("count", "size", "hidden", "values")


Clusters: TypeAlias = Annotated[tuple[Cluster, ...], limited(minItems=1)]
Records: TypeAlias = Annotated[tuple[Group, ...], limited(minItems=1)]
Joint: TypeAlias = Annotated[tuple[JointRow, ...], limited(minItems=1)]


@lazy_dataclass(frozen=True)
class Theta:
    """One law of the data and of what is known: independent records, a table, a chain, clusters."""

    closed: ClassVar[bool] = True
    records: Records | None = None
    joint: Joint | None = None
    chain: ChainRecords | None = None
    known: Known | None = None
    clusters: Clusters | None = None


Ends: TypeAlias = Annotated[tuple[GivenNumber, ...], limited(minItems=2, maxItems=2)]
"""The two ends of an interval."""


@lazy_dataclass(frozen=True)
class Parameter:
    """Parameters of the laws.

    Args: parameter one of them, with values, those that it may have, or interval, the two ends
        between which all are meant; or box, an interval for each of two.
    """

    closed: ClassVar[bool] = True
    parameter: str | None = None
    values: Annotated[tuple[GivenNumber, ...], limited(minItems=1)] | None = None
    interval: Ends | None = None
    box: Annotated[Mapping[str, Ends], limited(minProperties=1, maxProperties=2)] | None = None


@lazy_dataclass(frozen=True)
class StatedScenario:
    """Laws of the records, what the attacker knows, a query.

    Args: family several laws, any of which may be the true one. target the records that are
        protected, all where nothing is said. injected whether the attacker sets what is known.
    """

    closed: ClassVar[bool] = True
    schema: str
    mechanism: Annotated[
        Mapping[str, Any],
        limited(
            required=["name"], properties={"name": {"type": "string"}}, additionalProperties=True
        ),
    ]
    title: str | None = None
    source: str | None = None
    notes: str | None = None
    records: Records | None = None
    known: Known | None = None
    joint: Joint | None = None
    chain: ChainRecords | None = None
    clusters: Clusters | None = None
    theta: Parameter | None = None
    family: Annotated[tuple[Theta, ...], limited(minItems=1)] | None = None
    target: Any = None
    injected: bool | None = None

    order: ClassVar[tuple[str, ...]] = (
        "schema", "title", "source", "notes", "theta", "records", "joint", "chain", "clusters",
        "known", "family", "target", "injected", "mechanism",
    )  # fmt: skip

    @property
    def laws(self) -> tuple[Theta, ...]:
        """The members of the family, one where there is no choice."""
        return self.family or (
            Theta(self.records, self.joint, self.chain, self.known, self.clusters),
        )
