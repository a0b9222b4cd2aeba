"""A program that tosses coins of its own is refused, each time."""

from __future__ import annotations

import random
import secrets
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest

from dpverify.defs.errors import ProgramError
from dpverify.defs.programs.elsewhere import no_other_coins, refuse_threads


def differs(toss: Callable[[], object]) -> None:
    """A run that tosses, and is refused because it differs from another."""
    toss()
    raise ProgramError("differs")


def test_the_global_generators_are_watched() -> None:
    """Draws and seeds, whatever the numbers; also where the run failed for that reason."""
    tosses: dict[str, tuple[Callable[[], object], ...]] = {
        "Python's random": (random.random, random.seed, lambda: random.gauss(0, 1)),
        "numpy.random": (np.random.rand, np.random.standard_normal),
        "the system's randomness": (np.random.seed, np.random.default_rng, secrets.token_hex),
    }
    for generator, ways in tosses.items():
        for toss in ways:
            with (
                pytest.raises(ProgramError, match=f"toss draws from {generator}"),
                no_other_coins("toss"),
            ):
                toss()
            with (
                pytest.raises(ProgramError, match=f"toss draws from {generator}"),
                no_other_coins("toss"),
            ):
                differs(toss)


def test_nothing_else_is_refused() -> None:
    """A generator of one's own with a seed is a table; other errors stay what they are."""
    with no_other_coins("table"):
        first, second = random.Random(1), random.Random(1)  # noqa: S311  what is asked about
        assert first.random() == second.random()
        assert np.random.default_rng(1).random() == np.random.default_rng(1).random()
    with pytest.raises(ProgramError, match="differs"), no_other_coins("table"):
        raise ProgramError("differs")
    with pytest.raises(ValueError, match="other"), no_other_coins("table"):
        raise ValueError("other")


WITHOUT_A_MODULE: dict[str, object] = {}
exec("def body(event):\n    event.wait(60)\n", WITHOUT_A_MODULE)  # noqa: S102  # as pages are run


class Waiting(threading.Thread):
    """A thread without a target, as pools of processes have."""

    def __init__(self, event: threading.Event) -> None:
        super().__init__(daemon=True)
        self.event = event

    def run(self) -> None:
        self.event.wait(60)


def test_threads_of_a_program_without_a_module() -> None:
    """Its own thread is one that runs its function; one of a pool is nobody's."""
    done = threading.Event()
    waiting = Waiting(done)
    waiting.start()
    try:
        refuse_threads("pool", frozenset({""}))
        target: Any = WITHOUT_A_MODULE["body"]
        mine = threading.Thread(target=target, args=(done,), daemon=True)
        mine.start()
        with pytest.raises(ProgramError, match="mine has a thread that runs"):
            refuse_threads("mine", frozenset({""}))
    finally:
        done.set()
        waiting.join()
    mine.join()
    refuse_threads("mine", frozenset({""}))


OF_ONE_MODULE: dict[str, Any] = {"__name__": "of_one_module"}
exec("def within(block, body):\n    with block:\n        body()\n", OF_ONE_MODULE)  # noqa: S102  # as above


def test_programs_of_one_module_are_examined_one_after_the_other() -> None:
    """What another thread examines runs the module's functions, and is through when its turn is."""
    within = OF_ONE_MODULE["within"]
    entered, leave = threading.Event(), threading.Event()

    def stay() -> None:
        entered.set()
        leave.wait(60)

    with ThreadPoolExecutor(2) as pool:
        first = pool.submit(within, no_other_coins("first", within), stay)
        assert entered.wait(60)
        second = pool.submit(lambda: within(no_other_coins("second", within), int))
        try:
            with pytest.raises(TimeoutError):
                second.result(0.2)
        finally:
            leave.set()
        first.result(60)
        second.result(60)
