"""Notions of privacy: one file per notion, the same members in each (see `contract`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dpverify.defs.lazy import lazily

if TYPE_CHECKING:
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
    from dpverify.defs.notions.registry import (
        NOTIONS,
        WHOLE,
        claim_class,
        notion_class,
    )
    from dpverify.defs.notions.renyi_dp import RenyiDP
    from dpverify.defs.notions.total_variation import TotalVariation
    from dpverify.defs.notions.whole import WholeNotion
    from dpverify.defs.notions.zcdp import ZCDP

__all__ = [
    "FDP",
    "NOTIONS",
    "WHOLE",
    "ZCDP",
    "ApproxDP",
    "BoundedRange",
    "GaussianDP",
    "GuessingAdvantage",
    "LocalDP",
    "MetricDP",
    "Notion",
    "PrivacyAtRisk",
    "ProbabilisticDP",
    "PureDP",
    "RenyiDP",
    "TotalVariation",
    "WholeNotion",
    "claim_class",
    "notion_class",
]

__getattr__ = lazily(
    __name__,
    {
        "approx_dp": ("ApproxDP",),
        "bounded_range": ("BoundedRange",),
        "contract": ("Notion",),
        "f_dp": ("FDP",),
        "gaussian_dp": ("GaussianDP",),
        "guessing_advantage": ("GuessingAdvantage",),
        "local_dp": ("LocalDP",),
        "metric_dp": ("MetricDP",),
        "privacy_at_risk": ("PrivacyAtRisk",),
        "probabilistic_dp": ("ProbabilisticDP",),
        "pure_dp": ("PureDP",),
        "registry": ("NOTIONS", "WHOLE", "claim_class", "notion_class"),
        "renyi_dp": ("RenyiDP",),
        "total_variation": ("TotalVariation",),
        "whole": ("WholeNotion",),
        "zcdp": ("ZCDP",),
    },
)
