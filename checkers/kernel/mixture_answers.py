"""For the kernel: a number that is known exactly, or by balls of as many bits as are asked for.

Trusted, with `mixture_claims.py`. What must never change: `at_most` and `at_least` are true, or
false, only where that is certain; a document agrees where what it states encloses the number.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from flint import arb

from dpverify.checkers.kernel.outcome import known_keys
from dpverify.defs import numbers as num
from dpverify.defs.numbers import documents as doc
from dpverify.defs.numbers.balls import working_precision
from dpverify.defs.numbers.documents import need as _need

PRECISIONS: Final = (84, 168, 336)
NUMBER: Final = partial(num.as_number, allow_infinity=True)


class Answer:
    """A number by balls of as many bits as are asked for; exact where it is a number."""

    def __init__(
        self,
        ball: Callable[[int], arb] | None,
        exact: Any = None,
        high: Callable[[int], arb] | None = None,
        *,
        chance: bool = False,
    ) -> None:
        """A number.

        Args: high where `ball` is a lower bound alone: an upper one; chance where it is known to
            lie between 0 and 1, whatever its balls say.
        """
        self._ball, self.exact, self._high, self._chance = ball, exact, high, chance
        self._balls: dict[int, arb] = {}

    def ball(self, bits: int) -> arb:
        """The number at a precision."""
        if bits not in self._balls:
            with working_precision(bits + 64):
                if self.exact is not None or self._ball is None:
                    self._balls[bits] = self.exact.ball(bits + 64)
                else:
                    self._balls[bits] = self._ball(bits)
        return self._balls[bits]

    def known(self) -> Any:
        """The exact number where it is one, else None."""
        if self.exact is None and self._high is None:
            ball = self.ball(PRECISIONS[0])
            if ball.is_exact() and ball == 0:
                self.exact = num.Value(0)
        return self.exact

    def at_most(self, bound: Any) -> bool:
        """Whether the number is at most a bound."""
        if self._chance and not isinstance(bound, num.Real) and bound >= 1:
            return True
        return self._compared(bound, lambda ball, end: _sure(ball <= end, ball > end), above=True)

    def at_least(self, bound: Any) -> bool:
        """Whether the number is at least a bound."""
        if self._chance and not isinstance(bound, num.Real) and bound <= 0:
            return True
        return self._compared(bound, lambda ball, end: _sure(ball >= end, ball < end), above=False)

    def _compared(self, bound: Any, order: Callable[[arb, arb], bool | None], above: bool) -> bool:
        exact = self.known()
        if num.INFINITY in (bound, exact):
            return bool(bound == exact or (bound == num.INFINITY) is above)
        if exact is not None and not isinstance(bound, num.Real):
            sign = (_value(exact) - _value(bound)).sign()
            return bool(sign <= 0 if above else sign >= 0)
        for bits in PRECISIONS:
            with working_precision(bits + 64):
                end = bound.ball(bits + 64)
                found = order(self.ball(bits), end)
                # Of a number between two bounds the lower one alone shows that it is larger, and
                # the upper one alone that it is not.
                if above and self._high and found and not order(self._high(bits), end):
                    found = None
            if found is not None:
                return found
        raise num.Undecided("precision", "a value that is too close to what is stated")

    def plus(self, other: Answer) -> Answer:
        """The sum of two."""
        both = [self.known(), other.known()]
        if num.INFINITY in both:
            return Answer(None, num.INFINITY)
        if None not in both:
            return Answer(None, both[0] + both[1])
        return Answer(lambda bits: self.ball(bits) + other.ball(bits))

    def less(self, bound: Any) -> Answer:
        """The number less a bound."""
        exact = self.known()
        if exact == num.INFINITY:
            return self
        if exact is not None:
            return Answer(None, _value(exact) - _value(bound))
        high = self._high
        return Answer(
            lambda bits: self.ball(bits) - bound.ball(bits + 64),
            high=None if high is None else lambda bits: high(bits) - bound.ball(bits + 64),
        )

    def larger(self, other: Answer) -> Answer:
        """The larger of two that are exact or by balls."""
        both = [self.known(), other.known()]
        if None not in both:
            return self if (_value(both[0]) - _value(both[1])).sign() >= 0 else other
        return Answer(lambda bits: arb.max(self.ball(bits), other.ball(bits)))

    def agrees(self, given: Any, what: str) -> None:
        """Reject unless what is stated encloses the number, or is it."""
        known_keys(given, what, ("lower", "upper"), ("exact", "exact_omitted"))
        low, high = doc.stated(given, NUMBER, what)
        _need(self.at_least(low), f"{what} is smaller than stated")
        _need(self.at_most(high), f"{what} is larger than stated")


def _sure(yes: bool, no: bool) -> bool | None:
    return True if yes else False if no else None


def _value(number: Any) -> Any:
    exact = number.as_rational() if isinstance(number, num.Loss) else None
    return number if exact is None else num.Value(exact)
