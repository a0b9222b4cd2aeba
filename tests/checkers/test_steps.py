"""Works that are done in step: which step comes when, what they return, and how long each took."""

from __future__ import annotations

import pytest

from dpverify.checkers import steps
from dpverify.checkers.steps import Steps, Stopwatch, alone, in_step


def task(name: str, count: int, said: list[str]) -> Steps[str]:
    """Yields so many times, and says when it works."""
    for step in range(count):
        said.append(f"{name}{step}")
        yield
    said.append(f"{name} ends")
    return name.upper()


def test_each_takes_a_step_before_any_takes_the_next() -> None:
    """One that ends earlier, or at once, is not waited for; results stand in the order of tasks."""
    said: list[str] = []
    tasks = [task("a", 1, said), task("b", 2, said), task("c", 0, said)]
    assert in_step(tasks) == ["A", "B", "C"]
    assert said == ["a0", "b0", "c ends", "a ends", "b1", "b ends"]
    assert in_step([]) == []


def test_one_task_alone_takes_all_its_steps() -> None:
    said: list[str] = []
    assert alone(task("a", 2, said)) == "A"
    assert said == ["a0", "a1", "a ends"]


def test_what_a_task_raises_is_raised() -> None:
    """In the step in which it does; the others take no further one."""

    def failing() -> Steps[str]:
        yield
        raise ValueError("planted")

    said: list[str] = []
    with pytest.raises(ValueError, match="planted"):
        in_step([task("a", 3, said), failing(), task("b", 3, said)])
    assert said == ["a0", "b0", "a1"]


def test_the_time_of_the_others_is_not_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """By a clock that planted tasks move: each counts its own 3 and 5 s, begun at second 100."""
    now = 100.0
    monkeypatch.setattr(steps, "monotonic", lambda: now)

    def timed(seconds: float) -> Steps[float]:
        nonlocal now
        watch = Stopwatch(now)
        now += seconds
        watch.pause()
        yield
        watch.go_on()
        now += seconds
        return watch.seconds()

    assert in_step([timed(1.5), timed(2.5)]) == [3.0, 5.0]
    assert now == 108.0
