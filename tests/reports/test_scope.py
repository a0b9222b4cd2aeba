"""For what each kind of answer stands."""

from __future__ import annotations

from typing import Any

import pytest

import dpverify as dv
from dpverify.checkers.answers.documents import read_answer
from dpverify.reports.scope import scope_of
from tests.repository.source import ROOT

RR = dv.Channel(["0", "1"], ["0", "1"], [["3/4", "1/4"], ["1/4", "3/4"]])
CHAIN = dv.Channel(
    ["0", "1", "2"], ["a", "b"], [["1/2", "1/2"]] * 3, neighbours=[("0", "1"), ("1", "2")]
)
DRAWN = dv.Channel(
    CHAIN.inputs, CHAIN.outputs, [["1/2", "1/2"]] * 3, [("0", "1")], prior=["1/2", "1/4", "1/4"]
)
VOTES = dv.load_scenario(ROOT / "examples/scenarios/ten_votes.json")


def document(subject: Any, claim: Any, **options: Any) -> dict[str, Any]:
    """The document of a claim about a channel, a program or a scenario."""
    result = dv.check(subject, claim, **options).to_dict()
    assert isinstance(result, dict)
    return result


def noisy(moves: str | None = "A") -> Any:
    """A released value with Laplace noise, on two listed inputs or all real ones."""

    def released(value: Any, draw: Any) -> Any:
        return value[0] + draw.laplace(1)

    return dv.mechanism(inputs=[(0,), (1,)], moves=moves)(released)


CASES: dict[str, tuple[Any, str, str]] = {
    "channel": (
        lambda: document(RR, dv.PureDP(eps=2)),
        "2 listed",
        "the 2 listed inputs, all of them neighbours; not covered: inputs that are not listed",
    ),
    "pairs": (
        lambda: document(CHAIN, dv.PureDP(eps=2)),
        "3 listed",
        "the 3 listed inputs, with 2 pairs of neighbours; not covered: inputs that are not listed",
    ),
    "any two inputs, neighbours or not": (
        lambda: document(CHAIN, dv.LocalDP(eps=2)),
        "3 listed",
        "the 3 listed inputs, any two of them; not covered: inputs that are not listed",
    ),
    "inputs that are drawn": (
        lambda: document(DRAWN, dv.GuessingAdvantage("1/10", ["0"])),
        "3 listed",
        "the 3 listed inputs, drawn from the prior; not covered: inputs that are not listed",
    ),
    "listed inputs of noise": (
        lambda: document(noisy(moves=None), dv.PureDP(eps=1)),
        "2 listed",
        (
            "the 2 listed inputs, with 2 ordered pairs of neighbours; not covered: inputs that"
            " are not"
            " listed"
        ),
    ),
    "all inputs of noise": (
        lambda: document(noisy(), dv.PureDP(eps=1), all_inputs=True),
        "all real",
        (
            "all real inputs; neighbours: every entry moves by at most 1; not covered: inputs of"
            " another length; neighbours that differ in another way"
        ),
    ),
    "scenario": (
        lambda: document(VOTES, dv.PPKDP(eps=0, delta=1)),
        "scenario",
        (
            "1 law of the records and the knowledge that the scenario states, about every"
            " record that"
            " is not known; not covered: other laws of the records, other knowledge, other"
            " numbers of"
            " records"
        ),
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_a_scope_says_what_is_covered_and_what_is_not(name: str) -> None:
    """In a few words for a table, and in one sentence."""
    make, brief, text = CASES[name]
    scope = scope_of(read_answer(make()))
    assert (scope.brief, scope.text) == (brief, text)


def test_a_subject_that_is_not_carried_is_said_to_be_missing() -> None:
    """A channel beyond the size of a document leaves only the count of its pairs."""
    form = document(RR, dv.PureDP(eps=2))
    del form["subject"]["channel"]
    text = scope_of(read_answer(form)).text
    assert "too large to stand in the document, with 2 ordered pairs of neighbours" in text


def test_a_range_says_which_eps() -> None:
    """Every ε, or an interval, beyond which nothing is said."""
    claim = dv.FamilyClaim("pure-dp", {"eps": "eps"})
    every = scope_of(read_answer(dv.check(dv.program("B36"), claim, eps_range="all").to_dict()))
    some = scope_of(read_answer(dv.check(dv.program("B36"), claim, eps_range="1/2..1").to_dict()))
    assert "every ε > 0" in every.text
    assert "other values" not in every.text
    assert "ε in 1/2..1" in some.text
    assert some.beyond == "inputs that are not listed; other values of ε"
