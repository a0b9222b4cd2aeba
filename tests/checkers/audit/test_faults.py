"""Ways in which a true claim might be refuted, or a false one stay unseen, by what samples are."""

from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest

import dpverify as dv
from dpverify.checkers.audit.outputs import outputs_of
from dpverify.checkers.audit.repeats import Beginnings, mark_of
from dpverify.checkers.audit.samplers import Command, Function
from dpverify.checkers.audit.seeding import seed_of
from dpverify.defs.errors import ProgramError


def rare_and_repeated(bit: int, count: int) -> Any:
    """One output of a hundred, by a seed of its own: the two inputs have the same law.

    Of the first 1600 outputs 5 are true by the seed 101, and 27 by the seed 195.
    """
    return np.random.default_rng(195 if bit else 101).random(count) < 0.01


def test_a_rare_event_that_repeats_is_refused() -> None:
    """Few outputs of a batch differ from the others; they too tell that it is the same.

    Counted fifty times, these batches refuted ε = 1/2, though both inputs have the same law.
    """
    assert [int(rare_and_repeated(bit, 1600).sum()) for bit in (0, 1)] == [5, 27]
    with pytest.raises(ProgramError, match="the same outputs in two batches"):
        dv.audit(rare_and_repeated, dv.PureDP(eps="1/2"), inputs=[0, 1], draws=100_000)


def test_events_of_one_output_a_batch_repeat_too_often() -> None:
    """A single true output of 1600 may stand at the same place again, but not in all batches."""

    def repeated(bit: int, count: int) -> Any:
        truths = np.zeros(count, dtype=bool)
        truths[100] = bit == 1
        return truths

    with pytest.raises(ProgramError, match=r"the same outputs in \d+ batches of input 1"):
        dv.audit(repeated, dv.PureDP(eps="1/2"), inputs=[0, 1], draws=100_000, to_the_end=True)


def test_chance_repeats_are_allowed() -> None:
    """Constants repeat; so do rare events, at the same of 1000 places, in some of 3000 batches."""
    beginnings, rng = Beginnings(), np.random.default_rng(1)
    for _ in range(3000):
        truths = np.zeros(1000, dtype=bool)
        truths[rng.integers(1000)] = True
        constant = mark_of(outputs_of(np.zeros(1000)))
        beginnings.note({"rare": mark_of(outputs_of(truths)), "constant": constant})


@pytest.mark.long
def test_seeds_of_commands_differ() -> None:
    """31 bits at random would be the same for some of 100,000 batches."""
    last = {seed_of(0, 1, batch, 0) % 2**31 for batch in range(100_000)}
    assert len(last | {seed_of(0, 0, part, 0) % 2**31 for part in range(8)}) == 100_008
    echo = Command(("sh", "-c", "echo {seed}; : {input} {count}"))
    assert echo.draw(0, seed_of(0, 1, 7, 0), 1)[0] == seed_of(0, 1, 7, 0) % 2**31


@pytest.mark.parametrize("columns", [1, 2])
def test_nan_is_an_output_of_its_own(columns: int) -> None:
    """With probability 0.6 on one input and 0.1 on the other: ε ≥ ln 6 by that alone."""

    def strange(bit: int, rng: np.random.Generator, count: int) -> Any:
        outputs = rng.random((count, columns))
        outputs[rng.random(count) < (0.6 if bit else 0.1), -1] = np.nan
        return outputs if columns == 2 else outputs[:, 0]

    found = dv.audit(strange, dv.PureDP(eps=1), inputs=[0, 1], draws=5000)
    assert found.fails
    assert found.lower_bound < np.log(6)
    listed = [float("nan"), 1, 10**400]
    outputs = outputs_of(listed)
    assert [int(outputs.has(word).sum()) for word in outputs.words] == [1, 1, 1]


def coin(_: int) -> bool:
    return random.random() < 0.5 and np.random.random() < 0.5


def test_the_generators_of_the_caller_are_as_they_were() -> None:
    """What the caller draws afterwards is not determined by the audit's seed."""
    random.seed(1)
    np.random.seed(1)
    expected = random.random(), float(np.random.random())
    random.seed(1)
    np.random.seed(1)
    dv.audit(coin, dv.PureDP(eps=1), inputs=[0, 1], draws=1000)
    assert (random.random(), float(np.random.random())) == expected


@pytest.mark.parametrize("workers", [1, 4])
def test_threads_do_not_share_seeds(workers: int) -> None:
    """Functions that draw from the global generators are called by one thread at a time."""
    options: dict[str, Any] = {"inputs": [0, 1], "draws": 5000, "to_the_end": True}
    alone = dv.audit(coin, dv.PureDP(eps=1), **options).document["tests"]
    with ThreadPoolExecutor(workers) as threads:
        assert (
            dv.audit(coin, dv.PureDP(eps=1), executor=threads, **options).document["tests"] == alone
        )


def test_the_global_generators_are_apart() -> None:
    """Both are Mersenne twisters: from the same words they would draw the same numbers."""
    pairs = Function(lambda _: (random.random(), float(np.random.random()))).draw(0, 2**40 + 5, 100)
    assert all(one != other for one, other in pairs)
