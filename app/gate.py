"""A file of claims, decided side by side: the gate in a CI job.

Memory hardly grows with their number: documents wait in a file (`spool`), and each is read again
where it is written out. What must never change: nothing is written before all are decided, since a
claim that turns out to make no sense refuses the whole file.
"""

from __future__ import annotations

import json
from collections.abc import Container, Iterator, Sequence
from contextlib import closing
from dataclasses import asdict
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from uuid import uuid4

from dpverify.app import governing
from dpverify.app.annotations import annotate, repository_path
from dpverify.app.claims_file import ListedClaim, read_claims
from dpverify.app.commands.output import Result, deliver, in_github_actions, remark
from dpverify.app.commands.progress import progress
from dpverify.app.deciding import decide, validate
from dpverify.app.exit_status import ExitStatus, combined
from dpverify.app.journal import OFF, digest_of, digest_of_code, digest_of_files, kept
from dpverify.app.program_files import Programs, names_a_module, programs_in
from dpverify.app.spool import Spool
from dpverify.app.subjects import Job, is_small_channel
from dpverify.checkers.worker_pool import PYTHON, Lost, answers
from dpverify.defs.computed import Computed
from dpverify.defs.errors import InputError
from dpverify.defs.target import parse_target
from dpverify.defs.validate import shown_path

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from dpverify.app.commands.options import Common, Reading
    from dpverify.checkers.answers.documents import Answer
    from dpverify.reports.sarif import Finding


WORKER = (PYTHON, "-I", "-m", "dpverify.app.claim_worker")
MOST_BYTES = 400_000_000
"""Bytes of the document of one claim that are read from the process that decided it."""
TOGETHER: Final = 50
"""Claims about small channels that are one question: to ask takes as long as to decide one."""
SHARES: Final = 4
"""How many questions each worker gets at least, where there are so many claims."""


def run_gate(path: str, common: Common) -> ExitStatus:
    """Decide every claim of a file, write the outcome, return the combined status."""
    claims = _read(path, common)
    keys = _keys(claims, common)
    with Spool(len(claims)) as spool, kept(
        "check", lambda: _question_of(claims, common), len(claims),
        place=common.journal, remark=lambda text: remark(text, common),
    ) as journal, progress("claims", len(claims), common) as advance:  # fmt: skip
        faults: dict[int, InputError] = {}
        statuses: dict[int, ExitStatus] = {}

        def note(number: int, document: Mapping[str, Any]) -> None:
            if "fault" in document:
                place = f"{shown_path(path)}, claim {number + 1}"
                fault = f"{place}: {document['fault']}"
                faults[number] = InputError.elsewhere(fault, document["rule"])
            else:
                statuses[number] = _status(claims[number].expect, document)
                spool.put(number, json.dumps(document))
            advance()

        try:
            for number, key in enumerate(keys):
                if key in journal.finished:
                    note(number, journal.finished.pop(key))
            journal.resumed(len(spool), len(claims))
            for number, document in decided_claims(claims, spool, common):
                note(number, document)
                if number not in faults:
                    journal.note(keys[number], document)
        except KeyboardInterrupt:  # what there is, is delivered; the journal stays
            if len(spool):
                undecided = len(claims) - len(spool)
                remark(f"interrupted: {undecided} of {len(claims)} claims are not decided", common)
                _deliver(path, claims, spool, common)
            raise
        if faults:
            raise faults[min(faults)]
        _deliver(path, claims, spool, common)
    return combined(statuses[number] for number in range(len(claims)))


def _question_of(claims: list[ListedClaim], common: Common) -> dict[str, Any]:
    """What a journal is of: what is asked, and not what the files hold; that is in each key."""
    jobs = [asdict(_job(claim, common.time_limit, common.seed)) for claim in claims]
    return {"jobs": jobs, "code": digest_of_code()}


def _keys(claims: list[ListedClaim], common: Common) -> list[str]:
    """A key for each claim; where no journal is kept, nobody asks for them."""
    if common.journal == OFF:
        return [""] * len(claims)
    programs = Programs.of(common)
    return [
        key_of_claim(number, claim, common, programs)
        for number, claim in enumerate(claims, start=1)
    ]


def _read(path: str, common: Common) -> list[ListedClaim]:
    """The claims, each looked at; all together have as long as one may take, each."""
    seconds = common.time_limit or governing.SECONDS
    governing.deadline(seconds)
    claims = read_claims(path)
    if common.out is not None:
        from dpverify.app.commands.overwriting import refuse_over_targets

        ways = [(each.path, each.reading) for each in claims]
        files = [(place, how.neighbours, how.prior, how.distance) for place, how in ways]
        refuse_over_targets(common.out, (name for names in files for name in names if name))
    governing.deadline(seconds * (1 + len(claims)))
    _validate(path, claims)
    governing.deadline(None)
    return claims


def key_of_claim(number: int, claim: ListedClaim, common: Common, programs: Programs) -> str:
    """What the answer to a claim depends on, as a digest."""
    target = parse_target(claim.path)
    if target is not None and target.kind == "module":
        return f"{number}:{uuid4()}"  # what a module imports is not known: it is decided again
    place = Path(claim.path if target is None else target.place)
    if names_a_module(place):
        return f"{number}:{uuid4()}"
    reading = claim.reading
    files = [place]
    files += [Path(name) for name in (reading.neighbours, reading.prior, reading.distance) if name]
    job = _job(claim, common.time_limit, common.seed)
    made_of = [digest_of_files(files), programs.digest(programs_in(place))]
    return f"{number}:{digest_of([asdict(job), *made_of])}"


def _answers(claims: Sequence[ListedClaim], spool: Spool) -> Sequence[tuple[ListedClaim, Answer]]:
    """The claims that are decided, in order, each with its answer."""
    from dpverify.checkers.answers.documents import read_answer

    numbers = list(spool)

    def answer(place: int) -> tuple[ListedClaim, Answer]:
        number = numbers[place]
        return claims[number], read_answer(spool.document(number))

    return Computed(len(numbers), answer)


def _deliver(path: str, claims: list[ListedClaim], spool: Spool, common: Common) -> None:
    from dpverify.reports.gate_report import (
        gate_cases,
        gate_document,
        gate_lines,
        gate_report,
        gate_writer,
    )
    from dpverify.reports.sarif import Finding

    answers = _answers(claims, spool)
    _annotate(path, answers)
    file = repository_path(path)

    def row(place: int) -> tuple[str, str, Answer]:
        claim, answer = answers[place]
        return claim.target, claim.expect, answer

    def finding(place: int) -> Finding:
        claim, answer = answers[place]
        return Finding(answer, claim.expect, file, claim.line, claim.target)

    rows, findings = Computed(len(answers), row), Computed(len(answers), finding)

    result = Result(
        lambda: gate_report(rows),
        lambda: gate_document(rows),
        lambda: gate_cases(rows),
        findings=lambda: findings,
        lines=lambda: gate_lines(rows),
        writer=lambda form: gate_writer(rows, findings, form),
    )
    deliver(result, common)


def _annotate(path: str, answers: Sequence[tuple[ListedClaim, Answer]]) -> None:
    if not in_github_actions():
        return
    from dpverify.reports.github import annotation

    file = repository_path(path)
    annotate(
        annotation(answer, claim.expect, file=file, line=claim.line, target=claim.target)
        for claim, answer in answers
    )


def _validate(path: str, claims: list[ListedClaim]) -> None:
    """Refuse the whole file for one bad claim, before any work."""
    known: set[tuple[str, Reading]] = set()  # targets that were read, where nothing else is asked
    for number, claim in enumerate(claims, start=1):
        job = _job(claim)
        about = claim.path, claim.reading
        plain = claim.all_inputs is None and claim.eps_range is None and claim.as_run is None
        try:
            validate(job, readable=plain and about in known)
        except InputError as error:
            place = f"{shown_path(path)}, claim {number}"
            raise InputError.elsewhere(f"{place}: {error}", error.rule) from error
        if plain:
            known.add(about)


def _question(jobs: Sequence[Job]) -> dict[str, Any]:
    """What a worker is asked about a job, or about several together."""
    forms = [asdict(job) for job in jobs]
    return forms[0] if len(forms) == 1 else {"together": forms}


def _groups(
    claims: Sequence[ListedClaim], numbers: Sequence[int], workers: int
) -> list[Sequence[int]]:
    """The claims that are one question: neighbours in the file about small channels."""
    groups: list[Sequence[int]] = []
    several = min(TOGETHER, 1 + len(numbers) // (SHARES * workers))
    for small, run in groupby(numbers, lambda number: is_small_channel(claims[number])):
        members = list(run)
        size = several if small else 1
        groups += [members[k : k + size] for k in range(0, len(members), size)]
    return groups


def decided_claims(
    claims: list[ListedClaim], finished: Container[int], common: Common
) -> Iterator[tuple[int, dict[str, Any]]]:
    """The number and document of each claim that is not finished, as they are decided."""
    numbers = [number for number in range(len(claims)) if number not in finished]

    def job(number: int) -> Job:
        return _job(claims[number], common.time_limit, common.seed)

    if common.jobs == 1 and not governing.governs():
        for number in numbers:
            try:
                yield number, decide(job(number))
            except InputError as error:
                yield number, {"fault": str(error), "rule": error.rule}
        return
    groups = _groups(claims, numbers, common.jobs)
    lost: list[Sequence[int]] = []
    for group, documents in _answered(groups, job, common):
        if documents is None:
            lost += [[number] for number in group]  # each has all of the time for itself
        else:
            yield from zip(group, documents, strict=True)
    for group, documents in _answered(lost, job, common):
        yield from zip(group, documents or (), strict=True)


def _answered(
    groups: Sequence[Sequence[int]], job: Callable[[int], Job], common: Common
) -> Iterator[tuple[Sequence[int], Sequence[dict[str, Any]] | None]]:
    """Each group with its documents; None where nothing came back of several claims."""
    limit = common.time_limit or governing.SECONDS
    questions = Computed(len(groups), lambda k: _question([*map(job, groups[k])]))
    with closing(
        answers(
            WORKER, questions, workers=common.jobs,
            seconds=limit + governing.GRACE, most=MOST_BYTES,
        )
    ) as replies:  # fmt: skip
        for k, answer in replies:
            group = groups[k]
            if isinstance(answer, Lost):
                late = answer.code == "time"
                text = governing.time_text(limit) if late else f"the claim {answer.text}"
                alone = [_unknown(job(group[0]), answer.code, text)]
                yield group, alone if len(group) == 1 else None
            else:
                several = answer["together"] if len(group) > 1 else [answer]
                yield (
                    group,
                    [
                        _unknown(job(number), *reply["undecided"])
                        if "undecided" in reply
                        else reply
                        for number, reply in zip(group, several, strict=True)
                    ],
                )


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
