"""Documents of every kind are read as types and written again, byte for byte."""

from __future__ import annotations

import json
from typing import Any

import pytest

import dpverify as dv
from dpverify.checkers.answers.codec import decode, encode, read_place
from dpverify.checkers.answers.documents import Answer, Refuted, read_answer
from dpverify.checkers.answers.places import SettingWitness, Sides, WordPlace
from dpverify.defs.errors import SchemaError
from dpverify.reports.refutation_report import REFUTED
from tests.census.test_census import kinds

RR = dv.Channel(["0", "1"], ["0", "1"], [["3/4", "1/4"], ["1/4", "3/4"]])
FAILS = dv.check(RR, dv.PureDP(eps="1")).to_dict()


@pytest.mark.sampled(3)
@pytest.mark.parametrize("kind", kinds())
def test_every_kind_of_document_is_written_as_it_was_read(kind: str) -> None:
    """Of the census: results as a whole, of refutations the conclusion with its witness."""
    document = kinds()[kind]()
    if document["schema"].startswith("dpverify.result/"):
        assert json.dumps(encode(read_answer(document))) == json.dumps(document)
    elif "conclusion" in document:
        refuted = {key: document["conclusion"][key] for key in REFUTED}
        assert encode(decode(Refuted, refuted)) == refuted


def test_each_kind_of_place() -> None:
    """By its keys; a word with released values has densities, unless its noise is in integers."""
    word: dict[str, Any] = {"inputs": ["a", "b"], "word": "•", "released": ["-1/2"]}
    dense = read_place({**word, "densities": ["1/2", "1/4"]})
    whole = read_place({**word, "probabilities": ["1/2", "1/4"]})
    assert isinstance(dense, WordPlace)
    assert isinstance(whole, WordPlace)
    assert (dense.dense, whole.dense) == (True, False)
    assert [*encode(dense)] == ["inputs", "word", "released", "densities"]
    assert [*encode(whole)] == ["inputs", "word", "released", "probabilities"]
    assert isinstance(read_place({"inputs": ["a", "b"], "left": "1", "right": "1/2"}), Sides)
    setting = {
        "setting": {"theta": 0, "target": 1, "values": ["no", "yes"]},
        "terms": [
            {"known": "3", "weight": "1/8", "event": [], "interval": ["101", "900"],
             "probabilities": ["1/2", "1/4"]}
        ],
        "terms_omitted": 7,
        "excess": {"exact": "1/4", "lower": "0.25", "upper": "0.25"},
    }  # fmt: skip
    place = read_place(setting)
    assert isinstance(place, SettingWitness)
    assert place.terms[0].interval == (101, 900)
    assert encode(place) == setting


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"hearsay": 1}, "has no member 'hearsay'"),
        ({"witness": {"inputs": ["0", "1"]}}, "no kind of place has the keys 'inputs'"),
        (
            {"attained_by": {"inputs": ["0"], "word": "w", "probabilities": ["1", "0"]}},
            "a list of 1 stands where a list of 2 is meant",
        ),
        ({"tight": {"eps": 1}}, "a number stands as a text or with its bounds"),
        ({"subject": "M"}, "a document's About is an object, not 'M'"),
        ({"reason": {"code": "time"}}, "a document's Reason without 'text', which it needs"),
    ],
)
def test_what_no_type_names_is_refused(change: dict[str, Any], words: str) -> None:
    with pytest.raises(SchemaError, match=words):
        decode(Answer, {**FAILS, **change})
