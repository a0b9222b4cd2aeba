"""The page about the textbook names entries that are what it says."""

from __future__ import annotations

import re

import pytest

from dpverify.proofs.registry import entries, entry
from dpverify.proofs.theorem import stored_names
from tests.repository.source import ROOT

ROWS = [
    [cell.strip() for cell in line.strip("|\n").split("|")]
    for line in (ROOT / "docs" / "textbook.md").read_text("utf-8").splitlines()
    if re.match(r"\| \d+ \|", line)
]
KNOWN = {each.id: each.expected for each in entries()}


def _ids(text: str) -> list[str]:
    return [name for name in re.findall(r"`([a-z0-9.-]+)`", text) if "." in name]


def test_every_statement_has_its_row() -> None:
    """34 statements, in order."""
    assert [int(row[0]) for row in ROWS] == [*range(1, 35)]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[1])
def test_a_row_says_what_the_registry_says(row: list[str]) -> None:
    """Entries that are said to be proved have a stored proof; what is not proved has a reason."""
    _, _, proved, named, missing = row
    assert proved in ("yes", "part", "no")
    assert bool(_ids(named)) == (proved != "no")
    assert bool(missing) == (proved != "yes")
    assert {*_ids(named)} <= {*stored_names()}
    for name in _ids(missing):
        assert name not in stored_names()
        assert entry(name).id == name
        words = {"tested": "tested", "computed": "computes", "proved": "shown for"}
        assert words[KNOWN[name]] in missing
