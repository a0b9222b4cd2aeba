"""Forged results about programs by steps are refused, true ones accepted."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import pytest

import dpverify as dv
from dpverify.checkers.kernel import stepwise
from dpverify.checkers.kernel.door import replay
from dpverify.checkers.kernel.programs import digest
from dpverify.defs.mechanisms import library_mechanism
from dpverify.defs.numbers.documents import read

Form = dict[str, Any]
Change = Callable[[Form], None]


@pytest.fixture(scope="module")
def texts() -> dict[str, str]:
    """A result of each kind, as it is saved."""
    b20 = library_mechanism("B20").with_parameters(n=13, c=1, eps="1/2")
    b21 = library_mechanism("B21").with_parameters(n=13, c=2)
    b24 = library_mechanism("B24").with_parameters(n=13)
    return {
        "holds": dv.check(b20, dv.PureDP(eps="1/2"), all_inputs=True).to_json(),
        "fails": dv.check(b20, dv.PureDP(eps="1/4"), all_inputs=True).to_json(),
        "measured": dv.measure(b21, "pure-dp", all_inputs=True).to_json(),
        "infinite": dv.measure(b24, "pure-dp", all_inputs=True).to_json(),
    }


@pytest.mark.parametrize("kind", ["holds", "fails", "measured", "infinite"])
def test_true_results_are_accepted(texts: dict[str, str], kind: str) -> None:
    """A thousand queries are no more to re-check than thirteen, but for the walk."""
    outcome = replay(texts[kind])
    assert outcome.status == "accepted", outcome.text
    assert "stepwise" in json.loads(texts[kind])["subject"]["program"]


def _program(form: Form) -> Form:
    found: Form = form["subject"]["program"]
    return found


def _sealed(change: Change) -> Change:
    """A change of the program, with a digest that fits it."""

    def whole(form: Form) -> None:
        change(_program(form)["stepwise"])
        form["subject"]["digest"] = digest(_program(form))

    return whole


def _queries(form: Form) -> None:
    form["queries"] = "14"


def _cheaper_threshold(form: Form) -> None:
    form["threshold"]["scale"] = "3/2"


def _never_stops(form: Form) -> None:
    form["steps"][0]["after"]["1"] = "0"


def _stops_on_zero(form: Form) -> None:
    form["steps"][0]["after"]["0"] = "stop"


def _keeps_its_threshold(form: Form) -> None:
    form["steps"][0]["after"]["1"] = "1"


def _less_noise(form: Form) -> None:
    for step in form["steps"]:
        step["traced"]["noises"][0]["scale"] = "3"


def _overlap(form: Form) -> None:
    words = form["steps"][0]["traced"]["words"]
    words["1"] = words["0"]


def _no_such_state(form: Form) -> None:
    form["steps"][0]["after"]["0"] = "7"


def _a_word_is_missing(form: Form) -> None:
    del form["steps"][0]["after"]["0"]
    del form["steps"][0]["traced"]["words"]["0"]


def _another_gap(form: Form) -> None:
    for shift in form["steps"][0]["traced"]["forms"]:
        shift["shift"] = ["0", {"q0001": "1"}]


def _no_noise_at_all(form: Form) -> None:
    for place, one in enumerate(form["steps"][0]["traced"]["forms"]):
        one["noises"], one["shift"] = [], ["0", {"query": "1" if place else "-1"}]


PROGRAMS: dict[str, tuple[Change, str, str]] = {
    "another length": (_queries, "measured", "the steps are no moves of neighbours"),
    "less noise of the threshold": (_cheaper_threshold, "holds", "the bound is 7/12"),
    "it never stops": (_never_stops, "holds", "the bound is 7/2"),
    "it stops at once": (_stops_on_zero, "measured", "after the program has stopped"),
    "the old threshold stays": (_keeps_its_threshold, "measured", "the bound is 3/4"),
    "less noise of queries": (_less_noise, "holds", "the bound is 7/12"),
    "words overlap": (_overlap, "holds", "leave out some of the noises"),
    "no such state": (_no_such_state, "holds", "states to go on to"),
    "a word is missing": (_a_word_is_missing, "holds", "leave out some of the noises"),
    "a gap that is no entry": (_another_gap, "holds", "gap that is no entry"),
    "a comparison without noise": (_no_noise_at_all, "holds", "compares no noise"),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_other_programs_are_refused(texts: dict[str, str], name: str) -> None:
    """A result about another program than the one that it was shown of."""
    change, kind, why = PROGRAMS[name]
    form = json.loads(texts[kind])
    _sealed(change)(form)
    outcome = replay(json.dumps(form))
    assert outcome.status == "rejected", outcome.text
    assert why in outcome.text


def _drop_digest(form: Form) -> None:
    _program(form)["stepwise"]["queries"] = "12"


def _still(form: Form) -> None:
    form["certificate"]["thresholds"] = ["0"]


def _half(form: Form) -> None:
    form["certificate"]["thresholds"] = ["1/2"]


def _two_sides(form: Form) -> None:
    form["certificate"]["thresholds"] *= 2


def _one_state(form: Form) -> None:
    form["certificate"]["steps"] = []


def _no_shift(form: Form) -> None:
    for step in form["certificate"]["steps"]:
        step["1"] = [[""]]


def _smaller_bound(form: Form) -> None:
    form["bound"]["eps"]["exact"] = "1/4"


def _smaller_claim(form: Form) -> None:
    form["given"]["eps"] = "1/4"


def _larger_tight(form: Form) -> None:
    form["tight"]["eps"]["exact"] = "2"


def _far_move(form: Form) -> None:
    form["approached_by"]["decay"]["move"][0] = "2"


def _other_run(form: Form) -> None:
    form["approached_by"]["word"] = "0×3 1 0×2 1"


def _respelled(form: Form) -> None:
    form["approached_by"]["word"] = "0 0×2 1 0×3 1"


def _as_if_more(form: Form) -> None:
    form["approached_by"]["word"] += " …"


def _outweighed(form: Form) -> None:
    first = form["approached_by"]["decay"]["multipliers"][0]
    first["conditions"] = ["1"] * len(first["conditions"])


def _other_labels(form: Form) -> None:
    form["witness"]["inputs"].reverse()


def _other_entries(form: Form) -> None:
    form["witness"]["entries"][0][0] = "5"


def _more_likely(form: Form) -> None:
    form["witness"]["probabilities"][0] = "1/2"


def _words_more(form: Form) -> None:
    form["checked"]["words"] += 1


def _a_key(form: Form) -> None:
    _program(form)["family"] = None


FORGED: dict[str, tuple[str, Change]] = {
    "the digest is of another": ("holds", _drop_digest),
    "the threshold stays": ("holds", _still),
    "the threshold moves half": ("holds", _half),
    "two sides": ("holds", _two_sides),
    "no states": ("holds", _one_state),
    "answers above are not moved": ("holds", _no_shift),
    "a smaller bound": ("holds", _smaller_bound),
    "a smaller claim": ("holds", _smaller_claim),
    "more is said to be needed": ("measured", _larger_tight),
    "a step too far": ("measured", _far_move),
    "another run": ("measured", _other_run),
    "a run in other words": ("measured", _respelled),
    "a run that would go on": ("measured", _as_if_more),
    "multipliers outweigh": ("measured", _outweighed),
    "the inputs change places": ("fails", _other_labels),
    "another input": ("fails", _other_entries),
    "another probability": ("fails", _more_likely),
    "more words": ("holds", _words_more),
    "two programs": ("holds", _a_key),
}


@pytest.mark.parametrize("name", FORGED)
def test_forged_results_are_refused(texts: dict[str, str], name: str) -> None:
    """One statement of a true result is another."""
    kind, change = FORGED[name]
    form = json.loads(texts[kind])
    change(form)
    outcome = replay(json.dumps(form))
    assert outcome.status == "rejected", outcome.text


@pytest.mark.parametrize(("symbolic", "eps", "loss"), [(True, 5, 15), (False, 1, 3)])
def test_a_decay_is_in_the_units_of_the_program(
    texts: dict[str, str], monkeypatch: pytest.MonkeyPatch, symbolic: bool, eps: int, loss: int
) -> None:
    """3 in units of ε where scales are in units of 1/ε, else 3 as it is."""
    form = read(texts["measured"])
    program: Any = stepwise.StepProgram(form["subject"]["program"], "pure-dp")
    program.eps = Fraction(eps)
    program.stated = SimpleNamespace(steps=program.stated.steps, symbolic=symbolic)
    monkeypatch.setattr(stepwise, "decay_rate", lambda *_: Fraction(3))
    monkeypatch.setattr(stepwise, "read_run", lambda *_: [0])
    monkeypatch.setattr(stepwise, "unrolled", lambda *_: ((), ()))
    place = form["approached_by"]
    move = ["1"] + ["0"] * (len(program.entries) - 1)
    place["decay"] = {**place["decay"], "move": move}
    assert program.decay(place) == loss
