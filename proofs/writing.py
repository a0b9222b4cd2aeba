"""Numbers in a proof that a person writes: integers, fractions and texts such as "2/3"."""

from __future__ import annotations

from fractions import Fraction

from dpverify.proofs.sums import Sum, rational
from dpverify.proofs.sums import number as constant


def number(value: int | str | Fraction) -> Sum:
    """A rational constant as an expression.

    Args: value an integer, a fraction, or a text such as "2/3".
    Raises: ValueError for a text that is no rational, such as "0.5".

    >>> print(number("2/3") - number(1))
    -1/3
    """
    return constant(rational(str(value)))
