"""The mutation score of the kernels, the definitions and the numbers: `make mutation-score`.

cosmic-ray changes a module in place, runs tests and restores it. So it is given a copy of the
packages in their installed layout (`dpverify/defs/…`), which hides the editable installation from
the interpreter that runs the tests. Of all its mutants a seeded sample is run, without those inside
annotations, which nothing ever evaluates, and inside the f-strings of messages. Survivors are
written out with their differences. Which tests must notice a mistake, `watchers` says.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

from tests.mutants.watchers import WATCHERS

ROOT = Path(__file__).parents[2]
COPY = ROOT / "build" / "mutation"
LAYERS = ("defs", "checkers", "proofs", "reports", "app")
SECONDS = 120
"""After which tests are stopped: such a mutant is neither noticed nor a survivor, for a busy or
paused machine does the same."""


SAMPLE = 10
"""How many mutants of a module are drawn."""
LEFT_OUT = (
    # Seconds each, and about sizes, dummies, commands or solvers; the others notice sooner.
    "would_not_fit or dummies or command or solvers_say or wrong_expectation or forgets_one"
)


def copied() -> None:
    """The packages as they are installed, and the tests."""
    shutil.rmtree(COPY, ignore_errors=True)
    leave = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "api", COPY / "dpverify", ignore=leave)
    for layer in LAYERS:
        shutil.copytree(ROOT / layer, COPY / "dpverify" / layer, ignore=leave)
    shutil.copytree(ROOT / "tests", COPY / "tests", ignore=leave)
    shutil.copy(ROOT / "pyproject.toml", COPY)


def configured(path: str) -> Path:
    """The configuration of cosmic-ray for a module or a folder, beside the copy."""
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider"]
    command += WATCHERS[path]
    lines = [
        "[cosmic-ray]",
        f'module-path = "dpverify/{path}"',
        f"timeout = {SECONDS}.0",
        "excluded-modules = []",
        f"test-command = {json.dumps(' '.join([*command, '-k', repr(f'not ({LEFT_OUT})')]))}",
        "[cosmic-ray.distributor]",
        'name = "local"',
    ]
    file = COPY / f"{file_name(path)}.toml"
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return file


def file_name(path: str) -> str:
    """What the files about a module or a folder are called."""
    return path.removesuffix(".py").replace("/", "-")


def ignored(path: Path) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    """Where annotations and f-strings of a module begin and end (line, column)."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        parts = [getattr(node, name, None) for name in ("annotation", "returns")]
        for part in [*parts, node if isinstance(node, ast.JoinedStr) else None]:
            if isinstance(part, ast.expr):
                start = (part.lineno, part.col_offset)
                yield start, (part.end_lineno or 0, part.end_col_offset or 0)


def drawn(session: Path, sample: int, seed: int) -> tuple[int, int]:
    """Leave a sample in a session; returns how many mutants there were, and how many are left."""
    with sqlite3.connect(session) as base:
        rows = base.execute(
            "SELECT job_id, module_path, start_pos_row, start_pos_col FROM mutation_specs"
            " ORDER BY module_path, start_pos_row, start_pos_col, operator_name, occurrence"
        ).fetchall()
        spans = {path: list(ignored(COPY / path)) for path in {row[1] for row in rows}}
        real = [
            job
            for job, path, *at in rows
            if not any(start <= tuple(at) < end for start, end in spans[path])
        ]
        chosen = set(Random(seed).sample(real, min(sample, len(real))))  # noqa: S311  no secret
        others = [(row[0],) for row in rows if row[0] not in chosen]
        base.executemany("DELETE FROM mutation_specs WHERE job_id = ?", others)
        base.executemany("DELETE FROM work_items WHERE job_id = ?", others)
    return len(real), len(chosen)


def score(path: str, tool: str, sample: int, seed: int) -> None:
    """Draw mutants of one module or folder, and print what became of them."""
    name = file_name(path)
    config, session = configured(path), COPY / f"{name}.sqlite"

    def run(*words: str) -> str:
        environment = {**os.environ, "PYTHONPATH": str(COPY), "HYPOTHESIS_NO_PLUGINS": "1"}
        return subprocess.run(
            [tool, *words], cwd=COPY, env=environment, check=True, text=True, stdout=subprocess.PIPE
        ).stdout

    if baseline_fails(run, config.name):
        sys.stdout.write(f"{path}: its tests fail without a mutant\n")
        return
    run("init", config.name, session.name)
    whole, some = drawn(session, sample, seed)
    run("exec", config.name, session.name)
    results = [json.loads(line) for line in run("dump", session.name).splitlines()]
    alive = [(item, result) for item, result in results if result["test_outcome"] == "survived"]
    late = [item for item, result in results if result["output"] == "timeout"]
    differences = [result["diff"] for _, result in alive]
    (COPY / f"{name}.survivors").write_text("\n\n".join(differences), encoding="utf-8")
    report(path, f"{whole} in all", some, [item for item, _ in alive], late)


def baseline_fails(run: Callable[..., str], config: str) -> bool:
    """Whether the tests fail, or take too long, with nothing changed."""
    try:
        run("baseline", config)
    except subprocess.CalledProcessError:
        return True
    return False


def report(path: str, whole: str, some: int, alive: list[Any], late: list[Any]) -> None:
    """One line for the module, one for each mutant that no failing test noticed."""
    noticed = some - len(alive) - len(late)
    lines = [f"{path}: {noticed} of {some} noticed ({noticed / max(some, 1):.0%}); {whole}"]
    for word, items in (("survived", alive), ("stopped after a time", late)):
        for item in items:
            spec = item["mutations"][0]
            place = f"{spec['module_path']}:{spec['start_pos'][0]}"
            lines.append(f"  {word}: {place} {spec['operator_name']}")
    sys.stdout.write("\n".join(lines) + "\n")
    sys.stdout.flush()


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description="mutation score by cosmic-ray")
    parser.add_argument("words", nargs="*", metavar="word", help="paths with one of them; or all")
    parser.add_argument("--tool", default="cosmic-ray", help="the cosmic-ray to run")
    parser.add_argument("--sample", type=int, default=SAMPLE, help="how many of each path")
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    copied()
    tool = shutil.which(given.tool)
    if tool is None:
        parser.error(f"{given.tool} was not found; run: make mutation-score")
    for path in WATCHERS:
        if not given.words or any(word in path for word in given.words):
            score(path, str(Path(tool).resolve()), given.sample, given.seed)


if __name__ == "__main__":
    main()
