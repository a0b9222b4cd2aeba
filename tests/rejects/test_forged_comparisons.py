"""Refutations whose claims are comparisons: the kernel recomputes both sides of each."""

from __future__ import annotations

import json
from typing import Any

import pytest

from dpverify.checkers.kernel.door import replay
from dpverify.defs.channel import Channel
from dpverify.defs.numbers import ln, number_json, parse
from tests.rejects.documents import Document
from tests.rejects.forgeries import changed, signed, without

PATH = [["a", "b"], ["b", "c"]]
ROWS = [["3/4", "1/4"], ["1/4", "3/4"], ["1/2", "1/2"]]


def _json(text: str) -> dict[str, Any]:
    return number_json(parse(text))


def refutation() -> Document:
    """Total variation ≤ 1/2 on a path of three, yet not expected loss ≤ 1/2: it is ln(3)/2."""
    witness = {"inputs": ["a", "b"], "left": number_json(ln(3) / 2), "right": _json("1/2")}
    return {
        "schema": "dpverify.refutation/1.0",
        "entry": "an.entry",
        "objects": {"M": Channel(["a", "b", "c"], ["y", "z"], ROWS, PATH).to_dict()},
        "hypotheses": [
            {
                "of": "M",
                "definition": "total-variation-at-most",
                "given": {"bound": "1/2"},
                "verdict": "holds",
            }
        ],
        "conclusion": {
            "of": "M",
            "definition": "expected-loss-at-most",
            "given": {"bound": "1/2"},
            "verdict": "fails",
            "witness": witness,
        },
    }


def infinite() -> Document:
    """An infinite left side."""
    document = refutation()
    rows = [["1", "0"], ["1/2", "1/2"], ["1/2", "1/2"]]
    document["objects"]["M"] = Channel(["a", "b", "c"], ["y", "z"], rows, PATH).to_dict()
    document["conclusion"]["witness"]["inputs"] = ["b", "a"]
    infinity = {"exact": "inf", "lower": "inf", "upper": "inf"}
    document["conclusion"]["witness"]["left"] = infinity
    return document


def irrational() -> Document:
    """A bound known by balls alone: (ln 3)²/8 for the divergence of order 2."""
    document = refutation()
    square = parse("ln(3)*ln(3)/4")
    document["conclusion"] = {
        "of": "M",
        "definition": "renyi-divergence-at-most",
        "given": {"alpha": "2", "bound": "ln(3)*ln(3)/4"},
        "verdict": "fails",
        "witness": {
            "inputs": ["b", "a"],
            "left": number_json(ln(7) - ln(3)),
            "right": number_json(square),
        },
    }
    return document


GENUINE = {"loss": refutation(), "infinite": infinite(), "irrational": irrational()}


def forged() -> dict[str, Document]:
    """One thing changed in each copy."""
    genuine = refutation()
    at, first = ("conclusion", "witness"), ("hypotheses", 0)
    said = ("conclusion", "given")
    return {
        "left: larger": changed(genuine, *at, "left", to=_json("3/5")),
        "left: a text": changed(genuine, *at, "left", to="ln(3)/2"),
        "left: bounds that do not enclose": changed(genuine, *at, "left", "upper", to="0.5"),
        "left: null exact and wide": changed(
            genuine, *at, "left", to={"exact": None, "lower": "0.6", "upper": "0.7"}
        ),
        "left: missing": without(genuine, *at, "left"),
        "right: smaller": changed(genuine, *at, "right", to=_json("2/5")),
        "right: missing": without(genuine, *at, "right"),
        "inputs: no neighbours": changed(genuine, *at, "inputs", to=["a", "c"]),
        "inputs: one": changed(genuine, *at, "inputs", to=["a"]),
        "inputs: the same": changed(genuine, *at, "inputs", to=["a", "a"]),
        "inputs: other pair": changed(genuine, *at, "inputs", to=["b", "c"]),
        "inputs: unknown": changed(genuine, *at, "inputs", to=["a", "d"]),
        "witness: missing": without(genuine, *at),
        "witness: a list": changed(genuine, *at, to=["a", "b"]),
        "bound: that holds": changed(genuine, *said, "bound", to="3/5"),
        "bound: attained": changed(
            changed(genuine, *said, "bound", to="ln(3)/2"), *at, "right", to=_json("ln(3)/2")
        ),
        "bound: infinite": changed(genuine, *said, "bound", to="inf"),
        "bound: a float": changed(genuine, *said, "bound", to=0.5),
        "bound: missing": without(genuine, *said, "bound"),
        "given: a parameter more": changed(genuine, *said, "weight", to="1/2"),
        "given: a list": changed(genuine, *said, to=["1/2"]),
        "definition: other": changed(
            genuine, "conclusion", "definition", to="total-variation-at-most"
        ),
        "definition: at least": changed(
            genuine, "conclusion", "definition", to="expected-loss-at-least"
        ),
        "definition: no text": changed(genuine, "conclusion", "definition", to=["x"]),
        "conclusion: holds": changed(genuine, "conclusion", "verdict", to="holds"),
        "hypothesis: fails": changed(genuine, *first, "given", "bound", to="49/100"),
        "hypothesis: for one pair only": changed(
            genuine, *first, to={**genuine["hypotheses"][0], "given": {"bound": "1/4"}}
        ),
        "hypothesis: verdict unknown": changed(genuine, *first, "verdict", to="unknown"),
        "channel: mass moved": changed(
            genuine, "objects", "M", "matrix", 0, to=["7/10", "3/10"]
        ),
    }  # fmt: skip


FORGED = forged()


@pytest.mark.parametrize("name", GENUINE)
def test_a_genuine_one_is_accepted(name: str) -> None:
    """As data and as text."""
    assert replay(GENUINE[name]) == replay(json.dumps(GENUINE[name]))
    assert replay(GENUINE[name]).status == "accepted"


@pytest.mark.parametrize("name", FORGED)
def test_a_forged_one_is_rejected(name: str) -> None:
    """In one line."""
    outcome = replay(FORGED[name])
    assert outcome.status == "rejected"
    assert outcome.text
    assert "\n" not in outcome.text


def test_an_unknown_comparison_is_not_recheckable() -> None:
    """It is refused by its name."""
    document = refutation()
    document["hypotheses"][0]["definition"] = "total-variety-at-most"
    outcome = replay(document)
    assert outcome.status == "not-recheckable"
    assert "total-variety-at-most" in outcome.text


def test_a_comparison_is_no_claim_of_a_result() -> None:
    """Results are decided by definitions alone."""
    channel = refutation()["objects"]["M"]
    result = {
        "schema": "dpverify.result/1.0",
        "subject": {"kind": "channel", "digest": "", "channel": channel},
        "definition": "total-variation-at-most",
        "given": {"bound": "1"},
        "verdict": "holds",
        "evidence": "exact",
    }
    assert replay(signed(result)).status == "not-recheckable"


def test_one_whose_sides_do_not_separate_is_not_recheckable() -> None:
    """Equal numbers that are known by balls alone."""
    document = refutation()
    bound = "exp(ln(2)*ln(6))/exp(ln(2)*ln(2))/exp(ln(2)*ln(3))*ln(3)/2"
    document["conclusion"]["given"]["bound"] = bound
    document["conclusion"]["witness"]["right"] = number_json(parse(bound))
    assert replay(document).status == "not-recheckable"


def test_a_channel_that_is_too_large_is_not_recheckable() -> None:
    """All pairs are compared, so there is a limit."""
    document = refutation()
    inputs = [str(n) for n in range(1200)]
    document["objects"]["M"] = Channel(inputs, ["y"], [[1]] * 1200).to_dict()
    assert replay(document).status == "not-recheckable"
