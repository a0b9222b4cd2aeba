"""A journal gives back what was finished for this very question, and never anything else."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from dpverify.app.journal import FOLDER, Journal, digest_of_code, kept
from dpverify.defs.errors import FileError
from tests.command_line import run

QUESTION = {"ids": ["a", "b"], "seed": 1}
SOME = (
    "dp.two-forms.pure", "dp.two-forms.approx", "dp.approx-as-probabilistic",
    "dp.post-processing.pure", "rr.tight-eps",
)  # fmt: skip


def opened(path: Path | None, remarks: list[str], **question: Any) -> Journal:
    place = None if path is None else str(path)
    return Journal.of("prove", question or QUESTION, place=place, remark=remarks.append)


def noted(path: Path) -> Path:
    """A journal with two finished pieces, left as by a kill."""
    journal = opened(path, [])
    journal.note("a", {"status": "proved"})
    journal.note("b", [1, None])
    journal.close()
    return path


def finished(path: Path, **question: Any) -> dict[str, Any]:
    """What a later run finds in a journal."""
    journal = opened(path, [], **question)
    journal.close()
    return journal.finished


def test_what_was_finished_comes_back(tmp_path: Path) -> None:
    path = noted(tmp_path / "j.journal")
    assert finished(path) == {"a": {"status": "proved"}, "b": [1, None]}


@pytest.mark.parametrize("cut", range(1, 60))
def test_a_torn_line_is_not_read(tmp_path: Path, cut: int) -> None:
    """A kill may end the last line anywhere; the next piece stands on a line of its own."""
    path = noted(tmp_path / "j.journal")
    path.write_bytes(path.read_bytes()[:-cut])
    again = opened(path, [])
    assert again.finished == {"a": {"status": "proved"}}
    again.note("c", 3)
    again.close()
    assert finished(path) == {"a": {"status": "proved"}, "c": 3}
    assert all(json.loads(line) for line in path.read_text().splitlines())


def test_a_kill_while_the_header_is_written(tmp_path: Path) -> None:
    path = tmp_path / "j.journal"
    opened(path, []).close()
    path.write_bytes(path.read_bytes()[:20])
    assert finished(path) == {}


def test_a_line_that_was_changed_is_not_read(tmp_path: Path) -> None:
    """Each line has the digest of what it says and of the question."""
    path = noted(tmp_path / "j.journal")
    path.write_text(path.read_text().replace("proved", "refuted"))
    assert finished(path) == {}


def test_a_line_of_another_question_is_not_read(tmp_path: Path) -> None:
    first = noted(tmp_path / "first.journal").read_text().splitlines()
    path = tmp_path / "second.journal"
    opened(path, [], seed=2).close()
    path.write_text(path.read_text() + "\n".join(first[1:]) + "\n")
    assert finished(path, seed=2) == {}


def test_a_journal_of_somebody_else_is_not_believed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever knows the code can compute every digest, and not the seal of another user."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "theirs"))
    path = noted(tmp_path / "j.journal")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "ours"))
    assert finished(path) == {}
    assert noted(path).read_bytes().count(b"\n") == 3  # begun again: a header and two pieces


@pytest.mark.parametrize(
    ("damage", "words"),
    [
        (lambda key: key.write_bytes(b"short"), "is no key of journals; remove it"),
        (lambda key: (key.unlink(), key.mkdir()), "cannot be kept as"),
    ],
)
def test_without_a_key_no_journal_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, damage: Callable[[Path], object], words: str
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    path = noted(tmp_path / "j.journal")
    damage(tmp_path / "dpverify" / "journal.key")
    with pytest.raises(FileError, match=words):
        opened(path, [])


@pytest.mark.parametrize("text", ["my notes\n", "{}\n", '{"schema": "dpverify.journal/1.0"}\n'])
def test_what_is_no_journal_of_this_question_is_not_written_over(tmp_path: Path, text: str) -> None:
    path = tmp_path / "notes.txt"
    path.write_text(text)
    with pytest.raises(FileError, match="not the journal of this question"):
        opened(path, [])
    assert path.read_text() == text


def test_two_runs_do_not_share_a_journal(tmp_path: Path) -> None:
    path = tmp_path / "j.journal"
    first = opened(path, [])
    with pytest.raises(FileError, match="another run"):
        opened(path, [])
    first.remove()
    assert not path.exists()


@pytest.mark.parametrize("place", ["no/such/folder/j.journal", "."])
def test_a_place_that_cannot_be_used_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(FileError, match="--journal"):
        opened(Path(place), [])


def test_where_none_can_be_kept_the_run_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file stands where the folder would be made."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / FOLDER).write_text("")
    remarks: list[str] = []
    journal = opened(None, remarks)
    journal.note("a", 1)
    journal.remove()
    assert len(remarks) == 1
    assert "no journal is kept" in remarks[0]


def test_a_full_disk_is_said_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    remarks: list[str] = []
    journal = opened(tmp_path / "j.journal", remarks)
    journal.note("a", 1)

    def full(*_: object) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "write", full)
    journal.note("b", 2)
    journal.note("c", 3)
    monkeypatch.undo()
    assert remarks == [
        "the journal ends here: No space left on device; finished work is kept so far"
    ]
    assert finished(tmp_path / "j.journal") == {"a": 1}


def test_it_stays_until_the_report_was_delivered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An exception in the block leaves it; a clean end removes it and its folder."""
    monkeypatch.chdir(tmp_path)
    remarks: list[str] = []

    def block() -> Any:
        return kept("prove", lambda: QUESTION, 2, place=None, remark=remarks.append)

    with pytest.raises(FileError), block() as journal:  # noqa: PT012
        journal.note("a", 1)
        raise FileError("planted")
    with block() as journal:
        assert journal.finished == {"a": 1}
        journal.resumed(1, 2)
    assert remarks == ["resumed: 1 of 2 were finished"]
    assert list(tmp_path.iterdir()) == []


def test_other_code_is_another_question() -> None:
    assert len(digest_of_code()) == 64
    assert digest_of_code() == digest_of_code()


# ---------------------------------------------------------------- the whole command


def without_seconds(document: dict[str, Any]) -> dict[str, Any]:
    for row in document["entries"]:
        row.pop("seconds")
    return document


def prove(folder: Path, ids: tuple[str, ...], *more: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "dpverify", "prove", *ids, "--format", "json", *more],
        cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip


def _keys(path: Path) -> set[str]:
    """The pieces whose lines are whole; a kill may have torn one."""
    whole = [line for line in path.read_text().split("\n")[1:-1] if line.endswith("}")]
    return {json.loads(line)["key"] for line in whole}


KILLS = [pytest.param(3, 2, id="3 kills"), pytest.param(20, 5, id="20", marks=pytest.mark.slow)]


@pytest.mark.long
@pytest.mark.parametrize(("kills", "entries"), KILLS)
def test_prove_killed_at_random_moments_ends_with_the_same_table(
    tmp_path: Path, kills: int, entries: int
) -> None:
    """SIGKILL, so that nobody can clean up; what was finished is not done again."""
    ids, moments = SOME[:entries], random.Random(20)  # noqa: S311
    undisturbed = without_seconds(run("prove", *ids, "--format", "json", "--journal", "off").json())
    before: set[str] = set()
    for _ in range(kills):
        with prove(tmp_path, ids) as process:
            time.sleep(moments.uniform(0.5, 4))
            process.kill()
        journals = [*tmp_path.rglob("*.journal")]
        now = {key for path in journals for key in _keys(path)}
        # A run that was quicker than the kill has delivered its table and removed the journal.
        assert before <= now or not journals or process.returncode == 0
        before = now
    with prove(tmp_path, ids) as process:
        out, err = process.communicate()
    assert process.returncode == 0, err
    assert without_seconds(json.loads(out)) == undisturbed
    if before:
        assert f"resumed: {len(before)} of {entries} were finished".encode() in err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.long
@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_signal_delivers_what_is_finished(tmp_path: Path, number: int, status: int) -> None:
    """The partial table names what is missing; the same command resumes."""
    with prove(tmp_path, SOME) as process:
        while not any(len(p.read_text().splitlines()) > 1 for p in tmp_path.rglob("*.journal")):
            time.sleep(0.02)
        process.send_signal(number)
        out, _ = process.communicate()
    assert process.returncode == status
    document = json.loads(out)
    assert document["unfinished"]
    assert {row["id"] for row in document["entries"]} | {*document["unfinished"]} == {*SOME}
    with prove(tmp_path, SOME) as process:
        out, err = process.communicate()
    assert b"were finished" in err
    assert [row["id"] for row in json.loads(out)["entries"]] == list(SOME)


OWN = """
from dataclasses import replace
from dpverify.proofs.registry import entry

ENTRIES = (
    replace(entry("dp.approx-as-probabilistic"), id="my.claim", aliases=(), expected="proved"),
)
"""


@pytest.mark.long
@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("end", "status"),
    [
        ("import sys; sys.exit(0)", 2),
        ("", 1),
        ("import atexit, os; atexit.register(os._exit, 0)", 1),
        ("while True: pass", 3),
        ("import dpverify.proofs.suite as s; s.as_registered = lambda _: True", 1),
        ("import dpverify.app.cli; dpverify.app.cli.main = lambda *_: 0", 1),
        ("import os; os._exit(0)", 2),
        ("raise KeyboardInterrupt", 2),
        ("raise MemoryError", 3),
        ('print(\'{"status": "proved"}\')', 1),
        ("import threading, time; threading.Thread(target=time.sleep, args=(600,)).start()", 1),
    ],
)
def test_a_file_of_claims_cannot_end_the_run(tmp_path: Path, end: str, status: int) -> None:
    """The claim is registered wrongly: whatever its file does, the status is not 0."""
    path = tmp_path / "mine.py"
    path.write_text(f"{OWN}\n{end}\n")
    outcome = run("prove", path, "--time-limit", 2 if "while" in end else 60)
    assert outcome.status == status, outcome.err
    assert outcome.err.count("\n") == (status > 1)
    assert bool(outcome.out) == (status == 1)
