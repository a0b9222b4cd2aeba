"""Commands that are killed, interrupted, or find a full disk, in the middle of their work.

After each: no file is half written (absent, old or whole); no process is left; the same command,
undisturbed, resumes and ends with the table of a run that nobody disturbed; status 0 means that the
whole report is there.
"""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from tests.fuzz.campaign import Tally
from tests.repository.source import ROOT

FULL = 235
SHORT = 6
EXAMPLES = Path(ROOT) / "examples"
RR, CLAIMS = str(EXAMPLES / "randomized_response.json"), str(EXAMPLES / "claims.toml")
SIGNALS = (signal.SIGKILL, signal.SIGTERM, signal.SIGINT)
MARK = "DPVERIFY_FUZZ_RUN"
"""In the environment of what an attack starts, so that its processes can be found."""
PATIENCE = 40.0
"""Seconds for what is left after a signal; a partial report takes its time on a busy machine."""
OLD = '{"old": true}\n'
VARIES = frozenset({"seconds", "run"})
LOST = "standard output is closed"


@dataclass(frozen=True)
class Command:
    """A command line, and where its report is: in a file, in a folder, on standard output."""

    words: tuple[str, ...]
    out: str | None = None
    seconds: float = 3.0

    @property
    def line(self) -> list[str]:
        """The whole command line."""
        return [sys.executable, "-m", "dpverify", *self.words]


COMMANDS = (
    Command(("prove", "dp.two-forms.pure", "dp.approx-as-probabilistic", "--format", "json"),
            seconds=6),
    Command(("prove", "dp.approx-as-probabilistic", "dp.post-processing.pure", "--format", "html",
             "--out", "report"), "report", 7),
    Command(("benchmark", "--rows", "B20,B23", "--n", "2", "--format", "json"), seconds=5),
    Command(("benchmark", "--rows", "B20,B23", "--n", "2", "--format", "json", "--out", "out.json"),
            "out.json", 5),
    Command(("check", "--claims", CLAIMS, "--jobs", "2", "--format", "json"), seconds=2.5),
    Command(("check", "--claims", CLAIMS, "--format", "json", "--out", "out.json"), "out.json",
            2.5),
    Command(("measure", RR, "--definition", "pure-dp", "--format", "json", "--out", "out.json"),
            "out.json", 1),
    Command(("counterexample", "approx-as-probabilistic", "--format", "html", "--out", "out.html"),
            "out.html", 1.5),
)  # fmt: skip
PLACES = ("full disk", "unwritable folder", "closed standard output", "deleted folder")


def run(attacks: int, seed: int) -> Tally:
    """Disturb that many runs."""
    chance, tally = random.Random(seed), Tally()  # noqa: S311  attacks, not secrets
    for number in range(attacks):
        command = chance.choice(COMMANDS)
        # Four of five are killed at a random moment; the others find the place unusable.
        how: Any = chance.choice(SIGNALS) if chance.random() < 0.8 else chance.choice(PLACES)
        moment = chance.uniform(0.05, command.seconds)
        blocks = chance.randrange(0, 12)
        with tempfile.TemporaryDirectory() as folder:
            what = (
                f"attack {number} of seed {seed}: {how!r} after {moment:.2f} s (blocks {blocks}):"
                f" dpverify {' '.join(command.words)}"
            )
            try:
                tally.count(
                    _attacked(command, how, moment, blocks, Path(folder), f"{seed}.{number}")
                )
            except _FaultError as fault:
                tally.fault(fault.kind, f"{what}\n{fault}")
    return tally


class _FaultError(Exception):
    def __init__(self, kind: str, text: str) -> None:
        super().__init__(text)
        self.kind = kind


def _attacked(
    command: Command, how: Any, moment: float, blocks: int, folder: Path, name: str
) -> str:
    work = folder / "work"
    work.mkdir()
    if command.out is not None and command.out != "report":
        (work / command.out).write_text(OLD)
    environment = {**os.environ, MARK: f"{os.getpid()}.{name}"}
    line = _in_a_bad_place(command, how, blocks)
    with subprocess.Popen(
        line, cwd=work, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        out, err = _ended(process, how, moment, command)
    _judge_end(command, process.returncode, out, err.decode("utf-8", "replace"), work)
    _judge_processes(environment[MARK])
    if how == "deleted folder":
        return "refused" if process.returncode else "done"
    _judge_files(work)
    again = subprocess.run(command.line, cwd=work, capture_output=True, check=False, timeout=600)
    if (
        again.returncode != _reference(command)[0]
        or _report(command, again.stdout, work) != (_reference(command)[1])
    ):
        raise _FaultError("false statements", f"the resumed run differs: {again.stderr!r}")
    left = [str(path) for path in work.rglob("*.journal")]
    if left:
        raise _FaultError("torn files", f"left behind: {left}")
    resumed = b"resumed: " in again.stderr
    return "resumed" if resumed else "disturbed" if process.returncode else "done"


def _in_a_bad_place(command: Command, how: Any, blocks: int) -> list[str]:
    """The command line in a shell that spoils something first."""
    line = command.line
    if how == "unwritable folder" and command.out is not None:
        line = [f"/proc/{word}" if word == command.out else word for word in line]
    first = {
        "full disk": f"ulimit -f {blocks}; ",
        "closed standard output": "",
        "deleted folder": 'rm -r "$PWD"; ',
    }.get(how)
    if first is None:
        return line
    closed = " >&-" if how == "closed standard output" else ""
    return ["sh", "-c", f'{first}exec "$@"{closed}', "sh", *line]


def _ended(
    process: subprocess.Popen[bytes], how: Any, moment: float, command: Command
) -> tuple[bytes, bytes]:
    patience = PATIENCE + 60 * command.seconds
    if isinstance(how, signal.Signals):
        try:
            return process.communicate(timeout=moment)
        except subprocess.TimeoutExpired:
            process.send_signal(how)
            patience = PATIENCE
    try:
        return process.communicate(timeout=patience)
    except subprocess.TimeoutExpired:
        process.kill()
        raise _FaultError("hangs", f"no end within {patience:g} s") from None


def _judge_end(command: Command, status: int, out: bytes, err: str, work: Path) -> None:
    """No traceback; status 0 with the whole report only."""
    # Python itself says so of Ctrl-C while it loads our modules, before `main` is there.
    begun = any("cli.py" in line and line.endswith("in main") for line in err.splitlines())
    loading = not begun and not out and err.rstrip().endswith("KeyboardInterrupt") and status != 0
    if status == 70 or ("Traceback" in err and not loading):
        raise _FaultError("internal errors", err)
    if status == 0 and _report(command, out, work) != _reference(command)[1]:
        raise _FaultError("false statements", f"status 0 without the report: {err}")


def _judge_processes(mark: str) -> None:
    end = time.monotonic() + 10
    while left := _marked(mark):
        if time.monotonic() > end:
            for pid in left:
                os.kill(pid, signal.SIGKILL)
            raise _FaultError("hangs", f"processes are left: {left}")
        time.sleep(0.05)


def _marked(mark: str) -> list[int]:
    """The processes that carry a mark in their environment."""
    found, text = [], f"{MARK}={mark}".encode("ascii")
    for place in Path("/proc").glob("[0-9]*/environ"):
        try:
            if text in place.read_bytes().split(b"\0"):
                found.append(int(place.parent.name))
        except OSError:
            continue
    return found


def _judge_files(work: Path) -> None:
    """Each file is absent, old or whole; the hidden ones that were to become it do not count."""
    for path in work.rglob("*"):
        if path.is_dir() or path.suffix in {".tmp", ".journal"}:
            continue
        text = path.read_text("utf-8")
        whole = text == OLD or _is_whole(path.suffix, text)
        if not whole:
            raise _FaultError("torn files", f"{path.name}: …{text[-100:]!r}")


def _is_whole(suffix: str, text: str) -> bool:
    if suffix == ".json":
        try:
            return isinstance(json.loads(text), dict) and text.endswith("}\n")
        except ValueError:
            return False
    return text.endswith("</html>\n") if suffix == ".html" else text.endswith("\n")


def _report(command: Command, out: bytes, work: Path) -> Any:
    """The report without what differs from run to run; None where there is none."""
    if command.out == "report":
        saved = work / "report" / "suite.json"
        pages = sorted(path.name for path in (work / "report").glob("*.html"))
        return (_plain(saved.read_text()), pages) if saved.is_file() else None
    if command.out is not None:
        path = work / command.out
        return _plain(path.read_text("utf-8")) if path.is_file() else None
    return _plain(out.decode("utf-8", "replace"))


def _plain(text: str) -> Any:
    try:
        return _still(json.loads(text))
    except ValueError:
        return text


def _still(data: Any) -> Any:
    if isinstance(data, dict):
        return {key: _still(value) for key, value in data.items() if key not in VARIES}
    return [_still(each) for each in data] if isinstance(data, list) else data


@cache
def _reference(command: Command) -> tuple[int, Any]:
    """Status and report of a run that nobody disturbs."""
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(
            command.line, cwd=folder, capture_output=True, check=False, timeout=600
        )
        return done.returncode, _report(command, done.stdout, Path(folder))
