"""The checker and the kernel say of the further definitions what the hand calculation says."""

from __future__ import annotations

import json

import pytest

from dpverify.checkers.decide import check
from dpverify.checkers.kernel.door import replay
from dpverify.defs.definitions.registry import definition
from tests.agreement.further_corpus import FURTHER, Row


@pytest.mark.parametrize("row", FURTHER, ids=str)
def test_what_was_worked_out(row: Row) -> None:
    """The verdict is the expected one, and the kernel accepts it but not its opposite."""
    document = json.loads(check(row.subject, definition(row.name, **row.given)).to_json())
    assert document["verdict"] == ("holds" if row.holds else "fails"), row.why
    assert replay(document).status == "accepted"
    opposite = {**document, "verdict": "fails" if row.holds else "holds"}
    assert replay(opposite).status == "rejected"


def test_no_line_stands_twice() -> None:
    """A subject, a claim, a truth: each line says something else."""
    assert len({(str(row), str(row.more), str(row.of)) for row in FURTHER}) == len(FURTHER)
