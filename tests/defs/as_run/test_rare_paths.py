"""One path of very many, on which code tells a number from what stands for it, or keeps a seed.

Neither the first 2,000 paths nor 200 runs on real randomness show it; the path itself does.
"""

from __future__ import annotations

import copy
import random
import secrets
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from dpverify import channel_of
from dpverify.defs.as_run import as_run, installing, numpy_random, shadows
from dpverify.defs.errors import ProgramError
from dpverify.defs.numbers import Value

COINS, RARE = 12, 3003
OWN = random.Random()
LEGACY = np.random.RandomState()
OLDER: Any = LEGACY
"""The same without its types, which say what it takes."""
TWO: Any = 2.0


def rare() -> bool:
    """True on one of 4,096 paths, which is past the first 2,000."""
    number = 0
    for _ in range(COINS):
        number = 2 * number + (random.random() >= 1 / 2)
    return number == RARE


def _asks_its_type(bit: int) -> bool:
    leaks = rare() and type(random.random()) is float
    return bit == 1 if leaks else random.random() < 1 / 2


def _adds_truths_of_numpy(bit: int) -> bool:
    """True + True of NumPy is True, which is 1; of Python it is 2."""
    if rare() and bit:
        u = np.random.random(2)
        return bool((u[0] < 1 / 2) + (u[1] < 1 / 2) == 1)
    return random.random() < 1 / 2


def _inverts_a_truth_of_numpy(bit: int) -> bool:
    """~True of NumPy is False; of Python it is −2, which is true."""
    if rare() and bit:
        return not ~(np.random.random(1)[0] < 1 / 2)
    return random.random() < 1 / 2


# Python 3.12 and later warn of ~ of its own truth values, which stand for NumPy's on a path.
@pytest.mark.filterwarnings("ignore:Bitwise inversion:DeprecationWarning")
@pytest.mark.parametrize("code", [_asks_its_type, _adds_truths_of_numpy, _inverts_a_truth_of_numpy])
def test_each_path_is_compared_with_plain_numbers(code: Callable[[int], bool]) -> None:
    with pytest.raises(ProgramError, match="on plain numbers of that path"):
        channel_of(as_run(code, inputs=[0, 1]))


def _seeds_after_it_drew(bit: int) -> bool:
    answer = OWN.random() < (1 + 2 * bit) / 4
    OWN.seed(1)
    return answer


def _seeds_the_legacy_one(bit: int) -> bool:
    answer = bool(LEGACY.random_sample() < (1 + 2 * bit) / 4)
    LEGACY.seed(1)
    return answer


def _seeds_seldom(bit: int) -> bool:
    """Once in 2³⁰ runs; all that OWN gives afterwards is known."""
    if random.random() < 2**-30:
        OWN.seed(1)
    return OWN.random() < (1 + 2 * bit) / 4


def _seeds_by_what_it_draws(bit: int) -> bool:
    OWN.seed(OWN.randrange(4))
    return OWN.random() < (1 + 2 * bit) / 4


@pytest.mark.parametrize(
    "code", [_seeds_after_it_drew, _seeds_the_legacy_one, _seeds_seldom, _seeds_by_what_it_draws]
)
def test_a_generator_that_an_earlier_run_seeded_is_not_unknown(code: Callable[[int], bool]) -> None:
    with pytest.raises(ProgramError, match="that another run of it seeded with a number"):
        channel_of(as_run(code, inputs=[0, 1]))


def test_one_that_each_run_makes_or_seeds_at_its_start_is_answered() -> None:
    def seeds_and_makes(bit: int) -> bool:
        OWN.seed(1)
        known, unknown = random.Random(2), random.Random()
        number = OWN.random() + known.random() - OWN.random() - known.random()
        del known
        return (number > bit) == (unknown.random() < 1 / 4)

    channel = channel_of(as_run(seeds_and_makes, inputs=[8, 9]))
    assert channel.probability("9", "True") == Value(Fraction(3, 4))


REFUSED_BY_NUMPY: dict[str, Callable[[], Any]] = {
    "an integer beyond its type": lambda: np.random.default_rng().integers(0, 300, dtype=np.uint8),
    "a negative one of a type without": lambda: LEGACY.randint(-1, 5, dtype=np.uint8),
    "an integer beyond all": lambda: np.random.randint(0, 2**70),
    "a type of floats": lambda: np.random.default_rng().integers(3, dtype=float),
    "a stretch that is turned around": lambda: np.random.default_rng().uniform(1, 0),
    "a size that is no integer": lambda: OLDER.rand(TWO),
    "a negative size": lambda: np.random.default_rng().random(-1),
    "a type of a legacy double": lambda: OLDER.random_sample(dtype=float),
    "a permutation of a text": lambda: np.random.default_rng().permutation("abc"),
    "a float as an end of secrets": lambda: secrets.randbelow(TWO),
}


@pytest.mark.parametrize("draw", REFUSED_BY_NUMPY.values(), ids=REFUSED_BY_NUMPY)
def test_what_a_library_refuses_is_refused_on_a_rare_path_too(draw: Callable[[], Any]) -> None:
    """The oracle is the library itself: it raises, and the code shows its input then."""

    def leaks(bit: int) -> bool:
        if random.random() < 2**-30:
            try:
                draw()
            except (ValueError, TypeError, IndexError, AttributeError):
                return bit == 1
        return random.random() < 1 / 2

    with pytest.raises((ValueError, TypeError, IndexError, AttributeError)):
        draw()
    channel = channel_of(as_run(leaks, inputs=[0, 1]))
    half = Value(Fraction(1, 2))
    assert channel.probability("1", "True") - half == half * Value(Fraction(1, 2**30))


def test_what_numpy_returns_has_its_type() -> None:
    """NumPy's integers are Python's where no type is asked for, and np.int64 in a generator's."""

    def leaks(bit: int) -> bool:
        if random.random() < 2**-30:
            rng = np.random.default_rng()
            kinds = type(LEGACY.randint(3)), type(rng.integers(3))
            of_array: Any = rng.integers(2, size=2).dtype
            return bit == 1 and kinds == (int, np.int64) and of_array == np.int64
        return random.random() < 1 / 2

    channel = channel_of(as_run(leaks, inputs=[0, 1]))
    assert (
        channel.probability("1", "True") > Value(Fraction(1, 2)) > channel.probability("0", "True")
    )


def test_an_answer_of_another_type_than_numpy_gives_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    answered = numpy_random._ANSWERED["Generator"]
    monkeypatch.setitem(answered, "binomial", lambda *_, **__: np.int64(1))

    def successes(_: int) -> int:
        return int(np.random.default_rng().binomial(2, 1 / 2))

    monkeypatch.setattr(installing, "_numpy", installing._numpy.__wrapped__)
    with pytest.raises(ProgramError, match="with arguments that are not followed"):
        channel_of(as_run(successes, inputs=[0, 1]))


def test_numpy_is_asked_once_of_the_same_arguments(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of 2⁶ paths with 6 draws each."""
    told: list[Any] = []
    form_of = shadows.form_of

    def noted(returned: Any) -> Any:
        told.append(returned)
        return form_of(returned)

    monkeypatch.setattr(shadows, "form_of", noted)

    def tosses(_: int) -> int:
        rng = np.random.default_rng()
        return sum(int(rng.integers(0, 2)) for _ in range(3)) + sum(rng.random(3) < 1 / 2)

    channel_of(as_run(tosses, inputs=[0, 1]))
    assert 2 <= len(told) <= 20


def test_which_arguments_are_the_same() -> None:
    given: list[tuple[Any, Any]] = [
        ((1,), {}), ((True,), {}), ((1.0,), {}), ((0.0,), {}), ((-0.0,), {}), ((1, 2), {}),
        ((1,), {"size": 2}), ((), {"size": 2}), ((), {"high": 2}), ((), {}), (("1",), {}),
    ]  # fmt: skip
    keys = [shadows.key_of("draw", *each) for each in given]
    assert None not in keys
    assert len({*keys}) == len(keys)
    others: list[Any] = [[1], (1,), np.int64(1), np.zeros(2), int, OWN]
    assert {shadows.key_of("draw", (each,), {}) for each in others} == {None}


@pytest.mark.parametrize("rng", [np.random.default_rng(), LEGACY], ids=["generator", "legacy"])
def test_a_choice_of_no_dimensions_is_an_array_on_a_rare_path_too(rng: Any) -> None:
    """NumPy gives an array without dimensions for size=(), and a number for None."""

    def leaks(bit: int) -> bool:
        if random.random() < 2**-30:
            return bit == 1 and isinstance(rng.choice([1, 2], size=()), np.ndarray)
        return random.random() < 1 / 2

    assert isinstance(rng.choice([1, 2], size=()), np.ndarray)
    with pytest.raises(ProgramError, match="choice with arguments that are not followed"):
        channel_of(as_run(leaks, inputs=[0, 1]))


@pytest.mark.parametrize("rng", [np.random.default_rng(), LEGACY], ids=["generator", "legacy"])
def test_members_of_other_types_may_be_chosen(rng: Any) -> None:
    def chooses(bit: int) -> Any:
        return rng.choice(np.array([None, "a", bit], object))

    channel = channel_of(as_run(chooses, inputs=[0, 1]))
    assert channel.probability("1", "None") * 3 == Value(1)


COPIED = random.Random()
COPY = copy.copy(COPIED)
SEEDED, SEEDED_AGAIN = np.random.default_rng(7), np.random.default_rng(7)


def _draws_twice_the_same(bit: int) -> bool:
    """By hand 1/10 on 1, where independent draws have 1/100, as on 0."""
    if bit:
        return COPIED.random() < 1 / 10 and COPY.random() < 1 / 10
    return COPIED.random() < 1 / 100


def _draws_the_same_by_one_seed(bit: int) -> bool:
    if bit:
        return bool((SEEDED.random() < 1 / 10) & (SEEDED_AGAIN.random() < 1 / 10))
    return bool(SEEDED.random() < 1 / 100)


@pytest.mark.parametrize("code", [_draws_twice_the_same, _draws_the_same_by_one_seed])
def test_generators_in_one_state_are_not_independent(code: Callable[[int], bool]) -> None:
    with pytest.raises(ProgramError, match="draws from two generators that are in one state"):
        channel_of(as_run(code, inputs=[0, 1]))


def test_one_of_two_in_one_state_is_as_good_as_any() -> None:
    def responds(bit: int) -> bool:
        return COPY.random() < (1 + 2 * bit) / 4

    channel = channel_of(as_run(responds, inputs=[0, 1]))
    assert channel.probability("1", "True") == Value(Fraction(3, 4))


def test_the_generator_of_the_legacy_functions_stays() -> None:
    def changes(bit: int) -> bool:
        legacy: Any = np.random
        legacy.set_bit_generator(np.random.MT19937(0))
        return bool(np.random.rand() < (1 + 2 * bit) / 4)

    with pytest.raises(ProgramError, match="changes the generator of numpy"):
        channel_of(as_run(changes, inputs=[0, 1]))
