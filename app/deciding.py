"""Claims as plain data, decided here or in a worker process: texts in, result documents out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from dpverify.app import governing
from dpverify.app.subjects import Job, load_subject, program_of, real_code
from dpverify.defs.definitions import registry
from dpverify.defs.definitions.registry import definition_class
from dpverify.defs.errors import UsageError

if TYPE_CHECKING:
    from dpverify.checkers.all_eps.decide import FamilyClaim
    from dpverify.checkers.steps import Steps
    from dpverify.checkers.subjects import Subject
    from dpverify.checkers.symbols.claim import SymbolicClaim
    from dpverify.checkers.verdict import Unknown, Verdict
    from dpverify.defs.channel import Channel
    from dpverify.defs.definitions.definition import Definition
    from dpverify.defs.knowledge import Scenario
    from dpverify.defs.symbolic.family import Family
    from dpverify.defs.target import Target

SPARE = 1.0
"""Seconds beyond those for advice before the run is killed: the answer is known by then."""
RESTATED = ("neighbours", "prior", "distance")


def validate(job: Job, *, readable: bool = False) -> None:
    """Refuse a job that makes no sense, before any work; a program is not looked into.

    Args: readable whether its target was read before, just as it is meant here.
    Raises: InputError.
    """
    claim = _claim(job)
    if readable:
        return
    subject = _subject(job, None)
    from dpverify.defs.target import Target

    if not isinstance(subject, Target):
        return
    if job.all_inputs and claim.name == "local-dp":
        raise UsageError("local-dp is about the listed inputs; leave out --all-inputs")


def decide(
    job: Job, channel: Channel | Scenario | None = None, *, brief: bool = False
) -> dict[str, Any]:
    """Return the result document of `check` for one job; `brief` as for `Result.to_dict`."""
    from dpverify.checkers.steps import alone

    return alone(deciding(job, channel, brief=brief))


def deciding(
    job: Job, channel: Channel | Scenario | None = None, *, brief: bool = False
) -> Steps[dict[str, Any]]:
    """`decide` in steps, for many small claims; one that is not about a channel has one step."""
    claim = _claim(job)
    subject = _subject(job, channel)
    from dpverify.checkers.decide import check, checking
    from dpverify.checkers.subjects import subject_kind
    from dpverify.checkers.verdict import Result, Unknown

    how: dict[str, Any] = {"time_limit": job.time_limit, "seed": job.seed or 0}
    if subject_kind(subject, claim, job.eps_range) == "channel":
        found = yield from checking(subject, cast("Definition", claim), **how)
        yield  # the document that is handed out is a step of its own
        return found.to_dict(brief=brief)
    verdict = check(
        subject,
        claim,
        source=job.shown,
        all_inputs=job.all_inputs,
        eps_range=job.eps_range,
        **how,
    )
    seconds = job.advice if job.eps_range is None else None
    if seconds and isinstance(verdict, Unknown):
        verdict = _with_advice(verdict, subject, cast("Definition", claim), job, seconds)
    return verdict.to_dict(brief=brief) if isinstance(verdict, Result) else verdict.to_dict()


def _with_advice(
    verdict: Unknown, subject: object, claim: Definition, job: Job, seconds: float
) -> Verdict:
    from dpverify.defs.target import Target

    if not isinstance(subject, Target):
        return verdict
    from dpverify.checkers.decide import check
    from dpverify.checkers.next_questions.advising import advised

    # What is tried has time of its own; the answer is there, and is not lost with it.
    governing.deadline(seconds + SPARE)
    return advised(
        verdict, subject, claim, check,
        seconds=seconds, time_limit=job.time_limit, seed=job.seed or 0, all_inputs=job.all_inputs,
    )  # fmt: skip


def measured(
    job: Job, channel: Channel | Scenario | None = None, *, brief: bool = False
) -> dict[str, Any]:
    """Return the result document of `measure` for one job; `brief` as for `Result.to_dict`.

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
    return result.to_dict(brief=brief)


def _claim(job: Job) -> Definition | FamilyClaim | SymbolicClaim:
    if job.eps_range is None and job.all_inputs:
        from dpverify.checkers.symbols.claim import SymbolicClaim, has_symbols

        given = {name: text for name, text in job.given if isinstance(text, str)}
        if has_symbols(given):
            return SymbolicClaim(job.definition, given)
    if job.eps_range is None:
        return registry.definition(job.definition, **dict(job.given))
    from dpverify.app.all_eps import family_claim

    return family_claim(job)


def _subject(job: Job, given: Channel | Scenario | None) -> Subject | Scenario | Target | Family:
    """What a job is about; a channel knows which parts of it came from options.

    Args: given the channel or scenario of the target, where it was read before.
    """
    if job.eps_range is not None:
        from dpverify.app.all_eps import family_or_target

        return family_or_target(job)
    if job.as_run is not None:
        return real_code(job.target, job.as_run)
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
