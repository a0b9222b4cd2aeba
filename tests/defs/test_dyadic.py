"""Floats read at once are the channel that entry by entry gives."""

from __future__ import annotations

import pickle
from fractions import Fraction

import numpy as np
import pytest
from numpy.typing import NDArray

from dpverify.checkers.floats import image_of
from dpverify.defs.channel import Channel
from dpverify.defs.dyadic import DyadicRows, _sums, _sums_of_parts, dyadic_rows


def drawn(seed: int) -> NDArray[np.float64]:
    """Rows of floats ≥ 0 of sizes from the smallest to beyond 10^280, with zeros among them."""
    draw = np.random.default_rng(seed)
    n, m = int(draw.integers(2, 6)), int(draw.integers(1, 7))
    low, high = [(-30, 3), (-1074, 930), (-4, 1)][seed % 3]
    floats = np.ldexp(draw.random((n, m)), draw.integers(low, high, (n, m)))
    floats[draw.random((n, m)) < 0.3] = 0
    floats[:, 0] = [5e-324, 1.0, 0.75][seed % 3]
    return floats


@pytest.mark.parametrize("seed", range(60))
def test_the_rows_are_the_floats_over_their_sum(seed: int) -> None:
    """Against fractions, entry by entry; storage, digest and texts are those of a plain channel."""
    floats = drawn(seed)
    rows = dyadic_rows(floats)
    assert rows is not None
    exact = [[Fraction(float(x)) for x in row] for row in floats]
    expected = [[x / sum(row) for x in row] for row in exact]
    shape = range(rows.n), range(rows.m)
    assert [[rows.fraction(i, j) for j in shape[1]] for i in shape[0]] == expected
    inputs, outputs = ([str(k) for k in each] for each in shape)
    plain = Channel(inputs, outputs, expected)
    read = None if rows.divided else Channel(inputs, outputs, floats)
    for channel in (read, Channel(inputs, outputs, rows)):
        if channel is not None:
            assert channel == plain
            assert channel.digest == plain.digest
    assert rows.divided == sum(sum(row) != 1 for row in exact)
    images = image_of(rows).floats
    for image, row in zip(images.ravel(), [x for each in expected for x in each], strict=True):
        assert abs(Fraction(float(image)) - row) <= row * Fraction(4, 2**53) + Fraction(5e-324)
        assert (image == 0) == (row == 0)


def test_long_rows_with_a_wide_range() -> None:
    """5,000 entries from 2^-200 to 1: the sum is exact, as fractions add it up."""
    floats = np.ldexp(np.random.default_rng(1).random((2, 5000)), np.arange(5000) % 200 - 199)
    rows = dyadic_rows(floats)
    assert rows is not None
    for i in range(2):
        whole = sum(map(Fraction, floats[i].tolist()))
        assert Fraction(rows.sums[i]) * Fraction(2) ** rows.least[i] == whole


@pytest.mark.parametrize("low", [-1074, -1030, -90, -30, -20, -8, 900])
def test_positive_rows_of_a_narrow_range(low: int) -> None:
    """No zero among them, from the smallest floats to the largest: the sums that fractions have.

    Those near 1 have all their bits in one window, others none or some.
    """
    draw = np.random.default_rng(low + 2000)
    floats = np.ldexp(1 - draw.random((3, 200)), draw.integers(low, low + 12, (3, 200)))
    floats[floats == 0] = 5e-324
    rows = dyadic_rows(floats)
    assert rows is not None
    for i in range(3):
        whole = sum(map(Fraction, floats[i].tolist()))
        assert Fraction(rows.sums[i]) * Fraction(2) ** rows.least[i] == whole


ADVERSARIAL = {
    "one ulp below 1": [0.5, 0.25, 0.25 - 2.0**-54],
    "one ulp above 1": [0.5, 0.25, 0.25 + 2.0**-54],
    "misses 1 by the smallest float": [0.5, 0.5, 5e-324],
    "a tie in the cut": [1.0, 2.0**-51, 3 * 2.0**-51],
    "odd last bits": [1 + 2.0**-52, 2.0**-52 * (1 + 2.0**-52), 2.0**-80 * (1 + 2.0**-52)],
    "one entry, all its bits": [1 - 2.0**-53],
    "two entries": [2.0**-50 * (1 + 2.0**-52), 1 - 2.0**-53],
    "bits just below the grid": [2.0**-51, 2.0**-101, 2.0**-102, 2.0**-103, 2.0**-104],
    "subnormal alone": [5e-324, 1.5e-323, 2.0**-1030],
    "huge beside tiny": [2.0**1000, 1.0, 2.0**-1000],
    "sum near the largest float": [2.0**1023, 2.0**1022, 2.0**970],
    "sum beyond the largest float": [1.7e308, 1.7e308, 1.7e308],
    "just below 4, and 4": [4 - 2.0**-51, 2.0**-51],
    "counts": [3.0, 5e6, 7.5],
    "minus zero": [-0.0, 1.0, -0.0],
}


@pytest.mark.parametrize("name", ADVERSARIAL)
@pytest.mark.parametrize("rows", [1, 3])
def test_sums_of_parts_are_those_of_whole_numbers(name: str, rows: int) -> None:
    """The quick sum, the one from the bits and that of fractions are one number, at any cut."""
    floats = np.array([ADVERSARIAL[name]] * rows) * np.array([[1.0], [0.5], [2.0**-9]])[:rows]
    whole = sum(map(Fraction, floats[0].tolist()))
    read = dyadic_rows(floats)
    assert read is not None
    assert Fraction(read.sums[0]) * Fraction(2) ** read.least[0] == whole
    for power in range(-3, 8):
        parts = _sums_of_parts(floats, power, np.empty(floats.shape))
        if parts is not None:
            assert Fraction(parts[1][0]) * Fraction(2) ** parts[0][0] == whole
            assert whole < Fraction(2) ** power
    slow = _sums(floats)
    assert slow is not None
    assert Fraction(slow[1][0]) * Fraction(2) ** slow[0][0] == whole


@pytest.mark.parametrize("seed", range(8))
def test_quick_sums_at_any_cut(seed: int) -> None:
    """Rows of 1 to 40 floats with all their bits: whatever is not given up is exact."""
    draw = np.random.default_rng(seed)
    answers = 0
    for _ in range(60):
        m, spread = int(draw.integers(1, 41)), int(draw.integers(1, 60))
        floats = np.ldexp(1 - draw.random((2, m)), -draw.integers(0, spread, (2, m)))
        for power in (1, 2, 5, 8):
            parts = _sums_of_parts(floats, power, np.empty(floats.shape))
            if parts is None:
                continue
            answers += 1
            for i in range(2):
                whole = sum(map(Fraction, floats[i].tolist()))
                assert Fraction(parts[1][i]) * Fraction(2) ** parts[0][i] == whole
    assert answers > 30


@pytest.mark.parametrize("kind", ["<f8", ">f8", "<f4", ">f2", "columns first", "every second"])
def test_arrays_of_any_layout(kind: str) -> None:
    """Other byte orders and widths, columns first, steps: the channel of the same numbers."""
    draw = np.random.default_rng(5)
    floats = np.ldexp(draw.integers(1, 2**10, (4, 6)).astype(np.float64), -9)
    array = {
        "columns first": np.asfortranarray(floats),
        "every second": np.repeat(floats, 2, axis=1)[:, ::2],
    }.get(kind, floats.astype(kind) if kind[0] in "<>" else floats)
    read, plain = dyadic_rows(array), dyadic_rows(floats)
    assert read is not None
    assert plain is not None
    assert (read.sums, read.least) == (plain.sums, plain.least)
    assert read.floats.tolist() == floats.tolist()


def test_laws_of_floats_are_their_own_images() -> None:
    """Rows that sum to 1, zeros among them, are kept as they came."""
    floats = np.array([[0.5, 0.0, 0.5], [0.25, 0.75, 0.0]])
    rows = dyadic_rows(floats)
    assert rows is not None
    assert rows.divided == 0
    assert image_of(rows).floats.tolist() == floats.tolist()


@pytest.mark.parametrize("ulps", [-4, -2, -1, 0, 1, 2, 4])
def test_images_of_rows_that_nearly_sum_to_one(ulps: int) -> None:
    """Whether they are divided or not, images err by at most 4u, u = 2^-53, of an entry."""
    floats = np.array([[0.75, 0.25 + ulps * 2.0**-53, 0.0], [0.5, 0.25, 0.25], [2.0**-600, 1, 0]])
    rows = dyadic_rows(floats)
    assert rows is not None
    image = image_of(rows)
    for i, j in np.ndindex(3, 3):
        entry = rows.fraction(i, j)
        assert abs(Fraction(float(image.floats[i, j])) - entry) <= entry * Fraction(4, 2**53)
    assert np.shares_memory(image.floats, rows.floats) == (abs(ulps) <= 2)


def test_extremes_of_columns_are_those_of_all_images() -> None:
    """Made by blocks, or of the images that are there already; columns alone as well."""
    draw = np.random.default_rng(3)
    rows = dyadic_rows(draw.random((300, 200)) ** 9)
    assert rows is not None
    image = image_of(rows)
    largest, smallest = image.extremes
    assert "floats" not in vars(image)
    assert np.array_equal(image.column(7), image.floats[:, 7])
    assert np.array_equal(largest, image.floats.max(axis=0))
    assert np.array_equal(smallest, image.floats.min(axis=0))


@pytest.mark.parametrize("bad", [-1.0, np.nan, np.inf, -np.inf])
def test_what_is_no_weight_is_left_to_the_reader(bad: float) -> None:
    """Whoever reads entry by entry names the place."""
    floats = np.ones((2, 3))
    floats[1, 2] = bad
    assert dyadic_rows(floats) is None


def test_a_row_of_zeros_and_minus_zero() -> None:
    """A row that cannot be divided is left to the reader; −0.0 is 0."""
    assert dyadic_rows(np.zeros((2, 2))) is None
    rows = dyadic_rows(np.array([[-0.0, 1.0], [0.5, 0.5]]))
    assert rows is not None
    assert rows.fraction(0, 0) == 0
    assert rows.divided == 0


def test_the_array_of_the_caller_stays_his() -> None:
    """He may write to it, and the channel does not change."""
    floats = np.array([[0.5, 0.5], [0.25, 0.75]])
    channel = Channel(["a", "b"], ["y", "z"], floats)
    floats[0, 0] = 9
    assert isinstance(channel.rows, DyadicRows)
    assert channel.entry(0, 0) == Fraction(1, 2)
    assert pickle.loads(pickle.dumps(channel)) == channel  # noqa: S301  our own, just made
