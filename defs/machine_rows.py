"""Rows of machine integers, each divided by its sum, a whole matrix at once.

What must never change: sums are exact, and rows are stored over their least denominators, as
`RationalRows` stores those that it is given one by one.
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, Any, Final

from dpverify.defs.rows import MACHINE_BITS, RationalRows, check_budget

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Integers = NDArray[np.int64]

FEW: Final = 8
"""Entries of a row that are looked at before all of them, for what they have in common."""
HALF: Final = 31


def integer_rows(given: Any) -> tuple[RationalRows, list[int]] | None:
    """The rows of an n × m array of integers, each divided by its sum, and these sums.

    Returns: None where an entry is negative, a row sums to 0, or numbers are too large: whoever
        reads entry by entry says what is wrong.
    """
    import numpy as np

    n, m = given.shape
    if not n or not m or int(given.min()) < 0 or int(given.max()) >> MACHINE_BITS:
        return None
    numerators = array("q", (0,)) * (n * m)
    numbers: Integers = np.frombuffer(numerators, np.int64).reshape(n, m)
    numbers[:] = given
    sums = exact_sums(numbers)
    rows = over_sums(numerators, sums)
    return None if rows is None else (rows, sums)


def over_sums(numerators: array[int], sums: list[int]) -> RationalRows | None:
    """Rows over their sums; the numerators are divided in place by what they have in common.

    Args: numerators row-major; sums those of the rows.
    Returns: None where a sum is 0, or too large for a machine integer.
    Raises: ChannelError where the matrix needs more than the bit budget.
    """
    import numpy as np

    if not all(sums) or max(sums) >> MACHINE_BITS:
        return None
    m = len(numerators) // len(sums)
    check_budget(sum(m * whole.bit_length() for whole in sums))
    numbers: Integers = np.frombuffer(numerators, np.int64).reshape(len(sums), m)
    wholes = np.array(sums, np.int64)
    # Most rows show by a few entries that they have nothing in common.
    common = np.gcd(wholes, np.gcd.reduce(numbers[:, :FEW], axis=1))
    for i in np.flatnonzero(common > 1):
        divisor = np.gcd(common[i], np.gcd.reduce(numbers[i]))
        numbers[i] //= divisor
        wholes[i] //= divisor
    return RationalRows.stored(m, numerators, wholes.tolist())


def exact_sums(numbers: Integers) -> list[int]:
    """The exact sums of rows of numbers in [0, 2^63): upper and lower halves by themselves."""
    upper = (numbers >> HALF).sum(axis=1).tolist()
    lower = (numbers & ((1 << HALF) - 1)).sum(axis=1).tolist()
    return [(high << HALF) + low for high, low in zip(upper, lower, strict=True)]
