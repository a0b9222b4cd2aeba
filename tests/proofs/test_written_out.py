"""A property is read with one row only where it treats all rows, and all columns, alike."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import combinations, pairwise
from typing import Any

import pytest

from dpverify.defs.errors import Undecided
from dpverify.defs.logic import EXACT
from dpverify.defs.numbers import Value
from dpverify.proofs.labels import Size
from dpverify.proofs.setting import settings_of
from dpverify.proofs.statement import AnyChannel, Property, Statement

Form = Callable[[Any, Any, Any], Any]

BITS = ("0", "1")
RECORDS, OTHER = Size("records", "i"), Size("records", "j")
X, Y = Size("inputs", "x"), Size("outputs", "y")


def _aligned(rows: Any, _: Any, logic: Any) -> Any:
    return logic.conj(logic.le(c[1], d[1]) for c, d in zip(rows["C"], rows["D"], strict=True))


def _every(rows: Any, _: Any, logic: Any) -> Any:
    """C_i − D_j ≤ 0.998 for all i and j: false where both are (1, 1/1000), unlike for i = j."""
    thousand = logic.number(1000)
    return logic.conj(
        logic.le(logic.times(thousand, logic.minus(c[1], d[1])), logic.number(998))
        for c in rows["C"]
        for d in rows["D"]
    )


def _neighbouring(rows: Any, _: Any, logic: Any) -> Any:
    true = logic.le(logic.number(0), logic.number(1))
    return logic.conj([true, *(logic.le(a[1], b[1]) for a, b in pairwise(rows["C"]))])


def _any_three(rows: Any, _: Any, logic: Any) -> Any:
    true = logic.le(logic.number(0), logic.number(1))
    return logic.conj([true, *(logic.le(a[1], c[1]) for a, _, c in combinations(rows["C"], 3))])


def _first(rows: Any, _: Any, logic: Any) -> Any:
    return logic.le(rows["C"][0][1], logic.number(0))


def _counted(rows: Any, _: Any, logic: Any) -> Any:
    return logic.le(logic.count(c[1] for c in rows["C"]), logic.count(d[0] for d in rows["D"]))


def _length(rows: Any, _: Any, logic: Any) -> Any:
    return logic.le(logic.count(c[1] for c in rows["C"]), logic.number(len(rows["C"])))


def _summed(rows: Any, _: Any, logic: Any) -> Any:
    """Σ max(0, C_i − D_i) ≤ n, and each by itself, with a choice."""
    gaps = [logic.minus(c[1], d[1]) for c, d in zip(rows["C"], rows["D"], strict=True)]
    smaller = [logic.ite(logic.le(gap, logic.number(0)), logic.number(0), gap) for gap in gaps]
    return logic.conj(
        [
            logic.le(logic.total(map(logic.pos, gaps)), logic.count(gaps)),
            *(logic.le(one, logic.number(1)) for one in smaller),
        ]
    )


def about_records(form: Form, of_d: Size = RECORDS) -> Statement:
    """With C and D, lists of probabilities."""
    return Statement(
        objects={"C": AnyChannel(RECORDS, lambda _: BITS), "D": AnyChannel(of_d, lambda _: BITS)},
        parameters={},
        conclusion=Property("w", "f", form=form, recordwise=True),
        sizes={"records": (2, 3)},
    )


def _columns(rows: Any) -> list[Any]:
    return list(zip(*rows["M"], strict=True))


def _each_column(rows: Any, _: Any, logic: Any) -> Any:
    most = [logic.largest(column) for column in _columns(rows)]
    return logic.conj(
        [
            logic.le(logic.total(most), logic.count(row[0] for row in rows["M"])),
            *(logic.le(m, logic.number(1)) for m in most),
        ]
    )


def _two_columns(rows: Any, _: Any, logic: Any) -> Any:
    most = [logic.largest(column) for column in _columns(rows)]
    return logic.conj(logic.le(a, b) for a in most for b in most)


def _next_column(rows: Any, _: Any, logic: Any) -> Any:
    most = [logic.largest(column) for column in _columns(rows)]
    true = logic.le(logic.number(0), logic.number(1))
    return logic.conj([true, *(logic.le(a, b) for a, b in pairwise(most))])


def _two_rows(rows: Any, _: Any, logic: Any) -> Any:
    true = logic.le(logic.number(0), logic.number(1))
    return logic.conj([true, *(logic.le(a[0], b[0]) for a, b in combinations(rows["M"], 2))])


def _first_row(rows: Any, _: Any, logic: Any) -> Any:
    return logic.le(logic.largest([rows["M"][0][0]]), logic.number(1))


def about_columns(form: Form) -> Statement:
    """With any channel M."""
    return Statement(
        objects={"M": AnyChannel(X, Y)},
        parameters={},
        conclusion=Property("w", "f", form=form, columnwise=True),
        sizes={"inputs": (2, 2), "outputs": (2, 2)},
    )


@pytest.mark.parametrize(
    "statement",
    [
        about_records(_aligned),
        about_records(_counted),
        about_records(_summed),
        about_columns(_each_column),
    ],
)
def test_what_treats_each_alike_is_read(statement: Statement) -> None:
    """By sums, "for all", counts, positive parts, choices and largest entries."""
    (setting,) = settings_of(statement).values()
    assert setting.goals


@pytest.mark.parametrize(
    "statement",
    [
        about_records(_every),
        about_records(_aligned, of_d=OTHER),
        about_records(_neighbouring),
        about_records(_any_three),
        about_records(_first),
        about_records(_length),
        about_columns(_two_columns),
        about_columns(_next_column),
        about_columns(_two_rows),
        about_columns(_first_row),
    ],
)
def test_what_joins_two_of_them_is_not(statement: Statement) -> None:
    """With one row and one column, each of these says what a true property says."""
    with pytest.raises(Undecided, match="alike") as stop:
        settings_of(statement)
    assert stop.value.code == "unsupported"


def test_what_is_said_of_all_pairs_is_false() -> None:
    """By hand: C(1) = (1, 0) and D(1) = (1, 1/1000), and each C(1) is at most D(1) + 0.998."""
    tall, low = (Value(0), Value(1)), (Value(1), Value(0))
    rows = {"C": (tall, low), "D": (tall, (Value(Fraction(999, 1000)), Value(Fraction(1, 1000))))}
    assert not _every(rows, {}, EXACT)
    assert _every({"C": (low,), "D": (low,)}, {}, EXACT)
