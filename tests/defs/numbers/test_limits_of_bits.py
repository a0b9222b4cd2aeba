"""An exact number cannot grow without end: squaring again and again is "unknown (bits)"."""

from __future__ import annotations

import json

import pytest

from dpverify.checkers.kernel.door import replay
from dpverify.defs.numbers import Undecided, Value, parse


@pytest.mark.parametrize("text", ["2/3", "2/3*exp(1/2)"])
def test_squaring_ends(text: str) -> None:
    value = parse(text)
    assert isinstance(value, Value)
    with pytest.raises(Undecided) as stop:
        squared(value, 40)
    assert stop.value.code == "bits"


def squared(value: Value, times: int) -> Value:
    for _ in range(times):
        value = value * value
    return value


def test_a_small_document_with_large_numbers_is_not_rechecked() -> None:
    """1.5 kB, a channel post-processed by itself 26 times: it used to run past a minute."""
    outputs = ["a", "b"]
    channel = {
        "schema": "dpverify.channel/1.0", "inputs": outputs, "outputs": outputs,
        "matrix": [["1/2", "1/2"], ["1/3", "2/3"]], "neighbours": "all",
    }  # fmt: skip
    objects = {"P0": channel} | {
        f"P{k + 1}": {"post_process": [f"P{k}", f"P{k}"]} for k in range(26)
    }
    witness = {"inputs": outputs, "event": ["a"], "probabilities": ["1", "1/2"]}
    said = {"of": "P26", "definition": "pure-dp", "given": {"eps": "0"}, "verdict": "fails"}
    document = {
        "schema": "dpverify.refutation/1.0", "entry": "dp.post-processing.pure",
        "objects": objects, "hypotheses": [], "conclusion": {**said, "witness": witness},
    }  # fmt: skip
    outcome = replay(json.loads(json.dumps(document)))
    assert outcome.status == "not-recheckable"
    assert "bits" in outcome.text
