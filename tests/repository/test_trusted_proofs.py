"""Re-checking a proof leans on the standard library, python-flint and little code of ours."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest

from dpverify.proofs.registry import entry
from dpverify.proofs.theorem import stored
from scripts.trust_table import ROW
from tests.repository.source import ROOT, imports, modules

HEAVY = {"z3", "cvc5", "numpy", "scipy", "hypothesis", "click", "rich", "pytest"}
KERNEL, SUMS = "dpverify.proofs.kernel", "dpverify.proofs.sums"
MAKES_SETTINGS = tuple(
    f"dpverify.proofs.{name}"
    for name in (
        "setting",
        "naming",
        "written_out",
        "objects",
        "laws",
        "losses",
        "divergences",
        "induction",
        "sum_logic",
        "recordwise",
        "columnwise",
        "noise",
        "selections",
    )
)
ALLOWED = {KERNEL: {SUMS}, SUMS: set()}


def loaded(program: str, *arguments: str) -> set[str]:
    """Every module that a program has loaded in the end."""
    run = subprocess.run(
        [sys.executable, "-P", "-c", f"import sys\n{program}\nprint(*sys.modules)", *arguments],
        capture_output=True,
        text=True,
        timeout=300,
        check=True,
    )
    return set(run.stdout.split())


def roots(names: set[str]) -> set[str]:
    """The top packages of modules."""
    return {name.split(".", maxsplit=1)[0] for name in names}


@pytest.mark.parametrize("module", [KERNEL, SUMS])
def test_the_proof_kernel_imports_little(module: str) -> None:
    """The standard library and python-flint; the kernel also the expressions it checks."""
    found = imports(modules()[module])
    outside = {name for name in found if not name.startswith("dpverify")}
    assert roots(outside) - set(sys.stdlib_module_names) <= {"flint"}
    assert found - outside == ALLOWED[module]


def test_the_proof_kernel_is_short() -> None:
    """At most 400 lines, and so the expressions."""
    for module in (KERNEL, SUMS):
        text = (ROOT / modules()[module]).read_text(encoding="utf-8")
        assert text.count("\n") <= 400


def test_what_the_proof_kernel_loads() -> None:
    """Of ours the packages above it and the expressions; no solver and no float library."""
    found = loaded(f"import {KERNEL}")
    ours = {name for name in found if name.split(".")[0] == "dpverify"}
    assert ours == {"dpverify", "dpverify.proofs", KERNEL, SUMS}
    assert roots(found) & HEAVY == set()


def _section() -> str:
    """What ARCHITECTURE.md says is trusted."""
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    return text.partition("\n## What is trusted\n")[2].partition("\n## ")[0]


def _rows() -> list[str]:
    """The files of each row that people wrote: of the proof side, and of the tracer."""
    rows = ROW.finditer(_section())
    return [pattern for row in rows for pattern in re.findall(r"`([^`]+)`", row["files"])]


def _files(patterns: Iterable[str]) -> set[Path]:
    """The files that patterns such as `defs/numbers/*.py` and `defs/definitions/` stand for."""
    globs = (f"{each}*.py" if each.endswith("/") else each for each in patterns)
    return {path.relative_to(ROOT) for each in globs for path in ROOT.glob(each)}


def _trusted() -> dict[str, Path]:
    """Every module of those rows."""
    listed = _files(_rows())
    return {name: path for name, path in modules().items() if path in listed}


def test_no_trusted_module_loads_a_solver() -> None:
    """All of them together: no solver, no float library, no command line."""
    names = ", ".join(_trusted())
    assert roots(loaded(f"import {names}")) & HEAVY == set()


def test_trusted_modules_import_what_is_named_beside_them() -> None:
    """At run time, of ours: modules of the tables, or files that the text beside them names."""
    named = _files(re.findall(r"`([a-z]+/[^`]*)`", _section()))
    beside = {
        str(path): unnamed
        for path in _trusted().values()
        if (
            unnamed := {
                str(modules()[name])
                for name in imports(path, typing_too=False) & modules().keys()
                if modules()[name].name != "__init__.py" and modules()[name] not in named
            }
        )
    }
    assert beside == {}


def test_the_proof_side_is_listed() -> None:
    """The proof kernel, its expressions, and what makes a setting."""
    assert {KERNEL, SUMS, *MAKES_SETTINGS} <= _trusted().keys()


def test_what_is_loaded_to_re_check_a_proof(tmp_path: Path) -> None:
    """From the text of a proof to the kernel's verdict: no solver and no float library."""
    saved = tmp_path / "proof.json"
    saved.write_text(json.dumps(stored(entry("dp.post-processing.approx"))), encoding="utf-8")
    program = """
import json
from pathlib import Path
from dpverify.proofs.theorem import replayed_proof
document = json.loads(Path(sys.argv[1]).read_text("utf-8"))
assert replayed_proof(document).status == "accepted", replayed_proof(document)
"""
    assert roots(loaded(program, str(saved))) & HEAVY == set()
