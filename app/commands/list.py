"""`dpverify list KIND`: what there is."""

from __future__ import annotations

from typing import Any

import click
from click.shell_completion import CompletionItem

from dpverify.app.commands.command import OptionsOnce
from dpverify.app.commands.options import Common, output_options
from dpverify.app.commands.output import deliver, remark
from dpverify.app.exit_status import ExitStatus

KINDS = ("definitions", "claims", "mechanisms", "counterexamples", "coverage")
EPILOG = """\b
Examples:
  dpverify list definitions
  dpverify list claims --format json
  dpverify list coverage --format markdown
"""


class Kind(click.ParamType[str]):
    """One of the kinds, with a suggestion for a misspelt one."""

    name = "kind"

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:
        """Show the choices in the usage line."""
        del param, ctx
        return "{definitions|claims|mechanisms|counterexamples|coverage}"

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Return the kinds that start so."""
        del ctx, param
        return [CompletionItem(kind) for kind in KINDS if kind.startswith(incomplete)]

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the kind, or refuse it with the nearest one."""
        if value not in KINDS:
            from dpverify.app.suggest import did_you_mean

            self.fail(f"there is no list of {value!r}{did_you_mean(value, KINDS)}", param, ctx)
        return str(value)


@click.command(cls=OptionsOnce, epilog=EPILOG)
@click.argument("kind", type=Kind())
@output_options("text", "json", "markdown", "html")
def command(kind: str, **options: Any) -> ExitStatus:
    """List definitions, claims, mechanisms, counterexamples or what is decided of what."""
    from dpverify.app.listings import listing

    common = Common.take(options)
    deliver(listing(kind), common)
    if kind == "mechanisms":
        remark("explain NAME shows the parameters; give them as NAME:eps=1/2,n=3", common)
    return ExitStatus.DONE
