"""The kernel beside hand calculation, and beside the channels and operations it does not use."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dpverify.checkers import kernel
from dpverify.checkers.kernel import replay
from dpverify.defs.channel import Channel
from dpverify.defs.composition import COMPOSITIONS, compose
from dpverify.defs.notions import NOTIONS
from tests.rejects.documents import CHANNELS, ONE_WAY, refutation, results
from tests.rejects.forgeries import changed, without

Document = dict[str, Any]


def infinite() -> Document:
    """A result written by hand: an output that one input alone can give."""
    place = {"inputs": ["a", "b"], "event": ["y"], "probabilities": ["1/10", "0"]}
    return {
        "schema": "dpverify.result/1.0",
        "subject": {
            "kind": "channel",
            "channel": {
                "schema": "dpverify.channel/1.0",
                "inputs": ["a", "b"],
                "outputs": ["y", "z"],
                "matrix": [["1/10", "9/10"], ["0", "1"]],
                "neighbours": "all",
            },
        },
        "definition": "pure-dp",
        "given": {"eps": "1"},
        "verdict": "fails",
        "evidence": "certificate",
        "tight": {"eps": {"exact": "inf", "lower": "inf", "upper": "inf"}},
        "witness": {**place, "excess": {"exact": "1/10", "lower": "0.1", "upper": "0.1"}},
        "attained_by": place,
        "checked": {"pairs": 2, "outputs": 2},
    }


def unknown() -> Document:
    """A result about a program that ended early."""
    return {
        "schema": "dpverify.result/1.0",
        "subject": {"kind": "program", "source": "svt.py:svt:eps=1/2"},
        "definition": "approx-dp",
        "given": {"eps": "1/2", "delta": "1e-9"},
        "verdict": "unknown",
        "reason": {"code": "time", "text": "time limit of 10 s reached"},
    }


def test_a_result_written_by_hand_is_accepted() -> None:
    """Digest, counts and run may be absent; the words are those of the claim."""
    assert replay(infinite()) == kernel.Outcome("accepted", "pure-dp fails: re-checked")
    assert replay(without(infinite(), "checked")).status == "accepted"


def test_numbers_may_stand_as_numbers_of_json() -> None:
    """They are read from their digits: 0.1 is 1/10."""
    text = json.dumps(infinite()).replace('"1/10", "9/10"', "0.1, 9e-1").replace('"0", "1"', "0, 1")
    assert "9e-1" in text
    assert replay(text).status == "accepted"
    assert replay(text.replace("9e-1", "0.9000000000000000001")).status == "rejected"


def test_a_number_of_json_is_no_label() -> None:
    """The labels 1 and "1" are not the same."""
    text = json.dumps(infinite()).replace('"y"', '"1"')
    assert replay(text).status == "accepted"
    assert replay(text.replace('["1"]', "[1]")).status == "rejected"


@pytest.mark.parametrize(
    ("document", "text"),
    [
        (unknown(), "unknown: time limit of 10 s reached"),
        (
            changed(infinite(), "subject", to={"kind": "scenario"}),
            "no scenario is carried",
        ),
        (
            without(infinite(), "subject", "channel"),
            "no channel is carried",
        ),
        (
            changed(infinite(), "definition", to="renyi-dp"),
            "the kernel does not know the definition 'renyi-dp'",
        ),
    ],
)
def test_what_is_beyond_the_kernel_is_said_to_be(document: Document, text: str) -> None:
    """Unknown verdicts, subjects left out, and definitions of others: exit status 3."""
    assert replay(document) == kernel.Outcome("not-recheckable", text)


def test_an_unknown_with_evidence_is_rejected() -> None:
    """There is no evidence for nothing."""
    assert replay({**unknown(), "evidence": "exact"}).status == "rejected"
    assert replay({**unknown(), "witness": infinite()["witness"]}).status == "rejected"
    assert replay(changed(unknown(), "reason", "code", to="mood")).status == "rejected"
    assert replay(without(unknown(), "reason")).status == "rejected"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[" * 100_000,
        '{"a":' * 100_000,
        '{"schema": NaN}',
        '{"schema": -Infinity}',
        '{"a": 1, "a": 2}',
        "[]",
        "null",
        "12",
        '"dpverify.result/1.0"',
        '{"schema": "dpverify.result/99999999999.0"}',
        '{"schema": "dpverify.result/1.0"}',
    ],
)
def test_what_is_no_document_is_rejected_in_one_line(text: str) -> None:
    """Cut off, nested 100,000 deep, NaN, a key twice, another type: never an exception."""
    outcome = replay(text)
    assert outcome.status == "rejected"
    assert outcome.text
    assert "\n" not in outcome.text
    assert len(outcome.text) <= 300


@pytest.mark.parametrize("number", ["1e999999999", "2**(10**10)", "exp(10**9)", "9" * 20_000])
def test_a_number_that_would_cost_too_much_is_rejected(number: str) -> None:
    """Before the cost is paid."""
    assert replay(changed(infinite(), "given", "eps", to=number)).status == "rejected"
    at = ("subject", "channel", "matrix", 0, 0)
    assert replay(changed(infinite(), *at, to=number)).status == "rejected"


def test_a_later_minor_version_may_add_keys() -> None:
    """Keys of results that are not known are ignored; keys of channels are not."""
    later = {**infinite(), "schema": "dpverify.result/1.9", "mood": ["new"]}
    assert replay(later).status == "accepted"
    assert replay(changed(later, "subject", "channel", "mood", to="new")).status == "rejected"
    assert replay(changed(later, "subject", "channel", "x-mood", to="new")).status == "accepted"


def test_neighbours_and_prior_in_given_are_those_of_the_channel() -> None:
    """What came from the command line stands in `given` and in the channel."""
    genuine = results()["path: pure-dp fails"]
    relation = genuine["subject"]["channel"]["neighbours"]
    assert replay(changed(genuine, "given", "neighbours", to=relation)).status == "accepted"
    assert replay(changed(genuine, "given", "neighbours", to="all")).status == "rejected"
    prior = genuine["subject"]["channel"]["prior"]
    assert replay(changed(genuine, "given", "prior", to=prior)).status == "accepted"
    assert replay(changed(genuine, "given", "prior", to=prior[::-1])).status == "rejected"


def test_bounds_without_an_exact_number_are_re_checked() -> None:
    """`exact` null, or left out for its length: the claim holds at `upper`, fails below `lower`."""
    genuine = results()["path: delta of approx-dp"]
    bounds = dict(genuine["tight"]["delta"])
    del bounds["exact"]
    for mark in ({"exact": None}, {"exact_omitted": 20_000}):
        at = ("tight", "delta")
        assert replay(changed(genuine, *at, to={**mark, **bounds})).status == "accepted"
        for lower, upper in (("0.4", "0.5"), ("0.1", "0.2")):  # δ is about 0.34
            beside = {**mark, "lower": lower, "upper": upper}
            assert replay(changed(genuine, *at, to=beside)).status == "rejected"
    assert replay(changed(genuine, "tight", "delta", to=bounds)).status == "rejected"


def test_what_would_take_too_long_is_not_re_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    """The work is counted before it is done; all pairs of pure DP need one pass over columns.

    Of a failure the witness is re-checked all the same, and the tight value listed as unread.
    """
    monkeypatch.setattr(kernel, "MAX_WORK", 10)
    for name, genuine in results().items():
        outcome = replay(genuine)
        beyond = "path" in name and "local-dp" not in name
        fails = genuine.get("verdict") == "fails"
        if name.startswith(("path", "roots")):
            open_ = beyond and not fails
            assert outcome.status == ("not-recheckable" if open_ else "accepted"), name
            assert outcome.unread == (("tight",) if beyond and fails else ()), name


@pytest.mark.parametrize("channel", [*CHANNELS.values(), ONE_WAY])
def test_the_digest_is_that_of_the_channel(channel: Channel) -> None:
    """Two programs, one canonical form."""
    assert kernel.read_channel(channel.to_dict())[1] == channel.digest


def test_a_distance_takes_part_in_the_digest() -> None:
    """Nothing else in the kernel looks at it."""
    far = Channel(["a", "b"], ["y"], [["1"], ["1"]], distance=[["0", "inf"], ["3/2", "0"]])
    assert kernel.read_channel(far.to_dict())[1] == far.digest


def test_the_kernel_knows_every_notion() -> None:
    """A notion that joins is either taught to the kernel or left to "not re-checkable"."""
    known = {name: each.parameters for name, each in NOTIONS.items()}
    assert known == kernel.NAMES


@st.composite
def channels(draw: st.DrawFn, inputs: list[str], outputs: list[str], relation: Any) -> Channel:
    """Small rational channels; labels are shuffled, since they are matched by name."""
    inputs, outputs = draw(st.permutations(inputs)), draw(st.permutations(outputs))
    weights = st.lists(st.integers(0, 3), min_size=len(outputs), max_size=len(outputs))
    rows = [draw(weights.filter(any)) for _ in inputs]
    return Channel.from_weights(inputs, outputs, rows, relation)


FORMS: dict[str, list[Any]] = {
    "post_process": ["M", "f"],
    "product": ["M", "L"],
    "adaptive": ["M", ["M", "L", "N"]],
    "mixture": ["1/3", "M", "N"],
    "visible_mixture": ["exp(-1)", "M", "L"],
    "restrict": ["M", ["c", "a"]],
    "merge_proportional": ["M"],
}


@st.composite
def objects(draw: st.DrawFn) -> dict[str, Channel]:
    """Channels that every form of FORMS can be made of."""
    inputs, outputs = ["a", "b", "c"], ["x", 'y"', "ζ"]
    relation = draw(st.sampled_from(["all", [["a", "c"]], [["c", "a"], ["b", "a"]]]))
    return {
        "M": draw(channels(inputs, outputs, relation)),
        "N": draw(channels(inputs, outputs, "all")),
        "L": draw(channels(inputs, ["l", "r"], [["a", "b"]])),
        "f": draw(channels(outputs, ["u", "v"], "all")),
    }


@settings(max_examples=25)
@given(objects())
@pytest.mark.parametrize("name", FORMS)
def test_compositions_are_those_of_the_operations(name: str, given: dict[str, Channel]) -> None:
    """Same inputs, outputs in the same order, entries and relation, by two programs."""
    assert set(FORMS) == set(COMPOSITIONS)
    form = {name: FORMS[name]}
    expected = compose(form, given)
    found = kernel._composed(form, lambda key: kernel.read_channel(given[key].to_dict())[0])
    assert tuple(found.rows) == expected.inputs
    for i, row in enumerate(found.rows.values()):
        assert tuple(row) == expected.outputs
        assert tuple(row.values()) == expected.row(i)
    labelled = {
        (expected.inputs[i], expected.inputs[j])
        for i, j in expected.neighbours.ordered_pairs(len(expected.inputs))
    }
    every = expected.neighbours.kind == "all"
    assert found.pairs == (None if every else frozenset(labelled))


def test_a_composition_without_a_pair_of_neighbours_is_rejected() -> None:
    """As "for all pairs" would hold of nothing."""
    claim = refutation()
    claim["objects"]["M"]["inputs"] = ["x", "x'"]
    claim["objects"]["N"] = {"restrict": ["M", ["x"]]}
    assert "no pair" in replay(claim).text


def test_a_composition_that_would_not_fit_is_not_re_checked() -> None:
    """A product of products doubles its labels each time; the work is counted first."""
    document = refutation()
    rr = Channel(["0", "1"], ["0", "1"], [["3/4", "1/4"], ["1/4", "3/4"]])
    document["objects"] = {"P0": rr.to_dict()}
    for k in range(40):
        document["objects"][f"P{k + 1}"] = {"product": [f"P{k}", f"P{k}"]}
    document["conclusion"]["of"] = document["hypotheses"][0]["of"] = "P40"
    assert replay(document).status == "not-recheckable"
