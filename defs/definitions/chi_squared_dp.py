"""χ²-privacy: a bound on the χ²-divergence of the laws of neighbours."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar, Final

from dpverify.defs.channel import Channel
from dpverify.defs.definitions.pairwise import DivergenceDefinition, Law, labels
from dpverify.defs.definitions.registry import CHI_SQUARED
from dpverify.defs.definitions.whole import PairSpot
from dpverify.defs.divergences.renyi import moment, renyi_divergence
from dpverify.defs.numbers import INFINITY, ONE, Loss, Number, Real, Value, exp

if TYPE_CHECKING:
    from dpverify.defs.pairs.contract import Pair

TWO: Final = Fraction(2)


@dataclass(frozen=True, init=False, eq=False)
class ChiSquaredDP(DivergenceDefinition):
    """χ²(P‖Q) ≤ χ² for every ordered pair of neighbours.

    χ²(P‖Q) = Σ_o (P(o) − Q(o))²/Q(o), infinite where Q(o) = 0 < P(o). The Rényi divergence of
    order 2 is ln(1 + χ²(P‖Q)): by it a place is shown.

    Args: chi_squared ≥ 0, finite, exact; it may exceed 1.
    Raises: NumberError, DomainError: not an exact number, or outside its range.
    Source: Duchi, Ruan 2024 (The right complexity measure in locally private estimation), where the
        bound is written ε²; van Erven, Harremoës 2014 (the divergence of order 2).

    >>> rr = Channel(["0", "1"], ["0", "1"], [["3/4", "1/4"], ["1/4", "3/4"]])
    >>> ChiSquaredDP(chi_squared=2).measured(rr).value
    Value('4/3')
    """

    name = "chi-squared-dp"
    takes = (CHI_SQUARED,)
    statement = "the χ²-divergence between the laws of two neighbours is at most χ²"
    formula = "Σ_o (P(o) − Q(o))²/Q(o) ≤ χ²"
    source = (
        "Duchi, Ruan 2024 (The right complexity measure in locally private estimation), with the"
        " bound written ε²"
    )
    worst_corner = "a corner"
    wide: ClassVar = {"chi_squared": 30}
    narrow: ClassVar = {"chi_squared": "1/1000"}

    chi_squared: Value | Real

    def __init__(self, chi_squared: Any) -> None:
        self._set(chi_squared=chi_squared)

    def functional(self, pair: Pair) -> Number:
        """e^D − 1 for the divergence D of order 2, with which it rises."""
        order_two = pair.divergence(TWO)
        return INFINITY if order_two == INFINITY else exp(order_two) - ONE

    def of_pair(self, p: Law, q: Law) -> Value | Real | Loss:
        """Σ P²/Q − 1, exact; infinite where an output of P is impossible under Q."""
        second = moment(p, q, TWO)
        return INFINITY if second is None else second - ONE

    def spot_of(self, channel: Channel, pair: tuple[int, int], value: Any) -> PairSpot:
        del value
        p, q = (channel.row(i) for i in pair)
        return PairSpot(
            labels(channel, pair), {"order": "2", "divergence": renyi_divergence(p, q, TWO)}
        )

    def excess(self, channel: Channel, spot: PairSpot) -> Number:
        """χ²(P‖Q) minus the bound."""
        p, q = (channel.row(channel.input_index(label)) for label in spot.inputs)
        value = self.of_pair(p, q)
        return value if isinstance(value, Loss) else value - self.chi_squared
