"""The six comparisons, from one sign; for numbers that are not equal for being written alike."""

from __future__ import annotations

from abc import abstractmethod


class Ordered:
    """A number that is compared by the sign of a difference."""

    __slots__ = ()
    __hash__ = None  # type: ignore[assignment]  # ln(6) and ln(2)+ln(3) are equal

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
