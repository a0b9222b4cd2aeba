"""Divergences of programs of which not all paths were followed: lower bounds alone.

Of an output y at least p(y) is known of P(y), and Q(y) is at most q(y) + r with r = 1 − Σ q. For an
order α > 1 the moment Σ P^α·Q^(1−α) is then at least Σ p(y)^α·(q(y) + r)^(1−α), over outputs that
were seen. Nothing bounds it from above: what was not seen may tell the inputs apart.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Final, cast

from flint import arb, fmpq

from dpverify.checkers.answers.places import PairValue
from dpverify.checkers.bounds import Bounds
from dpverify.checkers.programs.bounding import Masses
from dpverify.checkers.programs.subject import ProgramSubject
from dpverify.checkers.verdict import Fails
from dpverify.defs.definitions.definition import Definition
from dpverify.defs.errors import Undecided
from dpverify.defs.numbers import Number, Value
from dpverify.defs.numbers.balls import ball_bounds, working_precision
from dpverify.defs.pairs.contract import Pair, comparable
from dpverify.defs.programs.enumeration import Enumeration

ORDERS: Final = tuple(Fraction(k) for k in ("9/8", "3/2", "2", "4", "8", "16", "64"))
"""The orders α of which D_α/α bounds the rate of zCDP."""


class Seen(Pair):
    """Two laws, by the outputs that were seen: each answer is a lower bound."""

    kind = "a program of which not all paths were followed"

    def __init__(self, masses: Masses, pair: tuple[int, int]) -> None:
        self._masses, self._pair = masses, pair

    def divergence(self, order: Fraction) -> Number:
        """D_α(P‖Q) is at least this."""
        masses, alpha = self._masses, _ball(order)
        p, q = (masses.laws[k] for k in self._pair)
        with working_precision(masses.bits):
            rest, found = masses.rest[self._pair[1]], arb(0)
            for label, mine in p.items():
                most = q.get(label, arb(0)) + rest
                # Without the others the moment is less, and so still a lower bound.
                if mine > 0 and most > 0:
                    found += (alpha * mine.log() + (1 - alpha) * most.log()).exp()
            return Value(max(fmpq(0), ball_bounds(found.log() / (alpha - 1))[0]))

    def rate(self) -> Number:
        """The supremum of D_α(P‖Q)/α is at least this."""
        values = [cast("Value", self.divergence(order)) / Value(order) for order in ORDERS]
        return max(values)


def largest_divergence(
    found: Enumeration, pairs: Sequence[tuple[int, int]], claim: Definition
) -> PairValue[Number] | None:
    """The pair with the largest lower bound of what a definition asks; None where none is above 0.

    Args: claim of which all parameters but the last are read.
    """
    masses, best = Masses(found), (fmpq(0), (0, 0))
    for pair in pairs:
        try:
            number: Any = comparable(claim.functional(Seen(masses, pair)))
        except Undecided:  # it asks for more than divergences
            return None
        best = max(best, (ball_bounds(number.ball(masses.bits))[0], pair))
    lower, pair = best
    if lower <= 0:
        return None
    inputs = (found.inputs[pair[0]], found.inputs[pair[1]])
    return PairValue(inputs, cast("Number", Bounds(lower, None)))


def carried(source: str, found: Enumeration, place: PairValue[Number], most: int) -> ProgramSubject:
    """The program, with the masses of both inputs where they are at most so many."""
    laws = {label: found.laws[found.inputs.index(label)].masses for label in place.inputs}
    few = all(len(law) <= most for law in laws.values())
    return ProgramSubject(source, found.account(), laws if few else None)


def refuted(claim: Definition, place: PairValue[Number], common: dict[str, Any]) -> Fails | None:
    """The failure of a claim that is below the bound of a pair; None where it is not.

    Args: common the parts of the result that any answer has.
    """
    bound: Any = place.value
    claimed = comparable(claim.given[claim.parameters[-1]])
    if not (Value(bound.lower) - claimed).sign() > 0:
        return None
    excess = Bounds(ball_bounds((Value(bound.lower) - claimed).ball(256))[0], None)
    witness = PairValue(place.inputs, place.value, None, cast("Number", excess))
    return Fails(
        definition=claim.name, given=claim.given, setting=claim.setting, evidence="enclosure",
        witness=witness, **common,
    )  # fmt: skip


def _ball(number: Fraction) -> arb:
    return arb(fmpq(number.numerator, number.denominator))
