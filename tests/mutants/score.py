"""The mutation score of the kernels and the notions: `make mutation-score`.

cosmic-ray changes a module in place, runs tests and restores it. So it is given a copy of the
packages in their installed layout (`dpverify/defs/…`), which hides the editable installation from
the interpreter that runs the tests. Of all its mutants a seeded sample is run, without those inside
annotations, which nothing ever evaluates, and inside the f-strings of messages. Survivors are
written out with their differences.
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
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

ROOT = Path(__file__).parents[2]
COPY = ROOT / "build" / "mutation"
LAYERS = ("defs", "checkers", "proofs", "reports", "app")
SECONDS = 60
"""After which tests are stopped: such a mutant is neither noticed nor a survivor, for a busy or
paused machine does the same."""


@dataclass(frozen=True)
class Target:
    """What is changed, how many of its mutants are drawn, and the tests that must notice."""

    path: str
    sample: int
    tests: tuple[str, ...]


TARGETS = {
    "kernel": Target(
        "checkers/kernel/finite.py",
        60,
        (
            "tests/checkers/kernel/test_finite.py",
            "tests/checkers/kernel/test_attained.py",
            "tests/rejects/test_forged_results.py",
        ),
    ),
    "proof-kernel": Target(
        "proofs/kernel.py",
        60,
        ("tests/proofs/test_proof_kernel.py", "tests/rejects/test_forged_proofs.py"),
    ),
    "notions": Target(
        "defs/notions",
        60,
        (
            "tests/defs/notions",
            "tests/checkers/exact/test_measure.py",
            "tests/agreement/test_corpus.py",
        ),
    ),
}
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


def configured(name: str, target: Target) -> Path:
    """The configuration of cosmic-ray, beside the copy."""
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *target.tests]
    lines = [
        "[cosmic-ray]",
        f'module-path = "dpverify/{target.path}"',
        f"timeout = {SECONDS}.0",
        "excluded-modules = []",
        f"test-command = {json.dumps(' '.join([*command, '-k', repr(f'not ({LEFT_OUT})')]))}",
        "[cosmic-ray.distributor]",
        'name = "local"',
    ]
    path = COPY / f"{name}.toml"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


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


def score(name: str, tool: str, sample: int | None, seed: int) -> None:
    """Run one target and print what became of its mutants."""
    target = TARGETS[name]
    config, session = configured(name, target), COPY / f"{name}.sqlite"

    def run(*words: str) -> str:
        environment = {**os.environ, "PYTHONPATH": str(COPY), "HYPOTHESIS_NO_PLUGINS": "1"}
        command = [tool, *words]
        return subprocess.run(
            command, cwd=COPY, env=environment, check=True, text=True, stdout=subprocess.PIPE
        ).stdout

    run("baseline", config.name)
    run("init", config.name, session.name)
    whole, some = drawn(session, sample or target.sample, seed)
    run("exec", config.name, session.name)
    results = [json.loads(line) for line in run("dump", session.name).splitlines()]
    alive = [(item, result) for item, result in results if result["test_outcome"] == "survived"]
    late = [item for item, result in results if result["output"] == "timeout"]
    differences = [result["diff"] for _, result in alive]
    (COPY / f"{name}.survivors").write_text("\n\n".join(differences), encoding="utf-8")
    report(target, f"{whole} in all", some, [item for item, _ in alive], late)


def report(target: Target, whole: str, some: int, alive: list[Any], late: list[Any]) -> None:
    """One line for the target, one for each mutant that no failing test noticed."""
    noticed = some - len(alive) - len(late)
    lines = [f"{target.path}: {noticed} of {some} noticed ({noticed / some:.0%}); {whole}"]
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
    parser.add_argument("targets", nargs="*", metavar="target", help="all by default")
    parser.add_argument("--tool", default="cosmic-ray", help="the cosmic-ray to run")
    parser.add_argument("--sample", type=int, help="how many mutants of each target")
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    copied()
    tool = shutil.which(given.tool)
    if tool is None:
        parser.error(f"{given.tool} was not found; run: make mutation-score")
    for name in given.targets or TARGETS:
        score(name, str(Path(tool).resolve()), given.sample, given.seed)


if __name__ == "__main__":
    main()
