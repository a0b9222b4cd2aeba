"""`dpverify region TARGET --over …`: where a claim holds."""

from __future__ import annotations

from typing import Any

import click

from dpverify.app import completing
from dpverify.app.commands.command import OptionsOnce
from dpverify.app.commands.options import (
    Common,
    claim_options,
    limited,
    output_options,
    take_parameters,
)
from dpverify.app.commands.output import Result, deliver
from dpverify.app.exit_status import ExitStatus

EPILOG = """\b
Examples:
  dpverify region examples/packs/paths:half --over n=2..5,eps=all
  dpverify region continuous-noisy-max --over n=2..3,eps=all --definition pure-dp --eps eps

\b
Exit status: 0 if every cell is decided, 2 bad usage or input, 3 if some are unknown.
"""


@click.command(cls=OptionsOnce, epilog=EPILOG)
@click.argument("target", shell_complete=completing.targets)
@click.option("--over", required=True, metavar="n=1..9,eps=all", help="One or two ranges, and eps.")
@claim_options(required=False)
@output_options("text", "json", "markdown", "html")
@limited()
def command(target: str, over: str, **options: Any) -> ExitStatus:
    """Decide a claim with parameters cell by cell, and draw where it holds.

    TARGET is a statement of a pack (FOLDER:ID), whose n and d are known, or a program or mechanism
    with parameters that are whole numbers. Each cell is decided by itself with its own evidence;
    nothing is inferred from its neighbours. With eps=all, --eps is a multiple of eps, and a cell
    holds if the claim holds for every eps above 0.
    """
    from dpverify.app import regions
    from dpverify.reports.region_report import region_document, region_report

    definition, given = options.pop("definition"), take_parameters(options)
    common = Common.take(options)
    ranges = regions.over_of(over)
    statement = regions.split(target)
    if statement is not None:
        if definition is not None or given:
            raise click.UsageError("a statement says its definition itself; leave out --definition")
        text, cells = regions.of_statement(*statement, ranges)
    else:
        if definition is None:
            raise click.UsageError("no --definition given: see `dpverify list definitions`")
        from dpverify.app.subjects import Job

        job = Job(target, definition, tuple(given.items()),
                  eps_range="all" if ranges.all_eps else None)  # fmt: skip
        claim = ", ".join(f"{name} = {value}" for name, value in given.items())
        text = f"{target} satisfies {definition}" + (f" with {claim}" if claim else "")
        cells = regions.of_target(job, ranges, common)

    def page() -> str:
        from dpverify.reports.html.region_page import region_page

        return region_page(text, ranges, cells, definition)

    deliver(
        Result(
            lambda: region_report(text, ranges, cells), lambda: region_document(cells), page=page
        ),
        common,
    )
    unknown = any(cell.verdict == "unknown" for cell in cells)
    return ExitStatus.UNKNOWN if unknown else ExitStatus.DONE
