"""Bets on events: how far they got, the parameter that they refute, and what they could have seen.

In doubles, on the safe side by a margin; the kernel evaluates all that is stated in balls. Why the
bets are valid whenever one stops stands in `docs/decisions/0019-audits.md`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, Final

import numpy as np
from scipy.optimize import minimize_scalar

from dpverify.checkers.audit.events import Event, Own
from dpverify.checkers.audit.nulls import At, Claim

Counts = tuple[int, int, int, int]
"""How often both samples, the first alone, the second alone and neither lay in the event."""
MARGIN: Final = 1e-9
"""Of a sum of logarithms in doubles: what it may be off, relatively, and more."""
HALVINGS: Final = 30
"""Beside the best bet there are bets of the largest stake over 2^k for k up to this."""
POWER: Final = Fraction(99, 100)
"""The probability with which a violation is to be seen."""
STEPS: Final = 1_000_000
"""Bounds are multiples of 1/STEPS."""


@dataclass(frozen=True)
class Test:
    """An event on an ordered pair of inputs, with the bets on it.

    Args: pair the places of the inputs; labels their texts; bets (stake, weight); at where on its
        curve the claim is looked at.
    """

    pair: tuple[int, int]
    labels: tuple[str, str]
    event: Event | Own
    weight: Fraction
    bets: tuple[tuple[Fraction, Fraction], ...]
    at: At | None = None

    @cached_property
    def doubles(self) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
        """The stakes, and the logarithms of the weights that they have in all, in doubles."""
        weights = [math.log(self.weight * weight) for _, weight in self.bets]
        return np.array([float(stake) for stake, _ in self.bets]), np.array(weights)

    def document(self, counts: Counts) -> dict[str, Any]:
        """The test as a document holds it."""
        at = {} if self.at is None else {"at": self.at.document()}
        return {
            "inputs": list(self.labels), "event": self.event.text, "weight": str(self.weight),
            "bets": [[str(stake), str(weight)] for stake, weight in self.bets],
            "counts": list(counts), **at,
        }  # fmt: skip


def bets_for(
    p: float, q: float, kappa: float, delta: float
) -> tuple[tuple[Fraction, Fraction], ...]:
    """Half the wealth on the stake that grows fastest for these probabilities, half spread out.

    The spread is over halvings of the largest stake: one of them is within a factor of 2 of any
    that is best, so that a wrong guess costs a constant factor.
    """
    largest = 1 / (kappa + delta)
    best = largest * 0.999
    if q > 0 or delta > 0:
        found = minimize_scalar(
            lambda share: -growth(share * largest, p, q, kappa, delta),
            bounds=(0.0, 0.999), method="bounded",
        )  # fmt: skip
        best = max(float(found.x), 2.0**-HALVINGS) * largest
    shares = [Fraction(15, 16), *(Fraction(1, 2**k) for k in range(1, HALVINGS + 1))]
    each = Fraction(1, 2 * len(shares))
    # Rounded down, so that no stake is larger than is legal.
    whole = Fraction(math.floor(largest * 2**60 * (1 - 1e-12)), 2**60)
    first = Fraction(math.floor(best * 2**60 * (1 - 1e-12)), 2**60)
    spread = tuple((_short(share * whole), each) for share in shares)
    return ((_short(first), Fraction(1, 2)), *spread)


def _short(stake: Fraction) -> Fraction:
    """A stake that is not larger, with few digits."""
    if stake == 0:
        return stake
    digits = 6 - math.floor(math.log10(float(stake)))
    return Fraction(math.floor(stake * 10**digits), 10**digits)


def growth(stake: float, p: Any, q: Any, kappa: float, delta: float) -> Any:
    """The mean of the logarithm of a bet's factor for independent samples; floats or arrays."""
    factors = factors_of(stake, kappa, delta)
    logs = [math.log(max(factor, 1e-300)) for factor in factors]
    here = q * logs[0] + (1 - q) * logs[1]
    there = q * logs[2] + (1 - q) * logs[3]
    return p * here + (1 - p) * there


def factors_of(stake: Any, kappa: float, delta: float) -> tuple[Any, Any, Any, Any]:
    """By what a bet multiplies wealth on the outcomes 11, 10, 01 and 00; floats or arrays."""
    return (1 + stake * (1 - kappa - delta), 1 + stake * (1 - delta),
            1 - stake * (kappa + delta), 1 - stake * delta)  # fmt: skip


def log_wealth(
    tests: Sequence[Test], counts: Sequence[Counts], claim: Claim, value: float
) -> float:
    """A lower bound of the logarithm of the e-value against a claim, with a margin for rounding."""
    terms, slack = [], 0.0
    for test, seen in zip(tests, counts, strict=True):
        # A little more than κ and δ, so that what is legal here is legal in balls too.
        kappa, delta = claim.plane(value, test.at)
        stakes, weights = test.doubles
        factors = factors_of(stakes, kappa * (1 + 1e-13), delta * (1 + 1e-9))
        logs = np.zeros_like(stakes)
        size = np.zeros_like(stakes)
        legal = factors[2] >= 0
        for factor, count in zip(factors, seen, strict=True):
            if count:
                legal &= factor > 0
                parts = count * np.log(np.where(legal, factor, 1.0))
                logs += parts
                size += np.abs(parts)
        if legal.any():
            terms.append(_log_sum(logs[legal] + weights[legal]))
            slack = max(slack, float(size[legal].max()))
    return _log_sum(np.array(terms)) - MARGIN * (1 + slack) if terms else -math.inf


def _log_sum(logs: np.ndarray[Any, Any]) -> float:
    """The logarithm of the sum of numbers that are given by their logarithms, which are finite."""
    largest = float(logs.max())
    return largest + math.log(float(np.exp(logs - largest).sum()))


def lower_bound(tests: Sequence[Test], counts: Sequence[Counts], claim: Claim, risk: Fraction
                ) -> Fraction:  # fmt: skip
    """The largest parameter, in millionths, that wealth of 1/risk refutes; 0 where none is."""
    goal = -math.log(risk)
    return _largest(lambda value: log_wealth(tests, counts, claim, value) >= goal)


def _largest(refutes: Callable[[float], bool]) -> Fraction:
    """The largest multiple of a millionth that is refuted; what lies below it is refuted too."""
    if not refutes(1 / STEPS):
        return Fraction(0)
    low, high = 1, 2
    while refutes(high / STEPS) and high < 400 * STEPS:
        low, high = high, 2 * high
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if refutes(middle / STEPS) else (low, middle)
    return Fraction(low, STEPS)


def delta_bound(tests: Sequence[Test], counts: Sequence[Counts], eps: float, risk: Fraction
                ) -> Fraction:  # fmt: skip
    """The largest δ, in millionths, that the counts refute at one ε."""
    goal = -math.log(risk)

    def refutes(step: int) -> bool:
        claim = Claim("approx-dp", {}, eps, step / STEPS)
        return log_wealth(tests, counts, claim, eps) >= goal

    low, high = 0, STEPS
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if refutes(middle) else (low, middle)
    return Fraction(low, STEPS)


# ---------------------------------------------------------------- power


@dataclass(frozen=True)
class Power:
    """A violation that a bet would have seen with a probability.

    Args: test and bet their numbers, from 1; q the event's probability on the second input; value
        the parameter that would have been violated; exponent of the bound of Chernoff.
    """

    test: int
    bet: int
    q: Fraction
    value: Fraction
    exponent: Fraction


def power_of(
    tests: Sequence[Test], counts: Sequence[Counts], claim: Claim, risk: Fraction
) -> Power | None:
    """The smallest violation that one of the bets sees with probability POWER; None without one.

    The event is taken to be as likely on the second input as it was in the samples.
    """
    found = [
        power
        for number, (test, seen) in enumerate(zip(tests, counts, strict=True), 1)
        if (power := _Sight(number, test, seen, claim, risk).smallest()) is not None
    ]
    return min(found, key=lambda power: power.value, default=None)


EXPONENTS: Final = np.geomspace(1e-3, 60, 60)


class _Sight:
    """What all bets of one test would see, at a number of exponents each."""

    def __init__(self, number: int, test: Test, seen: Counts, claim: Claim, risk: Fraction) -> None:
        self._number, self._test, self._claim, self._size = number, test, claim, sum(seen)
        self._q = Fraction(round((seen[0] + seen[2] + 0.5) / (self._size + 1) * 1e9), 10**9)
        plane = claim.plane(claim.value, test.at)
        factors = np.array([factors_of(float(stake), *plane) for stake, _ in test.bets])
        # A bet that may lose everything is passed over: logarithms of 1 see nothing.
        self._logs = np.log(np.where(factors.min(axis=1, keepdims=True) > 0, factors, 1.0))
        self._goals = np.array([-math.log(risk * test.weight * weight) for _, weight in test.bets])

    def _missed(self, value: float) -> np.ndarray[Any, Any]:
        """For each bet and exponent the logarithm of Chernoff's bound at a violation."""
        kappa, delta = self._claim.plane(value, self._test.at)
        q = float(self._q)
        p = min(kappa * q + delta, 1.0)
        masses = np.array([p * q, p * (1 - q), (1 - p) * q, (1 - p) * (1 - q)])
        # exp(−s·x) − 1 is small where stakes are small.
        parts = np.expm1(np.clip(-EXPONENTS[:, None, None] * self._logs, -700, 700))
        means = np.log1p(np.maximum(parts @ masses, -1 + 1e-300))
        bounds: np.ndarray[Any, Any] = EXPONENTS[:, None] * self._goals + self._size * means
        return bounds

    def _largest(self) -> float:
        """The largest parameter at which the event has a probability, or the end of the search."""
        low, high = self._claim.value, self._claim.value + 100.0
        for _ in range(50):
            middle = (low + high) / 2
            kappa, delta = self._claim.plane(middle, self._test.at)
            low, high = (middle, high) if kappa * float(self._q) + delta <= 1 else (low, middle)
        return low

    def smallest(self) -> Power | None:
        """The smallest violation that a bet sees."""
        wanted = math.log(1 - POWER) - 0.01  # a little more than is stated
        low, high = self._claim.value, self._largest()
        if high <= low or self._missed(high).min() > wanted:
            return None
        for _ in range(30):
            middle = (low + high) / 2
            low, high = (low, middle) if self._missed(middle).min() <= wanted else (middle, high)
        value = Fraction(math.ceil(high * 10**4), 10**4)
        if float(value) > self._largest():  # rounded up, the event would be more than certain
            return None
        bounds = self._missed(float(value))
        exponent, bet = np.unravel_index(int(np.argmin(bounds)), bounds.shape)
        shown = Fraction(round(EXPONENTS[exponent] * 10**6), 10**6)
        return Power(self._number, int(bet) + 1, self._q, value, shown)


# ---------------------------------------------------------------- the plain second route


@dataclass(frozen=True)
class Interval:
    """Clopper–Pearson bounds of one test, at risk/(2·tests) each, and the bound that they show."""

    test: int
    low: Fraction
    high: Fraction
    value: Fraction


def clopper_pearson(tests: Sequence[Test], counts: Sequence[Counts], claim: Claim, risk: Fraction
                    ) -> Interval | None:  # fmt: skip
    """The largest bound that intervals show, for a number of samples fixed in advance."""
    from scipy.stats import beta

    share = float(risk) / (2 * len(tests))
    best: Interval | None = None
    for number, (test, seen) in enumerate(zip(tests, counts, strict=True), 1):
        size, here, there = sum(seen), seen[0] + seen[1], seen[0] + seen[2]
        if not size or not here:
            continue
        p = float(beta.ppf(share, here, size - here + 1))
        q = 1.0 if there == size else float(beta.isf(share, there + 1, size - there))
        # Outward by more than the quantiles may be off.
        low = Fraction(math.floor(p * (1 - 1e-9) * 10**15), 10**15)
        high = min(Fraction(1), Fraction(math.ceil(q * (1 + 1e-9) * 10**15) + 1, 10**15))

        def refutes(
            value: float, low: Fraction = low, high: Fraction = high, at: At | None = test.at
        ) -> bool:
            kappa, delta = claim.plane(value, at)
            return float(low) > (kappa * float(high) + delta) * (1 + 1e-9)

        value = _largest(refutes)
        if best is None or value > best.value:
            best = Interval(number, low, high, value)
    return best


def counted(first: np.ndarray[Any, Any], second: np.ndarray[Any, Any]) -> Counts:
    """The four counts of two arrays of truths of equal length."""
    both = int(np.count_nonzero(first & second))
    here, there = int(np.count_nonzero(first)), int(np.count_nonzero(second))
    return both, here - both, there - both, len(first) - here - there + both
