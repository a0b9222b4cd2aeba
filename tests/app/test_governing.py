"""One run under one budget, as a whole process: limits, signals, reports, what is left behind."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from dpverify.app import governing
from dpverify.app.exit_status import ExitStatus
from tests.command_line import run
from tests.repository.source import ROOT

RR = str(Path(ROOT) / "examples" / "randomized_response.json")
CHECK = ["check", RR, "--definition", "pure-dp", "--eps", "2"]
KEEPER = [sys.executable, "-c", "import time; kept = b'x' * (150 << 20); time.sleep(60)"]
GOVERNED = """
import os, signal, sys, time
from dpverify.app import governing
from dpverify.app.governing import Limits, finish, govern, run

def work():
    {work}
    return 0

govern()
status = run(work, Limits({limits}))
finish(status)
sys.exit(status)
"""


def governed(work: str, limits: str = "20") -> subprocess.CompletedProcess[str]:
    """Run some work within limits; the process is the parent."""
    program = GOVERNED.format(work=work, limits=limits)
    return subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )


def test_a_status_is_what_the_child_reports() -> None:
    assert governed("pass").returncode == 0
    assert governed("return 1").returncode == 1


@pytest.mark.parametrize(
    "work",
    [
        "os._exit(0)",
        "sys.exit(0)",
        "os.kill(os.getpid(), signal.SIGKILL)",
        "os.kill(os.getpid(), signal.SIGSEGV)",
        "os.abort()",
        "os.closerange(3, 100); os._exit(0)",
    ],
)
def test_a_run_without_its_report_never_ends_with_0(work: str) -> None:
    """Status 3 and one line, whatever status the process itself had."""
    done = governed(work)
    assert (done.returncode, done.stdout) == (ExitStatus.UNKNOWN, "")
    assert done.stderr.startswith("dpverify: unknown (crash): the process ")
    assert done.stderr.count("\n") == 1


def test_a_loop_that_looks_at_no_clock_is_killed() -> None:
    """One exact power of gigabits, in C, without an answer to signals."""
    done = governed("pow(3, 10**10)", "0.5")
    assert done.returncode == ExitStatus.UNKNOWN
    assert done.stderr == (
        "dpverify: unknown (time): the time limit of 0.5 s was reached; --time-limit allows more\n"
    )


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="limits of memory are Linux's")
@pytest.mark.parametrize(
    "work",
    [
        "kept = [bytearray(1 << 20) for _ in range(10_000)]",
        "from flint import fmpz; fmpz(1) << (1 << 35)",
        f"start = __import__('subprocess').Popen; [start({KEEPER!r}) for _ in '12'][0].wait()",
    ],
    ids=["in Python", "in a library that aborts", "in two children together"],
)
def test_memory_beyond_the_limit_is_unknown(work: str) -> None:
    """MemoryError, a library's abort and what children use are all the same answer."""
    done = governed(f"try: {work}\n    except MemoryError: os.write(2, b'memory'); os.abort()",
                    "60, 200")  # fmt: skip
    assert (done.returncode, done.stdout) == (ExitStatus.UNKNOWN, "")
    assert done.stderr == (
        "dpverify: unknown (memory): the memory limit of 200 MB was reached;"
        " --memory-limit allows more\n"
    )


def at_once() -> None:
    """As Python reports it."""
    raise MemoryError


def in_an_import() -> None:
    """As numpy and scipy report it."""
    try:
        at_once()
    except MemoryError as error:
        raise ImportError("a module could not be loaded") from error


def in_a_folder() -> None:
    """As the system reports it, where Python reads a folder of modules."""
    raise OSError(errno.ENOMEM, "Cannot allocate memory")


@pytest.mark.parametrize("fail", [at_once, in_an_import, in_a_folder], ids=lambda one: one.__name__)
def test_out_of_memory_is_no_bug(fail: Callable[[], None], monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nothing governs, MemoryError is the same answer."""
    import dpverify.app.deciding

    def full(*_: object) -> None:
        fail()

    monkeypatch.setattr(dpverify.app.deciding, "load_subject", full)
    outcome = run(*CHECK)
    assert (outcome.status, outcome.out) == (3, "")
    assert outcome.err.startswith("dpverify: unknown (memory): ")


def test_an_interrupt_while_a_class_is_made_is_no_bug(monkeypatch: pytest.MonkeyPatch) -> None:
    """Up to 3.11 Python makes a RuntimeError of it. Found by `make fuzz`, within an import."""
    import dpverify.app.deciding

    class Interrupted:
        def __set_name__(self, owner: type, name: str) -> None:
            raise KeyboardInterrupt

    def made(*_: object) -> None:
        type("Made", (), {"field": Interrupted()})

    monkeypatch.setattr(dpverify.app.deciding, "load_subject", made)
    outcome = run(*CHECK)
    # From 3.12 on the interrupt itself arrives, after which a new line is begun on a terminal.
    said = "" if sys.version_info < (3, 12) else "\n"
    assert (outcome.status, outcome.out, outcome.err) == (ExitStatus.INTERRUPTED, "", said)


@pytest.mark.parametrize(
    ("interrupted", "status"),
    [(True, ExitStatus.INTERRUPTED), (False, ExitStatus.INTERNAL_ERROR)],
)
def test_an_interrupt_that_a_module_in_c_hides_is_no_bug(
    interrupted: bool, status: ExitStatus, monkeypatch: pytest.MonkeyPatch
) -> None:
    """python-flint raised ImportError in its place. Found by `make fuzz`, 0.09 s after the start.

    Where nothing interrupted, a module that cannot be imported is a bug.
    """
    import dpverify.app.deciding

    def imported(*_: object) -> None:
        raise ImportError("Failed to import 'zlib.decompress'")

    monkeypatch.setattr(dpverify.app.deciding, "load_subject", imported)
    monkeypatch.setattr(governing._Here, "interrupted", interrupted)
    outcome = run(*CHECK)
    assert (outcome.status, outcome.out) == (status, "")
    assert ("ImportError" in outcome.err) == (not interrupted)


def test_a_child_knows_that_it_was_interrupted() -> None:
    """Also where something else than the interrupt arrives."""
    work = (
        "before = governing.interrupted()\n"
        "    try:\n"
        "        os.kill(os.getpid(), signal.SIGTERM); time.sleep(60)\n"
        "    except KeyboardInterrupt:\n"
        "        print(before, governing.interrupted(), flush=True)"
    )
    assert governed(work).stdout == "False True\n"


def test_a_slow_reader_is_no_reason_to_kill() -> None:
    """Once the answer is known the limit counts no more."""
    assert governed("governing.delivering(); time.sleep(2)", "0.5").returncode == 0


@pytest.mark.parametrize(
    ("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 143)]
)
@pytest.mark.parametrize("work", ["time.sleep(60)", "pow(3, 10**10)"], ids=["sleeps", "in C"])
def test_a_signal_ends_it_with_the_status_that_shells_expect(
    work: str, number: int, status: int
) -> None:
    """The child is interrupted, and killed where it does not listen."""
    note = "print('ready', flush=True)"
    ends = f"try: {note}; {work}\n    except KeyboardInterrupt: return 130"
    program = GOVERNED.format(work=ends, limits="60")
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.readline()
        process.send_signal(number)
        assert process.wait(timeout=30) == status


CALLBACK = """
    import weakref
    class Kept: pass
    def gone(reference):
        print("called", flush=True)
        signal.raise_signal(signal.SIGTERM)
        print("interrupted elsewhere", flush=True)  # what is raised here, Python ignores
    kept = Kept()
    reference = weakref.ref(kept, gone)
    try:
        del kept
        end = time.monotonic() + 20
        while time.monotonic() < end: pass
    except KeyboardInterrupt: return 130
"""


def test_an_interrupt_that_python_ignores_comes_again() -> None:
    """In the callback of a weak reference nothing can be raised: shortly after it, it is."""
    done = governed(CALLBACK, "60")
    assert done.stdout == "called\n"
    assert (done.returncode, done.stderr) == (130, "")


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs a signal of Linux")
def test_nothing_is_left_when_the_parent_is_killed() -> None:
    """SIGKILL leaves the parent no time; the child dies with it."""
    program = GOVERNED.format(work="print(os.getpid(), flush=True); time.sleep(60)", limits="60")
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        child = int(process.stdout.readline())
        process.kill()
    end = time.monotonic() + 30
    while time.monotonic() < end:
        try:
            os.kill(child, 0)
        except ProcessLookupError:
            return
        if " Z " in Path(f"/proc/{child}/stat").read_text("utf-8"):
            return
        time.sleep(0.05)
    pytest.fail("the child is still there")


def test_a_whole_command_within_its_limit() -> None:
    """A measure that took for ever ends at its limit, as the installed command."""
    done = subprocess.run(
        [sys.executable, "-m", "dpverify", "guess", "--attribute", "normal:mean=20,sd=2000",
         "--precision", "1", "--advantage", "1/10", "--time-limit", "1"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (3, "")
    assert done.stderr.startswith("dpverify: unknown (time): the time limit of 1 s was reached")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    "command",
    ["attack reconstruct", "benchmark", "check", "counterexample", "guess", "measure", "prove",
     "replay", "risk laplace", "risk gaussian", "risk gamma1", "risk cost", "risk compose",
     "risk pate", "risk samples", "sensitivity"],
)  # fmt: skip
def test_every_command_that_computes_takes_both_limits(command: str) -> None:
    said = run(*command.split(), "--help").out
    assert "--time-limit SECONDS" in said
    assert "--memory-limit MB" in said


def test_a_test_or_a_notebook_is_not_forked() -> None:
    """`main` with arguments runs where it is called."""
    assert not governing.governs()
    assert governing.run(os.getpid, governing.Limits()) == os.getpid()


def test_a_folder_that_cannot_be_written_is_noticed_at_the_start() -> None:
    """Before any work: /proc takes no files, also not those of root."""
    if not Path("/proc/self").is_dir():
        pytest.skip("there is no /proc")
    assert (
        "nothing can be written in the folder '/proc'"
        in run(*CHECK, "--out", "/proc/result.json").one_line()
    )


def test_a_file_that_cannot_be_written_after_all_costs_no_result() -> None:
    """The disk is full: the result is on standard output, the status says that it failed."""
    if not Path("/dev/full").exists():
        pytest.skip("there is no /dev/full")
    outcome = run(*CHECK, "--out", "/dev/full")
    assert outcome.status == 2
    assert "holds" in outcome.out
    assert "No space left" in outcome.err


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs a terminal of Unix")
@pytest.mark.parametrize(
    ("limits", "shown"), [("60", True), ("60, quiet=True", False), ("60, durable=True", False)]
)
def test_a_terminal_is_told_the_time_that_has_gone_by(limits: str, shown: bool) -> None:
    """The line is taken away before the answer; nobody else sees it."""
    ours, theirs = os.openpty()
    work = "time.sleep(0.4); governing.delivering(); print('done', flush=True)"
    code = GOVERNED.format(work=work, limits=limits).replace(
        "govern()", "governing.TOLD = 0.0; govern()", 1
    )
    done = subprocess.run(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=theirs, check=False
    )
    os.close(theirs)
    os.set_blocking(ours, False)
    try:
        text = os.read(ours, 10_000).decode("utf-8")
    except OSError:  # nothing was written
        text = ""
    os.close(ours)
    assert done.stdout == b"done\n"
    assert ("dpverify: 0:00, at most 1:00\r" in text) == shown
    assert not text.rpartition("\r")[2]  # the cursor is where a line begins
