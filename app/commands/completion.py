"""`dpverify completion SHELL`: the lines that let a shell complete our command lines."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

from dpverify.app.commands.command import OptionsOnce
from dpverify.app.exit_status import ExitStatus

SHELLS = ("bash", "zsh", "fish")
VARIABLE = "_DPVERIFY_COMPLETE"
"""Set by those lines: with it, `dpverify` prints what could follow instead of running."""
EPILOG = """\b
Examples:
  dpverify completion bash
  dpverify completion zsh > _dpverify
  dpverify completion fish > dpverify.fish

\b
To have it in every new shell:
  bash   echo 'eval "$(dpverify completion bash)"' >> ~/.bashrc
  zsh    echo 'eval "$(dpverify completion zsh)"' >> ~/.zshrc     (after compinit)
  fish   dpverify completion fish > ~/.config/fish/completions/dpverify.fish
"""


@click.command(cls=OptionsOnce, epilog=EPILOG)
@click.argument("shell", type=click.Choice(SHELLS))
def command(shell: str) -> ExitStatus:
    """Print what lets a shell complete commands, options, files and names.

    Names are those of definitions, claims, mechanisms and counterexamples. Bash must be 4.4 or
    later.
    """
    from dpverify.app.cli import cli

    completion = get_completion_class(shell)
    if completion is None:
        raise click.UsageError(f"this version of click does not know the shell {shell}")
    # Not `.source()`: for bash that runs another bash, to ask for its version.
    complete = completion(cli, {}, "dpverify", VARIABLE)
    click.echo(complete.source_template % complete.source_vars())
    return ExitStatus.DONE
