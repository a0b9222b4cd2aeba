"""Shannon capacity: the largest mutual information over all priors, between two rigorous bounds.

For every prior π, with the law of the output p_π = Σ_x π(x)·C_x,

    I(π, C) ≤ capacity ≤ max_x D(C_x ‖ p_π),

with equality on both sides exactly at a best prior. The Blahut–Arimoto iteration proposes π in
floats; both sides are then enclosed rigorously at that π, whatever the iteration did. Where a prior
with small denominators meets both sides exactly, the capacity is known exactly.

Source: Shannon 1948; Blahut 1972, Arimoto 1972; Gallager 1968, Thm. 4.5.1 (equality).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from flint import arb, fmpq

from dpverify.checkers.budget import Budget
from dpverify.checkers.floats import image_of
from dpverify.defs.channel import Channel
from dpverify.defs.errors import Undecided
from dpverify.defs.numbers import Number, Value, total
from dpverify.defs.numbers.balls import ball_bounds, working_precision
from dpverify.defs.qif.entropy import relative_entropy, shannon_leakage
from dpverify.defs.qif.law import Law, channel_given, uniform

if TYPE_CHECKING:
    from numpy.typing import NDArray

GAP = 1e-13
"""The floats stop when they believe the bounds to be this close (nats)."""
MOST_STEPS = 20_000
WEIGHT_BITS = 44
PRECISION = 128
EXACT_ENTRIES = 400
"""Entries of a matrix up to which an exact capacity is looked for."""
EXACT_DENOMINATORS = (12, 1000)


@dataclass(frozen=True)
class Capacity:
    """Bounds lower ≤ capacity ≤ upper in nats, and the prior that shows them.

    `lower` and `upper` are rationals; `exact` is the capacity itself where it is known.
    """

    lower: Value
    upper: Value
    exact: Number | None
    prior: Law


def shannon_capacity(channel: Channel, *, time_limit: float | None = None) -> Capacity:
    """The largest Shannon leakage over all priors.

    Args:
        channel: n × m.
        time_limit: seconds for the iteration, after which the bounds are as far apart as they are.

    Returns:
        Rigorous bounds in nats, the lower at least 0; mostly closer than 1e-12, and wider where the
        iteration converges slowly.

    >>> shannon_capacity(Channel(["0", "1"], ["0", "1"], [["3/4", "1/4"], ["1/4", "3/4"]])).exact
    Loss('-ln(2)+3/4*ln(3)')
    """
    proposed = _proposed(channel_given(channel), Budget(time_limit))
    exact = _exact(channel, proposed) if _is_small(channel) else None
    if exact is not None:
        return exact
    whole = 1 << WEIGHT_BITS
    # At least 1, so that no output is impossible under the prior and both sides stay finite.
    weights = [max(1, round(weight * whole)) for weight in proposed]
    prior = tuple(Value(Fraction(weight, sum(weights))) for weight in weights)
    lower, upper = _bounds(channel, prior)
    return Capacity(lower, upper, None, prior)


def _is_small(channel: Channel) -> bool:
    return channel.rows.n * channel.rows.m <= EXACT_ENTRIES


def _proposed(channel: Channel, budget: Budget) -> list[float]:
    """A prior that is nearly the best, in floats."""
    import numpy as np

    p = image_of(channel.rows).floats
    prior = np.full(len(p), 1 / len(p))
    for step in range(MOST_STEPS):
        divergences = _divergences(p, prior)
        if divergences.max() - prior @ divergences < GAP or (step and _is_late(budget)):
            break
        prior = prior * np.exp(divergences - divergences.max())
        prior /= prior.sum()
    return [float(weight) for weight in prior]


def _divergences(p: NDArray[Any], prior: NDArray[Any]) -> NDArray[Any]:
    """D(C_x ‖ p_π) of every input, in floats; outputs that never occur are left out."""
    import numpy as np

    seen = prior @ p
    used = seen > 0
    p, seen = p[:, used], seen[used]
    terms: NDArray[Any] = p * np.log(np.where(p > 0, p, seen) / seen)
    return np.asarray(terms.sum(axis=1))


def _is_late(budget: Budget) -> bool:
    left = budget.remaining()
    return left is not None and left <= 0


def _exact(channel: Channel, proposed: Sequence[float]) -> Capacity | None:
    """The capacity with a simple prior that meets both bounds, if one is found."""
    for prior in _simple(proposed):
        output = _output(channel, prior)
        rows = [channel.row(x) for x in range(len(prior))]
        if any(p and not q for row in rows for p, q in zip(row, output, strict=True)):
            continue
        try:
            leakage = shannon_leakage(channel, prior)
            if all(relative_entropy(row, output) <= leakage for row in rows):
                lower, upper = _ends(leakage)
                return Capacity(lower, upper, leakage, prior)
        except Undecided:  # equal, perhaps, but not within the limits: bounds will do
            continue
    return None


def _simple(proposed: Sequence[float]) -> Iterator[Law]:
    """The uniform prior, then the proposed one with small denominators."""
    yield uniform(len(proposed))
    for denominator in EXACT_DENOMINATORS:
        near = [Fraction(weight).limit_denominator(denominator) for weight in proposed]
        whole = sum(near)
        if whole:
            yield tuple(Value(weight / whole) for weight in near)


def _bounds(channel: Channel, prior: Law) -> tuple[Value, Value]:
    output = _output(channel, prior)
    divergences = [relative_entropy(channel.row(x), output) for x in range(len(prior))]
    with working_precision(PRECISION):
        mean = arb(0)
        for weight, d in zip(prior, divergences, strict=True):
            mean += weight.ball(PRECISION) * d.ball(PRECISION)
        lower = ball_bounds(mean)[0]
    upper = max(ball_bounds(d.ball(PRECISION))[1] for d in divergences)
    return Value(max(lower, fmpq(0))), Value(upper)


def _ends(number: Number) -> tuple[Value, Value]:
    lower, upper = ball_bounds(number.ball(PRECISION))
    return Value(lower), Value(upper)


def _output(channel: Channel, prior: Law) -> Law:
    columns = zip(*(channel.row(x) for x in range(len(prior))), strict=True)
    return tuple(total(w * p for w, p in zip(prior, column, strict=True)) for column in columns)
