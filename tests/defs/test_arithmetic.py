"""The integer path and the path over values give the same matrices."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from dpverify.defs import arithmetic
from dpverify.defs.channel import Channel
from dpverify.defs.numbers import Value
from dpverify.defs.rows import RationalRows, Rows, ValueRows
from tests.defs.matrices import names, rational_channels

channels = rational_channels(names("x", 3), names("y", 3))


def as_values(channel: Channel) -> ValueRows:
    """The same matrix, stored as values although it is rational."""
    return ValueRows(channel.rows.m, (v for i in range(channel.rows.n) for v in channel.row(i)))


def same(a: Rows, b: Rows) -> bool:
    """Equal matrices, and both found to be rational."""
    return isinstance(a, RationalRows) and a == b


@given(channels, channels, st.fractions(0, 1, max_denominator=9), st.permutations(range(3)))
def test_both_paths_agree(a: Channel, b: Channel, share: object, order: list[int]) -> None:
    """Each function, once on integers and once on values."""
    x, y, w = as_values(a), as_values(b), Value(share)  # type: ignore[arg-type]  # a Fraction
    seconds, slow_seconds, orders = [b.rows, a.rows, b.rows], [y, x, y], [order, [0, 1, 2], order]
    assert same(
        arithmetic.matrix_product(a.rows, b.rows, order), arithmetic.matrix_product(x, y, order)
    )
    assert same(
        arithmetic.adaptive_rows(a.rows, seconds, orders),
        arithmetic.adaptive_rows(x, slow_seconds, orders),
    )
    assert same(
        arithmetic.mixed_rows(w, a.rows, b.rows, order, order),
        arithmetic.mixed_rows(w, x, y, order, order),
    )
    assert same(
        arithmetic.joined_rows(w, a.rows, b.rows, order), arithmetic.joined_rows(w, x, y, order)
    )
    assert same(arithmetic.chosen_rows(a.rows, order), arithmetic.chosen_rows(x, order))
    classes = arithmetic.proportional_columns(a.rows)
    assert classes == arithmetic.proportional_columns(x)
    assert same(arithmetic.summed_columns(a.rows, classes), arithmetic.summed_columns(x, classes))
