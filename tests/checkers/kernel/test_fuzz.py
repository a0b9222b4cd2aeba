"""Nothing in a document makes the kernel raise, and nothing untrue is accepted."""

from __future__ import annotations

import json
from copy import deepcopy
from typing import Any

from hypothesis import example, given, settings
from hypothesis import strategies as st

from dpverify.checkers.kernel.door import replay
from tests.rejects.documents import refutation, results
from tests.rejects.truth import is_true

GENUINE = list(results().values())
REFUTATION = refutation()
STATUSES = {"accepted", "rejected", "not-recheckable"}

NUMBERS = st.sampled_from(
    [
        "0",
        "1",
        "-1",
        "1/2",
        "3/4",
        "1/0",
        "inf",
        "-inf",
        "1e400",
        "exp(1)",
        "ln(3)",
        "2**(1/2)",
        "x",
    ]
)
WORDS = st.sampled_from(["a", "b", "x", "y", "holds", "fails", "all", "pure-dp", "approx-dp", "M"])
LEAVES = (
    NUMBERS
    | WORDS
    | st.none()
    | st.booleans()
    | st.integers(-2, 3)
    | st.floats()
    | st.text(max_size=3)
    | st.binary(max_size=3)
)
JUNK = st.recursive(
    LEAVES,
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(WORDS | st.integers(), inner, max_size=3)
    ),
    max_leaves=5,
)


def paths(document: Any, at: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place of a document, its root aside."""
    if isinstance(document, dict):
        steps = list(document.items())
    elif isinstance(document, list):
        steps = list(enumerate(document))
    else:
        return []
    return [path for key, member in steps for path in [(*at, key), *paths(member, (*at, key))]]


@st.composite
def mutated(draw: st.DrawFn, genuine: Any) -> Any:
    """A copy in which one to three places are replaced, removed, doubled or exchanged."""
    document = deepcopy(genuine)
    for _ in range(draw(st.integers(1, 3))):
        *outer, last = draw(st.sampled_from(paths(document) or [("schema",)]))
        holder = document
        for step in outer:
            holder = holder[step]
        how = draw(st.sampled_from(["replace", "junk", "remove", "copy", "turn"]))
        if how == "remove":
            del holder[last]
        elif how == "copy":
            source = document
            for step in draw(st.sampled_from(paths(document))):
                source = source[step]
            holder[last] = deepcopy(source)
        elif how == "turn" and isinstance(holder[last], list):
            holder[last] = holder[last][::-1]
        else:
            holder[last] = draw(LEAVES if how == "replace" else JUNK)
    return document


def texts_of(document: Any) -> bool:
    """Whether a document consists of what JSON text holds, floats and bytes aside."""
    try:
        text = json.dumps(document, allow_nan=False)
    except (TypeError, ValueError):
        return False
    return bool(json.loads(text, parse_float=lambda _: None) == document)


@settings(max_examples=600)
@given(st.sampled_from(GENUINE).flatmap(mutated))
def test_what_is_accepted_is_true(document: Any) -> None:
    """Random changes to genuine results: no exception, and acceptance only of the truth."""
    outcome = replay(document)
    assert outcome.status in STATUSES
    assert outcome.text
    assert "\n" not in outcome.text
    if outcome.status == "accepted":
        assert is_true(document)


@settings(max_examples=200)
@given(mutated(REFUTATION))
def test_a_changed_refutation_never_raises(document: Any) -> None:
    """Random changes to a refutation; the status is one of three, the text one line."""
    outcome = replay(document)
    assert outcome.status in STATUSES
    assert outcome.text
    assert "\n" not in outcome.text


@settings(max_examples=200)
@given(JUNK)
@example([])
@example({})
@example({1: 2})
def test_junk_is_rejected(document: Any) -> None:
    """What is no document at all."""
    assert replay(document).status == "rejected"


@settings(max_examples=200)
@given(st.sampled_from(GENUINE), st.data())
def test_a_cut_or_garbled_text_never_raises(genuine: Any, data: st.DataObject) -> None:
    """Texts cut off, or with a few characters exchanged."""
    text = json.dumps(genuine)
    start = data.draw(st.integers(0, len(text) - 1))
    length = data.draw(st.integers(0, 20))
    garbled = text[:start] + data.draw(st.text(max_size=3)) + text[start + length :]
    outcome = replay(garbled)
    assert outcome.status in STATUSES
    if outcome.status == "accepted":
        assert is_true(json.loads(garbled, parse_float=str, parse_int=str))


@settings(max_examples=100)
@given(st.sampled_from(GENUINE).flatmap(mutated))
def test_data_and_text_are_judged_alike(document: Any) -> None:
    """Reading a document from its text makes no difference."""
    if texts_of(document):
        assert replay(json.dumps(document)).status == replay(document).status
