"""Calibrations: genuine documents are accepted; each that says more than is true is refused."""

from __future__ import annotations

import json
from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from dpverify.accounting import Plan, calibrate, gaussian, laplace
from dpverify.checkers.kernel.door import replay

DELTA = "1e-5"
QUESTIONS: dict[str, tuple[Plan, str, dict[str, Any]]] = {
    "sigma": (Plan((gaussian(1),)), "sigma", {"eps": 1, "delta": DELTA}),
    "steps": (Plan((gaussian(9), gaussian(20))), "steps",
              {"eps": 5, "delta": DELTA, "event": 2}),
    "scale": (Plan((laplace(10, times=20),)), "scale", {"eps": 1, "delta": "1/100"}),
    "rate": (Plan((gaussian(1, sampling="1/2", times=2),), "remove"), "sampling",
             {"eps": 1, "delta": "1/1000"}),
    "every rate": (Plan((gaussian(9),)), "sampling", {"eps": 3, "delta": "1/100"}),
    "no step": (Plan((laplace(1),)), "steps", {"eps": "1/2", "delta": DELTA}),
    # The events are counted through: the second is that of the first part.
    "steps of a part": (Plan((gaussian(9),), "remove",
                             parts=((gaussian(2, sampling="1/2"),), (laplace(10),))),
                        "steps", {"eps": 1, "delta": DELTA, "event": 2}),
}  # fmt: skip


@cache
def _saved(name: str) -> str:
    plan, sought, given = QUESTIONS[name]
    return json.dumps(calibrate(plan, sought, **given).document())


def saved(name: str) -> Any:
    """The document that a user would save; a copy of it."""
    return json.loads(_saved(name))


@pytest.mark.parametrize("name", QUESTIONS)
def test_genuine_documents_are_accepted(name: str) -> None:
    """And what was not read is named."""
    outcome = replay(saved(name))
    assert outcome.status == "accepted", outcome
    assert ("not_rechecked" in outcome.unread) == ("not_rechecked" in saved(name))


def _set(path: str, new: Any) -> Any:
    """A change of one place, or its removal where `new` is None."""

    def change(document: Any) -> None:
        *holders, last = [int(s) if s.isdigit() else s for s in path.split("/")]
        for step in holders:
            document = document[step]
        if new is None:
            del document[last]
        else:
            document[last] = new

    return change


def _exchanged(document: Any) -> None:
    document["proved"], document["refuted"] = document["refuted"], document["proved"]


def _both_proved(document: Any) -> None:
    document["refuted"] = document["proved"]


def _another_value(document: Any) -> None:
    """A σ that is a little smaller, as the value that is proved and in its plan."""
    text = str(Fraction(document["sigma"]["lower"]) * Fraction(999, 1000))
    document["sigma"]["upper"] = text
    document["proved"]["plan"]["events"][0]["sigma"] = text


def _larger_delta(document: Any) -> None:
    """What is proved is a larger δ than the one that is claimed."""
    bounds = document["proved"]
    for place in (bounds, *bounds["directions"]):
        place["delta"]["upper"] = "1/1000"


def _smaller_delta(document: Any) -> None:
    bounds = document["refuted"]
    for place in (bounds, *bounds["directions"]):
        place["delta"]["lower"] = "1/100000"


def _other_events(document: Any) -> None:
    """Both ends are accounts of a plan with more of the other event than is stated."""
    document["plan"]["events"][0]["times"] = 1
    for name in ("proved", "refuted"):
        document[name]["plan"]["events"][0]["times"] = 2


def _without(name: str, trivial: str | None, end: str) -> Any:
    def change(document: Any) -> None:
        del document[name]
        if trivial is not None:
            document["sigma"][end] = trivial

    return change


def _unknown_noise(document: Any) -> None:
    document["sought"] = "scale"


FORGED: dict[str, tuple[str, Any, str]] = {
    "ends exchanged": ("sigma", _exchanged, "not refuted"),
    "both proved": ("sigma", _both_proved, "not refuted"),
    "another value": ("sigma", _another_value, "upper bound is too small"),
    "another value in words": ("sigma", _set("sigma/upper", "3"), "another one"),
    "another lower value": ("sigma", _set("sigma/lower", "3"), "another one"),
    "a larger delta": ("sigma", _larger_delta, "not proved"),
    "a smaller delta": ("sigma", _smaller_delta, "not refuted"),
    "a larger claim": ("sigma", _set("given/delta", "1/1000"), "not refuted"),
    "a smaller claim": ("sigma", _set("given/delta", "1/1000000"), "not proved"),
    "another eps": ("sigma", _set("given/eps", "2"), "another ε"),
    "eps negative": ("sigma", _set("given/eps", "-1"), "ε lies"),
    "delta 1": ("sigma", _set("given/delta", "1"), "δ lies"),
    "another plan": ("steps", _set("plan/events/0/sigma", "8"), "another one"),
    "another relation": ("steps", _set("plan/relation", "add"), "another one"),
    "more of the other event": ("steps", _other_events, "upper bound is too small"),
    "another event": ("steps", _set("event", 1), "states times"),
    "event 0": ("steps", _set("event", 0), "no such event"),
    "event 3": ("steps", _set("event", 3), "no such event"),
    "event 3/2": ("steps", _set("event", "3/2"), "no such event"),
    "no proof": ("sigma", _without("proved", None, "upper"), "nothing shows"),
    "no refutation": ("sigma", _without("refuted", None, "lower"), "nothing shows"),
    "no refutation, 1": ("sigma", _without("refuted", "1", "lower"), "nothing shows"),
    "neither": ("no step", _set("refuted", None), "no value is proved"),
    "a trivial bound moved": ("no step", _set("steps/lower", "1"), "nothing shows"),
    "a rate below 1": ("every rate", _set("sampling/upper", "1/2"), "nothing shows"),
    "unknown key": ("sigma", _set("mood", "new"), "mood"),
    "unknown key of bounds": ("sigma", _set("sigma/exact", "1"), "exact"),
    "unknown key of given": ("sigma", _set("given/alpha", "1"), "alpha"),
    "an end about eps": ("sigma", _set("proved/delta", None), "not one of δ"),
    "an end with a wrong key": ("sigma", _set("proved/mood", 1), "mood"),
    "evidence exact": ("sigma", _set("evidence", "exact"), "enclosure"),
    "schema": ("sigma", _set("schema", "dpverify.calibration/2.0"), "2.0"),
    "sought nothing": ("sigma", _set("sought", "mood"), "nothing that is sought"),
    "sought another": ("sigma", _unknown_noise, "scale"),
    "monotone a word": ("sigma", _set("monotone", "yes"), "neither true nor false"),
    "monotone missing": ("sigma", _set("monotone", None), "monotone"),
}


@pytest.mark.parametrize("forgery", FORGED)
def test_forged_documents_are_refused(forgery: str) -> None:
    """One change, one reason that names it."""
    name, change, reason = FORGED[forgery]
    document = saved(name)
    change(document)
    outcome = replay(document)
    assert outcome.status == "rejected", outcome
    assert reason in outcome.text, outcome.text


@pytest.mark.parametrize("name", ["sigma", "rate"])
def test_monotone_is_not_believed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of events that are not known to be: where an account of a new noise is accepted."""
    from dpverify.checkers.kernel import accounts
    from dpverify.checkers.kernel.outcome import Outcome

    monkeypatch.setattr(accounts, "replay", lambda _: Outcome("accepted", "yes"))
    document = saved(name)
    plans = (document["plan"], document["proved"]["plan"], document["refuted"]["plan"])
    for plan in plans:
        plan["events"][0]["noise"] = "new"
    assert "not known to be monotone" in replay(document).text
    document["monotone"] = False
    assert replay(document).status == "accepted"
    document["monotone"] = True
    for plan in plans:
        plan["events"][0]["noise"] = "gaussian"
        plan["relation"] = "replace"
    assert replay(document).status == ("rejected" if name == "rate" else "accepted")


def test_an_end_that_is_not_judged_is_not_accepted() -> None:
    """A grid of millions of cells in one account: neither accepted nor rejected."""
    document = saved("rate")
    document["proved"]["directions"][0]["grid"]["step"] = "1e-12"
    assert replay(document).status == "not-recheckable"
