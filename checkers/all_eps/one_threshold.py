"""Whether a program is a sparse vector with one threshold, so that few cases are enough.

It is if its trace is that of the library's loop, at the program's own number of queries and for
all real queries: a threshold 0 plus Lap(b/ε), each query plus Lap(s/ε) compared with it, an end
after so many ones or none. Nothing is concluded from one step, or from fewer queries, to more: a
program may remember what its state does not say. On listed inputs it is traced as well, as it
stands there, and each trace is compared with the loop's. A referee compares all these traces with
runs on concrete noise. Inputs and neighbours are those of the library: all vectors of −1, 0 and 1,
every query moving by at most 1. For any other program the answer is None, and its paths are
followed. Where not all listed inputs were traced, a program that is none of dpverify's own could
ask for the type of a number and be another on the rest: that it does not is an assumption.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any, Final

from dpverify.defs.continuous.referee import FEWEST_POINTS, MOST_POINTS, Referee
from dpverify.defs.continuous.trace import Family, trace, trace_family
from dpverify.defs.errors import ProgramError
from dpverify.defs.mechanisms.sparse_vector import above_threshold, all_move, queries
from dpverify.defs.programs.draw import Draw
from dpverify.defs.programs.elsewhere import ours
from dpverify.defs.programs.mechanism import Mechanism
from dpverify.defs.programs.reach import reached
from dpverify.defs.programs.telling import AS_ON_NUMBERS
from dpverify.defs.symbolic.one_threshold import OneThreshold

MOST_WORDS: Final = 1_500
"""Words of the listed inputs that are traced one by one, in all: all inputs up to four queries."""
VALUES: Final = (-1, 0, 1)
"""The values of a query in `queries`."""
Tick = Callable[[], None]


def one_threshold_of(
    mechanism: Mechanism, tick: Tick = lambda: None, spots: Sequence[Fraction] = ()
) -> OneThreshold | None:
    """The sparse vector that a program is, for every ε; None where it is not seen to be one.

    Args: spots values of ε at which the program runs on concrete noise, beside its trace.
    """
    plain = mechanism.key is None and not mechanism.after and mechanism.tail is None
    usual = mechanism.inputs is queries and mechanism.neighbours is all_move
    count = mechanism.parameters.get("n")
    if not (plain and usual and type(count) is int and count > 0):
        return None
    vector = [(0,) * count]  # what stands there plays no part: entries are symbols
    try:
        referee = Referee(MOST_POINTS // 2, tick)
        on_symbols = replace(mechanism, inputs=vector)
        own = trace_family(on_symbols, tick=tick, referee=referee, units=spots)
        found = _proposed(own, count)
        if found is None or trace_family(_loop(found, vector), tick=tick) != own:
            return None
        listed = _listed(count, len(own.traced.words))
        referee.spread(len(listed))
        loop, few = _loop(found, vector), Referee(FEWEST_POINTS, tick)  # the loop is the library's
        for x in listed:
            on_x = trace(mechanism, x, tick=tick, referee=referee, units=spots)
            if on_x != trace(loop, x, tick=tick, referee=few):
                return None
    except ProgramError:
        return None  # whoever follows its paths says what is wrong
    if all(map(ours, mechanism.functions)):
        return found
    promises = [AS_ON_NUMBERS] if reached(mechanism.functions).tells else []
    whole = len(VALUES) ** count
    if len(listed) < whole:
        promises.append(
            f"the program is the same for integers as for symbols (of {whole:,} listed inputs"
            f" {len(listed):,} were traced as they stand)"
        )
    return replace(found, assumptions=tuple(promises))


def _proposed(own: Family, count: int) -> OneThreshold | None:
    """What a trace could be that of: its first two noises say with which scales."""
    if not own.traced.symbolic or len(own.traced.noises) < 2:
        return None
    rho, nu = (noise.scale for noise in own.traced.noises[:2])
    most = max(word.count("1") for word in own.traced.words)
    if most == 0:
        return None
    stop = most if most < count else None  # after so many ones nothing is left to ask
    return OneThreshold(rho, nu, tuple(map(Fraction, VALUES)), count, stop)


def _loop(found: OneThreshold, inputs: Sequence[Any]) -> Mechanism:
    """The loop of the library with these scales and this end."""

    def run(given: Any, draw: Draw, *, eps: Any = Fraction(1)) -> Any:
        rho, nu = found.threshold / eps, found.noise / eps
        return above_threshold(rho=rho, nu=nu, c=found.stop).run(given, draw)

    return Mechanism(run, list(inputs))


def _listed(count: int, words: int) -> list[tuple[int, ...]]:
    """Listed inputs, evenly spread; all of them where there are few."""
    most, whole = max(1, MOST_WORDS // words), len(VALUES) ** count
    return [_vector(number, count) for number in range(0, whole, -(-whole // most))]


def _vector(number: int, count: int) -> tuple[int, ...]:
    """The vector that `queries` gives after so many others, without going through those."""
    digits = []
    for _ in range(count):
        number, digit = divmod(number, len(VALUES))
        digits.append(VALUES[digit])
    return tuple(reversed(digits))
