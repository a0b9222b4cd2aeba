"""RAPPOR with Bloom filters: what the reports say of a value, and what collisions add to it.

A value sets h bits. Each bit is replaced by a fair coin with probability f, for good, and is then
sent as 1 with probability q if it is set and p if not. So a bit is sent as 1 with probability
q* = f(p + q)/2 + (1 − f)q if the value sets it, else p* = f(p + q)/2 + (1 − f)p. The estimate of
how many users hold v averages (c_j − n·p*)/(q* − p*) over the bits j of v.

Source: Erlingsson, Pihur, Korolova, RAPPOR, CCS 2014.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from dpverify.defs.errors import DomainError
from dpverify.defs.local.frequency import Protocol, unary
from dpverify.defs.numbers import Number, Value, as_value
from dpverify.defs.validate import shown


@dataclass(frozen=True)
class Rappor:
    """RAPPOR on values whose Bloom filters are given.

    Args:
        filters: for each value the positions of its bits, the same number h ≥ 1 for each.
        f: how often a bit is replaced by a fair coin, in [0, 1].
        p: P[1 is sent | the bit is 0].
        q: P[1 is sent | the bit is 1]; p < q, and f < 1.
    """

    filters: Mapping[str, frozenset[int]]
    f: Value
    p: Value
    q: Value

    @staticmethod
    def of(
        filters: Mapping[str, Sequence[int]], f: Any = "1/2", p: Any = 0, q: Any = 1
    ) -> Rappor:  # fmt: skip
        """From texts and lists; p = 0 and q = 1 is one-time RAPPOR.

        Args: filters for each value the positions of its bits; f, p, q as for the class.
        Raises: DomainError for filters of different sizes, or numbers out of range.
        """
        sets = {value: frozenset(bits) for value, bits in filters.items()}
        sizes = {len(bits) for bits in sets.values()}
        if len(sets) < 2 or len(sizes) != 1 or 0 in sizes:
            raise DomainError(
                f"the filters are {shown(dict(filters))}; give at least two values, each with the"
                " same number of distinct bits"
            )
        return Rappor(sets, as_value(f), as_value(p), as_value(q))

    @property
    def bit(self) -> Protocol:
        """One bit as a unary encoding: sent as 1 with q* if set, else with p*."""
        if not 0 <= self.f <= 1:
            raise DomainError(f"f is {self.f}, must lie in [0, 1]")
        coin = self.f * (self.p + self.q) / 2
        keep = 1 - self.f
        return unary(2, coin + keep * self.q, coin + keep * self.p)

    @property
    def eps(self) -> Number:
        """The tight ε of one report: d/2 times that of a unary encoding.

        d is the largest number of bits in which two filters differ, 2h where none is shared.
        """
        sets = list(self.filters.values())
        most = max(len(a ^ b) for a in sets for b in sets)
        return self.bit.eps * Fraction(most, 2)

    def estimate(self, value: str, ones: Mapping[int, int], users: int) -> Value:
        """The estimate for a value from c_j, how many reports have a 1 at bit j."""
        bits = self._filter(value)
        return _mean([self.bit.estimate(ones.get(j, 0), users) for j in sorted(bits)])

    def bias(self, value: str, holders: Mapping[str, int]) -> Value:
        """Σ over other values w of n_w·(bits that v and w share)/h: collisions alone."""
        bits = self._filter(value)
        shared = [
            Value(Fraction(count * len(bits & self._filter(other)), len(bits)))
            for other, count in holders.items()
            if other != value
        ]
        return sum(shared, Value(0))

    def variance(self, value: str, holders: Mapping[str, int]) -> Value:
        """The variance of the estimate; given their values, users and bits are independent."""
        bits, each = self._filter(value), self.bit
        users = sum(holders.values())
        total = Value(0)
        for j in bits:
            setting = sum(count for w, count in holders.items() if j in self._filter(w))
            total = total + each.variance(setting, users)
        return total / len(bits) ** 2

    def _filter(self, value: str) -> frozenset[int]:
        if value not in self.filters:
            raise DomainError(f"there is no filter of {shown(value)}; give one for each value")
        return self.filters[value]


def _mean(values: Sequence[Value]) -> Value:
    return sum(values, Value(0)) / len(values)
