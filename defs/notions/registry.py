"""The notions by the names that users type."""

from __future__ import annotations

from dpverify.defs.errors import UsageError
from dpverify.defs.notions.approx_dp import ApproxDP
from dpverify.defs.notions.bounded_range import BoundedRange
from dpverify.defs.notions.contract import Notion
from dpverify.defs.notions.f_dp import FDP
from dpverify.defs.notions.gaussian_dp import GaussianDP
from dpverify.defs.notions.guessing_advantage import GuessingAdvantage
from dpverify.defs.notions.local_dp import LocalDP
from dpverify.defs.notions.metric_dp import MetricDP
from dpverify.defs.notions.privacy_at_risk import PrivacyAtRisk
from dpverify.defs.notions.probabilistic_dp import ProbabilisticDP
from dpverify.defs.notions.pure_dp import PureDP
from dpverify.defs.notions.renyi_dp import RenyiDP
from dpverify.defs.notions.total_variation import TotalVariation
from dpverify.defs.notions.whole import WholeNotion
from dpverify.defs.notions.zcdp import ZCDP
from dpverify.defs.validate import did_you_mean, shown

NOTIONS: dict[str, type[Notion]] = {
    each.name: each for each in (PureDP, ApproxDP, ProbabilisticDP, LocalDP, PrivacyAtRisk)
}

WHOLE: dict[str, type[WholeNotion]] = {
    each.name: each
    for each in (
        MetricDP,
        GuessingAdvantage,
        TotalVariation,
        BoundedRange,
        RenyiDP,
        ZCDP,
        GaussianDP,
        FDP,
    )
}
"""Definitions that are not decided over events of single pairs: see `whole`."""


def notion_class(name: str) -> type[Notion]:
    """The class of a notion; UsageError with a suggestion for an unknown name."""
    if name not in NOTIONS:
        raise UsageError(
            f"there is no definition {shown(name)}; known: {', '.join(NOTIONS)}"
            f"{did_you_mean(name, NOTIONS)}"
        )
    return NOTIONS[name]


def claim_class(name: str) -> type[Notion | WholeNotion]:
    """The class of a definition of either kind; UsageError for an unknown name."""
    if not isinstance(name, str):  # a class or a claim, as `check` takes one
        called = getattr(name, "name", "pure-dp")
        raise UsageError(f"the definition is {shown(name)}; write its name, such as {called!r}")
    if name in WHOLE:
        return WHOLE[name]
    if name not in NOTIONS:
        known = [*NOTIONS, *WHOLE]
        raise UsageError(
            f"there is no definition {shown(name)}; known: {', '.join(known)}"
            f"{did_you_mean(name, known)}"
        )
    return NOTIONS[name]
