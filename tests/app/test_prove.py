"""`prove` from the command line: table, statuses, the folder of reports, claims of one's own."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from dpverify.app.commands.output import Result, rendered
from dpverify.app.proving import _write_or_remove
from dpverify.defs.errors import UsageError
from dpverify.proofs.registry import entries
from dpverify.reports.model import Report
from tests.command_line import run

REFUTED = "dp.approx-as-probabilistic"
OWN = """
from dataclasses import replace
from dpverify.proofs.registry import entry

ENTRIES = (replace(entry("dp.approx-as-probabilistic"), id="my.claim", aliases=(){more}),)
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of reports of one refuted entry."""
    path = tmp_path_factory.mktemp("prove") / "report"
    outcome = run("prove", REFUTED, "--out", path, "--format", "json")
    assert outcome.status == 0, outcome.err
    assert outcome.json() == json.loads((path / "suite.json").read_text())
    return path


def test_the_suite_document(folder: Path) -> None:
    suite = json.loads((folder / "suite.json").read_text())
    assert suite["schema"] == "dpverify.suite/1.0"
    (row,) = suite["entries"]
    assert {
        "id", "title", "source", "expected", "status", "evidence", "scope", "instances", "mutants",
        "seconds",
    } <= set(row)  # fmt: skip
    assert (row["id"], row["status"], row["evidence"]) == (REFUTED, "refuted", "certificate")


def test_the_refutation_replays(folder: Path) -> None:
    assert run("replay", folder / f"{REFUTED}.json").status == 0


def test_the_report_of_an_entry_reads_like_a_proof(folder: Path) -> None:
    text = (folder / f"{REFUTED}.md").read_text(encoding="utf-8")
    for part in (
        "Statement",
        "Counterexample",
        "Holds",
        "Fails",
        "P(S)",
        "Q(S)",
        "dpverify replay",
    ):
        assert part in text


def own(path: Path, more: str = "") -> Path:
    path.write_text(OWN.replace("{more}", more))
    return path


def test_claims_of_ones_own(tmp_path: Path) -> None:
    outcome = run("prove", own(tmp_path / "mine.py"))
    assert outcome.status == 0, outcome.err
    assert "my.claim" in outcome.out
    assert "1 of 1 entries ended as registered" in outcome.out


@pytest.mark.long
def test_an_entry_that_ends_otherwise_is_status_1(tmp_path: Path) -> None:
    path = own(tmp_path / "mine.py", ", expected='proved'")
    outcome = run("prove", path, "--format", "junit")
    assert outcome.status == 1
    suite = ET.fromstring(outcome.out)[0]  # noqa: S314  our own text
    assert suite.attrib["failures"] == "1"
    assert "registered as proved, ended refuted" in outcome.out


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("raise ValueError('oh')", "ValueError: oh"),
        ("def", "SyntaxError"),
        ("x = 1", "ENTRIES"),
        ("ENTRIES = 3", "ENTRIES"),
        ("ENTRIES = ()", "nothing is asked: ENTRIES of"),
    ],
)
def test_a_bad_file_of_claims_is_one_line(tmp_path: Path, text: str, words: str) -> None:
    path = tmp_path / "bad.py"
    path.write_text(text)
    assert words in run("prove", path).one_line()


def test_no_folder_is_left_where_one_stands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """hypothesis keeps no database outside of pytest."""
    monkeypatch.chdir(tmp_path)
    assert run("prove", REFUTED).status == 0
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["suite", "index", "mine.two-runs.proof"])
def test_no_claim_is_called_as_a_file_of_another_kind(name: str, tmp_path: Path) -> None:
    """The refutation of `suite` was written over the table of the run."""
    path = tmp_path / "claims.py"
    source = (Path(__file__).parents[2] / "examples" / "my_claims.py").read_text("utf-8")
    path.write_text(source.replace("mine.two-runs.same-delta", name), encoding="utf-8")
    assert f"a claim is called {name}, and its files" in run("prove", str(path)).one_line()


def test_a_folder_keeps_nothing_of_what_a_claim_was(tmp_path: Path) -> None:
    """Beside a proof stood the refutation of the claim as it was before it was changed."""
    out = tmp_path / "out"
    found = [tmp_path / f"out/mine.a{end}" for end in (".json", ".proof.json")]
    kept = tmp_path / "out" / "mine.b.json"
    for path, kind in zip(found, ("refutation", "proof"), strict=True):
        _write_or_remove(path, "mine.a", None)  # there is none
        out.mkdir(exist_ok=True)
        _write_or_remove(path, "mine.a", {"schema": f"dpverify.{kind}/1.0", "entry": "mine.a"})
        assert path.exists()
        _write_or_remove(path, "mine.a", None)
        assert not path.exists()
    for text in ("{", "[]", '{"schema": "dpverify.refutation/1.0", "entry": "mine.c"}', "{}"):
        kept.write_text(text, encoding="utf-8")
        _write_or_remove(kept, "mine.b", None)
        assert kept.read_text(encoding="utf-8") == text


def test_two_claims_of_one_id_are_not_examined_together(tmp_path: Path) -> None:
    """The page of one was lost, and the proof of the other stood beside a refutation."""
    source = (Path(__file__).parents[2] / "examples" / "my_claims.py").read_text("utf-8")
    paths = [tmp_path / "a.py", tmp_path / "b.py"]
    for path in paths:
        path.write_text(source, encoding="utf-8")
    words = [f"{path}:mine.two-runs.same-delta" for path in paths]
    result = run("prove", *words, "--out", str(tmp_path / "out"))
    assert result.status == 2
    assert "two claims are called mine.two-runs.same-delta, in" in result.err
    assert not (tmp_path / "out").exists()
    borrowed = tmp_path / "c.py"
    text = source.replace("mine.two-runs.same-delta", "dp.post-processing.pure")
    borrowed.write_text(text, encoding="utf-8")
    result = run("prove", "dp.post-processing.pure", str(borrowed))
    assert result.status == 2
    assert "in the library and" in result.err
    assert run("prove", words[0], words[0]).status == 0


@pytest.mark.parametrize("option", ["--explain", "--recheck-solvers"])
def test_a_proof_is_no_case_of_junit(option: str) -> None:
    """It passes or fails nothing: that was an internal error."""
    result = run("prove", "dp.post-processing.pure", option, "--format", "junit")
    assert result.status == 2
    assert "--format junit is of claims that are examined" in result.err
    whole = Result(lambda: Report(("a proof",), ()), dict)
    for form in ("junit", "sarif"):
        with pytest.raises(UsageError, match=f"--format {form} is of what passes or fails"):
            rendered(whole, form)


def test_an_unknown_claim_is_one_line() -> None:
    assert f"did you mean '{REFUTED}'" in run("prove", "dp.approx-as-probabilitsic").one_line()
    assert "no.py" in run("prove", "no.py").one_line()


def test_the_folder_cannot_be_a_file(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text("")
    assert "is a file" in run("prove", REFUTED, "--out", path).one_line()


def test_list_claims_lists_every_entry() -> None:
    listed = run("list", "claims", "--format", "json").json()["claims"]
    assert [claim["id"] for claim in listed] == [entry.id for entry in entries()]


def test_solvers_are_asked_again_about_the_lemmas_of_a_proof() -> None:
    """--recheck-solvers: a line for each proof, and the same as data."""
    name = "dp.post-processing.approx"
    outcome = run("prove", name, "--recheck-solvers")
    assert outcome.status == 0
    assert "confirmed by z3" in outcome.out
    (row,) = json.loads(run("prove", name, "--recheck-solvers", "--format", "json").out)["entries"]
    assert row == {"id": name, "lemmas": 4, "confirmed": {"z3": 4}, "left_open": []}


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--recheck-solvers",), "--recheck-solvers needs the id of a claim"),
        (("dp.tight-eps-formula", "--recheck-solvers"), "has no stored proof"),
        (("dp.no-such", "--recheck-solvers"), "no-such"),
        (("my.py:mine", "--recheck-solvers"), "--recheck-solvers takes claims of the library"),
        (("dp.two-forms.pure", "--explain", "--recheck-solvers"), "give one of them"),
    ],
)
def test_without_a_proof_nothing_is_asked_again(arguments: tuple[str, ...], says: str) -> None:
    """One clear line and status 2."""
    outcome = run("prove", *arguments)
    assert (outcome.status, outcome.out) == (2, "")
    assert says in outcome.err


def test_several_proofs_are_one_document_and_one_file(tmp_path: Path) -> None:
    """Each wrote over the one before, and documents in a row are no JSON."""
    names = ["dp.pure-implies-approx", "dp.post-processing.pure"]
    saved = tmp_path / "proofs.txt"
    assert run("prove", *names, "--explain", "--out", saved).status == 0
    assert all(f"Proof of {name}" in saved.read_text("utf-8") for name in names)
    document = run("prove", *names, "--explain", "--format", "json").json()
    assert [proof["entry"] for proof in document["documents"]] == names
