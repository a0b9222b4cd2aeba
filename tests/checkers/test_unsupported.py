"""Refusals are worded in one module, whichever engine refuses."""

from __future__ import annotations

import ast

import pytest

from dpverify.checkers.unsupported import NotReleased, Shape, not_enclosed, not_released
from tests.repository.source import modules, nodes

ROOMS = ("additive", "all_eps", "enclosures", "programs")
"""The engines for programs and families: what they refuse is a definition on a kind of subject."""
PREFIXES = tuple(f"dpverify.checkers.{room}." for room in ROOMS)
FILES = {
    "dpverify.checkers.continuous.decide",
    "dpverify.checkers.continuous.integers",
    "dpverify.checkers.on_channels",
}


def worded(call: ast.AST) -> bool:
    """Whether a call says "unsupported" with a sentence of its own."""
    match call:
        case ast.Call(args=[ast.Constant(value="unsupported"), ast.Constant() | ast.JoinedStr()]):
            return True
    return False


def test_no_engine_words_its_own_refusals() -> None:
    """Each takes the sentence from `unsupported.py`."""
    engines = [name for name in modules() if name.startswith(PREFIXES) or name in FILES]
    assert len(engines) > 30
    own = {name: [n for n in nodes(modules()[name]) if worded(n)] for name in engines}
    assert {name for name, calls in own.items() if calls} == set()
    assert worded(ast.parse('Undecided("unsupported", "by itself")', mode="eval").body)


@pytest.mark.parametrize("shape", Shape)
def test_a_shape_says_what_the_program_does(shape: Shape) -> None:
    """With the facts in their places, and what may be decided after all."""
    facts = ["3"] * shape.value.count("{}")
    assert not_enclosed(shape, *facts).text == f"not enclosed: {shape.value.format(*facts)}"
    refusal = not_released(shape, *facts)
    assert isinstance(refusal, NotReleased)
    assert shape.value.format(*facts) in refusal.text
    assert "{" not in refusal.text
    assert "pure-dp, local-dp and approx-dp" in refusal.text
