"""Global sensitivity of queries, exactly: closed forms, any query on a small domain, and boxes.

    >>> from dpverify import sensitivity
    >>> str(sensitivity.mean(0, 100, 30).value)
    '10/3'
    >>> str(sensitivity.of_query(max, [0, 50, 100], 2).value)
    '100'

Bounded neighbours replace one record; unbounded ones add or remove one. Numbers are exact: ints,
Fractions, texts such as "0.1"; floats are refused.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dpverify.defs.sensitivity.aggregates import count, histogram, mean, total
from dpverify.defs.sensitivity.finite import sensitivity as of_query
from dpverify.defs.sensitivity.norms import Sensitivity, distance
from dpverify.defs.sensitivity.piecewise import at_most, clip, maximum, minimum

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from dpverify.checkers.sensitivity.boxes import BoxSensitivity

__all__ = [
    "Sensitivity",
    "at_most",
    "clip",
    "count",
    "distance",
    "histogram",
    "maximum",
    "mean",
    "minimum",
    "of_query",
    "over_box",
    "total",
]


def over_box(
    query: Callable[[list[Any]], Any],
    n: int | Sequence[int],
    low: Any,
    high: Any,
    *,
    neighbours: str = "bounded",
    norm: int = 1,
) -> BoxSensitivity:
    """The sensitivity of a piecewise-linear query whose records are any numbers in [low, high].

    Args:
        query: a function of a list of records, written with +, −, abs, sum, products with numbers,
            and `maximum`, `minimum`, `clip`, `at_most` of this module.
        n: records; for unbounded neighbours n or n − 1; or (least, most).
        low: the smallest value of a record.
        high: the largest value of a record.
        neighbours: "bounded" or "unbounded".
        norm: 1; also 2 where the answer is one number.

    Returns: `lower`, attained by `databases` and recomputed exactly; `upper`, which rests on the
        word of the solver in `trusted`.
    Raises: ProgramError for another kind of query; Undecided where the solver gives up.
    """
    from dpverify.checkers.sensitivity.boxes import box_sensitivity

    return box_sensitivity(query, n, low, high, neighbours=neighbours, norm=norm)
