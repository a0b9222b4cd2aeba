"""Proofs that a claim brings along: what is proved by them, and what is refused."""

from __future__ import annotations

import copy
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from dpverify.claims import Derivation, atom, derivation, number
from dpverify.defs.errors import UsageError
from dpverify.proofs.brought import Script
from dpverify.proofs.entry import Entry
from dpverify.proofs.kernel import RefusedError
from dpverify.proofs.registry import entry
from dpverify.proofs.suite import Job, proof_of_job
from dpverify.proofs.theorem import check_proof, checked_alone, found
from examples.proof_by_hand import ENTRIES, proof, seldom

(MINE,) = ENTRIES
PURE = entry("dp.post-processing.pure")


def through(d: Derivation) -> None:
    """f·(e^ε·q − p) ≥ 0, summed over y."""
    p, q, f = atom("P.M", "y"), atom("Q.M", "y"), atom("f", "y", "z")
    one = d.lemma(f * (atom("e^eps") * q - p), {"y": "y", "z": "z"}, ["f >= 0", "hypothesis 0"])
    d.sum(one, "y")


def saved(tmp_path: Path, document: Any) -> Path:
    """A file that holds a document."""
    path = tmp_path / "mine.proof.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    return path


def test_steps_of_a_person_prove_a_claim() -> None:
    """The kernel accepts them, here and apart from the claim."""
    document = found(MINE, seconds=0)
    assert isinstance(document, dict)
    assert check_proof(document, MINE.statement).status == "accepted"
    assert checked_alone(document).status == "accepted"


def test_a_saved_proof_is_replayed(tmp_path: Path) -> None:
    """What was written down once proves the claim from its file, and no other claim."""
    document = found(MINE, seconds=0)
    again = replace(MINE, proof=saved(tmp_path, document))
    assert found(again, seconds=0) == document
    other = replace(again, statement=seldom("delta/2"))
    text = found(other, seconds=0)
    assert isinstance(text, str)
    assert "the proof that it brings is rejected" in text


def test_each_change_of_a_saved_proof_is_refused(tmp_path: Path) -> None:
    """Every number of every certificate, and every name of a fact that a step uses."""
    document = found(MINE, seconds=0)
    assert isinstance(document, dict)
    steps = document["steps"][""]
    forged = 0
    for k, step in enumerate(steps):
        for key in step.keys() & {"products", "of", "zero", "above", "claim"}:
            changed = copy.deepcopy(document)
            mine = changed["steps"][""][k]
            if key in ("products", "claim"):
                mine[key][0][0] = "7/5"
            else:
                mine[key] = "hypothesis 0"
            text = found(replace(MINE, proof=saved(tmp_path, changed)), seconds=0)
            assert isinstance(text, str), (k, key)
            forged += 1
    assert forged >= 8


def refused(d: Derivation) -> None:
    """A step that takes a fact for what it is not."""
    d.lemma(d.goal.expr, d.goal.free, ["hypothesis 0"], degree=1)


def unknown(d: Derivation) -> None:
    """A fact that there is not."""
    d.sum("hypothesis 7", "y")


def halfway(d: Derivation) -> None:
    """A true step that leads nowhere."""
    d.lemma(atom("f", "y", "z"), {"y": "y", "z": "z"}, ["f >= 0"])


@pytest.mark.parametrize(
    ("script", "why"),
    [
        (refused, "after 0 steps: no certificate of degree 1"),
        (unknown, "after 0 steps: 'hypothesis 7'"),
        (halfway, "do not reach the goal"),
        ((through, through), "has 1 parts () and its proof 2"),
        (Path("/nowhere/mine.proof.json"), "mine.proof.json is no saved proof"),
    ],
)
def test_what_proves_nothing_says_where_it_stops(script: Script, why: str) -> None:
    """And nothing else is looked for, though the search would find a proof."""
    text = found(replace(PURE, proof=script), seconds=30)
    assert isinstance(text, str)
    assert why in text
    assert isinstance(found(replace(PURE, proof=through), seconds=0), dict)


@pytest.mark.parametrize("fault", ["d.nothing()", "1 / 0", "raise SystemExit"])
def test_a_proof_that_raises(tmp_path: Path, fault: str) -> None:
    """What a person mistypes is named, and is no crash of a process."""
    path = tmp_path / "mine.py"
    path.write_text(
        "from dataclasses import replace\n"
        "from examples.proof_by_hand import ENTRIES as GOOD\n"
        f"def fault(d):\n    {fault}\n"
        "ENTRIES = (replace(GOOD[0], proof=fault),)\n",
        encoding="utf-8",
    )
    text = proof_of_job(Job(MINE.id, str(path)), 1)["missing"]
    assert text.startswith("its proof raises ")


@pytest.mark.parametrize("content", ["[]", "{", '{"steps": 3}', "3", ""])
def test_a_file_that_is_no_proof(tmp_path: Path, content: str) -> None:
    path = tmp_path / "x.json"
    path.write_text(content, encoding="utf-8")
    text = found(replace(MINE, proof=path), seconds=0)
    assert isinstance(text, str)
    assert "x.json is no saved proof" in text


def test_a_part_for_each_direction() -> None:
    """An equivalence is shown around its cycle; a function for each part."""
    both = entry("dp.total-variation.is-delta-at-zero")
    for part in ("0 implies 1", "1 implies 0"):
        assert str(derivation(both.statement, part)).startswith("given:")
    with pytest.raises(UsageError, match="no part ''"):
        derivation(both.statement)
    text = found(replace(both, proof=through), seconds=0)
    assert isinstance(text, str)
    assert "has 2 parts (0 implies 1, 1 implies 0)" in text


def test_what_is_given_is_printed() -> None:
    """Facts by the names with which steps refer to them, and what is to be shown."""
    d = derivation(PURE.statement)
    through(d)
    shown = str(d)
    for line in (
        "  hypothesis 0: for all y: -P.M[y] + Q.M[y]·e^eps >= 0",
        "to be shown:\n  for all z: -Σ_%0 P.M[%0]·f[%0,z] + Σ_%0 Q.M[%0]·e^eps·f[%0,z] >= 0",
        "  step 0: for all y, z: ",
    ):
        assert line in shown


def test_numbers_of_a_proof() -> None:
    """Fractions as texts; a float is none."""
    assert (number("2/3") + number(1) - number("5/3")).terms == {}
    with pytest.raises(ValueError, match="a coefficient is a short text"):
        number("0.5")


def test_the_kernel_refuses_while_it_is_written() -> None:
    """A step that is no instance of its rule is not added."""
    d = derivation(MINE.statement)
    with pytest.raises(RefusedError):
        d.sum("hypothesis 0", "y")
    assert d.steps == []
    proof(d)
    assert d.proves(d.goal)


def test_an_entry_without_a_proof_is_searched() -> None:
    assert isinstance(found(replace(MINE, proof=None), seconds=60), dict)
    assert isinstance(MINE, Entry)
