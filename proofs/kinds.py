"""Which numbers a parameter may be, by its kind."""

from __future__ import annotations

from dpverify.defs.numbers import Number, Value
from dpverify.proofs.expressions import Kind

LEAST = {"order": 2, "count": 1}
"""The smallest of the whole numbers that these are."""


def is_of_kind(number: Number, kind: Kind) -> bool:
    """Whether a parameter of the kind may be this number: a finite loss, or a value in [0, 1]."""
    if kind == "number":
        return True
    if kind == "loss":
        return number >= 0 and not getattr(number, "is_infinite", False)
    if kind == "value":
        return 0 <= number <= 1
    whole = isinstance(number, Value) and number.is_rational
    whole = whole and number.as_fraction().denominator == 1  # type: ignore[union-attr]  # it is a value
    return whole and number >= LEAST[kind]
