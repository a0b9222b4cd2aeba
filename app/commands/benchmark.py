"""`dpverify benchmark`: the mechanisms of the field, decided, beside what others report."""

from __future__ import annotations

from typing import Any

import click

from dpverify.app import governing
from dpverify.app.commands.command import OptionsOnce
from dpverify.app.commands.options import (
    Common,
    journal_option,
    limited,
    output_options,
    scheduler_option,
)
from dpverify.app.commands.output import Result, deliver, remark
from dpverify.app.commands.progress import progress
from dpverify.app.exit_status import ExitStatus

SECONDS = 600.0
"""What a row may take where no limit is given: some of the published sizes take minutes."""
EPILOG = """\b
Examples:
  dpverify benchmark --rows B20,B23,B25 --n 3
  dpverify benchmark --rows B13 --n 5 --eps 7/10 --format json
  dpverify benchmark --format markdown --out benchmark.md
"""


@click.command(cls=OptionsOnce, epilog=EPILOG)
@click.option("--rows", metavar="IDS", help="Only these rows, as B20,B23; all if left out.")
@click.option("--n", type=click.IntRange(1, 10), metavar="N", help="Number of queries.")
@click.option("--c", type=click.IntRange(1, 4), metavar="C", help="Successes of the sparse vector.")
@click.option("--eps", metavar="NUMBER", help="The mechanisms' ε, rational: 0.1, 7/10.")
@click.option(
    "--audit", type=click.IntRange(1, 10**9), metavar="N",
    help="Also sample each row's event N times on both inputs, and compare.",
)  # fmt: skip
@click.option("--seed", type=click.IntRange(0, 2**63 - 1), metavar="N", help="Of the audit.")
@click.option(
    "--jobs", type=click.IntRange(1, 256), default=1, show_default=True, metavar="N",
    help="Rows made at the same time.",
)  # fmt: skip
@scheduler_option
@output_options("text", "json", "markdown", "html")
@journal_option
@limited(
    f"Per row; beyond it the row is unknown. {SECONDS:g} unless told otherwise.",
    durable=lambda _: True,
)
def command(**options: Any) -> ExitStatus:
    """Decide the field's benchmark mechanisms and print the table.

    Each row: the tight ε over all real inputs, exactly or between two proved bounds, the verdict on
    the mechanism's claim with a witness, and the sizes at which the claim holds; beside it what
    others report. Without options the parameters are those of the published experiments.
    """
    chosen, n, c, eps = (options.pop(name) for name in ("rows", "n", "c", "eps"))
    audit, common = options.pop("audit"), Common.take(options)
    from dpverify.app.benchmarking import answered, plan, table_of
    from dpverify.app.journal import kept

    question = plan(chosen, n=n, c=c, eps=eps, audit=audit, seed=common.seed or 0)
    with kept(
        "benchmark", lambda: question.question, len(question.ids),
        place=common.journal, remark=lambda text: remark(text, common),
    ) as journal, progress("rows", len(question.ids), common) as advance:  # fmt: skip
        pieces: dict[int, Any] = {}
        limit = common.time_limit or SECONDS
        try:
            for number, name in enumerate(question.ids):
                if name in journal.finished:
                    pieces[number] = journal.finished[name]
                    advance()
            journal.resumed(len(pieces), len(question.ids))
            unanswered = [number for number in range(len(question.ids)) if number not in pieces]
            for number, form in answered(
                question, unanswered, jobs=common.jobs, seconds=limit, isolated=governing.governs(),
                seam=common.seam,
            ):  # fmt: skip
                pieces[number] = form
                journal.note(question.ids[number], form)
                advance()
        except KeyboardInterrupt:  # what there is, is delivered; the journal stays
            if pieces:
                table = table_of(question, pieces)
                deliver(Result(table.report, table.document), common)
            raise
        table = table_of(question, pieces)
        deliver(Result(table.report, table.document), common)
    killed = any(not row.name for row in table.rows)
    return ExitStatus.UNKNOWN if killed else ExitStatus.DONE
