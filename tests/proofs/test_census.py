"""The census of saved proofs and of refutations by numbers: no field can be changed unnoticed.

Every field of a document is deleted, given another value of its type, a value of every other type,
and each object gets one key more. What is not refused is harmless by what the statement says, and
stands in the lists below.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest

from dpverify.defs.numbers.documents import read
from dpverify.proofs.number_refutation import numbers_of, refuted_by, replayed_numbers
from dpverify.proofs.registry import entry
from dpverify.proofs.theorem import replayed_proof, stored

PROOF = "dp.post-processing.pure"
BY_CASES = "dp.optimal-composition.two"
NUMBERS = ("par.cost.minimum.as-printed", "par.cost.convex.always", "par.samples.product")

Place = tuple[Any, ...]
OTHERS: tuple[Any, ...] = (None, True, 0, 1, -1, "", "x", "1", [], ["x"], {}, {"x": "x"})


def places(document: Any, at: Place = ()) -> Iterator[Place]:
    """Every field of a document, the inner ones too."""
    items = document.items() if isinstance(document, dict) else enumerate(document)
    for key, value in items:
        yield (*at, key)
        if isinstance(value, (dict, list)):
            yield from places(value, (*at, key))


def changes(document: Any, at: Place) -> Iterator[Any]:
    """The document with one field deleted, or given another value, or with one key beside it."""
    for value in OTHERS:
        made = deepcopy(document)
        holder = _holder(made, at)
        if holder[at[-1]] != value or type(holder[at[-1]]) is not type(value):
            holder[at[-1]] = value
            yield made
    made = deepcopy(document)
    del _holder(made, at)[at[-1]]
    yield made
    made = deepcopy(document)
    holder = _holder(made, at)
    if isinstance(holder, dict):
        holder["unread"] = "anything"
    else:
        holder.append(holder[-1])
    yield made


def _holder(document: Any, at: Place) -> Any:
    for key in at[:-1]:
        document = document[key]
    return document


def proof(name: str) -> dict[str, Any]:
    """A stored proof."""
    found = stored(entry(name))
    assert found is not None
    return found


@pytest.mark.long
def test_every_field_of_a_proof_outside_its_steps_is_checked() -> None:
    """Nothing is passed over; of later minor versions nothing is known, and they are read."""
    document = proof(PROOF)
    assert replayed_proof(document).status == "accepted"
    for at in places({key: document[key] for key in document if key != "steps"}):
        for changed in changes(document, at):
            assert replayed_proof(changed).status != "accepted", at
    assert replayed_proof({**document, "schema": "dpverify.proof/1.7"}).status == "accepted"
    for schema in ("dpverify.proof/2.0", "dpverify.proof/1.0\n", "dpverify.proof/١.0", None):
        assert replayed_proof({**document, "schema": schema}).status == "rejected"


HARMLESS = {
    "name": "of a step that no other step uses",
    "multiples": "deleted where it is empty",
    "products": "deleted where it is empty",
    "relation": "deleted where it is ≥, or weakened where nothing uses more",
    "": "a step twice is refused by its name; a summand whose coefficient or fact is 0",
}
"""What may change within steps: the rest is still a proof of the registered statement."""


@pytest.mark.parametrize("name", [PROOF, pytest.param(BY_CASES, marks=pytest.mark.slow)])
def test_what_is_accepted_of_changed_steps_proves_the_statement(name: str) -> None:
    """Each change is refused, but for those that leave a proof of the same goals."""
    document = proof(name)
    accepted: set[Any] = set()
    every = list(places({"steps": document["steps"]}))
    for at in every[:: max(1, len(every) // 150)]:
        for changed in changes(document, at):
            if replayed_proof(changed).status == "accepted":
                accepted.add(at[-1] if isinstance(at[-1], str) else "")
    assert accepted <= HARMLESS.keys()


@pytest.mark.parametrize("name", NUMBERS)
def test_every_field_of_a_refutation_by_numbers_is_checked(name: str) -> None:
    """Other values of the names and other cells may refute the claim as well; they are computed."""
    numbers = numbers_of(entry(name).statement)
    assert numbers is not None
    document = refuted_by(name, numbers)
    for at in places(document):
        for changed in changes(document, at):
            found = replayed_numbers(read(json.dumps(changed)))
            if found.status == "accepted":
                assert at[0] in ("values", "cells"), at
                assert "claim" in found.text
    for more in ({"note": "x"}, {"cells": 7} if numbers.cells is None else {"cells": True}):
        assert replayed_numbers(read(json.dumps({**document, **more}))).status == "rejected"
