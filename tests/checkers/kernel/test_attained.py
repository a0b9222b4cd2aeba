"""Near misses that only one condition of the kernel keeps out; each survived a mutant of it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from dpverify.checkers.decide import check, measure
from dpverify.checkers.kernel.door import replay
from dpverify.defs.channel import Channel
from dpverify.defs.definitions import ApproxDP
from dpverify.defs.numbers import documents, number_json, parse
from tests.rejects.documents import refutation

HALF = Channel(["a", "b"], ["y", "z"], [["1/2", "1/2"], ["1/4", "3/4"]])
REVEAL = Channel(["a", "b"], ["x", "y", "z"], [["1/2", "1/2", "0"], ["1/2", "0", "1/2"]])

REFUSAL = "the event of 'attained_by' does not refute what is below the tight eps"


def measured(channel: Channel, name: str, given: dict[str, Any], eps: str) -> dict[str, Any]:
    """A measurement with another tight ε, attained from a to b by the output y."""
    document: dict[str, Any] = measure(channel, name, **given).to_dict()
    law = [channel.rows.texts(i)[channel.outputs.index("y")] for i in (0, 1)]
    document["attained_by"] = {"inputs": ["a", "b"], "event": ["y"], "probabilities": law}
    document["tight"] = {"eps": number_json(parse(eps))}
    return document


@pytest.mark.parametrize(
    ("channel", "name", "given", "eps"),
    [
        # P[L ≥ ln 2] = 1/2 is allowed, so no ε below ln 2 is refuted: the tight one is 0.
        (HALF, "probabilistic-dp", {"delta": "3/4"}, "ln(2)"),
        # The same with an infinite loss, and equality.
        (REVEAL, "privacy-at-risk", {"risk": "1/2"}, "ln(2)"),
        # P(S) = δ and Q(S) = 0: the excess is 0 at every ε.
        (REVEAL, "approx-dp", {"delta": "1/2"}, "1"),
    ],
)
def test_an_excess_of_0_need_not_attain(
    channel: Channel, name: str, given: dict[str, Any], eps: str
) -> None:
    """A tight ε that is too large is refused although its event has excess 0 there, or less."""
    genuine = measure(channel, name, **given).to_dict()
    assert genuine["tight"]["eps"]["exact"] == "0"
    assert replay(genuine).status == "accepted"
    outcome = replay(measured(channel, name, given, eps))
    assert (outcome.status, outcome.text) == ("rejected", REFUSAL)


def test_a_tail_that_weighs_just_the_bound_does_not_attain() -> None:
    """{L ≥ ln 2} weighs exactly δ: excess 0, and still every smaller ε ≥ ln(3/2) is allowed."""
    channel = Channel(["a", "b"], ["y", "z"], [["1/2", "1/2"], ["1/4", "3/4"]], [["a", "b"]],
                      directed=True)  # fmt: skip
    assert replay(measure(channel, "probabilistic-dp", delta="1/2").to_dict()).status == "accepted"
    outcome = replay(measured(channel, "probabilistic-dp", {"delta": "1/2"}, "ln(2)"))
    assert (outcome.status, outcome.text) == ("rejected", REFUSAL)


def test_only_channels_are_rechecked() -> None:
    """A subject of another kind is beyond the kernel even where it carries a channel."""
    document = measure(HALF, "pure-dp").to_dict()
    assert replay(document).status == "accepted"
    for kind in ("program", "mechanism"):
        document["subject"]["kind"] = kind
        assert replay(document).status == "not-recheckable"


@pytest.mark.parametrize("wider", ["M", "N"])
def test_hidden_branches_have_the_same_outputs(wider: str) -> None:
    """A mixture is refused where one branch has an output more, whichever it is."""
    rows = [["1/2", "1/2"], ["1/4", "3/4"]]
    small = Channel(["a", "b"], ["y", "z"], rows).to_dict()
    large = Channel(["a", "b"], ["y", "z", "w"], [[*row, "0"] for row in rows]).to_dict()
    place = {"inputs": ["a", "b"], "event": ["y"], "probabilities": ["1/2", "1/4"]}
    document: dict[str, Any] = {
        **refutation(),
        "objects": {"M": small, "N": small, "K": {"mixture": ["1/2", "M", "N"]}},
        "hypotheses": [],
        "conclusion": {
            "of": "K",
            "definition": "pure-dp",
            "given": {"eps": "0"},
            "verdict": "fails",
            "witness": {**place, "excess": number_json(parse("1/4"))},
        },
    }
    assert replay(document).status == "accepted", replay(document).text
    document["objects"][wider] = large
    outcome = replay(document)
    assert (outcome.status, outcome.text) == (
        "rejected",
        "mixture: the two channels have different outputs",
    )


def test_of_a_few_pairs_both_orders_are_compared() -> None:
    """The tight δ is that of the second input beside the first, 9/10 − 2·1/2 < 0 the other way.

    By hand, at ε = ln 2: of P = (1/2, 1/2) and Q = (9/10, 1/10) the largest P(S) − 2·Q(S) is 3/10,
    and the largest Q(S) − 2·P(S) is 0, which the forged document takes for the tight value.
    """
    rows = [["9/10", "1/10"], ["1/2", "1/2"]]
    claim = ApproxDP(eps="ln(2)", delta="3/10")
    document = check(Channel(["a", "b"], ["y", "z"], rows), claim).to_dict()
    assert document["tight"]["delta"]["exact"] == "3/10"
    assert replay(documents.read(json.dumps(document))).status == "accepted"
    document["given"]["delta"] = "1/10"
    document["tight"]["delta"] = {"exact": "0", "lower": "0", "upper": "0"}
    document["attained_by"] = {"inputs": ["a", "b"], "event": [], "probabilities": ["0", "0"]}
    outcome = replay(documents.read(json.dumps(document)))
    assert outcome.status == "rejected"
    assert "the claim fails for the inputs 'b', 'a'" in outcome.text
