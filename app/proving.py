"""From the arguments of `prove` to jobs, and from its outcome to a folder of reports."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from dpverify.app.journal import digest_of_code
from dpverify.app.program_files import Programs
from dpverify.checkers.answers.proofs import read_proof
from dpverify.checkers.answers.suites import RecheckedProof, read_entry, read_suite
from dpverify.checkers.smt.answer import Limits
from dpverify.defs.errors import FileError, InternalError, UsageError
from dpverify.defs.io import write_atomic
from dpverify.defs.validate import shown_path
from dpverify.proofs.cross_check import cross_check
from dpverify.proofs.examine import Options
from dpverify.proofs.own import Listed, listed
from dpverify.proofs.registry import entries, entry
from dpverify.proofs.suite import Job, Row, open_solvers
from dpverify.proofs.theorem import checked_proof, proof_behind, stored
from dpverify.reports.entry_report import entry_report
from dpverify.reports.html.entry_page import Proof, entry_page
from dpverify.reports.html.index_page import index_page
from dpverify.reports.json_report import to_json
from dpverify.reports.markdown import to_markdown
from dpverify.reports.proof_report import own_proof_report, proof_report

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from dpverify.app.commands.options import Common
    from dpverify.proofs.entry import Entry
    from dpverify.reports.model import Block


WHOLE: Final = ("suite", "index")
"""What the files about a whole run are called, in a folder."""
OF_A_CLAIM: Final = ("dpverify.proof/", "dpverify.refutation/")
"""How the schemas of what is found of a claim begin."""
PROOF: Final = "proof"
"""How the name of the file with the proof of a claim ends."""


@dataclass(frozen=True)
class Chosen:
    """What is to be examined: jobs in order, and what users' files say of theirs."""

    jobs: tuple[Job, ...]
    own: Mapping[Job, Listed]

    @property
    def blanks(self) -> dict[Job, Row]:
        """The rows to fill in of entries in users' files."""
        return {job: row.blank for job, row in self.own.items()}


def chosen(claims: Sequence[str], *, seconds: float = Options.time_limit) -> Chosen:
    """Return each named entry, all of the library's without names.

    Args: claims ids, and paths of Python files; seconds that a file may take to load.
    Raises: UsageError for an unknown id, a file that does not define entries, or two claims of one
        id.
    """
    if not claims:
        return Chosen(tuple(Job(described.id) for described in entries()), {})
    own: dict[Job, Listed] = {}
    jobs: list[Job] = []
    for claim in claims:
        path, name = of_file(claim)
        if path is not None:
            by_job = {
                described.job: described
                for described in listed(path, seconds=seconds)
                if name in (None, described.job.id)
            }
            if not by_job:
                raise UsageError(f"{shown_path(path)} defines no entry {name!r}")
            own.update(by_job)
            jobs.extend(by_job)
        else:
            jobs.append(Job(entry(claim).id))
    every = tuple(dict.fromkeys(jobs))
    _need_one_of_each_id(every)
    _need_files_of_their_own(own)
    return Chosen(every, own)


def _need_one_of_each_id(jobs: Sequence[Job]) -> None:
    """An id names a claim in tables, and its files in a folder: of two one would be lost."""
    first: dict[str, Job] = {}
    for job in jobs:
        other = first.setdefault(job.id, job)
        if other != job:
            places = ["the library" if j.file is None else shown_path(j.file) for j in (other, job)]
            raise UsageError(
                f"two claims are called {job.id}, in {places[0]} and {places[1]}; examine each by"
                " itself"
            )


def _need_files_of_their_own(own: Iterable[Job]) -> None:
    """In a folder the files of a claim must be no other ones: `a.proof.json` is of the claim a."""
    for job in own:
        if job.id in WHOLE or job.id.endswith(f".{PROOF}"):
            raise UsageError(
                f"a claim is called {job.id}, and its files would be those of"
                f" {'the whole run' if job.id in WHOLE else 'the proof of another claim'}; give it"
                " another id"
            )


def of_file(claim: str) -> tuple[str | None, str | None]:
    """The path and the id of "my.py:mine.first"; no id in "my.py", and no path in "dp.this"."""
    if claim.endswith(".py"):
        return claim, None
    path, colon, name = claim.rpartition(":")
    return (path, name) if colon and path.endswith(".py") else (None, None)


def question_of(selection: Chosen, options: Options, programs: Programs) -> dict[str, Any]:
    """All that the outcome of a run depends on, as data: what a journal is of."""
    files = sorted({job.file for job in selection.jobs if job.file is not None})
    return {
        "jobs": [asdict(job) for job in selection.jobs],
        "options": asdict(options),
        "files": programs.digest(files),
        "code": digest_of_code(),
    }


def key_of(job: Job) -> str:
    """What the line of a journal calls an entry."""
    return job.id if job.file is None else f"{job.file}:{job.id}"


def proofs_of(claims: Sequence[str], option: str) -> list[tuple[Entry, dict[str, Any]]]:
    """Return each named entry with its stored proof, which the proof kernel has just accepted.

    Args: claims ids of entries; option what asks for proofs, as in "--explain".
    Raises: UsageError where no claim is named, or one has no stored proof; InternalError where the
        kernel does not accept it.
    """
    if not claims:
        raise UsageError(f"{option} needs the id of a claim; see: dpverify list claims")
    own = next((claim for claim in claims if of_file(claim)[0] is not None), None)
    if own is not None:
        raise UsageError(
            f"{option} takes claims of the library; those of {shown_path(own)} are examined without"
            " it, and where a proof is found solvers are asked about its lemmas"
        )
    return [_proof_of(entry(claim), option) for claim in claims]


def _proof_of(claimed: Entry, option: str) -> tuple[Entry, dict[str, Any]]:
    document, outcome = stored(claimed), checked_proof(claimed)
    if document is None or outcome is None:
        raise UsageError(f"{claimed.id} has no stored proof; drop {option} to examine it")
    if outcome.status != "accepted":
        raise InternalError(f"the stored proof of {claimed.id} is {outcome.status}: {outcome.text}")
    return claimed, document


def rechecked(claims: Sequence[str], options: Options) -> tuple[RecheckedProof, ...]:
    """Return, for each named entry, what solvers say now of every lemma of its stored proof.

    Raises: as `proofs_of`; InternalError where a solver contradicts a certificate.
    """
    rows = []
    with open_solvers(options.solver) as solvers:
        for claimed, document in proofs_of(claims, "--recheck-solvers"):
            checked = cross_check(
                claimed, document, solvers, options.limits, seconds=options.time_limit
            )
            rows.append(RecheckedProof(claimed.id, **asdict(checked)))
    return tuple(rows)


def options_for(common: Common, times: int = 1) -> Options:
    """Return what each entry may cost; `times` as many generated instances as registered."""
    limit = Options.time_limit if common.time_limit is None else common.time_limit
    return Options(
        seed=common.seed,
        solver=common.solver,
        time_limit=limit,
        limits=Limits.within(limit),
        times=times,
    )


def write_folder(
    path: str, suite: Mapping[str, Any], selection: Chosen | None = None, form: str = "text"
) -> None:
    """Write suite.json, and for each entry its report, and its refutation or the proof found.

    Args:
        path: the folder.
        suite: a `dpverify.suite` document.
        selection: what was examined; pages need it.
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
    if form == "html" and selection is not None:
        _write_pages(folder, suite, selection)
    for row in suite["entries"]:
        name = row["id"]
        if form != "html":
            report = entry_report(read_entry(row), f"{name}.json")
            write_atomic(folder / f"{name}.md", to_markdown(report))
        _write_or_remove(folder / f"{name}.json", name, row.get("refutation"))
        _write_or_remove(folder / f"{name}.{PROOF}.json", name, row.get("proof"))


def _write_or_remove(path: Path, name: str, document: Mapping[str, Any] | None) -> None:
    """Write what was found of a claim; what an earlier run found of it and this one did not, goes.

    A claim that was changed since must not stand beside the refutation of what it was.
    """
    if document is not None:
        write_atomic(path, to_json(document))
        return
    with suppress(OSError, ValueError, RecursionError):
        earlier = json.loads(path.read_text(encoding="utf-8"))
        ours = isinstance(earlier, dict) and str(earlier.get("schema")).startswith(OF_A_CLAIM)
        if ours and earlier.get("entry") == name:
            path.unlink()


def _write_pages(folder: Path, suite: Mapping[str, Any], selection: Chosen) -> None:
    unfinished = set(suite.get("unfinished", ()))
    jobs = [job for job in selection.jobs if job.id not in unfinished]
    for job, row in zip(jobs, suite["entries"], strict=True):
        page = page_of_entry(job, row, "index.html", selection.own.get(job))
        write_atomic(folder / f"{job.id}.html", page)
    write_atomic(folder / "index.html", index_page(read_suite(suite)))


def page_of_entry(job: Job, row: Mapping[str, Any], index: str, own: Listed | None = None) -> str:
    """Return the page of one examined entry.

    Args: row what became of it; index the page that lists it; own what a user's file says of it.
    """
    return entry_page(
        read_entry(row),
        mutants=job.entry().mutants if own is None else own.mutants,
        proof=_proof_behind(job, row) if own is None else _own_proof(row),
        index=index,
        counterexample=_counterexample_of(row) if own is None else (),
    )


def _counterexample_of(row: Mapping[str, Any]) -> tuple[Block, ...]:
    """What refutes an entry of the library without a document that the kernel could read."""
    if row["status"] != "refuted" or row.get("refutation"):
        return ()
    from dpverify.reports.findings.entry_findings import counterexample_blocks

    return counterexample_blocks(row["id"])


def _own_proof(row: Mapping[str, Any]) -> Proof | None:
    """The proof that was found for an entry of a user's file, and re-checked here."""
    document = row.get("proof")
    return None if document is None else Proof(own_proof_report(row["words"], document), document)


def _proof_behind(job: Job, row: Mapping[str, Any]) -> Proof | None:
    """The stored proof that a row's status rests on, which the examination has accepted."""
    claimed = job.entry()
    document = proof_behind(claimed, row)
    return (
        None if document is None else Proof(proof_report(claimed, read_proof(document)), document)
    )
