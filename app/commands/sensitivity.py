"""`dpverify sensitivity`: how much noise a count, sum, mean or histogram needs."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import click

from dpverify.app.commands.command import OptionsOnce
from dpverify.app.commands.options import Common, limited, output_options
from dpverify.app.commands.output import Result, deliver, without_kernel
from dpverify.app.exit_status import ExitStatus

EPILOG = """\b
Examples:
  dpverify sensitivity mean --low 0 --high 100 --n 30
  dpverify sensitivity mean --low 0 --high 100 --n 30 --neighbours unbounded
  dpverify sensitivity histogram --cells 5 --norm 2

\b
For other queries: dpverify.sensitivity.of_query and .over_box in Python.
"""
UNREAD = (
    "no kernel reads sensitivities; that no two neighbours are further apart is exact arithmetic"
    " here, and the two databases can be compared by hand"
)
NEEDS: dict[str, tuple[str, ...]] = {
    "count": (),
    "sum": ("low", "high"),
    "mean": ("low", "high", "n"),
    "histogram": ("cells",),
}


@click.command(cls=OptionsOnce, epilog=EPILOG)
@click.argument("query", type=click.Choice(list(NEEDS)))
@click.option("--low", metavar="NUMBER", help="The smallest value of a record.")
@click.option("--high", metavar="NUMBER", help="The largest value of a record.")
@click.option(
    "--n", type=click.IntRange(1, 100_000), metavar="N",
    help="Records; with unbounded neighbours N or N − 1.",
)  # fmt: skip
@click.option("--cells", type=click.IntRange(1, 10_000), metavar="N", help="Of a histogram.")
@click.option(
    "--neighbours", type=click.Choice(["bounded", "unbounded"]), default="bounded",
    show_default=True, help="One record replaced, or one added or removed.",
)  # fmt: skip
@click.option("--norm", type=click.IntRange(1, 2), default=1, show_default=True, help="ℓ1 or ℓ2.")
@output_options("text", "json", "markdown", "html")
@limited()
def command(query: str, neighbours: str, norm: int, **options: Any) -> ExitStatus:
    """Compute the exact global sensitivity of QUERY, with databases that attain it."""
    names = ("low", "high", "n", "cells")
    given = {name: value for name in names if (value := options.pop(name)) is not None}
    for name in NEEDS[query]:
        if name not in given:
            raise click.UsageError(f"{query} needs --{name}")
    for name in given:
        if name not in NEEDS[query]:
            raise click.UsageError(f"{query} takes no --{name}")
    from dpverify import sensitivity
    from dpverify.reports.sensitivity_report import sensitivity_document, sensitivity_report

    if query == "histogram":
        answer = sensitivity.histogram(given["cells"], neighbours, norm)
    else:  # one number, of which both norms are the same
        function = {
            "count": sensitivity.count, "sum": sensitivity.total, "mean": sensitivity.mean,
        }[query]  # fmt: skip
        one = function(*(given[name] for name in NEEDS[query]), neighbours)  # type: ignore[operator]  # each its own
        answer = replace(one, norm=norm)
    stated = {name: str(given[name]) for name in NEEDS[query]}
    result = Result(
        lambda: sensitivity_report(query, answer, stated),
        lambda: sensitivity_document(query, answer, stated),
    )
    deliver(without_kernel(result, UNREAD), Common.take(options))
    return ExitStatus.DONE
