"""The types of the public interface narrow, and a misspelt name is an error."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import dpverify as dv
from tests.api.narrowing import by_attributes, by_cases, by_comparison, noisy
from tests.repository.source import ROOT

FOLDERS = ("app", "checkers", "defs", "proofs", "reports")
NARROWING = ROOT / "tests/api/narrowing.py"


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The packages as an installation shows them, which type checkers can follow."""
    tree = tmp_path_factory.mktemp("tree")
    (tree / "dpverify").mkdir()
    for path in [*(ROOT / "api").iterdir(), *(ROOT / folder for folder in FOLDERS)]:
        (tree / "dpverify" / path.name).symlink_to(path)
    return tree


@pytest.mark.slow
def test_mypy_accepts_what_is_meant_and_refuses_the_rest(tree: Path, tmp_path: Path) -> None:
    """Each of the three refusals is needed, and nothing else is found."""
    environment = {**os.environ, "MYPYPATH": str(tree)}
    command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(tmp_path)]
    told = subprocess.run(
        [*command, NARROWING], cwd=ROOT, env=environment, capture_output=True, text=True,
        check=False,
    )  # fmt: skip
    assert told.returncode == 0, told.stdout
    strict = tmp_path / "strict.py"
    strict.write_text(NARROWING.read_text().replace("  # type: ignore", "  # "))
    told = subprocess.run(
        [*command, strict], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    errors = [line for line in told.stdout.splitlines() if ": error: " in line]
    assert sum("[union-attr]" in line for line in errors) == 2  # of Holds and of Unknown
    assert sum("[attr-defined]" in line for line in errors) == 2
    assert len(errors) == 4


@pytest.mark.slow
def test_pyright_accepts_what_is_meant_and_refuses_the_rest(tree: Path, tmp_path: Path) -> None:
    """It narrows by `is True` and by cases, and not by the truth of an attribute alone."""
    pyright = shutil.which("pyright")
    if pyright is None:
        pytest.skip("pyright is not installed")
    lines = NARROWING.read_text().replace("  # type: ignore", "  # ").splitlines()
    first = lines.index("def by_attributes(verdict: dv.Verdict) -> str:")
    last = lines.index("def by_comparison(verdict: dv.Verdict) -> str:")
    (tmp_path / "strict.py").write_text("\n".join([*lines[:first], *lines[last:]]))
    settings = f'{{"extraPaths": ["{tree}"], "include": ["strict.py"]}}'
    (tmp_path / "pyrightconfig.json").write_text(settings)
    told = subprocess.run(
        [pyright, "--pythonpath", sys.executable, "-p", str(tmp_path)],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    errors = [line for line in told.stdout.splitlines() if " - error: " in line]
    assert [line for line in errors if "witness" not in line and "reason" not in line] == [
        line for line in errors if "chek" in line
    ], told.stdout
    assert sum("witness" in line for line in errors) == 2
    assert sum("reason" in line for line in errors) == 1
    assert sum("chek" in line for line in errors) == 1


def test_what_the_types_say_is_so() -> None:
    """Each way of asking finds the witness or the reason."""
    fails, holds = (dv.check(noisy, dv.PureDP(eps=eps)) for eps in ("1", "2"))
    unknown = dv.check(dv.channel_of(noisy), dv.PureDP(eps="1"), time_limit=1e-9)
    for ask in (by_attributes, by_comparison):
        assert ask(fails).startswith("Witness(")
        assert ask(holds) == "exact"
        assert ask(unknown) == "time"
    assert (by_cases(fails), by_cases(holds)) == ("0", "holds")
    assert isinstance(holds, dv.Verdict)


def test_a_misspelt_name_is_refused_at_run_time() -> None:
    with pytest.raises(AttributeError, match="'dpverify' has no attribute 'chek'"):
        _ = dv.chek  # type: ignore[attr-defined]
