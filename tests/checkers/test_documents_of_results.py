"""The document of a result: its keys, their order, and the same bytes each time."""

from __future__ import annotations

import json
from fractions import Fraction

from dpverify.checkers.answers.codec import place_json
from dpverify.checkers.answers.documents import Reason
from dpverify.checkers.answers.places import Place, Witness
from dpverify.checkers.decide import check, measure
from dpverify.checkers.kernel.door import replay
from dpverify.checkers.subjects import Subject
from dpverify.checkers.verdict import Fails, Unknown
from dpverify.defs.channel import Channel
from dpverify.defs.definitions import ApproxDP, PureDP
from dpverify.defs.numbers import Value

RR = Channel(["0", "1"], ["0", "1"], [["3/4", "1/4"], ["1/4", "3/4"]])


def test_the_keys_of_a_failure_in_their_order() -> None:
    """As the interface lists them."""
    form = check(RR, PureDP(eps="1")).to_dict()
    assert list(form) == [
        "schema", "subject", "definition", "given", "verdict", "evidence", "tight", "witness",
        "attained_by", "checked", "run",
    ]  # fmt: skip
    assert list(form["subject"]) == ["kind", "digest", "channel"]
    assert list(form["witness"]) == ["inputs", "event", "probabilities", "excess"]
    assert list(form["attained_by"]) == ["inputs", "event", "probabilities"]
    assert list(form["run"]) == ["versions", "seconds", "seed"]
    assert form["given"] == {"eps": "1"}
    assert form["tight"]["eps"] == {
        "exact": "ln(3)",
        "lower": "1.09861228866810969",
        "upper": "1.09861228866810970",
    }
    assert form["witness"]["excess"]["exact"] == "3/4-1/4*exp(1)"
    assert form["checked"] == {"pairs": 2, "outputs": 2}


def test_a_holds_has_no_witness_and_a_measurement_no_verdict() -> None:
    """Each kind of result has the keys that mean something for it."""
    assert "witness" not in check(RR, PureDP(eps="2")).to_dict()
    measured = measure(RR, "approx-dp", eps="1/2").to_dict()
    assert "verdict" not in measured
    assert measured["evidence"] == "exact"
    assert measured["given"] == {"eps": "1/2"}


def test_an_unknown_has_a_reason_and_no_evidence() -> None:
    """And nothing that was not found."""
    reason = Reason("time", "out of time")
    unknown = Unknown(subject=Subject(RR), definition="pure-dp", given={}, reason=reason)
    form = unknown.to_dict()
    assert list(form) == ["schema", "subject", "definition", "given", "verdict", "reason"]
    assert form["reason"] == {"code": "time", "text": "out of time"}


def test_outside_run_the_same_inputs_give_the_same_bytes() -> None:
    """Two runs differ in seconds at most."""
    texts = []
    for _ in range(2):
        form = check(RR, ApproxDP(eps="1/3", delta="1/10")).to_dict()
        del form["run"]
        texts.append(json.dumps(form))
    assert texts[0] == texts[1]


def test_the_text_is_json_and_ends_in_a_newline() -> None:
    """Labels stand as they are, not escaped."""
    channel = Channel(["ja", "nö"], ["0", "1"], [["3/4", "1/4"], ["1/4", "3/4"]])
    verdict = check(channel, PureDP(eps="1"))
    text = verdict.to_json()
    assert json.loads(text) == verdict.to_dict()
    assert "nö" in text
    assert text.endswith("}\n")


def test_a_number_that_no_reader_would_take_is_given_by_its_bounds() -> None:
    """Beyond 10,000 characters; the kernel compares with the bounds."""
    long = Value(1) / 10**12_000
    form = place_json(Place(("0", "1"), ("0",), (1 - long, long)))
    assert form["probabilities"][0]["exact_omitted"] > 10_000
    assert form["probabilities"][0]["upper"].startswith("1.0")


def test_the_kernel_re_checks_by_bounds_what_is_too_long_to_state() -> None:
    """Entries of 7,000 characters whose sum has 14,000."""
    a, b = Fraction(4, 10) + Fraction(1, 10**3500), Fraction(4, 10) - Fraction(1, 3**7300)
    half = Fraction(1, 2)
    rows = [[a, half - a, b, half - b], ["1/100", "49/100", "1/100", "49/100"]]
    channel = Channel(["0", "1"], ["p", "q", "r", "s"], rows)
    verdict = check(channel, ApproxDP(eps=0, delta="1/10"))
    assert isinstance(verdict, Fails)
    assert isinstance(verdict.witness, Witness)
    assert verdict.witness.event == ("p", "r")
    assert verdict.witness.probabilities[0] == Value(a + b)
    form = verdict.to_dict()
    assert form["witness"]["probabilities"][0]["exact_omitted"] > 10_000
    assert replay(form).status == "accepted"
    form["witness"]["probabilities"][0]["lower"] = "0.81"
    assert replay(form).status == "rejected"


def test_a_saved_result_is_accepted_by_the_kernel() -> None:
    """Saved as text, read back, re-checked."""
    for eps in ("1.09", "1.1", "ln(3)"):
        assert replay(check(RR, PureDP(eps=eps)).to_json()).status == "accepted"
