"""Notions of privacy: one file per notion, the same members in each (see `contract`)."""

from __future__ import annotations

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
