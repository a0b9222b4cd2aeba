"""`dpverify explore` as a command: the address, the end, and what is no target.

What the page asks and shows is in `tests/app/explore/`.
"""

from __future__ import annotations

import http.client
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from dpverify.app.commands.explore import EPILOG
from tests.app.test_help_examples import examples
from tests.command_line import run
from tests.repository.source import ROOT


@contextmanager
def started(*arguments: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """The process and the address that it prints."""
    process = subprocess.Popen(
        [sys.executable, "-m", "dpverify", "explore", *arguments, "--no-browser"], cwd=ROOT,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert process.stdout is not None
    try:
        yield process, process.stdout.readline().strip()
    finally:
        process.kill()
        process.communicate()


def read(url: str) -> str:
    """What is at an address."""
    place = urlsplit(url)
    connection = http.client.HTTPConnection(place.netloc, timeout=60)
    connection.request("GET", place.path)
    text = connection.getresponse().read().decode()
    connection.close()
    return text


def children(pid: int) -> set[int]:
    """All processes below one."""
    below = Path(f"/proc/{pid}/task").glob("*/children")
    direct = {int(child) for listed in below for child in listed.read_text("ascii").split()}
    return direct.union(*map(children, direct))


def test_it_prints_an_address_and_ends_by_control_c() -> None:
    """The page is there; SIGINT ends it with status 0, and no process is left."""
    with started() as (process, url):
        assert url.startswith("http://127.0.0.1:")
        assert "Explore" in read(url)
        below = children(process.pid)
        assert below or not Path("/proc").is_dir()
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=60) == 0
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.read() == ""
        assert process.stderr.read() == "dpverify: the page is at this address; Ctrl-C ends it\n"
    end = time.monotonic() + 30
    while any(Path(f"/proc/{pid}").is_dir() for pid in below) and time.monotonic() < end:
        time.sleep(0.05)
    assert not any(Path(f"/proc/{pid}").is_dir() for pid in below)


@pytest.mark.long
@pytest.mark.parametrize("line", examples(EPILOG))
def test_an_example_serves(line: str) -> None:
    """Each of `--help`, as it stands, from the root of a checkout."""
    words = [word for word in shlex.split(line)[2:] if word != "--no-browser"]
    with started(*words) as (process, url):
        assert "Explore" in read(url)
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=60) == 0


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("nowhere.json",), "nowhere.json"),
        (("nowhere.py:x",), "nowhere.py"),
        ((f"{ROOT}/README.md",), "not a channel file"),
        ((f"{ROOT}/examples/scenarios/ten_votes.json",), "is a scenario"),
        ((f"{ROOT}/examples/noise_to_choose.py",), "name one of them"),
        (("geometric:nu=3",), "nu"),
        (("--port", "80"), "--port"),
        (("--watch", "--watch"), "2 times"),
    ],
)
def test_what_is_no_target_is_refused(arguments: tuple[str, ...], said: str) -> None:
    """One line and status 2, and no server."""
    assert said in run("explore", *arguments).one_line()
