"""Forms over an ℓ2 ball, against floats of numpy and of a search."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest

from dpverify.checkers.kernel.certificates import ball
from dpverify.defs.documents.traced import Noise
from dpverify.defs.numbers.errors import Undecided

F = Fraction


def rows_of(seed: int, count: int, entries: int, noises: int) -> tuple[list[ball.Row], list[Noise]]:
    """Values with random small factors of noises and entries."""
    draw = random.Random(seed)  # noqa: S311  (cases of a test)
    scales = [Noise("gaussian", F(draw.randint(1, 4), draw.randint(1, 3))) for _ in range(noises)]
    rows: list[ball.Row] = []
    for k in range(count):
        terms = {k: F(1), **{n: F(draw.randint(-2, 2)) for n in draw.sample(range(noises), 2)}}
        slopes = {i: F(draw.randint(-3, 3)) for i in draw.sample(range(entries), 2)}
        rows.append(({n: x for n, x in terms.items() if x}, {i: x for i, x in slopes.items() if x}))
    return rows, scales


@pytest.mark.parametrize("seed", range(12))
def test_the_form_is_that_of_the_covariance(seed: int) -> None:
    """AᵀK⁻¹A by numpy, and its largest eigenvalue on both sides of a bound."""
    rows, noises = rows_of(seed, 3, 4, 6)
    a = np.array([[float(s.get(i, 0)) for i in range(4)] for _, s in rows])
    g = np.array([[float(t.get(n, 0) * noises[n].scale) for n in range(6)] for t, _ in rows])
    if abs(np.linalg.det(g @ g.T)) < 1e-9:
        with pytest.raises(Undecided, match="depend on each other"):
            ball.gaussian_form(rows, noises)
        return
    wanted = a.T @ np.linalg.inv(g @ g.T) @ a
    form = ball.gaussian_form(rows, noises)
    found = np.array([[float(form.get((i, j), 0)) for j in range(4)] for i in range(4)])
    assert np.allclose(found, wanted)
    largest = float(np.linalg.eigvalsh(wanted)[-1])
    assert ball.is_above(form, F(largest * (1 + 1e-9) + 1e-9))
    assert not ball.is_above(form, F(largest * (1 - 1e-9) - 1e-9))


def test_an_eigenvalue_is_told_exactly() -> None:
    """[[2, 1], [1, 2]] has 1 and 3."""
    form = {(0, 0): F(2), (0, 1): F(1), (1, 0): F(1), (1, 1): F(2)}
    assert ball.is_above(form, F(3))
    assert not ball.is_above(form, F(3) - F(1, 10**40))
    assert [ball.is_eigenvalue(form, F(x)) for x in (1, 2, 3)] == [True, False, True]


def test_a_row_with_a_zero_pivot_is_looked_at() -> None:
    """[[0, 1], [1, 0]] − 0·I is not semidefinite, though its diagonal is."""
    form = {(0, 1): F(1), (1, 0): F(1)}
    assert not ball.is_above(form, F(0))
    assert ball.is_above(form, F(1))


@pytest.mark.parametrize("seed", range(8))
def test_the_longest_vector_is_that_of_all_signs(seed: int) -> None:
    """A search of all 2^k signs, without groups."""
    draw = random.Random(seed)  # noqa: S311  (cases of a test)
    noises = [Noise("laplace", F(draw.randint(1, 5), 2)) for _ in range(5)]
    rows: list[ball.Row] = [
        ({k: F(draw.choice((-2, 1)))}, {i: F(draw.randint(1, 3)) for i in draw.sample(range(7), 2)})
        for k in range(5)
    ]
    longest = max(
        sum(
            sum(
                s * t.get(i, 0) / (noises[k].scale * abs(f[k]))
                for k, (s, (f, t)) in enumerate(zip(signs, rows, strict=True))
            )
            ** 2
            for i in range(7)
        )
        for signs in product((1, -1), repeat=5)
    )
    assert ball.square(ball.laplace_vector(rows, noises)) == longest


@pytest.mark.parametrize(
    ("rows", "law", "of_the_loss", "wanted"),
    [
        ([({0: 1}, {0: 1}), ({1: 1}, {1: 1})], "gaussian", False, (0, 5)),
        ([({0: 1}, {0: 3, 1: 4})], "gumbel", False, (3, 4)),
        ([({0: 1}, {0: 1, 1: 1})], "gaussian", False, None),
        ([({0: 1}, {0: 3}), ({1: 1}, {1: 2})], "laplace", True, (3, 4)),
        ([({0: 1}, {0: 3}), ({1: 1}, {1: 2})], "laplace", False, None),
        ([({0: 1}, {0: 1}), ({1: 1}, {1: 1})], "uniform", True, None),
    ],
)
def test_the_worst_move_where_it_is_rational(
    rows: Any, law: str, of_the_loss: bool, wanted: Any
) -> None:
    """Of radius 5, by hand; the scales are 1 and 1/2."""
    noises = [Noise(law, F(1)), Noise(law, F(1, 2))]
    exact = [({n: F(x) for n, x in t.items()}, {i: F(x) for i, x in s.items()}) for t, s in rows]
    found = ball.worst_move(exact, noises, F(5), 2, of_the_loss=of_the_loss)
    assert found == wanted


def test_roots_are_rational_or_none() -> None:
    """Of squares of rational numbers alone."""
    assert ball.root(F(9, 4)) == F(3, 2)
    assert ball.root(F(2)) is None
    assert ball.root(F(0)) == 0
