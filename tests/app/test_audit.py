"""`dpverify audit` on the command line: sources, refusals, the journal."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path

import pytest

from dpverify.app.auditing import Question, question_of
from dpverify.app.journal import digest_of
from dpverify.app.program_files import Programs
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


def test_data_sets_on_the_command_line() -> None:
    """As `check --as-run` has them: sums of up to two bits, of which one costs ε = 1.

    Where each may be replaced by another, the pairs are other ones: [] has no neighbour then.
    """
    asked = (f"{SAMPLERS}:total", "--datasets", "[0, 1]", "--max-size", "2", *CLAIM,
             "--draws", "20000", "--journal", "off", "--format", "json")  # fmt: skip
    outcome = run("audit", *asked)
    assert outcome.status == 1
    document = outcome.json()
    first, second = document["tests"][0]["inputs"]
    assert abs(first.count("1") - second.count("1")) == 1
    assert abs(len(first) - len(second)) > 0
    replaced = run("audit", *asked, "--neighbours", "substitute", "--multisets").json()
    first, second = replaced["tests"][0]["inputs"]
    assert len(first) == len(second)
    assert 0.5 < float(replaced["lower_bound"]["eps"]) < 1


def test_pairs_of_many_inputs_are_those_that_are_named() -> None:
    """Of 40 inputs all pairs would be too many."""
    inputs = [*range(40)]
    outcome = run(
        "audit", f"{SAMPLERS}:count", "--inputs", str(inputs), "--neighbours", "[(3, 4)]", *CLAIM,
        "--draws", "5000", "--journal", "off", "--to-the-end",
    )  # fmt: skip
    assert outcome.status in (1, 3)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((*COUNT[:3], *CLAIM, "--datasets", "[0, 1]", "--max-size", "2"), "add --inputs"),
        ((*COUNT[:3], *CLAIM, "--max-size", "2"), "about data sets"),
        ((COUNT[0], *CLAIM, "--datasets", "[0, 1]"), "add --max-size"),
        ((COUNT[0], *CLAIM, "--datasets", "[0, 0]", "--max-size", "2"), "given twice"),
        (
            (COUNT[0], *CLAIM, "--datasets", "[0, 1]", "--max-size", "2", "--neighbours", "near"),
            "neighbours is",
        ),
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


def test_a_journal_is_of_the_events_that_were_named(tmp_path: Path) -> None:
    """Counts of an event that was another one then were taken over."""
    event, witness = tmp_path / "event.py", tmp_path / "result.json"
    event.write_text("def large(output):\n    return output > 3\n")
    witness.write_text(json.dumps({"witness": {"event": ["4"]}}))

    def digests() -> list[str]:
        shared = dict.fromkeys(Question.__dataclass_fields__)
        asked = {**shared, "target": f"{SAMPLERS}:count", "events": ()}
        return [
            digest_of(question_of(Question(**{**asked, **more}), Programs()))  # type: ignore[arg-type]  # the rest is not looked at
            for more in ({"events": (f"{event}:large",)}, {"witness": str(witness)})
        ]

    first = digests()
    assert digests() == first
    event.write_text("def large(output):\n    return output > 4\n")
    witness.write_text(json.dumps({"witness": {"event": ["5"]}}))
    assert all(one != other for one, other in zip(digests(), first, strict=True))


def test_a_command_that_runs_a_module_is_not_resumed() -> None:
    """Nothing says what the module holds; counts of the old one would stand for the new one."""
    shared = dict.fromkeys(Question.__dataclass_fields__)

    def digest(command: str) -> str:
        asked = {**shared, "command": f"{command} {{input}} {{count}}", "events": ()}
        return digest_of(question_of(Question(**asked), Programs()))  # type: ignore[arg-type]  # the rest is not looked at

    for command in ("python -m mine", "python -mmine", "python -c 'import mine'", "mysampler",
                    f"sh -c 'python {SAMPLERS}'"):  # fmt: skip
        assert digest(command) != digest(command)
    assert digest(f"python {SAMPLERS}") == digest(f"python {SAMPLERS}")
