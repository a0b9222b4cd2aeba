"""A matrix of floats as the exact channel that it is: each row over its sum, in whole numbers.

A float is a whole number of 53 bits times a power of 2. The sum of a row is found exactly: an
addition cuts each float into an upper and a lower part, so short that sums of them are not rounded.
Where floats are of too many sizes for that, halves of the whole numbers are added as machine
integers. What must never change: the entries are those floats, divided by exactly their sum;
numerators are written out when somebody looks at them, row by row.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

from dpverify.defs.numbers import Value
from dpverify.defs.rows import RationalRow, RationalRows, check_budget, reduced

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Integers = NDArray[np.int64]

MANTISSA: Final = 52
"""Bits of a float below the first one, which is not stored."""
LARGEST: Final = 2046
"""The largest exponent that a finite float stores."""
BIAS: Final = 1075
"""How much larger an exponent is stored, for whole numbers of 53 bits."""
HALF: Final = 26
MOST: Final = 1 << 24
"""Entries of a row from which it is read entry by entry."""
BELOW: Final = 52
"""Bits of a power of 2 below its first one: the upper parts are multiples of 2^-BELOW of it."""
FIRST_WHOLE: Final = 2
"""Rows that sum to 1 stay below 2^FIRST_WHOLE."""
FARTHEST: Final = 900
"""Exponents of the sums of rows up to which floats are cut by additions."""
BLOCK: Final = 1 << 15
"""Entries that are read at once: they stay in the nearest caches."""


class DyadicRows(RationalRows):
    """Rows of floats, each divided by its sum; `divided` of them by another sum than 1.

    `floats` n × m, read-only; `least` the exponents e_i, and `sums` the whole numbers s_i, with
    which the floats of row i sum to s_i·2^(e_i).
    """

    __slots__ = ("_known", "divided", "floats", "least", "sums")
    floats: Floats
    least: list[int]
    sums: list[int]
    divided: int

    def __init__(self, floats: Floats, least: list[int], sums: list[int]) -> None:
        """Args: as above; entries finite and ≥ 0, sums positive."""
        self.n, self.m = floats.shape
        self.floats, self.least, self.sums = floats, least, sums
        self.divided = sum(not _is_one(e, s) for e, s in zip(least, sums, strict=True))
        self._known: dict[int, RationalRow] = {}

    def __getattr__(self, name: str) -> Any:
        """The storage of all rows, made when it is asked for."""
        if name not in ("numerators", "denominators"):
            raise AttributeError(name)
        whole = RationalRows(self.m, map(self.over, range(self.n)))
        self.numerators, self.denominators = whole.numerators, whole.denominators
        return getattr(self, name)

    def over(self, i: int) -> RationalRow:
        """The numerators of row i over their least common denominator."""
        if i not in self._known:
            check_budget(self.m * (self.sums[i].bit_length()))
            least = self.least[i]
            numbers = [_whole(x, least) for x in self.floats[i].tolist()]
            if len(self._known) > 64:
                self._known.clear()
            self._known[i] = reduced(numbers, self.sums[i])
        return self._known[i]

    def numerators_of(self, i: int) -> Sequence[int]:
        return self.over(i)[0]

    def fraction(self, i: int, j: int) -> Fraction:
        return Fraction(_whole(float(self.floats[i, j]), self.least[i]), self.sums[i])

    def value(self, i: int, j: int) -> Value:
        return Value(self.fraction(i, j))

    def __reduce__(self) -> tuple[Any, ...]:
        """Cross process boundaries, floats and all."""
        return DyadicRows, (self.floats, self.least, self.sums)

    __hash__ = RationalRows.__hash__


def dyadic_rows(array: Any, *, own: bool = False) -> DyadicRows | None:
    """The rows of an array of floats, each divided by its sum.

    Args: own whether nobody else can write to the array; any other is copied.
    Returns: None where an entry is negative or not finite, a row sums to 0, or rows are too long:
        whoever reads entry by entry says what is wrong.
    """
    import numpy as np

    floats = np.ascontiguousarray(array, dtype=np.float64)
    n, m = floats.shape
    if not 0 < m < MOST or not n:
        return None
    if not own and np.may_share_memory(floats, array):  # the caller goes on with it
        floats = floats.copy()
    floats.setflags(write=False)
    least: list[int] = []
    sums: list[int] = []
    step = max(1, BLOCK // m)
    parts = np.empty((min(step, n), m))
    whole = FIRST_WHOLE
    for start in range(0, n, step):
        block = floats[start : start + step]
        part = _sums_of_parts(block, whole, parts)
        if part is None and whole != (power := _power_above(block)):
            whole = power
            part = _sums_of_parts(block, whole, parts)
        part = part or _sums(block)
        if part is None:
            return None
        least += part[0]
        sums += part[1]
    return DyadicRows(floats, least, sums) if all(sums) else None


def _sums_of_parts(floats: Floats, whole: int, room: Floats) -> tuple[list[int], list[int]] | None:
    """The same as `_sums` where rows sum to less than W = 2^whole and sizes are near enough.

    For 0 ≤ x < W, x + W is rounded to a multiple of 2^-52·W, and both (x + W) − W and what is left
    of x are floats (Dekker 1971). The first are multiples of 2^-52·W whose sum stays below W: no
    addition of them is rounded. What is left is at most 2^-53·W, and if it is a multiple of 2^-g,
    where m·2^-53·W is at most 2^(53 − g), no addition is rounded there either.

    Args: room of the same shape or with more rows, which is written over.
    """
    import numpy as np

    if not -FARTHEST < whole < FARTHEST:
        return None
    smallest = floats.min()
    if not smallest >= 0:
        return None
    power, parts = 2.0**whole, room[: len(floats)]
    with np.errstate(over="ignore", invalid="ignore"):
        np.add(floats, power, out=parts)
        parts -= power
        upper = parts.sum(axis=1)
        # All terms are ≥ 0 and rounding is monotone: below W in floats, none was W or more.
        if not (upper < power).all():
            return None
    np.subtract(floats, parts, out=parts)
    grid = 2 * BELOW - whole - floats.shape[1].bit_length()
    if smallest < 2.0 ** (BELOW - grid):  # else all floats are multiples of 2^-grid anyway
        # What is left is below 2^(BELOW − 1 − grid): its sum with `cut` is cut at 2^-grid.
        cut = 1.5 * 2.0 ** (BELOW - grid)
        if not np.array_equal((parts + cut) - cut, parts):
            return None
    lower = np.ldexp(parts.sum(axis=1), grid)
    upper = np.ldexp(upper, BELOW - whole)
    shift = grid - BELOW + whole
    sums = [(int(high) << shift) + int(low) for high, low in zip(upper, lower, strict=True)]
    return [-grid] * len(sums), sums


def _power_above(floats: Floats) -> int:
    """An exponent w such that rows sum to less than 2^w; a guess by rounded sums."""
    import numpy as np

    with np.errstate(over="ignore", invalid="ignore"):
        largest = floats.sum(axis=1).max()
    return int(np.frexp(largest)[1]) + 1 if np.isfinite(largest) else FARTHEST


def _sums(floats: Floats) -> tuple[list[int], list[int]] | None:
    """The exponents and whole numbers of the exact sums of some rows, from the bits of floats."""
    import numpy as np

    bits = floats.view(np.int64)
    if bits.min() < 0:
        bits = (floats + 0.0).view(np.int64)  # no −0.0
    exponents = bits >> MANTISSA
    if bits.min() < 0 or exponents.max() > LARGEST:
        return None
    wholes = bits & ((1 << MANTISSA) - 1)
    if exponents.min() > 0:
        wholes |= 1 << MANTISSA
    else:  # some are 0, or so small that no first bit is left out
        wholes |= (exponents > 0).astype(np.int64) << MANTISSA
        exponents = np.where(wholes == 0, LARGEST, np.maximum(exponents, 1))
    least = exponents.min(axis=1)
    shifts = exponents - least[:, None]
    if exponents.max() == LARGEST:
        shifts[wholes == 0] = 0
    # Shifted halves of a row add up to less than 2^63.
    room = 62 - (MANTISSA + 1 - HALF) - floats.shape[1].bit_length()
    if shifts.max() < room:
        return (least - BIAS).tolist(), _shifted(wholes, shifts)
    sums = [0] * len(floats)
    for base in range(0, int(shifts.max()) + 1, room):
        rest = shifts - base
        inside = (rest >= 0) & (rest < room)
        part = _shifted(np.where(inside, wholes, 0), np.where(inside, rest, 0))
        sums = [whole + (more << base) for whole, more in zip(sums, part, strict=True)]
    return (least - BIAS).tolist(), sums


def _shifted(wholes: Integers, shifts: Integers) -> list[int]:
    """The exact sums of rows of whole numbers of 53 bits, each shifted to the left."""
    upper = ((wholes >> HALF) << shifts).sum(axis=1).tolist()
    lower = ((wholes & ((1 << HALF) - 1)) << shifts).sum(axis=1).tolist()
    return [(high << HALF) + low for high, low in zip(upper, lower, strict=True)]


def _whole(x: float, least: int) -> int:
    """x / 2^least, a whole number."""
    above, below = x.as_integer_ratio()
    shift = -least - (below.bit_length() - 1)
    return above << shift if shift >= 0 else above >> -shift


def _is_one(exponent: int, number: int) -> bool:
    return exponent <= 0 and number == 1 << -exponent
