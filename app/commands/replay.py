"""`dpverify replay FILE…`: re-check saved results with the kernel alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

import click

from dpverify.app import completing
from dpverify.app.commands.command import OptionsOnce
from dpverify.app.commands.options import Common, limited, output_options
from dpverify.app.commands.output import Result, deliver
from dpverify.app.exit_status import ExitStatus, combined

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dpverify.checkers.answers.replays import Outcome
    from dpverify.replaying import Replayed

EPILOG = """\b
Examples:
  dpverify check examples/randomized_response.json --definition pure-dp --eps 1 \\
                 --format json --out result.json
  dpverify replay result.json

\b
Exit status: 0 every document re-checks, 1 one does not, 2 a file cannot be read,
3 a document holds nothing that the kernel can re-check, or the time ran out.
"""


STATUSES = {
    "accepted": ExitStatus.DONE,
    "rejected": ExitStatus.FAILED,
    "not-recheckable": ExitStatus.UNKNOWN,
}


@click.command(cls=OptionsOnce, epilog=EPILOG)
@click.argument("files", nargs=-1, required=True, metavar="FILE…", shell_complete=completing.files)
@output_options("text", "json", "markdown", "html", "junit")
@limited("For all files; beyond it the answer is unknown. 60 unless told otherwise.")
def command(files: Sequence[str], **options: Any) -> ExitStatus:
    """Re-check saved results with the kernel alone.

    The kernel reads the channel inside each document, recomputes every probability, composition and
    inequality in exact arithmetic and trusts nothing else of what the document says. No solver and
    no floating point takes part. Beside its word stand the parameters, digest and neighbours that
    were re-checked, to compare with what you were told, and the members that were not.
    """
    from dpverify.replaying import replay_file

    common = Common.take(options)
    outcomes = [outcome for file in files for outcome in replay_file(file)]
    for outcome in outcomes:
        if _status(outcome) is ExitStatus.BAD_INPUT:
            click.echo(f"dpverify: {outcome.shown} [{outcome.rule}]", err=True)
    readable = [outcome for outcome in outcomes if _status(outcome) is not ExitStatus.BAD_INPUT]
    if readable:
        deliver(_result(readable), common)
    return combined(_status(outcome) for outcome in outcomes)


def _status(outcome: Replayed) -> ExitStatus:
    """The exit status that one document alone would give; what is unreadable is bad input."""
    return STATUSES.get(outcome.outcome, ExitStatus.BAD_INPUT)


def _result(outcomes: list[Replayed]) -> Result:
    from dpverify.reports.replay_report import Row, replay_cases, replay_document, replay_report

    rows = [
        Row(one.name, cast("Outcome", one.outcome), one.text, one.line, one.unread, one.facts)
        for one in outcomes
    ]
    return Result(
        lambda: replay_report(rows), lambda: replay_document(rows), lambda: replay_cases(rows)
    )
