"""Plain decimals by the million; the oracle is Python's Fraction of each text by itself."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from dpverify.defs import decimal_matrix
from dpverify.defs.adjust import Adjustment
from dpverify.defs.decimal_matrix import DecimalMatrix, decimal_rows
from dpverify.defs.entries import rows_from
from dpverify.defs.rows import RationalRows

Table = list[list[str]]


def spelled(number: int, places: int, chance: random.Random) -> str:
    """One of the ways to write number / 10^places."""
    text = f"{number // 10**places}.{number % 10**places:0{places}d}" if places else str(number)
    if "." in text and chance.random() < 0.5:
        text = text.rstrip("0").rstrip(".")
    return "0" * chance.choice([0, 0, 2]) + text if len(text) < 15 else text


def table(seed: int, n: int, m: int, *, whole: bool) -> Table:
    """Rows of decimals that sum to 1 if `whole`, each of up to 17 places."""
    chance = random.Random(seed)  # noqa: S311  a test
    rows = []
    for _ in range(n):
        places = chance.choice([0, 1, 2, 5, 9, 17])
        cuts = sorted(chance.randint(0, 10**places) for _ in range(m - 1))
        parts = [high - low for low, high in zip([0, *cuts], [*cuts, 10**places], strict=True)]
        if not whole:
            parts[0] += chance.randint(1, 9)
        rows.append([spelled(part, places, chance) for part in parts])
    return rows


def matrix_of(rows: Table, *, zeros: bool = True) -> DecimalMatrix:
    """The table as a reader hands it over."""
    lines = [",".join(row).encode() for row in rows]
    return DecimalMatrix(lines, len(rows[0]), zeros=zeros)


@pytest.mark.parametrize("seed", range(12))
def test_each_entry_is_the_fraction_of_its_text(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """In one block or many, with rows that are divided by their sums or sum to 1."""
    monkeypatch.setattr(decimal_matrix, "BLOCK", 200 if seed % 2 else 1 << 21)
    divide, n, m = seed % 3 == 0, 30, 1 + seed
    texts = table(seed, n, m, whole=not divide)
    adjustment = Adjustment(normalise=True) if divide else None
    rows = decimal_rows(matrix_of(texts), n, m, adjustment)
    assert rows is not None
    for i, row in enumerate(texts):
        numbers = [Fraction(text) for text in row]
        whole = sum(numbers)
        assert [rows.fraction(i, j) for j in range(m)] == [number / whole for number in numbers]


@pytest.mark.parametrize("seed", range(6))
def test_they_are_stored_as_those_of_one_row_after_the_other(seed: int) -> None:
    """The same numerators over the same denominators, and the same count of changes."""
    texts = table(seed, 20, 7, whole=seed % 2 == 0)
    labels, outputs = [f"x{i}" for i in range(20)], [f"y{j}" for j in range(7)]
    once, apart = Adjustment(normalise=True), Adjustment(normalise=True)
    quick = decimal_rows(matrix_of(texts), 20, 7, once)
    slow = rows_from(texts, labels, outputs, apart)
    assert isinstance(slow, RationalRows)
    assert quick == slow
    assert once.provenance() == apart.provenance()


@pytest.mark.parametrize(
    "cell",
    ["1e-1", "1/2", "-0.5", "+0.5", ".5", "1.", "", "0.5.5", " 0.5", "nan", "inf", "0x1",
     "0.5000000000000000001", "1" * 19, "0.1_0", "０.5"],
)  # fmt: skip
def test_what_is_not_plain_is_left_to_the_reader_of_cells(cell: str) -> None:
    """Whether or not it is a number: that one knows, and says what is wrong."""
    for row in ([cell, "0.5"], ["0.5", cell]):
        assert decimal_rows(matrix_of([["0.5", "0.5"], row]), 2, 2, None) is None


def test_rows_that_are_no_laws_are_left_to_it() -> None:
    """A sum that is not 1, a row of zeros, another shape, and entries that are to be rounded."""
    good = matrix_of([["0.5", "0.5"], ["0.25", "0.75"]])
    assert decimal_rows(good, 2, 2, None) is not None
    assert decimal_rows(good, 2, 3, None) is None
    assert decimal_rows(good, 3, 2, None) is None
    assert decimal_rows(good, 2, 2, Adjustment(normalise=True, rationalise=3)) is None
    assert decimal_rows(matrix_of([["0.5", "0.6"]]), 1, 2, None) is None
    zero = matrix_of([["0.5", "0.6"], ["0", "0.0"]])
    assert decimal_rows(zero, 2, 2, Adjustment(normalise=True)) is None


def test_sums_beyond_machine_integers_are_left_to_it() -> None:
    """Five weights of 18 digits sum to more than 2^62."""
    matrix = matrix_of([["9" * 18] * 5])
    assert decimal_rows(matrix, 1, 5, Adjustment(normalise=True)) is None


def test_a_point_moves_a_number_only_as_far_as_machine_integers_reach() -> None:
    """10^17 and 10^-17 have no common power of ten of 18 digits."""
    matrix = matrix_of([["1" + "0" * 17, "0." + "0" * 16 + "1"]])
    assert decimal_rows(matrix, 1, 2, Adjustment(normalise=True)) is None


def test_zeros_before_a_number() -> None:
    """A number in CSV, none in JSON."""
    cells = [["00.5", "0.5"]]
    assert decimal_rows(matrix_of(cells), 1, 2, None) is not None
    assert decimal_rows(matrix_of(cells, zeros=False), 1, 2, None) is None
    assert decimal_rows(matrix_of([["00", "1"]], zeros=False), 1, 2, None) is None
    assert decimal_rows(matrix_of([["0", "1.0"]], zeros=False), 1, 2, None) is not None
