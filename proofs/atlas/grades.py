"""The grade of a claim of the atlas: from its proof or its witness, re-checked now.

What must never change: `Entry.expected` is not read. *Proved* is what a stored proof shows that the
proof kernel accepts now for the statement as it is registered now. *Refuted* is what a stored
refutation shows that the kernel replays now, compared with the registered statement. What has
neither keeps the outcome of its last examination (`make atlas`) as long as the statement reads the
same; else it is open.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import Any, Final, Literal

from dpverify.proofs import witnesses
from dpverify.proofs.entry import Entry
from dpverify.proofs.registered import replayed_refutation
from dpverify.proofs.theorem import checked_proof

Grade = Literal["proved", "bounded", "refuted", "computed", "tested", "open"]
GRADES: Final[Mapping[Grade, str]] = {
    "proved": "for all finite sizes, by a proof that the proof kernel accepts",
    "bounded": "for the sizes listed, on the word of a solver or by enumeration",
    "refuted": "by a counterexample; with a certificate, the kernel replays it",
    "computed": "in the cases listed",
    "tested": "generated instances did not refute it",
    "open": "no registered claim decides it",
}
OUTCOMES: Final = "outcomes.json"


@dataclass(frozen=True)
class Graded:
    """What became of a claim.

    Args: grade as above; evidence "certificate" where a kernel re-checked it now; scope what it is
        shown for.
    """

    grade: Grade
    evidence: str
    scope: str


def graded(entry: Entry) -> Graded:
    """The grade of an entry; the kernels are asked now."""
    proof = checked_proof(entry)
    if proof is not None and proof.status == "accepted":
        return Graded("proved", "certificate", "all finite sizes")
    refutation = witness(entry.id)
    if refutation is not None:
        outcome = replayed_refutation(json.loads(refutation))
        if outcome.status == "accepted":
            return Graded("refuted", "certificate", "the witness that is stored")
        return Graded("open", "", f"the stored witness is {outcome.status}")
    return _recorded(entry)


def witness(name: str) -> str | None:
    """The text of the stored refutation of an entry; None where there is none."""
    place = files(witnesses).joinpath(f"{name}.json")
    return place.read_text("utf-8") if place.is_file() else None


def digest(entry: Entry) -> str:
    """Of the statement as it reads: what an outcome was recorded for."""
    return sha256(f"{entry.words}\n{entry.formula}".encode()).hexdigest()


@cache
def outcomes() -> Mapping[str, Mapping[str, Any]]:
    """The recorded outcomes by id."""
    place = files(witnesses).joinpath(OUTCOMES)
    recorded: Mapping[str, Mapping[str, Any]] = json.loads(place.read_text("utf-8"))
    return recorded


def _recorded(entry: Entry) -> Graded:
    recorded = outcomes().get(entry.id)
    if recorded is None or recorded["statement"] != digest(entry):
        return Graded("open", "", "not examined as it is registered now")
    grade: Grade = recorded["grade"]
    return Graded(grade, recorded["evidence"], recorded["scope"])
