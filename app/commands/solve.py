"""`dpverify solve TARGET --for PARAMETER`: how much noise is enough for a claim."""

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
  dpverify solve examples/noise_to_choose.py:gaussian --for sigma --eps 1 --delta 1e-6
  dpverify solve examples/noise_to_choose.py:truth --for p --eps 1 --precision 1e-9
  dpverify solve geometric:n=3 --for eps --definition pure-dp --eps 1/2 --between 1/4..2

\b
Exit status: 0 found, 2 bad usage or input, 3 if no value was found to hold and one to fail.
"""

SHARE = 0.75
"""Of the time: what is left decides both ends once more, in processes of their own."""


@click.command(cls=OptionsOnce, epilog=EPILOG)
@click.argument("target", shell_complete=completing.targets)
@click.option("--for", "sought", required=True, metavar="NAME", help="The parameter of the program"
              " that is sought; it must be a number.")  # fmt: skip
@claim_options(required=False)
@click.option(
    "--between", metavar="LO..HI",
    help="Two values, at one of which the claim holds and at the other fails; without it the"
    " program's own value is doubled and halved.",
)  # fmt: skip
@click.option(
    "--precision", metavar="NUMBER", default="1e-6", show_default=True,
    help="How far apart both values may be, relatively; whole numbers follow each other.",
)  # fmt: skip
@all_inputs_option
@output_options("text", "json", "markdown", "html")
@limited("Of the whole search. 60 unless told otherwise.", engine=True)
def command(target: str, **options: Any) -> ExitStatus:
    """Find between which values of one parameter a claim starts or ceases to hold.

    TARGET is a program (file.py:name) or a mechanism of the library with a parameter that is a
    number. At one value of the answer the claim was decided to hold, at the other to fail; both
    results are saved by --format json. The definition is told from the parameters where it is
    pure-dp, approx-dp, zcdp or gaussian-dp. For plans of many steps see dpverify account --for.
    """
    names = ("sought", "definition", "between", "precision", "all_inputs")
    asked = {name: options.pop(name) for name in names}
    given, common = take_parameters(options), Common.take(options)
    from dpverify.app.next_questions import claim_of, ends_of, program_named
    from dpverify.checkers.next_questions.solving import solve
    from dpverify.reports.json_report import bundle
    from dpverify.reports.solution_report import solution_report

    found = solve(
        program_named(target),
        claim_of(asked["definition"], given),
        asked["sought"],
        between=ends_of(asked["between"]),
        precision=asked["precision"],
        all_inputs=asked["all_inputs"],
        time_limit=None if common.time_limit is None else common.time_limit * SHARE,
    )
    deliver(Result(lambda: solution_report(found), lambda: bundle(found.documents)), common)
    return ExitStatus.DONE
