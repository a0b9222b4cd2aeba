"""All comparisons, by the names that documents use; one file per quantity."""

from __future__ import annotations

from typing import Final

from dpverify.defs.comparisons.contract import Comparison, Quantity
from dpverify.defs.comparisons.expected_loss import ExpectedLoss
from dpverify.defs.comparisons.guess_error import BayesGuessError, LikelihoodGuessError
from dpverify.defs.comparisons.hockey_stick import HockeyStick
from dpverify.defs.comparisons.largest_difference import LargestDifference
from dpverify.defs.comparisons.largest_ratio import LargestRatio
from dpverify.defs.comparisons.ratio_range import RatioRange
from dpverify.defs.comparisons.renyi_divergence import RenyiDivergence
from dpverify.defs.comparisons.risk import FirstRisk, TotalRisk
from dpverify.defs.comparisons.total_variation import TotalVariation
from dpverify.defs.comparisons.unmatched_mass import UnmatchedMass

QUANTITIES: Final[tuple[Quantity, ...]] = (
    TotalVariation(),
    HockeyStick(),
    LargestDifference(),
    LargestRatio(),
    RatioRange(),
    UnmatchedMass(),
    LikelihoodGuessError(),
    BayesGuessError(),
    ExpectedLoss(),
    RenyiDivergence(),
    FirstRisk(),
    TotalRisk(),
)
COMPARISONS: Final[dict[str, Comparison]] = {
    each.name: each
    for quantity in QUANTITIES
    for each in (Comparison(quantity), Comparison(quantity, most=False))
}
