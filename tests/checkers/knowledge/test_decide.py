"""Verdicts and measurements about scenarios, each re-checked by the kernel."""

from __future__ import annotations

import json
from random import Random

import pytest

from dpverify.checkers.decide import check, measure
from dpverify.checkers.kernel.door import replay
from dpverify.checkers.subjects import Subject
from dpverify.checkers.verdict import Fails
from dpverify.defs.channel import Channel
from dpverify.defs.definitions import ApproxDP, PureDP
from dpverify.defs.errors import EmptyQuestion, UsageError
from dpverify.defs.knowledge import APKDP, PPKDP, ThetaReducible
from dpverify.defs.mechanisms import library_mechanism
from dpverify.defs.target import Target
from tests.checkers.knowledge.scenarios import asks_something, random_scenario, scenario, voters

SMALL = voters(10, 3, "1/20", 3)
RR = Channel(["0", "1"], ["0", "1"], [["3/4", "1/4"], ["1/4", "3/4"]])


def test_the_contract_of_a_result() -> None:
    """Kind, tight δ in fractions, setting and one term for each number of known ones."""
    verdict = check(SMALL, PPKDP(eps="0", delta="1/1000"))
    document = json.loads(verdict.to_json())
    assert document["subject"]["kind"] == "scenario"
    assert document["tight"]["delta"]["exact"] == "987963501/128000000000"
    assert document["tight"]["delta"]["lower"].startswith("0.00771846485")
    assert document["witness"]["setting"] == {"theta": 0, "target": 9, "values": ["0", "1"]}
    assert [term["known"] for term in document["witness"]["terms"]] == ["0", "1", "2", "3"]
    assert [term["weight"] for term in document["witness"]["terms"]] == [
        "6859/8000", "1083/8000", "57/8000", "1/8000",
    ]  # fmt: skip
    assert replay(verdict.to_json()).status == "accepted"


def test_apkdp_names_one_b() -> None:
    """The worst b is all known votes "yes"; ⊥ is then impossible for a "yes"."""
    verdict = check(SMALL, APKDP(eps="5", delta="1/2"))
    assert isinstance(verdict, Fails)
    (term,) = json.loads(verdict.to_json())["witness"]["terms"]
    assert term["known"] == "3"
    assert term["event"] == ["⊥"]
    assert term["probabilities"] == ["47045881/64000000", "0"]


@pytest.mark.parametrize("seed", range(40))
def test_every_answer_about_a_small_scenario_replays(seed: int) -> None:
    """Both verdicts, both tight parameters, at the boundary and on either side of it.

    Where no target has two possible values nothing is asked, and that is said.
    """
    made = random_scenario(Random(1000 + seed))  # noqa: S311 (test data, no secret)
    if not asks_something(made):
        for question in (APKDP(eps="1/3", delta="0"), PPKDP(eps="1/3", delta="0"),
                         ThetaReducible()):  # fmt: skip
            with pytest.raises(EmptyQuestion, match="no target has two values"):
                check(made, question)
        return
    for name, definition in (("apkdp", APKDP), ("ppkdp", PPKDP)):
        found = measure(made, name, eps="1/3")
        assert replay(found.to_json()).status == "accepted"
        delta = found.tight["delta"]
        assert check(made, definition(eps="1/3", delta=delta)).holds
        if delta > 0:
            assert check(made, definition(eps="1/3", delta=delta * 9 / 10)).fails
        least = measure(made, name, delta="1/10")
        assert replay(least.to_json()).status == "accepted", replay(least.to_json())
    assert replay(check(made, ThetaReducible()).to_json()).status == "accepted"


def test_tight_eps_is_infinite_where_an_output_gives_all_away() -> None:
    """Given three known "yes", ⊥ excludes a "yes" of the target."""
    assert str(measure(SMALL, "apkdp", delta="1/2").tight["eps"]) == "inf"


def test_full_knowledge_is_differential_privacy() -> None:
    """With all but the target known, APKDP is (ε, δ)-DP of the count between neighbours."""
    full = voters(4, 3, "1/2", 2)
    # Databases of 4 votes as counts: released above 2, neighbours differ by one.
    labels, outputs = ["0", "1", "2", "3", "4"], ["⊥", "3", "4"]
    rows = [[1, 0, 0], [1, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]
    pairs = [[str(i), str(i + 1)] for i in range(4)]
    channel = Channel(labels, outputs, rows, neighbours=pairs)
    for delta in ("0", "1/2", "1"):
        same = check(full, APKDP(eps="1", delta=delta)), check(channel, ApproxDP("1", delta))
        assert same[0].name == same[1].name


def test_kinds_do_not_mix() -> None:
    """A claim about channels asked of a scenario, and the other way round, in one line."""
    with pytest.raises(UsageError, match="for scenarios there are apkdp, ppkdp"):
        check(SMALL, PureDP(eps=1))
    with pytest.raises(UsageError, match="claims about a scenario"):
        check(RR, APKDP(eps="0", delta="0"))
    for other, words in (
        (RR, "the subject is a channel; "),
        (Subject(RR, "rr.json"), "'rr.json' is a channel; "),
        (library_mechanism("B36"), "'randomized_response' is a program; "),
        (Target("file", "a.py", "f"), "'a.py:f' is a program; "),
        (3, "the subject is 3; "),
    ):
        with pytest.raises(UsageError) as caught:
            check(other, ThetaReducible())
        assert str(caught.value).startswith(words)
    with pytest.raises(UsageError, match="no claim about a scenario"):
        measure(SMALL, "approx-dp", eps=1)
    with pytest.raises(UsageError, match="has no parameter"):
        measure(SMALL, "theta-reducible")


def test_joint_laws_and_families() -> None:
    """The worst member of the family is found, and named."""
    rows = [
        {"data": ["0", "0"], "known": "a", "probability": "1/4"},
        {"data": ["1", "0"], "known": "a", "probability": "1/4"},
        {"data": ["0", "1"], "known": "b", "probability": "1/4"},
        {"data": ["1", "1"], "known": "b", "probability": "1/4"},
    ]
    made = scenario(family=[{"records": [{"count": 2, "values": {"0": "1/2", "1": "1/2"}}]},
                            {"joint": rows}],
                    target=0, mechanism={"name": "count"})  # fmt: skip
    verdict = check(made, APKDP(eps="0", delta="1/2"))
    assert isinstance(verdict, Fails)
    assert json.loads(verdict.to_json())["witness"]["setting"]["theta"] == 1
    assert str(verdict.tight["delta"]) == "1"


def test_rows_of_probability_0_say_nothing() -> None:
    """A value of the target, or of what is known, that never occurs has no law to compare."""
    rows = [
        {"data": [first, second], "known": known, "probability": p}
        for first, second, known, p in (
            ("2", "0", "0", "0"), ("0", "0", "0", "1/4"), ("1", "0", "0", "1/4"),
            ("0", "1", "1", "1/4"), ("1", "1", "1", "1/4"), ("0", "1", "2", "0"),
        )
    ]  # fmt: skip
    made = scenario(joint=rows, target=0, mechanism={"name": "count"})
    assert check(made, ThetaReducible()).holds
    for definition in ("apkdp", "ppkdp"):
        found = measure(made, definition, eps="ln(2)")
        assert found.tight["delta"] == 1
        assert replay(found.to_json()).status == "accepted"
