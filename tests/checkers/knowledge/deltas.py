"""δ of a view at some ε, for both definitions: what tests compare evaluators by."""

from __future__ import annotations

from dpverify.checkers.knowledge.views import View, cases
from dpverify.defs.divergences.hockey_stick import hockey_stick
from dpverify.defs.numbers import as_eps
from dpverify.defs.privacy_loss import Odds, odds_of


def conditional_deltas(view: View, values: tuple[str, str], eps: str) -> list[Odds]:
    """APK_b at ε for each value b of the knowledge, in the order of the slices; exact."""
    odds = odds_of(as_eps(eps))
    found = cases(view, active=True)
    return [hockey_stick(each.p, each.q, odds) for each in found if each.values == values]


def passive_delta(view: View, values: tuple[str, str], eps: str) -> Odds:
    """PPK at ε for an ordered pair of values; exact."""
    odds = odds_of(as_eps(eps))
    case = next(case for case in cases(view, active=False) if case.values == values)
    return hockey_stick(case.p, case.q, odds)
