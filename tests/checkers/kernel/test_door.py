"""Each document goes to the kernel that knows its definition."""

from __future__ import annotations

import json
from typing import Any

import pytest

from dpverify.checkers.decide import check
from dpverify.checkers.kernel import (
    accounts,
    attacker,
    calibrations,
    divergences,
    door,
    finite,
    programs,
    releases,
    sensitivities,
)
from dpverify.checkers.kernel.definitions import DEFINITIONS
from dpverify.checkers.kernel.door import replay
from dpverify.defs.definitions import PureDP
from dpverify.defs.numbers.documents import read
from tests.checkers.test_on_channels import LINE
from tests.fuzz.continuous_documents import made


def test_other_claims_go_to_the_kernel_of_channels() -> None:
    outcome = replay(read(check(LINE, PureDP(eps=1)).to_json()))
    assert outcome.status == "accepted"
    assert "pure-dp" in outcome.text


def test_the_door_knows_the_definitions_of_its_kernels() -> None:
    """Each definition of a kernel of channels is sent there, and to no other."""
    assert finite.NAMES.keys() == door.EVENTS
    assert attacker.CLAIMS.keys() == door.ATTACKER
    assert programs.NAMES.keys() == door.WORDS
    assert not divergences.CLAIMS.keys() & (door.EVENTS | door.ATTACKER)
    assert DEFINITIONS.keys() > door.WORDS  # by closed forms, where a place has a value


@pytest.mark.parametrize(
    ("document", "status", "name"),
    [
        ({"schema": "dpverify.mood/1.0"}, "rejected", "dpverify.mood"),
        ({"schema": "dpverify.proof/1.0"}, "not-recheckable", "proof kernel"),
        ({"definition": "mood-dp"}, "not-recheckable", "mood-dp"),
        ({"definition": "mood-dp", "subject": {"kind": "scenario"}}, "not-recheckable", "scenario"),
    ],
)
def test_what_is_not_known_is_refused_by_name(
    document: dict[str, Any], status: str, name: str
) -> None:
    genuine = read(check(LINE, PureDP(eps=1)).to_json())
    outcome = replay({**genuine, **document})
    assert outcome.status == status
    assert name in outcome.text


def test_an_unknown_definition_of_a_program_is_refused_by_name() -> None:
    genuine = read(json.dumps(made("words hold")))
    outcome = replay({**genuine, "definition": "mood-dp"})
    assert outcome.status == "not-recheckable"
    assert "mood-dp" in outcome.text


def test_what_is_no_document() -> None:
    junk: object
    for junk in (None, [], {}, {"definition": 3}, {"definition": "metric-dp"}):
        assert replay(junk).status == "rejected"


@pytest.mark.parametrize(("choose", "kind", "kernel"), [
    (door._kernel_of_plans, "dpverify.account", accounts),
    (door._kernel_of_plans, "dpverify.calibration", calibrations),
    (door._kernel_of_functions, "dpverify.function-sensitivity", sensitivities),
    (door._kernel_of_functions, "dpverify.release", releases),
])  # fmt: skip
def test_each_kind_has_its_own_kernel(choose: Any, kind: str, kernel: Any) -> None:
    """Whatever object its name is: a document is read, and has texts of its own."""
    assert choose("".join(list(kind))) is kernel.replay
