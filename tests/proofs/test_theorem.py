"""Stored proofs: accepted for the registered statements, and for nothing else."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from typing import Any

import pytest

from dpverify.defs.errors import Undecided
from dpverify.proofs.derivations import scripts
from dpverify.proofs.entry import Entry
from dpverify.proofs.kernel import Setting
from dpverify.proofs.registry import entry
from dpverify.proofs.setting import settings_of
from dpverify.proofs.statement import Claim, Statement
from dpverify.proofs.theorem import (
    check_proof,
    checked_proof,
    derived,
    digest,
    replayed_proof,
    stored,
    stored_names,
)
from tests.repository.source import ROOT

NAMES = stored_names()


def document(name: str) -> dict[str, Any]:
    """The stored proof of an entry."""
    found = stored(entry(name))
    assert found is not None
    return found


def settings_or_none(statement: Statement) -> dict[str, Setting] | None:
    """The settings of a statement, where it has any."""
    try:
        return settings_of(statement)
    except Undecided:
        return None


@pytest.mark.parametrize("name", NAMES)
def test_the_stored_proof_is_accepted(name: str) -> None:
    """By the kernel, for the statement as it is registered."""
    outcome = checked_proof(entry(name))
    assert outcome is not None
    assert outcome.status == "accepted"


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", sorted(scripts()))
def test_the_derivation_finds_it_again(name: str) -> None:
    """What the derivation finds now is accepted too, for the same definitions."""
    found = derived(entry(name))
    assert found is not None
    assert found["definitions"] == document(name)["definitions"]
    assert check_proof(found, entry(name).statement).status == "accepted"


@pytest.mark.slow
def test_every_stored_proof_is_that_of_an_entry() -> None:
    """No orphan data, and no derivation without its proof."""
    command = [sys.executable, str(ROOT / "scripts" / "make_proofs.py"), "--check"]
    made = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (made.returncode, made.stderr) == (0, "")


@pytest.mark.parametrize("name", NAMES)
def test_no_mutant_is_proved(name: str) -> None:
    """The proof of the true statement proves none of its false neighbours, digest mended or not."""
    for mutant in entry(name).mutants:
        assert check_proof(document(name), mutant.statement).status != "accepted"
        settings = settings_or_none(mutant.statement)
        if settings is None:
            continue  # what has no setting is refused anyway
        forged = document(name) | {"definitions": digest(settings)}
        assert check_proof(forged, mutant.statement).status == "rejected"


def test_a_changed_definition_makes_a_proof_outdated(monkeypatch: pytest.MonkeyPatch) -> None:
    """δ once per output instead of once: the digest of what is relied on differs."""
    from dpverify.defs.definitions.approx_dp import ApproxDP

    name = "dp.post-processing.approx"
    before = document(name)

    def once_per_output(p: Any, q: Any, terms: Any, logic: Any) -> Any:
        return logic.conj(
            logic.le(logic.minus(a, logic.times(terms["odds"], b)), terms["delta"])
            for a, b in zip(p, q, strict=True)
        )

    monkeypatch.setattr(ApproxDP, "over_outputs", staticmethod(once_per_output))
    assert check_proof(before, entry(name).statement).status == "outdated"


def test_one_statement_is_behind_all_readers() -> None:
    """Words, formula, solver questions and the proof's goal change together."""
    from dpverify.proofs.formula import encode
    from dpverify.proofs.words import formula_text, statement_text

    before = entry("dp.post-processing.approx").statement
    claim = Claim("N", "approx-dp", {"eps": "eps", "delta": "delta/2"})
    after = replace(before, conclusion=claim)
    shape = {"inputs": 2, "outputs": 2, "results": 2}

    def readings(statement: Statement) -> list[str]:
        questions = "\n".join(encode(statement, shape).questions())
        goals = [str(goal.expr) for goal in settings_of(statement)[""].goals]
        return [statement_text(statement), formula_text(statement), questions, str(goals)]

    for old, new in zip(readings(before), readings(after), strict=True):
        assert old != new


def test_a_users_entry_with_a_borrowed_id_is_not_proved() -> None:
    """The stored proof belongs to the library's statement, not to its name."""
    true = entry("dp.post-processing.approx")
    false: Entry = replace(true, statement=true.mutants[0].statement)
    assert checked_proof(false) is None


@pytest.mark.parametrize(
    ("change", "status"),
    [
        ({"entry": "dp.no-such-entry"}, "rejected"),
        ({"entry": None}, "rejected"),
        ({"steps": []}, "rejected"),
        ({"steps": None}, "rejected"),
        ({"steps": {"": []}}, "rejected"),
        ({"steps": {"": [None]}}, "rejected"),
        ({"steps": {}}, "rejected"),
        ({"definitions": "sha256:0"}, "outdated"),
        ({"formula": "∀ M: pure-dp(M; 0)"}, "rejected"),
    ],
)
def test_saved_proofs_are_re_checked_against_the_library(change: Any, status: str) -> None:
    """A document cannot bring its own statement."""
    saved = document("dp.post-processing.pure")
    assert replayed_proof(json.loads(json.dumps(saved))).status == "accepted"
    assert replayed_proof(saved | change).status == status


@pytest.mark.parametrize(
    ("schema", "without", "status"),
    [
        ("dpverify.proof/1.2", (), "accepted"),
        ("dpverify.proof/1.2", ("statement",), "rejected"),
        ("dpverify.proof/1.2", ("settings",), "rejected"),
        ("dpverify.proof/1.1", ("statement",), "accepted"),
        ("dpverify.proof/1.1", (), "accepted"),
        ("dpverify.proof/1.1", ("settings", "statement"), "rejected"),
        ("dpverify.proof/1.0", ("settings", "statement"), "accepted"),
        ("dpverify.proof/1.9", ("statement",), "rejected"),
        ("dpverify.proof/2.0", (), "rejected"),
    ],
)
def test_earlier_versions_may_be_without_what_they_did_not_have(
    schema: str, without: tuple[str, ...], status: str
) -> None:
    """A proof that carries more than its version asks for is compared all the same."""
    saved = {**document("dp.post-processing.pure"), "schema": schema}
    assert replayed_proof({k: v for k, v in saved.items() if k not in without}).status == status


def test_the_statement_that_a_proof_carries_is_the_registered_one() -> None:
    """Another claim, beside steps and settings that are right, is rejected in every version."""
    saved = json.loads(json.dumps(document("dp.post-processing.pure")))
    saved["statement"]["conclusion"]["given"] = [["eps", "0"]]
    for schema in ("dpverify.proof/1.0", "dpverify.proof/1.2"):
        outcome = replayed_proof({**saved, "schema": schema})
        assert outcome.text == "the statement is not the registered one"
