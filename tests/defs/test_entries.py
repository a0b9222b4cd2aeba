"""From what a user gives to checked rows."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpverify.defs import rows as rows_module
from dpverify.defs.entries import plain_pairs, plain_text, rows_from
from dpverify.defs.errors import ChannelError
from dpverify.defs.json_number import JsonNumber
from dpverify.defs.numbers import Value, as_value, exp
from dpverify.defs.rows import RationalRows

QUARTER = [
    "1/4", "0.25", "25e-2", "2.5E-1", "(1/4)", "exp(0)/4", Fraction(1, 4), Value(1) / 4,
    np.float64(0.25), np.float32(0.25), JsonNumber("0.25"), Decimal("0.25"),
]  # fmt: skip


@pytest.mark.parametrize("quarter", QUARTER, ids=repr)
def test_every_exact_spelling_is_read(quarter: object) -> None:
    """All these are the number 1/4."""
    rows = rows_from([[quarter, "3/4"]], ["x"], ["a", "b"])
    assert isinstance(rows, RationalRows)
    assert rows.fraction(0, 0) == Fraction(1, 4)


@pytest.mark.parametrize("zero", [0, "0", "-0", "-0.0", np.int8(0), np.float64(-0.0), Fraction(0)])
def test_every_zero_is_zero(zero: object) -> None:
    """A negative zero is zero, and no negative entry."""
    rows = rows_from([[zero, 1]], ["x"], ["a", "b"])
    assert rows.texts(0) == ["0", "1"]


@given(st.text("0123456789./-+_ e٣", max_size=8))
def test_the_fast_path_reads_what_the_grammar_reads(text: str) -> None:
    """What the fast path accepts, the grammar reads as the same number."""
    pair = plain_text(text)
    if pair is not None:
        assert as_value(text) == Fraction(*pair)


@pytest.mark.parametrize("text", ["1_0", "٣", "1/0", "1/00", "", ".", "1.", "-1", "1/2/3", "0x1"])
def test_the_fast_path_leaves_the_rest(text: str) -> None:
    """What is not plainly digits goes to the grammar."""
    assert plain_text(text) is None


def test_the_fast_path_is_all_or_nothing() -> None:
    """One entry that is not plain sends the row to the grammar."""
    assert plain_pairs(["1/2", 3, Fraction(1, 7)]) == [(1, 2), (3, 1), (1, 7)]
    assert plain_pairs(["1/2", True]) is None
    assert plain_pairs(["1/2", "exp(1)"]) is None


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ([0.5, "1/2"], r"row 'x', column 'a': 0\.5 is a Python float; write '0\.5'"),
        (["1/2", float("nan")], r"row 'x', column 'b': nan is not a finite number"),
        ([np.float64("inf"), 1], r"row 'x', column 'a': inf is not a finite number"),
        ([True, 0], r"row 'x', column 'a': True is not a number"),
        ([None, 1], r"row 'x', column 'a': None is not a number"),
        ([["1"], 1], r"row 'x', column 'a': \['1'\] is not a number"),
        (["1/0", 1], r"row 'x', column 'a': '1/0' is not a number: division by zero"),
        (["inf", 1], r"row 'x', column 'a': 'inf' has no meaning here"),
        (["ln(2)", 1], r"row 'x', column 'a': ln\(2\) is not a quotient"),
        (["1\n", 0], r"row 'x', column 'a': '1\\n' is not a number"),
        (["1/2"], r"row 'x' has 1 entries for 2 outputs"),
        (["1/2", "1/4", "1/4"], r"row 'x' has 3 entries for 2 outputs"),
        ("11", r"row 'x' is '11', must be a list"),
        ({"a": 1, "b": 0}, r"row 'x' is .*, must be a list"),
        (["5/4", "-1/4"], r"row 'x', column 'b' is -1/4; a probability is at least 0"),
        (["1+exp(-1)", "-exp(-1)"], r"row 'x', column 'b' is -exp\(-1\); a probability"),
        (["1/2", "2/5"], r"row 'x' sums to 9/10, must be 1; add the missing outcome or pass --nor"),
        (["1/2", "3/5"], r"row 'x' sums to 11/10, must be 1; correct the entries or pass --norm"),
        (["exp(-1)", "1/2"], r"row 'x' sums to 1/2\+exp\(-1\), must be 1; add the missing"),
        ([0, 0], r"row 'x' sums to 0, must be 1"),
    ],
)
def test_each_fault_of_a_row_has_its_message(row: object, message: str) -> None:
    """One line that names the row, the column and the rule."""
    with pytest.raises(ChannelError, match=message) as caught:
        rows_from([row], ["x"], ["a", "b"])
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("matrix", "message"),
    [
        ([["1", "0"]], "1 rows for 2 inputs: no row for 'z'"),
        ([["1", "0"]] * 3, "3 rows for 2 inputs: row number 3 has no label"),
        ("10", "the matrix is '10', must be a list"),
        (None, "the matrix is None, must be a list"),
        (7, "the matrix is 7, must be a list"),
        (np.zeros((2, 2, 1)), "the array has 3 dimensions"),
        (np.array([[True, False], [False, True]]), "dtype 'bool'"),
        (np.array([["1", "0"], ["0", "1"]]), "dtype '<U1'"),
        (np.array([[1, 0], [0, None]]), "dtype 'object'"),
        (np.array([[1j, 0], [0, 1]]), "dtype 'complex128'"),
        (np.array([[np.nan, 1], [0, 1]]), "row 'x', column 'a': 'nan' is not"),
        (np.array([[0.1, 0.8], [0, 1]]), r"row 'x' sums to \d+/\d+, must be 1; add the missing"),
        (RationalRows(2, [([1, 1], 2)]), "1 rows for 2 inputs"),
        (RationalRows(1, [([1], 1)] * 2), "the rows have 1 entries for 2 outputs"),
    ],
)
def test_each_fault_of_a_matrix_has_its_message(matrix: object, message: str) -> None:
    """Shapes and arrays: one line each."""
    with pytest.raises(ChannelError, match=message):
        rows_from(matrix, ["x", "z"], ["a", "b"])


def test_a_long_sum_is_shown_by_its_distance_from_one() -> None:
    """The exact sum of floats may have many digits."""
    row = np.array([[0.1, 0.2, 0.7 + 1e-9 + 2**-53]])
    with pytest.raises(ChannelError, match=r"row 'x' sums to (\d+/\d+|1\+1e-09)") as caught:
        rows_from(row, ["x"], ["a", "b", "c"])
    assert len(str(caught.value)) < 200


def test_the_memory_of_a_matrix_is_bounded_while_it_is_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The third row is refused before a fourth is looked at."""
    monkeypatch.setattr(rows_module, "MAX_STORED_BITS", 200)
    row = [Fraction(1, 1 << 40), 1 - Fraction(1, 1 << 40)]
    matrix = [row, row, row, "never looked at"]
    with pytest.raises(ChannelError, match="over common denominators the rows need"):
        rows_from(matrix, list("xyzw"), ["a", "b"])


def test_huge_integers_in_a_message_are_no_crash() -> None:
    """Python refuses to print an int of more than 4300 digits; the message does not."""
    with pytest.raises(ChannelError, match="row 'x' sums to 1"):
        rows_from([[10**5000, 1]], ["x"], ["a", "b"])
    with pytest.raises(ChannelError, match="a probability is at least 0"):
        rows_from([[-(10**5000), 1]], ["x"], ["a", "b"])


def test_numpy_arrays_are_read_as_what_they_hold() -> None:
    """Integers are themselves, floats the dyadic rationals that they are."""
    identity = rows_from(np.eye(2, dtype=np.uint64), ["x", "z"], ["a", "b"])
    assert identity.texts(0) == ["1", "0"]
    halves = rows_from(np.array([[0.5, 0.5], [0.75, 0.25]]), ["x", "z"], ["a", "b"])
    assert halves.texts(1) == ["3/4", "1/4"]


def test_irrational_rows_sum_to_one_exactly() -> None:
    """e/(1+e) and 1/(1+e) make a row; the sum is decided, not approximated."""
    e = exp(1)
    assert isinstance(e, Value)
    rows = rows_from([[e / (1 + e), 1 / (1 + e)]], ["x"], ["a", "b"])
    assert rows.sum(0) == 1
    almost = as_value("1/(1+exp(1))+1/10**60")
    with pytest.raises(ChannelError, match=r"sums to .* must be 1; correct"):
        rows_from([[e / (1 + e), almost]], ["x"], ["a", "b"])


def test_equal_texts_are_one_number(monkeypatch: pytest.MonkeyPatch) -> None:
    """A matrix of few numbers is read once per number, faults included; beyond a limit, each."""
    row = ["exp(1)/(1+exp(1))", "1/(1+exp(1))"]
    rows = rows_from([row, row[::-1]], ["x", "z"], ["a", "b"])
    assert rows.value(0, 0) is rows.value(1, 1)
    assert rows.texts(1) == ["1/(1+exp(1))", "exp(1)/(1+exp(1))"]
    with pytest.raises(ChannelError, match="row 'z', column 'b'"):
        rows_from([row, [row[0], "exp("]], ["x", "z"], ["a", "b"])
    monkeypatch.setattr("dpverify.defs.entries.MOST_KNOWN", 1)
    monkeypatch.setattr("dpverify.defs.numbers.grammar.KEPT", 0)
    rows = rows_from([row, row], ["x", "z"], ["a", "b"])
    assert rows.value(0, 0) is rows.value(1, 0)
    assert rows.value(0, 1) is not rows.value(1, 1)
    assert rows.value(0, 1) == rows.value(1, 1)
