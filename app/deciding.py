"""Claims as plain data, decided here or in a worker process: texts in, result documents out.

A job holds only texts and numbers, so that it can be sent to another process.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from dpverify.app.commands.options import Reading
from dpverify.app.subjects import load_subject, program_of
from dpverify.defs.errors import UsageError
from dpverify.defs.notions.registry import definition_class, notion

if TYPE_CHECKING:
    from dpverify.checkers.all_eps.decide import FamilyClaim
    from dpverify.checkers.subjects import Subject
    from dpverify.defs.channel import Channel
    from dpverify.defs.knowledge import Scenario
    from dpverify.defs.notions.definition import Definition
    from dpverify.defs.programs.target import Target
    from dpverify.defs.symbolic.family import Family

AS_WRITTEN = Reading()
RESTATED = ("neighbours", "prior", "distance")


@dataclass(frozen=True)
class Job:
    """One claim: what is decided, under which definition, within which budget."""

    target: str
    definition: str
    given: tuple[tuple[str, str | tuple[str, ...]], ...]
    reading: Reading = AS_WRITTEN
    time_limit: float | None = None
    seed: int | None = None
    source: str | None = None
    eps_range: str | None = None
    all_inputs: bool = False

    @property
    def shown(self) -> str:
        """The subject as the user wrote it."""
        return self.target if self.source is None else self.source


def validate(job: Job) -> None:
    """Refuse a job that makes no sense, before any work; a program is not looked into.

    Raises: InputError.
    """
    claim = _claim(job)
    subject = _subject(job, None)
    from dpverify.defs.programs.target import Target

    if not isinstance(subject, Target):
        return
    if job.all_inputs and claim.name == "local-dp":
        raise UsageError("local-dp is about the listed inputs; leave out --all-inputs")


def decide(job: Job, channel: Channel | Scenario | None = None) -> dict[str, Any]:
    """Return the result document of `check` for one job."""
    claim = _claim(job)
    subject = _subject(job, channel)
    from dpverify.checkers.decide import check

    verdict = check(
        subject,
        claim,
        time_limit=job.time_limit,
        seed=job.seed or 0,
        source=job.shown,
        all_inputs=job.all_inputs,
        eps_range=job.eps_range,
    )
    return verdict.to_dict()


def measured(job: Job, channel: Channel | Scenario | None = None) -> dict[str, Any]:
    """Return the result document of `measure` for one job.

    Raises: Undecided where the time limit or the precision does not suffice.
    """
    definition_class(job.definition)
    subject = _subject(job, channel)
    from dpverify.checkers.decide import measure

    result = measure(
        subject,
        job.definition,
        time_limit=job.time_limit,
        seed=job.seed or 0,
        source=job.shown,
        all_inputs=job.all_inputs,
        **dict(job.given),
    )
    return result.to_dict()


def _claim(job: Job) -> Definition | FamilyClaim:
    if job.eps_range is None:
        return notion(job.definition, **dict(job.given))
    from dpverify.app.all_eps import family_claim

    return family_claim(job)


def _subject(job: Job, given: Channel | Scenario | None) -> Subject | Scenario | Target | Family:
    """What a job is about; a channel knows which parts of it came from options.

    Args: given the channel or scenario of the target, where it was read before.
    """
    if job.eps_range is not None:
        from dpverify.app.all_eps import family_or_target

        return family_or_target(job)
    program = None if given is not None else program_of(job.target, job.reading)
    if program is not None:
        return program
    if job.all_inputs:
        raise UsageError("--all-inputs is about programs with continuous noise; name one")
    from dpverify.checkers.subjects import Subject
    from dpverify.defs.channel import Channel

    loaded = load_subject(job.target, job.reading) if given is None else given
    if not isinstance(loaded, Channel):
        return loaded
    replaced = tuple(key for key in RESTATED if getattr(job.reading, key) is not None)
    return Subject(loaded, job.shown, replaced)
