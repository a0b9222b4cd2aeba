"""`dpverify new FILE`: something to start from."""

from __future__ import annotations

import shlex
from pathlib import Path

import click

from dpverify.app.commands.command import OptionsOnce
from dpverify.app.exit_status import ExitStatus
from dpverify.defs.places import is_there

EPILOG = """\b
Examples:
  dpverify new my-mechanism.json
  dpverify new my-scenario.json --scenario
  dpverify new my_mechanism.py
  dpverify new my_theorem.py --theorem
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
THEOREM = '''"""A claim about all mechanisms, and its repair.

dpverify prove {name}
"""

from dpverify.claims import AnyChannel, Claim, Entry, Size, Statement


def two_runs(eps: str) -> Statement:
    """Whenever M is eps0-DP, two independent runs of M, both seen, are eps-DP."""
    return Statement(
        # For every channel M: any number of inputs x0, x1, ... and of outputs y0, y1, ...
        objects={"M": AnyChannel(Size("inputs", "x"), Size("outputs", "y"))},
        # What is built of it: also post_process, adaptive, mixture, visible_mixture, restrict.
        derived={"N": {"product": ["M", "M"]}},
        # For every number: a "loss" is at least 0, a "value" is between 0 and 1.
        parameters={"eps0": "loss"},
        hypotheses=(Claim("M", "pure-dp", {"eps": "eps0"}),),
        conclusion=Claim("N", "pure-dp", {"eps": eps}),
        # Counterexamples are looked for among these sizes; a proof is for all.
        sizes={"inputs": (2, 2), "outputs": (2, 3)},
    )


def entry(label: str, eps: str, expected: str) -> Entry:
    """The claim for one eps; what is expected is compared at the end and never looked at before."""
    return Entry(
        id=f"mine.two-runs.{label}",
        title=f"Two runs of an eps0-private mechanism are {eps}-private",
        statement=two_runs(eps),
        source="a claim of our own",
        expected=expected,
        shapes=({"inputs": 2, "outputs": 2},),  # a solver is asked about all channels of this shape
    )


ENTRIES = (entry("no-cost", "eps0", "refuted"), entry("sum", "2*eps0", "proved"))
'''
STARTERS = {".json": CHANNEL, ".toml": CLAIMS, ".py": PROGRAM}
NEXT = {
    ".json": "dpverify check {file} --definition pure-dp --eps 1",
    ".py": "dpverify check {file}:noisy_count --definition pure-dp --eps 1/3",
    ".toml": "dpverify check --claims {file}",
    "scenario": "dpverify check {file} --definition apkdp --eps 0 --delta 1e-9",
    "theorem": "dpverify prove {file}",
}
"""What to type then: each finds its claim false, but those that end as the file expects."""
# Of each option: the ending of its file, what is written, and why no other ending will do.
KINDS = {
    "scenario": (".json", SCENARIO, "a scenario is a JSON file"),
    "theorem": (".py", THEOREM, "a claim about all mechanisms is a Python file"),
}


@click.command(cls=OptionsOnce, epilog=EPILOG)
@click.argument("file")
@click.option(
    "--scenario", is_flag=True, help="A scenario of partial knowledge (.json), not a channel."
)
@click.option("--theorem", is_flag=True, help="A claim about all mechanisms (.py), not a program.")
@click.option("--quiet", is_flag=True, help="No remarks, errors only.")
def command(file: str, *, quiet: bool, **kinds: bool) -> ExitStatus:
    """Write a starter channel or scenario (.json), program or theorem (.py) or claims file (.toml).

    An existing file is never written over.
    """
    from dpverify.defs.errors import FileError, UsageError
    from dpverify.defs.io import write_atomic

    suffix = Path(file).suffix.lower()
    if suffix not in STARTERS:
        raise UsageError(
            f"{file!r} must end in .json (a channel), .py (a program) or .toml (a claims file)"
        )
    kind, text = suffix, STARTERS[suffix]
    for kind in [name for name in KINDS if kinds[name]]:
        ending, text, rule = KINDS[kind]
        if suffix != ending:
            raise UsageError(f"{file!r} must end in {ending}: {rule}")
    if is_there(file):
        raise FileError(f"{file!r} exists already; name a new file")
    write_atomic(file, text.replace("{name}", Path(file).name))
    if not quiet:
        click.echo(f"dpverify: written to {file}; next: {_next(file, kind)}", err=True)
    return ExitStatus.DONE


def _next(file: str, kind: str) -> str:
    named = Path(file).parent / "my-mechanism.json"
    first = f"dpverify new {shlex.quote(str(named))} && " if kind == ".toml" else ""
    missing = first if not is_there(named) else ""
    return missing + NEXT[kind].format(file=shlex.quote(file))
