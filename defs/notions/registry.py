"""The notions by the names that users type."""

from __future__ import annotations

from typing import Any

from dpverify.defs.errors import UsageError
from dpverify.defs.notions.approx_dp import ApproxDP
from dpverify.defs.notions.contract import Notion
from dpverify.defs.notions.local_dp import LocalDP
from dpverify.defs.notions.privacy_at_risk import PrivacyAtRisk
from dpverify.defs.notions.probabilistic_dp import ProbabilisticDP
from dpverify.defs.notions.pure_dp import PureDP
from dpverify.defs.validate import did_you_mean

NOTIONS: dict[str, type[Notion]] = {
    each.name: each for each in (PureDP, ApproxDP, ProbabilisticDP, LocalDP, PrivacyAtRisk)
}


def notion_class(name: str) -> type[Notion]:
    """The class of a notion; UsageError with a suggestion for an unknown name."""
    if name not in NOTIONS:
        raise UsageError(
            f"there is no definition {name!r}; known: {', '.join(NOTIONS)}"
            f"{did_you_mean(name, NOTIONS)}"
        )
    return NOTIONS[name]


def notion(name: str, **given: Any) -> Notion:
    """A claim by name.

    >>> notion("approx-dp", eps="1/2", delta="1e-9").parameters
    ('eps', 'delta')
    """
    return notion_class(name).from_text(given)
