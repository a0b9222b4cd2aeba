"""Questions that crash, hang or fill memory cost themselves alone; a crash is tried again once."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from dpverify.checkers.worker_pool import Lost, answers

SERVES = """
import os, sys, time
from pathlib import Path
from dpverify.checkers.line_worker import serve

def answer(question):
    match question:
        case {"crash": number}:
            os.kill(os.getpid(), number)
        case {"end": status}:
            os._exit(status)
        case {"once": place}:
            if not Path(place).exists():
                Path(place).touch()
                os.abort()
        case {"sleep": seconds}:
            time.sleep(seconds)
        case {"memory": _}:
            raise MemoryError
        case {"aborts": words}:
            os.write(2, words.encode())
            os.abort()
        case {"says": words}:
            print(words)
    return question

serve(answer)
"""


def outcomes(*questions: Any, workers: int = 2, seconds: float | None = 60) -> list[Any]:
    command = [sys.executable, "-c", SERVES]
    found = dict(answers(command, questions, workers=workers, seconds=seconds))
    return [found[number] for number in range(len(questions))]


@pytest.mark.parametrize("workers", [1, 3])
def test_a_crash_costs_its_own_question(workers: int) -> None:
    """The others are answered, whichever worker has them."""
    questions: list[Any] = [{"n": n} for n in range(5)]
    questions[2] = {"crash": 11}
    found = outcomes(*questions, workers=workers)
    assert found[:2] + found[3:] == questions[:2] + questions[3:]
    assert found[2].code == "crash"
    assert "SIGSEGV" in found[2].text
    assert "2 processes" in found[2].text


def test_a_crash_is_tried_again_once(tmp_path: Path) -> None:
    question = {"once": str(tmp_path / "crashed")}
    assert outcomes(question) == [question]


def test_an_end_with_status_0_is_no_answer() -> None:
    (found,) = outcomes({"end": 0})
    assert (found.code, "status 0" in found.text) == ("crash", True)


def test_a_hang_is_killed_at_its_own_limit() -> None:
    found = outcomes({"sleep": 600}, {"n": 1}, seconds=3)
    assert found == [Lost("time", "killed at the time limit of 3 s"), {"n": 1}]


@pytest.mark.parametrize(
    "question", [{"memory": 1}, {"aborts": "GNU MP: Cannot allocate memory (size=8)"}]
)
def test_memory_that_runs_out_is_no_crash(question: dict[str, Any]) -> None:
    """Libraries in C say so and abort; it is not tried again."""
    (found,) = outcomes(question)
    assert found.code == "memory"


def test_what_is_printed_is_no_answer() -> None:
    question = {"says": '{"a": 1}'}
    assert outcomes(question) == [question]
