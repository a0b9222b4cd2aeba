"""The places that the kernel of integer noise re-checks: each rule, by a program that breaks it."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

import dpverify as dv
from dpverify.checkers.kernel.integers import place_masses, replay
from dpverify.checkers.kernel.programs import Program
from dpverify.defs import numbers as num
from dpverify.defs.errors import DpverifyError
from dpverify.defs.programs import mechanism

Document = dict[str, Any]


@mechanism(inputs=[0, 1], moves="A")
def one_value(x: Any, draw: Any) -> Any:
    """Discrete Laplace noise of scale 1 on a count."""
    return x + draw.discrete_laplace(1)


@cache
def _saved(verdict: str) -> str:
    if verdict == "fails":
        return dv.check(one_value, dv.PureDP(eps="1/2"), all_inputs=True).to_json()
    return dv.measure(one_value, "pure-dp", all_inputs=True).to_json()


def saved(verdict: str) -> Document:
    """The document that a user would save, of a claim that fails or of what is tight; a copy."""
    document: Document = json.loads(_saved(verdict))
    return document


def masses(change: Callable[[Document, Document], None]) -> list[Any]:
    """What the kernel computes of the genuine place after a change of program and place."""
    document = saved("tight")
    content, place = document["subject"]["program"], document["attained_by"]
    change(content["family"]["traced"], place)
    program = Program(content, "pure-dp", integers=True)
    return place_masses(program, place, "attained_by")


def nothing(traced: Document, place: Document) -> None:
    """The genuine place."""


def test_the_genuine_place() -> None:
    """(1−r)/(1+r) with r = 1/e, and that divided by e."""
    p, q = masses(nothing)
    assert p == (1 - num.exp(-1)) / (1 + num.exp(-1))
    assert q == p * num.exp(-1)


def compares(traced: Document, place: Document) -> None:
    del place
    (word,) = traced["words"]
    path = traced["words"][word][0]
    traced["forms"].append({"noises": [["0", "1"]], "shift": "0"})
    traced["forms"].append({"noises": [["0", "-1"]], "shift": "-1"})
    # Both halves release the same value, so that the paths still partition the integers.
    here, there = str(len(traced["forms"]) - 2), str(len(traced["forms"]) - 1)
    traced["words"][word] = [{**path, "conditions": here}, {**path, "conditions": there}]


def scaled(traced: Document, place: Document) -> None:
    del place
    traced["forms"][0]["noises"][0][1] = "2"


def shared(traced: Document, place: Document) -> None:
    (word,) = traced["words"]
    path = traced["words"][word][0]
    path["released"] = f"{path['released']} {path['released']}"
    place["released"] = place["released"] * 2


def geometric(traced: Document, place: Document) -> None:
    del place
    traced["noises"][0]["law"] = "exponential"


def fractional_value(traced: Document, place: Document) -> None:
    del traced
    place["released"] = ["-1/2"]


def fractional_input(traced: Document, place: Document) -> None:
    del traced
    place["entries"], place["inputs"] = [["-1/2"], ["0"]], ["(-1/2)", "(0)"]
    place["released"] = ["-1/2"]


def value_left_out(traced: Document, place: Document) -> None:
    (word,) = traced["words"]
    traced["noises"].append({"law": "laplace", "scale": "1"})
    traced["forms"].append({"noises": [["1", "1"]], "shift": "0"})
    traced["words"][word][0]["released"] += f" {len(traced['forms']) - 1}"
    del place


def other_labels(traced: Document, place: Document) -> None:
    del traced
    place["inputs"] = ["(-2)", "(0)"]


def other_probability(traced: Document, place: Document) -> None:
    del traced
    place["probabilities"][0] = "1/2"


def unknown_key(traced: Document, place: Document) -> None:
    del traced
    place["proof"] = "trivial"


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (compares, "more than release"),
        (scaled, "not one noise of its own"),
        (shared, "not one noise of its own"),
        (geometric, "of the law 'exponential'"),
        (fractional_value, "a released value is impossible"),
        (fractional_input, "an input is no integer"),
        (value_left_out, "more or fewer values"),
        (other_labels, "entries are not those"),
        (other_probability, "a probability"),
        (unknown_key, "'proof'"),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_each_rule(change: Callable[[Document, Document], None], sentence: str) -> None:
    """A program or place that breaks it is refused by that rule."""
    with pytest.raises(DpverifyError, match=sentence):
        masses(change)


def test_the_unit_of_the_scale() -> None:
    """A scale of 1 in units of 1/ε at ε = 2 is a scale of 1/2."""
    document = saved("tight")
    content = document["subject"]["program"]
    content["eps"], content["family"]["traced"]["symbolic"] = "2", True
    ratio = num.exp(-2)
    p = (1 - ratio) / (1 + ratio)
    document["attained_by"]["probabilities"] = [str(p), str(p * ratio)]
    program = Program(content, "pure-dp", integers=True)
    assert place_masses(program, document["attained_by"], "attained_by") == [p, p * ratio]


def figure(text: str) -> Document:
    """An exact number as documents hold it, between bounds."""
    return {"exact": text, "lower": "-9", "upper": "9"}


def claimed_eps(document: Document) -> None:
    document["given"]["eps"] = "1"
    document["witness"]["excess"] = figure("0")


def other_excess(document: Document) -> None:
    document["witness"]["excess"] = figure("1/2")


@pytest.mark.parametrize("forge", [claimed_eps, other_excess], ids=lambda forge: forge.__name__)
def test_failures_that_are_none(forge: Callable[[Document], None]) -> None:
    """At the tight ε nothing is violated; and the excess is computed here."""
    assert replay(json.dumps(saved("fails"))).status == "accepted"
    forged = saved("fails")
    forge(forged)
    assert replay(json.dumps(forged)).status == "rejected"


def test_a_place_that_attains_less() -> None:
    """At the second input's place the first is less likely: the loss is −1 there."""
    forged = saved("tight")
    place = forged["attained_by"]
    place["released"] = ["0"]
    place["probabilities"] = place["probabilities"][::-1]
    outcome = replay(json.dumps(forged))
    assert outcome.status == "rejected"
    assert "does not attain" in outcome.text
