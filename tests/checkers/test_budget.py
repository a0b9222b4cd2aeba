"""The time budget."""

from __future__ import annotations

import pytest

from dpverify.checkers import budget
from dpverify.checkers.budget import UNLIMITED, Budget
from dpverify.defs.errors import DomainError, Undecided


def test_no_limit_never_runs_out() -> None:
    """Without seconds every check passes."""
    UNLIMITED.check()
    assert UNLIMITED.remaining() is None


def test_a_limit_on_the_monotonic_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Before the deadline a check passes; from the deadline on it raises "time"."""
    now = 100.0
    monkeypatch.setattr(budget, "monotonic", lambda: now)
    limited = Budget(2)
    limited.check()
    assert limited.remaining() == 2
    now = 102.0
    with pytest.raises(Undecided, match="2 s") as late:
        limited.check()
    assert late.value.code == "time"
    assert limited.remaining() == 0
    now = 103.0
    assert limited.remaining() == 0


@pytest.mark.parametrize("seconds", [-1, float("nan"), float("inf"), 1e10])
def test_a_limit_is_a_length_of_time(seconds: float) -> None:
    """Negative limits, NaN and what no clock of the system has are refused."""
    with pytest.raises(DomainError, match="a number from 0 to 31,536,000"):
        Budget(seconds)
