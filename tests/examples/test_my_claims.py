"""The worked example of a user's own claims: what the page says is what happens."""

from __future__ import annotations

from typing import Any

import pytest

from dpverify.app.proving import chosen
from dpverify.checkers.kernel.door import replay
from dpverify.claims import Options, as_registered, run_suite
from tests.repository.source import ROOT

PAGE = (ROOT / "docs" / "your-own-claims.md").read_text("utf-8")


@pytest.fixture(scope="module")
def rows() -> dict[str, Any]:
    """The rows of the example by id."""
    found = chosen([str(ROOT / "examples" / "my_claims.py")])
    suite = run_suite(found.jobs, Options(), blanks=found.blanks)
    return {row["id"]: row for row in suite["entries"]}


@pytest.mark.long
def test_the_table_of_the_page_is_what_comes_out(rows: dict[str, Any]) -> None:
    """Each row of the page, from what was computed."""
    for row in rows.values():
        killed, total = row["mutants"]["killed"], row["mutants"]["total"]
        cells = (
            f"`{row['id']}`",
            row["expected"],
            row["status"],
            row["evidence"],
            row["scope"] or "",
            f"{killed}/{total}" if total else "",
        )
        assert "|" + "|".join(f" {cell} " if cell else " " for cell in cells) + "|" in PAGE
        assert as_registered(row)


@pytest.mark.long
def test_the_false_claim_carries_its_witness_and_its_story(rows: dict[str, Any]) -> None:
    """The kernel accepts the refutation; the prose is shown with it."""
    false = rows["mine.two-runs.same-delta"]
    assert replay(false["refutation"]).status == "accepted"
    assert list(false["essay"]) == ["Why one believes it", "The catch", "What repairs it"]
    assert "essay" not in rows["mine.two-runs.both-deltas"]
