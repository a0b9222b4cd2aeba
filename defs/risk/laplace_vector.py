"""Laplace noise on several numbers at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flint import fmpq

from dpverify.defs.errors import DomainError
from dpverify.defs.numbers import Loss, Number, Value, exp
from dpverify.defs.risk.contract import LossLaw
from dpverify.defs.risk.parameters import Eps, finite_eps, nonnegative_eps, rational
from dpverify.defs.risk.piecewise import Piecewise

MOST_BREAKS = 2000
HALF = fmpq(1, 2)


class LaplaceVector(LossLaw):
    """Independent Laplace noise of scale b on k numbers, the j-th of which differs by Δ_j.

    With ε_j = |Δ_j|/b the loss is the sum of k independent losses as `Laplace` describes them, and
    the mechanism is ε₀-private for ε₀ = Σ ε_j (the ℓ1 difference over b). The law of one loss,
    multiplied by e^(−l/2), is e^(−ε_j/2)·[½(δ_ε_j + δ_−ε_j) + ¼·1_(−ε_j,ε_j)]. Hence the law of the
    sum is e^(−ε₀/2)·e^(l/2) times a convolution of such measures: atoms and polynomials, all
    rational. With equal ε_j this is also the k-fold composition of one Laplace mechanism.

    Args:
        shares: ε_1, …, ε_k ≥ 0, rational, not all 0. Zeros change nothing and are left out.

    Raises:
        DomainError: no positive share, a share that is negative or irrational, or so many
            different sums ±ε_1 ± … ± ε_k that the polynomials would not end soon.

    Source:
        the mechanism: Dwork, McSherry, Nissim, Smith 2006; the law: ours.

    >>> str(LaplaceVector(["1/2", "1/2"]).confidence(1))
    '1'
    """

    def __init__(self, shares: Sequence[Any]) -> None:
        read = [rational(share, f"the share ε_{j}") for j, share in enumerate(shares, start=1)]
        if any(share < 0 for share in read):
            raise DomainError("a share ε_j is negative; give |Δ_j|/b, which is at least 0")
        self.shares = tuple(sorted(share for share in read if share > 0))
        if not self.shares:
            raise DomainError("all shares ε_j are 0, so nothing differs; give a positive one")
        self._eps0 = sum(self.shares, fmpq(0))
        self._measure = _spread(self.shares)
        self._scale = exp(Loss(-self._eps0 * HALF))

    @property
    def largest(self) -> Loss:
        return Loss(self._eps0)

    def at_most(self, eps: Eps) -> Number:
        """e^(−ε₀/2)·∫ e^(l/2) over l ≤ ε."""
        return self._below(HALF, finite_eps(eps))

    def below(self, eps: Eps) -> Number:
        """P[L ≤ ε] without the atom at ε."""
        limit = finite_eps(eps)
        return self._below(HALF, limit) - self._scale * self._measure.at(HALF, limit)

    def confidence(self, eps: Eps) -> Number:
        """P[L ≤ ε] − P[L < −ε]; the law of −L under Q is that of L under P."""
        limit = nonnegative_eps(eps)
        return self._below(HALF, limit) - self._above(-HALF, limit)

    def delta(self, eps: Eps) -> Number:
        """P[L > ε] − e^ε·Q[L > ε]."""
        limit = nonnegative_eps(eps)
        if limit >= self._eps0:
            return Value(0)
        return self._above(HALF, limit) - exp(limit) * self._above(-HALF, limit)

    def expected_loss(self) -> Number:
        """∫ l over the law; equal to Σ (ε_j + e^(−ε_j) − 1)."""
        return self._scale * self._measure.mean(HALF)

    def _below(self, rate: fmpq, limit: Number) -> Number:
        return self._scale * self._measure.integral(rate, None, limit)

    def _above(self, rate: fmpq, limit: Number) -> Number:
        return self._scale * self._measure.integral(rate, limit, None)


def _spread(shares: Sequence[fmpq]) -> Piecewise:
    measure = Piecewise({fmpq(0): fmpq(1)}, (), ())
    for share in shares:
        measure = measure.spread(share)
        if len(measure.breaks) > MOST_BREAKS:
            raise DomainError(
                f"the {len(shares)} shares ε_j have more than {MOST_BREAKS} different signed sums;"
                " give fewer shares, or shares with a common unit"
            )
    return measure
