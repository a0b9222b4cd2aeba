"""Verdicts: three of them, none a boolean, none to be changed."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import FrozenInstanceError
from typing import Any

import pytest

from dpverify.checkers.answers.documents import Reason
from dpverify.checkers.answers.places import Witness
from dpverify.checkers.decide import check, measure
from dpverify.checkers.subjects import Subject
from dpverify.checkers.verdict import STRENGTHS, Fails, Holds, Measured, Unknown, Verdict
from dpverify.defs.channel import Channel
from dpverify.defs.definitions import PureDP
from dpverify.defs.numbers import Value, ln

RR = Channel(["0", "1"], ["0", "1"], [["3/4", "1/4"], ["1/4", "3/4"]])
HOLDS = check(RR, PureDP(eps="ln(3)"))
FAILS = check(RR, PureDP(eps="1.09"))
UNKNOWN = Unknown(
    subject=Subject(RR), definition="pure-dp", given={}, reason=Reason("time", "out of time")
)


@pytest.mark.parametrize(
    ("verdict", "name"), [(HOLDS, "holds"), (FAILS, "fails"), (UNKNOWN, "unknown")]
)
def test_exactly_one_of_three(verdict: Verdict, name: str) -> None:
    """Holds, fails, unknown: each verdict is one of them."""
    assert [each for each in ("holds", "fails", "unknown") if getattr(verdict, each)] == [name]
    assert verdict.name == name


@pytest.mark.parametrize("verdict", [HOLDS, FAILS, UNKNOWN])
def test_a_verdict_has_no_truth_value(verdict: Verdict) -> None:
    """`if verdict:` raises, and says what to write."""
    with pytest.raises(TypeError, match=r"\.holds, \.fails or \.unknown"):
        bool(verdict)
    with pytest.raises(TypeError, match="no truth value"):
        _ = not verdict


def test_what_each_carries() -> None:
    """Evidence for an answer, a reason for none."""
    assert isinstance(HOLDS, Holds)
    assert HOLDS.evidence == "exact"
    assert isinstance(FAILS, Fails)
    assert FAILS.evidence == "certificate"
    assert FAILS.tight["eps"] == ln(3)
    assert isinstance(FAILS.witness, Witness)
    assert FAILS.witness.inputs == ("0", "1")
    assert FAILS.witness.probabilities == (Value(3) / 4, Value(1) / 4)
    assert FAILS.witness.excess > 0
    assert UNKNOWN.evidence is None
    assert (UNKNOWN.reason.code, UNKNOWN.reason.text) == ("time", "out of time")
    assert STRENGTHS[0] == "certificate"
    assert STRENGTHS[-1] == "sampled"


def test_nothing_can_be_changed() -> None:
    """Neither fields nor the mappings in them."""
    with pytest.raises(FrozenInstanceError):
        FAILS.evidence = "exact"  # type: ignore[misc]  # that is the point
    tight: Any = FAILS.tight
    with pytest.raises(TypeError):
        tight["eps"] = ln(2)
    given: Any = FAILS.given
    with pytest.raises(TypeError):
        given["eps"] = ln(2)


def test_equality_leaves_the_run_out() -> None:
    """The same question twice has one answer, whatever the clock says."""
    again = check(RR, PureDP(eps="1.09"))
    assert again == FAILS
    assert again != HOLDS
    assert check(RR, PureDP(eps="1.08")) != FAILS


def test_a_verdict_can_be_copied_whole() -> None:
    """As it must be to cross from one process to another."""
    copy = deepcopy(FAILS)
    assert copy == FAILS
    assert copy.to_json() == FAILS.to_json()
    with pytest.raises(TypeError):
        copy.tight["eps"] = ln(2)  # type: ignore[index]  # that is the point


def test_a_measurement_is_no_verdict() -> None:
    """It has a tight parameter and where it is attained, and may stand in a condition."""
    found = measure(RR, "pure-dp")
    assert isinstance(found, Measured)
    assert not isinstance(found, Verdict)
    assert found.tight == {"eps": ln(3)}
    assert found.attained_by is not None
    assert found


def test_provenance_is_that_of_the_channel() -> None:
    """What was done to the numbers while reading comes along."""
    channel = Channel(["0", "1"], ["0"], [["1"], ["1"]], provenance=["rows divided by their sums"])
    verdict = check(channel, PureDP(eps="0"))
    assert verdict.provenance == ("rows divided by their sums",)
    assert verdict.to_dict()["subject"]["read"] == ["rows divided by their sums"]
