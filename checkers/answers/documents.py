"""A `dpverify.result` as types: what check and measure say, as their document states it.

What must never change: the keys, their order and their meaning; the kernel reads them by itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal, TypeAlias

from dpverify.checkers.answers.codec import decode
from dpverify.checkers.answers.figures import Figure
from dpverify.checkers.answers.places import StatedPlace, Witness
from dpverify.defs.errors import SchemaError

Evidence = Literal[
    "certificate", "exact", "enclosure", "solvers", "bounded", "conditional", "sampled"
]
Word: TypeAlias = Literal["holds", "fails", "unknown"]


@dataclass(frozen=True)
class About:
    """What a result is about: its kind, where it came from, what was done while reading it.

    `channel`, `scenario`, `program`, `family`: the content, unless it is too large.
    """

    kind: str
    source: str | None = None
    digest: str | None = None
    read: tuple[str, ...] = ()
    channel: Mapping[str, Any] | None = None
    scenario: Mapping[str, Any] | None = None
    program: Mapping[str, Any] | None = None
    family: Mapping[str, Any] | None = None

    @property
    def name(self) -> str:
        """How to call it: its file, its title, or "the channel"."""
        title = (self.channel or self.scenario or {}).get("title")
        return str(self.source or title or f"the {self.kind}")


@dataclass(frozen=True)
class Reason:
    """Why a verdict is unknown: `code` is one of UNDECIDED_CODES, `text` says where it stopped."""

    code: str
    text: str


@dataclass(frozen=True)
class Compared:
    """Of a traced program: at how many points of concrete noise it did what its trace says.

    `visited`: how many of the `paths` of the trace were visited so.
    """

    points: int
    paths: int
    visited: int


@dataclass(frozen=True)
class Ran:
    """What may differ from run to run. `hash_seeds`: those under which a program was run."""

    versions: Mapping[str, str]
    seconds: float
    seed: int
    compared: Compared | None = None
    hash_seeds: tuple[int, ...] = ()


@dataclass(frozen=True)
class Corner:
    """A corner of a trade-off function: both errors of a test that rejects an input on an event."""

    alpha: Figure
    beta: Figure
    inputs: tuple[str, str]
    event: tuple[str, ...]


@dataclass(frozen=True)
class Limit:
    """What the ratio of two probabilities tends to, as functions of the gaps of the inputs."""

    numerator: str
    denominator: str


@dataclass(frozen=True)
class Approached:
    """A word along which a loss is approached that no input attains."""

    inputs: tuple[str, str]
    word: str
    released: tuple[str, ...] | None = None
    limit: Limit | None = None
    decay: Any = None


@dataclass(frozen=True)
class Bound:
    """An upper bound of the loss that the certificate shows, in nats."""

    eps: Figure


@dataclass(frozen=True)
class RangePart:
    """An interval of ε on which the claim has one verdict; whether it `includes` its ends."""

    verdict: Literal["holds", "fails"]
    start: Figure
    stop: Figure
    includes: tuple[bool, bool]

    keys: ClassVar[Mapping[str, str]] = {"start": "from", "stop": "to"}


@dataclass(frozen=True)
class Range:
    """The range of ε that was asked about, and its parts."""

    of: str
    over: str
    evidence: Evidence | None = None
    parts: tuple[RangePart, ...] = ()


@dataclass(frozen=True)
class RangeWitness:
    """The result at one ε of a part that fails."""

    eps: str
    result: Answer

    @property
    def witness(self) -> Witness[Figure, Figure]:
        """The two inputs and the event at that ε."""
        if not isinstance(self.result.witness, Witness):
            raise SchemaError(f"the result at eps {self.eps} has no event on two inputs")
        return self.result.witness


@dataclass(frozen=True)
class Answer:
    """One result: a verdict, or a measurement where `verdict` is absent.

    `given`: everything held fixed: parameters as texts; goal, prior or neighbours where they were
    given. `tight`: the measured parameter by name. `supremum`: the tight value is attained nowhere;
    it is approached where `approached_by` says. `not_rechecked`: which part of the document the
    kernel did not re-check when it was made, and why; absent where it accepted the whole.
    """

    schema: str
    subject: About
    definition: str
    given: Mapping[str, Any]
    verdict: Word | None = None
    reason: Reason | None = None
    evidence: Evidence | None = None
    assumptions: tuple[str, ...] = ()
    tight: Mapping[str, Figure] = field(default_factory=dict)
    range: Range | None = None
    witnesses: tuple[RangeWitness, ...] = ()
    witness: StatedPlace | None = None
    attained_by: StatedPlace | None = None
    checked: Mapping[str, int | str] = field(default_factory=dict)
    bound: Bound | None = None
    certificate: Any = None
    supremum: bool = False
    approached_by: Approached | None = None
    trade_off: tuple[Corner, ...] = ()
    all_inputs: bool = False
    not_rechecked: str | None = None
    run: Ran | None = None


@dataclass(frozen=True)
class Refuted:
    """The claim that a refutation refutes: of which object, and by which witness."""

    of: str
    definition: str
    given: Mapping[str, Any]
    witness: StatedPlace


def read_answer(document: Mapping[str, Any]) -> Answer:
    """The answer that a `dpverify.result` states.

    Raises: SchemaError for a document of another shape.
    """
    return decode(Answer, document)
