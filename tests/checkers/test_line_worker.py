"""A worker process can hang, die or babble; the caller gets one of two errors, and goes on."""

from __future__ import annotations

import sys
import time

import pytest

from dpverify.checkers.line_worker import LineWorker, WorkerDiedError, WorkerTimeoutError

ECHO = "import sys\nfor line in sys.stdin: print(line, end='', flush=True)"


def python(program: str) -> list[str]:
    """The command that runs a program."""
    return [sys.executable, "-I", "-c", program]


def test_answers_come_in_order() -> None:
    """One process answers several questions."""
    with LineWorker(python(ECHO)) as worker:
        assert [worker.ask({"n": n}, seconds=20) for n in range(3)] == [{"n": n} for n in range(3)]


@pytest.mark.parametrize(
    "program",
    [
        "pass",
        "import os; os.kill(os.getpid(), 11)",
        "print('garbage', flush=True); input()",
        "print('[1]', flush=True); input()",
        "import sys; sys.stdout.write('x' * 5_000_000); sys.stdout.flush(); input()",
        "print('[' * 100_000, flush=True); input()",
    ],
    ids=["ends", "crashes", "garbage", "no object", "endless", "deep"],
)
def test_what_is_no_answer_is_an_error(program: str) -> None:
    """A dead or babbling process gives WorkerDiedError."""
    with LineWorker(python(program)) as worker, pytest.raises(WorkerDiedError):
        worker.ask({}, seconds=20)


@pytest.mark.parametrize("size", [1, 1_000_000], ids=["answers never", "reads never"])
def test_a_hanging_process_is_killed(size: int) -> None:
    """The limit holds also where the process does not even read a long question."""
    start = time.monotonic()
    sleeps = python("import time; time.sleep(600)")
    with LineWorker(sleeps) as worker, pytest.raises(WorkerTimeoutError):
        worker.ask({"text": "x" * size}, seconds=0.3)
    assert time.monotonic() - start < 300  # of 600: a slow machine is no failure


def test_the_next_question_starts_a_new_process() -> None:
    """A death costs one question."""
    dies = "import sys\nfor line in sys.stdin:\n  '1' in line and exit()\n  print(line, flush=True)"
    with LineWorker(python(dies)) as worker:
        with pytest.raises(WorkerDiedError):
            worker.ask({"n": 1}, seconds=20)
        assert worker.ask({"n": 2}, seconds=20) == {"n": 2}
