"""A file of claims, decided side by side: the gate in a CI job."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dpverify.annotations import annotate, in_github_actions, repository_path
from dpverify.claims_file import ListedClaim, read_claims
from dpverify.commands.output import Result, deliver
from dpverify.commands.progress import progress
from dpverify.deciding import Job, decide, executor_for, validate
from dpverify.defs.errors import InputError, SchemaError
from dpverify.defs.validate import shown_path
from dpverify.exit_status import ExitStatus, combined

if TYPE_CHECKING:
    from collections.abc import Mapping

    from dpverify.commands.options import Common
    from dpverify.reports.sarif import Finding


def run_gate(path: str, common: Common) -> ExitStatus:
    """Decide every claim of a file, write the outcome, return the combined status."""
    claims = read_claims(path)
    _validate(path, claims)
    documents = _decided(claims, common)
    from dpverify.reports.gate_report import gate_cases, gate_document, gate_report

    outcomes = list(zip(claims, documents, strict=True))
    _annotate(path, outcomes)
    rows = [(claim.target, claim.expect, document) for claim, document in outcomes]
    result = Result(
        lambda: gate_report(rows),
        lambda: gate_document(rows),
        lambda: gate_cases(rows),
        findings=lambda: _findings(path, outcomes),
    )
    deliver(result, common)
    return combined(_status(claim.expect, document) for claim, document in outcomes)


def _annotate(path: str, outcomes: list[tuple[ListedClaim, dict[str, Any]]]) -> None:
    if not in_github_actions():
        return
    from dpverify.reports.github import annotation

    file = repository_path(path)
    annotate(
        annotation(document, claim.expect, file=file, line=claim.line, target=claim.target)
        for claim, document in outcomes
    )


def _findings(path: str, outcomes: list[tuple[ListedClaim, dict[str, Any]]]) -> tuple[Finding, ...]:
    from dpverify.reports.sarif import Finding

    file = repository_path(path)
    return tuple(
        Finding(document, claim.expect, file, claim.line, claim.target)
        for claim, document in outcomes
    )


def _validate(path: str, claims: list[ListedClaim]) -> None:
    """Refuse the whole file for one bad claim, before any work."""
    for number, claim in enumerate(claims, start=1):
        try:
            validate(_job(claim))
        except InputError as error:
            raise SchemaError(f"{shown_path(path)}, claim {number}: {error}") from error


def _decided(claims: list[ListedClaim], common: Common) -> list[dict[str, Any]]:
    jobs = [_job(claim, common.time_limit, common.seed) for claim in claims]
    with (
        executor_for(min(common.jobs, len(jobs))) as executor,
        progress("claims", len(jobs), common) as advance,
    ):
        futures = []
        for job in jobs:
            future = executor.submit(decide, job)
            future.add_done_callback(lambda _: advance())
            futures.append(future)
        return [future.result() for future in futures]


def _job(claim: ListedClaim, time_limit: float | None = None, seed: int | None = None) -> Job:
    return Job(
        claim.path, claim.definition, claim.given, claim.reading, time_limit, seed, claim.target,
        claim.eps_range, claim.all_inputs,
    )  # fmt: skip


def _status(expect: str, document: Mapping[str, Any]) -> ExitStatus:
    if document["verdict"] == "unknown":
        return ExitStatus.UNKNOWN
    return ExitStatus.DONE if document["verdict"] == expect else ExitStatus.FAILED
