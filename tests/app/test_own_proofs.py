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


@pytest.mark.long
def test_a_true_claim_is_proved_for_all_sizes_and_its_neighbour_refuted(
    claims: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "report"
    outcome = run("prove", claims, "--format", "json", "--out", folder)
    assert outcome.status == 0, outcome.out + outcome.err
    rows = {row["id"]: row for row in outcome.json()["entries"]}
    assert rows["mine.seen"]["scope"] == "all finite sizes, from two inputs on"
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


@pytest.mark.long
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


WITH_PROOF = CLAIMS.replace("import AnyChannel,", "import atom, AnyChannel,").replace(
    '"proved", instances=20)', '"proved", instances=20, proof=PROOF)'
)
STEPS = """

def PROOF(d):
    f, both = atom("g", "o", "v"), {"o": "o", "v": "v"}
    excess = atom("P.Mech", "o") - atom("e^a") * atom("Q.Mech", "o")
    (name, m), (through, _) = d.part(excess), d.part((f * excess).over({"o": "o"}))
    zero = d.sum(d.lemma(m * f, both, [f"{name} >= 0", "g >= 0"]), "o")
    above = d.sum(d.lemma(f * (m - excess), both, [f"{name} above", "g >= 0"]), "o")
    bound = d.sum(d.positive_part(through, ["v"], zero, above), "v")
    whole = d.sum(d.equation(m, "g sums to 1", {"o": "o"}), "o")
    d.concluded(bound, "hypothesis 0", equations=[whole])


ENTRIES = ("""


@pytest.mark.long
def test_a_claim_brings_its_proof(tmp_path: Path) -> None:
    """As steps in its file; then as the file that was saved, which is replayed."""
    path = tmp_path / "my.py"
    path.write_text(WITH_PROOF.replace("\n\nENTRIES = (", STEPS), encoding="utf-8")
    outcome = run("prove", f"{path}:mine.seen", "--out", tmp_path / "report", "--format", "json")
    assert outcome.status == 0, outcome.out + outcome.err
    (row,) = outcome.json()["entries"]
    assert (row["status"], row["evidence"]) == ("proved", "certificate")
    (tmp_path / "report" / "mine.seen.proof.json").rename(tmp_path / "seen.proof.json")
    beside = 'PROOF = __import__("pathlib").Path(__file__).with_name("seen.proof.json")\n'
    path.write_text(WITH_PROOF.replace("ENTRIES = (", f"{beside}ENTRIES = ("), encoding="utf-8")
    shown = run("prove", f"{path}:mine.seen", "--explain")
    assert shown.status == 0, shown.err
    assert "9 steps" in shown.out


def test_a_proof_that_stops_says_where(tmp_path: Path) -> None:
    """The claim is not proved by it, and the search does not step in."""
    path = tmp_path / "my.py"
    wrong = STEPS.replace('"hypothesis 0", equ', '"delta", equ')
    path.write_text(WITH_PROOF.replace("\n\nENTRIES = (", wrong), encoding="utf-8")
    shown = run("prove", f"{path}:mine.seen", "--explain")
    assert shown.status == 3
    assert "the proof that it brings is none: after" in shown.err


def test_several_proofs_of_ones_own_are_one_document(claims: Path) -> None:
    """As those of the library are; with a file as a whole nothing is looked for."""
    named = f"{claims}:mine.seen"
    document = run("prove", named, named, "--explain", "--format", "json").json()
    assert [proof["entry"] for proof in document["documents"]] == ["mine.seen", "mine.seen"]
    assert "each claim as FILE.py:ID" in run("prove", named, claims, "--explain").one_line()
