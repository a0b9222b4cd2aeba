"""Claims as plain data, decided here or in a worker process: texts in, result documents out.

A job holds only texts and numbers, so that it can be sent to another process.
"""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from dpverify.app.commands.options import Reading
from dpverify.app.subjects import load_subject, program_of
from dpverify.defs.errors import UsageError
from dpverify.defs.knowledge.registry import definition_class, notion

if TYPE_CHECKING:
    from collections.abc import Generator

    from dpverify.checkers.continuous.integer_program import IntegerProgram
    from dpverify.checkers.continuous.program import Program
    from dpverify.checkers.subjects import Subject
    from dpverify.defs.channel import Channel
    from dpverify.defs.knowledge import Scenario
    from dpverify.defs.programs import Enumeration
    from dpverify.defs.programs.target import Target

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
    if job.eps_range is not None:
        from dpverify.app.all_eps import validate_family

        validate_family(job)
        return
    asked = notion(job.definition, **dict(job.given))
    if program_of(job.target, job.reading) is None:
        _only_programs(job)
        load_subject(job.target, job.reading)
    elif job.all_inputs and asked.name == "local-dp":
        raise UsageError("local-dp is about the listed inputs; leave out --all-inputs")


def _only_programs(job: Job) -> None:
    if job.all_inputs:
        raise UsageError("--all-inputs is about programs with continuous noise; name one")


def decide(job: Job, channel: Channel | Scenario | None = None) -> dict[str, Any]:
    """Return the result document of `check` for one job."""
    if job.eps_range is not None:
        from dpverify.app.all_eps import decide_family

        return decide_family(job)
    asked = notion(job.definition, **dict(job.given))
    program = None if channel is not None else program_of(job.target, job.reading)
    if program is not None:
        from dpverify.checkers.programs.decide import check_program

        with _passes(job, program) as passes:
            found = check_program(
                passes,
                asked,
                source=job.shown,
                time_limit=job.time_limit,
                seed=job.seed or 0,
                everywhere=job.all_inputs,
            )
        return found.to_dict()
    _only_programs(job)
    subject = _subject(job, channel)
    from dpverify.checkers.decide import check

    verdict = check(subject, asked, time_limit=job.time_limit, seed=job.seed or 0, source=job.shown)
    return verdict.to_dict()


def measured(job: Job, channel: Channel | Scenario | None = None) -> dict[str, Any]:
    """Return the result document of `measure` for one job.

    Raises: Undecided where the time limit or the precision does not suffice.
    """
    definition_class(job.definition)
    program = None if channel is not None else program_of(job.target, job.reading)
    if program is not None:
        from dpverify.checkers.programs.decide import measure_program

        with _passes(job, program) as passes:
            bounds = measure_program(
                passes,
                job.definition,
                source=job.shown,
                time_limit=job.time_limit,
                seed=job.seed or 0,
                everywhere=job.all_inputs,
                **dict(job.given),
            )
        return bounds.to_dict()
    _only_programs(job)
    subject = _subject(job, channel)
    from dpverify.checkers.decide import measure

    found = measure(
        subject,
        job.definition,
        time_limit=job.time_limit,
        seed=job.seed or 0,
        source=job.shown,
        all_inputs=False,
        **dict(job.given),
    )
    return found.to_dict()


def _passes(job: Job, target: Target) -> closing[Generator[Enumeration | Program | IntegerProgram]]:
    """Return the passes of a program in a process of its own, which ends with the block."""
    from dpverify.checkers.programs.process import Limits, enumerated_apart

    limits = Limits() if job.time_limit is None else Limits(seconds=job.time_limit)
    return closing(enumerated_apart(target, limits, everywhere=job.all_inputs))


def _subject(job: Job, given: Channel | Scenario | None) -> Subject | Scenario:
    """The subject of a job; a channel knows which parts of it came from options."""
    from dpverify.checkers.subjects import Subject
    from dpverify.defs.channel import Channel

    loaded = load_subject(job.target, job.reading) if given is None else given
    if not isinstance(loaded, Channel):
        return loaded
    replaced = tuple(key for key in RESTATED if getattr(job.reading, key) is not None)
    return Subject(loaded, job.shown, replaced)
