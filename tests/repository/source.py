"""What the repository tests read: the source files, their modules and their imports."""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
# In the order of the arrows: each may import those before it.
LAYERS = ("defs", "checkers", "proofs", "reports", "api", "app")


def pyproject() -> dict[str, Any]:
    """pyproject.toml as a dictionary."""
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def python_files(*folders: str) -> list[Path]:
    """Every .py file below the folders, sorted, as a path from the root."""
    found = (path for folder in folders for path in (ROOT / folder).rglob("*.py"))
    return sorted(path.relative_to(ROOT) for path in found if "__pycache__" not in path.parts)


def module_name(path: Path) -> str:
    """The module of a path from the root: `defs/x.py` is `dpverify.defs.x`, `api` is `dpverify`."""
    parts = list(path.with_suffix("").parts)
    if parts[0] == "api":
        parts = parts[1:]
    if parts and parts[-1] == "__init__":
        parts = parts[:-1]
    return ".".join(["dpverify", *parts])


@cache
def modules() -> dict[str, Path]:
    """Module name to path from the root, for every file of the five packages."""
    return {module_name(path): path for path in python_files(*LAYERS)}


@cache
def tree(path: Path) -> ast.Module:
    """The syntax tree of a file given from the root."""
    return ast.parse((ROOT / path).read_text(encoding="utf-8"), filename=str(path))


@cache
def nodes(path: Path) -> tuple[ast.AST, ...]:
    """Every node of the syntax tree of a file."""
    return tuple(ast.walk(tree(path)))


@cache
def statements(path: Path) -> tuple[ast.AST, ...]:
    """Every statement of a file, and every handler of exceptions, functions and classes within too.

    Most rules ask about these alone, and there are ten times as many other nodes.
    """
    return tuple(_statements(tree(path)))


def forget() -> None:
    """Let go of all trees that were read."""
    for read in (tree, nodes, statements):
        read.cache_clear()


PARTS = ("body", "orelse", "handlers", "finalbody", "cases")
"""Where the statements of a statement stand."""


def _listed(node: ast.AST, part: str) -> list[ast.AST]:
    """The statements in a part; a lambda and a conditional expression have parts that are none."""
    below = getattr(node, part, None)
    return below if isinstance(below, list) else []


def _statements(node: ast.AST) -> Iterator[ast.AST]:
    for part in PARTS:
        for child in _listed(node, part):
            yield child
            yield from _statements(child)


def broken(paths: Iterable[Path], rule: Callable[[Path], object]) -> dict[str, object]:
    """The files that break a rule, each with what it returns for them; one test for all files.

    A test for each file would cost more than the rule: there are more than a thousand files.
    """
    return {str(path): found for path in paths if (found := rule(path))}


def layer(module: str) -> str:
    """The layer of a module of ours; `api` for everything directly in `dpverify`."""
    part = module.split(".")[1] if "." in module else ""
    return part if part in LAYERS else "api"


def _under_type_checking(node: ast.AST) -> bool:
    if not isinstance(node, ast.If):
        return False
    test = node.test
    name = test.id if isinstance(test, ast.Name) else getattr(test, "attr", "")
    return name == "TYPE_CHECKING"


def _run_time_statements(node: ast.AST) -> list[ast.AST]:
    """Every statement below, except what only a type checker reads."""
    below: list[ast.AST] = []
    parts = ("orelse",) if _under_type_checking(node) else PARTS
    for child in (child for part in parts for child in _listed(node, part)):
        below += [child, *_run_time_statements(child)]
    return below


@cache
def imports(path: Path, *, typing_too: bool = True) -> frozenset[str]:
    """Full names of all modules that a file imports anywhere, also inside functions.

    `from a import b` counts as `a.b` where that is a module of ours, and else as `a`.
    """
    read = statements(path) if typing_too else _run_time_statements(tree(path))
    found: set[str] = set()
    for node in read:
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = _absolute(path, node)
            named = {f"{base}.{alias.name}" for alias in node.names}
            found |= named & modules().keys()
            if not named <= modules().keys():
                found.add(base)
    return frozenset(found)


def _absolute(path: Path, node: ast.ImportFrom) -> str:
    if not node.level:
        return node.module or ""
    package = module_name(path).split(".")
    if path.name != "__init__.py":
        package = package[:-1]
    package = package[: len(package) - node.level + 1]
    return ".".join([*package, *([node.module] if node.module else [])])


def with_parents(module: str) -> set[str]:
    """A module and the packages above it: importing it runs them too."""
    parts = module.split(".")
    return {".".join(parts[: end + 1]) for end in range(len(parts))}
