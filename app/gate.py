"""A file of claims, decided side by side: the gate in a CI job."""

from __future__ import annotations

from contextlib import closing
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from dpverify.app import governing
from dpverify.app.annotations import annotate, in_github_actions, repository_path
from dpverify.app.claims_file import ListedClaim, read_claims
from dpverify.app.commands.output import Result, deliver, remark
from dpverify.app.commands.progress import progress
from dpverify.app.deciding import decide, validate
from dpverify.app.exit_status import ExitStatus, combined
from dpverify.app.journal import digest_of, digest_of_code, digest_of_files, kept
from dpverify.app.subjects import Job
from dpverify.checkers.worker_pool import PYTHON, Lost, answers
from dpverify.defs.errors import InputError, SchemaError
from dpverify.defs.target import parse_target
from dpverify.defs.validate import shown_path

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from dpverify.app.commands.options import Common
    from dpverify.checkers.answers.documents import Answer
    from dpverify.reports.sarif import Finding


WORKER = (PYTHON, "-I", "-m", "dpverify.app.claim_worker")
MOST_BYTES = 400_000_000
"""Bytes of the document of one claim that are read from the process that decided it."""


def run_gate(path: str, common: Common) -> ExitStatus:
    """Decide every claim of a file, write the outcome, return the combined status."""
    claims = _read(path, common)
    keys = [key_of_claim(number, claim, common) for number, claim in enumerate(claims, start=1)]
    with kept(
        "check", lambda: {"keys": keys, "code": digest_of_code()}, len(claims),
        place=common.journal, remark=lambda text: remark(text, common),
    ) as journal, progress("claims", len(claims), common) as advance:  # fmt: skip
        finished: dict[int, dict[str, Any]] = {}
        try:
            for number, key in enumerate(keys):
                if key in journal.finished:
                    finished[number] = journal.finished[key]
                    advance()
            journal.resumed(len(finished), len(claims))
            for number, document in decided_claims(claims, finished, common):
                finished[number] = document
                if "fault" not in document:
                    journal.note(keys[number], document)
                advance()
        except KeyboardInterrupt:  # what there is, is delivered; the journal stays
            sound = {k: piece for k, piece in finished.items() if "fault" not in piece}
            if sound:
                undecided = len(claims) - len(sound)
                remark(f"interrupted: {undecided} of {len(claims)} claims are not decided", common)
                _deliver(path, [(claims[k], sound[k]) for k in sorted(sound)], common)
            raise
        outcomes = [(claim, _sound(finished[number])) for number, claim in enumerate(claims)]
        _deliver(path, outcomes, common)
    return combined(_status(claim.expect, document) for claim, document in outcomes)


def _read(path: str, common: Common) -> list[ListedClaim]:
    """The claims, each looked at; all together have as long as one may take, each."""
    seconds = common.time_limit or governing.SECONDS
    governing.deadline(seconds)
    claims = read_claims(path)
    governing.deadline(seconds * (1 + len(claims)))
    _validate(path, claims)
    governing.deadline(None)
    return claims


def key_of_claim(number: int, claim: ListedClaim, common: Common) -> str:
    """What the answer to a claim depends on, as a digest; a program with the files beside it."""
    target = parse_target(claim.path)
    if target is not None and target.kind == "module":
        return f"{number}:{uuid4()}"  # what a module imports is not known: it is decided again
    place = Path(claim.path if target is None else target.place)
    reading = claim.reading
    files = [place, *sorted(place.parent.glob("*.py"))] if place.suffix == ".py" else [place]
    files += [Path(name) for name in (reading.neighbours, reading.prior, reading.distance) if name]
    job = _job(claim, common.time_limit, common.seed)
    return f"{number}:{digest_of([asdict(job), digest_of_files(files)])}"


def _sound(document: dict[str, Any]) -> dict[str, Any]:
    if "fault" in document:
        raise InputError.elsewhere(document["fault"], document["rule"])
    return document


def _deliver(path: str, outcomes: list[tuple[ListedClaim, dict[str, Any]]], common: Common) -> None:
    from dpverify.checkers.answers.documents import read_answer
    from dpverify.reports.gate_report import gate_cases, gate_document, gate_lines, gate_report

    answers = [(claim, read_answer(document)) for claim, document in outcomes]
    _annotate(path, answers)
    rows = [(claim.target, claim.expect, answer) for claim, answer in answers]
    result = Result(
        lambda: gate_report(rows),
        lambda: gate_document(rows),
        lambda: gate_cases(rows),
        findings=lambda: _findings(path, answers),
        lines=lambda: gate_lines(rows),
    )
    deliver(result, common)


def _annotate(path: str, answers: list[tuple[ListedClaim, Answer]]) -> None:
    if not in_github_actions():
        return
    from dpverify.reports.github import annotation

    file = repository_path(path)
    annotate(
        annotation(answer, claim.expect, file=file, line=claim.line, target=claim.target)
        for claim, answer in answers
    )


def _findings(path: str, answers: list[tuple[ListedClaim, Answer]]) -> tuple[Finding, ...]:
    from dpverify.reports.sarif import Finding

    file = repository_path(path)
    return tuple(
        Finding(answer, claim.expect, file, claim.line, claim.target) for claim, answer in answers
    )


def _validate(path: str, claims: list[ListedClaim]) -> None:
    """Refuse the whole file for one bad claim, before any work."""
    for number, claim in enumerate(claims, start=1):
        try:
            validate(_job(claim))
        except InputError as error:
            raise SchemaError(f"{shown_path(path)}, claim {number}: {error}") from error


def decided_claims(
    claims: list[ListedClaim], finished: Mapping[int, Any], common: Common
) -> Iterator[tuple[int, dict[str, Any]]]:
    """The number and document of each claim that is not finished, as they are decided."""
    numbers = [number for number in range(len(claims)) if number not in finished]
    jobs = [_job(claims[number], common.time_limit, common.seed) for number in numbers]
    if common.jobs == 1 and not governing.governs():
        for number, job in zip(numbers, jobs, strict=True):
            yield number, decide(job)
        return
    limit = common.time_limit or governing.SECONDS
    questions = [asdict(job) for job in jobs]
    with closing(
        answers(
            WORKER, questions, workers=common.jobs, seconds=limit + governing.GRACE, most=MOST_BYTES
        )
    ) as replies:
        for k, answer in replies:
            if isinstance(answer, Lost):
                late = answer.code == "time"
                text = governing.time_text(limit) if late else f"the claim {answer.text}"
                yield numbers[k], _unknown(jobs[k], answer.code, text)
            elif "undecided" in answer:
                yield numbers[k], _unknown(jobs[k], *answer["undecided"])
            else:
                yield numbers[k], answer


def _unknown(job: Job, code: str, text: str) -> dict[str, Any]:
    """The document of a claim of which nothing came back: what was asked, and why it is open."""
    given = {name: value if isinstance(value, str) else list(value) for name, value in job.given}
    return {
        "schema": "dpverify.result/1.0",
        "subject": {"kind": "program", "source": job.shown},
        "definition": job.definition,
        "given": given,
        "verdict": "unknown",
        "reason": {"code": code, "text": text},
    }


def _job(claim: ListedClaim, time_limit: float | None = None, seed: int | None = None) -> Job:
    return Job(
        claim.path, claim.definition, claim.given, claim.reading, time_limit, seed, claim.target,
        claim.eps_range, claim.all_inputs, claim.as_run,
    )  # fmt: skip


def _status(expect: str, document: Mapping[str, Any]) -> ExitStatus:
    if document["verdict"] == "unknown":
        return ExitStatus.UNKNOWN
    return ExitStatus.DONE if document["verdict"] == expect else ExitStatus.FAILED
