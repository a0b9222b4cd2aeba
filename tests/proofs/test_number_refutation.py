"""Entries refuted by numbers: their documents, the registered claim, and forgeries."""

from __future__ import annotations

import json
from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from dpverify.checkers.kernel.door import Outcome
from dpverify.checkers.kernel.numbers import NumberClaim
from dpverify.defs.errors import InternalError, Undecided
from dpverify.defs.numbers.documents import read
from dpverify.proofs.examine import Options, examine
from dpverify.proofs.number_refutation import (
    numbers_of,
    refuted_by,
    replayed_claim,
    replayed_numbers,
)
from dpverify.proofs.own import listed
from dpverify.proofs.registry import entries, entry
from dpverify.proofs.statement import NumberWitness
from dpverify.proofs.suite import Job, own_row, run_suite
from dpverify.replaying import replay_file
from tests.schemas import faults

REFUTED = (
    "par.composition.one-law",
    "par.composition.printed-confidence",
    "par.cost.convex.always",
    "par.cost.minimum.as-printed",
    "par.cost.window.necessary",
    "par.samples.distance",
    "par.samples.product",
)


def document(name: str) -> dict[str, Any]:
    """The document of an entry."""
    numbers = numbers_of(entry(name).statement)
    assert numbers is not None
    return refuted_by(name, numbers)


def replayed(form: dict[str, Any]) -> str:
    """What becomes of its text."""
    return replayed_numbers(read(json.dumps(form))).status


def test_which_entries_are_refuted_by_numbers() -> None:
    """A statement that holds has no claim that could be refuted."""
    found = [each.id for each in entries() if numbers_of(each.statement) is not None]
    assert tuple(found) == REFUTED
    assert {entry(name).expected for name in found} == {"refuted"}


@pytest.mark.parametrize("name", REFUTED)
def test_a_document_is_valid_and_accepted(name: str, tmp_path: Path) -> None:
    """By its schema, by the kernel, and by the command that reads a file; in an envelope too."""
    form = document(name)
    assert faults(form) == []
    assert replayed(form) == "accepted"
    alone, both = tmp_path / "one.json", tmp_path / "two.json"
    alone.write_text(json.dumps(form), encoding="utf-8")
    whole = {"schema": "dpverify.documents/1.0", "documents": [form, {**form, "values": {}}]}
    both.write_text(json.dumps(whole), encoding="utf-8")
    assert [each.outcome for each in replay_file(str(alone))] == ["accepted"]
    second = "rejected" if form["values"] else "accepted"
    assert [each.outcome for each in replay_file(str(both))] == ["accepted", second]


@pytest.mark.parametrize("name", ["par.cost.window.necessary", "par.samples.distance"])
def test_the_examination_gives_the_certificate(name: str) -> None:
    """The property is found to fail by itself; then the kernel refutes the claim."""
    outcome = examine(entry(name), [], Options())
    assert (outcome.status, outcome.evidence) == ("refuted", "certificate")
    assert outcome.found is not None
    assert outcome.found.refutation == document(name)


VALUES = [
    ("par.composition.one-law", "t", "0"),
    ("par.composition.one-law", "t", "-5"),
    ("par.composition.one-law", "t", "500"),
    ("par.composition.one-law", "t", "1/1000"),
    ("par.composition.printed-confidence", "t", "1/1000"),
    ("par.composition.printed-confidence", "t", "100"),
    ("par.cost.convex.always", "limit", "1"),
    ("par.cost.convex.always", "limit", "2"),
    ("par.cost.convex.always", "x", "1/10"),
    ("par.cost.convex.always", "y", "11/10"),
    ("par.cost.convex.always", "y", "13/10"),
    ("par.cost.minimum.as-printed", "t", "0.6"),
    ("par.cost.minimum.as-printed", "t", "-1"),
    ("par.cost.window.necessary", "eps", "1/4"),
    ("par.cost.window.necessary", "eps", "0"),
]


@pytest.mark.parametrize(("name", "key", "to"), VALUES)
def test_other_values_refute_nothing(name: str, key: str, to: str) -> None:
    """Where the claim is true, or what is given does not hold, or the values are out of range."""
    form = document(name)
    assert replayed({**form, "values": {**form["values"], key: to}}) == "rejected"


@pytest.mark.parametrize("cells", [1, 2, 5])
def test_too_few_cells(cells: int) -> None:
    """Their balls are too wide to tell."""
    assert replayed({**document("par.cost.minimum.as-printed"), "cells": cells}) == "rejected"


def digits(claim: dict[str, Any]) -> list[tuple[str, int, int | None, int]]:
    """Every digit of every text of a claim: its key, the text, the part of it, the place."""
    places: list[tuple[str, int, int | None, int]] = []
    for key in ("where", "given", "then"):
        for i, text in enumerate(claim[key]):
            part = 1 if key == "where" else None
            said = text if part is None else text[part]
            places += [(key, i, part, k) for k, sign in enumerate(said) if sign.isdigit()]
    return places


@pytest.mark.parametrize("name", REFUTED)
def test_a_changed_digit_of_the_claim_is_rejected(name: str) -> None:
    """Of any formula, whether the values refute what it says then or not."""
    form = document(name)
    places = digits(form["claim"])
    assert len(places) > 4
    for key, i, part, k in places:
        forged = deepcopy(form)
        holder, at = (forged["claim"][key], i) if part is None else (forged["claim"][key][i], part)
        text = holder[at]
        holder[at] = text[:k] + str((int(text[k]) + 1) % 10) + text[k + 1 :]
        assert replayed(forged) == "rejected"


@pytest.mark.parametrize("name", REFUTED)
def test_the_claim_of_another_entry_is_rejected(name: str) -> None:
    """A true refutation refutes its own entry alone."""
    form = document(name)
    for other in (*REFUTED, "par.cost.minimum", "dp.post-processing.pure"):
        if other != name:
            assert replayed({**form, "entry": other}) == "rejected"


@pytest.mark.parametrize("name", ["no.such.entry", None, 1, ["par.samples.distance"]])
def test_an_entry_that_is_not_here(name: Any) -> None:
    """Nothing is known of what it says, so nothing is re-checked."""
    assert replayed({**document("par.samples.distance"), "entry": name}) == "not-recheckable"


def test_numbers_that_do_not_refute_leave_it_open() -> None:
    """Rather than a refutation without its certificate, or a fault of ours."""
    true = NumberWitness(NumberClaim((), (), ("1 < 2",)), {})
    with pytest.raises(Undecided, match="does not accept the numbers"):
        refuted_by("an.entry", true)
    with pytest.raises(Undecided):
        refuted_by("an.entry", replace(true, claim=NumberClaim((), ("2 < 1",), ("2 < 1",))))


# Convexity of a cube, which fails: at -2 and 0 the mean is -4, at the midpoint it is -1.
CUBE = NumberClaim(
    names=("x", "y"),
    given=("x < y",),
    where=(("m", "(x+y)/2"), ("middle", "m*m*m")),
    then=("y = y", "middle <= (x**3+y**3)/2"),
)


@pytest.mark.parametrize(
    ("key", "to"),
    [
        ("for_all", ["y", "x"]),
        ("for_all", ["x", "y", "middle"]),
        ("where", [["m", "(x+y)/2"], ["middle", "1000"]]),
        ("where", []),
        ("given", []),
        ("given", ["x < y", "y < 1"]),
        ("then", ["middle <= (x**3+y**3)/3"]),
        ("then", ["middle <= (x**3+y**3)/2"]),
        ("then", ["1 < 0"]),
        ("some", {"name": "z", "from": "0", "to": "1"}),
        ("because", "it is so"),
    ],
)
def test_a_claim_of_its_own_is_rejected(key: str, to: Any) -> None:
    """Even one that the values refute, or refute as well."""
    form = {
        "schema": "dpverify.number-refutation/1.0",
        "entry": "an.entry",
        "claim": {**CUBE.to_dict(), key: to},
        "values": {"x": "-2", "y": "0"},
    }
    assert replayed_claim(read(json.dumps(form)), CUBE).status == "rejected"
    genuine = {**form, "claim": CUBE.to_dict()}
    assert replayed_claim(read(json.dumps(genuine)), CUBE) == Outcome(
        "accepted",
        "1 comparisons hold, one that is claimed fails: re-checked",
        (),
        (("entry", "an.entry"), ("x", "-2"), ("y", "0")),
    )


WRONG = """
from dpverify.checkers.kernel.numbers import NumberClaim
from dpverify.claims import Entry, Mutant, Statement
from dpverify.proofs.statement import Cases, NumberWitness, Property

SMALL = NumberClaim(("t",), ("t > 0",), ("t <= 1",))


def said(t, holds=False):
    numbers = NumberWitness(SMALL, {"t": t})
    cases = Cases(({"n": "2"},), lambda *_: holds)
    words = Property("{n} is 3", "n", computed=cases, numbers=numbers)
    return Statement(objects={}, parameters={}, conclusion=words)


def entry(name, t, **more):
    return Entry(
        id=f"mine.{name}", title="t", source="s", expected="refuted", statement=said(t), **more
    )


TRUE = said("1/2", holds=True)
ENTRIES = (
    entry("right", "2"),
    entry("wrong", "1/2"),
    entry("outside", "-2"),
    Entry(
        id="mine.mutant", title="t", source="s", expected="computed", statement=TRUE,
        mutants=(Mutant("a", "numbers of another", said("1/2")), Mutant("b", "right", said("2"))),
    ),
)
"""


def test_wrong_numbers_of_a_user_leave_a_claim_open(tmp_path: Path) -> None:
    """They are no fault of ours; a mutant that has them survives."""
    path = tmp_path / "mine.py"
    path.write_text(WRONG, encoding="utf-8")
    blanks = {each.job: each.blank for each in listed(str(path), seconds=20)}
    document = run_suite([*blanks], Options(), blanks=blanks)
    rows = {row["id"].removeprefix("mine."): row for row in document["entries"]}
    assert {name: row["status"] for name, row in rows.items()} == {
        "right": "refuted", "wrong": "unknown", "outside": "unknown", "mutant": "computed",
    }  # fmt: skip
    assert not any("error" in row for row in rows.values())
    assert "does not accept the numbers" in rows["wrong"]["reason"]["text"]
    assert rows["mutant"]["mutants"] == {"killed": 1, "total": 2, "survived": ["a"]}
    # What the file's process says is re-checked where the file never was.
    right = rows["right"]
    blank = blanks[Job("mine.right", str(path))]
    assert own_row(right, blank) == right
    forged = deepcopy(right)
    forged["refutation"]["values"] = {"t": "1/2"}
    with pytest.raises(InternalError, match="does not accept the numbers"):
        own_row(forged, blank)
