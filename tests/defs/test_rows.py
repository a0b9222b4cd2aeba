"""Storage of matrices."""

from __future__ import annotations

import pickle
from array import array
from fractions import Fraction
from math import lcm

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpverify.defs import rows as module
from dpverify.defs.errors import ChannelError
from dpverify.defs.numbers import Value, number_text, parse
from dpverify.defs.rows import RationalRows, ValueRows, common_denominator, reduced, rows_of


def test_each_row_has_its_least_denominator() -> None:
    """2/8, 6/8 is stored as 1/4, 3/4, in machine integers."""
    rows = RationalRows(2, [([2, 6], 8), ([1, 1], 2)])
    assert list(rows.numerators) == [1, 3, 1, 1]
    assert rows.denominators == [4, 2]
    assert isinstance(rows.numerators, array)
    assert rows.fraction(0, 1) == Fraction(3, 4)


def test_equal_fractions_are_stored_alike() -> None:
    """Equality does not depend on how the fractions were written."""
    assert RationalRows(2, [([2, 6], 8)]) == RationalRows(2, [([1, 3], 4)])
    assert hash(RationalRows(2, [([2, 6], 8)])) == hash(RationalRows(2, [([1, 3], 4)]))
    assert RationalRows(2, [([1, 3], 4)]) != RationalRows(2, [([3, 1], 4)])
    assert RationalRows(2, [([1, 3], 4)]) != ValueRows(2, [Value(1), Value(3)])


@pytest.mark.parametrize("bits", [61, 62, 63, 64, 20_000])
def test_numbers_beyond_the_machine_are_kept_exactly(bits: int) -> None:
    """Around 2^62 and beyond the limit of Python's own printing nothing is lost."""
    big = (1 << bits) + 1
    rows = RationalRows(2, [([1, 1], 2), ([1, big - 1], big)])
    assert rows.fraction(1, 1) == Fraction(big - 1, big)
    assert rows.fraction(0, 0) == Fraction(1, 2)
    assert isinstance(rows.numerators, array) == (bits < 62)
    assert parse(rows.texts(1)[0]) == Fraction(1, big)


def test_rows_that_would_fill_the_memory_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Denominators without common factors are counted before they are stored."""
    monkeypatch.setattr(module, "MAX_STORED_BITS", 100)
    with pytest.raises(ChannelError, match="--rationalise"):
        RationalRows(2, [([1, 1 << 60], (1 << 60) + 1)])


@given(st.lists(st.fractions(0, 1, max_denominator=40), min_size=1, max_size=6))
def test_a_common_denominator_keeps_every_fraction(fractions: list[Fraction]) -> None:
    """Numerators over the common denominator are the fractions; reducing keeps them."""
    pairs = [(f.numerator * 3, f.denominator * 3) for f in fractions]
    for numerators, denominator in (common_denominator(pairs), reduced(*common_denominator(pairs))):
        assert [Fraction(k, denominator) for k in numerators] == fractions
    assert denominator == lcm(*(f.denominator for f in fractions))


@given(st.lists(st.fractions(0, 1, max_denominator=40), min_size=1, max_size=6))
def test_texts_are_the_canonical_texts(fractions: list[Fraction]) -> None:
    """The quick texts of rational rows are what `number_text` writes."""
    rows = RationalRows(
        len(fractions), [common_denominator([(f.numerator, f.denominator) for f in fractions])]
    )
    assert rows.texts(0) == [number_text(Value(f)) for f in fractions]


def test_the_storage_that_fits_is_chosen() -> None:
    """One irrational entry makes values of all; values that are all rational become integers."""
    root = parse("2**(1/2)")
    assert isinstance(root, Value)
    mixed = rows_of(2, [([1, 1], 2), [root - 1, 2 - root]])
    assert isinstance(mixed, ValueRows)
    assert mixed.row(0) == (Value(1) / 2, Value(1) / 2)
    assert mixed.sum(1) == 1
    assert mixed.value(1, 0) == root - 1
    assert (mixed.n, mixed.m) == (2, 2)
    assert mixed.texts(1)[0] == "-1+2**(1/2)"
    assert mixed == rows_of(2, [[Value(1) / 2, Value(1) / 2], [root - 1, 2 - root]])
    assert isinstance(rows_of(1, [[root * root / 2]]), RationalRows)


def test_rows_cross_processes() -> None:
    """A worker gets an equal copy."""
    rows = RationalRows(2, [([1, 3], 4)])
    assert pickle.loads(pickle.dumps(rows)) == rows  # noqa: S301  our own bytes
