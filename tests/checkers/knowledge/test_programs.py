"""A program as the mechanism of a scenario: run apart, written out, re-checked as a channel."""

from __future__ import annotations

import json
from copy import deepcopy
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from dpverify.checkers.decide import check, measure
from dpverify.checkers.kernel.door import replay
from dpverify.defs.errors import InputError
from dpverify.defs.io import load_scenario
from dpverify.defs.knowledge import APKDP, PPKDP, ThetaReducible
from dpverify.defs.numbers import Value, ln
from tests.checkers.knowledge.scenarios import scenario

PROGRAMS = '''
from itertools import product

from dpverify import mechanism

PAIRS = list(product([0, 1], repeat=2))


@mechanism(inputs=PAIRS)
def coins(data, draw):
    """How many say yes, each by randomised response with a fair coin."""
    return sum(bit if draw.flip("1/2") else int(draw.flip("1/2")) for bit in data)


@mechanism(inputs=PAIRS)
def endless(data, draw):
    return sum(data) + draw.geometric("1/2")


@mechanism(inputs=PAIRS[:3])
def partial(data, draw):
    return sum(data)


@mechanism(inputs=PAIRS)
def waiting(data, draw):
    """A loop that its checkpoint makes finite."""
    while draw.flip("1/2"):
        draw.checkpoint(0)
    return sum(bit if draw.flip("1/2") else int(draw.flip("1/2")) for bit in data)


@mechanism(inputs=PAIRS)
def slow(data, draw):
    while True:
        pass
'''


def written(folder: Path, name: str, **more: Any) -> Path:
    """A scenario of two voters beside the file of its program."""
    (folder / "voting.py").write_text(PROGRAMS, encoding="utf-8")
    form = {
        "schema": "dpverify.scenario/1.0",
        "records": [{"count": 2, "values": {"0": "2/3", "1": "1/3"}}],
        "known": {"count": 1},
        "mechanism": {"program": f"voting.py:{name}"},
        **more,
    }
    path = folder / "votes.json"
    path.write_text(json.dumps(form), encoding="utf-8")
    return path


@pytest.mark.long
def test_a_program_by_hand(tmp_path: Path) -> None:
    """With the other vote known, the answer to one's own has 3/4 against 1/4.

    Given b, the output is r + (1 more with 3/4 or 1/4), r the known one's answer, of law
    (1−q, q) with q = 3/4 or 1/4. At ε = 0, δ = half the absolute differences of
    (1−q)·(1/4, 3/4) + shifted: the laws differ by (1−q)/2, (2q−1)/2, −q/2: δ = max(1−q, q)/2 = 3/8.
    """
    made = load_scenario(written(tmp_path, "coins"))
    for name in ("apkdp", "ppkdp"):
        found = measure(made, name, eps="0")
        assert found.tight["delta"] == Value(Fraction(3, 8))
        assert replay(found.to_json()).status == "accepted"
    verdict = check(made, PPKDP(eps="0", delta="3/8"))
    assert verdict.holds
    assert replay(check(made, APKDP(eps="0", delta="1/3")).to_json()).status == "accepted"
    reducible = check(made, ThetaReducible())
    assert replay(reducible.to_json()).status == "accepted"


def test_the_result_carries_what_the_program_does(tmp_path: Path) -> None:
    """So it is re-checked without the program; another channel is another scenario."""
    document = json.loads(
        check(load_scenario(written(tmp_path, "coins")), APKDP(eps="0", delta="1/3")).to_json()
    )
    (tmp_path / "voting.py").unlink()
    held = document["subject"]["scenario"]["mechanism"]
    assert held["program"] == "voting.py:coins"
    assert replay(json.dumps(document)).status == "accepted"
    for changed in (["1/4", "1/2", "1/4"], ["1", "0", "1"]):
        forged = deepcopy(document)
        del forged["subject"]["digest"]
        forged["subject"]["scenario"]["mechanism"]["channel"]["matrix"][0] = changed
        assert replay(json.dumps(forged)).status == "rejected"


@pytest.mark.parametrize(("name", "words"), [("partial", "no input '(1, 1)'"), ("none", "has no")])
def test_programs_that_make_no_sense(tmp_path: Path, name: str, words: str) -> None:
    """One line each."""
    with pytest.raises(InputError) as caught:
        check(load_scenario(written(tmp_path, name)), APKDP(eps="0", delta="0"))
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_missing_file_is_found_out_when_the_scenario_is_read(tmp_path: Path) -> None:
    """It is sought beside the scenario."""
    path = written(tmp_path, "coins", mechanism={"program": "nowhere.py:f"})
    with pytest.raises(InputError, match="there is no file"):
        load_scenario(path)


@pytest.mark.slow
def test_programs_without_end_stay_open(tmp_path: Path) -> None:
    """An endless loop ends at the time limit; unbounded noise is summed as far as it matters.

    With a sum s known up to one bit, s + Geometric(1/2) from 0 on tells the bit when it is s: ½.
    """
    verdict = check(load_scenario(written(tmp_path, "endless")), APKDP(eps="0", delta="0"))
    assert str(verdict.tight["delta"]) == "1/2"
    slow = load_scenario(written(tmp_path, "slow"))
    verdict = check(slow, APKDP(eps="0", delta="0"), time_limit=1)
    assert verdict.to_dict()["reason"]["code"] == "time"


def test_a_mechanism_of_the_library() -> None:
    """By its name, where its inputs are the databases; elsewhere the missing input is named."""
    groups = [{"count": 3, "values": {"0": "1/2", "1": "1/2"}}]
    made = scenario(records=groups, known={"count": 2},
                    mechanism={"program": "exponential-mechanism"})  # fmt: skip
    known = measure(made, "apkdp", delta="0")
    assert replay(known.to_json()).status == "accepted"
    assert 0 < known.tight["eps"] <= ln(4)  # on scores that move by one, all of them at once
    wrong = scenario(records=groups, mechanism={"program": "B36"})
    with pytest.raises(InputError, match="no input"):
        check(wrong, APKDP(eps="0", delta="0"))


def test_time_ends_a_large_count() -> None:
    """A count of ten thousand different voters, every one a target."""
    groups = [{"values": {"0": f"{9000 - i}/10000", "1": f"{1000 + i}/10000"}} for i in range(2000)]
    made = scenario(records=groups, mechanism={"name": "count"})
    verdict = check(made, APKDP(eps="0", delta="1/10"), time_limit=0.5)
    assert verdict.to_dict()["reason"]["code"] == "time"


@pytest.mark.long
def test_what_a_program_promises_is_assumed_of_the_scenario(tmp_path: Path) -> None:
    """Its numbers rest on it, so every answer names it; a document cannot leave it out."""
    scenario = load_scenario(str(written(tmp_path, "waiting")))
    exact = load_scenario(str(written(tmp_path, "coins")))
    for found, same in (
        (check(scenario, APKDP(ln(3), 0)), check(exact, APKDP(ln(3), 0))),
        (check(scenario, PPKDP(0, 0)), check(exact, PPKDP(0, 0))),
        (check(scenario, ThetaReducible()), check(exact, ThetaReducible())),
        (measure(scenario, "apkdp", eps=0), measure(exact, "apkdp", eps=0)),
    ):
        assert type(found) is type(same)
        (promise,) = found.assumptions
        assert promise.startswith("draw.checkpoint()")
        assert (found.evidence, same.assumptions) == ("conditional", ())
        form = json.loads(found.to_json())
        outcome = replay(form)
        assert outcome.status == "accepted", outcome.text
        mechanism = "subject.scenario.mechanism"
        assert {"assumptions", f"{mechanism}.channel.assumptions"} <= {*outcome.unread}
        del form["assumptions"]
        form["evidence"] = same.evidence
        assert replay(form).status == "rejected"
