"""From the arguments of `prove` to jobs, and from its outcome to a folder of reports."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from dpverify.defs.errors import DpverifyError, FileError, UsageError
from dpverify.defs.io import write_atomic
from dpverify.proofs.examine import Options
from dpverify.proofs.registry import entries, entries_in, entry
from dpverify.proofs.suite import Job
from dpverify.reports.entry_report import entry_report
from dpverify.reports.json_report import to_json
from dpverify.reports.markdown import to_markdown

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from dpverify.commands.options import Common


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
    absolute = str(Path(path).resolve())
    try:
        return [Job(each.id, absolute) for each in entries_in(absolute)]
    except DpverifyError:
        raise
    except Exception as error:  # a user's program may raise anything
        raise UsageError(f"{path} raises {type(error).__name__}: {error}; mend it first") from error


def options_for(common: Common) -> Options:
    """Return what each entry may cost."""
    limit = Options.time_limit if common.time_limit is None else common.time_limit
    return Options(seed=common.seed, solver=common.solver, time_limit=limit)


def write_folder(path: str, suite: Mapping[str, Any]) -> None:
    """Write suite.json, and for each entry its report and its refutation.

    Raises: FileError where the folder cannot be made.
    """
    folder = Path(path)
    try:
        folder.mkdir(exist_ok=True)
    except OSError as error:
        reason = error.strerror or "the system refused"
        raise FileError(f"cannot make the folder {path}: {reason}; check the path") from error
    for row in suite["entries"]:
        name = row["id"]
        write_atomic(folder / f"{name}.md", to_markdown(entry_report(row, f"{name}.json")))
        if "refutation" in row and row["refutation"] is not None:
            write_atomic(folder / f"{name}.json", to_json(row["refutation"]))
    write_atomic(folder / "suite.json", to_json(suite))
