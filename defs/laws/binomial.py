"""Binomial noise, the number of heads of n coins: values that move by d.

The scale of the law is n + p, from which both are read: n trials of chance p, 0 < p < 1. Let b be
its mass function. The noise n − z is binomial with the chance 1 − p, so a value that is d lower on
the first input is one that is d higher with that noise. Let P[z] = b(z − d), Q[z] = b(z), d ≥ 1.

*The loss.* From d to n the ratio P/Q = (z)_d·(1−p)^d/((n−z+d)_d·p^d), (z)_d = z·(z−1)…(z−d+1),
rises with z. Beyond n it is infinite: P can give what Q cannot. So each tail {L > ε} is {z ≥ k},
a sum of finitely many rational numbers; no bound on the loss, nor of a divergence, is finite.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import comb, perm, sqrt
from typing import Any, Final, NoReturn

from flint import fmpq

from dpverify.defs.errors import Undecided
from dpverify.defs.laws.contract import Move, NoiseLaw, Random
from dpverify.defs.numbers import INFINITY, Loss, Number, Real, Value, exp
from dpverify.defs.pairs.contract import Disjoint, Pair, Separated

MOST_TRIALS: Final = 2_000
"""Trials whose outcomes are listed."""


class BinomialShift(Separated):
    """P is binomial noise of n trials that is d higher than Q, 1 ≤ d ≤ n.

    Args: trials n; chance p; steps d.
    Source: Dwork, Kenthapadi, McSherry, Mironov, Naor 2006, section 4 (the mechanism).

    >>> pair = BinomialShift(2, Fraction(1, 2), 1)
    >>> str(pair.excess(Loss(0))), str(pair.largest_loss())
    ('1/2', 'inf')
    """

    kind = "binomial noise"

    def __init__(self, trials: int, chance: Fraction, steps: int) -> None:
        self.trials, self.chance, self.steps = trials, chance, steps

    def excess(self, eps: Loss | Real) -> Number:
        """P[z ≥ k] − e^ε·Q[z ≥ k]."""
        first = self._first_beyond(eps)
        impossible = self._from(first - self.steps)
        return impossible if eps == INFINITY else impossible - exp(eps) * self._from(first)

    def beyond(self, eps: Loss | Real) -> Number:
        """P[z ≥ k]."""
        return self._from(self._first_beyond(eps) - self.steps)

    def beyond_either_way(self, eps: Loss | Real) -> Number:
        """And P[z < j], for the first j whose loss is at least −ε."""
        if eps == INFINITY:
            return self.beyond(eps)
        odds = exp(eps)
        first = self._first(lambda above, below: odds * Value(above) >= Value(below))
        return self.beyond(eps) + 1 - self._from(first - self.steps)

    def _first_beyond(self, eps: Loss | Real) -> int:
        """The first z whose loss is above ε."""
        if eps == INFINITY:
            return self.trials + 1
        odds = exp(eps)
        return self._first(lambda above, below: Value(above) > odds * Value(below))

    def _first(self, beyond: Any) -> int:
        """The first z from d on for which a condition of P and Q holds that is kept as z grows."""
        p, n, d = self.chance, self.trials, self.steps
        ratio = ((1 - p) / p) ** d
        low, high = d, n + 1
        while low < high:
            z = (low + high) // 2
            above, below = ratio.numerator * perm(z, d), ratio.denominator * perm(n - z + d, d)
            if beyond(fmpq(above), fmpq(below)):
                high = z
            else:
                low = z + 1
        return low

    def _from(self, first: int) -> Value:
        """The chance of at least so many heads."""
        n, p = self.trials, self.chance
        heads, tails = p.numerator, p.denominator - p.numerator
        total = sum(comb(n, j) * heads**j * tails ** (n - j) for j in range(max(first, 0), n + 1))
        return Value(fmpq(total, p.denominator**n))


class BinomialLaw(NoiseLaw):
    """P[z] = C(n, z)·p^z·(1−p)^(n−z), of scale n + p."""

    title = "binomial noise"
    example = (10, "1/2")

    def pair(self, moves: Sequence[Move]) -> Pair:
        """One value: its loss has no bound.

        Raises: Undecided("unsupported") for several values, whose losses take sums over a lattice.
        """
        if any(move.distance.denominator > 1 for move in moves):
            return Disjoint()
        apart = [(*trials_of(move.scale), int(move.distance)) for move in moves]
        if any(abs(steps) > trials for trials, _, steps in apart):
            return Disjoint()
        if len(apart) > 1:
            return Endless("several values that move with binomial noise")
        ((trials, chance, steps),) = apart
        return BinomialShift(trials, chance if steps > 0 else 1 - chance, abs(steps))

    def support(self, scale: Fraction) -> tuple[Fraction | None, Fraction | None]:
        """From 0 to n."""
        return Fraction(0), Fraction(trials_of(scale)[0])

    def sample(self, random: Random, scale: float, wide: float) -> float:
        """The number of heads of coins, up to a number of coins that can be thrown; else normal."""
        del wide
        trials, chance = int(scale), scale - int(scale)
        if trials <= 100:
            return float(sum(random.random() < chance for _ in range(trials)))
        spread = random.gaussian() * sqrt(trials * chance * (1 - chance))
        return min(max(trials * chance + spread, 0.0), float(trials))


class Endless(Separated):
    """Laws of which no more is known here than that no bound on the loss is finite."""

    def __init__(self, kind: str) -> None:
        self.named = kind

    def refuse(self, question: str, why: str = "") -> NoReturn:
        """Name the noise."""
        del why
        raise Undecided("unsupported", f"{question} is not known for {self.named}")


def trials_of(scale: Fraction) -> tuple[int, Fraction]:
    """Trials and chance, from their sum.

    Raises: Undecided("unsupported") for more trials than are listed.

    >>> trials_of(Fraction(21, 2))
    (10, Fraction(1, 2))
    """
    trials, chance = divmod(scale, 1)
    if trials > MOST_TRIALS:
        raise Undecided("unsupported", f"binomial noise of more than {MOST_TRIALS:,} trials")
    return int(trials), chance


LAW: Final = BinomialLaw()
