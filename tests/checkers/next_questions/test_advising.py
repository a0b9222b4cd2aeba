"""Advice for open questions: what is printed, applied to the file, decides the question anew."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from dpverify.app.cli import main
from dpverify.checkers.answers.documents import Advice, Reason, read_answer
from dpverify.checkers.decide import check
from dpverify.checkers.next_questions import advising
from dpverify.checkers.next_questions.advising import advised
from dpverify.checkers.next_questions.trying import tried
from dpverify.checkers.subjects import subject_of
from dpverify.checkers.verdict import Unknown, Verdict
from dpverify.defs.channel import Channel
from dpverify.defs.definitions import ZCDP, PureDP
from dpverify.defs.definitions.definition import Definition
from dpverify.defs.target import program
from tests.examples.advice_subjects import until
from tests.schemas import faults

PROGRAMS = Path(__file__).parents[2] / "examples" / "advice_subjects.py"
ENOUGH = 200.0
"""Seconds for advice: no outcome here is to depend on the machine."""


def asked(folder: Path, name: str, claim: Definition, limit: float | None) -> Verdict:
    """The question about a copy of the file, with advice."""
    (folder / "copy.py").write_bytes(PROGRAMS.read_bytes())
    target = program(f"copy.py:{name}")
    return check(target, claim, time_limit=limit, advice=ENOUGH)


def applied(advice: Advice) -> None:
    """The change is made in the file, by git."""
    text = str(advice.diff).encode()
    subprocess.run(["git", "apply", "-"], input=text, check=True)


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "claim", "limit", "kind", "evidence"),
    [
        # Loops over an iterator show no state: nothing is decided without the checkpoint.
        ("until", PureDP(eps="6/5"), 1.5, "checkpoint", "conditional"),
        # Which noisy value is the largest: an alignment shows it of all inputs (report noisy max).
        ("largest", PureDP(eps=1), 1.5, "moves", "certificate"),
        # Divergences need all paths; clamped noise has finitely many.
        ("texts", ZCDP(rho="1/2"), None, "ends", "enclosure"),
        # Infinitely many texts of a person who has no number: the author's word is left.
        ("words", PureDP(eps="6/5"), None, "tail", "conditional"),
    ],
)
def test_the_change_that_is_printed_decides_the_question(
    name: str,
    claim: Definition,
    limit: float | None,
    kind: str,
    evidence: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    verdict = asked(tmp_path, name, claim, limit)
    assert isinstance(verdict, Unknown)
    advice = verdict.reason.advice
    assert advice is not None
    assert (advice.kind, advice.verdict, advice.evidence) == (kind, "holds", evidence)
    applied(advice)
    anew = check(program(f"copy.py:{name}"), claim)
    assert anew.holds
    assert anew.evidence == evidence


def test_a_function_of_this_process_is_advised_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its verdict stays unknown, and its document says the same when it is read again."""
    monkeypatch.chdir(PROGRAMS.parent)
    claim = PureDP(eps="6/5")
    verdict = check(until, claim, time_limit=0.3, advice=ENOUGH)
    assert isinstance(verdict, Unknown)
    advice = verdict.reason.advice
    assert advice is not None
    assert (advice.kind, advice.verdict) == ("checkpoint", "holds")
    assert "+        draw.checkpoint()\n" in str(advice.diff)
    document = verdict.to_dict()
    assert document["verdict"] == "unknown"
    read = read_answer(document)
    assert read.reason == verdict.reason
    assert "draw.checkpoint()" in verdict.explain()
    assert "no answer to what was asked" in verdict.explain()
    assert "with draw.checkpoint() at the start of the loop" in str(verdict)


def test_nothing_is_tried_unless_it_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: Any, **__: Any) -> None:
        raise AssertionError("something was tried")

    monkeypatch.setattr(advising, "tried", refuse)
    verdict = check(until, PureDP(eps="6/5"), time_limit=0.2)
    assert isinstance(verdict, Unknown)
    assert verdict.reason.advice is None


def left_open(code: str) -> Unknown:
    channel = Channel(["0", "1"], ["0"], [[1], [1]])
    return Unknown(
        subject=subject_of(channel, None), definition="pure-dp", given={}, reason=Reason(code, "")
    )


@pytest.mark.parametrize(("needed", "wanted"), [(30, "--time-limit 40"), (90, None)])
def test_a_larger_limit_is_doubled_as_long_as_there_is_time(
    needed: float, wanted: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A stand-in for a check that needs so many seconds; 20, 40 and no more than 60 are tried."""
    limits = []

    def stand_in(_: object, seconds: float) -> dict[str, Any] | None:
        limits.append(seconds)
        done = seconds >= needed
        return {"verdict": "holds" if done else None, "evidence": "exact", "assumptions": []}

    monkeypatch.setattr(advising, "tried", stand_in)
    asked = program("B36"), PureDP(eps=1), check
    found = advised(left_open("time"), *asked, seconds=60.0, time_limit=10.0)
    assert isinstance(found, Unknown)
    advice = found.reason.advice
    assert (None if advice is None else advice.option) == wanted
    assert limits == [20.0, 40.0]


def test_a_limit_is_not_raised_where_time_was_not_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(advising, "tried", lambda *_: pytest.fail("tried"))
    verdict = left_open("unsupported")
    assert (
        advised(verdict, program("B36"), PureDP(eps=1), check, seconds=60, time_limit=1) is verdict
    )


def test_what_is_decided_is_returned_as_it_is() -> None:
    rows = Channel(["0", "1"], ["0", "1"], [["3/4", "1/4"], ["1/4", "3/4"]])
    verdict = check(rows, PureDP(eps=2))
    assert advised(verdict, until, PureDP(eps=2), check, seconds=1) is verdict


def hang() -> dict[str, Any]:
    time.sleep(3_600)
    return {}


def die() -> dict[str, Any]:
    os.kill(os.getpid(), signal.SIGKILL)
    return {}


def leave() -> dict[str, Any]:
    """Start a process that goes on by itself, and say its number."""
    code = "import os, time; os.setsid(); time.sleep(600)"
    return {"pid": subprocess.Popen([sys.executable, "-S", "-c", code]).pid}


def test_nothing_is_left_of_a_try() -> None:
    form = tried(leave, 60.0)
    assert form is not None
    with pytest.raises(ProcessLookupError):
        os.kill(form["pid"], 0)


def test_a_try_says_nothing_where_it_hangs_dies_or_raises() -> None:
    assert tried(hang, 0.05) is None
    assert tried(die, 60.0) is None
    assert tried(lambda: {"a": 1 // 0}, 60.0) is None
    assert tried(lambda: {"a": 1}, 60.0) == {"a": 1}


@pytest.mark.long
def test_the_command_line_prints_it_and_stays_unknown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "copy.py").write_bytes(PROGRAMS.read_bytes())
    words = ["check", "copy.py:until", "--definition", "pure-dp", "--eps", "6/5"]
    words += ["--time-limit", "1"]
    assert main([*words, "--advice", str(ENOUGH)]) == 3
    out = capsys.readouterr().out
    assert out.startswith("unknown: pure-dp")
    assert "A change was tried: draw.checkpoint() at the start of the loop" in out
    assert main([*words, "--advice", str(ENOUGH), "--format", "json"]) == 3
    document = json.loads(capsys.readouterr().out)
    assert document["reason"]["advice"]["kind"] == "checkpoint"
    assert not faults(document)
    assert main([*words, "--advice", "0", "--format", "json"]) == 3
    assert "advice" not in json.loads(capsys.readouterr().out)["reason"]
