"""Notions of privacy: one file per notion, the same members in each (see `contract`)."""

from __future__ import annotations

from dpverify.defs.notions.approx_dp import ApproxDP
from dpverify.defs.notions.contract import Notion
from dpverify.defs.notions.guessing_advantage import GuessingAdvantage
from dpverify.defs.notions.local_dp import LocalDP
from dpverify.defs.notions.metric_dp import MetricDP
from dpverify.defs.notions.privacy_at_risk import PrivacyAtRisk
from dpverify.defs.notions.probabilistic_dp import ProbabilisticDP
from dpverify.defs.notions.pure_dp import PureDP
from dpverify.defs.notions.registry import (
    NOTIONS,
    WHOLE,
    claim,
    claim_class,
    notion,
    notion_class,
)
from dpverify.defs.notions.whole import WholeNotion

__all__ = [
    "NOTIONS",
    "WHOLE",
    "ApproxDP",
    "GuessingAdvantage",
    "LocalDP",
    "MetricDP",
    "Notion",
    "PrivacyAtRisk",
    "ProbabilisticDP",
    "PureDP",
    "WholeNotion",
    "claim",
    "claim_class",
    "notion",
    "notion_class",
]
