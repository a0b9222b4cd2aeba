"""Plain choices: legal, repeatable, private where they say so, and at the boundary often."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest
from hypothesis import given

from dpverify.checkers.generators import rows
from dpverify.checkers.generators.generator import booleans, elements, integers
from dpverify.checkers.generators.laws import Row, Weights, often_sure, row
from dpverify.checkers.generators.numbers import losses, odds
from dpverify.defs.numbers import number_text
from tests.checkers.test_strategies import worst

SEEDS = range(200)
PATH = ((1,), (0, 2), (1, 3), (2,))


def random(seed: int) -> Random:
    """Choices by a seed."""
    return Random(seed)  # noqa: S311  a seed, no secret


def fractions(laws: list[Weights]) -> list[Row]:
    """The probabilities of rows of integers."""
    return [row(law) for law in laws]


def test_each_choice_is_made_and_no_other() -> None:
    """Both ends of a range, each element, both truths."""
    source = random(0)
    assert {integers(2, 5).plain(source) for _ in range(200)} == {2, 3, 4, 5}
    assert {elements("abc").plain(source) for _ in range(200)} == {*"abc"}
    assert {booleans().plain(source) for _ in range(200)} == {False, True}
    assert {integers(3, 3).plain(source), elements([3]).plain(source)} == {3}


def test_a_seed_gives_the_same_again() -> None:
    """And another seed something else."""
    matrices = rows.matrices(3, 4)
    assert matrices.plain(random(7)) == matrices.plain(random(7))
    assert matrices.plain(random(7)) != matrices.plain(random(8))


def test_rows_are_laws() -> None:
    """Of matrices and of kernels."""
    for seed in SEEDS:
        source = random(seed)
        for weights, whole in (
            *rows.matrices(3, 3).plain(source), *rows.kernel_rows(2, 3).plain(source),
            often_sure(3).plain(source),
        ):  # fmt: skip
            assert sum(weights) == whole > 0
            assert min(weights) >= 0


@pytest.mark.parametrize("delta", [Fraction(0), Fraction(1, 4)])
def test_rows_that_are_private_by_construction(delta: Fraction) -> None:
    """Every event of every pair satisfies (ln odds, δ), by brute force; often with equality."""
    tight = 0
    for seed in SEEDS:
        source = random(seed)
        bound = odds().plain(source)
        made = fractions(rows.private_rows(3, 3, bound, delta).plain(source))
        assert all(sum(row) == 1 for row in made)
        excess = worst(made, bound)
        assert excess <= delta
        tight += excess == delta and len(set(made)) > 1
    assert tight > len(SEEDS) // 10


@given(rows.private_rows(2, 2, Fraction(2)).strategy)
def test_hypothesis_draws_the_same_things(made: list[Weights]) -> None:
    """By the same text: private rows are private there too."""
    assert worst(fractions(made), Fraction(2)) <= 0


def test_rows_along_a_path_drift_apart() -> None:
    """Neighbours are private; the ends of the path are further apart than neighbours may be."""
    bound, far = Fraction(2), 0
    for seed in SEEDS:
        made = fractions(rows.related_rows(2, PATH, bound).plain(random(seed)))
        for i, near in enumerate(PATH):
            assert all(worst([made[i], made[j]], bound) <= 0 for j in near)
        far += worst([made[0], made[3]], bound) > 0
    assert far > len(SEEDS) // 5


def test_losses_have_ties_and_rationals() -> None:
    """ln 2 beside 1/2, and odds that are exact."""
    texts = {number_text(losses().plain(random(seed))) for seed in SEEDS}
    assert {"0", "ln(2)", "ln(3/2)", "1/2", "1"} <= texts
