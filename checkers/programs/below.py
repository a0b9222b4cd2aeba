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
from dpverify.checkers.programs.bounding import Masses, Pair
from dpverify.checkers.programs.subject import ProgramSubject
from dpverify.checkers.verdict import Fails
from dpverify.defs.definitions import ZCDP, ChiSquaredDP, RenyiDP
from dpverify.defs.definitions.definition import Definition
from dpverify.defs.numbers import Number, Value
from dpverify.defs.numbers.balls import ball_bounds, working_precision
from dpverify.defs.pairs.contract import comparable
from dpverify.defs.programs.enumeration import Enumeration

FROM_BELOW: Final = (RenyiDP, ChiSquaredDP, ZCDP)
"""The definitions whose smallest parameter is bounded so."""
ORDERS: Final = tuple(Fraction(k) for k in ("9/8", "3/2", "2", "4", "8", "16", "64"))
"""The orders α of which D_α/α bounds the rate of zCDP."""


def largest_divergence(
    found: Enumeration, pairs: Sequence[Pair], name: str, alpha: Any = None
) -> PairValue[Number] | None:
    """The pair with the largest lower bound of its divergence; None where none is above 0.

    Args: name of the definition; alpha the order, of Rényi DP.
    """
    masses = Masses(found)
    values = [(_value(masses, pair, name, alpha), pair) for pair in pairs]
    lower, pair = max(values, default=(fmpq(0), (0, 0)))
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


def _value(masses: Masses, pair: Pair, name: str, alpha: Any) -> fmpq:
    with working_precision(masses.bits):
        if name == "chi-squared-dp":
            return ball_bounds(_moment(masses, pair, Fraction(2)) - 1)[0]
        orders = [Fraction(alpha)] if name == "renyi-dp" else ORDERS
        best = fmpq(0)
        for order in orders:
            value = _moment(masses, pair, order).log() / _ball(order - 1)
            best = max(best, ball_bounds(value if name == "renyi-dp" else value / _ball(order))[0])
        return best


def _moment(masses: Masses, pair: Pair, order: Fraction) -> arb:
    p, q = masses.laws[pair[0]], masses.laws[pair[1]]
    alpha, rest, found = _ball(order), masses.rest[pair[1]], arb(0)
    for label, mine in p.items():
        most = q.get(label, arb(0)) + rest
        if mine > 0 and most > 0:
            found += (alpha * mine.log() + (1 - alpha) * most.log()).exp()
    return found


def _ball(number: Fraction) -> arb:
    return arb(fmpq(number.numerator, number.denominator))
