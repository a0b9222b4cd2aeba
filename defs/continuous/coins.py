"""Coins beside continuous noise: a finite draw as a number between 0 and 1, and where it falls.

What must never change: the intervals of the outcomes of one draw are those of its probabilities,
exactly, and part the numbers between 0 and 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, NoReturn, Protocol

from flint import fmpq

from dpverify.defs.documents.shift import Shift
from dpverify.defs.documents.traced import COIN, Form, Noise, Path
from dpverify.defs.errors import Undecided
from dpverify.defs.programs import laws

MOST_OUTCOMES = 1_000
"""Outcomes of one draw; each is a path."""


class Faults(Protocol):
    """Whoever refuses a program."""

    def fault(self, text: str) -> NoReturn:
        """Refuse it."""


def outcomes(judge: Faults, law: laws.Law) -> tuple[list[Any], list[Fraction]]:
    """The values of a finite law, and the ends of their intervals, from 0 to 1.

    Refused are laws without an end and probabilities that are irrational.
    """
    if law.size is None:
        judge.fault(
            f"draws {law.name}, which has infinitely many values, beside continuous noise; give it"
            " an end (most=, or low= and high=)"
        )
    if law.size > MOST_OUTCOMES:
        judge.fault(
            f"draws {law.name}, which has more than {MOST_OUTCOMES:,} values, beside continuous"
            " noise; draw from fewer"
        )
    values, ends = [], [Fraction(0)]
    for i in range(law.size):
        value, mass, _ = law.branch(i) or judge.fault(f"draws {law.name}, which has no value {i}")
        if not isinstance(mass, fmpq):
            judge.fault(
                f"draws {law.name} beside continuous noise, where probabilities are rational"
                " numbers; write a fraction near to it"
            )
        values.append(value)
        ends.append(ends[-1] + Fraction(int(mass.p), int(mass.q)))
    return values, ends


def fallen(coin: int, ends: Sequence[Fraction], first: int, last: int) -> list[tuple[Form, ...]]:
    """For each outcome from one to before another, the conditions under which the coin shows it.

    They halve the outcomes again and again, so that two paths part at one comparison.

    >>> [len(each) for each in fallen(0, [Fraction(k, 4) for k in range(5)], 0, 4)]
    [2, 2, 2, 2]
    """
    if last - first == 1:
        return [()]
    middle = (first + last) // 2
    below = Form(((coin, Fraction(-1)),), Shift(ends[middle]))
    above = Form(((coin, Fraction(1)),), Shift(-ends[middle]))
    return [
        *((below, *others) for others in fallen(coin, ends, first, middle)),
        *((above, *others) for others in fallen(coin, ends, middle, last)),
    ]


def coins_apart(noises: Sequence[Noise], path: Path) -> tuple[Fraction, Path]:
    """The product of the lengths of the intervals on which coins fall, and the other conditions.

    Raises: Undecided("unsupported") where a coin is compared with anything but a number.
    """
    ends: dict[int, tuple[Fraction, Fraction]] = {}
    others = []
    for form in path.conditions:
        coins = [n for n, _ in form.noises if noises[n].law == COIN]
        if not coins:
            others.append(form)
            continue
        if len(form.noises) > 1 or form.shift.gaps:
            raise Undecided("unsupported", "a coin is compared with more than a number")
        ((number, factor),) = form.noises
        end = -form.shift.constant / factor
        low, high = ends.get(number, (Fraction(0), noises[number].scale))
        ends[number] = (max(low, end), high) if factor > 0 else (low, min(high, end))
    share = Fraction(1)
    for low, high in ends.values():
        share *= max(Fraction(0), high - low)
    if len(others) == len(path.conditions):
        return share, path
    return share, Path(tuple(others), path.released, path.shape)
