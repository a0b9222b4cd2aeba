"""Large channels: the pairs whose trade-off functions may be the lowest somewhere.

The corners of a pair, α = P(S) and β = 1 − Q(S) with S in the order of falling Q/P, are sums of
images: an image errs by 4u relatively, so each sum of m of them by less than (m + 8)·u. A wrong
order of outputs whose quotients are nearly equal moves a corner along a line of the same slope, by
as little: an event of true outputs is what was summed, whatever the order, and the corners of the
pair lie on or below the hull of the points that were computed, by at most ERRORS·m·u.

In the other order of a pair the corners are (β, α), with the events that are left: pairs that come
in both orders are looked at once. The least μ is the same in both.

A pair is left out where each of its points is above a bound by more than that: for f-DP the curve
through points of other pairs, for Gaussian DP the curve of the μ of one pair, by its chords.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import log
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from dpverify.checkers.exact.grids import (
    Lines,
    best_of_some,
    both_orders,
    odds_of,
    reaching,
    sampled,
)
from dpverify.checkers.exact.moments import impossible
from dpverify.checkers.exact.pairs import (
    Block,
    EveryPair,
    Listed,
    Pairs,
    first_apart,
    joined,
    ordered,
)
from dpverify.checkers.exact.passes import narrow_enough
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
WORTH: Final = 1 << 20
"""Entries of all pairs from which a grid of odds pays."""
MOST_OUTPUTS: Final = 100_000
"""Outputs up to which sums of floats are as near as `grids` says."""
FLAT: Final = 2.0**-20
"""A μ below which the best event is not looked for."""
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
        if grid_pays(image, pairs):
            sample = sampled(image, odds_of(image), budget)
            half = _one_order(reaching(image, sample, None, budget))
            curve = _lowest(image, half, budget, mirrored=True)
            return _below(image, half, curve, budget, mirrored=True)
        return _below(image, pairs, _lowest(image, pairs, budget), budget)
    apart = first_apart(impossible(image) | impossible(image).T, pairs)
    if apart is not None:  # an output of one input alone: μ is infinite
        return apart
    if grid_pays(image, pairs):
        sample = sampled(image, odds_of(image), budget)
        mu = _mu_of(definition, channel, _steepest(image, best_of_some(sample), budget))
        if mu is not None:
            half = _one_order(reaching(image, sample, _lines(mu, sample.odds), budget))
            mu = _mu_of(definition, channel, _steepest(image, half, budget))
            if mu is not None:
                return both_orders(_below(image, half, _chords(mu), budget), len(image))
    mu = _mu_of(definition, channel, _steepest(image, pairs, budget))
    return None if mu is None else _below(image, pairs, _chords(mu), budget)


def grid_pays(image: Floats, pairs: Pairs) -> bool:
    """Whether a grid of odds is taken: all pairs of many laws, without tiny probabilities."""
    large = isinstance(pairs, EveryPair) and pairs.n**2 * image.shape[1] >= WORTH
    return large and image.shape[1] <= MOST_OUTPUTS and narrow_enough(image)


def _mu_of(definition: GaussianDP, channel: Channel, pair: tuple[int, int]) -> Real | None:
    """The μ of a pair; None for 0, where the laws are all alike."""
    mu = definition.of_pair(*(channel.row(i) for i in pair))
    return mu if isinstance(mu, Real) else None


def _one_order(pairs: Listed) -> Listed:
    """Of pairs that come in both orders, those of increasing inputs."""
    return pairs.where(pairs.first < pairs.second)


def _below(
    image: Floats,
    pairs: Pairs,
    curve: tuple[Floats, Floats],
    budget: Budget,
    *,
    mirrored: bool = False,
) -> Listed:
    """The pairs with a point that is not certainly above a curve.

    Args: mirrored whether the other order of each pair is asked about too.
    """
    error = ERRORS * image.shape[1] * ROUNDING

    def dips(alpha: Floats, beta: Floats) -> Any:
        # Both coordinates err, and the curve falls.
        return (beta <= np.interp(alpha - error, *curve) + error)[:, 1:-1].any(axis=1)

    kept: list[Listed] = []
    for block, alpha, beta in _corners(image, pairs, budget):
        kept.append(block.chosen(dips(alpha, beta))[0])
        if mirrored:
            other = block.chosen(dips(beta, alpha))[0]
            kept.append(Listed(other.second, other.first))
    return ordered(joined(kept)) if mirrored else joined(kept)


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


def _lowest(
    image: Floats, pairs: Pairs, budget: Budget, *, mirrored: bool = False
) -> tuple[Floats, Floats]:
    """The hull of the points of all pairs.

    Args: mirrored whether those of the other order of each pair belong to it.
    """
    # Both ends are points of every pair; a coin attains what is between two points.
    curve = np.array([0.0, 1.0]), np.array([1.0, 0.0])
    error = ERRORS * image.shape[1] * ROUNDING
    for block, alpha, beta in _corners(image, pairs, budget):
        at = _own(block, len(alpha))
        x, y = alpha[at], np.maximum(beta[at], 0)
        if mirrored:
            # A β that was rounded to 0 is no α of 0: those at which the curve begins are true.
            x, y = np.stack([x, beta[at] + error]), np.stack([y, x])
        below = y < np.interp(x, *curve)
        a, b = x[below], y[below]
        lowest = _lowest_of_bins(a, b)
        curve = _hull(np.concatenate([curve[0], a[lowest]]), np.concatenate([curve[1], b[lowest]]))
    return curve


def _lowest_of_bins(alpha: Floats, beta: Floats) -> Any:
    """Of many points those with the lowest β of each bin of α, and of α of each bin of β."""
    chosen = []
    for x, y in ((alpha, beta), (beta, alpha)):
        bins = np.clip((x * BINS).astype(np.int64), 0, BINS)
        order = np.lexsort((y, bins))
        first = np.r_[True, bins[order][1:] != bins[order][:-1]] if len(order) else order
        chosen.append(order[first])
    return np.concatenate(chosen)


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


def _lines(mu: Real, odds: Floats) -> Lines:
    """What an event {x > t} gains of N(μ,1) against N(0,1), at each of the odds, rounded down."""
    least = _rounded_down(mu)
    a, b = [], []
    for factor in odds.tolist():
        size = least.approx()
        # Any t will do: this one is the best, but for rounding.
        t = Value(Fraction(log(factor) / size + size / 2)) if size > FLAT else ZERO
        low, _ = ball_bounds(Real("Phi", least - t).ball(BITS))
        _, high = ball_bounds(Real("Phi", -t).ball(BITS))
        a.append(int(low.p) / int(low.q) * (1 - 8 * ROUNDING))
        b.append(int(high.p) / int(high.q) * (1 + 8 * ROUNDING))
    return Lines(odds, np.array(a), np.array(b))


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
