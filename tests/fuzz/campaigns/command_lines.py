"""Command lines drawn from the tree of commands: every option, with values that fit and do not.

Missing, repeated and contradictory options, empty and very long words, control characters, halves
of surrogate pairs. What fits is answered, what does not is refused with one line; never an internal
error.
"""

from __future__ import annotations

import os
import shlex
import shutil
import tempfile
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import click

from dpverify.app.cli import COMMANDS, cli
from tests.fuzz import examples
from tests.fuzz.campaign import Tally
from tests.fuzz.play import apart, here

FULL = 800
SHORT = 40
APART = 20
"""One command line in so many runs in a process of its own."""

WORDS = (
    "", " ", "-", "--", "-1", "0", "1", "1/2", "3/2", "1e-400", "1e100", "1e400",
    "1e-9999", "1e9999", "exp(1000000)",
    "exp(-1000000)", "2**(1/2)", "1e10", "nan", "inf",
    "-inf",
    "ln(3)", "ln(0)", "1/0", "exp(10**9)", "9" * 5_000, "x" * 5_000, "\x00", "\x1b[2J", "\n", "é",
    "\udcff", "\u202e", "٣", "true", "all", "eps", "6/5*eps", "0..1", "1..0", "z3", "uniform",
    "../..",
    "/", "/dev/null", "/dev/full", "/nowhere/at/all", ".", "%", "%s", "{}", "$(id)", "*", "None",
)  # fmt: skip
FITTING = {
    "definition": ("pure-dp", "approx-dp", "local-dp", "renyi-dp", "zcdp", "gaussian-dp", "f-dp",
                   "total-variation", "metric-dp", "guessing-advantage", "apkdp", "Pure_DP", "dp"),
    "neighbours": ("all", "bounded", "unbounded"),
    "trade_off": ("gaussian(1)", "approx(1,1/10)", "points(0,1; 1,0)", "gaussian(", "points()"),
    "goal": ("no", "yes", "maybe"),
    "eps_range": ("all", "0..1", "1..0", "..", "0..inf"),
    "time_limit": ("1", "2", "0", "-1", "nan", "inf", "1e10", "1e400", "1e-9"),
    "rows": ("B20", "B23,B25", "B999", ","),
    "answers": ("0,1", "0.5,0.5,1,1", "0,0,0", "x"),
    "noise": ("uniform", "laplace", "adversarial", "pink"),
    "precisions": ("5", "1/2", "0"),
    "attributes": ("normal:mean=20,sd=5", "uniform:low=0,high=9", "normal:mean=1",
                   "cafeteria.csv:time"),
    "n": ("1", "2", "3", "0", "-1"),
    "shell": ("bash", "zsh", "fish", "ksh"),
    "query": ("count", "sum", "mean", "histogram", "median"),
    "times": ("1",),
    "jobs": ("1", "2", "0", "257"),
    "audit": ("1", "10"),
    "out": ("out.json", "no/out.json", "."),
    "plots": ("plots",),
}  # fmt: skip
TARGETS = ("randomized_response.json", "matrix.csv", "programs.py:safe_count", "programs.py", "B36",
           "B36:eps=1", "B23:n=2,eps=1", "B23:n=99999", "ten_votes.json", "claims.toml",
           "nowhere.json",
           "cafeteria.csv", "dp.post-processing.pure", "no.such.claim", "thresholding", "pure-dp",
           "my_claims.py", "x" * 300, "definitions", "claims")  # fmt: skip


def run(attacks: int, seed: int) -> Tally:
    """Make that many attacks; the same seed draws the same ones."""
    tally, before = Tally(), Path.cwd()
    with tempfile.TemporaryDirectory(prefix="dpverify-fuzz-") as folder:
        shutil.copytree(examples.EXAMPLES, Path(folder) / "examples")
        for path in (*examples.EXAMPLES.iterdir(), examples.EXAMPLES / "scenarios/ten_votes.json"):
            if path.is_file():
                shutil.copy(path, folder)
        os.chdir(folder)
        try:
            for number in range(attacks):
                _play(tally, seed, number)
        finally:
            os.chdir(before)
    return tally


def _play(tally: Tally, seed: int, number: int) -> None:
    rng = Random(f"command lines {seed} {number}")  # noqa: S311  attacks are drawn, no secrets
    arguments = drawn(rng)
    # A zero byte and half a surrogate pair cannot be handed to another process.
    plain = all(word.isprintable() for word in arguments)
    # Of several files that cannot be read `replay` says one line each.
    files = 1 if arguments[:1] != ["replay"] else len(arguments)
    played = (apart if plain and number % APART == APART - 1 else here)(arguments, files)
    if played.fault is not None and played.fault[0] == "hangs":
        played = apart(arguments, files)
    left = [path.name for path in Path().iterdir() if path.suffix == ".tmp"]
    if played.fault is None and not left:
        tally.count({0: "answered", 1: "answered", 2: "refused", 3: "left open"}[played.status])
        return
    kind, what = played.fault or ("torn files", f"it leaves {left}")
    tally.fault(kind, f"{what}\n  command lines, seed {seed}, attack {number}: {arguments}")


def drawn(rng: Random) -> list[str]:
    """One command line: an example of a help text with changes, or one from the tree."""
    if rng.random() < 0.05:
        return [rng.choice(WORDS) for _ in range(rng.randrange(3))]
    words = _changed(rng, rng.choice(_shown())) if rng.random() < 0.6 else _from_tree(rng)
    return _quick(words)


@cache
def _shown() -> tuple[tuple[str, ...], ...]:
    """The examples of all help texts but those that take minutes, such as the whole suite."""
    found = []
    for name in COMMANDS:
        command = cli.get_command(click.Context(cli), name)
        text = ((command.epilog if command else "") or "").replace("\\\n", " ")
        found += [
            tuple(shlex.split(line)[1:])
            for line in text.splitlines()
            if line.startswith("  dpverify ") and not set(line) & set("|<>&")
        ]
    return tuple(words for words in found if len(words) > 1)


def _changed(rng: Random, shown: tuple[str, ...]) -> list[str]:
    """An example with up to two of its words changed, left out, repeated or added."""
    words = list(shown)
    for _ in range(rng.choice((0, 1, 1, 2))):
        at, kind = rng.randrange(len(words)), rng.randrange(5)
        if kind == 0:
            del words[at]
        elif kind == 1:
            words[at:at] = words[at : at + 2]
        elif kind == 2:
            words[at] = words[at][: rng.randrange(len(words[at]) + 1)]
        elif kind == 3:
            words[at] = rng.choice(WORDS)
        else:
            words.insert(at, rng.choice((*TARGETS, *WORDS)))
        words = words or [rng.choice(WORDS)]
    return words


def _from_tree(rng: Random) -> list[str]:
    """A command with arguments and options drawn one by one."""
    name = rng.choice([*COMMANDS, "check", "measure", "chek"])
    words, command = [name], cli.get_command(click.Context(cli), name)
    while isinstance(command, click.Group):
        inner = rng.choice([*command.list_commands(click.Context(command)), ""])
        words.append(inner)
        command = command.get_command(click.Context(command), inner)
    if command is None:
        return [*words, rng.choice(WORDS)]
    for param in command.params:
        if isinstance(param, click.Argument):
            words += _argument(rng, param)
        elif rng.random() < (0.9 if param.required or param.name == "time_limit" else 0.08):
            words += _option(rng, param)
    if rng.random() < 0.1:
        words.insert(rng.randrange(1, len(words) + 1), rng.choice(WORDS))
    return words


def _quick(words: list[str]) -> list[str]:
    """The same, without what takes minutes: the whole suite, the whole table, curves of attacks."""
    if words[:1] == ["benchmark"] and "--rows" not in words:
        return [*words, "--rows", "B23"]
    if words[:1] == ["prove"] and not any("." in word for word in words[1:]):
        return [*words, "dp.post-processing.pure"]
    if words[:1] == ["explore"]:  # it waits for a Ctrl-C that nobody sends
        return [*words, "nowhere/explored.json"]  # what no other attack can have written
    if words[:1] == ["attack"]:
        return [word for word in words if word != "--plots"]
    return words


def _argument(rng: Random, param: click.Parameter) -> list[str]:
    times = rng.choice((1, 1, 1, 1, 0, 2)) if param.nargs == 1 else rng.randrange(3)
    fitting = FITTING.get(param.name or "", TARGETS)
    return [rng.choice(fitting if rng.random() < 0.85 else WORDS) for _ in range(times)]


def _option(rng: Random, option: Any) -> list[str]:
    times = rng.choice((1, 1, 1, 1, 1, 1, 2))
    words: list[str] = []
    for _ in range(times):
        name = rng.choice(option.opts)
        if rng.random() < 0.03:
            name = name[: rng.randrange(2, len(name) + 1)]
        if option.is_flag:
            words.append(name)
            continue
        value = _value(rng, option)
        words += [f"{name}={value}"] if rng.random() < 0.3 else [name, value]
    return words


def _value(rng: Random, option: Any) -> str:
    fitting = FITTING.get(option.name)
    if isinstance(option.type, click.Choice):
        fitting = tuple(option.type.choices)
    elif isinstance(option.type, click.IntRange) and fitting is None:
        fitting = ("1", "2", "3")
    if rng.random() < 0.75:
        return str(rng.choice(fitting or ("1", "1/2", "ln(2)", "0", "0.1")))
    return rng.choice(WORDS)
