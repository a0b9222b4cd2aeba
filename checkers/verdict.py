"""Verdicts: what was found about a claim, and how strongly.

What must never change: there are three verdicts, and none of them is a boolean; `Fails` carries a
witness that the kernel has re-checked; whatever stopped early is `Unknown` with its reason, never
`Holds`. Its document is a `dpverify.result`, which `answers` reads again: the keys, their order and
their meaning stay, and outside `run` the same inputs give the same bytes.
"""

from __future__ import annotations

import json
from abc import ABC
from collections.abc import Mapping
from dataclasses import field
from types import MappingProxyType
from typing import Any, ClassVar, Final, Literal, NoReturn, Self, TypeAlias

from dpverify.checkers.answers.codec import encode, place_json
from dpverify.checkers.answers.documents import RESULT_SCHEMA, Details, Evidence, Reason
from dpverify.checkers.answers.figures import figure_json
from dpverify.checkers.answers.places import (
    DivergencePlace,
    LossPlace,
    PairValue,
    Place,
    Setting,
    SettingWitness,
    Situation,
    SituationWitness,
    Witness,
    WordPlace,
)
from dpverify.checkers.subjects import ScenarioSubject, Subject
from dpverify.defs.display import Answered
from dpverify.defs.lazy_dataclass import lazy_dataclass
from dpverify.defs.numbers import Number, number_text

PAIRED: Final = (Witness, LossPlace, DivergencePlace)
"""Witnesses on two inputs of a finite channel."""
STRENGTHS: Final[tuple[Evidence, ...]] = (
    "certificate",
    "exact",
    "enclosure",
    "solvers",
    "bounded",
    "conditional",
    "idealised",
    "sampled",
)
"""Kinds of evidence, strongest first.

`certificate`: a witness or proof whose every step the kernel re-checks; `exact`: decided in exact
arithmetic; `enclosure`: decided by rigorous balls; `solvers`: rests on their word; `bounded`: all
instances up to a stated size; `conditional`: decided, given the assumptions that are listed;
`idealised`: the same of real code, with its floats taken for real numbers;
`sampled`: statistical, with its confidence.
"""

NOTHING: Final[Mapping[str, Any]] = MappingProxyType({})
READ_ONLY: Final = ("given", "tight", "checked", "setting")
"""The mappings of a result."""
NO_DETAILS: Final = Details()
"""Of most answers, for which nothing has to be looked through."""


Attained: TypeAlias = (
    Place | Situation | LossPlace | DivergencePlace | PairValue | Setting | WordPlace
)
"""Where a tight value is attained."""
Violation: TypeAlias = (
    Witness
    | SituationWitness
    | LossPlace
    | DivergencePlace
    | PairValue
    | SettingWitness
    | WordPlace
)
"""Where a claim is violated; its `excess` says by how much."""


@lazy_dataclass(frozen=True, kw_only=True)
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

    def to_dict(self) -> dict[str, Any]:
        """The run as JSON data; what was not counted is left out."""
        form = {"versions": dict(self.versions), "seconds": round(self.seconds, 6)}
        counts = {"compared": dict(self.compared), "hash_seeds": list(self.hash_seeds)}
        return {**form, "seed": self.seed, **{key: count for key, count in counts.items() if count}}

    def __getstate__(self) -> dict[str, Any]:
        """Cross process boundaries, which read-only mappings cannot."""
        # The versions of many runs are one object, which then crosses once.
        known = self.versions if type(self.versions) is dict else dict(self.versions)
        return {**vars(self), "versions": known, "compared": dict(self.compared)}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        compared = state["compared"]
        vars(self)["compared"] = MappingProxyType(compared) if compared else NOTHING


@lazy_dataclass(frozen=True, kw_only=True)
class Result(Answered, ABC):
    """What `check` and `measure` return.

    `given`: what was held fixed, exact; `setting`: the same for what is no number, such as a goal.
    `tight`: the measured parameter, by name; `attained_by`: where it is attained. `checked`: how
    many ordered pairs and outputs were looked at. `more`: what only some kinds of answers say, such
    as a certificate. `assumptions`: promises of the author that the answer rests on.
    `not_rechecked`: which part of the result's document the kernel did not re-check, and why; None
    where it accepted the whole. `accepted`: the digest of the document that a kernel accepted, for
    the gate. `run` takes no part in comparisons.
    """

    subject: Subject | ScenarioSubject
    definition: str
    given: Mapping[str, Number]
    evidence: Evidence | None = None
    tight: Mapping[str, Number] = field(default_factory=lambda: NOTHING)
    attained_by: Attained | None = None
    checked: Mapping[str, int | str] = field(default_factory=lambda: NOTHING)
    setting: Mapping[str, Any] = field(default_factory=lambda: NOTHING)
    more: Details = NO_DETAILS
    assumptions: tuple[str, ...] = ()
    not_rechecked: str | None = None
    accepted: str | None = field(default=None, compare=False, repr=False)
    run: Run | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        for name in READ_ONLY:
            given = getattr(self, name)
            if given is not NOTHING:
                object.__setattr__(self, name, MappingProxyType(dict(given)))

    def __getstate__(self) -> dict[str, Any]:
        """Cross process boundaries, which read-only mappings cannot."""
        parts = vars(self).items()
        return {k: dict(v) if isinstance(v, MappingProxyType) else v for k, v in parts}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        for name in READ_ONLY:
            part = state[name]
            vars(self)[name] = MappingProxyType(part) if part else NOTHING

    def having(self, **parts: Any) -> Self:
        """The same result with other parts, which are as its own are: nothing is read again."""
        result = object.__new__(type(self))
        vars(result).update(vars(self))
        vars(result).update(parts)
        return result

    @property
    def provenance(self) -> tuple[str, ...]:
        """What was done to the numbers while the subject was read, such as normalising."""
        done: tuple[str, ...] = self.subject.provenance
        return done

    def to_dict(self, *, brief: bool = False) -> dict[str, Any]:
        """The result as a `dpverify.result` document, keys in their fixed order.

        Args: brief whether a large channel is left out, as `Subject.to_dict`: such a document says
            all that a report shows, and is no document to be saved.
        """
        subject = self._about(brief)
        restated = getattr(self.subject, "restated", ())
        form: dict[str, Any] = {
            "schema": RESULT_SCHEMA,
            "subject": subject,
            "definition": self.definition,
            "given": {
                **{name: number_text(number) for name, number in self.given.items()},
                **self.setting,
                **{key: subject["channel"][key] for key in restated if "channel" in subject},
            },
            **self._answer(),
            **self._places(),
            **({} if self.more is NO_DETAILS else encode(self.more)),
        }
        if self.not_rechecked is not None:
            form["not_rechecked"] = self.not_rechecked
        if self.run is not None:
            form["run"] = self.run.to_dict()
        return form

    def _about(self, brief: bool) -> dict[str, Any]:
        """What the result is about."""
        if isinstance(self.subject, Subject):
            return self.subject.to_dict(brief=brief)
        form: dict[str, Any] = self.subject.to_dict()
        return form

    def to_json(self) -> str:
        """The document as JSON text, ending in a newline."""
        return json.dumps(self.to_dict(), ensure_ascii=False, indent=1, allow_nan=False) + "\n"

    def _answer(self) -> dict[str, Any]:
        """How strongly it was shown; a verdict says first what was."""
        return {} if self.evidence is None else {"evidence": self.evidence}

    def _places(self) -> dict[str, Any]:
        """What the answer rests on, and the places and counts that it names."""
        form: dict[str, Any] = {}
        if self.assumptions:
            form["assumptions"] = list(self.assumptions)
        if self.tight:
            form["tight"] = {name: figure_json(number) for name, number in self.tight.items()}
        if isinstance(self, Fails):
            form["witness"] = place_json(self.witness)
        if self.attained_by is not None:
            form["attained_by"] = place_json(self.attained_by)
        if self.checked:
            form["checked"] = dict(self.checked)
        return form


class Measured(Result):
    """A tight parameter; there is no claim, hence no verdict.

    `tight` holds it by name: exact, or between two rigorous bounds; `attained_by` says where.
    `to_json()` is the document that `dpverify replay` re-checks.
    """


class _Decided(Result):
    """What the three verdicts share: none of them has a truth value."""

    name: ClassVar[Literal["holds", "fails", "unknown"]]
    holds: ClassVar[bool] = False
    fails: ClassVar[bool] = False
    unknown: ClassVar[bool] = False

    def __bool__(self) -> NoReturn:
        raise TypeError(
            f"a verdict has no truth value (this one is {self.name!r}, and there are three); ask"
            " for .holds, .fails or .unknown"
        )

    def _answer(self) -> dict[str, Any]:
        return {"verdict": self.name, **super()._answer()}


# Each verdict states all three, as literals: by them type checkers tell verdicts apart, so that
# after `if verdict.fails:` there is a `verdict.witness`.
class Holds(_Decided):
    """The claim holds; `evidence` says how strongly, in one of the words of `STRENGTHS`."""

    name: ClassVar[Literal["holds"]] = "holds"
    holds: ClassVar[Literal[True]] = True
    fails: ClassVar[Literal[False]] = False
    unknown: ClassVar[Literal[False]] = False


@lazy_dataclass(frozen=True, kw_only=True)
class Fails(_Decided):
    """The claim fails, by a witness that the kernel has re-checked.

    `witness` is two neighbours and an event, for most claims, with both probabilities and by how
    much they violate the claim (`excess`), exact.
    """

    name: ClassVar[Literal["fails"]] = "fails"
    holds: ClassVar[Literal[False]] = False
    fails: ClassVar[Literal[True]] = True
    unknown: ClassVar[Literal[False]] = False
    witness: Violation
    evidence: Evidence | None = "certificate"

    def _about(self, brief: bool) -> dict[str, Any]:
        """With the two rows of the witness, where the channel is too large to be carried."""
        form = super()._about(brief)
        about, at = self.subject, self.witness
        carried = brief or "channel" in form
        if not carried and isinstance(about, Subject) and isinstance(at, PAIRED):
            form["excerpt"] = about.excerpt(at.inputs)
        return form


@lazy_dataclass(frozen=True, kw_only=True)
class Unknown(_Decided):
    """The question was left open; there is no evidence.

    `reason.code` is a word for programs, such as "time"; `reason.text` says where it stopped.
    """

    name: ClassVar[Literal["unknown"]] = "unknown"
    holds: ClassVar[Literal[False]] = False
    fails: ClassVar[Literal[False]] = False
    unknown: ClassVar[Literal[True]] = True
    reason: Reason

    def _answer(self) -> dict[str, Any]:
        return {"verdict": self.name, "reason": encode(self.reason)}


Verdict: TypeAlias = Holds | Fails | Unknown
"""`Holds`, `Fails` or `Unknown`; ask for `.holds`, `.fails`, `.unknown`.

A verdict has no truth value: `if verdict:` raises TypeError. `given` are the parameters of the
claim, `tight` the smallest value of the last of them that would hold, where that was found;
`evidence` how strongly it was shown. `to_json()` is the document that `dpverify replay` re-checks.
"""
