"""Files and functions stay small enough to be read in one sitting."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests.repository.source import LAYERS, ROOT, broken, python_files, statements

MOST_OF_A_FUNCTION = 60
MOST_LINES_OF_A_FILE = 600
FILES = python_files(*LAYERS, "tests", "benchmarks", "examples", "scripts")


def test_length_of_files() -> None:
    """At most 600 lines: what is longer holds more than one concept."""
    lengths = {path: (ROOT / path).read_text(encoding="utf-8").count("\n") for path in FILES}
    assert {str(path): n for path, n in lengths.items() if n > MOST_LINES_OF_A_FILE} == {}


def long_functions(path: Path) -> list[str]:
    """The functions of a file that have more than 60 lines, docstring included."""
    if (ROOT / path).read_text(encoding="utf-8").count("\n") <= MOST_OF_A_FUNCTION:
        return []  # parsing costs more than all else here
    return [
        f"{node.name}: {node.end_lineno - node.lineno + 1}"
        for node in statements(path)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and node.end_lineno is not None
        and node.end_lineno - node.lineno + 1 > MOST_OF_A_FUNCTION
    ]


@pytest.mark.long
def test_length_of_functions() -> None:
    """At most 60 lines."""
    assert broken(FILES, long_functions) == {}


def test_a_long_function_is_seen(tmp_path: Path) -> None:
    """A rule that sees nothing would pass."""
    file = tmp_path / "long.py"
    file.write_text("def f():\n" + "    g()\n" * 60)
    assert long_functions(file) == ["f: 61"]
    assert len(FILES) > 1000
