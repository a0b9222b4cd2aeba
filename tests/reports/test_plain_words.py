"""What an answer means for a person."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dpverify as dv
from dpverify.checkers.answers.documents import Range, RangePart, read_answer
from dpverify.checkers.answers.figures import Figure
from dpverify.checkers.strategies import channels, claims
from dpverify.reports.model import plain
from dpverify.reports.plain_words import _over, plain_words
from dpverify.reports.views.setting import known_spans

RR = dv.Channel(["no", "yes"], ["no", "yes"], [["3/4", "1/4"], ["1/4", "3/4"]])
SAME = dv.Channel(["no", "yes"], ["a"], [[1], [1]])
NEAR = dv.Channel(["no", "yes"], ["a", "b"], [["50001/100000", "49999/100000"], ["1/2", "1/2"]])
NEARER = dv.Channel(
    ["no", "yes"],
    ["a", "b"],
    [[f"1/2+1/{10**20}", f"1/2-1/{10**20}"], ["1/2", "1/2"]],
)
NEARLY = dv.Channel(["no", "yes"], ["a", "b"], [[f"3/10+1/{10**14}", f"7/10-1/{10**14}"], [0, 1]])
SURE = dv.Channel(["no", "yes"], ["a", "b"], [["1/2", "1/2"], [0, 1]])


@dv.mechanism(inputs=[0, 1])
def noisy(value: int, draw: Any) -> Any:
    """A value of which a density is told."""
    return value + draw.laplace(1)


@dv.mechanism(inputs=[0, 1])
def bell(value: int, draw: Any) -> Any:
    """A value whose every output happens on both inputs, and for which no ε is enough."""
    return value + draw.gaussian(1)


def sentence(answer: Any) -> str | None:
    """The sentence of a result, without its styles."""
    words = plain_words(read_answer(answer.to_dict()))
    return None if words is None else plain(words)


# Worked out by hand: 3/4 over 1/4 is 3; e = 2.7182…, rounded upwards 2.719; e^(1/2) = 1.64872….
# Of the channel whose rows are near 0.5/0.49999 = 1.0000200004…; e^(1/100000) = 1.00001000005….
CASES: dict[str, tuple[Callable[[], Any], str | None]] = {
    "fails": (
        lambda: dv.check(RR, dv.PureDP(eps=1)),
        (
            "Whoever sees the output no becomes 3 times surer that the input was no and not yes;"
            " the claim allows"
            " a factor of 2.719."
        ),
    ),
    "fails by little": (
        lambda: dv.check(RR, dv.PureDP(eps="ln(3)-1e-30")),
        (
            "Whoever sees the output no becomes 3 times surer that the input was no and not yes;"
            " the claim allows"
            " slightly less."
        ),
    ),
    "fails by a factor near 1": (
        lambda: dv.check(NEAR, dv.PureDP(eps="1/100000")),
        (
            "Whoever sees the output b becomes 1.00002 times surer that the input was yes and not"
            " no; the claim allows a factor of 1.000011."
        ),
    ),
    "fails by a factor nearer to 1": (
        lambda: dv.check(NEARER, dv.PureDP(eps=0)),
        (
            "Whoever sees the output b becomes slightly surer that the input was yes and not no;"
            " the claim allows less."
        ),
    ),
    "fails by a small δ": (
        lambda: dv.check(NEAR, dv.ApproxDP(eps=0, delta="1/1000000")),
        (
            "The output a has probability 0.50001 on input no and 0.5 on input yes, which is"
            " further apart than the claim allows."
        ),
    ),
    "fails by a smaller δ": (
        lambda: dv.check(NEARER, dv.ApproxDP(eps=0, delta=0)),
        (
            "The output a has probability about 0.5 on input no and nearly that on input yes,"
            " which is further apart than the claim allows."
        ),
    ),
    "fails with a number that ten digits do not tell from another": (
        lambda: dv.check(NEARLY, dv.ApproxDP(eps=0, delta=0)),
        (
            "The output a has probability about 0.3 on input no and 0 on input yes, which is"
            " further apart than the claim allows."
        ),
    ),
    "fails surely": (
        lambda: dv.check(SURE, dv.PureDP(eps=1)),
        "Whoever sees the output a knows that the input was not yes, but may have been no.",
    ),
    "holds": (
        lambda: dv.check(RR, dv.PureDP(eps="ln(3)")),
        (
            "Whatever is seen, nobody becomes more than 3 times surer of one input against a"
            " neighbour"
            " of it."
        ),
    ),
    "holds but for δ": (
        lambda: dv.check(SURE, dv.ApproxDP(eps="1/2", delta="1/2")),
        (
            "No event is more than 1.649 times as likely on one input as on a neighbour of it,"
            " but for"
            " a probability of at most 1/2."
        ),
    ),
    "fails in spite of δ": (
        lambda: dv.check(SURE, dv.ApproxDP(eps=1, delta="1/4")),
        (
            "The output a has probability 0.5 on input no and 0 on input yes, which is further"
            " apart than the claim allows."
        ),
    ),
    "nothing is learnt": (
        lambda: dv.measure(SAME, "pure-dp"),
        "Whatever is seen, it says nothing about which of two neighbours the input is.",
    ),
    "nothing is learnt of any two": (
        lambda: dv.measure(SAME, "local-dp"),
        "Whatever is seen, it says nothing about which of all inputs it is.",
    ),
    "measured of any two": (
        lambda: dv.measure(RR, "local-dp"),
        "Whatever is seen, nobody becomes more than 3 times surer of one input against any other.",
    ),
    "measured": (
        lambda: dv.measure(RR, "pure-dp"),
        (
            "Whatever is seen, nobody becomes more than 3 times surer of one input against a"
            " neighbour"
            " of it."
        ),
    ),
    "measured as infinite": (
        lambda: dv.measure(SURE, "pure-dp"),
        "Some output happens on one input and never on a neighbour: whoever sees it is sure.",
    ),
    "measured as infinite, where every output happens on both": (
        lambda: dv.measure(bell, "pure-dp"),
        "There is no limit to how much surer of one input against a neighbour somebody may become.",
    ),
    "open": (
        lambda: dv.check(RR, dv.PureDP(eps=1), time_limit=0),
        "This was not decided, which is neither a yes nor a no.",
    ),
    "fails by densities": (
        lambda: dv.check(noisy, dv.PureDP(eps="1/2")),
        (
            "Whoever sees about -1 becomes 2.718 times surer that the input was 0 and not 1; the"
            " claim allows a factor of 1.649."
        ),
    ),
    "no plain reading": (lambda: dv.check(RR, dv.RenyiDP(alpha=2, eps=3)), None),
}


@pytest.mark.parametrize("name", CASES)
def test_a_sentence_for_a_person(name: str) -> None:
    """As worked out by hand; none where the definition has no plain reading."""
    make, words = CASES[name]
    assert sentence(make()) == words


@settings(max_examples=40)
@given(channels(), st.data())
def test_a_promised_factor_is_never_too_small(channel: dv.Channel, data: st.DataObject) -> None:
    """Rounded upwards: what the sentence promises, the exact answer keeps."""
    claim = data.draw(claims(channel))
    verdict = dv.check(channel, claim)
    words = sentence(verdict)
    if words is None or not verdict.holds or "nobody becomes more than" not in words:
        return
    factor = Decimal(words.split("more than ")[1].split(" ")[0])
    assert dv.check(channel, dv.PureDP(eps=f"ln({factor})")).holds


@pytest.mark.parametrize(
    ("parts", "words"),
    [
        (("holds",), "The claim holds for every ε that was asked about."),
        (("fails",), "The claim fails for every ε that was asked about."),
        (("holds", "fails"), "The claim holds for ε up to about 1.882, and fails beyond."),
        (
            ("holds", "fails", "holds"),
            "The claim holds for some ε and fails for others, as listed below.",
        ),
    ],
)  # fmt: skip
def test_a_range_in_a_sentence(parts: tuple[Any, ...], words: str) -> None:
    """The first part ends at 1.881916…, to four digits 1.882."""
    end = Figure(None, "1.88191634", "1.88191635")
    ranged = [RangePart(verdict, Figure("0"), end, (False, True)) for verdict in parts]
    found = _over(Range("eps", "all", "certificate", tuple(ranged)))
    assert found is not None
    assert plain(found) == words
    assert _over(Range("eps", "all")) is None


def test_places_that_tell_the_same_are_one_piece_of_knowledge() -> None:
    """One record at a random place is known: a term may be about the mean of many places."""
    assert plain(known_spans("152..4847=yes", 60)) == "one record from 152 to 4847 (it is yes)"
    for label in ("7=1", "0=1,3=0", "a..b=1", "1..=2"):
        assert plain(known_spans(label, 60)) == label


@pytest.mark.parametrize(
    ("over", "closed", "words"),
    [
        ("all", False, "The claim fails for ε below about 1.099, and holds from there on."),
        (
            "1/4..2",
            True,
            (
                "Of the ε that were asked about, the claim fails for those up to about 1.099, and"
                " holds beyond."
            ),
        ),
    ],
)
def test_a_range_says_nothing_of_ends_and_values_that_are_not_its_own(
    over: str, closed: bool, words: str
) -> None:
    """A coin of 3/4 satisfies (ε, 0) at ε = ln(3) and beyond, and fails below."""
    end = Figure("ln(3)", "1.098612288", "1.098612289")
    parts = (
        RangePart("fails", Figure("1/4"), end, (True, closed)),
        RangePart("holds", end, Figure("2"), (not closed, True)),
    )
    found = _over(Range("eps", over, "certificate", parts))
    assert found is not None
    assert plain(found) == words
