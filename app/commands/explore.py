"""`dpverify explore [TARGET]`: a page on this machine where a channel or a program is changed."""

from __future__ import annotations

import sys
from typing import Any

import click

from dpverify.app import completing
from dpverify.app.commands.command import OptionsOnce
from dpverify.app.commands.options import limited
from dpverify.app.exit_status import ExitStatus

EPILOG = """\b
Examples:
  dpverify explore
  dpverify explore examples/randomized_response.json
  dpverify explore examples/noise_to_choose.py:truth --watch
  dpverify explore geometric:eps=1,n=3 --no-browser

\b
Exit status: 0 ended by Ctrl-C, 2 bad usage or input.
"""
SECONDS = 5.0
"""Seconds of each question to the library where no limit is given: somebody is waiting."""


@click.command(cls=OptionsOnce, epilog=EPILOG)
@click.argument("target", required=False, shell_complete=completing.targets)
@click.option("--watch", is_flag=True, help="Decide again whenever the file of TARGET is saved.")
@click.option("--no-browser", is_flag=True, help="Print the address and open no browser.")
@limited(f"Of each number of an answer. {SECONDS:g} unless told otherwise.",
         durable=lambda _: True)  # fmt: skip
def command(target: str | None, **options: Any) -> ExitStatus:
    """Change a channel or a program on a page, and see the tight eps and delta follow.

    TARGET is a channel file, a program (file.py:name) or a mechanism of the library; without it
    there is randomised response to start from. The page is served to this machine alone, at an
    address that nobody can guess; nothing leaves it. Ctrl-C ends it.
    """
    from dpverify.app.commands.output import write_standard_output
    from dpverify.app.explore.pages import Pages
    from dpverify.app.explore.server import Server
    from dpverify.app.explore.session import Session

    seconds = options["time_limit"] or SECONDS
    with (
        Session(target, seconds) as session,
        Server(Pages(session, watched=options["watch"])) as server,
    ):
        write_standard_output(f"{server.url}\n")
        click.echo("dpverify: the page is at this address; Ctrl-C ends it", err=True)
        if not options["no_browser"]:
            _open(server.url)
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            return ExitStatus.DONE
    return ExitStatus.DONE


def _open(url: str) -> None:
    """Show the page in the user's browser, if there is one with a window."""
    import os
    import webbrowser

    windows = sys.platform != "linux" or {"DISPLAY", "WAYLAND_DISPLAY"} & set(os.environ)
    if windows and not webbrowser.open(url):
        click.echo("dpverify: no browser was opened; open the address yourself", err=True)
