"""Large channels: the pairs that may have the largest divergence; floats discard all others.

With images as in `checkers.floats`, |x̂ − x| ≤ 4u·x for x at least FAINT; where a positive entry is
smaller, nothing is discarded. The definition is then evaluated exactly on the pairs that are left,
in their order, so that the answer is the one that all pairs would give.

- Total variation is δ at ε = 0, and the pair is the one that `measure_channel` finds.
- Bounded range, max L − min L with L = ln P − ln Q: logarithms of images are below 666, and each
  errs by less than 2^-40 if the library's is right to 8 units of the last place (none errs by 2).
- A moment Σ P^α·Q^(1−α), for Rényi and χ²: see `moments`.
- Trade-off functions (`curves`), zCDP (`rates`).

What must never change: a pair is left out only if its divergence is certainly smaller than that of
one that is kept.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING, Final

import numpy as np

from dpverify.checkers.exact import curves, grids, rates
from dpverify.checkers.exact.candidates import candidates
from dpverify.checkers.exact.moments import moments
from dpverify.checkers.exact.pairs import Block, EveryPair, Listed, Pairs, joined
from dpverify.checkers.exact.scores import Scores
from dpverify.checkers.floats import image_of
from dpverify.defs.definitions.bounded_range import BoundedRange
from dpverify.defs.definitions.chi_squared_dp import ChiSquaredDP
from dpverify.defs.definitions.f_dp import FDP
from dpverify.defs.definitions.gaussian_dp import GaussianDP
from dpverify.defs.definitions.renyi_dp import RenyiDP
from dpverify.defs.definitions.total_variation import TotalVariation
from dpverify.defs.definitions.whole import MeasuredDefinition
from dpverify.defs.definitions.zcdp import ZCDP

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from dpverify.checkers.budget import Budget
    from dpverify.defs.channel import Channel

    Floats = NDArray[np.float64]

FAINT: Final = 2.0**-960
MARGIN: Final = 2.0**-40
"""By how much odds are taken further apart than their floats say."""
LOG_ERROR: Final = 2.0**-37
"""Above what sums and differences of four logarithms of images err by."""


def narrowed(claim: MeasuredDefinition, channel: Channel, budget: Budget) -> Channel:
    """The same channel, over pairs of neighbours alone that may decide the claim.

    As it is where floats do not tell, or the claim is none of those above.
    """
    definition = type(claim)
    if definition.quantifier != "pairs" or definition.two_sided:
        return channel
    definition.check_relation(channel)
    pairs = leading_pairs(claim, channel, budget)
    if pairs is None or 2 * len(pairs) > channel.neighbours.count(len(channel.inputs)):
        return channel
    return channel.among(pairs)


def pairs_between(
    channel: Channel, low: float, high: float, budget: Budget
) -> list[tuple[int, int]] | None:
    """Pairs in their order that contain the first one of the largest δ at each of some odds.

    Args: low and high the least and the largest odds e^ε.
    Returns: None where floats do not tell.
    """
    image, pairs = image_of(channel.rows).floats, _pairs(channel)
    if high > grids.MOST or image.shape[1] == 1 or not curves.grid_pays(image, pairs):
        return None
    left = grids.highest(image, low * (1 - MARGIN), high * (1 + MARGIN), budget)
    return list(zip(left.first.tolist(), left.second.tolist(), strict=True))


def leading_pairs(
    definition: MeasuredDefinition, channel: Channel, budget: Budget
) -> list[tuple[int, int]] | None:
    """Pairs in their order that contain the first one of the largest divergence.

    Returns: None where floats do not tell, or the definition is none of those above.
    """
    image = image_of(channel.rows).floats
    if np.any((image > 0) & (image < FAINT)):
        return None
    pairs = _pairs(channel)
    left: Listed | None = None
    if isinstance(definition, TotalVariation):
        scores = Scores(image_of(channel.rows), 1.0, "hockey")
        left = candidates(scores, pairs, budget)
    elif isinstance(definition, BoundedRange):
        left = _of_range(image, pairs, budget)
    elif isinstance(definition, RenyiDP | ChiSquaredDP):
        order = definition.alpha if isinstance(definition, RenyiDP) else Fraction(2)
        left = _of_moment(image, pairs, order, budget)
    elif isinstance(definition, FDP | GaussianDP):
        left = curves.deciding(definition, channel, image, pairs, budget)
    elif isinstance(definition, ZCDP):
        left = rates.deciding(image, pairs, budget)
    if left is None:
        return None
    return list(zip(left.first.tolist(), left.second.tolist(), strict=True))


def _pairs(channel: Channel) -> Pairs:
    n = len(channel.inputs)
    if channel.neighbours.count(n) == n * (n - 1):
        return EveryPair(n)
    listed = np.array(sorted(set(channel.neighbours.ordered_pairs(n))), dtype=np.int64)
    return Listed(listed[:, 0].copy(), listed[:, 1].copy())


def _largest(
    pairs: Pairs,
    outputs: int,
    bounds: Callable[[Block], tuple[Floats, Floats]],
    budget: Budget,
) -> Listed:
    """The pairs whose upper bound reaches the largest lower bound."""
    best = -np.inf
    kept: list[Listed] = []
    uppers: list[Floats] = []
    for block in pairs.blocks(outputs):
        budget.check()
        lower, upper = bounds(block)
        listed, at = block.chosen(np.ones(len(upper), dtype=bool))
        if not len(at):
            continue
        best = max(best, float(lower[at].max()))
        chosen = upper[at] >= best
        kept.append(listed.where(chosen))
        uppers.append(upper[at][chosen])
    left = joined(kept).where(np.concatenate(uppers) >= best)
    return left.head(1) if best == np.inf else left  # infinite for certain: the first attains it


def _of_range(image: Floats, pairs: Pairs, budget: Budget) -> Listed:
    """The pairs that may have the widest range of the loss."""
    with np.errstate(divide="ignore"):
        logs = np.log(image)  # −inf where the probability is 0

    def bounds(block: Block) -> tuple[Floats, Floats]:
        with np.errstate(invalid="ignore"):
            losses = logs[block.first] - logs[block.second]  # nan where neither can occur
        spread = np.fmax.reduce(losses, axis=1) - np.fmin.reduce(losses, axis=1)
        spread = np.where(np.isnan(spread), np.inf, spread)  # one loss alone, an infinite one
        return spread - LOG_ERROR, spread + LOG_ERROR

    return _largest(pairs, image.shape[1], bounds, budget)


def _of_moment(image: Floats, pairs: Pairs, order: Fraction, budget: Budget) -> Listed | None:
    """The pairs that may have the largest Σ P^α·Q^(1−α)."""
    products = moments(image, order)
    if products is None:
        return None
    budget.check()
    values, error = products

    def bounds(block: Block) -> tuple[Floats, Floats]:
        found = values[block.first, block.second]
        found = found.ravel() if isinstance(block.first, slice) else found
        return found * (1 - error), found * (1 + error)

    return _largest(pairs, image.shape[1], bounds, budget)
