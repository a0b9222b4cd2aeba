"""The draw that tries every path: order, masses, and what is noticed."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from flint import fmpq
from hypothesis import given
from hypothesis import strategies as st

from dpverify.defs.errors import ProgramError
from dpverify.defs.programs.explore import Purse, Step, explore
from dpverify.defs.programs.replay import Prefix


def followed(run: Callable[[Any], Any], floor: float = -100.0, paths: int = 10**6) -> Step:
    """One step from the start."""
    step, _ = explore(run, Prefix(), floor, Purse(paths, lambda: None))
    return step


def test_every_path_is_followed_once() -> None:
    seen = []

    def program(draw: Any) -> str:
        path = "".join("10"[draw.flip("1/3")] for _ in range(3))
        seen.append(path)
        return f"path{path}"

    step = followed(program)
    assert step.whole
    assert step.paths == 8
    assert {label[4:] for label in step.outputs} == {"".join(p) for p in product("01", repeat=3)}
    assert step.outputs["path111"] == fmpq(8, 27)


@given(st.lists(st.lists(st.integers(1, 9), min_size=1, max_size=4), min_size=1, max_size=4))
def test_masses_are_products(weights: list[list[int]]) -> None:
    """The law of a tuple of independent draws, against the product of their weights."""
    tables = [
        {i: Fraction(w, sum(row)) for i, w in enumerate(row)} for row in weights
    ]  # fmt: skip
    step = followed(lambda draw: tuple(draw.choice(table) for table in tables))
    for choice in product(*tables):
        mass = Fraction(1)
        for i, table in zip(choice, tables, strict=True):
            mass *= table[i]
        inside = ", ".join(map(str, choice))
        label = f"({inside},)" if len(choice) == 1 else f"({inside})"
        assert step.outputs[label] == fmpq(mass.numerator, mass.denominator)


def test_small_branches_are_left_out_and_missed() -> None:
    step = followed(lambda draw: draw.flip("1/1024"), floor=-5)
    assert not step.whole
    assert step.outputs == {"False": fmpq(1023, 1024)}


def test_the_budget_cuts_and_says_so() -> None:
    step = followed(lambda draw: draw.uniform(range(100)), paths=10)
    assert not step.whole
    assert sum(step.outputs.values(), fmpq(0)) == fmpq(1, 10)


class Changing:
    """A program that changes after a number of runs."""

    def __init__(
        self, before: Callable[[Any], Any], after: Callable[[Any], Any], runs: int
    ) -> None:
        self.before, self.after, self.left = before, after, runs

    def __call__(self, draw: Any) -> Any:
        self.left -= 1
        return (self.before if self.left >= 0 else self.after)(draw)


CHANGES: list[tuple[Callable[[Any], Any], Callable[[Any], Any]]] = [
    (lambda draw: draw.flip("1/2"), lambda draw: draw.flip("1/3")),
    (lambda draw: draw.flip("1/2"), lambda draw: draw.uniform([True, False])),
    (lambda draw: draw.uniform([1, 2]), lambda draw: draw.uniform([2, 1])),
    (lambda draw: draw.flip("1/2"), lambda _: True),
    (lambda _: True, lambda draw: draw.flip("1/2")),
    (lambda draw: draw.flip("1/2"), lambda draw: not draw.flip("1/2")),
    (lambda draw: draw.flip("1/2"), lambda draw: [draw.flip("1/2"), draw.checkpoint()][0]),
]


@pytest.mark.parametrize(("before", "after"), CHANGES)
def test_a_program_that_changes_is_noticed(before: Any, after: Any) -> None:
    """Other laws, other values, fewer draws, more draws, another output, a checkpoint."""
    with pytest.raises(ProgramError, match="is no function"):
        followed(Changing(before, after, 1))


def test_a_draw_that_raised_is_remembered() -> None:
    """A program that catches the error of a draw is refused all the same."""

    def program(draw: Any) -> int:
        try:
            draw.flip(0.5)
        except ValueError:
            return 0
        return 1

    with pytest.raises(ProgramError, match="Python float"):
        followed(program)


def test_memory_is_that_of_one_path() -> None:
    """The stack holds the draws of the current path only."""
    depths: list[int] = []

    def program(draw: Any) -> int:
        heads = sum(draw.flip("1/2") for _ in range(8))
        depths.append(len(draw.path.values))
        return int(heads)

    followed(program)
    assert max(depths) == 8
