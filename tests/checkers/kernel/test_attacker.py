"""The kernel of distances and guesses: what it accepts is true, and forgeries are refused."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest
from hypothesis import given

from dpverify.checkers.decide import check, measure
from dpverify.checkers.kernel.attacker import replay
from dpverify.defs.channel import Channel
from dpverify.defs.definitions import GuessingAdvantage, MetricDP
from dpverify.defs.definitions.whole import MeasuredDefinition
from dpverify.defs.numbers.documents import read
from tests.checkers.test_on_channels import LINE, TIGHT
from tests.defs.guessing.attacks import Attack, attacks
from tests.rejects.forgeries import signed

CLAIMS: list[MeasuredDefinition] = [
    MetricDP(eps="0.82"),
    MetricDP(eps=TIGHT),
    GuessingAdvantage("15/69", ["20"]),
    GuessingAdvantage("1/4", ["20"]),
    GuessingAdvantage("1/100", ["20"], knowledge=[["10"], ["15", "20"]]),
]
CHANGES: list[tuple[tuple[str, ...], Any]] = [
    (("definition",), "pure-dp"),
    (("schema",), "dpverify.result/2.0"),
    (("verdict",), "maybe"),
    (("evidence",), "sampled"),
    (("subject", "digest"), "sha256:0"),
    (("subject", "channel", "prior"), ["1/2", "1/4", "1/4"]),
    (("subject", "channel", "prior"), ["1/4", "1/2", "1/2"]),
    (("subject", "channel", "distance"), [["0", "2", "2"], ["1", "0", "1"], ["2", "1", "0"]]),
    (("subject", "channel", "distance"), [["0", "-1", "2"], ["1", "0", "1"], ["2", "1", "0"]]),
    (("subject", "channel", "distance"), [["1", "1", "2"], ["1", "0", "1"], ["2", "1", "0"]]),
    (("subject", "channel", "distance"), [["0", "1"], ["1", "0"]]),
    (("given", "goal"), ["10"]),
    (("given", "goal"), []),
    (("given", "knowledge"), [["10"], ["15"]]),
    (("given", "eta"), "2"),
    (("given", "eta"), "-1"),
    (("given", "eps"), "inf"),
    (("given", "eps"), "-1"),
    (("given", "prior"), ["1", "0", "0"]),
    (("given", "distance"), [["0", "9", "9"], ["9", "0", "9"], ["9", "9", "0"]]),
    (("given", "other"), "1"),
    (("checked", "outputs"), 4),
    (("checked", "pairs"), 5),
    (("checked", "classes"), 3),
    (("witness", "event"), ["low", "mid", "high"]),
    (("witness", "event"), ["no"]),
    (("witness", "probabilities"), ["1/2", "1/4"]),
    (("witness", "excess"), {"exact": "1/1000", "lower": "0", "upper": "1"}),
    (("witness", "inputs"), ["15", "10"]),
    (("witness", "setting", "known"), ["10"]),
    (("witness", "setting", "goal"), ["10"]),
    (("tight", "eta"), {"exact": "1/5", "lower": "0.2", "upper": "0.2"}),
    (("tight", "eta"), {"exact": "1/2", "lower": "0.5", "upper": "0.5"}),
    (("tight", "eps"), {"exact": "ln(2)", "lower": "0.69", "upper": "0.70"}),
    (("tight", "eps"), {"exact": "ln(3)", "lower": "1.09", "upper": "1.10"}),
    (("tight", "eps"), {"exact": "inf", "lower": "inf", "upper": "inf"}),
    (("tight", "risk"), {"exact": "0", "lower": "0", "upper": "0"}),
]


def genuine(claim: MeasuredDefinition) -> Any:
    return read(check(LINE, claim).to_json())


def forged(document: Any) -> Iterator[Any]:
    """Each change that applies."""
    for path, new in CHANGES:
        copy = deepcopy(document)
        holder = copy
        for step in path[:-1]:
            holder = holder.get(step) if isinstance(holder, dict) else None
        there = isinstance(holder, dict) and (path[0] == "given" or path[-1] in holder)
        if there and holder.get(path[-1]) != new:
            holder[path[-1]] = new
            yield path, copy
    for key in ("tight", "attained_by", "given", "subject"):
        copy = deepcopy(document)
        del copy[key]
        yield key, copy


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: f"{claim.name} {claim.bound}")
def test_forgeries_are_refused(claim: MeasuredDefinition) -> None:
    """The genuine document is accepted; with one thing changed it is not."""
    document = genuine(claim)
    assert replay(document).status == "accepted"
    spared = [what for what, copy in forged(document) if replay(copy).status == "accepted"]
    assert spared == [], spared


def test_a_wrong_verdict_is_refused() -> None:
    """Holds made of fails and the reverse."""
    fails = genuine(CLAIMS[2])
    holds = {k: v for k, v in fails.items() if k != "witness"}
    assert replay({**holds, "verdict": "holds", "evidence": "exact"}).status == "rejected"
    other = genuine(CLAIMS[3])
    lie = {**other, "verdict": "fails", "evidence": "certificate", "witness": fails["witness"]}
    assert replay(lie).status == "rejected"


def bare(claim: MeasuredDefinition) -> Any:
    """A failure with nothing but its witness: no counts or tight value."""
    document = genuine(claim)
    for key in ("tight", "attained_by", "checked"):
        del document[key]
    assert replay(document).status == "accepted"
    return document


def test_an_event_that_is_equal_refutes_nothing() -> None:
    """At the tight value itself the excess is 0."""
    document = bare(CLAIMS[2])
    document["given"]["eta"] = "15/68"
    document["witness"]["excess"] = {"exact": "0", "lower": "0", "upper": "0"}
    assert replay(document).status == "rejected"


def test_classes_that_leave_an_input_out() -> None:
    document = bare(CLAIMS[4])
    for classes in ([["15", "20"]], [["10"], ["15", "20"], ["20"]], [["10"], ["15", "20"], []]):
        document["given"]["knowledge"] = classes
        assert replay(document).status == "rejected", classes


def test_distances_that_are_none() -> None:
    """Negative, or not 0 to itself, where the witness does not look."""
    for row, column, text in ((2, 0, "-1"), (2, 2, "1"), (2, 0, "x")):
        document = bare(CLAIMS[0])
        document["subject"]["channel"]["distance"][row][column] = text
        assert replay(signed(document)).status == "rejected", text
    document = bare(CLAIMS[0])
    document["subject"]["channel"]["distance"] = [["0"]]
    assert replay(signed(document)).status == "rejected"


def test_a_pair_at_infinite_distance_is_no_witness() -> None:
    document = bare(CLAIMS[0])
    document["subject"]["channel"]["distance"][0][1] = "inf"
    assert "nothing is claimed" in replay(signed(document)).text


@given(attacks())
def test_what_is_measured_is_accepted(attack: Attack) -> None:
    """Random channels, with zeros in rows and prior."""
    found = measure(attack.channel(), "guessing-advantage", goal=attack.labels)
    assert replay(found.to_json()).status == "accepted"
    n = len(attack.rows)
    distance = [[abs(i - j) for j in range(n)] for i in range(n)]
    metric = measure(attack.channel().with_parts(distance=distance), "metric-dp")
    assert replay(metric.to_json()).status == "accepted", replay(metric.to_json())


def test_an_irrational_tight_eps() -> None:
    """Known by bounds alone: it holds at the upper one and fails at the lower."""
    d = [[0, "ln(2)", 4], [2, 0, 2], [4, 2, 0]]
    found = measure(LINE.with_parts(distance=d), "metric-dp")
    assert found.evidence == "enclosure"
    assert replay(found.to_json()).status == "accepted"


def test_distance_zero() -> None:
    """Unequal rows at distance 0: no ε holds, and the kernel says so too."""
    rows = [["1/2", "1/2"], ["1/3", "2/3"]]
    channel = Channel(["a", "b"], ["y", "z"], rows, distance=[[0, 0], [0, 0]])
    for result in (measure(channel, "metric-dp"), check(channel, MetricDP(eps=5))):
        assert replay(result.to_json()).status == "accepted", replay(result.to_json())


def test_too_large_is_not_recheckable(monkeypatch: pytest.MonkeyPatch) -> None:
    """Then what refutes is re-checked, and what is tight is not."""
    monkeypatch.setattr("dpverify.checkers.kernel.attacker.MAX_WORK", 1)
    assert check(LINE, MetricDP(eps="1/2")).fails
    assert check(LINE, GuessingAdvantage("1/100", ["20"])).fails
    outcome = replay(check(LINE, MetricDP(eps="1/2")).to_json())
    assert outcome.unread == ("tight", "run", "not_rechecked")
    assert replay(measure(LINE, "metric-dp").to_json()).status == "not-recheckable"


def test_the_products_of_a_guess_have_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three inputs times three outputs: 9 are done, and not where 8 are the most."""
    text = measure(LINE, "guessing-advantage", goal=["20"]).to_json()
    for most, status in ((9, "accepted"), (8, "not-recheckable"), (10, "accepted")):
        monkeypatch.setattr("dpverify.checkers.kernel.attacker.MAX_WORK", most)
        assert replay(text).status == status
