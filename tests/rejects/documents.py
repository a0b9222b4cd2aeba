"""Genuine results and refutations, by name: what a kernel must accept."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from dpverify.checkers.decide import check, measure
from dpverify.defs.channel import Channel
from dpverify.defs.definitions import registry

Document = dict[str, Any]

# No two columns and no two rows alike, so that an event or a pair is seldom exchangeable.
PATH = Channel(
    ["a", "b", "c"],
    ["x", "y", "z", "never"],
    [
        ["1/2", "1/3", "1/6", "0"],
        ["1/4", "1/4", "1/2", "0"],
        ["1/7", "2/7", "4/7", "0"],
    ],
    [["a", "b"], ["b", "c"]],
    title="a path",
    prior=["1/2", "1/4", "1/4"],
)
ROOTS = Channel(
    ["0", "1"],
    ["low", "middle", "high"],
    [
        ["3**(1/2)/(2+3**(1/2))", "1/(2+3**(1/2))", "1/(2+3**(1/2))"],
        ["exp(-1)", "exp(-2)", "1-exp(-1)-exp(-2)"],
    ],
)
INFINITE = Channel(["a", "b"], ["y", "z"], [["1/10", "9/10"], ["0", "1"]])
ONE_WAY = Channel(
    ["a", "b"], ["y", "z"], [["1/10", "9/10"], ["1/5", "4/5"]], [["a", "b"]], directed=True
)
EVEN = Channel(["a", "b"], ["y", "z"], [["1/3", "2/3"], ["1/3", "2/3"]])
CHANNELS = {"path": PATH, "roots": ROOTS, "infinite": INFINITE}

CLAIMS: dict[str, tuple[dict[str, str], dict[str, str]]] = {  # fails everywhere, holds somewhere
    "pure-dp": ({"eps": "1/10"}, {"eps": "2"}),
    "local-dp": ({"eps": "1/10"}, {"eps": "2"}),
    "approx-dp": ({"eps": "1/10", "delta": "1/100"}, {"eps": "1/10", "delta": "3/4"}),
    "probabilistic-dp": ({"eps": "1/10", "delta": "1/100"}, {"eps": "1", "delta": "19/20"}),
    "privacy-at-risk": ({"eps": "1/10", "risk": "1/100"}, {"eps": "1", "risk": "19/20"}),
}


@cache
def _results() -> dict[str, str]:
    found = {}
    for place, channel in CHANNELS.items():
        for definition, claims in CLAIMS.items():
            for given in claims:
                verdict = check(channel, registry.definition(definition, **given))
                found[f"{place}: {definition} {verdict.name}"] = verdict.to_json()
            for left_out in claims[0]:
                rest = {name: text for name, text in claims[0].items() if name != left_out}
                measured = _measured(channel, definition, rest)
                found[f"{place}: {left_out} of {definition}"] = measured.to_json()
    found["one way: pure-dp fails"] = check(
        ONE_WAY, registry.definition("pure-dp", eps="1/20")
    ).to_json()
    found["even: eps of pure-dp"] = measure(EVEN, "pure-dp").to_json()
    found["even: eps of approx-dp"] = measure(EVEN, "approx-dp", delta="1/10").to_json()
    found["even: pure-dp holds"] = check(EVEN, registry.definition("pure-dp", eps="0")).to_json()
    return found


def _measured(channel: Channel, definition: str, given: dict[str, Any]) -> Any:
    return measure(channel, definition, **given)


def results() -> dict[str, Document]:
    """Results of `check` and `measure` for every definition, read back from their texts."""
    return {name: json.loads(text) for name, text in _results().items()}


def refutation() -> Document:
    """Privacy at risk is lost by post-processing: a refutation written by hand.

    Merging 1a with 2a and 1b with 2b turns a risk of 1/40 into 21/40.
    """
    merged = [[1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 0, 0], [0, 1, 0]]
    outputs = ["1a", "1b", "1c", "2a", "2b"]
    claim = {"definition": "privacy-at-risk", "given": {"eps": "ln(3)", "risk": "1/40"}}
    rows = [
        ["1/50", "1/200", "19/40", "3/8", "1/8"],
        ["1/200", "1/50", "19/40", "1/8", "3/8"],
    ]
    witness = {
        "inputs": ["x", "x'"],
        "event": ["a", "b"],
        "probabilities": ["21/40", "21/40"],
        "excess": {"exact": "1/2", "lower": "0.5", "upper": "0.5"},
    }
    return {
        "schema": "dpverify.refutation/1.0",
        "entry": "par.post-processing",
        "objects": {
            "M": Channel(["x", "x'"], outputs, rows).to_dict(),
            "f": Channel(outputs, ["a", "b", "c"], merged).to_dict(),
            "N": {"post_process": ["M", "f"]},
        },
        "hypotheses": [{"of": "M", **claim, "verdict": "holds"}],
        "conclusion": {"of": "N", **claim, "verdict": "fails", "witness": witness},
    }
