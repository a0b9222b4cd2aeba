"""Every command of the command line, with its words."""

from __future__ import annotations

from collections.abc import Iterator

import click

from dpverify.app.cli import cli


def commands(
    command: click.Command = cli, words: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """The command and all below it: ("risk", "laplace") and what it is."""
    yield words, command
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            inner = command.get_command(context, name)
            if inner is not None:
                yield from commands(inner, (*words, name))
