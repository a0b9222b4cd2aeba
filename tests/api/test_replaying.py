"""Results re-checked from Python."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import dpverify as dv
from dpverify.defs.mechanisms import library_mechanism
from dpverify.proofs.registry import entry
from dpverify.proofs.theorem import stored

COIN = dv.Channel(["0", "1"], ["0", "1"], [["3/4", "1/4"], ["1/4", "3/4"]])
FAILS = dv.check(COIN, dv.PureDP(eps=1))


def test_in_every_form(tmp_path: Path) -> None:
    saved = tmp_path / "result.json"
    saved.write_text(FAILS.to_json(), "utf-8")
    for form in (FAILS, FAILS.to_dict(), FAILS.to_json(), saved):
        assert dv.replay(form) == dv.replay(FAILS)
    assert dv.replay(FAILS).status == "accepted"
    assert dv.replay(dv.measure(COIN, "pure-dp")).status == "accepted"


def test_each_kernel_is_reached() -> None:
    """Of divergences, and of programs on all real inputs, as `dpverify replay` does."""
    noisy_max = library_mechanism("B13").with_parameters(n=2)
    for result in (
        dv.check(COIN, dv.ZCDP(rho="1/100")),
        dv.check(COIN, dv.TotalVariation(delta="1/4")),
        dv.check(noisy_max, dv.PureDP(eps="1/2"), all_inputs=True),
    ):
        assert result.fails
        assert dv.replay(result).status == "accepted"


def test_a_changed_document_is_rejected() -> None:
    document = FAILS.to_dict()
    document["witness"]["event"] = ["1"]
    assert dv.replay(document).status == "rejected"


def test_an_unknown_is_not_rechecked() -> None:
    b13 = library_mechanism("B13d").with_parameters(n=2)
    open_ = dv.check(b13, dv.PureDP(eps="1/100"), all_inputs=True)
    assert open_.unknown
    assert dv.replay(open_).status == "not-recheckable"


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (3, "nothing to replay in a int"),
        ("no JSON", "no JSON"),
        (Path("/nowhere/at/all.json"), "cannot read"),
        ({"schema": {1, 2}}, "no JSON"),
        ({"schema": "dpverify.documents/1.0", "documents": []}, "at least one document"),
        (
            {
                "schema": "dpverify.documents/1.0",
                "documents": [FAILS.to_dict()],
                "verdict": "holds",
            },
            "'verdict' beside its documents",
        ),
        ({"schema": "dpverify.result/2.0"}, "2.0"),
    ],
)
def test_what_is_no_document_is_refused(given: Any, words: str) -> None:
    with pytest.raises(dv.InputError, match=words):
        dv.replay(given)


def test_several_are_replayed_one_at_a_time() -> None:
    both = {"schema": "dpverify.documents/1.0", "documents": [FAILS.to_dict()] * 2}
    with pytest.raises(dv.InputError, match="2 documents"):
        dv.replay(json.dumps(both))


def test_the_line_of_a_proof_names_what_is_proved() -> None:
    name = "dp.approx-implies-probabilistic"
    document = stored(entry(name))
    assert document is not None
    said = dv.replay(document)
    assert said.status == "accepted"
    assert said.line.endswith(f"; entry {name}")
    other = dv.replay({**document, "entry": "dp.approx-as-probabilistic"})
    assert other.status != "accepted"
