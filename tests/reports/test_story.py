"""A witness as a story: counts by hand, and what has none."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

import dpverify as dv
from dpverify.checkers.answers.documents import read_answer
from dpverify.reports.model import Paragraph, Table, plain
from dpverify.reports.story import frequencies, story_blocks

THREE = dv.Channel(
    ["no", "yes"], ["a", "b", "c"], [["1/2", "3/8", "1/8"], ["1/8", "1/8", "3/4"]], title="three"
)


# Of 1/63 and 2/63, 100 runs give 2 and 3, which is too few to tell; 1,000 give 16 and 32.
@pytest.mark.parametrize(
    ("chances", "told"),
    [
        (("0.75", "0.25"), ["about 75 times in 100", "about 25 times in 100"]),
        (("1", "0"), ["always", "never"]),
        (("0.015873", "0.031746"), ["about 16 times in 1,000", "about 32 times in 1,000"]),
        (("0.5", "0.5001"), ["about 5,000 times in 10,000", "about 5,001 times in 10,000"]),
        (("1e-9", "0"), ["with probability about 1e-9", "never"]),
    ],
)
def test_how_often_a_thing_happens(chances: tuple[str, ...], told: list[str]) -> None:
    assert frequencies([Decimal(chance) for chance in chances]) == told


def story(result: Any) -> tuple[str, list[Table]]:
    """The sentences of a result, and its tables."""
    answer = read_answer(result.to_dict())
    place = answer.witness or answer.attained_by
    assert place is not None
    blocks = [*story_blocks(answer, place)]
    words = " ".join(plain(each.spans) for each in blocks if isinstance(each, Paragraph))
    return words, [each for each in blocks if isinstance(each, Table)]


def test_an_event_of_two_outputs_is_added_up() -> None:
    """1/2 + 3/8 = 7/8 on no, 1/8 + 1/8 = 1/4 on yes; 88 (87.5, to even) and 25 of 100."""
    words, (table,) = story(dv.check(THREE, dv.ApproxDP(eps=0, delta="1/2")))
    assert words == (
        "Run it on input no and on its neighbour yes, and watch whether the output is one of"
        " S = {a, b}. On input no this happens about 88 times in 100, on input yes about 25 times"
        " in 100. The claim lets the first chance be at most e^ε times the second, plus δ; it is"
        " more."
    )
    rows = [[plain((cell,)) for cell in row] for row in table.rows]
    assert rows == [["a", "1/2", "1/8"], ["b", "3/8", "1/8"], ["together", "7/8", "1/4"]]


def test_two_inputs_that_are_no_neighbours_are_not_called_so() -> None:
    """local-dp is about any two inputs: of a, b, c with the neighbours a and b also about c."""
    rows = [["1/2", "1/2"], ["1/2", "1/2"], [1, 0]]
    apart = dv.Channel(["a", "b", "c"], ["0", "1"], rows, [("a", "b")])
    words, _ = story(dv.check(apart, dv.LocalDP(eps=1)))
    assert words.startswith("Run it on input a and on input c, and watch whether the output is 1.")
    told = str(dv.measure(apart, "local-dp"))
    assert "Some output happens on one input and never on another" in told
    assert "neighbour" not in told


def test_one_output_needs_no_sum() -> None:
    """And where nothing is claimed, nothing is said of a claim."""
    words, tables = story(dv.measure(THREE, "pure-dp"))
    assert tables == []
    assert "75 times in 100" in words
    assert "claim" not in words


def test_what_nearly_always_happens_is_not_said_to_be_sure() -> None:
    """1 − 10^−14 is 1 in ten digits: it was "always"; and 10^−14 is not 10^−9."""
    rows = [[f"1-1/{10**14}", f"1/{10**14}"], ["1/2", "1/2"]]
    nearly = dv.Channel(["no", "yes"], ["a", "b"], rows, neighbours=[("no", "yes")], directed=True)
    words, _ = story(dv.check(nearly, dv.ApproxDP(eps=0, delta="1/10")))
    assert "On input no this happens with probability about 1.000, on input yes" in words
    words, _ = story(dv.check(nearly, dv.PureDP(eps="1/10")))
    assert "always" not in words


def test_a_release_has_a_density() -> None:
    """Laplace noise of scale 1: 1/2 at 0, e^{−1}/2 = 0.1839… a step away."""
    noisy = dv.mechanism(inputs=[0, 1])(lambda x, draw: x + draw.laplace(1))
    words, _ = story(dv.check(noisy, dv.PureDP(eps="1/2")))
    assert "the released value" in words
    assert "its density is" in words


def test_an_enclosed_event_is_named_by_what_is_released() -> None:
    """N(0, 1) is below −1/2 with probability Φ(−1/2) = 0.3085…, N(1, 1) with Φ(−3/2) = 0.0668…."""
    noisy = dv.mechanism(inputs=[0, 1])(lambda x, draw: x + draw.gaussian(1))
    words, _ = story(dv.check(noisy, dv.ApproxDP(eps=1, delta="1/8")))
    assert "released ≤ -1/2" in words or "released ≥ 3/2" in words
    assert "about 309 times in 1,000" in words
    assert "about 67 times in 1,000" in words


def test_somebody_who_knows_something() -> None:
    """Ten votes, 3 of them known: nothing is told with 0.735…, and never if the vote is 1."""
    scenario = dv.load_scenario("examples/scenarios/ten_votes.json")
    words, _ = story(dv.check(scenario, dv.APKDP(eps=0, delta="1/8")))
    assert "what he knows is 3" in words
    assert "about 74 times in 100; if it is 1, never." in words
