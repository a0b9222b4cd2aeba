"""What people and programs read, frozen: one sample for each verdict and format.

A difference is a change that users see. After looking at it:

    DPVERIFY_SNAPSHOTS=write python -m pytest tests/snapshots
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from dpverify.app.commands.output import Result, rendered
from dpverify.checkers.answers.documents import read_answer
from dpverify.checkers.answers.suites import read_suite
from dpverify.reports.entry_report import entry_report
from dpverify.reports.html.index_page import index_page
from dpverify.reports.html.result_page import result_page
from dpverify.reports.result_cases import result_case
from dpverify.reports.result_report import result_report
from dpverify.reports.suite_report import suite_cases, suite_report
from tests.command_line import run
from tests.repository.source import ROOT

FOLDER = Path(__file__).parent / "samples"
SUFFIXES = {
    "text": "txt", "json": "json", "markdown": "md", "junit": "xml", "html": "html",
    "latex": "tex", "sarif": "sarif", "line": "line",
}  # fmt: skip
WRITE = os.environ.get("DPVERIFY_SNAPSHOTS") == "write"

RR = "examples/randomized_response.json"
GEOMETRIC = "examples/geometric_renormalised.json"
COMMANDS: dict[str, tuple[str, ...]] = {
    "fails-pure-dp": ("check", RR, "--definition", "pure-dp", "--eps", "1.09"),
    "holds-pure-dp": ("check", RR, "--definition", "pure-dp", "--eps", "ln(3)"),
    "fails-approx-dp": (
        "check", GEOMETRIC, "--definition", "approx-dp", "--eps", "ln(2)", "--delta", "1/100",
    ),
    "fails-probabilistic-dp": (
        "check", GEOMETRIC, "--definition", "probabilistic-dp", "--eps", "ln(2)",
        "--delta", "1/100",
    ),
    "fails-local-dp": ("check", GEOMETRIC, "--definition", "local-dp", "--eps", "1"),
    "fails-privacy-at-risk": (
        "check", GEOMETRIC, "--definition", "privacy-at-risk", "--eps", "ln(2)", "--risk", "1/100",
    ),
    "measure-approx-dp": ("measure", GEOMETRIC, "--definition", "approx-dp", "--eps", "ln(2)"),
    "claims": ("check", "--claims", "examples/claims.toml"),
    "counterexample-approx-as-probabilistic": ("counterexample", "approx-as-probabilistic"),
    "counterexample-loose-exponential-mechanism": ("counterexample", "loose-exponential-mechanism"),
    "counterexample-thresholding": ("counterexample", "thresholding"),
    "list-definitions": ("list", "definitions"),
    "list-counterexamples": ("list", "counterexamples"),
    "explain-approx-dp": ("explain", "approx-dp"),
    "help": ("--help",),
    "help-check": ("check", "--help"),
}  # fmt: skip
ALL_FORMATS = ("fails-pure-dp", "holds-pure-dp")
TEXT_AND_MARKDOWN = (
    "fails-approx-dp", "fails-probabilistic-dp", "fails-local-dp", "fails-privacy-at-risk",
    "measure-approx-dp", "counterexample-approx-as-probabilistic",
    "counterexample-loose-exponential-mechanism", "counterexample-thresholding",
)  # fmt: skip
ONE_FORMAT = {
    "claims": "text",
    "list-definitions": "text",
    "list-counterexamples": "markdown",
    "explain-approx-dp": "text",
    "help": "help",
    "help-check": "help",
}
SAMPLES = [
    *((name, form) for name in ALL_FORMATS for form in SUFFIXES),
    *((name, form) for name in TEXT_AND_MARKDOWN for form in ("text", "markdown")),
    *ONE_FORMAT.items(),
]

UNKNOWN: dict[str, Any] = {
    "schema": "dpverify.result/1.0",
    "subject": {"kind": "program", "source": "svt.py:svt:eps=1/2"},
    "definition": "approx-dp",
    "given": {"eps": "1/2", "delta": "1e-9"},
    "verdict": "unknown",
    "reason": {"code": "time", "text": "time limit of 10 s reached after 4 of 7 loop bounds"},
    "tight": {"delta": {"exact": None, "lower": "1.2e-7", "upper": "3.0e-5"}},
}
BASE = {"source": "nobody", "words": "Every M is private", "formula": "∀ M", "ways": ["search"]}
SUITE: dict[str, Any] = {
    "schema": "dpverify.suite/1.0",
    "entries": [
        {
            **BASE, "id": "dp.example.proved", "title": "A true claim", "expected": "proved",
            "status": "proved", "evidence": "bounded", "scope": "2 × 3; 3 × 3", "trusted": ["z3 5"],
            "instances": {"generated": 200, "met_hypotheses": 190},
            "mutants": {"killed": 2, "total": 2, "survived": []}, "seconds": 1.25,
        },
        {
            **BASE, "id": "dp.example.astray", "title": "A false claim", "expected": "proved",
            "status": "refuted", "evidence": "certificate", "scope": None, "trusted": [],
            "instances": {"generated": 7, "met_hypotheses": 5},
            "mutants": {"killed": 1, "total": 2, "survived": ["no-delta"]}, "seconds": 0.5,
        },
        {
            **BASE, "id": "dp.example.open", "title": "An open claim", "expected": "proved",
            "status": "unknown", "evidence": None, "scope": None, "trusted": [],
            "instances": {"generated": 0, "met_hypotheses": 0},
            "mutants": {"killed": 0, "total": 0, "survived": []}, "seconds": 60.0,
            "reason": {"code": "time", "text": "time limit of 60 s reached"},
        },
    ],
    "summary": {},
}  # fmt: skip
MADE: dict[str, Callable[[], Result]] = {
    "unknown": lambda: Result(
        lambda: result_report(read_answer(UNKNOWN)),
        lambda: UNKNOWN,
        lambda: (result_case(read_answer(UNKNOWN)),),
        lambda: result_page(read_answer(UNKNOWN)),
    ),
    "suite": lambda: Result(
        lambda: suite_report(read_suite(SUITE)),
        lambda: SUITE,
        lambda: suite_cases(read_suite(SUITE)),
        lambda: index_page(read_suite(SUITE)),
    ),
    "entry": lambda: Result(lambda: entry_report(read_suite(SUITE).entries[1]), lambda: SUITE),
}
MADE_SAMPLES = [
    *(("unknown", form) for form in ("text", "json", "markdown", "junit", "html", "latex")),
    *(("suite", form) for form in ("text", "markdown", "junit", "html")),
    ("entry", "markdown"),
]


def path_of(name: str, form: str) -> Path:
    return FOLDER / f"{name}.{SUFFIXES.get(form, 'txt')}"


def settled(text: str, form: str) -> str:
    """The text without what differs from run to run: `run` and times."""
    if form == "json":
        document = json.loads(text)
        document.pop("run", None)
        return json.dumps(document, indent=1) + "\n"
    if form == "html":
        return settled_page(text)
    return re.sub(r' time="[0-9.]+"', ' time="0"', text) if form == "junit" else text


def settled_page(text: str) -> str:
    """The page without its style and policy, which have tests of their own, and what it carries."""
    text = re.sub(r"<style>.*?</style>", "<style/>", text, flags=re.DOTALL)
    text = re.sub(r"sha256-[A-Za-z0-9+/]*=*", "sha256-", text)
    text = re.sub(r'base64,[^"]*', "base64,", text)
    return re.sub(r"[0-9,]+ bytes", "0 bytes", text)


def compare(name: str, form: str, text: str) -> None:
    path = path_of(name, form)
    if WRITE:
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert path.exists(), f"no sample {path.name}: {__doc__}"
    assert text == path.read_text(encoding="utf-8")


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("name", "form"), SAMPLES)
def test_a_command_prints_what_it_printed(
    name: str, form: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("COLUMNS", "80")  # the help is as wide as the terminal
    options = () if form == "help" else ("--format", form)
    outcome = run(*COMMANDS[name], *options)
    assert outcome.status in (0, 1), outcome.err
    compare(name, form, settled(outcome.out, form))


@pytest.mark.parametrize(("name", "form"), MADE_SAMPLES)
def test_a_document_is_shown_as_it_was(name: str, form: str) -> None:
    text = rendered(MADE[name](), form)
    compare(name, form, settled_page(text) if form == "html" else text)


def test_no_sample_without_a_test() -> None:
    known = {path_of(name, form).name for name, form in [*SAMPLES, *MADE_SAMPLES]}
    assert {path.name for path in FOLDER.iterdir()} == known
