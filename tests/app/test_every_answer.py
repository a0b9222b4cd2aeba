"""One gate: each answer of each command was before the kernel, or says why not, in every format.

The kernel is asked in `door.replay`. What it accepts is noted; then each document that a command
writes must be one of those, or hold `not_rechecked`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from dpverify.app.cli import COMMANDS
from dpverify.checkers.kernel import door
from dpverify.checkers.kernel.door import Outcome
from dpverify.defs.numbers import documents as doc
from dpverify.proofs import number_refutation, registered
from tests.app.commands_tree import commands
from tests.command_line import Run, run
from tests.repository.source import ROOT

COIN = f"{ROOT}/examples/randomized_response.json"
VOTES = f"{ROOT}/examples/scenarios/ten_votes.json"
CSV = f"{ROOT}/examples/cafeteria.csv:time"
EPS0 = ("--eps0", "1", "--eps", "1/2")
ANSWERS: Mapping[str, tuple[str, ...]] = {
    "check": ("check", COIN, "--definition", "pure-dp", "--eps", "2"),
    "check, fails": ("check", COIN, "--definition", "pure-dp", "--eps", "1"),
    "check, of a scenario": (
        "check", VOTES, "--definition", "apkdp", "--eps", "0", "--delta", "0"),
    "check, every eps": (
        "check", "B36", "--definition", "pure-dp", "--eps", "eps", "--eps-range", "all"),
    "check, all inputs": (
        "check", "B25:n=2,eps=1", "--definition", "pure-dp", "--eps", "2", "--all-inputs"),
    "check, integers": (
        "check", "B20d:n=3,m=0,eps=1/10", "--definition", "pure-dp", "--eps", "3/40",
        "--all-inputs"),
    "measure": ("measure", COIN, "--definition", "zcdp"),
    "measure, all inputs": (
        "measure", "B25:n=2,eps=1", "--definition", "pure-dp", "--all-inputs"),
    "compare": ("compare", COIN, f"{ROOT}/examples/erasure.json"),
    "solve": (
        "solve", f"{ROOT}/examples/noise_to_choose.py:answers", "--for", "n", "--eps", "2"),
    "repair": ("repair", f"{ROOT}/examples/noise_to_choose.py:truth", "--eps", "1"),
    "guess": ("guess", "--attribute", CSV, "--precision", "5", "--eps", "1"),
    "guess, an advantage": ("guess", "--attribute", CSV, "--precision", "5", "--advantage", "1/10"),
    "account": ("account", f"{ROOT}/examples/plan.toml", "--delta", "1e-6"),
    "account, a closed form": (
        "account", "dp-sgd", "--sampling", "1", "--steps", "9", "--sigma", "8", "--eps", "1"),
    "account, the other way round": (
        "account", "dp-sgd", "--for", "sigma", "--sampling", "1", "--steps", "9", "--eps", "1",
        "--delta", "1e-5"),
    "audit": (
        "audit", f"{ROOT}/examples/samplers.py:count", "--inputs", "[3, 4]", "--definition",
        "pure-dp", "--eps", "1/2", "--draws", "20000", "--journal", "off"),
    "audit, canaries": (
        "audit", "--canaries", f"{ROOT}/examples/canaries.csv", "--definition", "approx-dp",
        "--eps", "1", "--delta", "1e-10"),
    "conform": (
        "conform", f"{ROOT}/examples/ports.py:documented", f"{ROOT}/examples/team.py:respond"),
    "region": ("region", f"{ROOT}/examples/packs/paths:half", "--over", "n=2..3,eps=all"),
    "benchmark": ("benchmark", "--rows", "B01,B14,B16,B34δ,B36,B40,B41"),
    "counterexample": ("counterexample", "thresholding"),
    "counterexample, of an entry": ("counterexample", "dp.approx-as-probabilistic"),
    "risk laplace": ("risk", "laplace", *EPS0),
    "risk gaussian": ("risk", "gaussian", "--mu", "1", "--eps", "1/2"),
    "risk gamma1": ("risk", "gamma1", "--k", "1", *EPS0),
    "risk cost": ("risk", "cost", "--budget", "550", "--eps0", "1/2"),
    "risk compose": ("risk", "compose", "--n", "20", "--delta", "1/100", *EPS0),
    "risk pate": (
        "risk", "pate", f"{ROOT}/examples/votes.csv", "--rate", "1/20", "--delta", "1e-5"),
    "risk samples": ("risk", "samples", "--n", "10", "--rho", "1/2", *EPS0),
    "sensitivity": ("sensitivity", "mean", "--low", "0", "--high", "9", "--n", "3"),
    "sensitivity, of a function": ("sensitivity", "sum(x[i])", "--domain", "[0,1]", "--n", "3"),
    "attack reconstruct": ("attack", "reconstruct", "--answers", "0,1,1,2", "--bound", "1/4"),
    "attack reconstruct, at random": (
        "attack", "reconstruct", "--n", "8", "--queries", "32", "--alpha", "1/4"),
}  # fmt: skip
"""A command line for each command that answers, and for each way in which it does."""
OTHERS: Mapping[str, str] = {
    "prove": "the words of its table say of each claim who re-checked it: test_prove_says_so",
    "replay": "it is the kernel's own word",
    "atlas": "proofs and witnesses are re-checked before it says so: tests/proofs/test_atlas.py",
    "export": "Coq checks what it writes, and needs no word of ours: tests/proofs/test_coq.py",
    "explain": "what is registered under a name; nothing is decided",
    "list": "names and what is decided of what; nothing is decided",
    "new": "it writes a file to start from",
    "completion": "what a shell needs",
    "explore": "its page shows answers of check and measure, as they say: tests/app/explore",
}
"""Commands that say nothing that a kernel would have to see, and why."""


def put_in_place(monkeypatch: pytest.MonkeyPatch, kernel: Callable[[Any], Outcome]) -> None:
    """Ask another kernel, wherever the one door is asked."""
    for module in (door, registered, number_refutation):
        monkeypatch.setattr(module, "replay", kernel)


@pytest.fixture
def accepted(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The documents that the kernel accepts, without the time that they took."""
    asked: list[Any] = []
    kernel = door.replay

    def noted(document: Any) -> Outcome:
        outcome = kernel(document)
        if outcome.status == "accepted":
            asked.append(_lasting(document))
        return outcome

    put_in_place(monkeypatch, noted)
    return asked


def _lasting(document: Any) -> Any:
    """As the kernel reads it, but for `run`."""
    form = dict(doc.read(document) if isinstance(document, str) else document)
    return {key: value for key, value in form.items() if key != "run"}


def test_every_command_is_here() -> None:
    """A new one has to say whether it answers."""
    answering = {name.split(",")[0].split()[0] for name in ANSWERS}
    assert answering | {*OTHERS} == {*COMMANDS}
    assert not answering & {*OTHERS}
    leaves = {
        " ".join(words) for words, one in commands() if words and not hasattr(one, "commands")
    }
    several = {name for name in leaves if " " in name}
    assert several <= {name.split(",")[0] for name in ANSWERS}


def asked(name: str, form: str) -> Run:
    found = run(*ANSWERS[name], "--format", form)
    assert found.status in (0, 1), found.err
    return found


def _forms(text: str) -> list[dict[str, Any]]:
    whole = json.loads(text)
    if "documents" in whole and "not_rechecked" not in whole:
        return list(whole["documents"])
    return list(whole["rows"]) if "rows" in whole else [whole]


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", ANSWERS)
def test_each_document_was_accepted_or_says_why_not(name: str, accepted: list[Any]) -> None:
    """As it is written: a document that was changed after the gate is another one."""
    for form in _forms(asked(name, "json").out):
        if "not_rechecked" in form:
            assert form["not_rechecked"]
            continue
        assert _lasting(json.dumps(form)) in accepted, name


def _says(text: str) -> bool:
    return "not re-checked" in " ".join(text.lower().split())


@cache
def _all_rechecked(name: str) -> bool:
    """Whether no document of an answer says that it was not; asked once for its three reports."""
    documents = _forms(asked(name, "json").out)
    return all("not_rechecked" not in each for each in documents)


@pytest.mark.long
@pytest.mark.parametrize("form", ["text", "markdown", "html"])
@pytest.mark.parametrize("name", ANSWERS)
def test_each_report_was_accepted_or_says_why_not(
    name: str, form: str, accepted: list[Any]
) -> None:
    """The same line, also where nobody asked for the document."""
    found = asked(name, form)
    silent = not _says(found.out)
    assert not silent or accepted
    assert silent == _all_rechecked(name)


@pytest.mark.parametrize("name", ["check", "measure", "guess", "benchmark", "counterexample"])
def test_a_kernel_that_rejects_ends_every_answer(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Then there is a bug of ours, and no answer."""
    put_in_place(monkeypatch, lambda _: Outcome("rejected", "no"))
    for form in ("text", "json", "html"):
        found = run(*ANSWERS[name], "--format", form)
        assert found.status == 70, found
        assert found.out == ""


SILENCED = ("measure", "guess", "benchmark", "counterexample, of an entry")
"""A `check` that fails is unknown then, see tests/checkers/test_gate.py."""


@pytest.mark.long
@pytest.mark.parametrize("name", SILENCED)
def test_a_kernel_that_cannot_tell_is_named(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    run(*ANSWERS[name])  # what is found and kept, a counterexample to an entry, is re-checked there
    put_in_place(monkeypatch, lambda _: Outcome("not-recheckable", "too fine"))
    for form in ("text", "markdown", "html", "json"):
        found = run(*ANSWERS[name], "--format", form)
        assert found.status == 0, found
        assert "too fine" in found.out


def test_a_counterexample_without_documents_says_so() -> None:
    """It has no form that replay reads."""
    found = run("counterexample", "laplace.course.worked-example")
    assert _says(found.out)
    assert run("counterexample", "laplace.course.worked-example", "--format", "json").status == 2


@pytest.mark.long
def test_prove_says_so(tmp_path: Path) -> None:
    """Each row has its grade of evidence; each refutation that was re-checked is accepted again."""
    from dpverify.replaying import replay_file

    ids = ("dp.approx-as-probabilistic", "dp.post-processing.pure", "rr.tight-eps")
    found = run("prove", *ids, "--out", tmp_path / "report", "--journal", "off", "--format", "json")
    rows = json.loads(found.out)["entries"]
    assert [row["id"] for row in rows] == list(ids)
    assert all(row["evidence"] for row in rows)
    refuted = [row for row in rows if row["status"] == "refuted"]
    assert refuted
    saved = [*tmp_path.rglob("*.json")]
    outcomes = {each.outcome for path in saved if path.name != "suite.json"
                for each in replay_file(str(path))}  # fmt: skip
    assert outcomes == {"accepted"}
