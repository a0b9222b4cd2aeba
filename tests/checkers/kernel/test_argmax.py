"""Forged results about a noisy argmax are refused, true ones accepted."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

import dpverify as dv
from dpverify.checkers.kernel.door import replay
from dpverify.checkers.kernel.programs import digest
from dpverify.defs.mechanisms import library_mechanism

Form = dict[str, Any]
Change = Callable[[Form], None]


@pytest.fixture(scope="module")
def texts() -> dict[str, str]:
    """A result of each kind, as it is saved."""
    b11 = library_mechanism("B11").with_parameters(n=50, eps="1/2")
    b12 = library_mechanism("B12").with_parameters(n=50)
    b17 = library_mechanism("B17").with_parameters(n=50)
    return {
        "holds": dv.check(b11, dv.PureDP(eps="1/2"), all_inputs=True).to_json(),
        "fails": dv.check(b11, dv.PureDP(eps="1/4"), all_inputs=True).to_json(),
        "approached": dv.measure(b11, "pure-dp", all_inputs=True).to_json(),
        "attained": dv.measure(b12, "pure-dp", all_inputs=True).to_json(),
        "a lead": dv.measure(b17, "pure-dp", all_inputs=True).to_json(),
    }


@pytest.mark.parametrize("kind", ["holds", "fails", "approached", "attained", "a lead"])
def test_true_results_are_accepted(texts: dict[str, str], kind: str) -> None:
    """All of it is re-checked, but for the inputs that a reader may imagine along a walk."""
    outcome = replay(texts[kind])
    assert outcome.status == "accepted", outcome.text
    assert "argmax" in json.loads(texts[kind])["subject"]["program"]
    imagined = {"approached_by.inputs"} if "approached_by" in json.loads(texts[kind]) else set()
    assert {x for x in outcome.unread if "approached" in x} == imagined


def _program(form: Form) -> Form:
    found: Form = form["subject"]["program"]
    return found


def _sealed(form: Form) -> None:
    form["subject"]["digest"] = digest(_program(form))


def _set(key: str, to: Any) -> Change:
    def change(form: Form) -> None:
        _program(form)["argmax"][key] = to
        _sealed(form)

    return change


def _moves(text: str) -> Change:
    def change(form: Form) -> None:
        _program(form)["moves"] = text
        _sealed(form)

    return change


def _noise(law: str, scale: str) -> Change:
    return _set("noise", {"law": law, "scale": scale})


PROGRAMS: dict[str, tuple[Change, str, str]] = {
    "another length": (_set("entries", "51"), "approached", "the steps are no moves"),
    "as many as no one": (_set("entries", "1"), "holds", "number of entries is none from 2"),
    "half an entry": (_set("entries", "99/2"), "holds", "number of entries is none from 2"),
    "less noise": (_noise("laplace", "1"), "holds", "the bound is 1,"),
    "more noise": (_noise("laplace", "3"), "approached", "the bound is 1/3"),
    "noise of another law": (_noise("exponential", "2"), "fails", "one of the probabilities"),
    "a law that has no alignment": (_noise("gaussian", "2"), "holds", "none that is dealt with"),
    "noise of no scale": (_noise("laplace", "0"), "holds", "none that is dealt with"),
    "a lead is told as well": (_set("lead", True), "holds", "the lead is not that of the first"),
    "no lead is told": (_set("lead", False), "a lead", "the program tells no lead"),
    "a lead of exponential noise": (_noise("exponential", "2"), "a lead", "Laplace noise alone"),
    "scales in nats": (_set("symbolic", False), "holds", "eps of a program is 1"),
    "neither true nor false": (_set("lead", "no"), "holds", "neither true nor false"),
    "one more key": (_set("key", "0"), "holds", "does not have its keys"),
    "entries that move further": (_moves("linf(2)"), "holds", "a condition of the word 0"),
    "entries that move less": (_moves("linf(1/2)"), "fails", "the bound is 3/8"),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_other_programs_are_refused(texts: dict[str, str], name: str) -> None:
    """A result about another program than the one that it was shown of."""
    change, kind, why = PROGRAMS[name]
    form = json.loads(texts[kind])
    change(form)
    outcome = replay(json.dumps(form))
    assert outcome.status == "rejected", outcome.text
    assert why in outcome.text


@pytest.mark.parametrize("moves", ["one_entry(1)", "box(-1:1,0:1)[50]", "still[1], linf(1)[49]"])
def test_entries_that_move_differently(texts: dict[str, str], moves: str) -> None:
    """One word then says nothing of the others, so that the bound is not re-checked."""
    form = json.loads(texts["holds"])
    _program(form)["moves"] = moves
    if "box" in moves:
        _program(form)["moves"] = "box(" + ",".join(["-1:1", "0:1"] * 25) + ")"
    _sealed(form)
    form["checked"].pop("inputs")
    outcome = replay(json.dumps(form))
    assert outcome.status == "not-recheckable", outcome.text
    assert "every query moves as the others do" in outcome.text


def _drop_digest(form: Form) -> None:
    _program(form)["argmax"]["entries"] = "49"


def _no_shift(form: Form) -> None:
    form["certificate"]["shifts"]["0"] = [[""]]


def _no_words(form: Form) -> None:
    form["certificate"]["shifts"] = {}


def _another_entry(form: Form) -> None:
    for affine in form["certificate"]["table"][0]:
        affine[1][0][0] = "50"


def _other_winner(form: Form) -> None:
    form["certificate"]["shifts"]["1"] = form["certificate"]["shifts"].pop("0")


def _lead_of_another(form: Form) -> None:
    form["certificate"]["leads"] = {"1": "0"}


def _a_lead(form: Form) -> None:
    form["certificate"]["leads"] = {"0": "0"}


def _smaller_bound(form: Form) -> None:
    form["bound"]["eps"]["exact"] = "1/4"


def _smaller_claim(form: Form) -> None:
    form["given"]["eps"] = "1/4"


def _larger_tight(form: Form) -> None:
    form["tight"]["eps"]["exact"] = "2"


def _far_move(form: Form) -> None:
    form["approached_by"]["decay"]["move"][0] = "-2"


def _other_event(form: Form) -> None:
    form["approached_by"]["word"] = "1"


def _outweighed(form: Form) -> None:
    form["approached_by"]["decay"]["multipliers"][0]["conditions"] = ["1"] * 49


def _other_labels(form: Form) -> None:
    form["witness"]["inputs"].reverse()


def _other_entries(form: Form) -> None:
    form["witness"]["entries"][1][0] = "0"


def _more_likely(form: Form) -> None:
    form["witness"]["probabilities"][0] = "1/2"


def _other_word(form: Form) -> None:
    form["witness"]["word"] = "1"


def _words_more(form: Form) -> None:
    form["checked"]["words"] += 1


def _more_inputs(form: Form) -> None:
    form["checked"]["inputs"] = form["checked"]["inputs"].replace("50 numbers", "60 numbers")


def _a_key(form: Form) -> None:
    _program(form)["family"] = None
    _sealed(form)


FORGED: dict[str, tuple[str, Change]] = {
    "the digest is of another": ("holds", _drop_digest),
    "the winner is not shifted": ("holds", _no_shift),
    "no word is aligned": ("holds", _no_words),
    "the winner is another": ("holds", _other_winner),
    "the lead of another": ("a lead", _lead_of_another),
    "a lead where none is told": ("holds", _a_lead),
    "a smaller bound": ("holds", _smaller_bound),
    "a smaller claim": ("holds", _smaller_claim),
    "more is said to be needed": ("approached", _larger_tight),
    "a step too far": ("approached", _far_move),
    "another event": ("approached", _other_event),
    "multipliers outweigh": ("approached", _outweighed),
    "the inputs change places": ("fails", _other_labels),
    "another input": ("fails", _other_entries),
    "another probability": ("fails", _more_likely),
    "another word": ("fails", _other_word),
    "more words": ("holds", _words_more),
    "other inputs": ("holds", _more_inputs),
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


def test_a_shift_by_an_entry_that_is_none(texts: dict[str, str]) -> None:
    """It is refused by its name, not by what an index happens to do."""
    form = json.loads(texts["holds"])
    _another_entry(form)
    outcome = replay(json.dumps(form))
    assert outcome.status == "rejected"
    assert "a shift names no entry" in outcome.text


def test_a_lead_is_paid_in_the_units_of_the_program() -> None:
    """Noise in units of 1/ε at ε = 1/2: ε is 1/2 then, no less."""
    b17 = library_mechanism("B17").with_parameters(n=50, eps="1/2")
    form = json.loads(dv.check(b17, dv.PureDP(eps="1/2"), all_inputs=True).to_json())
    assert form["verdict"] == "holds"
    assert replay(json.dumps(form)).status == "accepted"
    form["given"]["eps"] = "49/100"
    assert replay(json.dumps(form)).status == "rejected"
