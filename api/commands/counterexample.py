"""`dpverify counterexample [NAME]`: a named counterexample, computed."""

from __future__ import annotations

from typing import Any

import click

from dpverify.commands.options import Common, output_options
from dpverify.commands.output import Result, deliver
from dpverify.exit_status import ExitStatus

EPILOG = """\b
Examples:
  dpverify counterexample
  dpverify counterexample approx-as-probabilistic
  dpverify counterexample thresholding --format markdown --out thresholding.md
  dpverify counterexample thresholding --n 20 --known 5 --threshold 6
"""
SETTINGS = {
    "n": "thresholding: number of votes.",
    "threshold": "thresholding: the count is released if it is more than this.",
    "known": "thresholding: number of votes that the attacker knows.",
    "p": 'thresholding: probability of a "yes".',
    "eps": "thresholding: the claim's ε.",
}


def _settings(function: Any) -> Any:
    for name, text in reversed(SETTINGS.items()):
        function = click.option(f"--{name}", metavar="NUMBER", help=text)(function)
    return function


@click.command(epilog=EPILOG)
@click.argument("name", required=False)
@_settings
@output_options("text", "json", "markdown", "html", "latex")
def command(name: str | None, **options: Any) -> ExitStatus:
    """Write a counterexample report; without NAME list them.

    Every number in a report is computed, never stored. The JSON form holds the documents that
    `dpverify replay` re-checks.
    """
    from dpverify.defs.errors import UsageError

    settings = {key: options.pop(key) for key in SETTINGS}
    given = {key: value for key, value in settings.items() if value is not None}
    common = Common.take(options)
    if name is None:
        if given:
            raise UsageError(f"--{next(iter(given))} needs the NAME of a counterexample")
        from dpverify.listings import listing

        deliver(listing("counterexamples"), common)
        return ExitStatus.DONE
    from dpverify.reports.counterexamples.registry import counterexample
    from dpverify.reports.html.counterexample_page import counterexample_page
    from dpverify.reports.json_report import bundle

    built = counterexample(name).build(**given)
    document = bundle(built.documents)
    result = Result(lambda: built.report, lambda: document, page=lambda: counterexample_page(built))
    deliver(result, common)
    return ExitStatus.DONE
