"""Verdicts: what was found about a claim, and how strongly.

What must never change: there are three verdicts, and none of them is a boolean; `Fails` carries a
witness that the kernel has re-checked; whatever stopped early is `Unknown` with its reason, never
`Holds`. The document of a verdict is the `dpverify.result` of `result_json`.
"""

from __future__ import annotations

from abc import ABC
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, ClassVar, Final, Literal, NoReturn

from dpverify.checkers.additive.places import PairValue
from dpverify.checkers.continuous.places import WordPlace
from dpverify.checkers.knowledge.views import Setting
from dpverify.checkers.subjects import ScenarioSubject, Subject
from dpverify.defs.display import Displayed
from dpverify.defs.numbers import Number, Real, Value, number_json

Evidence = Literal[
    "certificate", "exact", "enclosure", "solvers", "bounded", "conditional", "sampled"
]

STRENGTHS: Final[tuple[Evidence, ...]] = (
    "certificate",
    "exact",
    "enclosure",
    "solvers",
    "bounded",
    "conditional",
    "sampled",
)
"""Kinds of evidence, strongest first.

`certificate`: a witness or proof whose every step the kernel re-checks; `exact`: decided in exact
arithmetic; `enclosure`: decided by rigorous balls; `solvers`: rests on their word; `bounded`: all
instances up to a stated size; `conditional`: decided, given the assumptions that are listed;
`sampled`: statistical, with its confidence.
"""

NOTHING: Final[Mapping[str, Any]] = MappingProxyType({})


@dataclass(frozen=True)
class Place:
    """An event on an ordered pair of inputs, by labels, with its probability on each of them."""

    inputs: tuple[str, str]
    event: tuple[str, ...]
    probabilities: tuple[Value, Value]


@dataclass(frozen=True)
class Witness(Place):
    """A place that violates a claim; `excess` > 0 says by how much."""

    excess: Value | Real


@dataclass(frozen=True)
class Situation:
    """An event in a setting that is no pair of inputs, by labels, with two probabilities.

    For guessing: "goal" and "known", and the prior and the posterior probability of a right guess.
    """

    setting: Mapping[str, tuple[str, ...]]
    event: tuple[str, ...]
    probabilities: tuple[Value, Value]


@dataclass(frozen=True)
class SituationWitness(Situation):
    """A situation that violates a claim; `excess` > 0 says by how much."""

    excess: Value | Real


@dataclass(frozen=True)
class PairPlace:
    """Two inputs, and by name what was found about their laws: labels, texts, exact numbers.

    For a divergence: "order" and "divergence". As a witness it has an `excess` > 0.
    """

    inputs: tuple[str, str]
    shown: Mapping[str, Any]
    excess: Number | None = None

    def to_dict(self) -> dict[str, Any]:
        """The place as a result holds it."""
        form = {"inputs": list(self.inputs), **{k: _told(v) for k, v in self.shown.items()}}
        return form if self.excess is None else {**form, "excess": number_json(self.excess)}


def _told(shown: Any) -> Any:
    if isinstance(shown, tuple):
        return [_told(each) for each in shown]
    return shown if isinstance(shown, str) else number_json(shown)


@dataclass(frozen=True)
class SettingWitness(Setting):
    """A setting of a scenario that violates a claim, by `excess` > 0 where that is a number."""

    excess: Value | Real | None = None

    def to_dict(self) -> dict[str, Any]:
        """The witness as a result holds it."""
        form = super().to_dict()
        return form if self.excess is None else {**form, "excess": number_json(self.excess)}


@dataclass(frozen=True)
class Reason:
    """Why a verdict is unknown: `code` is one of UNDECIDED_CODES, `text` says where it stopped."""

    code: str
    text: str


@dataclass(frozen=True, kw_only=True)
class Run:
    """What may differ from run to run: versions, wall-clock seconds, the seed that was given.

    `compared`, for a traced program: at how many `points` of concrete noise it did what its trace
    says, and how many of the `paths` of the trace were `visited` so.
    `hash_seeds`: the seeds of the hashes of texts under which a program was examined, in a fresh
    process each, with equal results; none where it ran in a process that had a seed of its own.
    """

    versions: Mapping[str, str]
    seconds: float
    seed: int
    compared: Mapping[str, int] = field(default_factory=lambda: NOTHING)
    hash_seeds: tuple[int, ...] = ()

    def __getstate__(self) -> dict[str, Any]:
        """Cross process boundaries, which read-only mappings cannot."""
        return {**vars(self), "versions": dict(self.versions), "compared": dict(self.compared)}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state | {"compared": MappingProxyType(state["compared"])})


@dataclass(frozen=True, kw_only=True)
class Result(Displayed, ABC):
    """What `check` and `measure` return.

    `given`: what was held fixed, exact; `setting`: the same for what is no number, such as a goal.
    `tight`: the measured parameter, by name; `attained_by`: where it is attained. `checked`: how
    many ordered pairs and outputs were looked at. `more`: further keys of the document, such as a
    certificate. `assumptions`: promises of the author that the answer rests on. `not_rechecked`:
    which part of the result's document the kernel did not re-check, and why; None where it accepted
    the whole. `accepted`: the digest of the document that a kernel accepted, for the gate. `run`
    takes no part in comparisons.
    """

    subject: Subject | ScenarioSubject
    definition: str
    given: Mapping[str, Number]
    evidence: Evidence | None = None
    tight: Mapping[str, Number] = field(default_factory=lambda: NOTHING)
    attained_by: Place | Situation | PairPlace | PairValue | Setting | WordPlace | None = None
    checked: Mapping[str, int | str] = field(default_factory=lambda: NOTHING)
    setting: Mapping[str, Any] = field(default_factory=lambda: NOTHING)
    more: Mapping[str, Any] = field(default_factory=lambda: NOTHING)
    assumptions: tuple[str, ...] = ()
    not_rechecked: str | None = None
    accepted: str | None = field(default=None, compare=False, repr=False)
    run: Run | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        for name in ("given", "tight", "checked", "setting", "more"):
            object.__setattr__(self, name, MappingProxyType(dict(getattr(self, name))))

    def __getstate__(self) -> dict[str, Any]:
        """Cross process boundaries, which read-only mappings cannot."""
        parts = vars(self).items()
        return {k: dict(v) if isinstance(v, MappingProxyType) else v for k, v in parts}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self.__post_init__()

    @property
    def provenance(self) -> tuple[str, ...]:
        """What was done to the numbers while the subject was read, such as normalising."""
        done: tuple[str, ...] = self.subject.provenance
        return done

    def to_dict(self) -> dict[str, Any]:
        """The result as a `dpverify.result` document, keys in their fixed order."""
        from dpverify.checkers.result_json import document

        return document(self)

    def to_json(self) -> str:
        """The document as JSON text, ending in a newline."""
        from dpverify.checkers.result_json import text

        return text(self)


class Measured(Result):
    """A tight parameter; there is no claim, hence no verdict.

    `tight` holds it by name: exact, or between two rigorous bounds; `attained_by` says where.
    `to_json()` is the document that `dpverify replay` re-checks.
    """


class Verdict(Result):
    """`Holds`, `Fails` or `Unknown`; ask for `.holds`, `.fails`, `.unknown`.

    It has no truth value: `if verdict:` raises TypeError. `given` are the parameters of the claim,
    `tight` the smallest value of the last of them that would hold, where that was found;
    `evidence` how strongly it was shown. `to_json()` is the document that `dpverify replay`
    re-checks.
    """

    name: ClassVar[Literal["holds", "fails", "unknown"]]

    @property
    def holds(self) -> bool:
        """Whether the claim was found to hold."""
        return self.name == "holds"

    @property
    def fails(self) -> bool:
        """Whether the claim was found to fail."""
        return self.name == "fails"

    @property
    def unknown(self) -> bool:
        """Whether the question was left open."""
        return self.name == "unknown"

    def __bool__(self) -> NoReturn:
        raise TypeError(
            f"a verdict has no truth value (this one is {self.name!r}, and there are three); ask"
            " for .holds, .fails or .unknown"
        )


class Holds(Verdict):
    """The claim holds; `evidence` says how strongly, in one of the words of `STRENGTHS`."""

    name = "holds"


@dataclass(frozen=True, kw_only=True)
class Fails(Verdict):
    """The claim fails, by a witness that the kernel has re-checked.

    `witness` is two neighbours and an event, for most claims, with both probabilities and by how
    much they violate the claim (`excess`), exact.
    """

    name = "fails"
    witness: Witness | SituationWitness | PairPlace | PairValue | SettingWitness | WordPlace
    evidence: Evidence | None = "certificate"


@dataclass(frozen=True, kw_only=True)
class Unknown(Verdict):
    """The question was left open; there is no evidence.

    `reason.code` is a word for programs, such as "time"; `reason.text` says where it stopped.
    """

    name = "unknown"
    reason: Reason
