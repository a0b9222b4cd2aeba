"""The command as a whole process: what it loads, pipes, interrupts, encodings, imports."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.command_line import run
from tests.repository.source import ROOT

RR = str(Path(ROOT) / "examples" / "randomized_response.json")
COMMAND = [sys.executable, "-m", "dpverify"]
CHECK = ["check", RR, "--definition", "pure-dp", "--eps", "1"]


def modules_after(*arguments: str) -> set[str]:
    program = (
        "import sys\nfrom dpverify.app.cli import main\n"
        f"main({list(arguments)!r})\n"
        "print('\\n'.join(sys.modules), file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    return set(done.stderr.split())


def test_help_loads_no_command_and_no_arithmetic() -> None:
    loaded = modules_after("--help")
    assert not {"flint", "numpy", "rich", "z3", "hypothesis", "scipy"} & loaded
    assert "dpverify.app.commands.check" not in loaded


def test_the_version_is_read_from_the_name_of_a_folder() -> None:
    """Neither arithmetic nor what reads the metadata of packages, which are mails."""
    loaded = modules_after("--version")
    assert "dpverify.checkers.versions" in loaded
    assert not {"flint", "numpy", "rich", "json", "email", "importlib.metadata"} & loaded


def test_a_check_by_arithmetic_loads_no_solver_and_no_float_library() -> None:
    """What starts slowly waits until it is wanted; `benchmarks/start_bench.py` has the times."""
    loaded = modules_after(*CHECK)
    assert "dpverify.app.commands.check" in loaded
    assert not {"numpy", "scipy", "z3", "cvc5", "hypothesis"} & loaded


def test_replay_is_the_kernel_alone(tmp_path: Path) -> None:
    """No solver, no float library, no other checker takes part."""
    saved = tmp_path / "result.json"
    run(*CHECK, "--format", "json", "--out", saved)
    loaded = modules_after("replay", str(saved))
    assert "dpverify.checkers.kernel.finite" in loaded
    assert not {"numpy", "scipy", "z3", "cvc5", "hypothesis"} & loaded
    assert not {name for name in loaded if name.startswith("dpverify.checkers.exact")}


def test_a_closed_pipe_is_no_traceback() -> None:
    reader = subprocess.Popen(["true"], stdin=subprocess.PIPE)
    reader.wait()
    done = subprocess.run(
        [*COMMAND, *CHECK], stdout=reader.stdin, stderr=subprocess.PIPE, text=True, check=False
    )
    assert done.stderr == ""
    assert done.returncode == 1
    if reader.stdin is not None:
        reader.stdin.close()


def test_a_full_disk_is_one_line() -> None:
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        done = subprocess.run(
            [*COMMAND, *CHECK], stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )
    assert done.returncode == 2
    assert done.stderr.startswith("dpverify: cannot write to standard output")
    assert done.stderr.endswith(" [DP-E10]\n")
    assert done.stderr.count("\n") == 1


def test_a_closed_standard_output_is_no_traceback() -> None:
    command = " ".join(shlex.quote(word) for word in [*COMMAND, *CHECK])
    done = subprocess.run(
        ["sh", "-c", f"{command} >&-"], stderr=subprocess.PIPE, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (1, "")


@pytest.mark.parametrize("closed", ["2>&-", ">&- 2>&-", "<&- 2>&-", "<&- >&- 2>&-"])
def test_a_closed_standard_error_is_no_bug(closed: str, tmp_path: Path) -> None:
    """Whatever shows how far a run has come asked the stream that was not there: status 70."""
    listed = tmp_path / "claims.toml"
    claim = f'[[claim]]\ntarget = "{RR}"\ndefinition = "pure-dp"\neps = "1"\n'
    listed.write_text(claim)
    saved = tmp_path / "report.txt"
    asked = [*COMMAND, "check", "--claims", str(listed), "--journal", "off", "--out", str(saved)]
    done = subprocess.run(["sh", "-c", f'exec "$@" {closed}', "sh", *asked], check=False)
    assert done.returncode == 1
    assert "0 of 1 claims ended as expected" in saved.read_text()


def test_a_report_that_nobody_can_get_is_no_status_0(tmp_path: Path) -> None:
    """Without standard output a claim that holds ends with 0 only where --out has the report."""
    holds = [*COMMAND, *CHECK[:-1], "2"]
    closed = 'exec "$@" >&-'
    done = subprocess.run(
        ["sh", "-c", closed, "sh", *holds], stderr=subprocess.PIPE, text=True, check=False
    )
    assert done.returncode == 2
    assert done.stderr.startswith("dpverify: standard output is closed")
    assert done.stderr.count("\n") == 1
    saved = ["--out", str(tmp_path / "result.json"), "--format", "json"]
    kept = subprocess.run(["sh", "-c", closed, "sh", *holds, *saved], check=False)
    assert kept.returncode == 0


def test_a_locale_without_greek_letters_is_no_traceback() -> None:
    environment = {**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0", "LC_ALL": "C"}
    done = subprocess.run(
        [*COMMAND, *CHECK], capture_output=True, text=True, env=environment, check=False
    )
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert "\\u03b5" in done.stdout


def test_an_interrupt_is_no_traceback(tmp_path: Path) -> None:
    """Ctrl-C ends with 130, whatever was under way."""
    program = (
        "import dpverify.app.subjects, os, signal, sys, time\n"
        # A shell without job control lets what it starts in the background ignore Ctrl-C.
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "def load(*_):\n    os.kill(os.getpid(), signal.SIGINT)\n    time.sleep(10)\n"
        "dpverify.app.subjects.load_subject = load\n"
        "import dpverify.app.deciding\n"
        "dpverify.app.deciding.load_subject = load\n"
        f"from dpverify.app.cli import main\nsys.exit(main({CHECK!r}))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, cwd=tmp_path, check=False
    )
    assert done.returncode == 128 + signal.SIGINT
    assert "Traceback" not in done.stderr


def test_an_internal_error_is_70_and_says_where_to_report(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    import dpverify.app.deciding

    def broken(*_: object) -> None:
        raise ZeroDivisionError("planted")

    monkeypatch.setattr(dpverify.app.deciding, "load_subject", broken)
    outcome = run(*CHECK)
    assert outcome.status == 70
    assert "please report it" in outcome.err.splitlines()[-1]
    assert "planted" in outcome.err
    assert outcome.out == ""


def test_help_shows_no_progress_bar_on_a_pipe() -> None:
    done = subprocess.run(
        [*COMMAND, "check", "--claims", str(Path(RR).with_name("claims.toml"))],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0
    assert done.stderr == ""


def test_the_public_names_are_there() -> None:
    import dpverify

    for name in dpverify.__all__:
        assert getattr(dpverify, name) is not None
    assert set(dpverify.__all__) <= set(dir(dpverify))
    with pytest.raises(AttributeError, match="no_such_name"):
        _ = dpverify.no_such_name  # type: ignore[attr-defined]
