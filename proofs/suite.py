"""Running many entries: one row of data for each, whatever happens to the one that makes it.

The seam for parallel work is `checkers/seam.py`: any `concurrent.futures.Executor`. Wherever an
entry is examined, a process of its own does it, so that a crash or a hang costs one entry; what
crashes is tried once more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import ExitStack, closing, contextmanager
from dataclasses import asdict, dataclass, replace
from functools import partial
from itertools import chain
from typing import Any

from dpverify.checkers.seam import Seam, given, here
from dpverify.checkers.smt.process import SOLVERS, ProcessSolver, solver_named
from dpverify.checkers.worker_pool import PYTHON, Lost, answers
from dpverify.defs.errors import DpverifyError, InputError, InternalError, Undecided
from dpverify.defs.numbers.errors import one_line
from dpverify.proofs.entry import STATUSES, Entry
from dpverify.proofs.examine import Examination, Options, examine, proves_nothing
from dpverify.proofs.number_refutation import NUMBERS_SCHEMA, need_refuted
from dpverify.proofs.refutation import replayed
from dpverify.proofs.registry import entries_in, entry
from dpverify.proofs.theorem import checked_alone, found, missing

SCHEMA = "dpverify.suite/1.0"
WORKER = (PYTHON, "-I", "-m", "dpverify.proofs.worker")
GRACE = 0.75
"""Seconds beyond the limit before an entry's process is killed: it looks at the clock itself."""

Row = dict[str, Any]


@dataclass(frozen=True)
class Job:
    """One entry to examine, by id and, for a user's own, its file; can be sent anywhere."""

    id: str
    file: str | None = None

    def entry(self) -> Entry:
        """The entry itself.

        Raises: UsageError if there is none of this id.
        """
        if self.file is None:
            return entry(self.id)
        own = next(own for own in entries_in(self.file) if own.id == self.id)
        # Where a file lists an entry of the library, its statement is the user's all the same: it
        # needs a proof of its own, which is re-checked where the file never was.
        return replace(own, statement=replace(own.statement))


def examine_job(job: Job, options: Options, solvers: Sequence[ProcessSolver] | None = None) -> Row:
    """Examine one entry here and now; what a user's own entry raises costs that entry alone.

    Args: solvers those of `options.solver` that are open, to be asked; None opens them for it.
    """
    entry = job.entry()
    if job.file is None:
        return examine_entry(entry, options, solvers)
    try:
        return examine_entry(entry, options, solvers)
    except (DpverifyError, KeyboardInterrupt, MemoryError):
        raise
    except BaseException as error:  # noqa: BLE001  a predicate of the user's may raise anything
        text = one_line(f"its examination raises {type(error).__name__}: {error}")
        return unknown_row(entry, ("unsupported", text))


def proof_of_job(job: Job, seconds: float) -> dict[str, Any]:
    """A proof of an entry in a user's file, or {"missing": why there is none that says anything}.

    Raises: InternalError where an instance refutes what is proved.
    """
    entry = job.entry()
    try:
        document = found(entry, seconds=seconds)
        why = document if isinstance(document, str) else _says_nothing(entry, seconds)
    except InputError as error:  # such as rho/delta, where δ may be 0
        return {"missing": one_line(f"it cannot be evaluated: {error}")}
    except (DpverifyError, KeyboardInterrupt, MemoryError):
        raise
    except BaseException as error:  # noqa: BLE001  a proof of the user's may raise anything
        text = one_line(f"its proof raises {type(error).__name__}: {error}")
        return {"missing": text}
    return {"missing": why} if why or isinstance(document, str) else document


def _says_nothing(entry: Entry, seconds: float) -> str:
    options = Options(time_limit=seconds)
    with open_solvers(options.solver) as solvers:
        return proves_nothing(entry, solvers, options)


def examine_entry(
    entry: Entry, options: Options, solvers: Sequence[ProcessSolver] | None = None
) -> Row:
    """Examine an entry here and now; what it could not decide is in its row."""
    if solvers is None:
        with open_solvers(options.solver) as opened:
            return examine_entry(entry, options, opened)
    try:
        return row(entry, examine(entry, solvers, options))
    except Undecided as open_question:
        return unknown_row(entry, (open_question.code, open_question.text))
    except InputError as error:  # such as rho/delta, where δ may be 0
        text = one_line(f"it cannot be evaluated: {error}")
        return unknown_row(entry, ("unsupported", text))
    except InternalError as error:
        return {**unknown_row(entry, ("solver", str(error))), "error": str(error)}


def run_suite(
    jobs: Sequence[Job],
    options: Options,
    *,
    workers: int = 1,
    executor: Executor | Seam | None = None,
    done: Callable[[Job, Row], None] | None = None,
    isolated: bool = False,
    finished: Mapping[Job, Row] | None = None,
    blanks: Mapping[Job, Row] | None = None,
) -> dict[str, Any]:
    """Examine entries.

    Args:
        jobs: which ones.
        options: what each may cost.
        workers: how many at a time; 1 examines them in this process.
        executor: who examines them instead, each in a process of its own there.
        done: called with each job and its row as it is finished.
        isolated: one at a time is examined in another process too.
        finished: rows of an earlier run, which are taken as they are.
        blanks: for entries of a user's file, which is loaded in another process only, the rows to
            fill in; see `own.listed`.

    Returns:
        A `dpverify.suite/1.0` document, its entries in the order of `jobs`.

    Raises:
        UsageError: the solver is unknown or not installed.
    """
    with open_solvers(options.solver):
        pass  # a solver that is not there is an error of usage, not of each entry
    rows = dict(finished or {})
    left = [job for job in jobs if job not in rows]
    known = blanks or {}
    seam = given(executor) if isinstance(executor, Executor) else executor
    apart = [job for job in left if seam or isolated or workers > 1 or job in known]
    near = [job for job in left if job not in apart]
    many = _Many(options, workers, seam)
    for job, row in chain(_in_processes(apart, many, known), _here(near, options)):
        rows[job] = row
        if done is not None:
            done(job, row)
    return document_of(jobs, rows)


def document_of(jobs: Sequence[Job], rows: Mapping[Job, Row]) -> dict[str, Any]:
    """The document of a run; jobs without a row are named as unfinished."""
    ordered = [rows[job] for job in jobs if job in rows]
    unfinished = [job.id for job in jobs if job not in rows]
    document = {"schema": SCHEMA, "entries": ordered, "summary": summary(ordered)}
    return {**document, "unfinished": unfinished} if unfinished else document


def as_registered(row: Row) -> bool:
    """Whether the entry of a row, made by `run_suite`, ended as expected, its mutants refuted."""
    mutants = row["mutants"]
    survived = mutants["total"] - mutants["killed"]
    return bool(row["status"] == row["expected"] and survived == 0)


def summary(rows: Sequence[Row]) -> dict[str, Any]:
    """Counts over all rows."""
    return {
        "entries": len(rows),
        "as_registered": sum(as_registered(row) for row in rows),
        **{status: sum(row["status"] == status for row in rows) for status in STATUSES},
        "refuted_by": refuted_by(rows),
        "mutants": {key: sum(row["mutants"][key] for row in rows) for key in ("killed", "total")},
    }


def refuted_by(rows: Sequence[Row]) -> dict[str, int]:
    """How many entries are refuted with each evidence: those of the kernel apart from others."""
    words = [row["evidence"] for row in rows if row["status"] == "refuted"]
    return {evidence: words.count(evidence) for evidence in ("certificate", "computed", "cited")}


def row(entry: Entry, outcome: Examination) -> Row:
    """One entry of the suite's document."""
    members: Row = {
        "id": entry.id,
        "title": entry.title,
        "source": entry.source,
        "words": entry.words,
        "formula": entry.formula,
        "ways": list(entry.ways),
        "expected": entry.expected,
        "status": outcome.status,
        "evidence": outcome.evidence,
        "scope": outcome.scope,
        "excluded": outcome.excluded,
        "trusted": list(outcome.trusted),
        "instances": {
            "generated": outcome.generated,
            "met_hypotheses": outcome.met_hypotheses,
        },
        "mutants": {
            "killed": len(outcome.killed),
            "total": len(entry.mutants),
            "survived": list(outcome.survived),
        },
        "seconds": round(outcome.seconds, 3),
    }
    if outcome.lemmas is not None:
        members["lemmas"] = {
            "total": outcome.lemmas.lemmas,
            "confirmed": dict(outcome.lemmas.confirmed),
        }
    if outcome.faults:
        members["solver_faults"] = dict(outcome.faults)
    members.update(_computation(entry))
    if outcome.status in ("proved", "tested") and outcome.evidence != "certificate":
        members["not_for_all_sizes"] = outcome.no_proof or missing(entry.statement)
    if entry.essay is not None and outcome.status == "refuted":
        members["essay"] = entry.essay.sections
    if outcome.found is not None:
        members["found_by"] = outcome.found.way
        members["refutation"] = outcome.found.refutation
    if outcome.proof is not None:
        members["proof"] = outcome.proof
    if outcome.disagreement is not None:
        members["error"] = outcome.disagreement
    if outcome.reason is not None:
        members["reason"] = dict(zip(("code", "text"), outcome.reason, strict=True))
    return members


def _computation(entry: Entry) -> Row:
    """Where nothing varies: the cases that are computed, and the theorem that is cited."""
    members: Row = {}
    if entry.statement.cases:
        members["cases"] = list(entry.statement.cases)
    if entry.statement.follows is not None:
        members["follows"] = asdict(entry.statement.follows)
    return members


def unknown_row(entry: Entry, reason: tuple[str, str]) -> Row:
    """The row of an entry whose examination gave nothing."""
    nothing = Examination("unknown", None, None, None, 0, 0, (), reason)
    return row(entry, nothing)


def _here(jobs: Sequence[Job], options: Options) -> Iterator[tuple[Job, Row]]:
    for number, row in here().as_finished(partial(examine_job, options=options), jobs):
        yield jobs[number], row.result()


@dataclass(frozen=True)
class _Many:
    """How many entries are examined: what each may cost, how many at a time, by whom."""

    options: Options
    workers: int
    seam: Seam | None


def _in_processes(
    jobs: Sequence[Job], many: _Many, blanks: Mapping[Job, Row]
) -> Iterator[tuple[Job, Row]]:
    """Rows from processes; those that load a user's file examine nothing else."""
    for file in dict.fromkeys(job.file for job in jobs):
        chosen = [job for job in jobs if job.file == file]
        questions = [{"job": asdict(job), "options": asdict(many.options)} for job in chosen]
        seconds = many.options.time_limit + GRACE
        replies = answers(WORKER, questions, workers=many.workers, seconds=seconds, seam=many.seam)
        with closing(replies):
            for number, answer in replies:
                yield chosen[number], _row_of(chosen[number], answer, many.options, blanks)


def _row_of(job: Job, answer: Row | Lost, options: Options, blanks: Mapping[Job, Row]) -> Row:
    """The row of a job; what a user's own process says is re-checked here, where it can be."""
    if isinstance(answer, Lost):
        text = f"the examination {answer.text}"
        if answer.code == "time":
            text = f"killed at the time limit of {options.time_limit:g} s"
        return _unknown(job, (answer.code, text), blanks)
    if job not in blanks:
        return answer
    try:
        return own_row(answer, blanks[job])
    except InternalError as error:
        return {**_unknown(job, ("unsupported", str(error)), blanks), "error": str(error)}


def own_row(answer: Row, blank: Row) -> Row:
    """The row of a user's entry: its words are those that were listed, its refutation re-checked.

    Raises: InternalError where it is about another entry, or the kernel does not accept it.
    """
    if "fault" in answer:
        raise InternalError(f"the file of claims {answer['fault']}")
    for key in ("id", "formula", "expected"):
        if answer.get(key) != blank[key]:
            raise InternalError(f"{blank['id']}: the file of claims changes from load to load")
    refutation = answer.get("refutation")
    if refutation is not None:
        _need_refuted(refutation)
    proof = answer.get("proof")
    if proof is not None:
        need_own_proof(proof, blank)
    elif answer.get("evidence") == "certificate" and answer.get("status") == "proved":
        raise InternalError(f"{blank['id']}: proved by a certificate that is not there")
    return answer


def _need_refuted(refutation: dict[str, Any]) -> None:
    if refutation.get("schema") != NUMBERS_SCHEMA:
        replayed(refutation)
        return
    try:
        need_refuted(refutation)
    except Undecided as stop:
        raise InternalError(stop.text) from None


def need_own_proof(proof: Mapping[str, Any], blank: Row) -> None:
    """That a proof is of this entry and that its steps lead to its goals.

    Raises: InternalError otherwise.
    """
    outcome = checked_alone(proof)
    text = outcome.text if outcome.status != "accepted" else ""
    if not text and (proof["entry"], proof["formula"]) != (blank["id"], blank["formula"]):
        text = "it is of another claim"
    if text:
        raise InternalError(f"{blank['id']}: its proof is not accepted outside of its file: {text}")


def _unknown(job: Job, reason: tuple[str, str], blanks: Mapping[Job, Row]) -> Row:
    if job not in blanks:
        return unknown_row(job.entry(), reason)
    return {**blanks[job], "reason": dict(zip(("code", "text"), reason, strict=True))}


@contextmanager
def open_solvers(name: str) -> Iterator[list[ProcessSolver]]:
    """The solver of a name, or both, each in a process that ends with the block.

    Raises: UsageError for a solver that is unknown or not installed.
    """
    names = SOLVERS if name == "both" else (name,)
    with ExitStack() as stack:
        yield [stack.enter_context(solver_named(solver)) for solver in names]
