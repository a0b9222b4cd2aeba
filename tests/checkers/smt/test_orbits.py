"""One selection of each kind, by exchanges that were looked up; none is lost."""

from __future__ import annotations

from itertools import pairwise, product

import pytest

from dpverify.checkers.smt.choices import Choice, Comparison, Tree
from dpverify.checkers.smt.orbits import different, selections, symmetries
from dpverify.checkers.smt.polynomials import number, total, variable


def exchange(*pairs: tuple[str, str]) -> dict[str, str]:
    """A renaming that exchanges the names of each pair."""
    return {a: b for pair in pairs for a, b in (pair, pair[::-1])}


def neighbours(names: list[str]) -> list[dict[str, str]]:
    """All exchanges of one name with the next."""
    return [exchange(pair) for pair in pairwise(names)]


@pytest.mark.parametrize("count", [1, 2, 5, 10, 16, 40])
def test_events_of_outputs_that_can_be_exchanged_are_their_sizes(count: int) -> None:
    """So many and one."""
    names = [f"c{k}" for k in range(count)]
    every = selections([[name] for name in names], neighbours(names))
    assert sorted(map(sum, every)) == list(range(count + 1))


@pytest.mark.parametrize(("rows", "columns", "kinds"), [(2, 2, 7), (2, 3, 13), (3, 3, 36)])
def test_events_of_a_product(rows: int, columns: int, kinds: int) -> None:
    """Matrices of 0 and 1 up to the order of rows and of columns: 7, 13, 36.

    The numbers are those of OEIS A028657, by Burnside's lemma.
    """
    cells = {(i, j): f"c{i}_{j}" for i, j in product(range(rows), range(columns))}
    moves = [
        exchange(*((cells[i, j], cells[i + 1, j]) for j in range(columns))) for i in range(rows - 1)
    ]
    moves += [
        exchange(*((cells[i, j], cells[i, j + 1]) for i in range(rows))) for j in range(columns - 1)
    ]
    assert len(selections([[cell] for cell in cells.values()], moves)) == kinds


def test_without_exchanges_every_selection_is_one_of_its_own() -> None:
    """All of a few parts, and none where there would be too many."""
    assert len(selections([["a"], ["b"], ["c"]], [])) == 8
    assert selections([[f"c{k}"] for k in range(11)], []) == []
    # One exchange that moves a part out of the list says nothing about the list.
    assert len(selections([["a"], ["b"]], [exchange(("a", "z"))])) == 4


def test_what_is_chosen_together_counts_once() -> None:
    """Two choices under one condition, exchanged together with two under another."""
    both = exchange(("a", "c"), ("b", "d"))
    assert selections([["a", "b"], ["c", "d"]], [both]) == [(0, 0), (0, 1), (1, 1)]


X, Y = variable("x"), variable("y")
ASSUMED: list[Tree] = [
    Comparison(X, ">="),
    Comparison(Y, ">="),
    Comparison(total((X, Y)) - number(1), "="),
]


def test_only_what_leaves_the_assumptions_alone_is_used() -> None:
    """Of a proposal that is wrong nothing follows."""
    swap = exchange(("x", "y"))
    proposed = [swap, {"x": "y", "y": "y"}, {"x": "z"}]
    assert symmetries(proposed, ASSUMED, {}) == [swap]
    assert symmetries([swap], [*ASSUMED, Comparison(X - number(1), ">=")], {}) == []
    largest = Choice("max", Comparison(Y - X, ">="), Comparison(X - Y, ">"), (Y, X))
    # max(y, x) is written with its condition x ≤ y; what it would become is not there.
    assert symmetries([swap], ASSUMED, {"c": largest}) == []


def test_cases_that_differ_by_a_renaming() -> None:
    """The first of them is left."""
    swap = exchange(("x", "y"))
    cases: list[tuple[Tree, ...]] = [(Comparison(v - number(2), ">"),) for v in (X, Y)]
    assert different(cases, [swap]) == cases[:1]
    assert different(cases, []) == cases
