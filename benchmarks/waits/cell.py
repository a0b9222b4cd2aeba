"""One cell of the table, measured in a process of its own that can be given up."""

from __future__ import annotations

import contextlib
import importlib.util
import io
import json
import math
import os
import resource
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

from benchmarks.waits.row import Cost, Row

ROOT = Path(__file__).parents[2]
MISSING = " is not installed"
BUSY = 6.0
"""On a busy machine so many seconds may pass for one of the processor."""
RUNS, SECONDS, LONG = 5, 0.3, 2.0
"""An action is run up to RUNS times, twice at least, and then until SECONDS are spent; the least
run counts. What takes longer than LONG is run once."""


@dataclass(frozen=True)
class Cell:
    """Seconds of ours and of the limit, MiB at the peak of ours, and what ended or limited it.

    `said` is empty where the question was answered: "unknown", "refused", "more than 90 s", …
    """

    seconds: float | None = None
    limit: float | None = None
    mib: float | None = None
    said: str = ""

    @property
    def missing(self) -> bool:
        """Whether what it needs was not installed, so that another time may tell more."""
        return self.said.endswith(MISSING)

    @property
    def ratio(self) -> float | None:
        """How often the limit fits into ours; None where either was not measured."""
        if self.seconds is None or self.limit is None:
            return None
        return self.seconds / max(self.limit, 1e-6)


def measured(row: Row, n: int) -> Cell:
    """The cell, measured in this process, with the row's patience; its children have as much."""
    soft = int(process_time() + row.patience) + 1
    resource.setrlimit(resource.RLIMIT_CPU, (soft, soft + 5))
    if row.needs != "numba":  # so that a run on a machine that has it is like one without
        sys.modules["numba"] = None  # type: ignore[assignment]  # as `import` has it for "none"
    work = row.work(n)
    ours = _least(work.ours, clock=row.clock)
    limit = _least(work.limit, clock=row.clock)
    return Cell(ours.seconds, limit.seconds * work.times, ours.mib, ours.said)


def apart(row: Row, n: int) -> Cell:
    """The cell, measured in a process of its own, which is ended when the patience is.

    Patience is of the processor, and six times as long by the clock, which a very busy machine may
    take for less: the words say which of both it was.
    """
    if row.needs and importlib.util.find_spec(row.needs) is None:
        return Cell(said=f"{row.needs}{MISSING}")
    words = [sys.executable, "-m", "benchmarks", "--cell", row.name, str(n)]
    # A folder of its own for the files that it writes, and a session of its own, so that what it
    # has started ends with it.
    with tempfile.TemporaryDirectory(prefix="dpverify-bench-") as folder, subprocess.Popen(  # noqa: S603  our own
        words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=ROOT,
        env=compiled() | {"TMPDIR": folder}, start_new_session=True,
    ) as process:  # fmt: skip
        try:
            out, errors = process.communicate(timeout=BUSY * row.patience)
        except subprocess.TimeoutExpired:
            return Cell(said=f"given up, {BUSY * row.patience:.0f} s by the clock")
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
    if process.returncode == -signal.SIGXCPU:
        return Cell(said=f"more than {row.patience:.0f} s")
    if process.returncode != 0 or not out.strip():
        last = ["", *errors.strip().splitlines()][-1]
        return Cell(said=f"failed: {last[:120]}")
    return Cell(**json.loads(out.splitlines()[-1]))


def printed(cell: Cell) -> str:
    """The line by which the process of a cell hands it over."""
    return json.dumps(asdict(cell))


def compiled() -> dict[str, str]:
    """The environment of a process that finds and leaves bytecode, whatever ours says."""
    kept = {key: text for key, text in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    return kept | {"PYTHONPYCACHEPREFIX": str(ROOT / "build" / "bytecode")}


def command(words: list[str], *, answers: tuple[int, ...] = (0, 1)) -> Callable[[], Cost]:
    """An action that runs a command of Python: its processor seconds, peak and status.

    It is started by a small process, since a child begins with the peak of what started it.
    """
    code = (
        "import json, resource, subprocess, sys; "
        "run = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL); "
        "used = resource.getrusage(resource.RUSAGE_CHILDREN); "
        "print(json.dumps([run.returncode, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024]))"
    )

    def action() -> Cost:
        run = subprocess.run(  # noqa: S603  our own command
            [sys.executable, "-I", "-S", "-c", code, sys.executable, *words],
            env=compiled(), cwd=ROOT, capture_output=True, text=True, check=True,
        )  # fmt: skip
        status, seconds, mib = json.loads(run.stdout)
        said = ENDS.get(status, f"status {status}")
        return Cost(seconds, mib, "" if status in answers else said)

    return action


ENDS = {2: "refused", 3: "unknown", -signal.SIGXCPU: "given up"}
"""What the exit status of a command says where it is not an answer."""


def dpverify(*words: str) -> list[str]:
    """The command line of the product, for `command`."""
    return ["-m", "dpverify", *words]


def _spent() -> float:
    """Processor seconds of this process and of those that it waited for."""
    times = os.times()
    return process_time() + times.children_user + times.children_system


def _least(action: Callable[[], Any], *, clock: bool) -> Cost:
    now = perf_counter if clock else _spent
    best, spent = Cost(math.inf, 0.0), 0.0
    for repetition in range(RUNS):
        start = now()
        with contextlib.redirect_stdout(io.StringIO()):
            answer = _answer(action)
        seconds = now() - start
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        cost = answer if isinstance(answer, Cost) else Cost(seconds, peak, undecided(answer))
        best = min(best, cost, key=lambda one: one.seconds)
        spent += seconds
        # The first run also loads what it needs, so that it is not the only one unless it is long.
        if spent > LONG or (spent > SECONDS and repetition > 0):
            break
    return best


def _answer(action: Callable[[], Any]) -> Any:
    """What the action returns, or what the product raises where it decides or takes nothing."""
    from dpverify.defs.errors import InputError, Undecided

    try:
        return action()
    except (InputError, Undecided) as error:
        return error


def undecided(answer: object) -> str:
    """What an answer says that decides nothing; empty for others.

    >>> from dpverify.defs.errors import DomainError, Undecided
    >>> undecided(Undecided("time", "too long")), undecided(DomainError("no")), undecided(1)
    ('unknown', 'refused', '')
    """
    from dpverify.defs.errors import Undecided

    if isinstance(answer, Undecided) or getattr(answer, "unknown", False) is True:
        return "unknown"
    return "refused" if isinstance(answer, Exception) else ""
