"""`--format html` from the command line: pages on standard output, in a file, in a folder."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.command_line import run
from tests.reports.html.parsed import parsed
from tests.repository.source import ROOT

RR = ROOT / "examples/randomized_response.json"
PURE = ("--definition", "pure-dp")
COMMANDS = {
    "check": ("check", RR, *PURE, "--eps", "1"),
    "claims": ("check", "--claims", ROOT / "examples/claims.toml"),
    "measure": ("measure", RR, *PURE),
    "counterexample": ("counterexample", "approx-as-probabilistic"),
    "counterexamples": ("counterexample",),
    "scenario": ("counterexample", "thresholding"),
    "explain": ("explain", "approx-dp"),
    "list": ("list", "definitions"),
    "prove": ("prove", "dp.approx-as-probabilistic"),
    "sensitivity": ("sensitivity", "count"),
    "attack": ("attack", "reconstruct", "--answers", "0,1", "--bound", "0"),
    "benchmark": ("benchmark", "--rows", "B01"),
    "explained": ("prove", "dp.post-processing.pure", "--explain"),
}


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_prints_a_page(name: str) -> None:
    """Well made, and what can be saved from it is what the command prints as JSON."""
    outcome = run(*COMMANDS[name], "--format", "html")
    assert outcome.err == ""
    saved, printed = parsed(outcome.out).saved(), run(*COMMANDS[name], "--format", "json").json()
    for document in (saved, printed):
        parts = (document.get(name, ()) for name in ("documents", "entries", "rows"))
        for each in (document, *(each for part in parts for each in part)):
            each.pop("run", None)
            each.pop("seconds", None)
    assert saved == printed


def test_a_page_in_a_file(tmp_path: Path) -> None:
    """The file holds the page; replaying what is saved from it is what it says to do."""
    page = tmp_path / "page.html"
    assert run(*COMMANDS["check"], "--format", "html", "--out", page).status == 1
    found = parsed(page.read_text(encoding="utf-8"))
    assert any("dpverify replay result.json" in words for words in found.texts)
    (tmp_path / "result.json").write_text(json.dumps(found.saved()))
    assert run("replay", tmp_path / "result.json").status == 0
    replayed = run("replay", tmp_path / "result.json", "--format", "html")
    assert "re-checked" in parsed(replayed.out).texts


@pytest.mark.long
def test_a_folder_of_pages(tmp_path: Path) -> None:
    """An index that leads to a page for each entry; each leads back; a table for the terminal."""
    folder = tmp_path / "report"
    names = ("dp.post-processing.pure", "dp.approx-as-probabilistic")
    outcome = run("prove", *names, "--format", "html", "--out", folder)
    assert outcome.status == 0, outcome.err
    assert "2 of 2 entries ended as registered" in outcome.out
    made = {path.name for path in folder.iterdir()}
    assert made == {
        "index.html", "suite.json", *(f"{name}.html" for name in names), f"{names[1]}.json",
    }  # fmt: skip
    index = parsed((folder / "index.html").read_text(encoding="utf-8"))
    assert {a for a in index.attributes("href") if not a.startswith("data:")} == made - {
        "index.html", f"{names[1]}.json",
    }  # fmt: skip
    proof, refutation = (
        parsed((folder / f"{name}.html").read_text(encoding="utf-8")) for name in names
    )
    assert "index.html" in proof.attributes("href")
    assert proof.saved()["schema"] == "dpverify.proof/1.2"
    assert refutation.saved() == json.loads((folder / f"{names[1]}.json").read_text())


def test_pages_of_what_no_document_holds(tmp_path: Path) -> None:
    """A counterexample that the kernel cannot read is shown all the same, with both sides."""
    folder = tmp_path / "report"
    names = (
        "laplace.course.worked-example",
        "guessing.stronger-attacker.advantage",
        "rr.tight-eps",
    )
    assert run("prove", *names, "--format", "html", "--out", folder, "--quiet").status == 0
    refuted, instance, computed = (
        parsed((folder / f"{name}.html").read_text(encoding="utf-8")) for name in names
    )
    assert "Counterexample" in refuted.texts
    assert "Nothing is quantified over" in refuted.text
    assert any("  >  " in words for words in refuted.attributes("aria-label"))
    assert "Every hypothesis holds, and the conclusion does not, for this:" in instance.texts
    assert "Counterexample" not in computed.texts
    assert "computed" in computed.texts


@pytest.mark.long
def test_the_pages_of_ones_own_claims(tmp_path: Path) -> None:
    """A file of claims: no stored proof is shown for an id that only looks like ours."""
    claims = tmp_path / "mine.py"
    claims.write_text(
        "from dataclasses import replace\n"
        "from dpverify.proofs.registry import entry\n"
        "ENTRIES = (replace(entry('dp.post-processing.probabilistic'), aliases=(),"
        " id='dp.post-processing.pure'),)\n"
    )
    folder = tmp_path / "report"
    run("prove", claims, "--format", "html", "--out", folder)
    page = parsed((folder / "dp.post-processing.pure.html").read_text(encoding="utf-8"))
    assert page.saved()["schema"] == "dpverify.refutation/1.0"
    assert "The chain of the proof" not in page.texts


def test_several_proofs_are_one_page(tmp_path: Path) -> None:
    """Each a section; what is saved from it is all of them, for replay."""
    names = ("dp.post-processing.pure", "dp.two-forms.pure")
    found = parsed(run("prove", *names, "--explain", "--format", "html").out)
    assert {f"Proof of {name}" for name in names} <= set(found.texts)
    assert [each["entry"] for each in found.saved()["documents"]] == list(names)
    saved = tmp_path / "proofs.json"
    saved.write_text(json.dumps(found.saved()))
    assert run("replay", saved).status == 0
    changed = found.saved()
    changed["documents"][1]["steps"].popitem()
    saved.write_text(json.dumps(changed))
    replayed = run("replay", saved, "--format", "json").json()["documents"]
    assert [each["outcome"] for each in replayed] == ["accepted", "rejected"]
