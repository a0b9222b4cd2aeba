"""The campaign of forged documents: without a fault here, and with one where a kernel is lax."""

from __future__ import annotations

import pytest

from dpverify.checkers.kernel import finite as kernel
from tests.fuzz.campaigns.forged_documents import run


def test_no_forgery_that_is_false_is_accepted() -> None:
    """A small run; `make fuzz` makes 60,000."""
    tally = run(150, 1)
    assert tally.faults == []
    assert tally.attacks == 150
    assert tally.outcomes["accepted and true"] > 0


def test_a_lax_kernel_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Claims that hold are believed: then the oracle finds accepted documents that are false."""
    monkeypatch.setattr(kernel._Claim, "check", lambda _: None)
    kinds = {kind for kind, _ in run(600, 1).faults}
    assert "false statements" in kinds
