"""Reports that support values: randomised response, k-ary response, unary encoding.

Each user holds one of k values and sends one report, which *supports* some of them. The own value
is supported with probability p, any other with probability q < p. If c of n reports support v,

    (c − n·q)/(p − q)

is an unbiased estimate of n_v, how many users hold v, and its variance is
(n_v·p·(1 − p) + (n − n_v)·q·(1 − q))/(p − q)². All of it is exact.

Source: Wang, Blocki, Li, Jha, Locally differentially private protocols for frequency estimation,
USENIX Security 2017; Warner 1965 (randomised response); Kairouz, Bonawitz, Ramage 2016 (k-ary).
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

from dpverify.defs.channel import Channel
from dpverify.defs.errors import DomainError
from dpverify.defs.numbers import INFINITY, Number, Value, as_value, exp, ln
from dpverify.defs.risk.parameters import nonnegative_eps
from dpverify.defs.validate import shown

MOST_BITS = 10


@dataclass(frozen=True)
class Protocol:
    """A way to report one of k values.

    Args:
        name: such as "k-ary".
        values: k ≥ 2.
        p: P[a report supports the own value].
        q: P[it supports another value]; q < p.
        one: whether a report supports exactly one value; else each value by itself.
    """

    name: str
    values: int
    p: Value
    q: Value
    one: bool

    def __post_init__(self) -> None:
        if self.values < 2:
            raise DomainError(f"k is {shown(self.values)}, must be at least 2 values")
        if not 0 <= self.q < self.p <= 1:
            raise DomainError(
                f"p is {self.p} and q is {self.q}, must be 0 ≤ q < p ≤ 1: a report has to support"
                " the own value more often than another"
            )

    @property
    def eps(self) -> Number:
        """The tight ε of one report in nats, between any two values; inf where q = 0 or p = 1."""
        if self.q == 0 or (self.p == 1 and not self.one):
            return INFINITY
        if self.one:
            return ln(self.p / self.q)
        return ln(self.p * (1 - self.q) / (self.q * (1 - self.p)))

    def estimate(self, support: int, users: int) -> Value:
        """(c − n·q)/(p − q) from c supporting reports of n; it may be negative, or above n."""
        _counted(support, users, "reports")
        return (support - users * self.q) / (self.p - self.q)

    def expected(self, holders: int, users: int) -> Value:
        """The expectation of the estimate where n_v of n users hold the value."""
        _counted(holders, users, "users")
        support = holders * self.p + (users - holders) * self.q
        return (support - users * self.q) / (self.p - self.q)

    def bias(self, holders: int, users: int) -> Value:
        """The expectation minus n_v: 0."""
        return self.expected(holders, users) - holders

    def variance(self, holders: int, users: int) -> Value:
        """The variance of the estimate where n_v of n users hold the value."""
        _counted(holders, users, "users")
        p, q = self.p, self.q
        spread = holders * p * (1 - p) + (users - holders) * q * (1 - q)
        return spread / ((p - q) * (p - q))

    def channel(self) -> Channel:
        """One report as a channel: outputs are values, or texts of k bits."""
        labels = [str(v) for v in range(self.values)]
        if self.one:
            rows = [[self.p if v == o else self.q for o in labels] for v in labels]
            return Channel(labels, labels, rows)
        if self.values > MOST_BITS:
            raise DomainError(f"{self.values} bits make too many outputs; at most {MOST_BITS}")
        outputs = ["".join(bits) for bits in product("01", repeat=self.values)]
        every = [[self._bits(v, bits) for bits in outputs] for v in range(self.values)]
        return Channel(labels, outputs, every)

    def _bits(self, value: int, bits: str) -> Value:
        mass = Value(1)
        for place, bit in enumerate(bits):
            one = self.p if place == value else self.q
            mass = mass * (one if bit == "1" else 1 - one)
        return mass


def randomized_response(p: Any = "3/4") -> Protocol:
    """One of two values: the own one with probability p, 1/2 < p ≤ 1.

    >>> str(randomized_response().eps), str(randomized_response().estimate(40, 100))
    ('ln(3)', '30')
    """
    truth = as_value(p)
    return Protocol("randomised response", 2, truth, 1 - truth, one=True)


def k_ary(k: int, eps: Any) -> Protocol:
    """The own value with probability e^ε/(e^ε + k − 1), each other with 1/(e^ε + k − 1).

    Args: k ≥ 2 values; eps > 0 in nats.
    """
    odds = _odds(eps)
    whole = odds + (k - 1)
    return Protocol("k-ary response", k, odds / whole, 1 / whole, one=True)


def unary(k: int, p: Any, q: Any) -> Protocol:
    """k bits, one of them set: a set bit is sent as 1 with probability p, another with q.

    Args: k ≥ 2 values; 0 ≤ q < p ≤ 1, exact.
    """
    return Protocol("unary encoding", k, as_value(p), as_value(q), one=False)


def symmetric_unary(k: int, eps: Any) -> Protocol:
    """p = e^(ε/2)/(1 + e^(ε/2)), q = 1 − p: basic one-time RAPPOR.

    Args: k ≥ 2 values; eps > 0 in nats.
    """
    root = _odds(nonnegative_eps(eps) * Fraction(1, 2))
    return unary(k, root / (1 + root), 1 / (1 + root))


def optimised_unary(k: int, eps: Any) -> Protocol:
    """p = 1/2, q = 1/(1 + e^ε): the smallest variance of values that nobody holds.

    Args: k ≥ 2 values; eps > 0 in nats.
    """
    return unary(k, Value(1) / 2, 1 / (1 + _odds(eps)))


def _odds(eps: Any) -> Value:
    odds = exp(nonnegative_eps(eps))
    if not isinstance(odds, Value):
        raise DomainError(f"e to the power {eps} is not exact; give ε as a fraction or a logarithm")
    return odds


def _counted(count: int, users: int, what: str) -> None:
    if users < 1 or not 0 <= count <= users:
        raise DomainError(f"{count} of {users} {what} is no count; 0 ≤ count ≤ n, n ≥ 1")
