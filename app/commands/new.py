"""`dpverify new FILE`: something to start from."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Any

import click

from dpverify.app.commands.command import OptionsOnce
from dpverify.app.exit_status import ExitStatus
from dpverify.defs.places import is_there

EPILOG = """\b
Examples:
  dpverify new my-mechanism.json
  dpverify new my-scenario.json --scenario
  dpverify new my_mechanism.py
  dpverify new claims.toml
"""
CHANNEL = """{
  "schema": "dpverify.channel/1.0",
  "title": "randomised response: the truth with probability 3/4",
  "inputs":  ["0", "1"],
  "outputs": ["0", "1"],
  "matrix":  [["3/4", "1/4"],
              ["1/4", "3/4"]],
  "neighbours": "all",
  "notes": "Row = input, column = output. Numbers are exact: 3/4, 0.25, exp(-1/3), ln(3)."
}
"""
SCENARIO = """{
  "schema": "dpverify.scenario/1.0",
  "title": "a thousand votes, a hundred of them known; the count is released if it is above 100",
  "records": [{"count": 1000, "values": {"0": "1-1e-7", "1": "1e-7"}}],
  "known": {"count": 100},
  "mechanism": {"name": "thresholded-count", "threshold": 100},
  "notes": "Check it: dpverify check FILE --definition ppkdp --eps 0 --delta 1e-9 (then apkdp)."
}
"""
CLAIMS = """# dpverify check --claims FILE decides every claim below.
# Targets are relative to this file.

[[claim]]
target = "my-mechanism.json"     # write one with: dpverify new my-mechanism.json
definition = "pure-dp"           # see: dpverify list definitions
eps = "ln(3)"
expect = "holds"                 # the default; "fails" documents a known violation

[[claim]]
target = "my-mechanism.json"
definition = "approx-dp"
eps = 1
delta = "1e-6"
expect = "fails"
"""
PROGRAM = '''"""A mechanism as a program.

dpverify check {name}:noisy_count --definition pure-dp --eps 1/2
"""

from dpverify import mechanism


@mechanism(inputs=[3, 4], neighbours="all")  # a count, with and without one person
def noisy_count(count, draw, *, eps="1/2"):
    """The count plus discrete Laplace noise, clamped to 0..10 (exactly, tails and all)."""
    return count + draw.discrete_laplace(1 / eps, low=-count, high=10 - count)


@mechanism(inputs=[0, 1])  # one bit; neighbours are "all" unless said otherwise
def randomized_response(bit, draw):
    """The truth with probability 3/4."""
    return bit if draw.flip("1/2") else draw.uniform([0, 1])
'''
STARTERS = {".json": CHANNEL, ".toml": CLAIMS, ".py": PROGRAM}
NEXT = {
    ".json": "dpverify check {file} --definition pure-dp --eps 1",
    ".py": "dpverify check {file}:noisy_count --definition pure-dp --eps 1/3",
    ".toml": "dpverify check --claims {file}",
    "scenario": "dpverify check {file} --definition apkdp --eps 0 --delta 1e-9",
}
"""What to type then: each of them finds the claim false but for the claims file."""


@click.command(cls=OptionsOnce, epilog=EPILOG)
@click.argument("file")
@click.option(
    "--scenario", is_flag=True, help="A scenario of partial knowledge (.json), not a channel."
)
@click.option("--quiet", is_flag=True, help="No remarks, errors only.")
def command(file: str, **options: Any) -> ExitStatus:
    """Write a starter channel or scenario (.json), program (.py) or claims file (.toml).

    An existing file is never written over.
    """
    from dpverify.defs.errors import FileError, UsageError
    from dpverify.defs.io import write_atomic

    suffix = Path(file).suffix.lower()
    if suffix not in STARTERS:
        raise UsageError(
            f"{file!r} must end in .json (a channel), .py (a program) or .toml (a claims file)"
        )
    if options["scenario"] and suffix != ".json":
        raise UsageError(f"{file!r} must end in .json: a scenario is a JSON file")
    if is_there(file):
        raise FileError(f"{file!r} exists already; name a new file")
    text = SCENARIO if options["scenario"] else STARTERS[suffix]
    write_atomic(file, text.replace("{name}", Path(file).name))
    if not options["quiet"]:
        click.echo(f"dpverify: written to {file}; next: {_next(file, **options)}", err=True)
    return ExitStatus.DONE


def _next(file: str, *, scenario: bool, **_: object) -> str:
    suffix = Path(file).suffix.lower()
    named = Path(file).parent / "my-mechanism.json"
    first = f"dpverify new {shlex.quote(str(named))} && " if suffix == ".toml" else ""
    missing = first if not is_there(named) else ""
    return missing + NEXT["scenario" if scenario else suffix].format(file=shlex.quote(file))
