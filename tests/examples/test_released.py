"""The programs of examples/released.py: what their docstrings say is what comes out."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.command_line import run
from tests.repository.source import ROOT

PROGRAMS = str(ROOT / "examples" / "released.py")
GAUSSIAN = "Phi(-1/2)-exp(1)*Phi(-3/2)"
QUESTIONS: list[tuple[str, str, int]] = [
    ("sum_and_count", "pure-dp --eps 1 --all-inputs", 0),
    ("sum_and_count", "pure-dp --eps 99/100 --all-inputs", 1),
    ("mean", "pure-dp --eps 1 --all-inputs", 0),
    ("mean", "pure-dp --eps 99/100 --all-inputs", 1),
    ("quotient_of_noise", "pure-dp --eps 100", 1),
    ("quotient_of_noise", "zcdp --rho 100", 1),
    ("thresholding", "approx-dp --eps 1 --delta exp(-4)/2", 0),
    ("thresholding", "approx-dp --eps 1 --delta exp(-4)/2-1e-30", 1),
    ("word_and_value", "renyi-dp --alpha 2 --eps 0.6369748787", 0),
    ("word_and_value", "renyi-dp --alpha 2 --eps 0.6369748786", 1),
    ("gaussian", f"approx-dp --eps 1 --delta {GAUSSIAN}", 0),
    ("gaussian", f"approx-dp --eps 1 --delta {GAUSSIAN}-1e-30", 1),
    ("gaussian", f"approx-dp --eps 1 --delta {GAUSSIAN} --all-inputs", 0),
    ("gaussian", f"approx-dp --eps 1 --delta {GAUSSIAN}-1e-30 --all-inputs", 1),
]


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("name", "question", "status"), QUESTIONS)
def test_a_question_and_its_replay(
    name: str, question: str, status: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each answer is as it says, and a saved one is re-checked as a whole."""
    monkeypatch.chdir(tmp_path)
    words = f"check {PROGRAMS}:{name} --definition {question} --format json --out result.json"
    assert run(*words.split()).status == status
    outcome = run("replay", "result.json")
    assert outcome.status == 0
    assert "re-checked" in outcome.out
    document = json.loads((tmp_path / "result.json").read_text(encoding="utf-8"))
    released = document["subject"].get("after") == ["mean"]
    assert released == (name == "mean")
