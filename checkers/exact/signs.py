"""The exact sign of P(o) − E·Q(o), for many outputs at once, where floats do not tell it.

Where it applies, on machine integers: P(o) = a/c, Q(o) = b/d, E = u/v give X − Y with X = a·d·v and
Y = b·c·u. These do not fit 64 bits, but floats have left only outputs with |X − Y| below
2^-45·max(X, Y) (see the thresholds in `scores`). Where X and Y are below 2^107, that difference is
below 2^62 and does fit: the products modulo 2^64 differ by exactly X − Y. Elsewhere each distinct
pair of numbers is compared once.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING, Any

import numpy as np

from dpverify.checkers.floats import Image
from dpverify.defs.numbers import Value
from dpverify.defs.privacy_loss import Odds
from dpverify.defs.rows import Rows

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Integers = NDArray[np.int64]

WRAPPING_LIMIT = 1 << 107


class Signs:
    """Signs at finite odds E; ask only about outputs that floats left open."""

    def __init__(self, rows: Rows, image: Image, odds: Odds) -> None:
        self.rows, self.image, self.odds = rows, image, odds
        self._known: dict[Hashable, int] = {}
        self._ratio = self._wrapping_ratio()

    def _wrapping_ratio(self) -> tuple[int, int] | None:
        """E = u/v where wrapped products are exact for what floats leave open."""
        exact = self.odds.as_rational() if isinstance(self.odds, Value) else None
        above, below = self.image.numerators, self.image.denominators
        if exact is None or above is None or below is None:
            return None
        u, v = int(exact.p), int(exact.q)
        largest = int(above.max()) * int(below.max()) * max(u, v)
        return (u, v) if max(u, v) < 1 << 63 and largest < WRAPPING_LIMIT else None

    def of(self, i: Integers, j: Integers, o: Integers) -> Integers:
        """The sign of entry(i, o) − E·entry(j, o), elementwise; for positive entries."""
        if self._ratio is not None:
            return self._wrapped(*self._ratio, i, j, o)
        if self.image.classes is not None:
            return self._by_class(self.image.classes, i, j, o)
        keys = self._machine_keys(i, j, o)
        places = zip(keys, i.tolist(), j.tolist(), o.tolist(), strict=True)
        return np.array([self._sign(*place) for place in places], dtype=np.int64)

    def _wrapped(self, u: int, v: int, i: Integers, j: Integers, o: Integers) -> Integers:
        above, below = self.image.numerators, self.image.denominators
        if above is None or below is None:
            raise ValueError("these rows have no machine integers")

        def wrap(integers: Any) -> Any:
            return integers.astype(np.uint64)

        left = wrap(above[i, o]) * wrap(below[j]) * np.uint64(v)
        right = wrap(above[j, o]) * wrap(below[i]) * np.uint64(u)
        signs: Integers = np.sign((left - right).view(np.int64))
        return signs

    def _by_class(self, classes: Integers, i: Integers, j: Integers, o: Integers) -> Integers:
        keys = classes[i, o] * (int(classes.max()) + 1) + classes[j, o]
        distinct, first, inverse = np.unique(keys, return_index=True, return_inverse=True)
        places = zip(
            distinct.tolist(), *(index[first].tolist() for index in (i, j, o)), strict=True
        )
        signs = np.array([self._sign(*place) for place in places], dtype=np.int64)
        return signs[inverse]

    def _machine_keys(self, i: Integers, j: Integers, o: Integers) -> list[Hashable]:
        above, below = self.image.numerators, self.image.denominators
        if above is None or below is None:
            raise ValueError("these rows have no machine integers")
        columns = (above[i, o], below[i], above[j, o], below[j])
        return list(zip(*(column.tolist() for column in columns), strict=True))

    def _sign(self, key: Hashable, i: int, j: int, o: int) -> int:
        known = self._known.get(key)
        if known is None:
            p, q = self.rows.value(i, o), self.rows.value(j, o)
            known = self._known[key] = (p - self.odds * q).sign()
        return known
