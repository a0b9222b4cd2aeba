"""The notions by the names that users type."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, TypeVar

from dpverify.defs.errors import UsageError
from dpverify.defs.validate import did_you_mean, shown

if TYPE_CHECKING:
    from dpverify.defs.notions.contract import Notion
    from dpverify.defs.notions.whole import WholeNotion

C = TypeVar("C")


class Classes(Mapping[str, type[C]]):
    """Classes by name, each loaded when it is first asked for."""

    def __init__(self, homes: Mapping[str, tuple[str, str]]) -> None:
        self._homes = homes

    def __getitem__(self, name: str) -> type[C]:
        module, loaded = self._homes[name]
        found: type[C] = getattr(import_module(f"dpverify.defs.{module}"), loaded)
        return found

    def __contains__(self, name: object) -> bool:
        return name in self._homes

    def __iter__(self) -> Iterator[str]:
        return iter(self._homes)

    def __len__(self) -> int:
        return len(self._homes)


HOMES = {
    "pure-dp": ("notions.pure_dp", "PureDP"),
    "approx-dp": ("notions.approx_dp", "ApproxDP"),
    "probabilistic-dp": ("notions.probabilistic_dp", "ProbabilisticDP"),
    "local-dp": ("notions.local_dp", "LocalDP"),
    "privacy-at-risk": ("notions.privacy_at_risk", "PrivacyAtRisk"),
}
NOTIONS: Mapping[str, type[Notion]] = Classes(HOMES)

HOMES_OF_WHOLE = {
    "metric-dp": ("notions.metric_dp", "MetricDP"),
    "guessing-advantage": ("notions.guessing_advantage", "GuessingAdvantage"),
    "total-variation": ("notions.total_variation", "TotalVariation"),
    "bounded-range": ("notions.bounded_range", "BoundedRange"),
    "renyi-dp": ("notions.renyi_dp", "RenyiDP"),
    "zcdp": ("notions.zcdp", "ZCDP"),
    "gaussian-dp": ("notions.gaussian_dp", "GaussianDP"),
    "f-dp": ("notions.f_dp", "FDP"),
}
WHOLE: Mapping[str, type[WholeNotion]] = Classes(HOMES_OF_WHOLE)
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
