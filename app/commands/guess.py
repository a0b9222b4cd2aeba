"""`dpverify guess`: what ε means to an attacker, and which ε keeps the advantage within bounds."""

from __future__ import annotations

from typing import Any

import click

from dpverify.app.commands.command import OptionsOnce
from dpverify.app.commands.options import Common, limited, output_options, plots_option
from dpverify.app.commands.output import Result, deliver, with_plots
from dpverify.app.exit_status import ExitStatus

EPILOG = """\b
Examples:
  dpverify guess --attribute examples/cafeteria.csv:time --precision 5 --eps 1/2
  dpverify guess --attribute normal:mean=20,sd=5 --precision 5 --advantage 1/10 --at 20
  dpverify guess --attribute examples/cafeteria.csv:time --precision 5 --at 20 \\
                 --attribute uniform:low=0,high=9 --precision 1 --at 3 --eps 1 --combine or
"""


@click.command(cls=OptionsOnce, epilog=EPILOG)
@click.option(
    "--attribute", "attributes", multiple=True, metavar="FILE.csv:COLUMN|NAME:…",
    help="The prior of an attribute: a column, or normal, laplace, exponential, uniform.",
)  # fmt: skip
@click.option(
    "--precision", "precisions", multiple=True, metavar="R",
    help="How far off a guess may be, for each attribute; distances are in units of it.",
)  # fmt: skip
@click.option(
    "--at", multiple=True, metavar="VALUE",
    help="The true value of each attribute, of the column or in a cell; without it, of one"
    " attribute, the worst.",
)  # fmt: skip
@click.option("--eps", metavar="NUMBER", help="ε: how far does an attacker get?")
@click.option("--advantage", metavar="NUMBER", help="η: which ε keeps the advantage within it?")
@click.option(
    "--combine", type=click.Choice(["and", "or"]), default="and", show_default=True,
    help="Of several attributes: guess all, or one at least.",
)  # fmt: skip
@click.option("--drop", is_flag=True, help="Bound prior − posterior instead.")
@output_options("text", "json", "markdown", "html")
@plots_option
@limited(engine=True)
def command(*, drop: bool, plots: str | None, **options: Any) -> ExitStatus:
    """Say what ε means to an attacker who guesses, or which ε keeps him within an advantage.

    An attacker knows the prior of an attribute, sees the output of an ε·d-private mechanism (d is
    the difference in units of the precision) and guesses the true value. Answers are given for the
    worst prior, for this prior by known bounds, and for the worst of all mechanisms.
    """
    common = Common.take(options)
    from dpverify.app.guessing import Question, found
    from dpverify.reports.guess_report import guess_report

    options["sign"] = "drop" if drop else "gain"
    asked = found(Question(time_limit=common.time_limit, **options))
    report = with_plots(lambda: guess_report(asked.certified), asked.figures, plots, common)

    def page() -> str:
        from dpverify.defs.errors import Undecided
        from dpverify.reports.html.page import report_page

        try:
            figures = asked.figures()
        except Undecided:  # the answers stand; a page without drawings is one all the same
            figures = ()
        rechecked = not asked.certified.get("not_rechecked")
        commands = ("dpverify replay DOCUMENT",) if rechecked else ()
        return report_page(report(), asked.certified, figures, commands)

    deliver(Result(report, lambda: asked.certified, page=page), common)
    return ExitStatus.DONE
