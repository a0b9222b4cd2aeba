"""The six comparisons, from one sign; for numbers that are not equal for being written alike."""

from __future__ import annotations

from abc import abstractmethod

from flint import arb


class Ordered:
    """A number beyond the class of `Value`, compared by the sign of a difference."""

    __slots__ = ()
    __hash__ = None  # type: ignore[assignment]  # ln(6) and ln(2)+ln(3) are equal

    @property
    def infinite_sign(self) -> int:
        """1 for +inf, -1 for -inf, 0 for a finite number."""
        return 0

    @abstractmethod
    def ball(self, bits: int) -> arb:
        """A ball that contains the number, computed at `bits` of precision or more."""

    @abstractmethod
    def sign(self) -> int:
        """-1, 0 or 1; may raise Undecided("precision")."""

    @abstractmethod
    def __neg__(self) -> Ordered: ...

    @abstractmethod
    def compare(self, other: object) -> int | None:
        """Sign of self − other; None where `other` is not a number."""

    def __eq__(self, other: object) -> bool:
        sign = self.compare(other)
        return NotImplemented if sign is None else sign == 0

    def __lt__(self, other: object) -> bool:
        sign = self.compare(other)
        return NotImplemented if sign is None else sign < 0

    def __le__(self, other: object) -> bool:
        sign = self.compare(other)
        return NotImplemented if sign is None else sign <= 0

    def __gt__(self, other: object) -> bool:
        sign = self.compare(other)
        return NotImplemented if sign is None else sign > 0

    def __ge__(self, other: object) -> bool:
        sign = self.compare(other)
        return NotImplemented if sign is None else sign >= 0
