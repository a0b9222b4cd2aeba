"""Balls: rigorous enclosures of real numbers by python-flint's arb.

An arb is a midpoint with a radius that is guaranteed to contain the number. Its working
precision is a global of the library, and so is the length of power series; `working_precision` and
`series_length` are the only places that touch them, so that everywhere else they are arguments.

What must never change: while a block has set one of them, no block of another thread does. A
precision that changes in between makes balls wider; a length that does, and terms are missing that
a bound of what is left out rests on.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from typing import Final

from flint import arb, ctx, fmpq, fmpz

from dpverify.defs.numbers.errors import Undecided
from dpverify.defs.numbers.limits import MOST_BITS, PRECISION_LIMIT, START_BITS


class Turn:
    """A lock that one thread may take several times; who else asks for it waits.

    A forked process has none of the other threads, so what one of them held is free there.

    `take()` waits until no other thread has it, and `give()` gives back what was taken last: they
    are the lock's own methods, since every ball calls both.
    """

    __slots__ = ("give", "take")

    def __init__(self) -> None:
        self._begin()
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_child=self._free)

    def __enter__(self) -> None:
        self.take()

    def __exit__(self, *_: object) -> None:
        self.give()

    def _begin(self) -> None:
        lock = threading.RLock()
        self.take, self.give = lock.acquire, lock.release

    def _free(self) -> None:
        if self.take(blocking=False):
            self.give()
        else:
            self._begin()


_TURN: Final = Turn()
"""Of the thread whose precision and length are those of the library."""


class working_precision:  # noqa: N801  it is used as a function
    """Run a block with `bits` of arb precision, then restore what was there.

    Other threads wait with theirs: a block does not yield. A class, since every ball enters it: a
    generator under `contextmanager` takes thrice as long.

    Raises: Undecided where that is more than MOST_BITS.
    """

    __slots__ = ("_before", "_bits")

    def __init__(self, bits: int) -> None:
        if bits > MOST_BITS:
            raise Undecided("precision", f"a ball of more than {MOST_BITS} bits is asked for")
        self._bits = bits

    def __enter__(self) -> None:
        _TURN.take()
        self._before = ctx.prec
        ctx.prec = self._bits

    def __exit__(self, *_: object) -> None:
        ctx.prec = self._before
        _TURN.give()


class series_length:  # noqa: N801  as above
    """Run a block with so many terms of every power series, then restore what was there.

    Other threads wait with theirs, as with `working_precision`.
    """

    __slots__ = ("_before", "_length")

    def __init__(self, length: int) -> None:
        self._length = length

    def __enter__(self) -> None:
        _TURN.take()
        self._before = ctx.cap
        ctx.cap = self._length

    def __exit__(self, *_: object) -> None:
        ctx.cap = self._before
        _TURN.give()


def ball_sign(ball: arb) -> int | None:
    """The sign that the whole ball has, 0 for the exact zero, None if the ball does not tell."""
    if ball > 0:
        return 1
    if ball < 0:
        return -1
    return 0 if ball.is_exact() and ball == 0 else None


def refine_sign(evaluate: Callable[[int], arb], limit: int = PRECISION_LIMIT) -> int:
    """Sign of a real number from balls of doubling precision.

    Args: evaluate(bits) a ball that contains the number; limit in bits.
    Returns: -1, 0 or 1 (0 only where a ball is the exact zero).
    Raises: Undecided("precision") where no ball up to the limit excludes zero.
    """
    bits, ball = START_BITS, None
    while bits <= limit:
        try:
            ball = evaluate(bits)
        except Undecided as stop:
            # More bits are refused after fewer were not: the last ball says how close it is.
            if ball is None or stop.code != "precision":
                raise
            break
        sign = ball_sign(ball)
        if sign is not None:
            return sign
        bits *= 2
    raise not_separated(ball, min(bits, limit))


def not_separated(gap: arb | None, bits: int) -> Undecided:
    """The refusal to say which of two numbers is larger; to be raised.

    Args: gap a ball of their difference, which contains 0; bits of its precision.
    """
    digits = None if gap is None or not gap.is_finite() else zeros_of(gap)
    if digits is None:
        return Undecided("precision", f"two numbers do not separate at {bits} bits")
    return Undecided(
        "precision",
        f"two numbers that decide it are within 10^-{digits} of each other, and may be equal"
        f" ({bits} bits)",
        digits,
    )


def zeros_of(gap: arb | fmpq) -> int | None:
    """A k ≥ 0, nearly the largest, with |gap| ≤ 10^−k; None where |gap| ≥ 1, or is 0."""
    size = max(map(abs, ball_bounds(gap))) if isinstance(gap, arb) else abs(gap)
    if not 0 < size < 1:
        return None
    # 2^b ≤ ⌊1/size⌋ where that has b + 1 bits, and 10^(0.30102·b) < 2^b.
    return ((int(size.q) // int(size.p)).bit_length() - 1) * 30_102 // 100_000


def separate(evaluate: Callable[[int], arb], bits: int, limit: int = PRECISION_LIMIT) -> arb:
    """A ball of a number that is not 0, at `bits` or as many more as it takes to exclude 0.

    What cancels needs more bits than what is left: a quotient or a logarithm of a ball that
    contains 0 would not be finite. Beyond the limit the ball is returned as it is.
    """
    ball = evaluate(bits)
    while ball_sign(ball) is None and bits < limit:
        bits *= 2
        ball = evaluate(bits)
    return ball


def ball_bounds(ball: arb) -> tuple[fmpq, fmpq]:
    """The exact ends of a finite ball, as rationals (lower, upper).

    The radius of a ball has 30 bits, so adding it to the midpoint with 64 bits beyond the end of
    either rounds nothing that matters; `lower` and `upper` round outward in any case. A midpoint
    may be short, as 1 is, whatever the radius.
    """
    apart = 0 if ball.is_exact() else int(ball.rel_accuracy_bits())
    with working_precision(max(START_BITS, int(ball.mid().bits()) + 64, apart + 64)):
        lower, upper = ball.lower(), ball.upper()
    return _dyadic(lower), _dyadic(upper)


def _dyadic(exact: arb) -> fmpq:
    mantissa, exponent = exact.man_exp()
    shift = int(exponent)
    if abs(shift) > MOST_BITS:  # flint aborts the process where memory ends
        raise Undecided("bits", f"a bound near 2^{shift} is beyond what is written out")
    if shift >= 0:
        return fmpq(fmpz(mantissa) << shift)
    return fmpq(fmpz(mantissa), fmpz(1) << -shift)


def approximate(evaluate: Callable[[int], arb]) -> float:
    """A float near a real number, from the first ball with 53 correct bits, or the last tried."""
    bits = START_BITS
    ball = evaluate(bits)
    while ball.rel_accuracy_bits() < 53 and bits < 4096:
        bits *= 2
        try:
            ball = evaluate(bits)
        except Undecided as stop:
            if stop.code != "precision":
                raise
            break
    return float(ball.mid())
