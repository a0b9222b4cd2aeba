"""`dpverify export coq [ID]`: proofs for all finite sizes as files of a proof assistant."""

from __future__ import annotations

from pathlib import Path

import click

from dpverify.app import completing
from dpverify.app.commands.command import OptionsOnce
from dpverify.app.exit_status import ExitStatus

EPILOG = """\b
Examples:
  dpverify export coq dp.post-processing.approx
  dpverify export coq dp.post-processing.approx --out post_processing.v
  dpverify export coq --out theorems

\b
Exit status: 0 written, 2 bad usage, 3 this theorem cannot be written yet, with the reason.
"""


@click.command(cls=OptionsOnce, epilog=EPILOG)
@click.argument("form", type=click.Choice(["coq"]), metavar="coq")
@click.argument("name", required=False, metavar="[ID]", shell_complete=completing.theorems)
@click.option(
    "--out", metavar="PATH", shell_complete=completing.files,
    help="Write there, whole or not at all; without ID a folder for all theorems.",
)  # fmt: skip
def command(form: str, name: str | None, out: str | None) -> ExitStatus:
    """Write a theorem with its proof as a file that Coq (Rocq) compiles from nothing.

    The file holds definitions as a textbook says them, the theorem about channels of any finite
    size, and the proof; `Print Assumptions` at its end names what Coq takes for granted. So whoever
    reads the statement and runs `coqc` trusts nothing of dpverify. Coq is not needed for writing.
    """
    del form
    if name is None:
        return _all(out)
    from dpverify.defs.io import write_atomic
    from dpverify.proofs.coq.document import coq_file

    text = coq_file(name)
    if out is None:
        click.echo(text, nl=False)
    else:
        write_atomic(out, text)
    return ExitStatus.DONE


def _all(out: str | None) -> ExitStatus:
    """Every theorem that can be written, into a folder; the others with their reasons."""
    if out is None:
        raise click.UsageError("give the ID of a theorem, or --out FOLDER for all of them")
    folder = Path(out)
    if folder.exists() and not folder.is_dir():
        raise click.UsageError(f"{out!r} is a file; name a folder")
    from dpverify.defs.errors import Undecided
    from dpverify.defs.io import write_atomic
    from dpverify.proofs.coq.document import coq_file, coq_name, proved_ids

    written = 0
    folder.mkdir(parents=True, exist_ok=True)
    for name in proved_ids():
        try:
            text = coq_file(name)
        except Undecided as reason:
            click.echo(f"left out: {name}: {reason.text}")
            continue
        write_atomic(str(folder / f"{coq_name(name)}.v"), text)
        written += 1
    click.echo(f"{written} of {len(proved_ids())} theorems written to {out}")
    return ExitStatus.DONE
