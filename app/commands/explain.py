"""`dpverify explain NAME`: what a definition, claim, counterexample or error code means."""

from __future__ import annotations

from typing import Any

import click

from dpverify.app import completing
from dpverify.app.commands.command import OptionsOnce
from dpverify.app.commands.options import Common, output_options
from dpverify.app.commands.output import deliver
from dpverify.app.exit_status import ExitStatus

EPILOG = """\b
Examples:
  dpverify explain approx-dp
  dpverify explain thresholding --format markdown
  dpverify explain DP-E01
"""


@click.command(cls=OptionsOnce, epilog=EPILOG)
@click.argument("name", shell_complete=completing.explained)
@output_options("text", "json", "markdown", "html", "latex")
def command(name: str, **options: Any) -> ExitStatus:
    """Say what a definition, claim, counterexample or error code means, in words."""
    from dpverify.app.explanations import explanation

    deliver(explanation(name), Common.take(options))
    return ExitStatus.DONE
