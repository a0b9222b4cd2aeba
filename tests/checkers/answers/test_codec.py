"""Documents of every kind are read as types and written again, byte for byte."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import dpverify as dv
from dpverify.checkers.answers.codec import decode, encode, members, read_place
from dpverify.checkers.answers.documents import Alignment, Alignments, Answer, Details, read_answer
from dpverify.checkers.answers.files import StatedChannel, StatedScenario
from dpverify.checkers.answers.places import SettingWitness, Sides, WordPlace
from dpverify.checkers.answers.proofs import read_proof
from dpverify.checkers.answers.refutations import read_refutation
from dpverify.checkers.answers.suites import read_entry
from dpverify.defs.errors import SchemaError
from dpverify.proofs.examine import Options
from dpverify.proofs.registry import entries, entry
from dpverify.proofs.suite import examine_entry
from dpverify.proofs.theorem import stored
from tests.census.test_census import kinds
from tests.repository.source import ROOT

EXAMPLES = ROOT / "examples"
RR = dv.Channel(["0", "1"], ["0", "1"], [["3/4", "1/4"], ["1/4", "3/4"]])
FAILS = dv.check(RR, dv.PureDP(eps="1")).to_dict()
HOLDS = dv.check(RR, dv.PureDP(eps="2")).to_dict()


@pytest.mark.long
@pytest.mark.sampled(3)
@pytest.mark.parametrize("kind", kinds())
def test_every_kind_of_document_is_written_as_it_was_read(kind: str) -> None:
    """Of the census: results as a whole, of refutations the conclusion with its witness."""
    document = kinds()[kind]()
    if document["schema"].startswith("dpverify.result/"):
        assert json.dumps(encode(read_answer(document))) == json.dumps(document)
    elif "refutation/" in document["schema"]:
        assert json.dumps(encode(read_refutation(document))) == json.dumps(document)


def test_every_stored_proof_is_written_as_it_was_read() -> None:
    """Each step by the type of its rule, with all that the proof kernel reads."""
    proofs = [document for registered in entries() if (document := stored(registered)) is not None]
    assert len(proofs) > 60
    for document in proofs:
        assert encode(read_proof(document)) == document
    step = {"name": "a", "by": "square", "free": {}, "claim": [], "over": []}
    with pytest.raises(SchemaError, match="no kind of step has the keys"):
        read_proof({**proofs[0], "steps": {"": [step]}})


@pytest.mark.parametrize("path", sorted(EXAMPLES.rglob("*.json")), ids=lambda path: path.stem)
def test_a_file_that_people_wrote_is_written_as_it_was_read(path: Path) -> None:
    """Channels and scenarios; with a key of one's own, and with none that nobody knows."""
    document = json.loads(path.read_text(encoding="utf-8"))
    kind: Any = StatedScenario if "scenario/" in document["schema"] else StatedChannel
    assert encode(decode(kind, document)) == document
    if kind is StatedChannel:
        own = {**document, "x-mine": {"any": 1}}
        assert encode(decode(kind, own)) == own
    with pytest.raises(SchemaError, match="has no member 'later'"):
        decode(kind, {**document, "later": 1})


def test_what_became_of_a_claim_is_written_as_it_was_read() -> None:
    """One that is proved, with its lemmas and mutants; what no type names is refused."""
    row = examine_entry(entry("dp.post-processing.pure"), Options())
    assert encode(read_entry(row)) == json.loads(json.dumps(row))
    assert read_entry(row).as_registered
    assert not read_entry({**row, "expected": "refuted"}).as_registered
    with pytest.raises(SchemaError, match="has no member 'hearsay'"):
        read_entry({**row, "hearsay": 1})


def test_details_are_members_of_an_answer() -> None:
    """In the same order: a result is written from them and read as an answer."""
    of_answer = [member.name for member in members(Answer)]
    details = [member.name for member in members(Details)]
    assert [name for name in of_answer if name in details] == details


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


ALIGNED = {"table": [[["1", [["0", "-1/2"]]], ["1", []]]], "shifts": {"(1,)": [["0 0"]]}}
DECAY = {
    "move": ["1"],
    "base": ["0"],
    "path": "0",
    "noises": ["1/3"],
    "multipliers": [{"conditions": ["1"], "released": []}],
    "impossible": False,
}


@pytest.mark.parametrize(
    ("form", "kind"),
    [
        (ALIGNED, Alignment),
        ({**ALIGNED, "leads": {"(1,)": "2"}, "corners": True}, Alignment),
        ({"pairs": [{"inputs": ["a", "b"], **ALIGNED}]}, Alignments),
    ],
)
def test_a_certificate_is_read_and_written_again(form: dict[str, Any], kind: type) -> None:
    """One of all real inputs, and one of listed pairs; each key is one of its type."""
    answer = read_answer({**HOLDS, "certificate": form})
    assert isinstance(answer.certificate, kind)
    assert encode(answer)["certificate"] == form
    with pytest.raises(SchemaError, match="no kind of certificate"):
        read_answer({**HOLDS, "certificate": {**form, "hearsay": 1}})


def test_a_decay_is_read_and_written_again() -> None:
    """With its numbers exact, and the number of a path whole."""
    approached = {"inputs": ["0", "g"], "word": "(1,)", "decay": DECAY}
    answer = read_answer({**HOLDS, "approached_by": approached})
    assert answer.approached_by is not None
    assert answer.approached_by.decay is not None
    assert answer.approached_by.decay.noises == (Fraction(1, 3),)
    assert encode(answer)["approached_by"] == approached
