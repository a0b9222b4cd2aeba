"""A `dpverify.result` as types: what check and measure say, as their document states it.

What must never change: the keys, their order and their meaning; the kernel reads them by itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from fractions import Fraction
from typing import Annotated, Any, ClassVar, Final, Literal, TypeAlias

from dpverify.checkers.answers.codec import decode
from dpverify.checkers.answers.figures import TEXT, Digest, Figure
from dpverify.checkers.answers.files import StatedChannel, StatedScenario
from dpverify.checkers.answers.places import Pair, PairValue, StatedPlace, Witness
from dpverify.defs.errors import SchemaError, Undecided
from dpverify.defs.lazy_dataclass import lazy_dataclass

RESULT_SCHEMA: Final = "dpverify.result/1.0"

Evidence = Literal[
    "certificate",
    "exact",
    "enclosure",
    "solvers",
    "bounded",
    "conditional",
    "idealised",
    "sampled",
]
Word: TypeAlias = Literal["holds", "fails", "unknown"]


@lazy_dataclass(frozen=True)
class Masses:
    """What is known from below of the laws of two inputs: a row for each, numbers as texts."""

    inputs: tuple[str, str]
    outputs: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@lazy_dataclass(frozen=True)
class About:
    """What a result is about: its kind, where it came from, what was done while reading it.

    `after`: names of the functions that the mechanism applies to what is released here.
    `channel`, `scenario`, `program`, `family`: the content, unless it is too large; then `excerpt`
    is the channel on the two inputs of a witness. `masses`: of a
    program with further paths, what those that were followed say of two inputs.
    """

    kind: str
    source: str | None = None
    digest: Digest | None = None
    read: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    channel: StatedChannel | None = None
    excerpt: StatedChannel | None = None
    scenario: StatedScenario | None = None
    program: Mapping[str, Any] | None = None
    family: Mapping[str, Any] | None = None
    masses: Masses | None = None

    @property
    def name(self) -> str:
        """How to call it: its file, its title, or "the channel"."""
        content = self.channel or self.scenario
        title = None if content is None else content.title
        return self.source or title or f"the {self.kind}"


@lazy_dataclass(frozen=True)
class Advice:
    """A change after which the same question was decided; it is no answer to the question itself.

    `kind`: what is changed; `text` the same in words. `diff`: the change of the source, as `patch`
    takes it; or `option`, what is added to the command. `verdict`, `evidence` and `assumptions` are
    what came out then, by the ordinary check.
    """

    kind: Literal["moves", "checkpoint", "ends", "tail", "limit"]
    text: str
    verdict: Literal["holds", "fails"]
    evidence: Evidence | None = None
    assumptions: tuple[str, ...] = ()
    diff: str | None = None
    option: str | None = None


@lazy_dataclass(frozen=True)
class Reason:
    """Why a verdict is unknown: `code` is one of UNDECIDED_CODES, `text` says where it stopped.

    `within`: where it is known, a power of ten that the claim and the truth differ by less than.
    `advice`: a change after which the question was decided, where one was sought and is known.
    """

    code: str
    text: str
    within: str | None = None
    advice: Advice | None = None

    @classmethod
    def of(cls, stop: Undecided) -> Reason:
        """The reason that a question was left open for."""
        within = None if stop.digits is None else f"1e-{stop.digits}"
        return cls(stop.code, stop.text, within)


@lazy_dataclass(frozen=True)
class Compared:
    """Of a traced program: at how many points of concrete noise it did what its trace says.

    `visited`: how many of the `paths` of the trace were visited so.
    """

    points: int
    paths: int
    visited: int


@lazy_dataclass(frozen=True)
class Ran:
    """What may differ from run to run. `hash_seeds`: those under which a program was run."""

    versions: Mapping[str, str]
    seconds: float
    seed: int
    compared: Compared | None = None
    hash_seeds: tuple[int, ...] = ()


# What a bound of a loss is re-checked by; `checkers/kernel/certificates/documents.py` says what the
# members mean, and reads them by itself.

Index: TypeAlias = Annotated[int, TEXT]
"""The number of a noise, of an entry or of a path."""
Affine: TypeAlias = tuple[Fraction, tuple[tuple[Index, Fraction], ...]]
"""A constant, and a slope for each of some entries of the input's move."""
Shift: TypeAlias = tuple[Affine, Affine]
"""By how much a noise is shifted, and at most how far: both depend on the input's move."""


@lazy_dataclass(frozen=True)
class Alignment:
    """For each word, path and box of moves the shift of each noise: an upper bound of the loss.

    `shifts`: "noise place noise place …", each place one of the table. `leads`: the noise whose
    lead a word releases. `corners`: it was found at the corners of the moves alone.
    """

    table: tuple[Shift, ...]
    shifts: Mapping[str, tuple[tuple[str, ...], ...]]
    leads: Mapping[str, Index] = field(default_factory=dict)
    corners: bool = False


@lazy_dataclass(frozen=True)
class PairAlignment:
    """The alignment of one ordered pair of listed inputs."""

    order: ClassVar[tuple[str, ...]] = ("inputs", "table", "shifts", "leads")
    inputs: Pair
    table: tuple[Shift, ...]
    shifts: Mapping[str, tuple[tuple[str, ...], ...]]
    leads: Mapping[str, Index] = field(default_factory=dict)


@lazy_dataclass(frozen=True)
class Alignments:
    """An alignment of each ordered pair of listed inputs."""

    pairs: tuple[PairAlignment, ...]


@lazy_dataclass(frozen=True)
class StepAlignment:
    """The alignment of a program by steps: for each state what `shifts` are elsewhere.

    `thresholds`: by how much the threshold moves, for each box of moves.
    """

    table: tuple[Shift, ...]
    thresholds: tuple[Fraction, ...]
    steps: tuple[Mapping[str, tuple[tuple[str, ...], ...]], ...]


@lazy_dataclass(frozen=True)
class Multipliers:
    """For one path of a word: one for each condition, and one for each released value."""

    conditions: tuple[Fraction, ...]
    released: tuple[Fraction, ...]


@lazy_dataclass(frozen=True)
class Decay:
    """How the probability of an event falls along a walk of neighbours: a lower bound of the loss.

    The walk starts at `base` and steps by `move`; `noises` lie strictly inside the path of the
    number `path`; `impossible`: whether the event cannot happen far along the walk.
    """

    move: tuple[Fraction, ...]
    base: tuple[Fraction, ...]
    path: Index
    noises: tuple[Fraction, ...]
    multipliers: tuple[Multipliers, ...]
    impossible: bool


@lazy_dataclass(frozen=True)
class Corner:
    """A corner of a trade-off function: both errors of a test that rejects an input on an event."""

    alpha: Figure
    beta: Figure
    inputs: tuple[str, str]
    event: tuple[str, ...]


@lazy_dataclass(frozen=True)
class Limit:
    """What the ratio of two probabilities tends to, as functions of the gaps of the inputs."""

    numerator: str
    denominator: str


@lazy_dataclass(frozen=True)
class Approached:
    """A word along which a loss is approached; no input is known that attains it."""

    inputs: tuple[str, str]
    word: str
    released: tuple[str, ...] | None = None
    limit: Limit | None = None
    decay: Decay | None = None


@lazy_dataclass(frozen=True)
class Bound:
    """An upper bound of the loss that the certificate shows, in nats."""

    eps: Figure


@lazy_dataclass(frozen=True)
class RangePart:
    """An interval of ε on which the claim has one verdict; whether it `includes` its ends."""

    verdict: Literal["holds", "fails"]
    start: Figure
    stop: Figure
    includes: tuple[bool, bool]

    keys: ClassVar[Mapping[str, str]] = {"start": "from", "stop": "to"}


@lazy_dataclass(frozen=True)
class Range:
    """The range of ε that was asked about, and its parts."""

    of: str
    over: str
    evidence: Evidence | None = None
    parts: tuple[RangePart, ...] = ()


@lazy_dataclass(frozen=True)
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


@lazy_dataclass(frozen=True)
class Details:
    """What only some kinds of answers say; an `Answer` has the same fields, and says what they are.

    `directions` are as an engine found them, with exact numbers or bounds. `orders`: of zCDP, the
    orders from whose Rényi divergences those of all orders are bounded.
    """

    bound: Bound | None = None
    certificate: Alignment | Alignments | StepAlignment | None = None
    norm: str | None = None
    supremum: bool = False
    approached_by: Approached | None = None
    trade_off: tuple[Corner, ...] = ()
    directions: tuple[PairValue, ...] = ()
    orders: tuple[str, ...] = ()
    all_inputs: bool = False
    exponent: str | None = None
    at: Mapping[str, str] = field(default_factory=dict)


@lazy_dataclass(frozen=True)
class Answer:
    """One result: a verdict, or a measurement where `verdict` is absent.

    `given`: everything held fixed: parameters as texts; goal, prior or neighbours where they were
    given. `tight`: the measured parameter by name. `supremum`: no inputs are known that attain the
    tight value; it is approached where `approached_by` says. `norm`: of moves in an ℓ2 ball, what
    bounds it.
    `exponent`: of a claim in symbols, the power of their sum, times which what is claimed minus
    what is needed has no negative coefficient; `at`: numbers for the symbols that refute it.
    `directions`: the value of each ordered pair of
    neighbours, where both orders are told apart. `orders`: of zCDP, those of the Rényi divergences
    from which the bounds come. `not_rechecked`: which part of the document the
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
    certificate: Alignment | Alignments | StepAlignment | None = None
    norm: str | None = None
    supremum: bool = False
    approached_by: Approached | None = None
    trade_off: tuple[Corner, ...] = ()
    directions: tuple[PairValue[Figure], ...] = ()
    orders: tuple[str, ...] = ()
    all_inputs: bool = False
    exponent: str | None = None
    at: Mapping[str, str] = field(default_factory=dict)
    not_rechecked: str | None = None
    run: Ran | None = None


def read_answer(document: Mapping[str, Any]) -> Answer:
    """The answer that a `dpverify.result` states.

    Raises: SchemaError for a document of another shape.
    """
    return decode(Answer, document)
