"""Exact arithmetic on stored matrices: integers where every operand is rational, else values.

Each function has the two paths side by side; a property test compares both with Fractions.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from fractions import Fraction
from math import gcd, lcm

from flint import fmpz_mat

from dpverify.defs.numbers import Value
from dpverify.defs.numbers.value import total
from dpverify.defs.rows import RationalRow, RationalRows, Row, Rows, rows_of

Classes = Sequence[Sequence[int]]


def matrix_product(left: Rows, right: Rows, order: Sequence[int]) -> Rows:
    """left (n × m) times right (m × k), whose row for column y of left is order[y]."""
    if isinstance(left, RationalRows) and isinstance(right, RationalRows):
        return _rational_product(left, right, order)
    columns = [[right.value(row, z) for row in order] for z in range(right.m)]
    return _from_values(right.m, left.n, lambda i: _times(left.row(i), columns))


def _rational_product(left: RationalRows, right: RationalRows, order: Sequence[int]) -> Rows:
    """Over one denominator D for all rows of right: the numerators are a product of integers."""
    common = lcm(*right.denominators)
    scaled = [
        k * (common // right.denominators[row]) for row in order for k in right.numerators_of(row)
    ]
    result = fmpz_mat(left.n, left.m, list(left.numerators)) * fmpz_mat(left.m, right.m, scaled)
    rows = (
        ([int(k) for k in row], denominator * common)
        for row, denominator in zip(result.tolist(), left.denominators, strict=True)
    )
    return RationalRows(right.m, rows)


def _times(row: Sequence[Value], columns: Sequence[Sequence[Value]]) -> list[Value]:
    support = [y for y, value in enumerate(row) if not value.is_zero]
    return [
        total(row[y] * column[y] for y in support if not column[y].is_zero) for column in columns
    ]


def adaptive_rows(first: Rows, seconds: Sequence[Rows], orders: Sequence[Sequence[int]]) -> Rows:
    """Row i: for each column y of first, first(i, y) times row orders[y][i] of seconds[y]."""
    m = sum(second.m for second in seconds)
    blocks = list(zip(seconds, orders, strict=True))
    if isinstance(first, RationalRows) and all(isinstance(s, RationalRows) for s in seconds):
        return RationalRows(m, (_rational_adaptive(first, i, blocks) for i in range(first.n)))
    return _from_values(m, first.n, lambda i: _value_adaptive(first.row(i), i, blocks))


Block = tuple[Rows, Sequence[int]]


def _rational_adaptive(first: RationalRows, i: int, blocks: Sequence[Block]) -> RationalRow:
    chosen = [(s, order[i]) for s, order in blocks if isinstance(s, RationalRows)]
    common = lcm(*(s.denominators[row] for s, row in chosen))
    numerators: list[int] = []
    for k, (second, row) in zip(first.numerators_of(i), chosen, strict=True):
        factor = k * (common // second.denominators[row])
        numerators.extend(factor * number for number in second.numerators_of(row))
    return numerators, first.denominators[i] * common


def _value_adaptive(row: Sequence[Value], i: int, blocks: Sequence[Block]) -> list[Value]:
    return [
        value * number
        for value, (second, order) in zip(row, blocks, strict=True)
        for number in second.row(order[i])
    ]


def mixed_rows(share: Value, a: Rows, b: Rows, rows: Sequence[int], columns: Sequence[int]) -> Rows:
    """share·a + (1 − share)·b, with row i and column j of a at (rows[i], columns[j]) of b."""

    def mixed(i: int) -> list[Value]:
        left, right = a.row(i), b.row(rows[i])
        return [share * left[j] + (1 - share) * right[k] for j, k in enumerate(columns)]

    exact = _share(share)
    if exact is not None and isinstance(a, RationalRows) and isinstance(b, RationalRows):
        return RationalRows(
            a.m,
            (
                _rational_mixed(exact, _stored(a, i), _stored(b, rows[i]), columns)
                for i in range(a.n)
            ),
        )
    return _from_values(a.m, a.n, mixed)


def _rational_mixed(
    share: Fraction, a: RationalRow, b: RationalRow, columns: Sequence[int]
) -> RationalRow:
    left = share.numerator * b[1]
    right = (share.denominator - share.numerator) * a[1]
    numerators = [left * k + right * b[0][column] for k, column in zip(a[0], columns, strict=True)]
    return numerators, share.denominator * a[1] * b[1]


def joined_rows(share: Value, a: Rows, b: Rows, rows: Sequence[int]) -> Rows:
    """Row i: share times row i of a, then (1 − share) times row rows[i] of b."""

    def joined(i: int) -> list[Value]:
        return [share * x for x in a.row(i)] + [(1 - share) * x for x in b.row(rows[i])]

    exact = _share(share)
    if exact is not None and isinstance(a, RationalRows) and isinstance(b, RationalRows):
        return RationalRows(
            a.m + b.m,
            (_rational_joined(exact, _stored(a, i), _stored(b, rows[i])) for i in range(a.n)),
        )
    return _from_values(a.m + b.m, a.n, joined)


def _rational_joined(share: Fraction, a: RationalRow, b: RationalRow) -> RationalRow:
    left = share.numerator * b[1]
    right = (share.denominator - share.numerator) * a[1]
    numerators = [left * k for k in a[0]] + [right * k for k in b[0]]
    return numerators, share.denominator * a[1] * b[1]


def chosen_rows(rows: Rows, kept: Sequence[int]) -> Rows:
    """The rows at the positions `kept`, in that order."""
    if isinstance(rows, RationalRows):
        return RationalRows(rows.m, (_stored(rows, i) for i in kept))
    return rows_of(rows.m, [list(rows.row(i)) for i in kept])


def proportional_columns(rows: Rows) -> list[list[int]]:
    """Classes of columns that are positive multiples of each other, by first member.

    Within a row all entries have one denominator, so numerators alone decide.
    """
    if isinstance(rows, RationalRows):
        classes: dict[Hashable, list[int]] = {}
        for j in range(rows.m):
            classes.setdefault(_direction(rows.numerators[j :: rows.m]), []).append(j)
        return list(classes.values())
    return _proportional_values([[rows.value(i, j) for i in range(rows.n)] for j in range(rows.m)])


def _direction(column: Sequence[int]) -> Hashable:
    common = gcd(*column)
    return tuple(column) if common <= 1 else tuple(k // common for k in column)


def _proportional_values(columns: Sequence[Sequence[Value]]) -> list[list[int]]:
    """By cross-multiplication, because equal quotients of values may differ in form."""
    supports = [tuple(i for i, value in enumerate(c) if not value.is_zero) for c in columns]
    classes: list[list[int]] = []
    for j, column in enumerate(columns):
        for members in classes:
            first = members[0]
            if supports[first] == supports[j] and _parallel(columns[first], column, supports[j]):
                members.append(j)
                break
        else:
            classes.append([j])
    return classes


def _parallel(a: Sequence[Value], b: Sequence[Value], support: Sequence[int]) -> bool:
    return all(a[i] * b[support[0]] == a[support[0]] * b[i] for i in support[1:])


def summed_columns(rows: Rows, classes: Classes) -> Rows:
    """One column per class: the sum of its members."""
    if isinstance(rows, RationalRows):
        return RationalRows(
            len(classes), (_rational_summed(_stored(rows, i), classes) for i in range(rows.n))
        )

    def summed(i: int) -> list[Value]:
        row = rows.row(i)
        return [total(row[j] for j in members) for members in classes]

    return _from_values(len(classes), rows.n, summed)


def _rational_summed(row: RationalRow, classes: Classes) -> RationalRow:
    numerators, denominator = row
    return [sum(numerators[j] for j in members) for members in classes], denominator


def _stored(rows: RationalRows, i: int) -> RationalRow:
    return rows.numerators_of(i), rows.denominators[i]


def _share(share: Value) -> Fraction | None:
    return share.as_fraction() if share.is_rational else None


def _from_values(m: int, n: int, row: Callable[[int], list[Value]]) -> Rows:
    rows: list[Row] = [row(i) for i in range(n)]
    return rows_of(m, rows)
