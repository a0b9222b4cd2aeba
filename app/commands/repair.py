"""`dpverify repair TARGET`: which one constant, changed by how much, makes a claim hold."""

from __future__ import annotations

from typing import Any

import click

from dpverify.app import completing
from dpverify.app.commands.command import OptionsOnce
from dpverify.app.commands.options import (
    Common,
    all_inputs_option,
    claim_options,
    limited,
    output_options,
    take_parameters,
)
from dpverify.app.commands.output import Result, deliver
from dpverify.app.exit_status import ExitStatus

EPILOG = """\b
Examples:
  dpverify repair bad-partial-sum:n=1 --eps 1/2
  dpverify repair examples/noise_to_choose.py:answers:n=3 --eps 3

\b
Exit status: 0 the claim holds, or a change makes it hold; 2 bad usage or input; 3 no change that
was tried makes it hold.
"""
SHARE = 0.7
"""Of the time: what is left ends the last try, and writes the report."""


@click.command(cls=OptionsOnce, epilog=EPILOG)
@click.argument("target", shell_complete=completing.targets)
@claim_options(required=False)
@all_inputs_option
@output_options("text", "json", "markdown", "html")
@limited("Of the whole search. 60 unless told otherwise.", engine=True)
def command(target: str, **options: Any) -> ExitStatus:
    """Find single changes after which a claim about a program holds.

    TARGET is a program (file.py:name) or a mechanism of the library. Tried are the numbers of the
    claim, the parameters of the program and the numbers in its source, each by itself; the ordinary
    check decides each. The definition is told from the parameters where it is pure-dp, approx-dp,
    zcdp or gaussian-dp.
    """
    names = ("definition", "all_inputs")
    asked = {name: options.pop(name) for name in names}
    given, common = take_parameters(options), Common.take(options)
    from dpverify.app.next_questions import claim_of, program_named
    from dpverify.checkers.next_questions.repairing import repair
    from dpverify.reports.json_report import bundle
    from dpverify.reports.repair_report import repair_report

    found = repair(
        program_named(target),
        claim_of(asked["definition"], given),
        all_inputs=asked["all_inputs"],
        time_limit=None if common.time_limit is None else common.time_limit * SHARE,
    )
    deliver(Result(lambda: repair_report(found), lambda: bundle(found.documents)), common)
    done = found.verdict.holds or found.proposals
    return ExitStatus.DONE if done else ExitStatus.UNKNOWN
