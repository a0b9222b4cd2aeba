"""`dpverify benchmark`: the mechanisms of the field, decided, beside what others report."""

from __future__ import annotations

from typing import Any

import click

from dpverify.commands.command import OptionsOnce
from dpverify.commands.options import Common, output_options
from dpverify.commands.output import Result, deliver
from dpverify.exit_status import ExitStatus

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
    "--audit", type=click.IntRange(1, 10**7), metavar="N",
    help="Also sample each row's event N times on both inputs, and compare.",
)  # fmt: skip
@click.option("--seed", type=click.IntRange(0, 2**63 - 1), metavar="N", help="Of the audit.")
@output_options("text", "json", "markdown", "html")
def command(**options: Any) -> ExitStatus:
    """Decide the field's benchmark mechanisms and print the table.

    Each row: the tight ε over all real inputs, exactly or between two proved bounds, the verdict on
    the mechanism's claim with a witness, and the sizes at which the claim holds; beside it what
    others report. Without options the parameters are those of the published experiments.
    """
    chosen, n, c, eps = (options.pop(name) for name in ("rows", "n", "c", "eps"))
    audit, seed = options.pop("audit"), options.pop("seed")
    common = Common.take(options)
    from dpverify.benchmarking import tables

    found = tables(chosen, n=n, c=c, eps=eps, audit=audit, seed=seed or 0)
    deliver(Result(found.report, found.document), common)
    return ExitStatus.DONE
