"""What a system without process groups and limits is told, and what works there all the same.

No such system is at hand: what Windows lacks is taken away from this one.
"""

from __future__ import annotations

import subprocess
import sys
from types import SimpleNamespace

import pytest

from dpverify.defs import systems
from dpverify.defs.errors import SystemLacks

LACKING = """\
import asyncio, concurrent.futures.process, multiprocessing, os, shutil, signal, subprocess, sys
from types import SimpleNamespace

for module, names in (
    (os, "fork forkpty getuid killpg setsid waitid WNOHANG"),
    (signal, "SIGHUP SIGKILL SIGCHLD SIGXCPU setitimer pthread_sigmask"),
):
    for name in names.split():
        delattr(module, name)
for name in ("fcntl", "resource", "pwd", "grp", "termios"):
    sys.modules[name] = None

from dpverify.defs import systems

systems.os = SimpleNamespace(name="nt")
"""


def lacking(code: str) -> subprocess.CompletedProcess[str]:
    """Run code where the means for processes of our own were taken away."""
    return subprocess.run(
        [sys.executable, "-c", LACKING + code], capture_output=True, text=True, check=False
    )


def test_the_command_says_in_one_line_that_it_cannot_work() -> None:
    """Status 2 and a line with its code; no missing module is met before."""
    done = lacking("from dpverify.app.entry import main\nsys.exit(main())")
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1
    assert done.stderr.startswith("dpverify: commands need processes")
    assert done.stderr.endswith("[DP-E10]\n")


def test_channels_are_decided_measured_and_replayed_without_processes() -> None:
    """3/4 is three times 1/4: pure DP fails at ε = 1/2, and the kernel accepts that."""
    done = lacking(
        "import dpverify as dv\n"
        "bit = dv.Channel(['0', '1'], ['0', '1'], [['3/4', '1/4'], ['1/4', '3/4']])\n"
        "verdict = dv.check(bit, dv.PureDP(eps='1/2'))\n"
        "print(verdict.fails, dv.measure(bit, 'pure-dp').tight['eps'], dv.replay(verdict).status)\n"
    )
    assert done.stderr == ""
    assert done.stdout == "True ln(3) accepted\n"


def test_a_program_is_refused_in_one_sentence() -> None:
    """A program needs a process that is ended with all that it started."""
    done = lacking(
        "import dpverify as dv\n"
        "from dpverify.defs.errors import SystemLacks\n"
        "try:\n"
        "    dv.check(dv.program('examples/programs.py:unsafe_count'), dv.PureDP(eps=1))\n"
        "except SystemLacks as error:\n"
        "    print(error)\n"
    )
    assert done.stderr == ""
    assert done.stdout.startswith("programs need processes")


def test_this_system_has_what_is_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    """POSIX has it; another name is refused, with what to do."""
    systems.need_processes("programs")
    monkeypatch.setattr(systems, "os", SimpleNamespace(name="nt"))
    with pytest.raises(SystemLacks, match="use Linux, macOS or the Windows Subsystem for Linux"):
        systems.need_processes("programs")
