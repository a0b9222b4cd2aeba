"""`dpverify compare FIRST SECOND`: which of two mechanisms is at least as private, and where."""

from __future__ import annotations

from typing import Any

import click

from dpverify.app import completing
from dpverify.app.commands.command import OptionsOnce
from dpverify.app.commands.options import Common, Reading, limited, output_options
from dpverify.app.commands.output import Result, deliver
from dpverify.app.exit_status import ExitStatus

EPILOG = """\b
Examples:
  dpverify compare geometric:eps=1,n=3 geometric:eps=1/2,n=3
  dpverify compare examples/randomized_response.json examples/erasure.json

\b
Exit status: 0 compared, 2 bad usage or input, 3 if the Blackwell order was left open.
"""


@click.command(cls=OptionsOnce, epilog=EPILOG)
@click.argument("first", shell_complete=completing.targets)
@click.argument("second", shell_complete=completing.targets)
@click.option(
    "--neighbours", metavar="all|FILE", shell_complete=completing.files,
    help="Pairs to compare in channel files: all, or a JSON list of pairs.",
)  # fmt: skip
@output_options("text", "json", "markdown", "html")
@limited(engine=True)
def command(first: str, second: str, neighbours: str | None, **options: Any) -> ExitStatus:
    """Say which of two mechanisms is at least as private, where, and in which sense.

    FIRST and SECOND are channel files, programs (file.py:name) or mechanisms of the library, over
    the same inputs and neighbours. Compared are the smallest eps, the smallest delta of every eps,
    what tests can do, and whether the output of one can be made of the output of the other.
    """
    common = Common.take(options)
    from dpverify.app.subjects import load_subject, program_of
    from dpverify.checkers.next_questions.dominance import compare
    from dpverify.checkers.subjects import Subject
    from dpverify.defs.channel import Channel
    from dpverify.defs.errors import UsageError
    from dpverify.defs.validate import shown_path
    from dpverify.reports.dominance_report import dominance_report
    from dpverify.reports.json_report import bundle

    def subject(text: str) -> Any:
        if (program := program_of(text, Reading())) is not None:
            return program
        loaded = load_subject(text, Reading(neighbours=neighbours))
        if not isinstance(loaded, Channel):
            raise UsageError(f"{shown_path(text)} is a scenario; give a channel or a program")
        return Subject(loaded, text, ("neighbours",) if neighbours is not None else ())

    found = compare(subject(first), subject(second), time_limit=common.time_limit)
    deliver(Result(lambda: dominance_report(found), lambda: bundle(found.documents)), common)
    left_open = found.blackwell.order == "unknown"
    return ExitStatus.UNKNOWN if left_open else ExitStatus.DONE
