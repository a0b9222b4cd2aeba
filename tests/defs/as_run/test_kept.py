"""What real code keeps from one try of a loop to the next, where no variable of its own tells it.

Each of these loops gives up after some tries, and says so: an output that is more likely on one
input than on the other with every try. Taken for a loop that only tries again, 1.4774 would be its
ε on the inputs 0 and 1; it is 4.4561 where five tries are made (`GIVEN_UP`).

Hand calculation: a try fails with probability (1 + e⁻⁴)/2 on 0, and (e⁻¹ + e⁻³)/2 on 1.
"""

from __future__ import annotations

import random
from array import array
from collections.abc import Callable
from functools import lru_cache
from queue import SimpleQueue
from typing import Any

import numpy as np
import pytest

from dpverify.checkers.decide import measure
from dpverify.defs.as_run import as_run
from dpverify.defs.clock import no_clock
from dpverify.defs.numbers import exp, ln

RNG = np.random.default_rng()
GIVEN_UP = ln(((1 + exp(-4)) / (exp(-1) + exp(-3))) ** 5)


def bounded(value: float, more: Callable[[], bool]) -> Any:
    """A try after the other, as long as something lets it."""
    while True:
        noisy = value + RNG.laplace(0, 1.0)
        if 0 <= noisy <= 4:
            return noisy
        if more():
            return 9.0


def by_a_list_around(value: float) -> Any:
    tries = [0]

    def inside() -> Any:
        while True:
            noisy = value + RNG.laplace(0, 1.0)
            if 0 <= noisy <= 4:
                return noisy
            tries[0] += 1
            if tries[0] > 4:
                return 9.0

    return inside()


class Above:
    number = 0

    @classmethod
    def begin(cls) -> None:
        Above.number = 0

    @classmethod
    def more(cls) -> bool:
        Above.number += 1
        return Above.number > 4


class Below(Above):
    pass


def by_a_class_above(value: float) -> Any:
    Below.begin()
    while True:
        noisy = value + RNG.laplace(0, 1.0)
        if 0 <= noisy <= 4:
            return noisy
        if Below.more():
            return 9.0


class Numbers(np.ndarray[Any, Any]):
    pass


def counted_by(holder: Any) -> Callable[[], bool]:
    """What lets a loop go on four times, and counts in an attribute of an object."""
    holder.tries = 0

    def more() -> bool:
        holder.tries += 1
        return bool(holder.tries > 4)

    return more


def by_an_attribute_of_an_array(value: float) -> Any:
    return bounded(value, counted_by(np.zeros(1).view(Numbers)))


def by_a_record_of_objects(value: float) -> Any:
    record = np.zeros(1, dtype=[("tries", object)])
    record["tries"][0] = []

    def more() -> bool:
        record["tries"][0].append(1)
        return len(record["tries"][0]) > 4

    return bounded(value, more)


class Integers(array):  # type: ignore[type-arg]  # it takes none when it runs
    pass


class Waiting(SimpleQueue):  # type: ignore[type-arg]
    pass


def by_an_array_of_integers(value: float) -> Any:
    numbers = Integers("i", [0])

    def more() -> bool:
        numbers[0] += 1
        return bool(numbers[0] > 4)

    return bounded(value, more)


def by_a_queue(value: float) -> Any:
    waiting = Waiting()

    def more() -> bool:
        waiting.put(1)
        return waiting.qsize() > 4

    return bounded(value, more)


@lru_cache(None)
def itself(k: int) -> int:
    return k


def by_a_cache(value: float) -> Any:
    itself.cache_clear()

    def more() -> bool:
        itself(itself.cache_info().currsize)
        return itself.cache_info().currsize > 4

    return bounded(value, more)


def by_a_name_in_a_text(value: float) -> Any:
    while True:
        noisy = value + RNG.laplace(0, 1.0)
        tries = locals().get("tries", 0) + 1
        if 0 <= noisy <= 4:
            return noisy
        if tries > 4:
            return 9.0


class Own(np.random.RandomState):
    tries = 0


OWN = Own()


def by_an_attribute_of_a_generator(value: float) -> Any:
    return bounded(value, counted_by(OWN))


def by_a_seeded_generator(value: float) -> Any:
    table = np.random.default_rng(5)
    return bounded(value, lambda: table.random() < 0.1)


def by_a_seeded_generator_of_python(value: float) -> Any:
    table = random.Random(5)
    return bounded(value, lambda: table.random() < 0.1)


def by_the_seeded_generator_of_numpy(value: float) -> Any:
    np.random.seed(5)
    return bounded(value, lambda: bool(np.random.random() < 0.1))


def by_the_seeded_generator_of_python(value: float) -> Any:
    random.seed(5)
    return bounded(value, lambda: random.random() < 0.1)


def by_the_length_of_what_it_drew(value: float) -> Any:
    count = 1
    while True:
        noisy = value + RNG.laplace(0, 1.0, count)
        if 0 <= noisy[0] <= 4:
            return noisy[0]
        count += 1
        if len(noisy) > 4:
            return 9.0


def by_the_size_of_what_it_drew(value: float) -> Any:
    count = 1
    while True:
        noisy = value + RNG.laplace(0, 1.0, size=count)
        if 0 <= noisy[0] <= 4:
            return noisy[0]
        count += 1
        if noisy.size > 4:
            return 9.0


def by_how_many_were_too_large(value: float) -> Any:
    count = 1
    while True:
        noisy = value + RNG.laplace(0, 1.0, size=count)
        if 0 <= noisy[0] <= 4:
            return noisy[0]
        count += 1
        if np.sum(noisy > 4) > 3:
            return 9.0


def rounds(function: Callable[..., Any]) -> int:
    program: Any = as_run(function, inputs=[0, 1], types=False).idealised()
    found: int = program.retried(no_clock).rounds
    return found


@pytest.mark.parametrize(
    "function",
    [by_a_list_around, by_a_class_above, by_an_attribute_of_an_array, by_a_record_of_objects,
     by_an_array_of_integers, by_a_queue, by_a_cache, by_a_name_in_a_text,
     by_an_attribute_of_a_generator, by_a_seeded_generator, by_a_seeded_generator_of_python,
     by_the_seeded_generator_of_numpy, by_the_seeded_generator_of_python,
     by_the_length_of_what_it_drew, by_the_size_of_what_it_drew, by_how_many_were_too_large],
)  # fmt: skip
def test_what_counts_its_tries_elsewhere_is_another_program(function: Callable[..., Any]) -> None:
    assert rounds(function) == 0


def test_a_loop_that_gives_up_has_the_loss_of_giving_up() -> None:
    measured = measure(as_run(by_a_list_around, inputs=[0, 1], types=False), "pure-dp")
    assert measured.tight["eps"] == GIVEN_UP


# ---------------------------------------------------------------- what is followed all the same


@lru_cache(None)
def high(k: int) -> int:
    return k + 4


def within_a_cached_number(value: float) -> Any:
    while True:
        noisy = value + RNG.laplace(0, 1.0)
        if 0 <= noisy <= high(0):
            return noisy


def within_a_number_around(value: float) -> Any:
    ends = [0, 4]
    source = np.random.default_rng()

    def inside() -> Any:
        while True:
            noisy = value + source.laplace(0, 1.0)
            if ends[0] <= noisy <= ends[1]:
                return noisy

    return inside()


@pytest.mark.parametrize("function", [within_a_cached_number, within_a_number_around])
def test_what_stays_the_same_is_kept_without_harm(function: Callable[..., Any]) -> None:
    assert rounds(function) == 1


def test_that_libraries_keep_nothing_is_said() -> None:
    """A setting that tries change (`np.set_printoptions`) would count them, and is not seen."""
    measured = measure(as_run(within_a_number_around, inputs=[0, 1], types=False), "pure-dp")
    (said,) = [text for text in measured.assumptions if "draws again" in text]
    assert "libraries keep nothing from one try to the next" in said
