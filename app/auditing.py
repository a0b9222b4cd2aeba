"""From the options of `dpverify audit` to its document."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from uuid import uuid4

from dpverify.app.journal import digest_of_code, digest_of_files
from dpverify.app.program_files import Programs
from dpverify.checkers import seam as seams
from dpverify.checkers.audit.audit import (
    DRAWS,
    MOST_DRAWS,
    RISK,
    audit,
    audit_files,
    plan_of,
)  # fmt: skip
from dpverify.checkers.audit.nulls import PARAMETERS, claim_of
from dpverify.checkers.audit.one_run import audited, read_scores
from dpverify.checkers.audit.own_events import of_witness, predicate
from dpverify.checkers.audit.running import Watch
from dpverify.checkers.audit.samplers import Command, Named, command_of
from dpverify.defs.definitions.registry import definition
from dpverify.defs.errors import UsageError
from dpverify.defs.places import is_file
from dpverify.defs.target import RealCode, parse_target
from dpverify.defs.validate import shown, shown_path

if TYPE_CHECKING:
    from dpverify.checkers.audit.events import Event, Own
    from dpverify.checkers.seam import Seam
    from dpverify.defs.definitions.definition import Definition
    from dpverify.defs.target import Sizes

SOURCES: Final = "TARGET, --command, --samples or --canaries"


@dataclass(frozen=True)
class Question:
    """What was asked on the command line; one of the first four is given."""

    target: str | None
    command: str | None
    samples: tuple[str, ...]
    canaries: str | None
    definition: str
    given: dict[str, str]
    inputs: str | None
    datasets: str | None
    sizes: Sizes | None
    neighbours: str | None
    draws: int | None
    risk: str | None
    batch: int | None
    events: tuple[str, ...]
    witness: str | None
    classifier: bool
    curve: str | None
    to_the_end: bool
    seed: int
    seconds: float | None
    jobs: int
    scheduler: str | None

    def claim(self) -> Definition:
        """The definition with its parameters.

        Raises: UsageError for one that is not audited.
        """
        if self.definition not in PARAMETERS:
            raise UsageError(
                f"--definition {shown(self.definition)} is not audited by samples; give one of"
                f" {', '.join(sorted(PARAMETERS))}"
            )
        return definition(self.definition, **self.given)

    def check(self) -> None:
        """Refuse options that do not belong together.

        Raises: UsageError.
        """
        sources = (self.target, self.command, self.samples, self.canaries)
        if sum(bool(one) for one in sources) != 1:
            raise UsageError(f"name one thing that is audited: {SOURCES}")
        sampler = self.target or self.command
        if sampler and (self.inputs is None) == (self.datasets is None):
            raise UsageError(
                "an audit compares inputs: add --inputs '[0, 1]', or --datasets '[0, 1]'"
                " --max-size 3"
            )
        for name, value in (("--inputs", self.inputs), ("--datasets", self.datasets),
                            ("--neighbours", self.neighbours),
                            ("--draws", self.draws), ("--scheduler", self.scheduler)):  # fmt: skip
            if value is not None and not sampler:
                raise UsageError(f"{name} is about a sampler; there is none, but files")
        if self.canaries and (self.events or self.witness or self.classifier or self.curve):
            raise UsageError("events and curves are no part of an audit in one run")

    def compared(self) -> dict[str, Any]:
        """The inputs and the pairs of them that are compared, as `audit` takes them.

        Raises: UsageError for what is no literal, or no data set.
        """
        given = self.inputs if self.datasets is None else self.datasets
        inputs, neighbours = RealCode(str(given), self.neighbours, sizes=self.sizes).what()
        return {"inputs": inputs, "neighbours": None if neighbours == "all" else neighbours}

    @property
    def options(self) -> dict[str, Any]:
        """The arguments that all audits of events share."""
        events: list[Event | Own] = [predicate(target) for target in self.events]
        if self.witness is not None:
            events.append(of_witness(self.witness))
        curve = [] if self.curve is None else self.curve.split(",")
        return {
            "risk": RISK if self.risk is None else self.risk, "seed": self.seed,
            "batch": self.batch, "events": events, "classifier": self.classifier, "curve": curve,
            "to_the_end": self.to_the_end, "seconds": self.seconds,
        }  # fmt: skip

    def sampler(self) -> Command | Named:
        """The function or command; what it names is looked at, but not run.

        Raises: UsageError, FileError.
        """
        if self.command is not None:
            return command_of(self.command)
        target = parse_target(str(self.target))
        if target is None or target.kind == "library" or target.settings:
            raise UsageError(f"{shown(self.target)} names no function; write file.py:function")
        if target.kind == "file" and not is_file(Path(target.place)):
            raise UsageError(f"there is no file {shown_path(target.place)}; name a Python file")
        return Named(target.text)

    def seam(self) -> Seam:
        """Who draws: processes of this machine, or the workers of a scheduler."""
        return seams.of(self.scheduler, self.jobs)


def batches_of(question: Question) -> int:
    """How many batches there will be, for the journal; 0 where none is kept."""
    if question.canaries or question.samples:
        return 0
    asked = {**question.compared(), **question.options}
    plan = plan_of(question.claim(), draws=_draws(question), **asked)
    return len(plan.sizes)


def _draws(question: Question) -> int:
    draws = DRAWS if question.draws is None else question.draws
    if not 0 < draws <= MOST_DRAWS:
        raise UsageError(f"--draws is {draws}; give a whole number from 1 to {MOST_DRAWS:,}")
    return draws


PYTHON: Final = re.compile(r"python[0-9.]*")
"""How an interpreter is called."""


def _runs_a_file(words: Sequence[str]) -> bool:
    """Whether a command is Python with a file of its own, as in `python sampler.py {input}`."""
    python, *rest = words
    named = PYTHON.fullmatch(Path(python).name) or python == sys.executable
    return bool(named and rest) and Path(rest[0]).suffix == ".py" and Path(rest[0]).is_file()


def question_of(question: Question, programs: Programs) -> dict[str, Any]:
    """All that the counts of a batch depend on, as data: what a journal is of."""
    files: list[Path] = []
    sources: list[Path] = []
    unseen = ""
    target = None if question.target is None else parse_target(question.target)
    if target is not None and target.kind == "file":
        sources = [Path(target.place)]
    elif target is not None and target.kind == "module":
        unseen = str(uuid4())  # what a module imports is not known: its counts are made again
    elif question.command is not None:
        words = command_of(question.command).words
        files = [Path(word) for word in words if Path(word).is_file()]
        sources = [word for word in files if word.suffix == ".py"]
        if not _runs_a_file(words):  # a module, a text or a script: what it runs is not known
            unseen = str(uuid4())
    for event in map(parse_target, question.events):
        if event is not None and event.kind == "file":
            sources.append(Path(event.place))
        else:
            unseen = str(uuid4())
    files += [] if question.witness is None else [Path(question.witness)]
    options = {key: value for key, value in vars(question).items()
               if key not in ("jobs", "scheduler", "seconds", "to_the_end")}  # fmt: skip
    return {
        "options": options,
        "files": digest_of_files(files),
        "programs": programs.digest(sources) + unseen,
        "code": digest_of_code(),
    }


def found(question: Question, watch: Watch) -> dict[str, Any]:
    """The document of an audit.

    Raises: InputError for what was given, ProgramError for what the sampler raises.
    """
    claim = question.claim()
    if question.canaries is not None:
        scores = read_scores(question.canaries)
        plan = plan_of(claim, [0, 1], **{**question.options, "seconds": None})
        return audited(scores, claim_of(claim), plan.risk, question.seed, question.canaries)
    if question.samples:
        return audit_files(question.samples, claim, watch=watch, **question.options).document
    return audit(
        question.sampler(), claim, draws=_draws(question), executor=question.seam(), watch=watch,
        **question.compared(), **question.options,
    ).document  # fmt: skip
