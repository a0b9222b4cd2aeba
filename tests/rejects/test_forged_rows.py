"""Documents of large channels: rows of weights, and the excerpt that shows a failure alone."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest

import dpverify as dv
from dpverify.checkers import subjects
from dpverify.checkers.kernel.door import replay
from dpverify.checkers.kernel.outcome import Outcome
from dpverify.defs import channel_form
from dpverify.defs.io import channel_from_document
from dpverify.defs.numbers.documents import read

Document = dict[str, Any]
CHANNEL = dv.Channel(
    ["a", "b", "c"], ["x", "y", "z"],
    [["1/2", "1/3", "1/6"], ["1/4", "1/4", "1/2"], ["1/7", "2/7", "4/7"]],
)  # fmt: skip
ONE_WAY = dv.Channel(
    ["a", "b"], ["x", "y"], [["1/2", "1/2"], ["1/4", "3/4"]], [["a", "b"]], directed=True
)
CLAIMS = {
    "pure fails": dv.PureDP(eps="1/10"),
    "approx fails": dv.ApproxDP(eps=0, delta="1/10"),
    "probabilistic fails": dv.ProbabilisticDP(eps="1/10", delta="1/10"),
    "risk fails": dv.PrivacyAtRisk(eps="1/10", risk="1/10"),
    "total variation fails": dv.TotalVariation(delta="1/10"),
    "range fails": dv.BoundedRange(eps="1/10"),
    "Renyi fails": dv.RenyiDP(alpha=2, eps="1/1000"),
    "zCDP fails": dv.ZCDP(rho="1/1000"),
    "f-DP fails": dv.FDP("points(0,1; 1,0)"),
    "pure holds": dv.PureDP(eps=2),
    "approx holds": dv.ApproxDP(eps=1, delta="9/10"),
    "total variation holds": dv.TotalVariation(delta="9/10"),
    "range holds": dv.BoundedRange(eps=4),
    "Renyi holds": dv.RenyiDP(alpha=2, eps=2),
}
FAILS = [name for name in CLAIMS if "fails" in name]


@pytest.fixture
def large(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every channel counts as large."""
    monkeypatch.setattr(channel_form, "LARGE", 1)


def document(name: str, channel: dv.Channel = CHANNEL) -> Document:
    """The document of a claim, as it is saved."""
    saved: Document = json.loads(dv.check(channel, CLAIMS[name]).to_json())
    return saved


def again(changed: Document) -> Outcome:
    """The kernel's word on a document."""
    return replay(read(json.dumps(changed)))


@pytest.mark.usefixtures("large")
@pytest.mark.parametrize("name", CLAIMS)
def test_rows_of_weights_are_re_checked(name: str) -> None:
    """All of it but `run`; its digest and facts are those of the same channel with a matrix."""
    weighted = document(name)
    subject = weighted["subject"]
    assert subject["channel"]["weights"] == ["3 2 1", "1 1 2", "1 2 4"]
    assert subject["digest"] == CHANNEL.digest
    outcome = again(weighted)
    assert (outcome.status, outcome.unread) == ("accepted", ("run",))
    plain = copy.deepcopy(weighted)
    plain["subject"]["channel"] = CHANNEL.to_dict()
    assert again(plain).facts == outcome.facts
    assert channel_from_document(subject["channel"]) == CHANNEL


@pytest.mark.usefixtures("large")
@pytest.mark.parametrize("name", FAILS)
def test_an_excerpt_shows_the_failure_alone(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is said of the whole channel is listed as not re-checked, its digest too."""
    monkeypatch.setattr(subjects, "MAX_WEIGHTS", 10)
    short = document(name)
    assert "channel" not in short["subject"]
    assert len(short["subject"]["excerpt"]["inputs"]) == 2
    outcome = again(short)
    assert outcome.status == "accepted", outcome
    of_all = {"tight", "attained_by", "checked", "trade_off"} & {*short}
    assert of_all | {"subject.digest", "run"} <= {*outcome.unread}
    assert "digest" not in dict(outcome.facts)


@pytest.mark.usefixtures("large")
def test_an_excerpt_of_a_directed_relation_is_directed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The other order of the pair is none of the claim's."""
    monkeypatch.setattr(subjects, "MAX_WEIGHTS", 10)
    short = document("pure fails", ONE_WAY)
    assert short["subject"]["excerpt"]["neighbours"] == [["a", "b"]]
    assert short["subject"]["excerpt"]["directed"] is True
    assert again(short).status == "accepted"
    short["witness"]["inputs"].reverse()
    assert again(short).status == "rejected"


ROWS = ("3 2 2", "3 2", "3 2 1 1", "3  2 1", " 3 2 1", "03 2 1", "-3 2 1", "0 0 0", "", "3 2 x",
        "6.0 4 2", None, ["3", "2", "1"], 321)  # fmt: skip


@pytest.mark.usefixtures("large")
@pytest.mark.parametrize("row", ROWS)
@pytest.mark.parametrize("name", ["pure fails", "approx holds", "Renyi holds"])
def test_another_row_is_rejected(name: str, row: object) -> None:
    """Other weights do not have the digest; what is no row of three weights is none."""
    forged = document(name)
    forged["subject"]["channel"]["weights"][0] = row
    assert again(forged).status == "rejected"


@pytest.mark.usefixtures("large")
@pytest.mark.parametrize("name", [name for name in FAILS if name != "risk fails"])
def test_another_row_of_an_excerpt_is_rejected(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its probabilities are those of the witness; of a risk they are 1, of whatever rows."""
    monkeypatch.setattr(subjects, "MAX_WEIGHTS", 10)
    forged = document(name)
    for number in (0, 1):
        row = forged["subject"]["excerpt"]["weights"][number].split(" ")
        for place in range(3):
            other = copy.deepcopy(forged)
            new = [*row]
            new[place] = str(int(new[place]) + 1)
            other["subject"]["excerpt"]["weights"][number] = " ".join(new)
            assert again(other).status == "rejected", (number, place)


@pytest.mark.usefixtures("large")
@pytest.mark.parametrize("name", ["pure fails", "total variation fails"])
def test_an_excerpt_shows_nothing_else(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not that a claim holds, nor a tight value, nor beside the channel, nor with other rows."""
    monkeypatch.setattr(subjects, "MAX_WEIGHTS", 10)
    short = document(name)
    holds = {key: value for key, value in short.items() if key != "witness"}
    holds |= {"verdict": "holds", "evidence": "exact"}
    measured = {key: value for key, value in short.items() if key not in ("witness", "verdict")}
    both, three, nameless = (copy.deepcopy(short) for _ in range(3))
    both["subject"]["channel"] = CHANNEL.to_dict()
    three["subject"]["excerpt"] = CHANNEL.to_dict()
    del nameless["subject"]["digest"]
    texts = {**short, "tight": "1/2"}
    # Of these two rows a weaker claim is true; of the whole channel nobody knows.
    weaker = {**holds, "given": {key: "9/10" if key == "delta" else "9" for key in holds["given"]}}
    for forged in (holds, weaker, measured, both, three, nameless, texts):
        assert again(forged).status == "rejected", forged


@pytest.mark.parametrize("definition", ["approx", "pure"])
def test_a_violation_below_every_rounding_is_rejected(definition: str) -> None:
    """P is 4/3·Q, then 10⁻³⁰ more than that: the same document with the other row is no proof."""
    size = 10**30
    claim = dv.PureDP(eps="ln(4/3)") if definition == "pure" else dv.ApproxDP("ln(4/3)", 0)

    def channel(more: int) -> dv.Channel:
        rows = [[4 * size + more, 6 * size - more], [3 * size, 7 * size]]
        return dv.Channel.from_weights(["a", "b"], ["y", "z"], rows, [["a", "b"]], directed=True)

    genuine = json.loads(dv.check(channel(0), claim).to_json())
    assert (genuine["verdict"], again(genuine).status) == ("holds", "accepted")
    forged = copy.deepcopy(genuine)
    forged["subject"] |= {"channel": channel(1).to_dict(), "digest": channel(1).digest}
    for key in ("tight", "attained_by", "checked"):
        forged.pop(key)
    outcome = again(forged)
    assert (outcome.status, "fails" in outcome.text) == ("rejected", True)


def test_both_orders_of_an_irrational_pair_are_looked_at() -> None:
    """From a to b nothing is gained at ε = 1, from b to a 1/2 − e·e⁻³ ≈ 0.365."""
    channel = dv.Channel(["a", "b"], ["y", "z"], [["1-exp(-3)", "exp(-3)"], ["1/2", "1/2"]])
    genuine = json.loads(dv.check(channel, dv.ApproxDP(eps=1, delta="1/2")).to_json())
    assert (genuine["verdict"], again(genuine).status) == ("holds", "accepted")
    forged = copy.deepcopy(genuine)
    forged["given"]["delta"] = "1/10"
    for key in ("tight", "attained_by", "checked"):
        forged.pop(key)
    assert again(forged).status == "rejected"


def test_neither_or_both_kinds_of_numbers_are_rejected() -> None:
    """A channel has a matrix or weights; a version beyond 1.1 is not read."""
    plain = document("pure fails")
    neither, both, newer = (copy.deepcopy(plain) for _ in range(3))
    del neither["subject"]["channel"]["matrix"]
    both["subject"]["channel"]["weights"] = ["3 2 1", "1 1 2", "1 2 4"]
    newer["subject"]["channel"]["schema"] = "dpverify.channel/1.2"
    assert again(neither).status == again(both).status == "rejected"
    assert again(newer).status == "not-recheckable"


def test_an_excerpt_is_none_for_claims_about_the_whole() -> None:
    """What an attacker guesses depends on all inputs."""
    channel = dv.Channel(
        ["a", "b"], ["x", "y"], [["1/2", "1/2"], ["1/4", "3/4"]], prior=["1/2", "1/2"]
    )
    verdict = dv.check(channel, dv.GuessingAdvantage(eta="1/100", goal=["a"]))
    forged = json.loads(verdict.to_json())
    forged["subject"]["excerpt"] = forged["subject"].pop("channel")
    assert again(forged).status == "not-recheckable"


def test_pairs_that_share_one_probability_are_both_looked_at() -> None:
    """P(S) is 1/2 for both, Q(S) is 3/8 and 1/8: what is tight for the first is not enough."""
    three = dv.Channel(
        ["a", "b", "c"], ["x", "y"], [["1/2", "1/2"], ["3/8", "5/8"], ["1/8", "7/8"]],
        [["a", "b"], ["a", "c"]], directed=True,
    )  # fmt: skip
    saved: Document = json.loads(dv.check(three, dv.ApproxDP(eps=0, delta="9/10")).to_json())
    assert saved["tight"]["delta"]["exact"] == "3/8"
    assert again(saved).status == "accepted"
    saved["tight"]["delta"] = {"exact": "1/8", "lower": "0.125", "upper": "0.125"}
    saved["attained_by"] = {"inputs": ["a", "b"], "event": ["x"], "probabilities": ["1/2", "3/8"]}
    outcome = again(saved)
    assert (outcome.status, "the inputs 'a', 'c'" in outcome.text) == ("rejected", True)
