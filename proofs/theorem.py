"""Proofs for all finite sizes: stored as data, re-checked by the proof kernel.

A document holds the steps of a proof (of an equivalence, for each direction), the entry whose
statement it proves, that statement as data, what the definitions make of it (its settings: axioms
and goals, so that a reader sees the theorem), and a digest of these.
What must never change: a proof is accepted for the setting that the *registered* statement has now,
never for one that the document brings along; where a definition has changed, the digest differs and
the proof is outdated.
"""

from __future__ import annotations

import hashlib
import json
import re
import time
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from typing import Any, Literal

from dpverify.defs.errors import Undecided, UsageError
from dpverify.proofs import theorems
from dpverify.proofs.automatic import NoneFoundError
from dpverify.proofs.brought import BroughtError, brought_steps
from dpverify.proofs.derivation import Derivation
from dpverify.proofs.derivations import scripts
from dpverify.proofs.entry import Entry
from dpverify.proofs.finding import found_steps, setting_from
from dpverify.proofs.kernel import Fact, RefusedError, Setting, check
from dpverify.proofs.registry import entries
from dpverify.proofs.setting import settings_of
from dpverify.proofs.statement import Statement
from dpverify.proofs.statement_form import statement_form
from dpverify.proofs.sums import TooLargeError, write
from dpverify.proofs.words import formula_text

PROOF_SCHEMA = "dpverify.proof/1.2"
MAY_LACK = {
    "dpverify.proof/1.0": {"settings", "statement"},
    "dpverify.proof/1.1": {"statement"},
}
"""What proofs of an earlier version may be without; they have the digest of what is proved."""
_SCHEMA = re.compile(r"dpverify\.proof/1\.[0-9]{1,6}", re.ASCII)
KEYS = {"schema", "entry", "formula", "statement", "definitions", "settings", "steps"}
"""What a proof holds; all of it is compared with the registered statement, or checked."""


@dataclass(frozen=True)
class ProofCheck:
    """What became of a proof; `text` is one line."""

    status: Literal["accepted", "rejected", "outdated"]
    text: str


def derived(entry: Entry) -> dict[str, Any] | None:
    """The proof of an entry that its derivation writes down; None where it has none."""
    script = scripts().get(entry.id)
    if script is None:
        return None
    settings = settings_of(entry.statement)
    steps = {}
    for (name, setting), write_down in zip(settings.items(), script, strict=True):
        derivation = Derivation(setting)
        write_down(derivation)
        steps[name] = derivation.steps
    return _document(entry, settings, steps)


def _document(
    entry: Entry, settings: Mapping[str, Setting], steps: Mapping[str, Any]
) -> dict[str, Any]:
    document = {
        "schema": PROOF_SCHEMA,
        "entry": entry.id,
        "formula": entry.formula,
        "statement": statement_form(entry.statement),
        "definitions": digest(settings),
        "settings": settings_form(settings),
        "steps": steps,
    }
    proof: dict[str, Any] = json.loads(json.dumps(document))
    return proof


def found(entry: Entry, *, seconds: float, known: bool = True) -> dict[str, Any] | str:
    """A proof of an entry that has no stored one, such as a user's own; or why there is none.

    Where the entry brings a proof along, that one is taken, and nothing else is looked for.

    Args: seconds when to stop looking; known whether stored proofs may be used under other names.
    """
    try:
        settings = settings_of(entry.statement)
    except Undecided as stop:
        return stop.text
    if entry.proof is not None:
        return _brought(entry, settings)
    end = time.monotonic() + seconds
    steps = {}
    for name, setting in settings.items():
        try:
            left = max(0.0, end - time.monotonic())
            steps[name] = found_steps(setting, seconds=left, known=known).steps
        except NoneFoundError as stop:
            where = f"{name}, " if name else ""
            return f"no proof by finite sums is known; the search left open {where}{stop}"
    return _document(entry, settings, steps)


def _brought(entry: Entry, settings: Mapping[str, Setting]) -> dict[str, Any] | str:
    """The proof that an entry brings along, which the proof kernel accepts; or why it does not."""
    if entry.proof is None:  # pragma: no cover  # who calls has looked
        return "it brings no proof"
    try:
        document = _document(entry, settings, brought_steps(entry.proof, settings))
    except BroughtError as fault:
        return f"the proof that it brings is none: {fault}"
    outcome = check_proof(document, entry.statement)
    if outcome.status != "accepted":
        return f"the proof that it brings is {outcome.status}: {outcome.text}"
    return document


def derivation(statement: Statement, part: str = "") -> Derivation:
    """A derivation of a statement, to try steps on; printed, it says what is given and wanted.

    Args: statement the claim; part the name of one part of an equivalence or of an induction.
    Raises: Undecided where no proof for all sizes can speak of the statement; UsageError for a part
        that there is not.
    """
    settings = settings_of(statement)
    if part not in settings:
        parts = ", ".join(map(repr, settings))
        raise UsageError(f"the statement has no part {part!r}; its parts are {parts}")
    return Derivation(settings[part])


def stored_names() -> tuple[str, ...]:
    """The ids of all entries with a stored proof, in order."""
    names = (place.name for place in files(theorems).iterdir())
    return tuple(sorted(n.removesuffix(".json") for n in names if n.endswith(".json")))


def stored(entry: Entry) -> dict[str, Any] | None:
    """The proof of an entry as it was committed; None where there is none."""
    place = files(theorems) / f"{entry.id}.json"
    if not place.is_file():
        return None
    document: dict[str, Any] = json.loads(place.read_text("utf-8"))
    return document


def proof_behind(entry: Entry, row: Mapping[str, Any]) -> dict[str, Any] | None:
    """The stored proof that a row of the suite rests on, which its examination has accepted."""
    rests = row["status"] == "proved" and row["evidence"] == "certificate"
    return row.get("proof", stored(entry)) if rests else None


def is_registered(entry: Entry) -> bool:
    """Whether an entry is one of the library; a user's may borrow its id, and is not."""
    registered = {registered_entry.id: registered_entry.statement for registered_entry in entries()}
    return registered.get(entry.id) is entry.statement


def checked_proof(entry: Entry) -> ProofCheck | None:
    """What the kernel says of the stored proof of an entry of the library; None without one.

    A user's entry has no stored proof, even where it borrows the id of one that has.
    """
    document = stored(entry)
    if document is None or not is_registered(entry):
        return None
    return check_proof(document, entry.statement)


def missing(statement: Statement) -> str:
    """Why a statement has no proof for all finite sizes, where it has none."""
    try:
        settings_of(statement)
    except Undecided as stop:
        return stop.text
    return "no proof by finite sums is known, and none was found"


def check_proof(document: Mapping[str, Any], statement: Statement) -> ProofCheck:
    """Whether a document proves a statement, for all finite sizes; the kernel alone decides."""
    try:
        settings = settings_of(statement)
    except Undecided as stop:
        return ProofCheck("rejected", stop.text)
    unread = document.keys() - KEYS
    if unread:
        return ProofCheck("rejected", f"there is {min(unread)[:60]!a}, which no proof holds")
    if document.get("definitions") != digest(settings):
        return ProofCheck("outdated", "the definitions that the proof relies on have changed")
    if not _carries(document, "settings", settings_form(settings)):
        return ProofCheck("rejected", "the axioms and goals are not those of the statement")
    if not _carries(document, "statement", statement_form(statement)):
        return ProofCheck("rejected", "the statement is not the registered one")
    if document.get("formula") != formula_text(statement):
        return ProofCheck("rejected", "the formula is not that of the statement")
    steps = document.get("steps")
    if not isinstance(steps, dict) or steps.keys() != settings.keys():
        return ProofCheck("rejected", "the steps are not those of each direction of the statement")
    try:
        for name, setting in settings.items():
            check(setting, steps[name])
    except RefusedError as fault:
        return ProofCheck("rejected", str(fault))
    count = sum(len(group) for group in steps.values())
    return ProofCheck("accepted", f"{count} steps lead to the statement")


def _carries(document: Mapping[str, Any], key: str, form: Any) -> bool:
    """Whether a document says just this; one of an earlier version may be without it."""
    if key not in document:
        return key in MAY_LACK.get(str(document.get("schema")), set())
    # As texts: in Python true is 1, and 1.0 is.
    return _canonical(document[key]) == _canonical(form)


def checked_alone(document: Mapping[str, Any]) -> ProofCheck:
    """Whether the steps of a document lead from its axioms to its goals, whatever these say.

    It does not compare them with a statement: that is done where the statement is.
    """
    try:
        if document.keys() != KEYS or document["schema"] != PROOF_SCHEMA:
            return ProofCheck("rejected", f"it is no {PROOF_SCHEMA}")
        settings = {name: setting_from(form) for name, form in document["settings"].items()}
        if not settings:
            return ProofCheck("rejected", "there is nothing that it proves")
        if document["definitions"] != digest(settings):
            return ProofCheck("outdated", "the digest is not that of the axioms and goals")
        if document["steps"].keys() != settings.keys():
            return ProofCheck("rejected", "the steps are not those of each direction")
        for name, setting in settings.items():
            check(setting, document["steps"][name])
    except (RefusedError, TooLargeError, LookupError, TypeError, ValueError, AttributeError) as no:
        return ProofCheck("rejected", str(no) or type(no).__name__)
    return ProofCheck("accepted", "the steps lead from its axioms to its goals")


def replayed_proof(document: Mapping[str, Any]) -> ProofCheck:
    """Re-check a saved proof against the statement that its entry has in this library."""
    known = {entry.id: entry for entry in entries()}
    name, schema = document.get("entry"), document.get("schema")
    if not isinstance(schema, str) or not _SCHEMA.fullmatch(schema):
        return ProofCheck("rejected", f"schema {str(schema)[:60]!a} is not {PROOF_SCHEMA}")
    if not isinstance(name, str) or name not in known:
        return ProofCheck(
            "rejected",
            "the entry that it proves is not in this library; for a claim of a file of your own,"
            " run: dpverify prove FILE.py:ID --explain",
        )
    return check_proof(document, known[name].statement)


def settings_form(settings: Mapping[str, Setting]) -> dict[str, Any]:
    """All that a statement gives to its proof, as data: axioms, positive parts and goals by name.

    A fact is [index variables with their sets, relation to 0, expression]; expressions are as
    `proofs.sums.write` writes them.
    """
    return {
        name: {
            "axioms": {key: _fact(fact) for key, fact in setting.axioms.items()},
            "parts": {key: [dict(free), write(a)] for key, (free, a) in setting.parts.items()},
            "goals": [_fact(goal) for goal in setting.goals],
            **({"countable": _lists(setting.countable)} if setting.countable else {}),
        }
        for name, setting in settings.items()
    }


def _lists(given: Mapping[str, tuple[str, ...]]) -> dict[str, list[str]]:
    return {name: list(members) for name, members in given.items()}


def digest(settings: Mapping[str, Setting]) -> str:
    """SHA-256 over all that a statement gives to its proof."""
    return f"sha256:{hashlib.sha256(_canonical(settings_form(settings)).encode()).hexdigest()}"


def _canonical(form: Any) -> str:
    return json.dumps(form, sort_keys=True, separators=(",", ":"))


def _fact(fact: Fact) -> list[Any]:
    return [dict(fact.free), fact.relation, write(fact.expr)]
