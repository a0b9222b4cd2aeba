"""`dpverify measure TARGET --definition D`: the tight parameter."""

from __future__ import annotations

from typing import Any

import click

from dpverify.app import completing
from dpverify.app.commands.command import OptionsOnce
from dpverify.app.commands.options import (
    Common,
    Reading,
    all_inputs_option,
    as_run_options,
    claim_options,
    decision_options,
    limited,
    output_options,
    plots_option,
    reading_options,
    take_as_run,
    take_parameters,
)
from dpverify.app.commands.output import Result, deliver, with_plots
from dpverify.app.exit_status import ExitStatus

EPILOG = """\b
Examples:
  dpverify measure examples/randomized_response.json --definition pure-dp
  dpverify measure examples/geometric_renormalised.json --definition approx-dp --eps 'ln(2)'
  dpverify measure examples/matrix.csv --neighbours all --definition approx-dp --delta 1e-6
  dpverify measure B25:n=5,eps=1/10 --definition pure-dp --all-inputs
"""


@click.command(cls=OptionsOnce, epilog=EPILOG)
@click.argument("target", shell_complete=completing.targets)
@claim_options(required=True)
@all_inputs_option
@as_run_options
@reading_options
@output_options("text", "json", "markdown", "html", "latex")
@plots_option
@decision_options(several=False)
@limited(engine=True)
def command(target: str, definition: str, **options: Any) -> ExitStatus:
    """Compute the tight parameter of a definition, exactly.

    The parameter left out is computed: the smallest value for which the claim holds, with the pair
    of inputs and the event where it is attained. TARGET is a channel file, a program
    (file.py:name:eps=1/2) or a mechanism of the library, as for check.
    """
    given, all_inputs = take_parameters(options), options.pop("all_inputs")
    plots = options.pop("plots")
    real, reading = take_as_run(options, Reading.take(options))
    common = Common.take(options)
    from dpverify.app.deciding import measured
    from dpverify.app.subjects import Job
    from dpverify.checkers.answers.documents import read_answer
    from dpverify.reports.drawings.of_documents import figures_of
    from dpverify.reports.result_report import result_report

    job = Job(
        target, definition, tuple(given.items()), reading, common.time_limit, common.seed,
        all_inputs=all_inputs, as_run=real,
    )  # fmt: skip
    # A report in words says nothing of a large channel that its document would hold.
    document = measured(job, brief=common.format == "text" and plots is None)
    answer = read_answer(document)
    report = with_plots(lambda: result_report(answer), lambda: figures_of(document), plots, common)

    def page() -> str:
        from dpverify.app.sources import source_of_target
        from dpverify.reports.html.result_page import result_page

        source = None if real is not None else source_of_target(target)
        return result_page(answer, source=source)

    result = Result(report, lambda: document, page=page)
    deliver(result, common)
    return ExitStatus.DONE
