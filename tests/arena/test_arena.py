"""The kernels of this library in the arena; `make second` sends the checker in Rust there too."""

from __future__ import annotations

import ast
import json
from pathlib import Path
from typing import Any

import pytest

from dpverify.proofs import kernel, sums
from tests.arena.make import documents, refusal

EVERY = pytest.param(1, marks=pytest.mark.slow)
UNREACHED = {
    "index variables that start with % are bound",  # readers of renamings refuse them before
    "the setting has no goal",  # settings come from registered statements, which have one
    "an expression of more than",  # 20,000 terms
}


@pytest.fixture(scope="module")
def arena() -> dict[str, list[Any]]:
    """All documents, edits made."""
    return documents()


def test_the_arena_is_large(arena: dict[str, list[Any]]) -> None:
    """At least so many of each kind."""
    accepted, refused = arena["accepted.jsonl"], arena["refused.jsonl"]
    assert len(accepted) >= 400
    assert len(refused) >= 4_000
    assert sum("steps" in document for document in accepted) >= 75
    assert sum("subject" in document for document in refused) >= 1_000


@pytest.mark.parametrize("step", [7, EVERY])
def test_each_is_accepted_or_refused(arena: dict[str, list[Any]], step: int) -> None:
    """By the kernels of this library; the forgeries by hand all of them."""
    assert [d for d in arena["accepted.jsonl"][::step] if refusal(d)] == []
    forgeries = [*arena["refused.jsonl"][:30], *arena["refused.jsonl"][30::step]]
    assert [d for d in forgeries if refusal(d) is None] == []


def test_each_check_of_the_proof_kernel_refuses_something() -> None:
    """Each sentence with which the kernel refuses is the reason of a line."""
    lines = (Path(__file__).parent / "refused.jsonl").read_text("utf-8").splitlines()
    reasons = {json.loads(line)["why"] for line in lines}
    sentences = {
        text for module in (kernel, sums) for text in _sentences(Path(str(module.__file__)))
    }
    assert len(sentences) > 40
    unused = {text for text in sentences if not any(text in reason for reason in reasons)}
    assert unused == UNREACHED


def _sentences(path: Path) -> set[str]:
    """The texts of `_need(…, text)` and of `raise …Error(text)`; of a formatted one its start."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        match node:
            case ast.Call(func=ast.Name(id="_need"), args=[_, text]):
                pass
            case ast.Raise(exc=ast.Call(args=[text])):
                pass
            case _:
                continue
        start = text.values[0] if isinstance(text, ast.JoinedStr) else text
        if isinstance(start, ast.Constant) and isinstance(start.value, str):
            found.add(start.value.strip())
    return found
