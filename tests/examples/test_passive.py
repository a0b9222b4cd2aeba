"""Passive partial knowledge and a deterministic map, proved from a user's own file."""

from __future__ import annotations

import pytest

from dpverify.proofs.kernel import RefusedError, check
from dpverify.proofs.setting import setting_of
from dpverify.proofs.theorem import checked_alone, found
from examples.passive import ENTRIES, passive


def test_the_claim_is_proved() -> None:
    """By the search, which bounds max(0, a + b) by max(0, a) + max(0, b)."""
    (entry,) = ENTRIES
    document = found(entry, seconds=60, known=False)
    assert not isinstance(document, str)
    assert checked_alone(document).status == "accepted"


@pytest.mark.parametrize("name", [mutant.name for mutant in ENTRIES[0].mutants])
def test_no_false_neighbour_is(name: str) -> None:
    """The steps of the true claim do not lead to a false one."""
    (entry,) = ENTRIES
    document = found(entry, seconds=60, known=False)
    assert not isinstance(document, str)
    false = next(mutant.statement for mutant in entry.mutants if mutant.name == name)
    with pytest.raises(RefusedError):
        check(setting_of(false), document["steps"][""])


def test_what_is_claimed_is_of_the_function_of_the_release() -> None:
    """Two outputs for each value of B, where the release has three."""
    goals = setting_of(passive("delta")).goals
    assert all(len(goal.expr.terms) == 1 + 2 * 2 for goal in goals)
