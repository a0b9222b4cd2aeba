"""Running many entries: one row of data for each, whatever happens to the one that makes it.

The seam for parallel work is `concurrent.futures.Executor`: anything with `submit`. The default
keeps each worker in a process of its own, so that a crash or a hang costs one entry.
"""

from __future__ import annotations

import queue
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor, as_completed
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass
from typing import Any

from dpverify.checkers.line_worker import LineWorker, WorkerDiedError, WorkerTimeoutError
from dpverify.checkers.smt.process import SOLVERS, ProcessSolver, solver_named
from dpverify.defs.errors import DpverifyError, InputError, InternalError, Undecided
from dpverify.defs.numbers.errors import one_line
from dpverify.proofs.entry import STATUSES, Entry
from dpverify.proofs.examine import Examination, Options, examine
from dpverify.proofs.registry import entries_in, entry
from dpverify.proofs.theorem import missing

SCHEMA = "dpverify.suite/1.0"
WORKER = (sys.executable, "-I", "-m", "dpverify.proofs.worker")
GRACE = 30.0  # seconds beyond the time limit before an entry's process is killed

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
        return next(each for each in entries_in(self.file) if each.id == self.id)


def examine_job(job: Job, options: Options) -> Row:
    """Examine one entry here and now; what a user's own entry raises costs that entry alone."""
    found = job.entry()
    if job.file is None:
        return examine_entry(found, options)
    try:
        return examine_entry(found, options)
    except (DpverifyError, KeyboardInterrupt, MemoryError):
        raise
    except BaseException as error:  # noqa: BLE001  a predicate of the user's may raise anything
        text = one_line(f"its examination raises {type(error).__name__}: {error}")
        return unknown_row(found, ("unsupported", text))


def examine_entry(found: Entry, options: Options) -> Row:
    """Examine an entry here and now; what it could not decide is in its row."""
    with open_solvers(options.solver) as solvers:
        try:
            return row(found, examine(found, solvers, options))
        except Undecided as open_question:
            return unknown_row(found, (open_question.code, open_question.text))
        except InputError as error:  # such as rho/delta, where δ may be 0
            text = one_line(f"it cannot be evaluated: {error}")
            return unknown_row(found, ("unsupported", text))
        except InternalError as error:
            return {**unknown_row(found, ("solver", str(error))), "error": str(error)}


def run_suite(
    jobs: Sequence[Job],
    options: Options,
    *,
    workers: int = 1,
    executor: Executor | None = None,
    done: Callable[[Row], None] | None = None,
) -> dict[str, Any]:
    """Examine entries.

    Args:
        jobs: which ones.
        options: what each may cost.
        workers: how many at a time; 1 examines them in this process.
        executor: where to run them instead: anything with `submit(fn, *args) -> Future`.
        done: called with each row as it is finished.

    Returns:
        A `dpverify.suite/1.0` document, its entries in the order of `jobs`.

    Raises:
        UsageError: the solver is unknown or not installed.
    """
    with open_solvers(options.solver):
        pass  # a solver that is not there is an error of usage, not of each entry
    rows: dict[Job, Row] = {}
    for job, made in _run(jobs, options, workers, executor):
        rows[job] = made
        if done is not None:
            done(made)
    ordered = [rows[job] for job in jobs]
    return {"schema": SCHEMA, "entries": ordered, "summary": summary(ordered)}


def as_registered(made: Row) -> bool:
    """Whether the entry of a row, made by `run_suite`, ended as expected, its mutants refuted."""
    mutants = made["mutants"]
    survived = mutants["total"] - mutants["killed"]
    return bool(made["status"] == made["expected"] and survived == 0)


def summary(rows: Sequence[Row]) -> dict[str, Any]:
    """Counts over all rows."""
    return {
        "entries": len(rows),
        "as_registered": sum(as_registered(each) for each in rows),
        **{status: sum(each["status"] == status for each in rows) for status in STATUSES},
        "mutants": {key: sum(each["mutants"][key] for each in rows) for key in ("killed", "total")},
    }


def row(entry: Entry, outcome: Examination) -> Row:
    """One entry of the suite's document."""
    made: Row = {
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
        made["lemmas"] = {
            "total": outcome.lemmas.lemmas,
            "confirmed": dict(outcome.lemmas.confirmed),
        }
    if outcome.status in ("proved", "tested") and outcome.evidence != "certificate":
        made["not_for_all_sizes"] = missing(entry.statement)
    if entry.essay is not None and outcome.status == "refuted":
        made["essay"] = entry.essay.sections
    if outcome.found is not None:
        made["found_by"] = outcome.found.way
        made["refutation"] = outcome.found.refutation
    if outcome.disagreement is not None:
        made["error"] = outcome.disagreement
    if outcome.reason is not None:
        made["reason"] = dict(zip(("code", "text"), outcome.reason, strict=True))
    return made


def unknown_row(entry: Entry, reason: tuple[str, str]) -> Row:
    """The row of an entry whose examination gave nothing."""
    nothing = Examination("unknown", None, None, None, 0, 0, (), reason)
    return row(entry, nothing)


def _run(
    jobs: Sequence[Job], options: Options, workers: int, executor: Executor | None
) -> Iterator[tuple[Job, Row]]:
    if executor is not None:
        yield from _completed({executor.submit(examine_job, j, options): j for j in jobs})
    elif workers == 1:
        for job in jobs:
            yield job, examine_job(job, options)
    else:
        yield from _in_processes(jobs, options, workers)


def _in_processes(jobs: Sequence[Job], options: Options, workers: int) -> Iterator[tuple[Job, Row]]:
    processes = [LineWorker(WORKER) for _ in range(workers)]
    free: queue.SimpleQueue[LineWorker] = queue.SimpleQueue()
    for process in processes:
        free.put(process)
    pool = ThreadPoolExecutor(workers)
    try:
        yield from _completed({pool.submit(_isolated, free, j, options): j for j in jobs})
    finally:
        # On an interrupt: nothing new is begun, the processes are killed, then the threads return.
        pool.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.close()
        pool.shutdown(wait=True)


def _isolated(free: queue.SimpleQueue[LineWorker], job: Job, options: Options) -> Row:
    worker = free.get()
    question = {"job": asdict(job), "options": asdict(options)}
    try:
        return worker.ask(question, seconds=options.time_limit + GRACE)
    except WorkerTimeoutError:
        limit = f"killed at the time limit of {options.time_limit:g} s"
        return unknown_row(job.entry(), ("time", limit))
    except WorkerDiedError as error:
        return unknown_row(job.entry(), ("solver", f"the examination crashed: {error}"))
    finally:
        free.put(worker)


def _completed(futures: dict[Future[Row], Job]) -> Iterator[tuple[Job, Row]]:
    for future in as_completed(futures):
        job = futures[future]
        try:
            yield job, future.result()
        except DpverifyError:
            raise
        except Exception as error:  # noqa: BLE001  whatever the executor raises for a dead worker
            text = f"the examination crashed: {type(error).__name__}"
            yield job, unknown_row(job.entry(), ("solver", text))


@contextmanager
def open_solvers(name: str) -> Iterator[list[ProcessSolver]]:
    """The solver of a name, or both, each in a process that ends with the block.

    Raises: UsageError for a solver that is unknown or not installed.
    """
    names = SOLVERS if name == "both" else (name,)
    with ExitStack() as stack:
        yield [stack.enter_context(solver_named(each)) for each in names]
