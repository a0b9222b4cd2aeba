"""Gaussian differential privacy."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from dpverify.defs.channel import Channel
from dpverify.defs.definitions.claimed_trade_off import Gaussian
from dpverify.defs.definitions.pairwise import DivergenceDefinition, Law, event_spot, greatest
from dpverify.defs.definitions.registry import MU
from dpverify.defs.definitions.whole import Spot
from dpverify.defs.divergences.trade_off import Corner, corners
from dpverify.defs.numbers import INFINITY, ONE, Loss, Number, Real, Value

if TYPE_CHECKING:
    from dpverify.defs.pairs.contract import Pair


@dataclass(frozen=True, init=False, eq=False)
class GaussianDP(DivergenceDefinition):
    """T(P, Q) ≥ T(N(0,1), N(μ,1)) for every ordered pair of neighbours.

    T(P, Q) is the trade-off function of P and Q, see `FDP`.

    Args: mu ≥ 0, finite, the distance of two normal laws of variance 1, exact.
    Raises: NumberError, DomainError: not an exact number, or outside its range.
    Source: Dong, Roth, Su 2022, Definition 2.6.

    >>> rr = Channel(["0", "1"], ["0", "1"], [["3/4", "1/4"], ["1/4", "3/4"]])
    >>> f"{GaussianDP(mu=2).measured(rr).value.approx():.6f}"
    '1.348980'
    """

    name = "gaussian-dp"
    takes = (MU,)
    statement = (
        "telling two neighbours apart by the output is at least as hard as telling the normal laws"
        " N(0,1) and N(μ,1) apart"
    )
    formula = "1 − Q(S) ≥ Φ(Φ⁻¹(1 − P(S)) − μ) for every event S"
    source = "Dong, Roth, Su 2022, Definition 2.6"
    worst_corner = "the furthest"
    wide: ClassVar = {"mu": 4}
    narrow: ClassVar = {"mu": "1/1000"}

    mu: Loss | Real

    def __init__(self, mu: Any) -> None:
        self._set(mu=mu)

    def functional(self, pair: Pair) -> Number:
        """The distance of the normal laws."""
        return pair.gaussian_distance()

    def of_pair(self, p: Law, q: Law) -> Loss | Real:
        """max over corners (α, β) of Φ⁻¹(1−α) − Φ⁻¹(β): 0, infinite, or a `Real`."""
        return _mu(_deepest(p, q))

    def spot_of(self, channel: Channel, pair: tuple[int, int], value: Any) -> Spot:
        del value
        return event_spot(channel, pair, _deepest(*(channel.row(i) for i in pair)).event)

    def excess(self, channel: Channel, spot: Spot) -> Value | Real:
        """G_μ(P(S)) − (1 − Q(S))."""
        del channel
        p, q = spot.probabilities
        if self.mu == 0:  # G_0(α) = 1 − α, exact
            return q - p
        return Gaussian(self.mu).at(p) - (ONE - q)


def _deepest(p: Law, q: Law) -> Corner:
    """The first corner that needs the largest μ."""
    return greatest(corners(p, q), _mu, lambda corner: f"the corner at α = {corner.alpha}")


def _mu(corner: Corner) -> Loss | Real:
    """The μ for which G_μ passes through a corner."""
    if corner.alpha + corner.beta == 1:
        return Loss(0)
    if corner.alpha.is_zero or corner.beta.is_zero:
        return INFINITY
    # Φ⁻¹(1−α) − Φ⁻¹(β) is the same for (α, β) and (β, α): written alike, they are told to be equal.
    low, high = sorted((corner.alpha, corner.beta))
    return Real("quantile", ONE - low) - Real("quantile", high)
