"""A copy of the sources in which something may be taken out, and the suite that is run on it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from tests.repository.source import LAYERS, ROOT

BESIDE = ("tests", "docs", "examples", "benchmarks", "pyproject.toml", "CONTRIBUTING.md")
"""What the suite reads besides the packages."""
ITSELF = "tests/conformance/test_recipes.py"


def copied(folder: Path) -> Path:
    """A copy of the sources in a folder, whose packages a program finds by `environment`."""
    leave = shutil.ignore_patterns("__pycache__")
    for name in (*LAYERS, *BESIDE):
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, folder / name, ignore=leave)
        else:
            shutil.copy(source, folder / name)
    package = folder / "packages" / "dpverify"
    package.mkdir(parents=True)
    for path in (folder / "api").iterdir():
        (package / path.name).symlink_to(path)
    for layer in LAYERS:
        if layer != "api":
            (package / layer).symlink_to(folder / layer)
    return folder


def environment(folder: Path) -> dict[str, str]:
    """The environment in which `dpverify` is the copy and not what is installed."""
    return {**os.environ, "PYTHONPATH": str(folder / "packages"), "PYTHONDONTWRITEBYTECODE": "1"}


def conformance(folder: Path) -> tuple[bool, str]:
    """Whether the conformance suite of a copy is green, and what it says."""
    command = [sys.executable, "-m", "pytest", "-n", "0", "-q", "-p", "no:cacheprovider"]
    run = subprocess.run(
        [*command, "tests/conformance", f"--ignore={ITSELF}", "-k", "not half_done"],
        cwd=folder,
        env=environment(folder),
        capture_output=True,
        text=True,
        timeout=500,
        check=False,
    )
    # 1: a test failed; 2 and 4: the package or a module of the suite could not be loaded. Others
    # are no answer.
    if run.returncode not in (0, 1, 2, 4):
        raise RuntimeError(f"pytest ended with {run.returncode}: {run.stdout}{run.stderr}")
    return run.returncode == 0, run.stdout + run.stderr
