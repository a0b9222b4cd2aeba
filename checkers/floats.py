"""Rigorous float images of exact numbers: to discard what cannot matter, never to decide.

With u = 2^-53 and t = 2^-1074 (the smallest positive float), an image x̂ of x ≥ 0 satisfies

    |x̂ − x| ≤ 4u·x + t,   and x̂ = 0 exactly when x = 0.

Machine rationals: numerator and denominator are each rounded to a float (relative error u) and
divided (u more), 3u + O(u²) in all. Larger rationals: Python divides integers with one rounding.
Other values: a ball whose ends, rounded to floats, are equal or adjacent, so that the number lies
within one and a half spacings, 3u, of the lower. Results below the normal range err by
at most t absolutely, and 0 is replaced by t where the number is not 0.

The images of a matrix are kept for the two matrices used last: a channel is usually asked several
questions, and rows are immutable.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import inf, isfinite, nextafter
from typing import TYPE_CHECKING, TypeVar

from dpverify.defs.dyadic import DyadicRows
from dpverify.defs.errors import Undecided
from dpverify.defs.numbers import Real, Value
from dpverify.defs.numbers.balls import ball_bounds
from dpverify.defs.numbers.limits import PRECISION_LIMIT
from dpverify.defs.rows import RationalRows, Rows, ValueRows

if TYPE_CHECKING:
    import numpy as np
    from flint import fmpq
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Integers = NDArray[np.int64]

Entry = TypeVar("Entry", bound=Hashable)

ROUNDING = 2.0**-53
SMALLEST = 5e-324
MARGIN = 64 * ROUNDING
"""Relative margin at which two images, or an image and a product of two, are told apart."""

KEPT = 2
ALL = slice(None)
BLOCK = 1 << 15
"""Entries whose images are made at once where they are not kept, so that caches hold them."""


@dataclass(frozen=True, eq=False)
class Image:
    """The images of a matrix, with what the exact phase needs beside them.

    `part` of a slice of rows and one of columns makes their images. `numerators` n × m and
    `denominators` n, int64, where every row sum of numerators fits, else None.
    """

    shape: tuple[int, int]
    part: Callable[[slice, slice], Floats]
    numerators: Integers | None
    denominators: Integers | None
    find_classes: Callable[[], Integers] | None = None

    @cached_property
    def floats(self) -> Floats:
        """All images, n × m, read-only; made when they are first asked for."""
        images = self.part(ALL, ALL)
        images.setflags(write=False)
        return images

    @cached_property
    def classes(self) -> Integers | None:
        """Ids of the n × m entries, of which equal ones are equal numbers; None beside numerators.

        They are found when they are first asked for.
        """
        return None if self.find_classes is None else self.find_classes()

    def column(self, c: int) -> Floats:
        """The images of one column."""
        return self.part(ALL, slice(c, c + 1))[:, 0]

    @cached_property
    def extremes(self) -> tuple[Floats, Floats]:
        """The largest and the smallest image of each column; no other is kept for them."""
        import numpy as np

        if "floats" in vars(self):
            return self.floats.max(axis=0), self.floats.min(axis=0)
        n, m = self.shape
        largest, smallest = np.full(m, 0.0), np.full(m, inf)
        step = max(1, BLOCK // m)
        for start in range(0, n, step):
            block = self.part(slice(start, start + step), ALL)
            np.maximum(largest, block.max(axis=0), out=largest)
            np.minimum(smallest, block.min(axis=0), out=smallest)
        return largest, smallest


_images: OrderedDict[int, tuple[Rows, Image]] = OrderedDict()


def image_of(rows: Rows) -> Image:
    """The image of a matrix, made once while the matrix is among the last two asked for."""
    known = _images.get(id(rows))
    if known is not None and known[0] is rows:
        _images.move_to_end(id(rows))
        return known[1]
    made = _make_image(rows)
    _images[id(rows)] = (rows, made)
    while len(_images) > KEPT:
        _images.popitem(last=False)
    return made


def forget_images() -> None:
    """Drop the kept images (for measurements of their making)."""
    _images.clear()


def _make_image(rows: Rows) -> Image:
    if isinstance(rows, DyadicRows):
        return _dyadic_image(rows)
    if isinstance(rows, RationalRows):
        return _rational_image(rows)
    if isinstance(rows, ValueRows):
        return _interned_image(rows.values, image_of_number, (rows.n, rows.m))
    raise TypeError(f"no float image of {type(rows).__name__}")


def _rational_image(rows: RationalRows) -> Image:
    import numpy as np

    shape = (rows.n, rows.m)
    if isinstance(rows.numerators, list) or max(rows.denominators) >= 1 << 63:
        return _large_image(rows)
    numerators = np.frombuffer(rows.numerators, dtype=np.int64).reshape(shape)
    divisors = np.array(rows.denominators, dtype=np.int64)

    def part(chosen: slice, columns: slice) -> Floats:
        quotients: Floats = numerators[chosen, columns] / divisors[chosen, None]
        return quotients

    return Image(shape, part, numerators, divisors)


def _large_image(rows: RationalRows) -> Image:
    """Images of quotients of integers of any size."""
    flat = [(k, d) for i, d in enumerate(rows.denominators) for k in rows.numerators_of(i)]
    return _interned_image(flat, lambda entry: image_of_ratio(*entry), (rows.n, rows.m))


def _dyadic_image(rows: DyadicRows) -> Image:
    """Floats over sums: one rounding of each sum, one of the quotient; faint entries one by one.

    Rows that were divided by their sums in floats sum to 1 but for 2u. A rounded sum within 2u of 1
    is one within 3u, so that an entry differs from its float by at most 3u of itself: the floats
    are images as they are.
    """
    import numpy as np

    floats = rows.floats
    try:
        sums = np.array([ldexp_rounded(s, e) for e, s in zip(rows.least, rows.sums, strict=True)])
    except OverflowError:  # floats near the largest one may sum to more than any float
        return _large_image(rows)
    divided = bool((abs(sums - 1) > 2 * ROUNDING).any())
    # By less than 2, no positive float is divided to less than half the smallest one.
    faint = float(sums.max()) >= 2

    def part(chosen: slice, columns: slice) -> Floats:
        given = floats[chosen, columns]
        if not divided:
            return given
        images: Floats = given / sums[chosen, None]
        if faint:
            images[(images == 0) & (given > 0)] = SMALLEST
        return images

    def classes() -> Integers:
        ids: dict[tuple[int, int], int] = {}
        row = [ids.setdefault(key, len(ids)) for key in zip(rows.least, rows.sums, strict=True)]
        _, numbers = np.unique(rows.floats, return_inverse=True)
        found: Integers = numbers.reshape(rows.floats.shape) * len(ids) + np.array(row)[:, None]
        return found

    return Image(floats.shape, part, None, None, classes)


def ldexp_rounded(number: int, exponent: int) -> float:
    """number·2^exponent, rounded once; integers of any size."""
    if exponent >= 0:
        return float(number << exponent)
    return number / (1 << -exponent)


def _interned_image(
    entries: Sequence[Entry], image: Callable[[Entry], float], shape: tuple[int, int]
) -> Image:
    """The image of entries that are too large for machine integers: once for each distinct one."""
    import numpy as np

    ids: dict[Entry, int] = {}
    classes = np.array([ids.setdefault(entry, len(ids)) for entry in entries], dtype=np.int64)
    distinct = np.array([image(entry) for entry in ids])
    ids_of_entries = classes.reshape(shape)

    def part(chosen: slice, columns: slice) -> Floats:
        images: Floats = distinct[ids_of_entries[chosen, columns]]
        return images

    return Image(shape, part, None, None, lambda: ids_of_entries)


def image_of_ratio(numerator: int, denominator: int) -> float:
    """The image of a fraction ≥ 0 (integers of any size)."""
    return numerator / denominator or (SMALLEST if numerator else 0.0)


def image_of_number(number: Value | Real) -> float:
    """The image of a number ≥ 0; inf where it exceeds the range of floats.

    Raises: Undecided("precision") where the number cannot be enclosed between adjacent floats.
    """
    exact = number.as_rational() if isinstance(number, Value) else None
    if exact is not None:
        return _quotient(exact)
    bits = 128
    while bits <= PRECISION_LIMIT:
        ball = number.ball(bits)
        if ball.is_finite():
            lower, upper = (_quotient(end) for end in ball_bounds(ball))
            if 0 <= upper <= nextafter(lower, inf):
                return lower or SMALLEST
        bits *= 2
    raise Undecided("precision", "a number could not be enclosed between adjacent floats")


def _quotient(number: fmpq) -> float:
    try:
        return image_of_ratio(int(number.p), int(number.q))
    except OverflowError:
        return inf


def usable(image: float) -> bool:
    """Whether an image of e^ε leaves room for products with probabilities."""
    return isfinite(image) and image < 2.0**1000
