"""The census of results about continuous noise and ranges: no single change passes unseen.

Every change of one field (`tests/fuzz/single_changes.py`) of every document of
`tests/fuzz/continuous_documents.py` is refused, or the field is among those that the kernel names
as not re-checked, or the change is harmless for a reason that is listed here. Changes of the
results of single channels inside of ranges are in the census of that kernel.
"""

from __future__ import annotations

import json
import re
from fractions import Fraction
from typing import Any

import pytest

from dpverify.checkers.kernel.door import replay
from dpverify.defs.numbers.documents import read
from tests.fuzz.continuous_documents import MAKERS, made
from tests.fuzz.single_changes import RATIONAL, Change, changes

WIDER = {"less", "more", "the negative", "another text", "a number"}
HARMLESS: tuple[tuple[str, str, set[str] | None], ...] = (
    ("bounds that enclose the number still, but wider", r".*\.(lower|upper)", WIDER),
    ("the bounds beside it enclose the number", r".*\.exact", {"null"}),
    ("a minor version of the schema", r"schema", {"another text"}),
    ("objects have no order", r".*", {"in another order"}),
    ("these lists have no order", r"(certificate\.pairs|witnesses)", {"the other way round"}),
    (
        "less is said",
        (
            r"bound|tight|attained_by|all_inputs|run|not_rechecked|subject\.(source|read)"
            r"|checked\.(pairs|inputs)|(witness|attained_by)\.(entries|gaps(\.g)?)|approached_by\.(inputs|released|limit)"
        ),
        {"left out"},
    ),
    ("no numbers for gaps: less is said", r"(witness|attained_by)\.gaps", {"empty"}),
    ("what holds at ε, δ holds at larger ones", r"given\.(eps|delta)", {"more", "a number"}),
    ("another certificate, which shows as much", r"certificate\..*", None),
    ("another point inside the path", r"approached_by\.decay\.(base|noises)\[\d+\]", None),
    ("another family, of which the same is true", r"subject\.family\..*", None),
)
"""Why a change is harmless, the places, and which changes; None for any."""


def accepted(document: Any) -> tuple[bool, tuple[str, ...]]:
    """Whether the kernel accepts a document, and what it names as not re-checked."""
    outcome = replay(read(json.dumps(document)))
    return outcome.status == "accepted", outcome.unread


def named(change: Change, unread: tuple[str, ...]) -> bool:
    """Whether the changed field is one that the kernel names as not re-checked, or is in one."""
    return any(change.path == p or change.path.startswith((f"{p}.", f"{p}[")) for p in unread)


def same_number(document: Any, change: Change) -> bool:
    """Whether a number, or a list of places such as "0 3", is written in another way alone."""
    old, new = document, change.document
    for step in change.steps:
        if isinstance(old, dict) and step not in old:
            return False
        if change.name == "left out":
            return False
        old, new = old[step], new[step]
    if not (isinstance(old, str) and isinstance(new, str)):
        return False
    words = list(zip(old.split(), new.split(), strict=False))
    return len(old.split()) == len(new.split()) and all(
        RATIONAL.fullmatch(a) and RATIONAL.fullmatch(b) and Fraction(a) == Fraction(b)
        for a, b in words
    )


def reason(document: Any, change: Change) -> str | None:
    """Why a change is harmless; None where nothing says so."""
    if same_number(document, change):
        return "the same number"
    for why, places, names in HARMLESS:
        if re.fullmatch(places, change.path) and (names is None or change.name in names):
            return why
    return None


@pytest.mark.parametrize("name", [name for name, _ in MAKERS])
def test_documents_are_accepted_as_they_are(name: str) -> None:
    good, unread = accepted(made(name))
    assert good
    assert {"run", "subject.source"} <= {*unread}


@pytest.mark.long
@pytest.mark.parametrize("name", [name for name, _ in MAKERS])
def test_no_single_change_passes_unseen(name: str) -> None:
    document = made(name)
    passed, refused = [], 0
    for change in changes(document):
        if re.match(r"witnesses\[\d+\]\.result", change.path):
            continue
        good, unread = accepted(change.document)
        if not good:
            refused += 1
        elif not named(change, unread) and reason(document, change) is None:
            passed.append((change.path, change.name))
    assert passed == []
    assert refused > 100


def test_a_census_sees_what_is_not_read() -> None:
    """What the kernel passed over before: each of these was accepted without a word."""
    document = made("alignment holds")
    by_place = {(change.path, change.name): change for change in changes(document)}
    for place in (("subject.digest", "left out"), ("more", "added"), ("subject.more", "added"),
                  ("checked", "left out"), ("certificate.more", "added")):  # fmt: skip
        assert not accepted(by_place[place].document)[0], place
    for place in (("subject.read[0]", "another text"), ("checked.pairs", "one more"),
                  ("run.seconds", "one more"), ("subject.source", "another text")):  # fmt: skip
        good, unread = accepted(by_place[place].document)
        assert good
        assert named(by_place[place], unread)
