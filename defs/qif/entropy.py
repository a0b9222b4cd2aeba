"""Shannon entropy and leakage, in nats.

A sum Σ c·ln(v) of exact weights and values is kept exactly where the classes of numbers allow:
equal logarithms are collected first, so that what cancels is gone; then it is a value where no
logarithm is left, a loss where the weights that are left are rational, and else a ball.
Source: Shannon 1948; Cover, Thomas, *Elements of information theory*, ch. 2; Alvim et al. 2020,
ch. 2 and 5.
"""

from __future__ import annotations

from collections.abc import Iterable

from dpverify.defs.channel import Channel
from dpverify.defs.numbers import Loss, Number, Real, Value, total
from dpverify.defs.privacy_loss import log
from dpverify.defs.qif.hyper import joint_columns
from dpverify.defs.qif.law import law_of, prior_on

Weighted = tuple[Value, Value]
"""A weight c and a value v > 0, for the term c·ln(v)."""
FACTOR_BITS = 40
"""Integers up to this length are factored: it takes microseconds."""


def shannon_entropy(prior: object) -> Number:
    """The uncertainty of a prior: −Σ_x π(x)·ln π(x), where 0·ln 0 is 0.

    Args: prior n probabilities that sum to exactly 1.
    Returns: in nats, in [0, ln n]; a loss where the prior is rational.

    >>> shannon_entropy(["1/2", "1/4", "1/4"]) == log(Value(8)) / 2
    True
    """
    return log_sum((-p, p) for p in law_of(prior, "the prior") if p)


def shannon_leakage(channel: Channel, prior: object = None) -> Number:
    """The mutual information of input and output.

    I(π, C) = Σ_{x,y} π(x)·C(y|x)·ln(C(y|x)/p(y)) with p(y) = Σ_x π(x)·C(y|x).

    Args:
        channel: n × m.
        prior: n probabilities, "uniform", or None for the channel's own.

    Returns:
        In nats, in [0, ln min(n, m)]: exact where prior and matrix are rational, or the irrational
        weights cancel; else a number known by balls.

    Raises:
        ChannelError: no prior, or no distribution on the inputs.

    >>> rr = Channel(["0", "1"], ["0", "1"], [["3/4", "1/4"], ["1/4", "3/4"]])
    >>> shannon_leakage(rr, "uniform")
    Loss('-ln(2)+3/4*ln(3)')
    """
    law = prior_on(channel, prior)
    return log_sum(_terms(channel, law))


def _terms(channel: Channel, prior: tuple[Value, ...]) -> Iterable[Weighted]:
    for y, joint in enumerate(joint_columns(channel, prior)):
        seen = total(joint)
        if not seen.is_zero:
            yield -seen, seen
        for x, weight in enumerate(joint):
            if not weight.is_zero:
                yield weight, channel.entry(x, y)


def relative_entropy(p: Iterable[Value], q: Iterable[Value]) -> Number:
    """The Kullback–Leibler divergence D(P‖Q) = Σ_o P(o)·ln(P(o)/Q(o)), for Q(o) > 0 where P(o) > 0.

    Args: p, q probabilities in the same order. Returns: in nats, ≥ 0, as `log_sum`.
    """
    terms = [(a, b) for a, b in zip(p, q, strict=True) if a and a != b]
    return log_sum([*((a, a) for a, _ in terms), *((-a, b) for a, b in terms)])


def log_sum(terms: Iterable[Weighted]) -> Number:
    """Σ c·ln(v), as exact as the classes of numbers allow (see the module)."""
    known, weights = Value(0), dict[Value, Value]()
    for c, v in terms:
        rational, logarithms = log(v).terms
        known = known + c * rational
        for base, exponent in logarithms:
            for factor, power in _factors(base):
                weights[factor] = weights.get(factor, Value(0)) + c * (exponent * power)
    left = [(c, v) for v, c in weights.items() if c]
    if not left:
        return Loss(known) if known.is_rational else known
    if known.is_rational and all(c.is_rational for c, _ in left):
        return _balanced([Loss(known), *(log(v) * c for c, v in left)])
    return _balanced([Real("+", known, Value(0)), *(Real("*", c, log(v)) for c, v in left)])


def _factors(base: Value) -> list[tuple[Value, int]]:
    """A rational of small parts as powers of primes, so that equal logarithms meet; else itself."""
    exact = base.as_rational()
    if exact is None or max(exact.p.bit_length(), exact.q.bit_length()) > FACTOR_BITS:
        return [(base, 1)]
    up = [(Value(prime), int(power)) for prime, power in exact.p.factor()]
    return up + [(Value(prime), -int(power)) for prime, power in exact.q.factor()]


def _balanced(numbers: list[Loss | Real]) -> Loss | Real:
    """The sum by halves: a chain of a thousand additions would be as deep as the stack allows."""
    if len(numbers) == 1:
        return numbers[0]
    middle = len(numbers) // 2
    return _balanced(numbers[:middle]) + _balanced(numbers[middle:])
