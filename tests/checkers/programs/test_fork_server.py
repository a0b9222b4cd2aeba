"""Programs run in processes that are forked from a server, and find what a new process would."""

from __future__ import annotations

import os
import resource
import signal
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from dpverify.checkers.programs import fork_server
from dpverify.checkers.programs.process import enumerated_apart
from dpverify.defs.errors import ProgramError
from dpverify.defs.programs.enumeration import Enumeration
from dpverify.defs.target import Target

PROGRAM = """
import builtins, os, resource
from dpverify import mechanism
{load}

@mechanism(inputs=[0, 1])
def program(x, draw):
    return x ^ draw.flip("1/4")
"""


def written(folder: Path, load: str, name: str = "program.py") -> Target:
    """A program whose file does something when it is loaded."""
    path = folder / name
    path.write_text(PROGRAM.format(load=load), encoding="utf-8")
    return Target("file", str(path), "program")


def told(target: Target) -> str:
    """What a file says that ends with a text when it is loaded."""
    with pytest.raises(ProgramError) as error:
        list(enumerated_apart(target))
    return str(error.value)


@pytest.fixture(autouse=True)
def _no_servers() -> Iterator[None]:
    fork_server.end_servers()
    yield
    fork_server.end_servers()


def servers() -> list[int]:
    """The process numbers of the servers of this process."""
    return [server.pid for server in fork_server.servers()]


def test_a_server_is_kept_for_each_seed(tmp_path: Path) -> None:
    target = written(tmp_path, "")
    (first,) = enumerated_apart(target)
    assert isinstance(first, Enumeration)
    kept = servers()
    assert len(set(kept)) == 2
    assert list(enumerated_apart(target)) == [first]
    assert servers() == kept


def test_nothing_of_a_program_is_left_for_the_next(tmp_path: Path) -> None:
    """The second file would end with a text if it found what the first one left."""
    leaves = "builtins.left = 1\nos.environ['LEFT'] = '1'\nos.chdir('/')"
    looks = (
        "if hasattr(builtins, 'left') or 'LEFT' in os.environ or os.getcwd() == '/':"
        " raise SystemExit('found')"
    )
    list(enumerated_apart(written(tmp_path, leaves)))
    kept = servers()
    (found,) = enumerated_apart(written(tmp_path, looks, "next.py"))
    assert isinstance(found, Enumeration)
    assert servers() == kept
    assert "found" in told(written(tmp_path, leaves + "\n" + looks, "both.py"))


def test_the_folder_and_the_environment_are_those_of_now(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where a server was started in another folder, with other variables."""
    says = "raise SystemExit(f\"{os.getcwd()} {os.environ['PLACE']} {os.environ['NOW']}.\")"
    target = written(tmp_path, says)
    monkeypatch.setattr(fork_server, "NOT_COMPARED", "NOW")
    for place in ("here", "there"):
        monkeypatch.setenv("PLACE", place)
        for now in ("first", "then"):
            folder = tmp_path / place / now
            folder.mkdir(parents=True)
            monkeypatch.chdir(folder)
            monkeypatch.setenv("NOW", now)
            assert f"{folder} {place} {now}." in told(target)


def test_a_variable_that_changes_takes_a_new_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a library reads when a process starts is not known: all variables count but one."""
    target = written(tmp_path, "")
    list(enumerated_apart(target))
    kept = servers()
    monkeypatch.setenv(fork_server.NOT_COMPARED, "another test")
    list(enumerated_apart(target))
    assert servers() == kept
    monkeypatch.setenv("LD_LIBRARY_PATH", str(tmp_path))
    list(enumerated_apart(target))
    assert not {*servers()} & {*kept}


def test_a_limit_of_this_process_is_a_limit_of_the_next(tmp_path: Path) -> None:
    target = written(
        tmp_path, "raise SystemExit(f'{resource.getrlimit(resource.RLIMIT_NPROC)[0]}.')"
    )
    soft, hard = resource.getrlimit(resource.RLIMIT_NPROC)
    lower = (100_000 if hard == resource.RLIM_INFINITY else hard) - 1
    told(target)
    try:
        resource.setrlimit(resource.RLIMIT_NPROC, (lower, hard))
        assert f" {lower}." in told(target)
    finally:
        resource.setrlimit(resource.RLIMIT_NPROC, (soft, hard))


def test_a_deleted_folder_may_be_current(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = written(tmp_path, "")
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    assert len(list(enumerated_apart(target))) == 1


def test_a_server_that_was_killed_is_replaced(tmp_path: Path) -> None:
    target = written(tmp_path, "")
    list(enumerated_apart(target))
    kept = servers()
    for pid in kept:
        os.kill(pid, signal.SIGKILL)
        os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT)  # ended, and its sockets closed
    assert len(list(enumerated_apart(target))) == 1
    assert not {*servers()} & {*kept}


def test_threads_may_ask_at_the_same_time(tmp_path: Path) -> None:
    targets = [written(tmp_path, f"raise SystemExit('{i}.')", f"p{i}.py") for i in range(6)]
    said: list[str] = ["" for _ in targets]

    def ask(place: int) -> None:
        said[place] = told(targets[place])

    threads = [threading.Thread(target=ask, args=(place,)) for place in range(len(targets))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(f" {place}." in text for place, text in enumerate(said))
    assert len(servers()) == 2


def test_a_forked_process_starts_servers_of_its_own(tmp_path: Path) -> None:
    """It would read the answers of its parent otherwise."""
    target = written(tmp_path, "")
    list(enumerated_apart(target))
    kept = servers()
    ours, theirs = os.pipe()
    child = os.fork()
    if not child:
        try:
            before = servers()
            list(enumerated_apart(target))
            own = servers()
            fork_server.end_servers()
            os.write(theirs, f"{len(before)} {len(own)} {len({*own} & {*kept})}".encode())
        finally:
            os._exit(0)
    os.waitpid(child, 0)
    os.close(theirs)
    said = os.read(ours, 100)
    os.close(ours)
    assert said == b"0 2 0"
    list(enumerated_apart(target))
    assert servers() == kept


def test_servers_end_when_they_are_told_to(tmp_path: Path) -> None:
    list(enumerated_apart(written(tmp_path, "")))
    kept = servers()
    fork_server.end_servers()
    assert servers() == []
    for pid in kept:
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)
