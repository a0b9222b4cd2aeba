"""Real code that draws again until a value fits: one try is followed where that is the same law.

Hand calculation: Laplace noise of scale 1 around x, kept in [0, 4], has the density
e^(−|y − x|)/(2·Z(x)) with Z(1) = 1 − (e⁻¹ + e⁻³)/2 and Z(2) = 1 − e⁻². At 0 the inputs 1 and 2
differ by the factor e·Z(2)/Z(1), and nowhere by more.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from dpverify.checkers.decide import measure
from dpverify.defs.as_run import as_run
from dpverify.defs.as_run.tries import alike
from dpverify.defs.clock import no_clock
from dpverify.defs.documents.shift import Shift
from dpverify.defs.documents.traced import AGAIN, Form, Noise, Path
from dpverify.defs.numbers import exp, ln, parse

E1, E2 = exp(-1), exp(-2)
BOUNDED = ln(exp(1) * (1 - E2) / (1 - (E1 + exp(-3)) / parse("2")))
RNG = np.random.default_rng()


def tried(value: float) -> Any:
    while True:
        noisy = value + RNG.laplace(0, 1.0)
        if 0 <= noisy <= 4:
            return noisy


def in_growing_rounds(value: float) -> Any:
    count = 1
    while True:
        noisy = value + RNG.laplace(0, 1.0, count)
        fits = (noisy >= 0) & (noisy <= 4)
        if fits.any():
            return noisy[np.argmax(fits)]
        count = min(100_000, 2 * count)


def sampler(one: Any, two: Any, three: Any, four: Any) -> Any:
    return np.log(1 - one) * np.cos(np.pi * two) + np.log(1 - three) * np.cos(np.pi * four)


def from_uniforms(value: float) -> Any:
    samples = 1
    source = random.SystemRandom()
    while True:
        try:
            given: Any = source.random(4 * samples)  # type: ignore[call-arg]  # as libraries do
        except TypeError:
            given = [source.random() for _ in range(4 * samples)]
        noisy = value + sampler(*np.array(given).reshape(4, -1))
        if ((noisy >= 0) & (noisy <= 4)).any():
            return noisy[np.argmax((noisy >= 0) & (noisy <= 4))]
        samples = min(100_000, samples * 2)


def retried(function: Callable[..., Any]) -> Any:
    program: Any = as_run(function, inputs=[1, 2], types=False).idealised()
    return program.retried(no_clock)


@pytest.mark.parametrize(
    "function",
    [
        tried,
        pytest.param(in_growing_rounds, marks=pytest.mark.long),
        pytest.param(from_uniforms, marks=pytest.mark.long),
    ],
)
def test_a_try_conditioned_on_its_end(function: Callable[..., Any]) -> None:
    measured = measure(as_run(function, inputs=[1, 2], types=False), "pure-dp")
    assert measured.tight["eps"] == BOUNDED
    (said,) = [text for text in measured.assumptions if "draws again" in text]
    assert f"the loop of {function.__name__}" in said


def which_end(value: float) -> str:
    while True:
        noisy = value + RNG.laplace(0, 1.0)
        if noisy > 2:
            return "high"
        if noisy < -2:
            return "low"


def test_words_of_a_try_conditioned_on_its_end() -> None:
    """Of inputs 0 and 1, e⁻²/2 twice against e⁻¹/2 and e⁻³/2: low has ½ and 1/(1 + e²)."""
    measured = measure(as_run(which_end, inputs=[0, 1], types=False), "pure-dp")
    assert measured.tight["eps"] == ln((1 + exp(2)) / parse("2"))


# ---------------------------------------------------------------- what is not followed as such


def with_an_end(value: float) -> Any:
    for _ in range(100):
        noisy = value + RNG.laplace(0, 1.0)
        if 0 <= noisy <= 4:
            return noisy
    return None


def counted(value: float) -> Any:
    tries = 0
    while True:
        noisy = value + RNG.laplace(0, 1.0)
        tries += 1
        if 0 <= noisy <= 4 or tries > 100:
            return noisy


def said_how_often(value: float) -> Any:
    tries = 0
    while True:
        noisy = value + RNG.laplace(0, 1.0)
        tries = tries + 1
        if 0 <= noisy <= 4:
            return noisy, tries


def with_wider_noise(value: float) -> Any:
    count = 1
    while True:
        noisy = value + RNG.laplace(0, count)
        count = min(2, count + 1)
        if 0 <= noisy <= 4:
            return noisy


def with_wider_noise_later(value: float) -> Any:
    count = 1
    while True:
        noisy = value + RNG.laplace(0, 1 + count // 8)
        count = count + 1
        if 0 <= noisy <= 4:
            return noisy


def the_largest(value: float) -> Any:
    count = 1
    while True:
        noisy = value + RNG.laplace(0, 1.0, count)
        if noisy.max() >= 0:
            return noisy.max()
        count = min(100_000, 2 * count)


def kept_noise(value: float) -> Any:
    last = value
    while True:
        noisy = last + RNG.laplace(0, 1.0)
        if 0 <= noisy <= 4:
            return noisy
        last = noisy


class Counter:
    number = 0

    def __init__(self) -> None:
        self.own = 0

    def more(self) -> bool:
        self.own += 1
        return self.own > 100


COUNTER = Counter()
LIST: list[int] = []


def counts_in_an_object(value: float) -> Any:
    while True:
        noisy = value + RNG.laplace(0, 1.0)
        if 0 <= noisy <= 4 or COUNTER.more():
            return noisy


def of_the_class() -> bool:
    Counter.number += 1
    return Counter.number > 100


def counts_in_a_class(value: float) -> Any:
    while True:
        noisy = value + RNG.laplace(0, 1.0)
        if 0 <= noisy <= 4 or of_the_class():
            return noisy


def counts_in_a_list(value: float) -> Any:
    while True:
        noisy = value + RNG.laplace(0, 1.0)
        LIST.append(1)
        if 0 <= noisy <= 4 or len(LIST) % 101 == 100:
            return noisy


def counts_in_a_closure(value: float) -> Any:
    number = 0

    def more() -> bool:
        nonlocal number
        number += 1
        return number > 100

    return with_a_condition(value, more)


def with_a_condition(value: float, more: Callable[[], bool]) -> Any:
    while True:
        noisy = value + RNG.laplace(0, 1.0)
        if 0 <= noisy <= 4 or more():
            return noisy


def counts_by_an_iterator(value: float) -> Any:
    left = iter(range(100))
    while True:
        noisy = value + RNG.laplace(0, 1.0)
        if 0 <= noisy <= 4 or next(left, None) is None:
            return noisy


@pytest.mark.parametrize(
    "function",
    [with_an_end, counted, said_how_often, with_wider_noise, with_wider_noise_later, the_largest,
     kept_noise, counts_in_an_object, counts_in_a_class, counts_in_a_list, counts_in_a_closure,
     counts_by_an_iterator],
)  # fmt: skip
def test_what_knows_how_often_it_tried_is_another_program(function: Callable[..., Any]) -> None:
    assert retried(function).rounds == 0


def test_the_loops_above_would_be_followed_without_what_they_count() -> None:
    assert retried(tried).rounds == 1


# ---------------------------------------------------------------- rounds made of the first one

NOISE = Noise("laplace", Fraction(1))


def form(number: int, shift: int = 0, factor: int = 1) -> Form:
    return Form(((number, Fraction(factor)),), Shift(Fraction(shift)))


def kept(number: int) -> Path:
    return Path((form(number),), (form(number),))


def fails(*numbers: int) -> Path:
    return Path(tuple(form(number, factor=-1) for number in numbers))


ONE = {"•": [kept(0)], AGAIN: [fails(0)]}


def rounds(*paths: tuple[str, Path]) -> bool:
    more: dict[str, list[Path]] = {}
    for word, path in paths:
        more.setdefault(word, []).append(path)
    return alike([NOISE], ONE, [NOISE] * 4, more)


def test_of_two_at_once_the_first_that_fits() -> None:
    second = Path((form(1, factor=-1), form(2)), (form(2),))
    both = Path((form(1), form(2)), (form(1),))
    alone = Path((form(1), form(2, factor=-1)), (form(1),))
    assert rounds(("•", second), ("•", both), ("•", alone), (AGAIN, fails(1, 2)))


@pytest.mark.parametrize(
    "path",
    [
        Path((form(1),), (form(1, 1),)),  # another value is returned
        Path((form(1), form(2)), (form(2), form(1))),  # two values
        Path((form(1, 1),), (form(1),)),  # under another condition
        Path((form(1), Form((*form(1).noises, *form(2).noises), Shift())), (form(1),)),  # a sum
        Path((), (form(1),)),  # under none
    ],
)
def test_a_path_that_is_not_made_of_the_first_ones(path: Path) -> None:
    assert not rounds(("•", path), (AGAIN, fails(1)))


def test_a_value_that_fits_and_is_not_returned() -> None:
    assert not rounds(("•", kept(1)), (AGAIN, Path((form(1),))))


def test_two_ends_that_are_not_favoured_alike() -> None:
    one = {"a": [Path((form(0),))], "b": [Path((form(0, factor=-1), form(0, 1)), ())],
           AGAIN: [Path((form(0, -1, -1),))]}  # fmt: skip
    again = {"a": [Path((form(1), form(2)))], "b": [Path((form(1, factor=-1), form(1, 1)))],
             AGAIN: [Path((form(1, -1, -1),))]}  # fmt: skip
    assert not alike([NOISE], one, [NOISE] * 3, again)
