"""A family by a parameter: the members that it stands for, and what is refused."""

from __future__ import annotations

import json
from typing import Any

import pytest

from dpverify.checkers.decide import check, measure
from dpverify.checkers.kernel.door import replay
from dpverify.defs.errors import InputError
from dpverify.defs.io import scenario_from_document
from dpverify.defs.io.read_theta import members
from dpverify.defs.knowledge import APKDP
from tests.checkers.knowledge.scenarios import scenario, voters

VOTES: dict[str, Any] = {
    "records": [{"count": 6, "values": {"0": "1-p", "1": "p"}}],
    "known": {"count": 2},
    "mechanism": {"name": "thresholded-count", "threshold": 2},
}
GRID = {"parameter": "p", "values": ["1/10", "1/4", 0]}


def test_a_grid_is_the_family_of_its_values() -> None:
    """Its δ is the largest of the members', and the setting says which."""
    made = scenario(**VOTES, theta={"parameter": "p", "values": ["1/10", "1/4", "1/5"]})
    each = [measure(voters(6, 2, p, 2), "ppkdp", eps="0").tight["delta"]
            for p in ("1/10", "1/4", "1/5")]  # fmt: skip
    found = measure(made, "ppkdp", eps="0")
    assert found.tight["delta"] == max(each)
    assert found.to_dict()["attained_by"]["setting"]["theta"] == each.index(max(each))
    assert made.notes["notes"] == "law 0: p = 1/10; law 1: p = 1/4; law 2: p = 1/5"
    assert replay(found.to_json()).status == "accepted"
    verdict = check(made, APKDP(eps="0", delta="1/10"))
    assert replay(verdict.to_json()).status == "accepted"
    again = scenario_from_document(json.loads(json.dumps(made.to_dict())))
    assert again.digest == made.digest


def test_the_parameter_is_put_into_probabilities_alone() -> None:
    """Values of records, labels and other names keep their letters."""
    law = {"records": [{"count": 2, "values": {"p": "p/2+exp(-p)*0+1e-1*0", "q": "1-p/2"}}],
           "known": {"random": {"each": "p"}}}  # fmt: skip
    (member,), names = members({"parameter": "p", "values": ["1/3"]}, law)
    assert member["records"][0]["values"] == {
        "p": "(1/3)/2+exp(-(1/3))*0+1e-1*0", "q": "1-(1/3)/2"}  # fmt: skip
    assert member["known"] == {"random": {"each": "(1/3)"}}
    assert names == ["p = 1/3"]
    joint = {"joint": [{"data": ["p"], "known": "p", "probability": "p"},
                       {"data": ["q"], "known": "p", "probability": "1-p"}]}  # fmt: skip
    (member,), _ = members({"parameter": "p", "values": ["1/3"]}, joint)
    assert member["joint"][0] == {"data": ["p"], "known": "p", "probability": "(1/3)"}


BAD: dict[str, tuple[Any, str]] = {
    "no object": ("p", "must be"),
    "an interval and values": (
        {"parameter": "p", "interval": ["0", "1"], "values": ["1/2"]},
        "unknown key",
    ),
    "no values": ({"parameter": "p"}, "values"),
    "empty values": ({"parameter": "p", "values": []}, "list of numbers"),
    "a key": ({"parameter": "p", "values": ["1/2"], "step": "1"}, "step"),
    "no name": ({"parameter": "1-p", "values": ["1/2"]}, "name such as"),
    "a function": ({"parameter": "exp", "values": ["1/2"]}, "name such as"),
    "no number": ({"parameter": "p", "values": ["half"]}, "a value of p"),
    "a float": ({"parameter": "p", "values": [True]}, "a value of p"),
    "nowhere": ({"parameter": "q", "values": ["1/2"]}, "stands in no probability"),
    "no probability": ({"parameter": "p", "values": ["3/2"]}, "must be ≥ 0"),
}


@pytest.mark.parametrize("name", BAD)
def test_a_bad_family_is_one_line(name: str) -> None:
    """What was given, and what it must be."""
    theta, words = BAD[name]
    with pytest.raises(InputError) as caught:
        scenario(**VOTES, theta=theta)
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


def test_theta_and_family_do_not_mix() -> None:
    """One way of giving Θ."""
    with pytest.raises(InputError, match="one of the two"):
        scenario(family=[{"records": VOTES["records"]}], theta=GRID, mechanism={"name": "count"})
