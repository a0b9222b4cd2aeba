"""Large channels: the pairs whose trade-off functions may be the lowest somewhere.

The corners of a pair, α = P(S) and β = 1 − Q(S) with S in the order of falling Q/P, are sums of
images: an image errs by 4u relatively, so each sum of m of them by less than (m + 8)·u. A wrong
order of outputs whose quotients are nearly equal moves a corner along a line of the same slope, by
as little: an event of true outputs is what was summed, whatever the order, and the corners of the
pair lie on or below the hull of the points that were computed, by at most ERRORS·m·u.

A pair is left out where each of its points is above a bound by more than that: for f-DP the curve
through points of other pairs, for Gaussian DP the curve of the μ of one pair, by its chords.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from dpverify.checkers.exact.moments import impossible
from dpverify.checkers.exact.pairs import Block, Listed, Pairs, first_apart, joined
from dpverify.checkers.floats import ROUNDING
from dpverify.defs.definitions.f_dp import FDP
from dpverify.defs.definitions.gaussian_dp import GaussianDP
from dpverify.defs.numbers import ZERO, Real, Value
from dpverify.defs.numbers.balls import ball_bounds

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from dpverify.checkers.budget import Budget
    from dpverify.defs.channel import Channel

    Floats = NDArray[np.float64]

ERRORS: Final = 64
BINS: Final = 4096
"""Intervals of α, in each of which the lowest point of all pairs is kept."""
CHORDS: Final = 400
"""Chords of the curve of two normal laws, on each side of 1/2."""
BITS: Final = 128
"""Bits at which μ and the curve of two normal laws are first computed."""
MOST_BITS: Final = 1 << 13
FINE: Final = 64
"""Bits after the point to which μ is rounded down."""


def deciding(
    definition: FDP | GaussianDP, channel: Channel, image: Floats, pairs: Pairs, budget: Budget
) -> Listed | None:
    """The pairs that may attain the lowest trade-off somewhere, or the largest μ; None for all."""
    if image.shape[1] == 1:  # all laws are alike, and no curve has a point but its ends
        return None
    if isinstance(definition, FDP):
        curve = _lowest(image, pairs, budget)
    else:
        apart = first_apart(impossible(image) | impossible(image).T, pairs)
        if apart is not None:  # an output of one input alone: μ is infinite
            return apart
        steepest = _steepest(image, pairs, budget)
        mu = definition.of_pair(*(channel.row(i) for i in steepest))
        if not isinstance(mu, Real):  # 0: the laws are all alike
            return None
        curve = _chords(mu)
    left = _below(image, pairs, curve, budget)
    if isinstance(definition, FDP):
        left = _below(image, left, _all_points(image, left, budget), budget)
    return left


def _below(image: Floats, pairs: Pairs, curve: tuple[Floats, Floats], budget: Budget) -> Listed:
    """The pairs with a point that is not certainly above a curve."""
    error = ERRORS * image.shape[1] * ROUNDING
    kept: list[Listed] = []
    for block, alpha, beta in _corners(image, pairs, budget):
        # Both coordinates err, and the curve falls.
        below = (beta <= np.interp(alpha - error, *curve) + error)[:, 1:-1].any(axis=1)
        kept.append(block.chosen(below)[0])
    return joined(kept)


def _corners(image: Floats, pairs: Pairs, budget: Budget) -> Iterator[tuple[Block, Floats, Floats]]:
    """α and β of all points of each pair, from (0, 1) on."""
    for block in pairs.blocks(image.shape[1]):
        budget.check()
        p, q = np.broadcast_arrays(image[block.first], image[block.second])
        with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
            ratio = np.where(q > 0, q / p, -1.0)  # what P cannot give comes first, Q not at all
        order = np.argsort(-ratio, axis=1, kind="stable")
        start = np.zeros((len(p), 1))
        alpha = np.take_along_axis(p, order, axis=1).cumsum(axis=1)
        beta = 1 - np.take_along_axis(q, order, axis=1).cumsum(axis=1)
        yield block, np.hstack([start, alpha]), np.hstack([start + 1, beta])


def _own(block: Block, length: int) -> Any:
    """Rows of a block that are pairs: not an input with itself."""
    _, at = block.chosen(np.ones(length, dtype=bool))
    return at


def _lowest(image: Floats, pairs: Pairs, budget: Budget) -> tuple[Floats, Floats]:
    """The hull of some points of pairs, among them the lowest of each bin of α."""
    least = np.full(BINS + 1, 2.0)
    where = np.zeros(BINS + 1)
    for block, alpha, beta in _corners(image, pairs, budget):
        at = _own(block, len(alpha))
        a, b = alpha[at].ravel(), beta[at].ravel()
        bins = np.clip((a * BINS).astype(np.int64), 0, BINS)
        np.minimum.at(least, bins, b)
        lowest = b == least[bins]
        where[bins[lowest]] = a[lowest]
    known = least < 2
    # Both ends are points of every pair; a coin attains what is between two points.
    alpha = np.concatenate([[0.0], where[known], [1.0]])
    beta = np.concatenate([[1.0], np.maximum(least[known], 0), [0.0]])
    return _hull(alpha, beta)


def _all_points(image: Floats, pairs: Listed, budget: Budget) -> tuple[Floats, Floats]:
    """The hull of all points of pairs that are not many."""
    parts = [(a.ravel(), b.ravel()) for _, a, b in _corners(image, pairs, budget)]
    alpha, beta = (np.concatenate(each) for each in zip(*parts, strict=True))
    return _hull(np.append(alpha, 1.0), np.append(np.maximum(beta, 0), 0.0))


def _hull(alpha: Floats, beta: Floats) -> tuple[Floats, Floats]:
    order = np.lexsort((beta, alpha))
    hull: list[tuple[float, float]] = []
    for point in zip(alpha[order].tolist(), beta[order].tolist(), strict=True):
        while len(hull) > 1 and not _turns_up(hull[-2], hull[-1], point):
            hull.pop()
        hull.append(point)
    return np.array([a for a, _ in hull]), np.array([b for _, b in hull])


def _turns_up(a: tuple[float, float], b: tuple[float, float], c: tuple[float, float]) -> bool:
    return (b[1] - a[1]) * (c[0] - a[0]) < (c[1] - a[1]) * (b[0] - a[0])


def _steepest(image: Floats, pairs: Pairs, budget: Budget) -> tuple[int, int]:
    """A pair of nearly the largest μ, as floats have it."""
    from scipy.special import ndtri

    best, pair = -np.inf, (0, 1)
    for block, alpha, beta in _corners(image, pairs, budget):
        with np.errstate(invalid="ignore"):
            mu = ndtri(1 - alpha) - ndtri(np.clip(beta, 0, 1))
        inner = np.where(np.isnan(mu), -np.inf, mu)[:, 1:-1].max(axis=1)
        listed, at = block.chosen(np.ones(len(inner), dtype=bool))
        if len(at) and inner[at].max() > best:
            place = int(inner[at].argmax())
            best, pair = float(inner[at][place]), listed.pair(place)
    return pair


def _chords(mu: Real) -> tuple[Floats, Floats]:
    """Points on or above the curve of two normal laws: by convexity its chords are above it.

    Those of a μ that is rounded down are above, too; where it is not even known to be finite, 0.
    """
    least = _rounded_down(mu)
    small = [Value(1) / (1 << k) / d for k in range(1, 41) for d in (1, 2)]
    even = [Value(k) / CHORDS for k in range(1, CHORDS)]
    alphas = sorted({*small, *(1 - each for each in small), *even})
    points = [(0.0, 1.0)]
    for alpha in alphas:
        ball = Real("Phi", Real("quantile", 1 - alpha) - least).ball(BITS)
        _, high = ball_bounds(ball)
        points.append((alpha.approx(), float(int(high.p) / int(high.q)) * (1 + 8 * ROUNDING)))
    points.append((1.0, 0.0))
    return np.array([a for a, _ in points]), np.array([b for _, b in points])


def _rounded_down(mu: Real) -> Value:
    """A number that is at most a μ > 0, and nearly equal."""
    # Φ⁻¹(1 − p) of a tiny p is infinite to a precision at which 1 − p is 1.
    bits = BITS
    while bits <= MOST_BITS and not mu.ball(bits).is_finite():
        bits *= 4
    ball = mu.ball(bits)
    if not ball.is_finite():
        return ZERO
    low, _ = ball_bounds(ball)
    return Value(max(Fraction(0), Fraction((int(low.p) << FINE) // int(low.q), 1 << FINE)))
