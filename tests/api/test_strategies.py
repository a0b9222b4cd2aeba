"""The public strategies: listed, explained, registered with hypothesis, without leavings."""

from __future__ import annotations

import subprocess
import sys
from importlib.metadata import entry_points
from pathlib import Path

import pytest
from hypothesis import find, settings
from hypothesis import strategies as st

import dpverify as dv
from dpverify import strategies
from dpverify.checkers import strategies as ours
from dpverify.hypothesis_types import register

TYPES = [dv.Channel, dv.Loss, dv.Value, *(dv.PureDP, dv.ApproxDP, dv.LocalDP, dv.PrivacyAtRisk)]


def test_the_entry_point_is_installed() -> None:
    """hypothesis finds the function that registers our types."""
    named = {point.name: point for point in entry_points(group="hypothesis")}
    assert named["dpverify"].load() is register


@pytest.mark.parametrize("kind", TYPES)
def test_types_have_strategies(kind: type) -> None:
    """`from_type` generates each public type without being told how."""
    quick = settings(database=None, max_examples=10)
    assert isinstance(find(st.from_type(kind), lambda _: True, settings=quick), kind)


def test_every_public_strategy_is_explained() -> None:
    """The table in the docstring names all of them, and they are those of the checkers."""
    assert strategies.__all__ == sorted(strategies.__all__)
    for name in strategies.__all__:
        assert f"`{name}" in (strategies.__doc__ or "")
        assert getattr(strategies, name) is getattr(ours, name)


def test_hypothesis_alone_does_not_load_the_strategies(tmp_path: Path) -> None:
    """Starting hypothesis registers types; strategies, solvers and numpy wait until needed."""
    program = (
        "import sys, hypothesis\n"
        "from hypothesis import strategies as st\n"
        "heavy = {'dpverify.checkers.strategies', 'numpy', 'scipy', 'z3', 'click', 'rich'}\n"
        "print(sorted(heavy & set(sys.modules)))\n"
        "import dpverify\n"
        "print(repr(st.from_type(dpverify.Channel)).count('Channel') >= 0)\n"
    )
    run = subprocess.run(
        [sys.executable, "-I", "-c", program],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
        timeout=300,
    )
    assert run.stdout.splitlines()[0] == "[]"
    assert list(tmp_path.iterdir()) == []
