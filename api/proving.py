"""From the arguments of `prove` to jobs, and from its outcome to a folder of reports."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from traceback import walk_tb
from typing import TYPE_CHECKING, Any

from dpverify.defs.errors import DpverifyError, FileError, InputError, InternalError, UsageError
from dpverify.defs.io import write_atomic
from dpverify.defs.places import absolute
from dpverify.defs.validate import shown_path
from dpverify.proofs.cross_check import cross_check
from dpverify.proofs.examine import Options
from dpverify.proofs.registry import entries, entries_in, entry
from dpverify.proofs.suite import Job, open_solvers
from dpverify.proofs.theorem import checked_proof, proof_behind, stored
from dpverify.reports.entry_report import entry_report
from dpverify.reports.html.entry_page import Proof, entry_page
from dpverify.reports.html.index_page import index_page
from dpverify.reports.json_report import to_json
from dpverify.reports.markdown import to_markdown
from dpverify.reports.proof_report import proof_report

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from dpverify.commands.options import Common
    from dpverify.proofs.entry import Entry
    from dpverify.reports.model import Block


def jobs_for(claims: Sequence[str]) -> list[Job]:
    """Return one job for each named entry, all of the library's without names.

    Raises: UsageError for an unknown id or a file that does not define entries.
    """
    if not claims:
        return [Job(each.id) for each in entries()]
    jobs: list[Job] = []
    for claim in claims:
        if claim.endswith(".py"):
            jobs.extend(_jobs_in(claim))
        else:
            jobs.append(Job(entry(claim).id))
    return list(dict.fromkeys(jobs))


def _jobs_in(path: str) -> list[Job]:
    place = str(absolute(path))
    try:
        return [Job(each.id, place) for each in entries_in(place)]
    except InputError as error:
        line = _line_of(error, place)
        raise UsageError(f"{shown_path(path)}{line}: {error}" if line else str(error)) from error
    except DpverifyError:
        raise
    except Exception as error:  # a user's program may raise anything
        raised = f"raises {type(error).__name__}: {error}{_line_of(error, place)}"
        raise UsageError(f"{shown_path(path)} {raised}; mend it first") from error


def _line_of(error: Exception, path: str) -> str:
    """Say at which line of a file an error came up, if it is in one."""
    lines = [line for frame, line in walk_tb(error.__traceback__)
             if frame.f_code.co_filename == path]  # fmt: skip
    return f", line {lines[-1]}" if lines else ""


def proofs_of(claims: Sequence[str], option: str) -> list[tuple[Entry, dict[str, Any]]]:
    """Return each named entry with its stored proof, which the proof kernel has just accepted.

    Args: claims ids of entries; option what asks for proofs, as in "--explain".
    Raises: UsageError where no claim is named, or one has no stored proof; InternalError where the
        kernel does not accept it.
    """
    if not claims:
        raise UsageError(f"{option} needs the id of a claim; see: dpverify list claims")
    return [_proof_of(entry(claim), option) for claim in claims]


def _proof_of(each: Entry, option: str) -> tuple[Entry, dict[str, Any]]:
    document, outcome = stored(each), checked_proof(each)
    if document is None or outcome is None:
        raise UsageError(f"{each.id} has no stored proof; drop {option} to examine it")
    if outcome.status != "accepted":
        raise InternalError(f"the stored proof of {each.id} is {outcome.status}: {outcome.text}")
    return each, document


def rechecked(claims: Sequence[str], options: Options) -> list[dict[str, Any]]:
    """Return, for each named entry, what solvers say now of every lemma of its stored proof.

    Raises: as `proofs_of`; InternalError where a solver contradicts a certificate.
    """
    made = []
    with open_solvers(options.solver) as solvers:
        for each, document in proofs_of(claims, "--recheck-solvers"):
            found = cross_check(each, document, solvers, options.limits, seconds=options.time_limit)
            made.append({"id": each.id, **asdict(found)})
    return made


def options_for(common: Common, times: int = 1) -> Options:
    """Return what each entry may cost; `times` as many generated instances as registered."""
    limit = Options.time_limit if common.time_limit is None else common.time_limit
    return Options(seed=common.seed, solver=common.solver, time_limit=limit, times=times)


def write_folder(
    path: str, suite: Mapping[str, Any], jobs: Sequence[Job] = (), form: str = "text"
) -> None:
    """Write suite.json, and for each entry its report and its refutation.

    Args:
        path: the folder.
        suite: a `dpverify.suite` document.
        jobs: what was examined, in the order of its entries.
        form: "html" for pages and an index, anything else for reports in Markdown.

    Raises: FileError where the folder cannot be made.
    """
    folder = Path(path)
    try:
        folder.mkdir(exist_ok=True)
    except OSError as error:
        name, reason = shown_path(path), error.strerror or "the system refused"
        raise FileError(f"cannot make the folder {name}: {reason}; check the path") from error
    write_atomic(folder / "suite.json", to_json(suite))  # first: minutes of work are in it
    if form == "html":
        _write_pages(folder, suite, jobs)
    for row in suite["entries"]:
        name = row["id"]
        if form != "html":
            write_atomic(folder / f"{name}.md", to_markdown(entry_report(row, f"{name}.json")))
        if "refutation" in row and row["refutation"] is not None:
            write_atomic(folder / f"{name}.json", to_json(row["refutation"]))


def _write_pages(folder: Path, suite: Mapping[str, Any], jobs: Sequence[Job]) -> None:
    for job, row in zip(jobs, suite["entries"], strict=True):
        each = job.entry()
        page = entry_page(
            row, mutants=each.mutants, proof=_proof_behind(each, row), index="index.html",
            counterexample=_counterexample_of(job, row),
        )  # fmt: skip
        write_atomic(folder / f"{each.id}.html", page)
    write_atomic(folder / "index.html", index_page(suite))


def _counterexample_of(job: Job, row: Mapping[str, Any]) -> tuple[Block, ...]:
    """What refutes an entry of the library without a document that the kernel could read."""
    if row["status"] != "refuted" or row.get("refutation") or job.file is not None:
        return ()
    from dpverify.reports.findings.entry_findings import counterexample_blocks

    return counterexample_blocks(row["id"])


def _proof_behind(each: Entry, row: Mapping[str, Any]) -> Proof | None:
    """The stored proof that a row's status rests on, which the examination has accepted."""
    document = proof_behind(each, row)
    return None if document is None else Proof(proof_report(each, document), document)
