"""`dpverify audit` on the command line: sources, refusals, the journal."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.command_line import run
from tests.repository.source import ROOT
from tests.schemas import faults

SAMPLERS = ROOT / "examples" / "samplers.py"
CLAIM = ("--definition", "pure-dp", "--eps", "1/2")
COUNT = (f"{SAMPLERS}:count", "--inputs", "[3, 4]", *CLAIM, "--draws", "20000", "--journal", "off")


def test_a_function_in_a_file(tmp_path: Path) -> None:
    """Refuted with status 1; the saved result is valid, and replays."""
    saved = tmp_path / "audit.json"
    assert run("audit", *COUNT, "--format", "json", "--out", saved).status == 1
    document = json.loads(saved.read_text())
    for key in ("verdict", "evidence", "risk", "lower_bound", "samples"):
        assert key in document
    assert faults(document) == []
    outcome = run("replay", saved)
    assert outcome.status == 0
    assert "not re-checked: source" in " ".join(outcome.out.split())


def test_what_is_not_refuted_ends_with_status_3() -> None:
    """And its power is stated."""
    asked = [*COUNT[:-4], "--draws", "20000", "--journal", "off"]
    asked[asked.index("1/2")] = "1"
    outcome = run("audit", *asked)
    assert outcome.status == 3
    assert "would have been seen with probability 0.99" in " ".join(outcome.out.split())


def test_canaries() -> None:
    """ε ≥ 0 is no bound; at 5 % there is one."""
    outcome = run(
        "audit", "--canaries", ROOT / "examples" / "canaries.csv", "--definition", "approx-dp",
        "--eps", "1", "--delta", "1e-5", "--risk", "1/20", "--format", "json",
    )  # fmt: skip
    document = outcome.json()
    assert outcome.status == 1
    assert faults(document) == []
    assert float(document["lower_bound"]["eps"]) > 1


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (CLAIM, "name one thing that is audited"),
        ((f"{SAMPLERS}:count", *CLAIM), "add --inputs"),
        ((f"{SAMPLERS}:count", "--inputs", "[3", *CLAIM), "no Python literal"),
        ((f"{SAMPLERS}:count", "--inputs", "[3]", *CLAIM), "two inputs at least"),
        ((f"{SAMPLERS}:nobody", "--inputs", "[3, 4]", *CLAIM), "has no nobody"),
        (("nowhere.py:f", "--inputs", "[3, 4]", *CLAIM), "there is no file"),
        (("B36", "--inputs", "[3, 4]", *CLAIM), "names no function"),
        (("--command", "awk 1", "--inputs", "[3, 4]", *CLAIM), "has no {input}"),
        (("--samples", "a.csv", "b.csv", *CLAIM), "cannot be read"),
        (("--canaries", "nowhere.csv", *CLAIM), "cannot be read"),
        (("--canaries", "x.csv", "--inputs", "[0, 1]", *CLAIM), "--inputs is about a sampler"),
        ((*COUNT[:3], "--definition", "renyi-dp", "--eps", "1"), "is not audited by samples"),
        ((*COUNT[:3], "--definition", "zcdp", "--eps", "1"), "rho"),
        ((*COUNT, "--risk", "2"), "between 0 and 1"),
        ((*COUNT, "--witness", "nowhere.json"), "nowhere.json"),
    ],
)
def test_bad_input_is_one_line(
    words: tuple[str, ...], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert said in run("audit", *words, "--quiet").one_line()


def noted(folder: Path) -> int:
    """Batches that journals in a folder hold."""
    journals = folder.glob(".dpverify/*.journal")
    return sum(journal.read_bytes().count(b"\n") for journal in journals)


@pytest.mark.slow
def test_a_run_that_was_killed_goes_on(tmp_path: Path) -> None:
    """Killed in the middle, three times; the end is that of a run that nobody stopped."""
    asked = [
        sys.executable,
        "-m",
        "dpverify",
        "audit",
        f"{SAMPLERS}:released",
        "--inputs",
        "[3, 4]",
        "--definition",
        "pure-dp",
        "--eps",
        "2",
        "--draws",
        "2000000",
        "--format",
        "json",
    ]
    whole = subprocess.run(asked, capture_output=True, text=True, cwd=tmp_path, check=False)
    for _ in range(3):
        kept = noted(tmp_path)
        started = subprocess.Popen(
            asked, cwd=tmp_path, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        while noted(tmp_path) <= kept:
            assert started.poll() is None
            time.sleep(0.01)
        started.kill()
        started.wait()
    again = subprocess.run(asked, capture_output=True, text=True, cwd=tmp_path, check=False)
    assert "resumed: " in again.stderr
    first, second = (json.loads(one.stdout) for one in (whole, again))
    del first["run"], second["run"]
    assert first == second
