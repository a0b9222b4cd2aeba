"""What a claim is about.

A channel or a scenario. What must never change: a result names its subject by kind and digest, and
carries it whole unless it is beyond MAX_BYTES.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from inspect import isfunction
from itertools import chain
from typing import TYPE_CHECKING, Any, Final, Literal

from dpverify.defs.channel import Channel
from dpverify.defs.errors import UsageError
from dpverify.defs.lazy_dataclass import lazy_dataclass
from dpverify.defs.validate import shown

if TYPE_CHECKING:
    from dpverify.defs.knowledge.scenario import Scenario
    from dpverify.defs.programs.mechanism import Mechanism
    from dpverify.defs.target import Target

MAX_BYTES: Final = 10_000_000
"""Bytes of JSON up to which a result carries its subject; beyond it has digest and source only."""
SAVED: Final = json.JSONEncoder(ensure_ascii=False, check_circular=False)  # as in `gate`
BARE: Final = {"schema", "inputs", "outputs", "matrix", "neighbours"}
"""The members of a channel that has no others."""
MAX_WEIGHTS: Final = 48_000_000
"""The same for the rows of a large channel as weights, which are read fast."""
AS_IT_IS: Final = "; of code that draws by itself, as_run(function, inputs=[…])"
"""What is to be done with a function that is not written for dpverify."""


@lazy_dataclass(frozen=True)
class Subject:
    """A channel, and where it came from if that is known.

    `restated`: the parts of the channel that were given with the question ("neighbours", "prior",
    "distance") and not by its file; a result repeats them among what was given.
    """

    channel: Channel
    source: str | None = None
    restated: tuple[str, ...] = ()

    @property
    def digest(self) -> str:
        """The digest of the channel's content."""
        return self.channel.digest

    @property
    def provenance(self) -> tuple[str, ...]:
        """What was done to the numbers while the channel was read."""
        return self.channel.provenance

    def to_dict(self, *, brief: bool = False) -> dict[str, Any]:
        """The subject as a result holds it; `read` lists what was done to the numbers, if any.

        Args: brief whether a large channel is left out, with its digest: to read what is said of
            it. The texts of its numbers take longer than most answers.
        """
        brief = brief and self.channel.is_large
        form: dict[str, Any] = {"kind": "channel"}
        if self.source is not None:
            form["source"] = self.source
        whole = None if brief else self._whole()
        if not brief:
            form["digest"] = self.digest
        if self.provenance:
            form["read"] = list(self.provenance)
        if whole is not None:
            form["channel"] = whole
        return form

    def _whole(self) -> dict[str, Any] | None:
        """The channel, None where it is too large for a result."""
        whole = self.channel.to_result()
        if "weights" in whole:
            rest = {key: value for key, value in whole.items() if key != "weights"}
            size = sum(map(len, whole["weights"])) + len(json.dumps(rest))
            return whole if size <= MAX_WEIGHTS else None
        if _is_brief(whole):
            return whole
        text = SAVED.encode(whole)
        short = len(text) <= MAX_BYTES // 4  # a character has at most four bytes
        return whole if short or len(text.encode()) <= MAX_BYTES else None

    def excerpt(self, inputs: tuple[str, str]) -> dict[str, Any]:
        """The channel on two neighbours alone, as the result of a failure holds it."""
        channel = self.channel
        i, j = (channel.input_index(label) for label in inputs)
        rows = [channel.row(i), channel.row(j)]
        both = channel.neighbours.contains(j, i) or not channel.neighbours.contains(i, j)
        relation: dict[str, Any] = {} if both else {"neighbours": [list(inputs)], "directed": True}
        return Channel(list(inputs), channel.outputs, rows, **relation).to_result()


def _is_brief(whole: Mapping[str, Any]) -> bool:
    """Whether a bare channel is seen to be small enough without writing it down."""
    if whole.keys() != BARE or whole["neighbours"] != "all":
        return False
    texts = chain(whole["inputs"], whole["outputs"], *whole["matrix"])
    # A character takes six bytes at most, and each text and each row four besides: fourteen for a
    # character in all. What is left is more than the keys take.
    return sum(map(len, texts)) * 20 <= MAX_BYTES


@lazy_dataclass(frozen=True)
class ScenarioSubject:
    """A scenario, and where it came from if that is known."""

    scenario: Scenario
    source: str | None = None
    provenance: tuple[str, ...] = ()

    @property
    def digest(self) -> str:
        """The digest of what the scenario says."""
        return self.scenario.digest

    def to_dict(self) -> dict[str, Any]:
        """The subject as a result holds it."""
        form: dict[str, Any] = {"kind": "scenario"}
        if self.source is not None:
            form["source"] = self.source
        form["digest"] = self.digest
        whole = self.scenario.to_dict()
        if len(json.dumps(whole, ensure_ascii=False).encode()) <= MAX_BYTES:
            form["scenario"] = whole
        return form


Kind = Literal["channel", "program", "scenario", "range", "symbols"]


def subject_kind(subject: object, claim: object, eps_range: str | None = None) -> Kind:
    """What a question is about: the one place where that is told.

    A claim about attackers is one about a scenario, whatever it is asked of, and so is refused of
    anything else in the words of scenarios. What is no subject at all is refused as a channel.

    Args: subject as `check` takes it; claim a claim or its class, anything else where it is none;
        eps_range the range of ε that is asked about, None for the ε that the claim names.
    """
    if eps_range is not None:
        return "range"
    if getattr(claim, "quantifier", None) is None and _in_symbols(claim):
        return "symbols"
    if isinstance(subject, ScenarioSubject) or getattr(claim, "quantifier", None) == "attackers":
        return "scenario"
    # The modules of scenarios and programs are loaded for their own questions, not for a channel's.
    if isinstance(subject, Subject | Channel):
        return "channel"
    from dpverify.defs.knowledge.scenario import Scenario
    from dpverify.defs.programs.mechanism import Mechanism
    from dpverify.defs.target import Target

    if isinstance(subject, Scenario):
        return "scenario"
    return "program" if isinstance(subject, Mechanism | Target) else "channel"


def _in_symbols(claim: object) -> bool:
    """Whether a claim has symbols in it; its module is loaded by whoever made it."""
    return type(claim).__name__ == "SymbolicClaim"


def named(subject: Mechanism | Target) -> str:
    """How a result calls a program."""
    from dpverify.defs.programs.mechanism import Mechanism

    return subject.target if isinstance(subject, Mechanism) else subject.text


def subject_of(given: object, source: str | None = None) -> Subject:
    """The subject that was meant; raises UsageError for what is neither a subject nor a channel."""
    if isinstance(given, Subject):
        return given
    if isinstance(given, Channel):
        return Subject(given, source)
    raise UsageError(
        f"the subject is {kind_of(given)}; give a Channel (load_channel reads a file of one), a"
        f" Scenario, or a function under @mechanism(inputs=[…]){AS_IT_IS}"
    )


def kind_of(given: object) -> str:
    """What was given, without the place in memory that a function would show."""
    return f"the function {given.__name__}" if isfunction(given) else shown(given)
