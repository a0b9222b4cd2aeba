"""A question loads what it needs: less than half of what version 0.1.0 loaded, no heavy library."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from benchmarks.loading_bench import Need, need, questions, saved_result

# Modules of dpverify, and as many files of it opened, in version 0.1.0: 235 and 165.
MOST: Mapping[str, int] = {"check, it holds": 113, "check, it fails": 113, "replay": 69}
NEVER = {"asyncio", "cvc5", "hypothesis", "jsonschema", "numpy", "pytest", "scipy", "z3"}
"""What a question about a channel of two inputs has no use for; the answer of a check, not rich."""


@pytest.fixture(scope="module")
def needs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Need]:
    """What each question needs."""
    asked = questions(saved_result(str(tmp_path_factory.mktemp("saved"))))
    return {name: need(asked[name]) for name in MOST}


def test_the_questions_are_answered(needs: dict[str, Need]) -> None:
    """A refusal would need little."""
    assert [needs[name].status for name in MOST] == [0, 1, 0]
    assert all(each.touched > 20 for each in needs.values())


@pytest.mark.parametrize("question", MOST)
def test_modules_and_files(needs: dict[str, Need], question: str) -> None:
    """At most so many: engines, kernels, reports and definitions are loaded for their questions."""
    ours = sorted(name for name in needs[question].loaded if name.startswith("dpverify"))
    assert len(ours) <= MOST[question], "\n".join(ours)
    assert needs[question].opened <= MOST[question]


@pytest.mark.parametrize("question", MOST)
def test_no_heavy_library(needs: dict[str, Need], question: str) -> None:
    """Numpy, solvers and test libraries take longer to load than the question to answer."""
    never = NEVER | ({"rich"} if question.startswith("check") else set())
    assert {name.split(".")[0] for name in needs[question].loaded} & never == set()


def test_what_a_lazy_package_offers() -> None:
    """The table of a package, its `__all__` and its imports for type checkers agree."""
    import ast
    from importlib import import_module

    from tests.repository.source import ROOT

    packages = [p for p in Path(ROOT).glob("*/*/__init__.py") if "lazily(" in p.read_text("utf-8")]
    assert packages
    for path in packages:
        tree = ast.parse(path.read_text("utf-8"))
        package = import_module(f"dpverify.{path.parent.parent.name}.{path.parent.name}")
        typed = {
            (f"{node.module}", alias.name)
            for block in tree.body
            if isinstance(block, ast.If)
            for node in block.body
            if isinstance(node, ast.ImportFrom)
            for alias in node.names
        }
        assert {name for _, name in typed} == set(package.__all__)
        for home, name in typed:
            assert getattr(package, name) is getattr(import_module(home), name)
