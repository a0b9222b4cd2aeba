"""What no file of the project contains."""

from __future__ import annotations

import ast
import re
import subprocess
from functools import cache
from pathlib import Path

import pytest

from tests.repository.source import LAYERS, ROOT, python_files, tree

PACKAGES = python_files(*LAYERS)
FORBIDDEN_MODULES = {"pickle", "cPickle", "dill", "cloudpickle", "marshal", "shelve"}
FORBIDDEN_CALLS = {"eval", "exec", "compile", "__import__"}
# Written in two parts, so that this file does not contain them.
FORBIDDEN_WORDS = [
    "/wo" + "rk/",
    "/ro" + "ot/",
    "/ho" + "me/",
    "pypi" + ".org",
    "files.python" + "hosted",
    "--index" + "-url",
    "file" + "://",
]
# The temporary folder of one machine; ask mktemp, tempfile or tmp_path for one.
TEMPORARY = re.compile(r"(?<![\w.])/t" + r"mp\b")


@cache
def tracked() -> list[Path]:
    """Every text file that git knows or would add, else every file outside made folders."""
    run = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    if run.returncode:
        pytest.skip("not a git checkout")
    paths = [ROOT / name for name in run.stdout.split("\0") if name]
    return [path for path in paths if path.is_file() and path.suffix not in {".npy", ".npz"}]


def calls(path: Path) -> set[str]:
    """Names of plain calls, and dotted names of attribute calls, in a file."""
    called = (node.func for node in ast.walk(tree(path)) if isinstance(node, ast.Call))
    return {ast.unparse(func) for func in called if isinstance(func, ast.Name | ast.Attribute)}


@pytest.mark.parametrize("path", PACKAGES, ids=str)
def test_nothing_is_run_from_data(path: Path) -> None:
    """No pickle, no eval, no yaml.load: a file that is read is never executed."""
    imported = {
        name.split(".")[0]
        for node in ast.walk(tree(path))
        for name in (
            [alias.name for alias in node.names]
            if isinstance(node, ast.Import)
            else [node.module or ""]
            if isinstance(node, ast.ImportFrom)
            else []
        )
    }
    assert imported & FORBIDDEN_MODULES == set()
    assert calls(path) & (FORBIDDEN_CALLS | {"yaml.load", "yaml.unsafe_load"}) == set()


@pytest.mark.parametrize("path", PACKAGES, ids=str)
def test_numpy_files_are_read_without_pickle(path: Path) -> None:
    """Each numpy load says allow_pickle=False."""
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Call) and ast.unparse(node.func) in {
            "np.load",
            "numpy.load",
            "np.lib.format.read_array",
            "numpy.lib.format.read_array",
        }:
            said = {word.arg: ast.unparse(word.value) for word in node.keywords}
            assert said.get("allow_pickle") == "False"


@pytest.mark.parametrize("path", PACKAGES, ids=str)
def test_validation_survives_optimised_python(path: Path) -> None:
    """No assert in a package: `python -O` would leave it out."""
    asserts = [node.lineno for node in ast.walk(tree(path)) if isinstance(node, ast.Assert)]
    assert asserts == []


@pytest.mark.parametrize("path", PACKAGES, ids=str)
def test_no_bare_except(path: Path) -> None:
    """A bare except would swallow KeyboardInterrupt."""
    handlers = [n for n in ast.walk(tree(path)) if isinstance(n, ast.ExceptHandler)]
    assert [n.lineno for n in handlers if n.type is None] == []


def test_no_machine_path_and_no_package_index() -> None:
    """The repository works on any machine and installs from whatever index is configured."""
    found = []
    for path in tracked():
        text = path.read_text(encoding="utf-8")
        words = [word for word in FORBIDDEN_WORDS if word in text]
        words += TEMPORARY.findall(text)
        found += [f"{path.relative_to(ROOT)}: {word}" for word in words]
    assert found == []


@pytest.mark.parametrize("path", PACKAGES, ids=str)
def test_every_module_says_what_it_is_for(path: Path) -> None:
    """A module docstring, and annotations that are not evaluated."""
    assert ast.get_docstring(tree(path))
    source = (ROOT / path).read_text(encoding="utf-8")
    code = [n for n in tree(path).body if not isinstance(n, ast.Expr)]
    assert not code or "from __future__ import annotations" in source
