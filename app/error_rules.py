"""The rules that an error of status 2 can break: what each code means, and what to do.

What must never change: a code keeps its meaning; a new rule gets a new code. `docs/errors.md` is
written from this table, and its examples are run as tests.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final


@dataclass(frozen=True)
class Rule:
    """One rule.

    Args: title a few words; rule what must hold; mend what to do where it does not; command one
        that breaks it, as a shell takes it, and line how what it then prints begins; files what
        stands in the current folder for that, by name.
    """

    title: str
    rule: str
    mend: str
    command: str
    line: str
    files: Mapping[str, str] = field(default_factory=dict)


CLOCK: Final = """\
import time
import dpverify as dv


@dv.mechanism(inputs=[0, 1])
def clock(bit, draw):
    # A bit of the time is no draw with a known probability.
    return bit ^ (int(time.time()) & 1)
"""
KEYS: Final = """\
{"schema": "dpverify.channel/1.0", "inputs": ["0", "1"], "outputs": ["a", "b"],
 "matrix": [["1/2", "1/2"], ["1/3", "2/3"]], "neighbors": "all"}
"""

RULES: Final[Mapping[str, Rule]] = {
    "DP-E01": Rule(
        "A number",
        "Numbers are exact: whole numbers, fractions such as 1/3, decimals, and what exp, ln, sqrt"
        " and Phi make of them. A float of Python is refused, since it is rarely the number that"
        " was meant.",
        "Write the number as a text, 'ln(3)' or '1/3'. The line shows where reading it ended.",
        "dpverify check B36 --definition pure-dp --eps 1e",
        "'1e' is not a number: unexpected 'e'; write exp(1), or exp(…)",
    ),
    "DP-E02": Rule(
        "A channel",
        "A channel is a table: a row for each input, a column for each output, probabilities that"
        " are not negative, rows that sum to exactly 1, labels that differ, neighbours that are"
        " inputs.",
        "The line names the row or the label. If rows were rounded, `--rationalise 1000000"
        " --normalise` takes the nearest fractions and divides each row by its sum; the result says"
        " so.",
        "dpverify check rows.csv --neighbours all --definition pure-dp --eps 1",
        "'rows.csv': row '0' sums to 13/12, must be 1",
        {"rows.csv": "input,no,yes\n0,3/4,1/3\n1,1/4,3/4\n"},
    ),
    "DP-E03": Rule(
        "A parameter of a definition or a mechanism",
        "Each parameter has a range: ε and ρ are at least 0, δ is a probability, α is above 1, a"
        " time limit is positive.",
        "Give a number within the range that the line names; `dpverify explain pure-dp` says what"
        " the parameters of a definition are.",
        "dpverify check B36 --definition pure-dp --eps -1",
        "eps = -1 is negative; a privacy loss bound is ≥ 0",
    ),
    "DP-E04": Rule(
        "A document",
        "Channel files, scenarios, files of claims and saved results are whole documents of JSON or"
        " TOML, with each key once and numbers that are exact. Each kind has a schema: its keys,"
        " their types and its version. Keys that nobody knows are refused, because a misspelt"
        " option would else be passed over.",
        "The line names the place, or the key and, where one is near, the right one."
        " `dpverify new my.json`"
        " writes a file to start from.",
        "dpverify check keys.json --definition pure-dp --eps 1",
        "'keys.json': the file has an unknown key 'neighbors'",
        {"keys.json": KEYS},
    ),
    "DP-E05": Rule(
        "A question about nothing",
        "A question must be about something: at least two inputs of which two are neighbours, an"
        " output, a claim. What holds of nothing says nothing.",
        "Give what is missing. Often the neighbours are a list that came out empty.",
        "dpverify check alone.csv --neighbours all --definition pure-dp --eps 1",
        "'alone.csv': nothing is asked: no pair of inputs is neighbouring",
        {"alone.csv": "input,no,yes\n0,3/4,1/4\n"},
    ),
    "DP-E06": Rule(
        "A file",
        "Files that are named must be there, readable (as text in UTF-8, or as what the ending of"
        " the name says) and of a size that is read; what is written to must be a file in a folder"
        " that is there and writable.",
        "Look at the path. If a file with nearly the same name lies beside it, the line says so.",
        "dpverify check nothere.json --definition pure-dp --eps 1",
        "cannot read 'nothere.json': No such file or directory; check the path",
    ),
    "DP-E07": Rule(
        "A program",
        "A program is a function of its input and of what it draws, and of nothing else: no clock,"
        " no other randomness, nothing kept from run to run. It returns something that has a"
        " label, and draws from laws in exact numbers.",
        "The line names the draw, the value or the line of the file. `dpverify new my.py` writes"
        " one that is right.",
        "dpverify check wrong.py:clock --definition pure-dp --eps 1",
        "wrong.py:clock: clock reads the clock (time.time, line 8)",
        {"wrong.py": CLOCK},
    ),
    "DP-E08": Rule(
        "A name, or what goes with what",
        "Definitions, mechanisms, claims, programs and parameters are called by their names; and"
        " some options go together, or exclude each other.",
        "The line names what is known, or the nearest name. `dpverify list definitions`, `…"
        " mechanisms`, `… claims` and `… counterexamples` print them.",
        "dpverify check B36 --definition pure-db --eps 1",
        "there is no definition 'pure-db'; known: pure-dp",
    ),
    "DP-E09": Rule(
        "The command line",
        "A command takes the options that `--help` lists, each once, with values of their kind.",
        "The line names the option, and the nearest one that there is.",
        "dpverify check B36 --definiton pure-dp",
        "there is no option --definiton; did you mean --definition? (see 'dpverify check --help')",
    ),
    "DP-E10": Rule(
        "The system",
        "The system must let us work: a disk with room, folders with rights, an open standard"
        " output; for commands, programs and solvers also processes that end with all that they"
        " started, which Windows does not offer.",
        "The line says what was refused. A report goes to a file by `--out PATH`.",
        "dpverify list definitions >&-",
        "standard output is closed: the report is lost; give --out PATH",
    ),
}


def page() -> str:
    """The page of all codes, `docs/errors.md`."""
    parts = [HEAD, *(_section(code, one) for code, one in RULES.items())]
    return "\n".join(parts)


HEAD: Final = """\
# Errors, by their codes

Bad input is one line on standard error, and exit status 2. The line says what was given, which
rule it breaks, and what to do. It ends with the code of the rule, in brackets. The code stays the
same when the words change: look for it in a log, or ask `dpverify explain DP-E02`. In Python it is
`error.rule` of a `dv.InputError`.

What is *unknown* is no error. It has
[codes of its own](what-unknown-means.md#the-reasons-and-what-to-do).

<!-- written by scripts/make_error_page.py from app/error_rules.py -->
"""


def _section(code: str, one: Rule) -> str:
    files = "".join(
        f"\nWith this `{name}`:\n\n```text\n{text}```\n" for name, text in one.files.items()
    )
    example = f"```text\n$ {one.command}\ndpverify: {one.line} … [{code}]\n```\n"
    return f"## {code}: {one.title}\n\n{one.rule}\n\n{one.mend}\n{files}\n{example}"
