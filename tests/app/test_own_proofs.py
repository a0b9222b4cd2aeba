"""Claims in a user's file that are proved for all sizes: shown, saved, and re-checked outside."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from dpverify.defs.errors import InternalError
from dpverify.proofs.own import listed
from dpverify.proofs.suite import own_row
from dpverify.proofs.theorem import checked_alone
from tests.command_line import run

CLAIMS = """\
from dpverify.claims import AnyChannel, Claim, Entry, OutputsOf, Size, Statement

PEOPLE, ANSWERS, VIEWS = Size("people", "u"), Size("answers", "o"), Size("views", "v")


def seen(delta):
    return Statement(
        objects={"Mech": AnyChannel(PEOPLE, ANSWERS), "g": AnyChannel(OutputsOf("Mech"), VIEWS)},
        derived={"B": {"post_process": ["Mech", "g"]}},
        parameters={"d": "value", "a": "loss"},
        hypotheses=(Claim("Mech", "approx-dp", {"eps": "a", "delta": "d"}),),
        conclusion=Claim("B", "approx-dp", {"eps": "a", "delta": delta}),
        sizes={"people": (2, 2), "answers": (2, 3), "views": (1, 3)},
    )


ENTRIES = (
    Entry("mine.seen", "A view of an answer", seen("d"), "my own", "proved", instances=20),
    Entry("mine.half", "A view of half an answer", seen("d/2"), "my own", "refuted", instances=20),
)
"""


@pytest.fixture(scope="module")
def claims(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file of two claims, of which one is true."""
    path = tmp_path_factory.mktemp("own") / "my.py"
    path.write_text(CLAIMS, encoding="utf-8")
    return path


def test_a_true_claim_is_proved_for_all_sizes_and_its_neighbour_refuted(
    claims: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "report"
    outcome = run("prove", claims, "--format", "json", "--out", folder)
    assert outcome.status == 0, outcome.out + outcome.err
    rows = {row["id"]: row for row in outcome.json()["entries"]}
    assert rows["mine.seen"]["scope"] == "all finite sizes"
    assert rows["mine.seen"]["evidence"] == "certificate"
    assert rows["mine.half"]["status"] == "refuted"
    assert "proof" not in rows["mine.half"]
    saved = json.loads((folder / "mine.seen.proof.json").read_text(encoding="utf-8"))
    assert checked_alone(saved).status == "accepted"
    assert "Mech" in json.dumps(saved["settings"])


def test_its_steps_are_told(claims: Path) -> None:
    outcome = run("prove", f"{claims}:mine.seen", "--explain")
    assert outcome.status == 0, outcome.err
    for words in ("Proof of mine.seen", "part0[o] = max(0, P.Mech[o]", "d - Σ_v", "proof kernel"):
        assert words in outcome.out


@pytest.mark.parametrize(
    ("claim", "status", "words"),
    [
        ("{}:mine.half", 3, "no proof"),
        ("{}:mine.other", 2, "defines no entry 'mine.other'"),
        ("{}", 2, "FILE.py:ID"),
    ],
)
def test_what_has_no_proof_is_one_line(claims: Path, claim: str, status: int, words: str) -> None:
    outcome = run("prove", claim.format(claims), "--explain", "--time-limit", "3")
    assert outcome.status == status
    assert words in outcome.err
    assert len(outcome.err.splitlines()) == 1


def test_what_its_process_says_is_checked_outside(claims: Path) -> None:
    """A row without its proof, with steps missing, or with the proof of another claim."""
    blank = {entry.job.id: entry.blank for entry in listed(str(claims), seconds=20)}["mine.seen"]
    row = run("prove", f"{claims}:mine.seen", "--format", "json").json()["entries"][0]
    assert own_row(row, blank) is row
    (name, steps), proof = next(iter(row["proof"]["steps"].items())), row["proof"]
    forged = (
        {key: value for key, value in row.items() if key != "proof"},
        {**row, "proof": {**proof, "steps": {name: steps[:-1]}}},
        {**row, "proof": {**proof, "entry": "dp.another"}},
        {**row, "proof": {**proof, "formula": "1 = 1"}},
        {**row, "proof": {**proof, "definitions": f"sha256:{0:064}"}},
        {**row, "proof": {**proof, "settings": {}}},
        {**row, "proof": []},
    )
    for each in forged:
        with pytest.raises(InternalError):
            own_row(each, blank)
