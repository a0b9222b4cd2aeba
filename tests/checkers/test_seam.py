"""Pieces of work on executors that are slow, disorderly or die: the same results, each once."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future
from pathlib import Path
from random import Random
from typing import Any

import pytest

import dpverify as dv
from dpverify.app.benchmarking import answered, plan, table_of
from dpverify.checkers import seam
from dpverify.checkers.seam import AHEAD, LONELY, YOUNG, Seam, given, here, processes
from dpverify.defs.errors import Undecided
from dpverify.proofs.examine import Options
from dpverify.proofs.suite import Job, run_suite


class Disorderly(Executor):
    """Finishes what it was given in an order that a seed plants; dies at some of its pieces.

    One thread does all the work, the last piece first or at random, so that nothing hangs on time.
    """

    def __init__(self, seed: int, deaths: list[int]) -> None:
        self._random, self._deaths = Random(seed), deaths  # noqa: S311  an order, no secret
        self._waiting: list[tuple[Future[Any], Callable[[], Any]]] = []
        self._news = threading.Condition()
        self._dead = self.closed = False
        self.done = 0
        threading.Thread(target=self._work, daemon=True).start()

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Wait with the others."""
        if self._dead:
            raise BrokenExecutor("it is dead already")
        future: Future[Any] = Future()
        with self._news:
            self._waiting.append((future, lambda: fn(*args, **kwargs)))
            self._news.notify()
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Let the thread end."""
        del wait, cancel_futures
        with self._news:
            self.closed = True
            self._news.notify()

    def _work(self) -> None:
        while True:
            with self._news:
                self._news.wait_for(lambda: self._waiting or self.closed)
                if self.closed:
                    return
                future, work = self._waiting.pop(self._random.randrange(len(self._waiting)))
            if self._deaths and self.done == self._deaths[0]:
                self._deaths.pop(0)
                self._die(future)
                return
            self.done += 1
            try:
                future.set_result(work())
            except Exception as error:  # noqa: BLE001  the work's own
                future.set_exception(error)

    def _die(self, future: Future[Any]) -> None:
        with self._news:
            self._dead = True
            for other, _ in [(future, None), *self._waiting]:
                other.set_exception(BrokenExecutor("planted"))


def disorderly(seed: int, *deaths: int, workers: int = 3) -> Seam:
    """Workers anew after each death; `deaths` is how many pieces each of them lives for."""
    left = list(deaths)
    return Seam(lambda: Disorderly(seed, left), workers)


def square(number: int) -> int:
    return number * number


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("deaths", [(), (0,), (5, 2), (1, 0, 3)])
def test_the_same_results_in_any_order_and_after_any_death(
    seed: int, deaths: tuple[int, ...]
) -> None:
    """In order, and as they come: each piece once."""
    expected = [square(number) for number in range(20)]
    assert [*disorderly(seed, *deaths).ordered(square, range(20))] == expected
    pairs = [*disorderly(seed, *deaths).as_finished(square, range(20))]
    assert sorted((number, future.result()) for number, future in pairs) == [*enumerate(expected)]


def test_workers_that_die_again_and_again_are_no_answer() -> None:
    with pytest.raises(Undecided, match="workers died 3 times at piece 4: planted"):
        list(disorderly(0, 3, 0, 0, workers=1).ordered(square, range(20)))


def killed(_: bytes) -> None:
    """As a process that takes more memory than there is."""
    os._exit(9)


def test_what_nobody_reads_any_more_is_not_waited_for() -> None:
    """A piece is larger than a pipe; up to Python 3.11.4 an executor waits for ever."""
    before = {*threading.enumerate()}
    with pytest.raises(Undecided, match="workers died 3 times at piece 1"):
        list(seam.processes(1).ordered(killed, [bytes(10**6)] * 4))
    for thread in {*threading.enumerate()} - before:
        thread.join(60)
        assert not thread.is_alive()


KILLED = """
import time
from dpverify.checkers.seam import processes

if __name__ == "__main__":
    # Both start, one is done at once and waits for work, the other is in the middle of some.
    for _ in processes(2).ordered(time.sleep, [0, 3600]):
        print("one is idle", flush=True)
"""


def test_workers_end_with_a_parent_that_was_killed(tmp_path: Path) -> None:
    """They hold its standard output open: it ends when the last of them has."""
    script = tmp_path / "killed.py"
    script.write_text(KILLED, encoding="utf-8")
    with subprocess.Popen([sys.executable, script], stdout=subprocess.PIPE, text=True) as started:
        assert started.stdout is not None
        assert started.stdout.readline() == "one is idle\n"
        started.kill()
        assert started.communicate(timeout=60)[0] == ""


def thresholds(_: int) -> tuple[int, int, int]:
    """When this process looks for garbage."""
    return gc.get_threshold()


def test_workers_look_for_garbage_seldom_and_whoever_asks_as_before() -> None:
    """What is set in the processes of the work is not set in that of the user."""
    before = gc.get_threshold()
    (there,) = processes(1).ordered(thresholds, [0])
    assert (there[0], gc.get_threshold()) == (YOUNG, before)


def test_no_more_is_under_way_than_workers_need() -> None:
    """What is finished early and waits for its turn takes the room of what could be under way."""
    begun: list[int] = []

    def noted(number: int) -> int:
        begun.append(number)
        return number

    for count, _ in enumerate(disorderly(1).ordered(noted, range(1000))):
        assert len(begun) <= count + 1 + 3 * AHEAD
        if count == 50:
            break
    assert len(begun) < 70
    begun.clear()
    next(here().ordered(noted, range(5)))
    assert begun == [0]


def test_what_the_work_raises_is_raised() -> None:
    def fails(number: int) -> float:
        return 1 / (number - 3)

    with pytest.raises(ZeroDivisionError):
        list(disorderly(0).ordered(fails, range(5)))
    futures = dict(disorderly(0).as_finished(fails, range(5)))
    assert isinstance(futures.pop(3).exception(), ZeroDivisionError)
    assert [future.result() for _, future in sorted(futures.items())] == [-1 / 3, -0.5, -1, 1]


def test_an_executor_of_the_user_stays_open() -> None:
    mine = Disorderly(0, [])
    assert [*given(mine, 2).ordered(square, range(3))] == [0, 1, 4]
    assert mine.submit(square, 5).result(timeout=60) == 25
    mine.shutdown()


def test_workers_stay_for_several_runs() -> None:
    """One executor for two runs, a second one after a death, all of them shut down at the end."""
    made: list[Disorderly] = []
    deaths = [6]

    def make() -> Executor:
        made.append(Disorderly(0, deaths))
        return made[-1]

    with Seam(make, 2).opened() as workers:
        assert [*workers.ordered(square, range(4))] == [0, 1, 4, 9]
        assert len(made) == 1
        assert [*workers.ordered(square, range(4))] == [0, 1, 4, 9]
        assert len(made) == 2
        assert [*workers.ordered(square, range(4))] == [0, 1, 4, 9]
        assert not made[-1].closed
    assert len(made) == 2
    assert all(one.closed for one in made)


# ---------------------------------------------------------------- tables


def coin(bit: int, rng: Any, count: int) -> Any:
    return rng.random(count) < (0.8 if bit else 0.2)


def test_an_audit_is_the_same_in_any_order() -> None:
    options: dict[str, Any] = {"inputs": [0, 1], "draws": 5000, "to_the_end": True}
    alone = dv.audit(coin, dv.PureDP(eps=1), **options).document
    for seed, deaths in ((0, ()), (1, (7, 0, 3))):
        other = dv.audit(coin, dv.PureDP(eps=1), executor=disorderly(seed, *deaths), **options)
        assert {**other.document, "run": alone["run"]} == alone


@pytest.mark.long
def test_a_suite_is_the_same_in_any_order() -> None:
    """Rows of `prove`, each made by a process below the executor, of which one dies."""
    jobs = [Job("dp.two-forms.pure"), Job("rr.tight-eps")]
    alone = run_suite(jobs, Options())
    other = run_suite(jobs, Options(), executor=disorderly(2, 1))
    for row in (*alone["entries"], *other["entries"]):
        row.pop("seconds")
    assert other == alone


@pytest.mark.long
def test_a_benchmark_is_the_same_in_any_order() -> None:
    question = plan("B39w,B13", n=2, audit=1000)
    forms = [
        dict(answered(question, [0, 1], jobs=1, seconds=300, isolated=False, seam=seam))
        for seam in (None, disorderly(3, 1, 0))
    ]
    alone, other = (table_of(question, form).document() for form in forms)
    for row in (*alone["rows"], *other["rows"]):
        row.pop("seconds")
    assert other["rows"] == alone["rows"]


class Deserted(Executor):
    """Takes work and never does it; says now and then that it has workers."""

    def __init__(self, *answers: bool) -> None:
        self._answers = list(answers)
        self.asked = 0

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """A future that nobody finishes, until workers are back: then all are."""
        del fn, args, kwargs
        self._future: Future[Any] = Future()
        return self._future

    def has_workers(self) -> bool:
        """The next planted answer; after the last one the work is done."""
        self.asked += 1
        answer = self._answers.pop(0)
        if not self._answers:
            self._future.set_result("done")
        return answer


def test_workers_that_do_not_come_back_are_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """As often in a row as `LONELY` says; asked through the hands that lend it, too."""
    monkeypatch.setattr(seam, "PATIENCE", 0.001)
    deserted = Deserted(*[False] * (LONELY + 1))
    with pytest.raises(Undecided, match=r"no workers for 0\.006 seconds"):
        list(given(deserted, 1).ordered(str, [1]))
    assert deserted.asked == LONELY


def test_workers_that_come_back_are(monkeypatch: pytest.MonkeyPatch) -> None:
    """What counts is how long there were none without a break."""
    monkeypatch.setattr(seam, "PATIENCE", 0.001)
    almost = [False] * (LONELY - 1)
    deserted = Deserted(*almost, True, *almost, True)
    assert list(given(deserted, 1).ordered(str, [1])) == ["done"]
