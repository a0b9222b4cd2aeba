"""The message of a failed assertion."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dpverify.checkers.answers.documents import read_answer
from dpverify.checkers.decide import check
from dpverify.checkers.strategies import channels, claims
from dpverify.defs.channel import Channel
from dpverify.defs.definitions import ApproxDP, PureDP
from dpverify.defs.definitions.contract import EventDefinition
from dpverify.defs.numbers import parse
from dpverify.reports.assertion_report import failure_message

RR = Channel(["0", "1"], ["0", "1"], [["3/4", "1/4"], ["1/4", "3/4"]], title="RR")

WHOLE = """\
RR does not satisfy approx-dp with ε = 1, δ = 1/100
  claim     P(S) ≤ e^ε·Q(S) + δ for every event S
  scope     the 2 listed inputs, all of them neighbours; not covered: inputs that are not listed
  tight     δ = 3/4-1/4*exp(1) ≈ 0.07042954289 is the smallest that holds
  inputs    x = '0', x' = '1'
  event     S = {'0'}

                         exact             decimal
  P(S), on input '0'   3/4               0.75
  Q(S), on input '1'   1/4               0.25
  excess               37/50-1/4*exp(1)   ≈ 0.06042954289

  saved     f.json
  re-check  dpverify replay f.json"""


def words(text: str) -> list[list[str]]:
    return [line.split() for line in text.splitlines()]


def document(channel: Channel, claim: EventDefinition, **options: Any) -> dict[str, Any]:
    made: dict[str, Any] = check(channel, claim, **options).to_dict()
    return made


def test_the_whole_message() -> None:
    """Claim, tight parameter, pair, event, probabilities, excess, file, how to replay."""
    message = failure_message(
        read_answer(document(RR, ApproxDP(eps=1, delta="1/100"))), saved="f.json"
    )
    assert words(message) == words(WHOLE)


@settings(max_examples=60)
@given(st.data(), channels())
def test_it_is_short_whatever_the_channel(data: st.DataObject, channel: Channel) -> None:
    """At most 25 lines of at most 200 characters; the numbers are those of the document."""
    found = document(channel, data.draw(claims(channel)))
    if found["verdict"] == "fails":
        message = failure_message(read_answer(found), saved="f.json", note="a note")
        assert len(message.splitlines()) <= 25
        assert max(map(len, message.splitlines())) <= 200
        shown = [line.split()[-1] for line in message.splitlines() if "P(S), on" in line]
        assert float(shown[0]) == pytest.approx(
            parse(found["witness"]["probabilities"][0]).approx(), rel=1e-8
        )


def test_long_labels_events_and_numbers_are_cut_and_hidden_characters_spelled_out() -> None:
    """200 outputs with names of 80 characters, an escape sequence, entries of 200 digits."""
    outputs = [f"\x1b[31m{number:080d}" for number in range(200)]
    share = f"1/{10**200}"
    rows = [["1/2", *[f"1/2/{199}"] * 199], [f"1-199*({share})", *[share] * 199]]
    channel = Channel(["a" * 90, "b"], outputs, rows, title="t" * 500)
    message = failure_message(read_answer(document(channel, PureDP(eps=0))), saved="f.json")
    assert len(message.splitlines()) <= 25
    assert max(map(len, message.splitlines())) <= 400
    assert "\x1b" not in message
    assert "more}" in message or "S = {'" in message


def test_an_open_question_says_so() -> None:
    """The reason, and that it does not count as shown."""
    message = failure_message(read_answer(document(RR, PureDP(eps=2), time_limit=0)))
    assert message.startswith("RR was not shown to satisfy pure-dp with ε = 2")
    assert "the time limit of 0 s was reached (time)" in message
    assert "so it does not pass" in message


def test_a_bound_from_the_pair_alone() -> None:
    """The tight value of the saved pair is called a bound; a note is shown."""
    found = document(RR, PureDP(eps=1))
    alone = dict(found)
    del found["tight"]
    message = failure_message(read_answer(found), bound=read_answer(alone), note="not saved: why")
    assert "tight     at least ε = ln(3) ≈ 1.098612289, by the saved pair" in message
    assert "note      not saved: why" in message
    assert "replay" not in message
