"""A refutation names an entry: it must say what that entry says, or it is not about it."""

from __future__ import annotations

import json
from collections.abc import Callable
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from dpverify.checkers.kernel.door import replay
from dpverify.defs.numbers.documents import read
from dpverify.proofs.instances import Instance
from dpverify.proofs.refutation import document, expressible
from dpverify.proofs.registered import replayed_refutation
from dpverify.proofs.registry import entries, entry
from dpverify.proofs.search import search
from dpverify.replaying import replay_file

NAME = "dp.approx-as-probabilistic"
PROVED = "dp.approx-implies-probabilistic"
COMPOSED = "par.convexity.visible.mean"
WEIGHTED = "pk.ppkdp-implies-apkdp"
SHAPED = "dp.parallel-composition.add-remove-by-index"
FIXED = "par.laplace.printed-confidence"
RATIO = "dp.additive-closeness.bounds-ratio"
ORDERED = "dp.composition.zcdp.printed-pair"  # its ρ stands beside the order of a divergence
SAMPLE = (NAME, COMPOSED, WEIGHTED, SHAPED, FIXED, RATIO, ORDERED, "dp.renyi-implies-pure")
DOCUMENTED = [
    each.id
    for each in entries()
    if each.expected == "refuted" and expressible(Instance(each.statement, {}, {}, {}))
]
SOLVED = {"dp.group-privacy.approx.linear-delta"}  # the search finds it seldom


@cache
def _text(name: str) -> str:
    found = search(entry(name).statement, instances=entry(name).instances, seconds=60).found
    assert found is not None
    return json.dumps(document(name, found))


def refutation(name: str) -> dict[str, Any]:
    """What `prove` would save of an entry."""
    made: dict[str, Any] = json.loads(_text(name))
    return made


def outcome(form: Any) -> tuple[str, str]:
    """What becomes of its text, beside the kernel's word alone."""
    text = json.dumps(form)
    found = replayed_refutation(read(text))
    return found.status, found.text


@pytest.mark.long
@pytest.mark.parametrize("name", SAMPLE)
def test_a_refutation_of_an_entry_is_one_of_the_entry(name: str) -> None:
    """Its line says so."""
    status, text = outcome(refutation(name))
    assert status == "accepted"
    assert text.endswith(f"of {name} as it is registered")


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted({*DOCUMENTED} - {*SAMPLE} - SOLVED))
def test_so_is_every_other(name: str) -> None:
    """Shapes and parameters are told from the document alone."""
    assert outcome(refutation(name))[0] == "accepted"


@pytest.mark.parametrize("other", [PROVED, COMPOSED, "dp.two-forms.pure", "rr.tight-eps"])
def test_one_entry_is_not_another(other: str) -> None:
    """The kernel accepts the counterexample, and it is none of a theorem."""
    form = {**refutation(NAME), "entry": other}
    assert replay(json.dumps(form)).status == "accepted"
    status, text = outcome(form)
    assert status == "rejected"
    assert f"the document is not about {other}" in text


def test_no_refutation_is_one_of_a_theorem() -> None:
    """Whatever proved entry is named, for every document of the sample."""
    for each in entries()[::6]:
        if each.expected == "proved":
            form = {**refutation(NAME), "entry": each.id}
            assert outcome(form)[0] == "rejected", each.id


def test_the_entry_is_always_written() -> None:
    """Where the id is nobody's here, such as a user's own, the line says so."""
    form = refutation(NAME)
    del form["entry"]
    status, text = outcome(form)
    assert status == "rejected"
    assert "has no 'entry'; it is always written" in text
    status, text = outcome({**refutation(NAME), "entry": "my.claim"})
    assert status == "accepted"
    assert "'my.claim' is no entry of this library: the statement is the document's own" in text
    assert outcome({**refutation(NAME), "entry": ["my.claim"]})[0] == "rejected"


@pytest.mark.parametrize("name", [NAME, "my.claim"])
def test_what_was_not_read_is_still_named(name: str) -> None:
    """That the entry is compared hid the kernel's list: a title could say anything."""
    form = {**refutation(NAME), "entry": name}
    channel = next(each for each in form["objects"].values() if "matrix" in each)
    channel["title"] = "proved for every n"
    said = replayed_refutation(read(json.dumps(form)))
    assert said.status == "accepted"
    assert any(path.endswith(".title") for path in said.unread)
    assert ("entry" in said.unread) == (name != NAME)
    assert said.facts


def _more_delta(form: Any) -> None:
    form["hypotheses"][0]["given"]["delta"] = "1"


def _no_hypothesis(form: Any) -> None:
    form["hypotheses"] = []


def _twice(form: Any) -> None:
    form["hypotheses"] *= 2


def _another_object(form: Any) -> None:
    form["objects"]["N"] = form["objects"]["M"]


def _another_relation(form: Any) -> None:
    form["objects"]["M"]["neighbours"] = [["x0", "x1"]]
    form["objects"]["M"]["directed"] = True


def _unknown_key(form: Any) -> None:
    form["note"] = "refutes everything"


def _key_of_a_claim(form: Any) -> None:
    form["conclusion"]["formula"] = "ε-DP"


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (_more_delta, "it has another delta|parameter"),
        (_no_hypothesis, "zip|other hypotheses|argument"),
        (_twice, "zip|other hypotheses|argument"),
        (_another_object, "labels|objects"),
        (_another_relation, "neighbours"),
        (_unknown_key, "'note'"),
        (_key_of_a_claim, "'formula'"),
    ],
)
def test_what_the_kernel_does_not_compare(change: Callable[[Any], None], why: str) -> None:
    """Each of these documents is accepted as it stands, and is not what the entry says."""
    form = deepcopy(refutation(NAME))
    change(form)
    kernel = replay(json.dumps(form)).status
    status, text = outcome(form)
    assert status == "rejected"
    if kernel == "accepted":
        assert any(each in text for each in why.split("|")), text


@pytest.mark.parametrize("number", ["1/3", "9/10"])
def test_a_composition_is_that_of_the_entry(number: str) -> None:
    """Another weight than the one that its claims have; the kernel recomputes, and knows none."""
    form = refutation(COMPOSED)
    form["objects"]["N"]["visible_mixture"][0] = number
    assert outcome(form)[0] == "rejected"


def test_a_fixed_channel_is_that_of_the_entry() -> None:
    """Laplace noise with another ε₀ refutes the claim as well, and it is another claim."""
    form = refutation(FIXED)
    form["objects"]["M"]["matrix"] = [["1", "0", "0"], ["0", "0", "1"]]
    witness = form["conclusion"]["witness"]
    witness["inputs"], witness["event"] = ["0", "1"], ["loss > eps"]
    witness["probabilities"] = ["1", "0"]
    assert outcome(form)[0] == "rejected"


def test_the_command_reads_it_so(tmp_path: Path) -> None:
    """From a file, by itself and in an envelope."""
    forged = {**refutation(NAME), "entry": PROVED}
    path = tmp_path / "forged.json"
    for content in (forged, {"schema": "dpverify.documents/1.0", "documents": [forged]}):
        path.write_text(json.dumps(content))
        (found,) = replay_file(str(path))
        assert found.outcome == "rejected"
        assert PROVED in found.shown
