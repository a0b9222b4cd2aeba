"""A refutation by numbers alone, as a document: `dpverify.number-refutation/1.0`.

A property of a statement may imply a claim about numbers (`Property.numbers`). The property is
decided by `holds`, on its own; where it fails, the kernel has to refute the claim as well.
"""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from dpverify.checkers.kernel.door import Outcome, replay
from dpverify.checkers.kernel.numbers import NumberClaim
from dpverify.defs.errors import Undecided
from dpverify.defs.numbers.documents import read
from dpverify.proofs.registry import entries
from dpverify.proofs.statement import NumberWitness, Property, Statement

NUMBERS_SCHEMA = "dpverify.number-refutation/1.0"


def numbers_of(statement: Statement) -> NumberWitness | None:
    """What the conclusion says of numbers alone; None where no such claim is registered."""
    conclusion = statement.conclusion
    return conclusion.numbers if isinstance(conclusion, Property) else None


def refuted_by(entry: str, numbers: NumberWitness) -> dict[str, Any]:
    """The document for the entry of this id, once the kernel has accepted its text.

    Raises: Undecided if the kernel does not: whoever wrote the entry gave other numbers.
    """
    document = {
        "schema": NUMBERS_SCHEMA,
        "entry": entry,
        "claim": numbers.claim.to_dict(),
        "values": dict(numbers.values),
        **({} if numbers.cells is None else {"cells": numbers.cells}),
    }
    need_refuted(document)
    return document


def need_refuted(document: dict[str, Any]) -> None:
    """That the kernel accepts the text of a document.

    Raises: Undecided otherwise.
    """
    outcome = replay(read(json.dumps(document)))
    if outcome.status != "accepted":
        name = document["entry"]
        raise Undecided(
            "unsupported",
            f"the kernel does not accept the numbers that are to refute {name}: {outcome.text}",
        )


def replayed_numbers(document: Any) -> Outcome:
    """Re-check a saved refutation against the claim that its entry has in this library.

    Args: document what was read from its JSON text, without floats.
    """
    name = document.get("entry") if isinstance(document, dict) else None
    for entry in entries():
        if entry.id == name:
            numbers = numbers_of(entry.statement)
            if numbers is None:
                return Outcome("rejected", f"{name} has no claim about numbers alone here")
            return replayed_claim(document, numbers.claim)
    return Outcome("not-recheckable", "the entry that it refutes is not in this library")


def replayed_claim(document: Any, claim: NumberClaim) -> Outcome:
    """Re-check a refutation, and that it is one of this claim, never of one that it brings along.

    Args: document what was read from its JSON text, without floats; claim that of its entry.
    """
    stated = document.get("claim") if isinstance(document, dict) else None
    if isinstance(stated, dict) and stated != claim.to_dict():
        return Outcome("rejected", "the claim is not the one that the entry has here")
    outcome = replay(document)
    # The kernel knows no entries. Which one this is, and why it implies the claim, is known here.
    return replace(outcome, unread=()) if outcome.status == "accepted" else outcome
