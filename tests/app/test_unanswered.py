"""A run that ends without its report: with --format json a reader finds a verdict all the same."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from dpverify.checkers.answers.documents import read_answer
from dpverify.replaying import replay
from tests.command_line import run
from tests.repository.source import ROOT
from tests.schemas import faults

LOOPS = """
import dpverify as dv


@dv.mechanism(inputs=[0, 1])
def slow(x, draw):
    pow(3, 10**10)
    return x


@dv.mechanism(inputs=[0, 1])
def large(x, draw):
    return len([bytearray(1 << 20) for _ in range(10_000)])
"""
COIN = f"{ROOT}/examples/randomized_response.json"
NORMAL = ("--attribute", "normal:mean=20,sd=5", "--precision", "1", "--advantage", "1/10")
# Saved in a moment and replayed in seconds: the kernel of accounts works in balls.
TRAINING = ("dp-sgd", "--sampling", "1/100", "--sigma", "1", "--steps", "3000", "--delta", "1e-5")


AT_ONCE = """
import sys
from dpverify.app import entry, governing

governing.GRACE = 0.0
sys.exit(entry.main())
"""
"""The command without the grace in which, on a quick machine, the second process answers itself."""


def killed(folder: Path, *words: str, at_once: bool = False) -> subprocess.CompletedProcess[str]:
    """A whole process, whose first one keeps the limits of the second."""
    (folder / "mine.py").write_text(LOOPS)
    return subprocess.run(
        [sys.executable, *(["-c", AT_ONCE] if at_once else ["-m", "dpverify"]), *words],
        cwd=folder, capture_output=True, text=True, check=False,
    )  # fmt: skip


def said(text: str) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(text)
    assert faults(document) == []
    assert document["verdict"] == "unknown"
    return document


DECIDING = {
    "check": ("check", "mine.py:slow", "--definition", "approx-dp", "--eps", "ln(2)", "--delta",
              "1/4"),
    "measure": ("measure", "mine.py:slow", "--definition", "approx-dp", "--eps", "ln(2)"),
    "a range": ("check", "B25:n=6", "--definition", "pure-dp", "--eps", "eps", "--eps-range",
                "all"),
}  # fmt: skip


@pytest.mark.parametrize("name", DECIDING)
def test_the_time_limit_is_a_result(tmp_path: Path, name: str) -> None:
    """Status 3, one line for a person, and a document of the shape of every result."""
    done = killed(tmp_path, *DECIDING[name], "--time-limit", "0.001", "--format", "json")
    assert done.returncode == 3
    assert done.stderr.count("\n") <= 1
    document = said(done.stdout)
    assert document["schema"] == "dpverify.result/1.0"
    assert document["reason"]["code"] == "time"
    answer = read_answer(document)
    assert answer.verdict == "unknown"
    assert replay(document).status == "not-recheckable"


def test_what_was_asked_stands_in_it(tmp_path: Path) -> None:
    words = (*DECIDING["check"], "--time-limit", "0.05", "--format", "json")
    done = killed(tmp_path, *words, at_once=True)
    document = said(done.stdout)
    assert document["subject"] == {"kind": "program", "source": "mine.py:slow"}
    assert document["definition"] == "approx-dp"
    assert document["given"] == {"eps": "ln(2)", "delta": "1/4"}
    text = "the time limit of 0.05 s was reached; --time-limit allows more"
    assert document["reason"] == {"code": "time", "text": text}
    assert done.stderr == f"dpverify: unknown (time): {text}\n"


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="limits of memory are Linux's")
def test_the_memory_limit_is_a_result(tmp_path: Path) -> None:
    words = ("check", "mine.py:large", "--definition", "pure-dp", "--eps", "1")
    done = killed(tmp_path, *words, "--memory-limit", "200", "--format", "json")
    assert done.returncode == 3
    assert said(done.stdout)["reason"]["code"] == "memory"


@pytest.mark.parametrize(
    "words",
    [
        ("guess", *NORMAL),
        ("risk", "compose", "--n", "200000", "--delta", "1/100", "--eps0", "1", "--eps", "1/2"),
        ("replay", "saved.json"),
    ],
)
def test_other_commands_say_the_verdict_alone(tmp_path: Path, words: tuple[str, ...]) -> None:
    saved = run("account", *TRAINING, "--format", "json").out if "replay" in words else ""
    (tmp_path / "saved.json").write_text(saved)
    done = killed(tmp_path, *words, "--time-limit", "0.001", "--format", "json")
    assert done.returncode == 3
    document = said(done.stdout)
    assert document["schema"] == "dpverify.unknown/1.0"
    assert document["command"] == " ".join(words[: 1 + (words[0] == "risk")])
    assert document["reason"]["code"] == "time"


def test_it_goes_where_the_result_would_be(tmp_path: Path) -> None:
    out = tmp_path / "result.json"
    done = killed(tmp_path, *DECIDING["check"], "--time-limit", "0.3", "--format", "json",
                  "--out", str(out))  # fmt: skip
    assert (done.returncode, done.stdout) == (3, "")
    assert said(out.read_text())["reason"]["code"] == "time"


@pytest.mark.parametrize("form", ["text", "markdown", "html", "junit", "sarif"])
def test_other_formats_have_the_line_alone(tmp_path: Path, form: str) -> None:
    words = (*DECIDING["check"], "--time-limit", "0.05", "--format", form)
    done = killed(tmp_path, *words, at_once=True)
    assert (done.returncode, done.stdout) == (3, "")
    assert done.stderr.count("\n") == 1


def test_a_question_that_no_method_decides() -> None:
    """Here nothing is killed: the engine says so itself."""
    words = ("measure", "B25:n=2,eps=1", "--definition", "zcdp", "--all-inputs")
    found = run(*words, "--format", "json")
    assert found.status == 3
    assert said(found.out)["reason"]["code"] == "unsupported"
    assert found.err.count("\n") == 1
    assert run(*words).out == ""


def test_a_refusal_is_no_unknown() -> None:
    """Bad input stays one line, and nothing on standard output."""
    found = run("check", COIN, "--definition", "pure-dp", "--eps", "x", "--format", "json")
    found.one_line()


def test_nothing_is_written_after_what_was_written() -> None:
    """A child that dies as it delivers leaves what it wrote alone."""
    program = """
import os
from dpverify.app import governing
from dpverify.app.governing import Limits, govern, run

def work():
    governing.delivering()
    os.write(1, b"half of an ans")
    os._exit(0)

govern()
run(work, Limits(20), lambda code, text: print("unanswered", code, text))
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert done.stdout == "half of an ans"
    assert done.stderr.startswith("dpverify: unknown (crash)")
