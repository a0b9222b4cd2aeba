"""No kernel without a census: whatever the door leads to re-checks a document of some kind here."""

from __future__ import annotations

import json
import re

import pytest

from dpverify.checkers.kernel import door
from dpverify.defs.numbers.documents import read
from tests.census.test_census import kinds
from tests.repository.source import ROOT


@pytest.mark.slow
def test_every_kernel_of_the_door_has_a_kind_here() -> None:
    """The kernels that its source names, and those that genuine documents are led to."""
    source = (ROOT / "checkers" / "kernel" / "door.py").read_text(encoding="utf-8")
    named = {*re.findall(r"^ +return (\w+)\.replay$", source, re.MULTILINE)}
    led_to = set()
    for maker in kinds().values():
        document = read(json.dumps(maker()))
        if document["schema"].startswith("dpverify.proof/"):
            continue  # these have a door of their own
        led_to.add(door._kernel_of(document).__module__.rpartition(".")[2])
    assert len(named) > 10
    assert named - led_to == set()
