"""`check --claims` and `benchmark` as whole processes: each piece is limited, noted and resumed."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from tests.command_line import run

COMMAND = [sys.executable, "-m", "dpverify"]
PROGRAMS = """
import math
from dpverify import mechanism

@mechanism(inputs=[0, 1])
def quick(bit, draw):
    return bit if draw.flip("1/2") else draw.uniform([0, 1])

@mechanism(inputs=[0, 1])
def endless(bit, draw):
    while True:
        pass
"""
QUICK = """
[[claim]]
target = "mine.py:quick"
definition = "pure-dp"
eps = "ln(3)"
"""
ENDLESS = QUICK.replace("quick", "endless")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "mine.py").write_text(PROGRAMS)
    (tmp_path / "claims.toml").write_text(QUICK + ENDLESS + QUICK.replace("ln(3)", "1"))
    return tmp_path


def check(folder: Path, *more: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [*COMMAND, "check", "--claims", "claims.toml", "--format", "json", *more],
        cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip


def verdicts(out: bytes) -> list[str]:
    return [document["verdict"] for document in json.loads(out)["documents"]]


@pytest.mark.long
def test_a_claim_that_hangs_costs_itself_alone(folder: Path) -> None:
    with check(folder, "--time-limit", "3") as process:
        out, _ = process.communicate()
    assert verdicts(out) == ["holds", "unknown", "fails"]
    assert process.returncode == 1
    assert json.loads(out)["documents"][1]["reason"]["code"] == "time"
    assert not list(folder.rglob("*.journal"))


def killed(folder: Path) -> None:
    """A run that is killed once its first claim is noted."""
    with check(folder, "--time-limit", "60") as process:
        while not any(len(p.read_text().splitlines()) > 1 for p in folder.rglob("*.journal")):
            time.sleep(0.02)
        process.kill()


def resumed(folder: Path) -> tuple[bytes, list[str]]:
    """What the next run says, and its verdicts; the claim that hangs is gone."""
    text = (folder / "mine.py").read_text()
    (folder / "mine.py").write_text(text)
    with check(folder, "--time-limit", "60") as process:
        while b"resumed" not in (line := process.stderr.readline()):  # type: ignore[union-attr]
            assert line, "it was not resumed"
        process.terminate()
        out, _ = process.communicate()
    return line, verdicts(out)


def test_a_file_of_claims_is_resumed(folder: Path) -> None:
    killed(folder)
    line, found = resumed(folder)
    assert line == b"dpverify: resumed: 1 of 3 were finished\n"
    assert found[0] == "holds"


def test_a_target_that_was_changed_is_decided_again(folder: Path) -> None:
    """What was true of the old program is not said of the new one."""
    killed(folder)
    (folder / "mine.py").write_text(
        PROGRAMS.replace('bit if draw.flip("1/2") else draw.uniform([0, 1])', "bit")
        .replace("while True:\n        pass", "return bit")
    )  # fmt: skip
    with check(folder) as process:
        out, err = process.communicate()
    assert b"resumed" not in err
    assert verdicts(out) == ["fails", "fails", "fails"]


def test_what_lies_below_a_target_is_a_part_of_it(folder: Path) -> None:
    """It holds with the old helper, and fails with the new one; a channel elsewhere is resumed."""
    (folder / "sub").mkdir()
    (folder / "sub" / "helper.py").write_text('P = "1/2"\n')
    (folder / "mine.py").write_text(
        PROGRAMS.replace("import math", "from sub import helper").replace('"1/2"', "helper.P")
    )
    (folder / "claims.toml").write_text(QUICK + QUICK.replace("mine.py:quick", "B01") + ENDLESS)
    with check(folder, "--time-limit", "60") as process:
        while not any(len(p.read_text().splitlines()) > 2 for p in folder.rglob("*.journal")):
            time.sleep(0.02)
        process.kill()
    (folder / "sub" / "helper.py").write_text('P = "3/4"\n')
    ended = (folder / "mine.py").read_text().replace("while True:\n        pass", "return 0")
    (folder / "mine.py").write_text(ended)
    with check(folder, "--time-limit", "60") as process:
        out, err = process.communicate()
    assert b"resumed: 1 of 3 were finished" in err
    # By hand: with a fair coin 3/4 to 1/4, with one of 3/4 it is 7/8 to 1/8, and 7 > 3.
    assert verdicts(out)[0] == "fails"


def rows(out: str) -> dict[str, dict[str, Any]]:
    return {row["id"]: row for row in json.loads(out)["rows"]}


def test_rows_that_take_too_long_are_unknown(tmp_path: Path) -> None:
    """The table is there all the same; the status says that something is open."""
    done = subprocess.run(
        [*COMMAND, "benchmark", "--rows", "B23,B13", "--time-limit", "1e-6", "--format", "json"],
        cwd=tmp_path, capture_output=True, text=True, check=False,
    )  # fmt: skip
    found = rows(done.stdout)
    assert done.returncode == 3
    for row in found.values():
        assert row["verdict"] == "unknown"
        assert row["witness"].startswith("unknown (time): the time limit of ")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.long
def test_rows_of_an_earlier_run_are_taken_from_its_journal(tmp_path: Path) -> None:
    """Also in this process; without one the same rows come out."""
    arguments = ("benchmark", "--rows", "B20,B23", "--n", "2", "--format", "json")
    plain = rows(run(*arguments, "--journal", "off").out)
    with_journal = run(*arguments, "--journal", tmp_path / "j.journal")
    for row in (*plain.values(), *rows(with_journal.out).values()):
        row.pop("seconds")
    assert rows(with_journal.out).keys() == plain.keys()
    assert not (tmp_path / "j.journal").exists()
