"""`dpverify explain NAME`: what a definition, claim or counterexample means."""

from __future__ import annotations

from typing import Any

import click

from dpverify import completing
from dpverify.commands.command import OptionsOnce
from dpverify.commands.options import Common, output_options
from dpverify.commands.output import deliver
from dpverify.exit_status import ExitStatus

EPILOG = """\b
Examples:
  dpverify explain approx-dp
  dpverify explain thresholding --format markdown
"""


@click.command(cls=OptionsOnce, epilog=EPILOG)
@click.argument("name", shell_complete=completing.explained)
@output_options("text", "json", "markdown", "html", "latex")
def command(name: str, **options: Any) -> ExitStatus:
    """Say what a definition, claim or counterexample means, in words and as a formula."""
    from dpverify.explanations import explanation

    deliver(explanation(name), Common.take(options))
    return ExitStatus.DONE
