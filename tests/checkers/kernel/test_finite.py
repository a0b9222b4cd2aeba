"""The kernel beside hand calculation, and beside the channels and operations it does not use."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dpverify.checkers.kernel import finite
from dpverify.checkers.kernel import work as work_module
from dpverify.checkers.kernel.channels import read_channel
from dpverify.checkers.kernel.compositions import Objects
from dpverify.checkers.kernel.door import Outcome, replay
from dpverify.defs.channel import Channel
from dpverify.defs.composition import COMPOSITIONS, compose
from dpverify.defs.definitions.registry import event_definitions
from tests.rejects.documents import CHANNELS, ONE_WAY, refutation, results
from tests.rejects.forgeries import changed, redigested, without

Document = dict[str, Any]


def infinite() -> Document:
    """A result written by hand: an output that one input alone can give."""
    place = {"inputs": ["a", "b"], "event": ["y"], "probabilities": ["1/10", "0"]}
    return {
        "schema": "dpverify.result/1.0",
        "subject": {
            "kind": "channel",
            "digest": "sha256:fc78e7fa5549a41efe3c7877152c68345b0163aae68f2cf2974b4c10be036dd4",
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
    """The words are those of the claim; the facts are what was re-checked; `run` may be absent."""
    facts = (
        ("eps", "1"),
        ("digest", infinite()["subject"]["digest"]),
        ("neighbours", "all 2 ordered pairs"),
        ("tight eps", "inf"),
    )
    assert replay(infinite()) == Outcome("accepted", "pure-dp fails: re-checked", (), facts)


@pytest.mark.parametrize("path", [("checked",), ("subject", "digest"), ("checked", "pairs")])
def test_what_is_always_written_is_not_left_out(path: tuple[str, ...]) -> None:
    """A digest that is deleted, counts that are: refused, and the sentence names it."""
    outcome = replay(without(infinite(), *path))
    assert outcome.status == "rejected"
    assert path[-1] in outcome.text


def test_what_is_not_re_checked_is_named() -> None:
    """Notes of the channel, where it came from, how long it took."""
    document = infinite()
    document["run"] = {"versions": {}, "seconds": 1, "seed": 0}
    document["subject"] |= {"source": "mine.json", "read": ["row 1 was rounded"]}
    document["subject"]["channel"] |= {"title": "ours", "x-mood": [1]}
    outcome = replay(document)
    assert outcome.status == "accepted"
    expected = "run", "subject.source", "subject.read", "subject.channel.title"
    assert outcome.unread == (*expected, "subject.channel.x-mood")
    _, _, named = outcome.line.partition("not re-checked: ")
    assert all(path in named for path in outcome.unread)
    assert "eps 1, digest sha256:" in outcome.line


@pytest.mark.parametrize(
    "path",
    [
        ("mood",),
        ("checked", "mood"),
        ("subject", "mood"),
        ("witness", "mood"),
        ("attained_by", "mood"),
        ("attained_by", "excess"),
        ("witness", "excess", "mood"),
        ("tight", "eps", "mood"),
        ("run", "mood"),
        ("given", "mood"),
    ],
)
def test_a_key_that_nobody_reads_is_refused(path: tuple[str, ...]) -> None:
    """At every level, with a sentence that names it."""
    document = infinite() | {"run": {"versions": {}, "seconds": 1, "seed": 0}}
    assert replay(document).status == "accepted"
    outcome = replay(changed(document, *path, to="new"))
    assert outcome.status == "rejected"
    assert path[-1] in outcome.text


def test_the_evidence_is_the_one_that_follows() -> None:
    """A decision by enclosures is not called exact, nor the other way round."""
    for name, genuine in results().items():
        words = {"exact", "enclosure", "certificate", "conditional", "solvers"}
        for word in words - {genuine["evidence"]}:
            outcome = replay(changed(genuine, "evidence", to=word))
            assert outcome.status == "rejected", (name, word)


def test_numbers_may_stand_as_numbers_of_json() -> None:
    """They are read from their digits: 0.1 is 1/10."""
    text = json.dumps(infinite()).replace('"1/10", "9/10"', "0.1, 9e-1").replace('"0", "1"', "0, 1")
    assert "9e-1" in text
    assert replay(text).status == "accepted"
    assert replay(text.replace("9e-1", "0.9000000000000000001")).status == "rejected"


def test_a_number_of_json_is_no_label() -> None:
    """The labels 1 and "1" are not the same."""
    text = json.dumps(redigested(json.loads(json.dumps(infinite()).replace('"y"', '"1"'))))
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
            changed(infinite(), "definition", to="dp-of-tomorrow"),
            "the kernel does not know the definition 'dp-of-tomorrow'",
        ),
    ],
)
def test_what_is_beyond_the_kernel_is_said_to_be(document: Document, text: str) -> None:
    """Unknown verdicts, subjects left out, and definitions of others: exit status 3."""
    assert replay(document) == Outcome("not-recheckable", text)


def test_an_unknown_with_evidence_is_not_accepted() -> None:
    """There is no evidence for nothing."""
    assert replay({**unknown(), "evidence": "exact"}).status != "accepted"
    assert replay({**unknown(), "witness": infinite()["witness"]}).status != "accepted"
    assert replay(changed(unknown(), "reason", "code", to="mood")).status != "accepted"
    assert replay(without(unknown(), "reason")).status != "accepted"


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


@pytest.mark.parametrize(
    ("number", "status"),
    [
        ("1e999999999", "rejected"),
        ("2**(10**10)", "rejected"),
        ("9" * 20_000, "rejected"),
        # A number like any other, with an exponent beyond those that are computed with.
        ("exp(10**9)", "not-recheckable"),
    ],
)
def test_a_number_that_would_cost_too_much_is_not_computed(number: str, status: str) -> None:
    """Before the cost is paid."""
    assert replay(changed(infinite(), "given", "eps", to=number)).status == status
    at = ("subject", "channel", "matrix", 0, 0)
    assert replay(changed(infinite(), *at, to=number)).status == status


def test_a_later_version_is_not_re_checkable() -> None:
    """What it means by its keys is not known here, so that nothing is said of it."""
    later = {**infinite(), "schema": "dpverify.result/1.9", "mood": ["new"]}
    assert replay(later).status == "not-recheckable"
    assert "newer" in replay(later).text
    assert replay({**later, "schema": "dpverify.result/1.0"}).status == "rejected"
    assert replay({**later, "schema": "dpverify.result/2.0"}).status == "rejected"


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
        # What has no exact form was decided by enclosures; what is too long to write was not.
        genuine["evidence"] = "enclosure" if "exact" in mark else "exact"
        at = ("tight", "delta")
        assert replay(changed(genuine, *at, to={**mark, **bounds})).status == "accepted"
        for lower, upper in (("0.4", "0.5"), ("0.1", "0.2")):  # δ is about 0.34
            beside = {**mark, "lower": lower, "upper": upper}
            assert replay(changed(genuine, *at, to=beside)).status == "rejected"
    assert replay(changed(genuine, "tight", "delta", to=bounds)).status == "rejected"


def test_what_would_take_too_long_is_not_re_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    """The work is counted before it is done, for the document as a whole."""
    monkeypatch.setattr(work_module, "MAX_WORK", 5)
    for name, genuine in results().items():
        assert replay(genuine).status == "not-recheckable", name
        assert "beyond the budget" in replay(genuine).text


def nested(times: int) -> Document:
    """A refutation whose channel is applied to its own output again and again: a text of 1.5 kB.

    The numbers of the composition have about 2^times digits.
    """
    channel = Channel(["0", "1"], ["0", "1"], [["3/5", "2/5"], ["2/7", "5/7"]])
    document = refutation()
    document["objects"] = {"P0": channel.to_dict()}
    for k in range(times):
        document["objects"][f"P{k + 1}"] = {"post_process": [f"P{k}", f"P{k}"]}
    document["conclusion"]["of"] = document["hypotheses"][0]["of"] = f"P{times}"
    return document


@pytest.mark.long
def test_bits_are_counted() -> None:
    """26 times would be numbers of 100 million bits; few comparisons, and minutes of work."""
    outcome = replay(nested(26))
    assert outcome.status == "not-recheckable"
    assert "bits" in outcome.text
    assert replay(nested(3)).status == "rejected"  # it is no refutation, which is soon found


def test_a_witness_is_not_hidden_by_a_tight_value(monkeypatch: pytest.MonkeyPatch) -> None:
    """A failure whose tight value is too much work is accepted, and the tight value listed."""
    failing = {name: form for name, form in results().items() if form.get("verdict") == "fails"}
    listed = set()
    for work in (10, 20, 30, 50, 80, 120, 200):
        monkeypatch.setattr(work_module, "MAX_WORK", work)
        for name, genuine in failing.items():
            outcome = replay(genuine)
            assert outcome.status in ("accepted", "not-recheckable")
            if "tight" in outcome.unread:
                listed.add(name)
    assert listed


@pytest.mark.parametrize("channel", [*CHANNELS.values(), ONE_WAY])
def test_the_digest_is_that_of_the_channel(channel: Channel) -> None:
    """Two programs, one canonical form."""
    assert read_channel(channel.to_dict()).digest == channel.digest


def test_a_distance_takes_part_in_the_digest() -> None:
    """It is read, and of the claims metric-dp alone looks at it."""
    far = Channel(["a", "b"], ["y"], [["1"], ["1"]], distance=[["0", "inf"], ["3/2", "0"]])
    assert read_channel(far.to_dict()).digest == far.digest


def test_the_kernel_knows_every_definition() -> None:
    """A definition that joins is either taught to the kernel or left to "not re-checkable"."""
    known = {name: each.parameters for name, each in event_definitions().items()}
    assert known == finite.NAMES


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
        "N": draw(channels(inputs, outputs, relation)),
        "L": draw(channels(inputs, ["l", "r"], relation)),
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
    forms = {key: channel.to_dict() for key, channel in given.items()}
    found = Objects({**forms, "composed": form}).get("composed")
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


def over_two_relations() -> Document:
    """Two channels about different neighbours, whose product is said to lose privacy.

    Each is private for its own pairs; the product has those of the first.
    """
    rows = [["1/2", "1/2"], ["1/2", "1/2"], ["1/4", "3/4"]]
    first = Channel(["a", "b", "c"], ["y", "z"], [rows[0], rows[0], rows[0]], [["a", "c"]])
    second = Channel(["a", "b", "c"], ["y", "z"], rows, [["a", "b"]])
    event = [json.dumps([y, "y"]) for y in ("y", "z")]
    place = {"inputs": ["a", "c"], "event": event, "probabilities": ["1/2", "1/4"]}
    excess = {"exact": "1/4", "lower": "0.25", "upper": "0.25"}
    claim = {"definition": "pure-dp", "given": {"eps": "0"}}
    return {
        "schema": "dpverify.refutation/1.0",
        "entry": "pure.composition",
        "objects": {
            "M": first.to_dict(),
            "N": second.to_dict(),
            "K": {"product": ["M", "N"]},
        },
        "hypotheses": [{"of": name, **claim, "verdict": "holds"} for name in ("M", "N")],
        "conclusion": {
            "of": "K",
            **claim,
            "verdict": "fails",
            "witness": {**place, "excess": excess},
        },
    }


@pytest.mark.parametrize("form", [["product", "M", "N"], ["adaptive", "M", ["N", "N"]],
                                  ["mixture", "1/2", "M", "N"],
                                  ["visible_mixture", "1/2", "M", "N"]])  # fmt: skip
def test_composed_objects_share_one_relation(form: list[Any]) -> None:
    """Else two private channels over different relations "refute" that composition is private."""
    document = over_two_relations()
    document["objects"]["K"] = {form[0]: form[1:]}
    outcome = replay(document)
    assert outcome.status == "rejected"
    assert "different neighbours" in outcome.text


def test_all_pairs_written_out_are_all_pairs() -> None:
    """A list of all pairs and "all" are one relation; so the claim itself is what fails."""
    document = over_two_relations()
    every = [["a", "b"], ["b", "c"], ["a", "c"]]
    document["objects"]["M"]["neighbours"] = every
    document["objects"]["N"]["neighbours"] = "all"
    assert "the claim fails for the inputs" in replay(document).text or (
        "the claim fails at" in replay(document).text
    )


def test_what_takes_no_part_in_a_refutation_is_named() -> None:
    """The entry, a map's neighbours, an object that no claim is about."""
    document = refutation()
    document["objects"]["M"]["title"] = "ours"
    document["objects"]["spare"] = document["objects"]["f"]
    outcome = replay(document)
    assert outcome.status == "accepted"
    named = "entry", "objects.M.title", "objects.f.neighbours", "objects.spare"
    assert outcome.unread == named
    assert dict(outcome.facts)["neighbours"] == "all 2 ordered pairs"


def test_a_composition_without_a_pair_of_neighbours_is_rejected() -> None:
    """As "for all pairs" would hold of nothing."""
    claim = refutation()
    claim["objects"]["M"]["inputs"] = ["x", "x'"]
    claim["objects"]["N"] = {"restrict": ["M", ["x"]]}
    assert "no pair" in replay(claim).text


@pytest.mark.long
def test_a_composition_that_would_not_fit_is_not_re_checked() -> None:
    """A product of products doubles its labels each time; the work is counted first."""
    document = refutation()
    rr = Channel(["0", "1"], ["0", "1"], [["3/4", "1/4"], ["1/4", "3/4"]])
    document["objects"] = {"P0": rr.to_dict()}
    for k in range(40):
        document["objects"][f"P{k + 1}"] = {"product": [f"P{k}", f"P{k}"]}
    document["conclusion"]["of"] = document["hypotheses"][0]["of"] = "P40"
    assert replay(document).status == "not-recheckable"
