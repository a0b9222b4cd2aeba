"""`dpverify prove [ID… | FILE.py…]`: the suite of claims."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import click

from dpverify.app import completing, governing
from dpverify.app.commands.command import OptionsOnce
from dpverify.app.commands.options import (
    PIECE,
    Common,
    journal_option,
    limited,
    output_options,
    scheduler_option,
    search_options,
)
from dpverify.app.commands.output import Result, deliver, remark
from dpverify.app.commands.progress import progress
from dpverify.app.exit_status import ExitStatus, combined
from dpverify.defs.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from dpverify.app.proving import Chosen
    from dpverify.proofs.suite import Job
    from dpverify.reports.model import Report

EPILOG = """\b
Examples:
  dpverify prove
  dpverify prove dp.post-processing.approx --jobs 2
  dpverify prove --format json > suite.json
  dpverify prove --out report --format html
  dpverify prove dp.post-processing.approx --explain
  dpverify prove examples/my_claims.py:mine.two-runs.both-deltas --explain
  dpverify prove dp.post-processing.approx --recheck-solvers
  dpverify prove dp.two-forms.pure --times 3 --time-limit 600

\b
Exit status: 0 every entry ended as registered, 1 one ended otherwise, 2 bad usage or input,
3 one stayed unknown.
"""


@click.command(cls=OptionsOnce, epilog=EPILOG)
@click.argument(
    "claims", nargs=-1, metavar="[ID… | FILE.py[:ID]…]", shell_complete=completing.claims
)
@click.option("--explain", is_flag=True, help="Print the stored proofs of the named claims.")
@click.option(
    "--recheck-solvers",
    is_flag=True,
    help="Ask the solvers again about every lemma of the named claims' proofs.",
)
@click.option(
    "--times", type=click.IntRange(1, 10_000), default=1, show_default=True, metavar="N",
    help="Generate N times as many instances for each claim; allow more --time-limit too.",
)  # fmt: skip
@output_options("text", "json", "markdown", "html", "latex", "junit", folder=True)
@search_options
@scheduler_option
@journal_option
@limited(PIECE, durable=lambda options: not options["explain"])
def command(
    claims: Sequence[str], *, explain: bool, recheck_solvers: bool, times: int, **options: Any
) -> ExitStatus:
    """Run the suite of claims and compare each outcome with the registered one.

    Without arguments every claim of the library is examined; an ID names one, a FILE.py holds
    claims of your own, FILE.py:ID is one of them. With --explain nothing is examined: each stored
    proof, or the one found for a claim of your own, is checked by the proof kernel and printed for
    a reader, or as data (--format json; `dpverify replay` re-checks those of the library). With
    --recheck-solvers each lemma of stored proofs is asked of solvers, in SMT-LIB 2 text; a proof
    rests on its certificates, so this is a cross-check, and a lemma that every solver leaves open
    does no harm (status 3).

    With --out a folder receives suite.json, a report for each entry, each refutation in the form
    that `dpverify replay` re-checks, and each proof that was found for a claim of your own; with
    --format html the reports are pages, and index.html leads to them.
    """
    common = Common.take(options)
    if common.format == "junit" and (explain or recheck_solvers):
        raise UsageError("--format junit is of claims that are examined; ask for json")
    if explain and recheck_solvers:
        raise UsageError("--explain and --recheck-solvers are two questions; give one of them")
    if explain:
        return _explained(claims, common)
    if recheck_solvers:
        return _rechecked(claims, common)
    return _examined(claims, common, times)


def _examined(claims: Sequence[str], common: Common, times: int) -> ExitStatus:
    from dpverify.app.journal import kept
    from dpverify.app.program_files import Programs
    from dpverify.app.proving import chosen, key_of, options_for, question_of
    from dpverify.proofs.suite import document_of, run_suite

    limits = options_for(common, times)
    selection = chosen(claims, seconds=limits.time_limit)
    with kept(
        "prove", lambda: question_of(selection, limits, Programs.of(common)), len(selection.jobs),
        place=common.journal, remark=lambda text: remark(text, common),
    ) as journal, progress("claims", len(selection.jobs), common) as advance:  # fmt: skip
        keys = {job: key_of(job) for job in selection.jobs}
        rows: dict[Job, Any] = {}

        def done(job: Job, row: dict[str, Any]) -> None:
            rows[job] = row
            journal.note(keys[job], row)
            advance()

        try:
            for job, key in keys.items():
                if key in journal.finished:
                    rows[job] = journal.finished[key]
                    advance()
            journal.resumed(len(rows), len(keys))
            suite = run_suite(
                selection.jobs, limits, workers=common.jobs, done=done, finished=dict(rows),
                isolated=governing.governs(), blanks=selection.blanks, executor=common.seam,
            )  # fmt: skip
        except KeyboardInterrupt:  # what there is, is delivered; the journal stays
            if rows:
                _deliver(document_of(selection.jobs, rows), selection, common)
            raise
        _deliver(suite, selection, common)
    return combined(_status(row) for row in suite["entries"])


def _deliver(suite: dict[str, Any], selection: Chosen, common: Common) -> None:
    """Print the table first: the folder may be full."""
    from dpverify.app.proving import write_folder
    from dpverify.checkers.answers.suites import read_suite
    from dpverify.reports.html.index_page import index_page
    from dpverify.reports.suite_report import suite_cases, suite_report

    # The pages are in the folder: a reader at the terminal gets the table.
    paged = common.format == "html" and common.out is not None
    shown = Common("text" if paged else common.format, None, common.quiet)
    result = Result(
        lambda: suite_report(read_suite(suite)),
        lambda: suite,
        lambda: suite_cases(read_suite(suite)),
        lambda: index_page(read_suite(suite), carried=suite),
    )
    deliver(result, shown)
    if common.out is not None:
        write_folder(common.out, suite, selection, common.format)
        remark(f"written to {common.out}", common)


def _explained(claims: Sequence[str], common: Common) -> ExitStatus:
    from dpverify.app.proving import of_file, options_for, proofs_of
    from dpverify.checkers.answers.proofs import read_proof
    from dpverify.reports.json_report import bundle
    from dpverify.reports.proof_report import own_proof_report, proof_report, proofs_report

    own = [of_file(claim) for claim in claims]
    proofs: list[tuple[Callable[[], Report], dict[str, Any]]] = []
    if any(path is not None for path, _ in own):
        from dpverify.proofs.own import own_proof

        each = [(path, name) for path, name in own if path is not None and name is not None]
        if len(each) < len(own):
            raise UsageError("--explain takes ids, or each claim as FILE.py:ID; not both")
        for path, name in each:
            row, document = own_proof(path, name, seconds=options_for(common).time_limit)
            proofs.append((partial(own_proof_report, row["words"], document), document))
    else:
        for entry, document in proofs_of(claims, "--explain"):
            proofs.append((partial(proof_report, entry, read_proof(document)), document))
    if len(proofs) == 1:
        ((page, document),) = proofs
        deliver(Result(page, partial(dict, document)), common)
        return ExitStatus.DONE
    # Several pages in a row would be none, nor would documents; a file would hold the last alone.
    whole = bundle([document for _, document in proofs])
    deliver(Result(lambda: proofs_report([page() for page, _ in proofs]), lambda: whole), common)
    return ExitStatus.DONE


def _rechecked(claims: Sequence[str], common: Common) -> ExitStatus:
    from dpverify.app.proving import options_for, rechecked
    from dpverify.checkers.answers.codec import encode
    from dpverify.checkers.answers.suites import Recheck
    from dpverify.reports.proof_report import recheck_report

    recheck = Recheck("dpverify.recheck/1.0", rechecked(claims, options_for(common)))
    deliver(Result(partial(recheck_report, recheck), partial(encode, recheck)), common)
    left_open = any(proof.left_open for proof in recheck.entries)
    return ExitStatus.UNKNOWN if left_open else ExitStatus.DONE


def _status(row: dict[str, Any]) -> ExitStatus:
    from dpverify.proofs.suite import as_registered

    if "error" in row:
        return ExitStatus.INTERNAL_ERROR
    if as_registered(row):
        return ExitStatus.DONE
    return ExitStatus.UNKNOWN if row["status"] == "unknown" else ExitStatus.FAILED
