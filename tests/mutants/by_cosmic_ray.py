"""Do cosmic-ray's own runs say the same of each mutant as ours? `… -m tests.mutants.by_cosmic_ray`.

cosmic-ray changes a module in place and runs the tests in a new interpreter. So it is given a copy
of the packages in their installed layout (`dpverify/defs/…`), which hides the editable installation
from that interpreter. It takes minutes where ours takes seconds: for small modules.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

from tests.mutants.drawing import Draw, draw
from tests.mutants.journal import Journal
from tests.mutants.planting import ROOT
from tests.mutants.score import JOURNAL, SAMPLE, imported
from tests.mutants.scoring import NOTICED, STOPPED, SURVIVED, Scorer
from tests.mutants.watchers import WATCHERS
from tests.mutants.watching import LEFT_OUT

COPY = ROOT / "build" / "mutation" / "copy"
LAYERS = ("defs", "checkers", "proofs", "reports", "app")
SECONDS = 900
"""After which tests are stopped, on a machine that may be busy."""


def copied() -> None:
    """The packages as they are installed, and the tests."""
    shutil.rmtree(COPY, ignore_errors=True)
    leave = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "api", COPY / "dpverify", ignore=leave)
    for layer in LAYERS:
        shutil.copytree(ROOT / layer, COPY / "dpverify" / layer, ignore=leave)
    shutil.copytree(ROOT / "tests", COPY / "tests", ignore=leave)
    shutil.copy(ROOT / "pyproject.toml", COPY)


def configured(path: str) -> None:
    """The configuration of cosmic-ray, beside the copy."""
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider"]
    command += [*WATCHERS[path], "-k", repr(f"not ({LEFT_OUT})")]
    lines = [
        "[cosmic-ray]",
        f'module-path = "dpverify/{path}"',
        f"timeout = {SECONDS}.0",
        "excluded-modules = []",
        f"test-command = {json.dumps(' '.join(command))}",
        "[cosmic-ray.distributor]",
        'name = "local"',
    ]
    (COPY / "config.toml").write_text("\n".join(lines) + "\n", encoding="utf-8")


def kept(drawn: Draw) -> None:
    """Leave the drawn mutants alone in the session of cosmic-ray."""
    wanted = {(f"dpverify/{m.file}", f"core/{m.operator}", m.occurrence) for m in drawn.mutants}
    with sqlite3.connect(COPY / "session.sqlite") as base:
        rows = base.execute(
            "SELECT job_id, module_path, operator_name, occurrence FROM mutation_specs"
        ).fetchall()
        others = [(job,) for job, *mutant in rows if tuple(mutant) not in wanted]
        base.executemany("DELETE FROM mutation_specs WHERE job_id = ?", others)
        base.executemany("DELETE FROM work_items WHERE job_id = ?", others)


def said(drawn: Draw, path: str, tool: Path) -> dict[str, str]:
    """What cosmic-ray says of each mutant."""
    copied()
    configured(path)

    def run(*words: str) -> str:
        environment = {**os.environ, "PYTHONPATH": str(COPY), "HYPOTHESIS_NO_PLUGINS": "1"}
        return subprocess.run(
            [str(tool), *words],
            cwd=COPY,
            env=environment,
            check=True,
            text=True,
            stdout=subprocess.PIPE,
        ).stdout

    run("baseline", "config.toml")
    run("init", "config.toml", "session.sqlite")
    kept(drawn)
    run("exec", "config.toml", "session.sqlite")
    names = {(m.file, m.operator, m.occurrence): m.name for m in drawn.mutants}
    answers: dict[str, str] = {}
    for line in run("dump", "session.sqlite").splitlines():
        item, result = json.loads(line)
        spec = item["mutations"][0]
        file = spec["module_path"].removeprefix("dpverify/")
        name = names[file, spec["operator_name"].removeprefix("core/"), spec["occurrence"]]
        late = result["output"] == "timeout"
        answers[name] = "timeout" if late else result["test_outcome"]
    return answers


def main() -> int:
    """Score both ways, and print each mutant with both words."""
    parser = argparse.ArgumentParser(description="compare our runs with those of cosmic-ray")
    parser.add_argument("path", choices=[*WATCHERS], metavar="path")
    parser.add_argument("--tool", required=True, type=Path, help="the Python that has cosmic-ray")
    parser.add_argument("--sample", type=int, default=SAMPLE)
    given = parser.parse_args()
    imported()
    journal = Journal(ROOT, JOURNAL)
    drawn = draw(ROOT, given.path, given.sample, 0, str(given.tool))
    Scorer(ROOT, journal, given.path, WATCHERS[given.path], lambda: drawn).run()
    ours = {r["mutant"]: r["outcome"] for r in journal.records() if r["kind"] == "mutant"}
    theirs = said(drawn, given.path, given.tool.absolute().parent / "cosmic-ray")
    different = 0
    for mutant in drawn.mutants:
        one, other = ours[mutant.name], theirs[mutant.name]
        # For cosmic-ray, tests that cannot be loaded notice a mutant; here they show nothing.
        words = {NOTICED: "killed", SURVIVED: "survived", STOPPED: "timeout"}
        same = words.get(one, "killed") == other
        different += not same
        word = "" if same else "   DIFFERENT"
        sys.stdout.write(f"{mutant.name:<70}{one:>16}{other:>10}{word}\n")
    sys.stdout.write(f"{len(drawn.mutants) - different} of {len(drawn.mutants)} alike\n")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
