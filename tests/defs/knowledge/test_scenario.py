"""Scenario files: what they say, and what is refused in one line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from dpverify.defs.errors import InputError
from dpverify.defs.io import load_scenario, scenario_from_document, strict_loads
from dpverify.defs.knowledge import Records
from tests.checkers.knowledge.scenarios import scenario, voters

GOOD: dict[str, Any] = {
    "schema": "dpverify.scenario/1.0",
    "records": [{"count": 1000, "values": {"0": "1-1e-7", "1": "1e-7"}}],
    "known": {"count": 100},
    "mechanism": {"name": "thresholded-count", "threshold": 100},
}
COIN = {"0": "1/2", "1": "1/2"}


def test_the_example_of_the_contract(tmp_path: Path) -> None:
    """Read from a file with plain JSON numbers, written again, read again: the same digest."""
    path = tmp_path / "votes.json"
    path.write_text(json.dumps(GOOD), encoding="utf-8")
    made = load_scenario(path)
    theta = made.family[0]
    assert isinstance(theta, Records)
    assert (theta.n, theta.known_counts, made.query.threshold) == (1000, (100,), 100)
    assert scenario_from_document(made.to_dict()).digest == made.digest
    again = strict_loads(json.dumps(made.to_dict()))
    assert scenario_from_document(again).digest == made.digest


def test_titles_take_no_part_in_the_digest() -> None:
    """A scenario is what it says."""
    titled = scenario_from_document({**GOOD, "title": "votes"})
    assert titled.digest == scenario_from_document(GOOD).digest
    assert titled.to_dict()["title"] == "votes"


LAPLACE = {"law": "discrete-laplace", "scale": "2", "low": "0", "high": "9"}


def mechanism(**keys: Any) -> dict[str, Any]:
    """A scenario with another mechanism."""
    return {"mechanism": keys}


def noise(given: Any) -> dict[str, Any]:
    """A noisy count."""
    return mechanism(name="count", noise=given)


BAD: dict[str, tuple[dict[str, Any], str]] = {
    "no threshold": (mechanism(name="thresholded-count"), 'needs a "threshold"'),
    "noise of a word": (noise("loud"), "must be a table like"),
    "noise that sums to a half": (noise({"0": "1/2"}), "sum to 1/2"),
    "negative noise": (noise({"0": "3/2", "1": "-1/2"}), "must be ≥ 0"),
    "noise twice": (noise({"1/2": "1/2", "0.5": "1/2"}), "stands twice"),
    "noise on no number": (noise({"x": "1"}), "a number of the noise is 'x'"),
    "noise on ln(2)": (noise({"ln(2)": "1"}), "a number of the noise"),
    "unknown noise": (noise({**LAPLACE, "law": "laplace"}), "there is no noise 'laplace'"),
    "noise key": (noise({**LAPLACE, "scael": "3"}), "did you mean 'scale'"),
    "unbounded noise": (noise({"law": "geometric", "ratio": "1/2"}), "is unbounded"),
    "no scale": (noise({"law": "discrete-laplace", "low": "0", "high": "9"}), "needs one of"),
    "two scales": (noise({**LAPLACE, "ratio": "1/2"}), "needs one of"),
    "scale 0": (noise({**LAPLACE, "scale": "0"}), "must be above 0"),
    "ratio 1": (noise({"law": "geometric", "ratio": "1", "low": "0", "high": "9"}), "in [0, 1)"),
    "low above high": (noise({**LAPLACE, "low": "10"}), "low must be below high"),
    "wide": (noise({**LAPLACE, "high": "1000000"}), "by at most 10000"),
    "noise on a mean": (mechanism(name="arithmetic-mean", noise=LAPLACE), "unknown key 'noise'"),
    "a program of two": (mechanism(program="a.py:f", name="count"), "unknown key 'name'"),
    "a program that is a number": (mechanism(program=3), "must be a text such as"),
    "no channel": (mechanism(channel={}), "the channel of the mechanism"),
    "too many databases": (mechanism(program="a.py:f"), "1000 records have too many"),
    "injected program": ({**mechanism(program="a.py:f"), "injected": True}, "cannot be injected"),
    "misspelt key": ({"mecanism": {}}, "did you mean 'mechanism'"),
    "misspelt schema": ({"schema": "dpverify.scenaro/1.0"}, "dpverify.scenario"),
    "newer schema": ({"schema": "dpverify.scenario/2.0"}, "newer"),
    "no records": ({"records": []}, "list of groups"),
    "sum": ({"records": [{"count": 2, "values": {"0": "1/2", "1": "1/4"}}]}, "sum to 3/4"),
    "negative": ({"records": [{"count": 2, "values": {"0": "3/2", "1": "-1/2"}}]}, "must be ≥ 0"),
    "no probability": ({"records": [{"values": {"0": "half"}}]}, "probability of '0'"),
    "group key": ({"records": [{"cuont": 2, "values": COIN}]}, "did you mean 'count'"),
    "group count": ({"records": [{"count": "two", "values": COIN}]}, "count of a group"),
    "no record": ({"records": [{"count": 0, "values": COIN}], "known": {"count": 0}}, "n = 0"),
    "a trillion": ({"records": [{"count": 10**12, "values": COIN}]}, "n = 1000000000000"),
    "known > n": ({"known": {"count": 1001}}, "1001 known records of 1000"),
    "known = n": ({"known": {"count": 1000}}, "at least one must be left"),
    "known key": ({"known": {"cout": 3}}, "did you mean 'count'"),
    "known type": ({"known": 3}, "must be an object"),
    "known fraction": ({"known": {"count": "1/2"}}, "whole number"),
    "known negative": ({"known": {"count": -1}}, "whole number"),
    "known twice": ({"known": {"indices": [1, 1]}}, "stands twice"),
    "known beyond": ({"known": {"indices": [1000]}}, "no record"),
    "counts": ({"known": {"counts": [1, 2]}}, "2 known counts for 1 groups"),
    "counts beyond": ({"known": {"counts": [1001]}}, "1001 known records"),
    "ambiguous": ({"records": [{"count": 2, "values": COIN}, {"values": {"0": 1}}],
                   "known": {"count": 1}}, "does not say which"),
    "random": ({"known": {"random": {"sise": 2}}}, "known at random"),
    "target known": ({"target": 99}, "target 99 is among the known records"),
    "target beyond": ({"target": 1000}, "no record"),
    "mechanism": ({"mechanism": {"name": "cuont"}}, "did you mean 'count'"),
    "median": ({"mechanism": {"name": "median"}}, "there is no mechanism 'median'"),
    "mechanism type": ({"mechanism": "count"}, "must be an object"),
    "option": ({"mechanism": {"name": "count", "threshold": 3}}, "unknown key 'threshold'"),
    "threshold": ({"mechanism": {"name": "thresholded-count", "threshold": "many"}}, "threshold"),
    "threshold half": ({"mechanism": {"name": "thresholded-count", "threshold": "1/2"}}, "whole"),
    "counted": ({"mechanism": {"name": "count", "counted": ["2"]}}, "nothing is counted"),
    "weights": ({"mechanism": {"name": "linear"}}, "weights"),
    "weights short": ({"mechanism": {"name": "linear", "weights": [1, 2]}}, "2 weights"),
    "zero value": ({"mechanism": {"name": "geometric-mean"}}, "positive values"),
    "no number": ({"records": [{"values": {"a": 1}}], "known": {"count": 0},
                   "mechanism": {"name": "arithmetic-mean"}}, "a value of a record is 'a'"),
    "both": ({"joint": []}, "either 'records' or 'joint'"),
    "family": ({"family": []}, "give one of the two"),
    "injected": ({"injected": 1}, "true or false"),
}  # fmt: skip


@pytest.mark.parametrize("name", BAD)
def test_a_bad_scenario_is_refused_in_one_line(name: str) -> None:
    """The line names what is wrong."""
    keys, words = BAD[name]
    with pytest.raises(InputError) as refused:
        scenario_from_document({**GOOD, **keys})
    assert words in str(refused.value)
    assert "\n" not in str(refused.value)
    assert len(str(refused.value)) < 300


def test_a_dependent_target_is_refused() -> None:
    """Unless other targets are named."""
    rows = [
        {"data": ["0", "0"], "known": "0", "probability": "1/2"},
        {"data": ["1", "0"], "known": "1", "probability": "1/2"},
    ]
    with pytest.raises(InputError, match="record 0 is not independent"):
        scenario(joint=rows, mechanism={"name": "count"})
    assert scenario(joint=rows, target=1, mechanism={"name": "count"}).targets == (1,)
    with pytest.raises(InputError, match="injected"):
        scenario(joint=rows, target=1, injected=True, mechanism={"name": "count"})


def test_floats_are_refused() -> None:
    """A Python float in a document that was not read from text is no exact number."""
    with pytest.raises(InputError, match="must be a number such as"):
        scenario(records=[{"values": {"0": 0.5, "1": 0.5}}], mechanism={"name": "count"})


def test_blocks_of_a_scenario() -> None:
    """The first records of a group are known; the last unknown one is the target."""
    theta = voters(5, 2, "1/3").family[0]
    assert isinstance(theta, Records)
    (block, members), = theta.blocks(())  # fmt: skip
    assert (block.known, block.free, block.target, list(members)) == (2, 3, 4, [0, 1, 2, 3, 4])
