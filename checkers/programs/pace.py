"""The passes of a program as far as there is time for them, with masses that a result can hold.

A pass takes longer than the one before. Where less time is left than half of what that took, the
next would be lost, and with it the time in which what is known so far could be said.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from time import monotonic

from flint import fmpq

from dpverify.checkers.budget import Budget
from dpverify.checkers.continuous.integer_program import IntegerProgram
from dpverify.checkers.continuous.program import Program
from dpverify.defs.errors import Undecided
from dpverify.defs.numbers import Value
from dpverify.defs.numbers.balls import ball_bounds, working_precision
from dpverify.defs.programs.enumeration import Enumeration
from dpverify.defs.programs.laws import Mass
from dpverify.defs.programs.paths import SubLaw

MOST, MOST_TOGETHER = 60, 600
"""Sizes of one mass, and of all of a law, up to which they are kept as they are."""
SPARE = 96
"""Bits of a rounded mass beyond those of the branches that were left out."""

Pass = Enumeration | Program | IntegerProgram


def paced(passes: Iterator[Pass], budget: Budget) -> Iterator[Pass]:
    """The passes, each brief, while there is half as much time left as the last one took.

    Raises: Undecided("time") where there is not.
    """
    started, first = monotonic(), True
    for found in passes:
        # The first one loads and examines the program as well, and tells nothing of the next.
        took = 0.0 if first else (monotonic() - started) / 2
        first = False
        if isinstance(found, Enumeration):
            yield brief(found)
            if not found.whole and not budget.allows(took):
                text = f"the time limit of {budget.seconds:g} s leaves too little for a finer pass"
                raise Undecided("time", text)
        else:
            yield found
        started = monotonic()


def brief(found: Enumeration) -> Enumeration:
    """The same, with a long mass rounded down to a short one, where masses are lower bounds.

    The sum of the paths to an output is a quotient of as many terms as there are paths: as a text
    it is longer than a result may hold, and the sum of all of them takes minutes.
    """
    laws = tuple(_brief(law, found.bits + SPARE) for law in found.laws)
    return found if laws == found.laws else replace(found, laws=laws)


def _brief(law: SubLaw, bits: int) -> SubLaw:
    sizes = [] if law.whole else [_size(mass) for mass in law.masses.values()]
    if sum(sizes) <= MOST_TOGETHER and max(sizes, default=0) <= MOST:
        return law
    return replace(law, masses={label: _below(mass, bits) for label, mass in law.masses.items()})


def _size(mass: Mass) -> int:
    """How long a mass is: its terms, or of a rational one so many bits by 32."""
    exact = Value(mass)
    rational = exact.as_rational()
    if rational is not None:
        return int(rational.q).bit_length() // 32
    return sum(map(len, exact.quotient()))


def _below(mass: Mass, bits: int) -> Mass:
    with working_precision(bits):
        return max(ball_bounds(Value(mass).ball(bits))[0], fmpq(0))
