"""`dpverify counterexample [NAME]`: a named counterexample, computed."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from dpverify.app import completing
from dpverify.app.commands.command import OptionsOnce
from dpverify.app.commands.options import Common, limited, output_options, plots_option
from dpverify.app.commands.output import Result, deliver, with_plots
from dpverify.app.exit_status import ExitStatus

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

EPILOG = """\b
Examples:
  dpverify counterexample
  dpverify counterexample approx-as-probabilistic
  dpverify counterexample sparse-vector.B23
  dpverify counterexample thresholding --format markdown --out thresholding.md
  dpverify counterexample thresholding --n 20 --known 5 --threshold 6 --plots thresholding
"""
SETTINGS = {
    "n": "thresholding: number of votes.",
    "threshold": "thresholding: the count is released if it is more than this.",
    "known": "thresholding: number of votes that the attacker knows.",
    "p": 'thresholding: probability of a "yes".',
    "eps": "thresholding: the claim's ε.",
}


UNREAD = "no kernel reads this kind of counterexample; what it says is computed here"


def not_rechecked(documents: Sequence[Mapping[str, Any]]) -> str | None:
    """Why the kernel did not re-check what is written; None where it accepted each document.

    Raises: InternalError where it rejects one.
    """
    from dpverify.defs.errors import InternalError
    from dpverify.replaying import replay

    for document in documents:
        outcome = replay(document)
        if outcome.status == "rejected":
            raise InternalError(f"the kernel rejects a counterexample: {outcome.text}")
        if outcome.status != "accepted":
            return outcome.text
    return None if documents else UNREAD


def _settings(function: Any) -> Any:
    for name, text in reversed(SETTINGS.items()):
        function = click.option(f"--{name}", metavar="NUMBER", help=text)(function)
    return function


@click.command(cls=OptionsOnce, epilog=EPILOG)
@click.argument("name", required=False, shell_complete=completing.counterexamples)
@_settings
@output_options("text", "json", "markdown", "html", "latex")
@plots_option
@limited()
def command(name: str | None, plots: str | None, **options: Any) -> ExitStatus:
    """Write a counterexample report; without NAME list them.

    Every number in a report is computed, never stored. The JSON form holds the documents that
    `dpverify replay` re-checks.
    """
    from dpverify.defs.errors import UsageError

    settings = {key: options.pop(key) for key in SETTINGS}
    given = {key: value for key, value in settings.items() if value is not None}
    common = Common.take(options)
    if name is None:
        if given or plots is not None:
            raise UsageError(f"--{next(iter(given), 'plots')} needs the NAME of a counterexample")
        from dpverify.app.listings import listing

        deliver(listing("counterexamples"), common)
        return ExitStatus.DONE
    from dpverify.reports.drawings.of_documents import figures_of
    from dpverify.reports.evidence import not_rechecked as unread_line
    from dpverify.reports.findings.catalogue import counterexample
    from dpverify.reports.html.counterexample_page import counterexample_page
    from dpverify.reports.json_report import bundle

    built = counterexample(name, **given)
    why = not_rechecked(built.documents)
    if why is not None:
        blocks = (*built.report.blocks, unread_line(why))
        built = replace(built, report=replace(built.report, blocks=blocks))
    drawn = built.figures or (lambda: figures_of(*built.documents))
    report = with_plots(lambda: built.report, drawn, plots, common)

    def document() -> Mapping[str, Any]:
        if not built.documents:
            text = f"{name} has no document that replay re-checks; use another --format than json"
            raise UsageError(text)
        whole = bundle(built.documents)
        return whole if why is None else {**whole, "not_rechecked": why}

    def page() -> str:
        # What the documents show is on the page as it is.
        return counterexample_page(replace(built, report=report()) if built.figures else built)

    deliver(Result(report, document, page=page), common)
    return ExitStatus.DONE
