"""Few documents that tell a right kernel from a wrong one: each class of mistakes shows in one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from dpverify.checkers.decide import measure
from dpverify.checkers.kernel.channels import read_channel
from dpverify.checkers.kernel.door import replay
from dpverify.defs.channel import Channel
from dpverify.defs.numbers import NumberError
from tests.checkers.kernel.test_finite import over_two_relations
from tests.rejects.documents import refutation, results
from tests.rejects.forgeries import changed, forged_refutations, forgeries, signed, without
from tests.rejects.truth import still_true

TELLING = (
    "path: pure-dp fails",
    "path: pure-dp holds",
    "path: eps of approx-dp",
    "path: local-dp fails",
    "path: privacy-at-risk fails",
    "infinite: pure-dp fails",
    "one way: pure-dp fails",
    "even: eps of pure-dp",
)


def verdicts() -> Iterator[tuple[Any, str]]:
    """Documents and what becomes of them, the genuine ones first."""
    refutations = forged_refutations(refutation())
    yield from ((document, "accepted") for document in (*results().values(), refutation()))
    yield from ((document, "rejected") for document in refutations.values())
    yield from ((document, "rejected") for document in more_forgeries())
    later = changed(results()["path: pure-dp fails"], "schema", to="dpverify.result/1.9")
    yield later, "not-recheckable"
    for name in TELLING:
        copies = forgeries(results()[name])
        yield from ((each, "rejected") for what, each in copies if not still_true(what, each))


def over_different_inputs() -> Any:
    """A product of channels over different inputs, of which no claim could speak."""
    document = over_two_relations()
    document["objects"]["N"] |= {"inputs": ["a", "another", "c"], "neighbours": [["a", "c"]]}
    document["hypotheses"] = document["hypotheses"][:1]
    return document


def of_one_input() -> Any:
    """A channel that has no pair of inputs: whatever is claimed of all pairs would hold."""
    document = results()["even: pure-dp holds"]
    channel = document["subject"]["channel"]
    channel["inputs"], channel["matrix"] = channel["inputs"][:1], channel["matrix"][:1]
    for key in ("tight", "attained_by", "checked"):
        document.pop(key, None)
    return signed(document)


def more_forgeries() -> Iterator[Any]:
    """Untrue results on channels that are chosen for one mistake each."""
    even = Channel(["a", "b"], ["y", "z"], [["1/2", "1/2"], ["1/2", "1/2"]])
    place = {"inputs": ["a", "b"], "event": [], "probabilities": ["0", "0"]}
    less = {"exact": "-1/10", "lower": "-0.1", "upper": "-0.1"}
    yield {
        "schema": "dpverify.result/1.0",
        "subject": {"kind": "channel", "digest": even.digest, "channel": even.to_dict()},
        "definition": "approx-dp",
        "given": {"eps": "1"},
        "evidence": "exact",
        "tight": {"delta": less},
        "attained_by": place,
        "checked": {"pairs": 2, "outputs": 2},
    }
    one_way = Channel(
        ["a", "b"], ["y", "z"], [["0", "1"], ["1/10", "9/10"]], [["a", "b"]], directed=True
    )
    both_ways = measure(one_way, "approx-dp", eps="1/20").to_dict()  # δ is larger from b to a
    both_ways["subject"]["channel"].update(neighbours="all", directed=False)
    both_ways["checked"]["pairs"] = 2
    yield signed(both_ways)
    yield over_two_relations()
    yield of_one_input()
    genuine = results()["path: pure-dp fails"]
    fields: tuple[tuple[str, ...], ...] = (("checked",), ("subject", "digest"), ("witness",))
    for path in fields:
        yield without(genuine, *path)
    fields = (("mood",), ("witness", "mood"), ("subject", "channel", "mood"))
    for path in fields:
        yield signed(changed(genuine, *path, to="new"))
    yield changed(results()["path: approx-dp holds"], "given", "delta", to="2")
    claim = refutation()
    claim["hypotheses"][0]["mood"] = "new"
    yield claim


def test_the_kernel_tells_them_apart() -> None:
    """Genuine documents are accepted, forged ones rejected, those of a later version neither."""
    wrongly = [document for document, status in verdicts() if replay(document).status != status]
    assert wrongly == []


def test_channels_over_different_inputs_are_not_composed() -> None:
    """Of whose inputs would a claim about the product speak?"""
    assert "different inputs" in replay(over_different_inputs()).text


def test_what_is_no_channel_is_not_read_as_one() -> None:
    """A subject of another kind, whatever it carries: no claim about it was re-checked."""
    for kind in ("a channel", "channels", "program", "Channel"):
        document = changed(results()["path: pure-dp holds"], "subject", "kind", to=kind)
        assert replay(document).status != "accepted"


def test_what_no_claim_of_a_refutation_uses_is_named() -> None:
    """Of a map only its rows, of an object that nothing is said about nothing at all."""
    document = refutation()
    assert replay(document).unread == ("entry", "objects.f.neighbours")
    document["objects"]["more"] = dict(document["objects"]["M"])
    assert set(replay(document).unread) == {"entry", "objects.f.neighbours", "objects.more"}


DISTANCES: dict[str, Any] = {
    "a row less": [["0", "1"]],
    "a row that is short": [["0", "1"], ["1"]],
    "a row that is a text": [["0", "1"], "10"],
    "far from itself": [["0", "1"], ["1", "1"]],
    "below 0": [["0", "-1"], ["1", "0"]],
}


@pytest.mark.parametrize("name", DISTANCES)
def test_what_is_no_distance_is_refused(name: str) -> None:
    """A number for each pair of inputs, ≥ 0 or infinite, and 0 from an input to itself."""
    form = {"schema": "dpverify.channel/1.0", "inputs": ["a", "b"], "outputs": ["y"],
            "matrix": [["1"], ["1"]], "neighbours": "all"}  # fmt: skip
    genuine = read_channel({**form, "distance": [["0", "inf"], ["1/2", "0"]]})
    assert genuine.distance is not None
    assert {pair: str(apart) for pair, apart in genuine.distance.items()} == {
        ("a", "a"): "0", ("a", "b"): "inf", ("b", "a"): "1/2", ("b", "b"): "0"
    }  # fmt: skip
    with pytest.raises(NumberError):
        read_channel({**form, "distance": DISTANCES[name]})
