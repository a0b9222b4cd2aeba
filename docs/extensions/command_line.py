"""The directive `command-line`: a section for each command, with what its `--help` prints.

The text is click's own, so that a page and a terminal cannot say different things.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click
from docutils import nodes
from sphinx.util.docutils import SphinxDirective

from dpverify.app.cli import COMMANDS, cli

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx.application import Sphinx

WIDTH = 88  # what fits beside the table of contents


def helps() -> Iterator[tuple[str, str]]:
    """Each command with its help, first `dpverify` itself."""
    width = {"terminal_width": WIDTH, "max_content_width": WIDTH}
    settings: dict[str, Any] = {**cli.context_settings, **width}
    top = click.Context(cli, info_name="dpverify", **settings)
    yield "dpverify", cli.get_help(top)
    for name in COMMANDS:
        command = cli.get_command(top, name)
        if command is None:
            raise LookupError(f"{name} is listed as a command and is none")
        context = click.Context(command, info_name=name, parent=top, **settings)
        yield f"dpverify {name}", command.get_help(context)


class CommandLine(SphinxDirective):
    """Writes the sections where the directive stands."""

    def run(self) -> list[nodes.Node]:
        """Return a section for each command."""
        return [_section(name, text) for name, text in helps()]


def _section(name: str, text: str) -> nodes.section:
    label = name.replace(" ", "-")
    section = nodes.section(ids=[label], names=[label])
    section += nodes.title("", "", nodes.literal("", name))
    block = nodes.literal_block(text, text)
    block["language"] = "text"
    section += block
    return section


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the directive."""
    app.add_directive("command-line", CommandLine)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
