"""Programs that misbehave: one clear line, the right status, and nothing left running."""

from __future__ import annotations

import contextlib
import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest

from dpverify.checkers.programs.fork_server import end_servers, servers
from tests.command_line import Run, run
from tests.rejects.bad_programs import BAD, FINE, OPEN, PROGRAMS

MARK = "DPVERIFY_TEST_MARK"


def check(path: Path, limit: str) -> Run:
    """`dpverify check PATH:bad` against ε = 1."""
    claim = ("--definition", "pure-dp", "--eps", "1", "--time-limit", limit, "--advice", "0")
    return run("check", f"{path}:bad", *claim)


def left_running(mark: str) -> list[str]:
    """The processes that were started with a mark in their environment."""
    found = []
    for environ in Path("/proc").glob("[0-9]*/environ"):
        with contextlib.suppress(OSError):
            if mark.encode() in environ.read_bytes():
                found.append(environ.parent.name)
    return found


@pytest.fixture(scope="module")
def mark() -> Iterator[str]:
    """What all processes that are started here have in their environment; none is left at last."""
    mark = uuid.uuid4().hex
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(MARK, mark)
        yield mark
    end_servers()  # which would stay for the next question
    if Path("/proc/self/environ").exists():
        assert left_running(mark) == []


@pytest.mark.long
@pytest.mark.parametrize("name", sorted(PROGRAMS))
def test_a_misbehaving_program(name: str, tmp_path: Path, mark: str) -> None:
    """Bad input is one line and status 2, a limit is unknown and status 3; all of it ends.

    But for the servers, in which no program runs: the next one is forked from them as well.
    """
    path = tmp_path / "program.py"
    path.write_text(PROGRAMS[name].source, encoding="utf-8")
    expected = PROGRAMS[name]
    outcome = check(path, expected.limit)
    assert outcome.status == expected.status, (outcome.out, outcome.err)
    if expected.status == BAD:
        assert expected.words in outcome.one_line()
    if expected.status == OPEN:
        assert outcome.out.startswith("unknown: ")
        assert expected.words in " ".join(outcome.out.split())
        assert outcome.err == ""
    if expected.status == FINE:
        assert outcome.out.startswith("holds: ")
    if Path("/proc/self/environ").exists():
        assert {*left_running(mark)} <= {str(server.pid) for server in servers()}


def test_at_least_twenty_kinds() -> None:
    """The set does not shrink unnoticed, and holds every kind of end."""
    assert len(PROGRAMS) >= 50
    assert {each.status for each in PROGRAMS.values()} == {BAD, OPEN, FINE}


TARGETS = [
    ("{path}:missing", "has no missing"),
    ("{path}:fine:n=3", "has no parameter 'n'"),
    ("{path}:fine:eps=half", "give a number"),
    ("{path}:fine:eps", "name=value"),
    ("{path}:fine:eps=1,eps=2", "twice"),
    ("{path}", "name one of them"),
    ("{path}:1", "a name of Python"),
    ("nowhere.py:fine", "there is no file"),
    ("no_such_module_here:fine", "there is no module"),
    ("B39:epsilon=1", "did you mean 'eps'"),
    ("B39:n=1/2", "give an integer"),
    ("B999", "there is no"),
    ("randomised-response:eps=1", "did you mean 'randomized-response'"),
]


@pytest.mark.parametrize(("target", "words"), TARGETS)
def test_a_target_that_names_nothing(target: str, words: str, tmp_path: Path) -> None:
    """Unknown files, names and parameters are refused, with the nearest right one."""
    path = tmp_path / "program.py"
    text = "from dpverify import mechanism\n@mechanism(inputs=[0, 1])\n"
    path.write_text(f"{text}def fine(x, draw, *, eps='1/2'):\n    return 0\n", encoding="utf-8")
    claim = ("--definition", "pure-dp", "--eps", "1")
    assert words in run("check", target.format(path=path), *claim).one_line()


def test_options_of_channel_files_are_refused(tmp_path: Path) -> None:
    """A program's neighbours stand in the program; nothing is passed over in silence."""
    path = tmp_path / "program.py"
    path.write_text(PROGRAMS["raises"].source, encoding="utf-8")
    claim = ("--definition", "pure-dp", "--eps", "1")
    line = run("check", f"{path}:bad", *claim, "--neighbours", "all").one_line()
    assert "--neighbours" in line
