"""What the line of replay says beside the verdict."""

from __future__ import annotations

import json
from typing import Any

import pytest

import dpverify as dv
from dpverify.checkers.kernel.door import replay
from dpverify.checkers.kernel.outcome import (
    Fault,
    Outcome,
    judged,
    known_keys,
    one_line,
    present,
    refuse_texts,
    shown,
    well_formed_notes,
)
from dpverify.defs.numbers import NumberError, Undecided
from dpverify.defs.programs import mechanism
from tests.checkers.kernel import test_accounts as accounts
from tests.checkers.kernel import test_audits as audits
from tests.checkers.kernel import test_one_run as one_run


def test_the_line_says_that_assumptions_may_be_missing() -> None:
    """Without them a document is about its channel alone: nothing in it tells that they were."""

    @mechanism(inputs=[0, 1])
    def patient(x: int, draw: Any) -> int:
        rounds = 0
        while draw.flip("1/2"):
            rounds += 1
            draw.checkpoint()
            if rounds > 60:
                return x
        return 7

    document = json.loads(dv.check(patient, dv.PureDP(eps=1)).to_json())
    assert document["evidence"] == "conditional"
    del document["assumptions"]
    assert dv.replay(json.dumps(document)).status == "rejected"
    # The channel names them too.
    assert dv.replay(json.dumps({**document, "evidence": "exact"})).status == "rejected"
    del document["subject"]["channel"]["assumptions"]
    said = dv.replay(json.dumps({**document, "evidence": "exact"}))
    assert said.status == "accepted"
    assert "subject.source (that it makes this subject, and on what assumptions)" in said.line


def test_the_line_has_each_part_once() -> None:
    """The text, the facts, what was not re-checked; and nothing where there is none of it."""
    assert Outcome("accepted", "so").line == "so"
    assert Outcome("accepted", "so", (), (("eps", "1"), ("risk", "2"))).line == "so; eps 1, risk 2"
    assert Outcome("accepted", "so", ("run",)).line == "so; not re-checked: run"


@pytest.mark.parametrize(
    ("holder", "words"),
    [
        ([], "is not an object"),
        ({}, "has no 'a'"),
        ({"b": 1}, "has no 'a'"),
        ({"a": 1, "c": 1}, "the key 'c'"),
        ({"a": 1, "b": 1, "c": 1}, "the key 'c'"),
        ({"a": 1, "b" * 61: 1}, f"the key '{'b' * 60}'"),
    ],
)
def test_keys_that_are_not_those(holder: Any, words: str) -> None:
    """With "a" always and "b" at times: what is missing or not read is named, shortened."""
    with pytest.raises(NumberError, match=words):
        known_keys(holder, "it", ("a",), ("b",))


def test_keys_that_are_those() -> None:
    """With and without what may be left out."""
    for holder in ({"a": 1}, {"a": 1, "b": 1}):
        known_keys(holder, "it", ("a", "a"), ("b",))


@pytest.mark.parametrize("count", ["2", True, None, [2], 2.0])
def test_counts_are_numbers(count: Any) -> None:
    """Neither a text nor a truth value; an int or its digits; and one may be left out."""
    refuse_texts({"pairs": 2, "words": b"2"}, ("pairs", "words", "inputs"))
    with pytest.raises(NumberError, match="words is no number"):
        refuse_texts({"pairs": 2, "words": count}, ("pairs", "words"))


def test_numbers_are_shown_on_sixty_characters() -> None:
    """And longer ones without their end."""
    assert shown(b"12") == shown(12) == "12"
    assert shown([b"1", ["a", 2]]) == "[1, [a, 2]]"
    assert shown("7" * 60) == "7" * 60
    assert shown("7" * 61) == "7" * 57 + "…"


def test_members_are_found_by_their_paths() -> None:
    """Each step must be a member of an object."""
    document = {"run": {}, "subject": {"source": 1}, "list": ["run"], "text": "run"}
    paths = ("run", "subject.source", "subject.read", "list.run", "text.run", "source")
    assert present(document, paths) == ("run", "subject.source")


@pytest.mark.parametrize(
    ("error", "status"),
    [(ValueError("no"), "rejected"), (KeyError("no"), "rejected"), (TypeError(), "rejected"),
     (RecursionError("no"), "rejected"), (Fault("no"), "rejected"),
     (Undecided("bits", "no"), "not-recheckable")],
)  # fmt: skip
def test_what_goes_wrong_is_no_acceptance(error: Exception, status: str) -> None:
    """Whatever a check raises; a sentence is there even where the error has none."""

    def check(_: Any) -> Outcome:
        raise error

    outcome = judged({}, check, Fault)
    assert outcome.status == status
    assert outcome.text
    assert judged("{}", lambda read: Outcome("accepted", str(read))).text == "{}"


def test_an_error_of_the_kernel_itself_is_not_hidden() -> None:
    """What no malformed document causes ends the replay."""

    def check(_: Any) -> Outcome:
        raise Fault("no")

    with pytest.raises(Fault):
        judged({}, check)


def test_a_text_on_one_line() -> None:
    """Whatever breaks lines is a space."""
    assert one_line(" a\n\tb\r\nc ") == "a b c"


@pytest.mark.parametrize(
    "document",
    [{"run": {}}, {"run": {"versions": {}, "seconds": 1, "seed": 1, "mood": 1}},
     {"assumptions": "text"}, {"assumptions": [1]}, {"subject": {"read": "text"}},
     {"not_rechecked": []}, {"subject": {"source": {}}}],
)  # fmt: skip
def test_notes_of_another_form_are_refused(document: Any) -> None:
    """They are not re-checked, but a reader must be able to read them."""
    subject = {"read": ["c"], "source": "d"}
    run = {"versions": {}, "seconds": 1, "seed": 1}
    notes = {"run": run, "assumptions": ["a"], "not_rechecked": "b", "subject": subject}
    well_formed_notes(notes)
    with pytest.raises((NumberError, ValueError)):
        well_formed_notes(document)


def _numbers(document: Any) -> Any:
    """A document with each decimal as a number of JSON, where it was a text."""
    if isinstance(document, dict):
        return {key: _numbers(each) for key, each in document.items()}
    if isinstance(document, list):
        return [_numbers(each) for each in document]
    plain = isinstance(document, str) and document.replace(".", "", 1).isdecimal()
    return float(document) if plain and repr(float(document)) == document else document


@pytest.mark.parametrize(
    "document",
    [
        {**audits.document(), "risk": "0.001"},
        one_run.document(risk="0.5"),
        {**accounts.saved("closed form, delta"), "given": {"eps": "0.5"}},
    ],
    ids=["audit", "one run", "account"],
)
def test_numbers_of_json_are_shown_as_they_are(document: Any) -> None:
    """They are digits that were read as bytes, which a reader has nothing to do with."""
    outcome = replay(json.dumps(_numbers(document)))
    assert outcome.status == "accepted", outcome.text
    assert "b'" not in outcome.line
