"""Imports run one way, and no modules import one another in a circle."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from tests.repository.source import LAYERS, broken, imports, layer, modules

HEAVY = {"z3", "cvc5", "numpy", "scipy", "hypothesis", "click", "rich", "pytest"}


def is_ours(name: str) -> bool:
    """Whether a module name belongs to the project."""
    return name.split(".", maxsplit=1)[0] == "dpverify"


def upwards(path: Path) -> list[str]:
    """What a file imports of a layer above its own; `__main__` alone may start the command."""
    if path == Path("api/__main__.py"):
        return []
    here = LAYERS.index(path.parts[0])
    return [m for m in imports(path) if is_ours(m) and LAYERS.index(layer(m)) > here]


def by_a_short_name(path: Path) -> list[str]:
    """What a file imports as if the folders were packages."""
    return [m for m in imports(path) if m.split(".")[0] in LAYERS]


def of(*names: str) -> Callable[[Path], set[str]]:
    """Which of these packages a file imports."""
    return lambda path: {m.split(".")[0] for m in imports(path)} & set(names)


@pytest.mark.long
def test_imports_run_one_way() -> None:
    """defs ← checkers ← proofs ← reports ← api ← app, also inside functions and for annotations."""
    assert broken(modules().values(), upwards) == {}


def test_imports_use_the_full_name() -> None:
    """`from defs import …` or `from . import …` would load or hide a second copy."""
    assert broken(modules().values(), by_a_short_name) == {}


def test_only_the_solver_folder_imports_a_solver() -> None:
    """z3 and cvc5 live in checkers/smt/ alone."""
    others = [path for path in modules().values() if path.parts[:2] != ("checkers", "smt")]
    assert broken(others, of("z3", "cvc5")) == {}
    assert broken(set(modules().values()) - set(others), of("z3"))  # the rule sees them there


def test_definitions_need_no_solver_and_no_search() -> None:
    """What the words mean does not depend on how a statement is decided."""
    definitions = [path for path in modules().values() if path.parts[0] == "defs"]
    assert broken(definitions, of(*(HEAVY - {"numpy"}))) == {}
    assert len(definitions) > 200


REGISTRY = "dpverify.defs.definitions.registry"


def cycles(names: Iterable[str]) -> list[set[str]]:
    """Groups of modules that import one another in a circle, inside functions and types too.

    Tarjan's algorithm: a strongly connected component of more than one module is such a group.
    """
    inside = {*names}
    number: dict[str, int] = {}
    lowest: dict[str, int] = {}
    path: list[str] = []
    groups: list[set[str]] = []

    def visit(name: str) -> None:
        number[name] = lowest[name] = len(number)
        path.append(name)
        # The registry lists the class of each definition for type checkers alone, so that a
        # definition is registered in one place; whatever else it imports counts.
        typing_too = name != REGISTRY
        for other in sorted(imports(modules()[name], typing_too=typing_too) & inside):
            if other not in number:
                visit(other)
                lowest[name] = min(lowest[name], lowest[other])
            elif other in path:
                lowest[name] = min(lowest[name], number[other])
        if lowest[name] == number[name]:
            place = path.index(name)
            group = {*path[place:]}
            del path[place:]
            if len(group) > 1:
                groups.append(group)

    for name in sorted(inside):
        if name not in number:
            visit(name)
    return groups


def test_no_modules_import_one_another_in_a_circle() -> None:
    """So that each can be read after those below it, and none before."""
    assert len(modules()) > 700
    assert cycles(modules()) == []


def test_the_search_sees_a_circle(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three modules that import one another, one of them within a function."""
    around = {"dpverify.a": "dpverify.b", "dpverify.b": "dpverify.c", "dpverify.c": "dpverify.a"}
    there = {name: Path(name) for name in (*around, "dpverify.d")}
    monkeypatch.setattr(f"{__name__}.modules", lambda: there)
    monkeypatch.setattr(
        f"{__name__}.imports", lambda path, **_: {around.get(str(path), "dpverify.a")}
    )
    assert cycles(there) == [{*around}]
