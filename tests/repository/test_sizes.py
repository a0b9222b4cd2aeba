"""Files and functions stay small enough to be read in one sitting."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests.repository.source import LAYERS, ROOT, python_files, tree

MOST_LINES = {Path("checkers/kernel.py"): 300}
FILES = python_files(*LAYERS, "tests", "benchmarks", "examples", "scripts")


@pytest.mark.parametrize("path", FILES, ids=str)
def test_length_of_file(path: Path) -> None:
    """At most 400 lines; the kernel 300."""
    lines = (ROOT / path).read_text(encoding="utf-8").count("\n")
    assert lines <= MOST_LINES.get(path, 400)


@pytest.mark.parametrize("path", FILES, ids=str)
def test_length_of_functions(path: Path) -> None:
    """At most 60 lines, docstring included."""
    long = [
        f"{node.name}: {node.end_lineno - node.lineno + 1}"
        for node in ast.walk(tree(path))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and node.end_lineno is not None
        and node.end_lineno - node.lineno + 1 > 60
    ]
    assert long == []
