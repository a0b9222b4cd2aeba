"""An event's frequency in samples, and whether a probability agrees with it.

Agreement is decided in balls. With X the number of samples in the event, a probability p agrees
with a count x where P(X ≥ x) > r/2 and P(X ≤ x) > r/2: p then lies in the interval of C. J. Clopper
and E. S. Pearson (1934) at confidence 1 − r, which holds the true p with at least that probability.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from flint import arb, fmpq

from dpverify.defs.numbers.balls import working_precision

RISK = Fraction(1, 10**6)
"""The probability that an interval does not hold the true probability is at most this."""
BITS = 128


@dataclass(frozen=True)
class Counted:
    """One input: the event's exact probability, and how often it occurred.

    Args: exact in a ball; low and high the interval's ends, rounded; for display.
    """

    exact: arb
    count: int
    samples: int
    low: float
    high: float
    risk: Fraction = RISK

    @property
    def agrees(self) -> bool:
        """Whether the exact probability lies in the interval; decided in balls."""
        with working_precision(BITS):
            half = arb(fmpq(self.risk.numerator, self.risk.denominator)) / 2
            return all(tail > half for tail in tails(self.count, self.samples, self.exact))

    @property
    def expected(self) -> float:
        """How many samples the event should have."""
        return float(self.exact.mid()) * self.samples


def tails(count: int, samples: int, p: arb) -> tuple[arb, arb]:
    """P(X ≥ count) and P(X ≤ count) for a binomial X, by the regularised incomplete beta function.

    >>> [float(tail.mid()) for tail in tails(1, 2, arb("0.5"))]
    [0.75, 0.75]
    """
    with working_precision(BITS):
        return _at_least(count, samples, p), 1 - _at_least(count + 1, samples, p)


def _at_least(count: int, samples: int, p: arb) -> arb:
    if count <= 0:
        return arb(1)
    if count > samples:
        return arb(0)
    return p.beta_lower(arb(count), arb(samples - count + 1), regularized=1)


def counted(exact: arb, count: int, samples: int, risk: Fraction = RISK) -> Counted:
    """A count with its interval."""
    return Counted(exact, count, samples, *clopper_pearson(count, samples, risk), risk)


def clopper_pearson(count: int, samples: int, risk: Fraction = RISK) -> tuple[float, float]:
    """The ends of the interval at confidence 1 − risk, in doubles; for display.

    >>> clopper_pearson(0, 10, Fraction(1, 20))[0]
    0.0
    """
    from scipy.stats import beta

    half = float(risk) / 2
    low = 0.0 if count == 0 else float(beta.ppf(half, count, samples - count + 1))
    high = 1.0 if count == samples else float(beta.ppf(1 - half, count + 1, samples - count))
    return low, high
