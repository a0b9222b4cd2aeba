"""Claims as plain data, decided here or in a worker process: texts in, result documents out.

A job holds only texts and numbers, so that it can be sent to any `concurrent.futures.Executor`.
"""

from __future__ import annotations

import sys
from concurrent.futures import Executor, Future
from contextlib import closing
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

from dpverify.commands.options import Reading
from dpverify.defs.errors import UsageError
from dpverify.defs.knowledge.registry import definition_class, notion
from dpverify.subjects import load_subject, program_of

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Mapping

    from dpverify.checkers.continuous.integers import IntegerProgram
    from dpverify.checkers.continuous.program import Program
    from dpverify.defs.channel import Channel
    from dpverify.defs.knowledge import Scenario
    from dpverify.defs.programs import Enumeration
    from dpverify.defs.programs.target import Target

AS_WRITTEN = Reading()
RESTATED = ("neighbours", "prior", "distance")
P = ParamSpec("P")
R = TypeVar("R")


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
        from dpverify.all_eps import validate_family

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
        from dpverify.all_eps import decide_family

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
    subject = load_subject(job.target, job.reading) if channel is None else channel
    from dpverify.checkers.decide import check

    verdict = check(subject, asked, time_limit=job.time_limit, seed=job.seed or 0, source=job.shown)
    return completed(verdict.to_dict(), job)


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
    subject = load_subject(job.target, job.reading) if channel is None else channel
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
    return completed(found.to_dict(), job)


def _passes(job: Job, target: Target) -> closing[Generator[Enumeration | Program | IntegerProgram]]:
    """Return the passes of a program in a process of its own, which ends with the block."""
    from dpverify.checkers.programs.process import Limits, enumerated_apart

    limits = Limits() if job.time_limit is None else Limits(seconds=job.time_limit)
    return closing(enumerated_apart(target, limits, everywhere=job.all_inputs))


def completed(document: Mapping[str, Any], job: Job) -> dict[str, Any]:
    """Return the document with the parts of the channel that came from options among `given`."""
    channel = document["subject"].get("channel")
    if channel is None:
        return dict(document)
    replaced = {key: channel[key] for key in RESTATED if getattr(job.reading, key) is not None}
    return {**document, "given": {**document["given"], **replaced}}


class InThisProcess(Executor):
    """The executor of one job at a time: no process, no pickling, the same interface."""

    def submit(
        self, function: Callable[P, R], /, *arguments: P.args, **named: P.kwargs
    ) -> Future[R]:
        """Run the call now and return its finished future."""
        future: Future[R] = Future()
        try:
            future.set_result(function(*arguments, **named))
        except Exception as error:  # noqa: BLE001 (handed to whoever asks for the result)
            future.set_exception(error)
        return future


def executor_for(jobs: int) -> Executor:
    """Return the executor for so many jobs at a time."""
    if jobs == 1:
        return InThisProcess()
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    from dpverify.cli import MOST_DIGITS

    return ProcessPoolExecutor(
        jobs,
        mp_context=get_context("spawn"),
        initializer=sys.set_int_max_str_digits,
        initargs=(MOST_DIGITS,),
    )
