"""What can be said of the table on PATE without the votes."""

from __future__ import annotations

from math import log

import pytest

from dpverify.defs.errors import DomainError
from dpverify.defs.numbers import parse
from dpverify.defs.risk.pate import PRINTED, vote_independent_eps


@pytest.mark.parametrize(("queries", "printed", "at_risk"), PRINTED)
def test_the_table_needs_the_votes(queries: int, printed: str, at_risk: str) -> None:
    """S1 prints 2.04/1.81 and 8.03/5.95; without the votes the ε is 5.30 and 20.76."""
    found = vote_independent_eps(queries, "1/20", "1e-5")
    grid = (2 * queries / 400 * (l + 1) + log(1e5) / l for l in range(1, 101))  # noqa: E741
    assert abs(found.approx() - min(grid)) < 1e-9
    assert found > 2 * parse(printed)
    assert parse(at_risk) < parse(printed)


def test_refuses() -> None:
    """No query, no noise, no δ."""
    for arguments in ((0, 1, "1/2"), (1, 0, "1/2"), (1, 1, 0)):
        with pytest.raises(DomainError):
            vote_independent_eps(*arguments)
