"""NumPy's integers wrap beyond their range: what does so for few values falls and rises again."""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from dpverify import channel_of
from dpverify.defs.as_run import as_run
from dpverify.defs.errors import ProgramError
from dpverify.defs.numbers import Value

RNG = np.random.default_rng()
WRAPS: dict[str, Callable[[Any], Any]] = {
    "abs": abs,
    "np.abs": np.abs,
    "neg": lambda v: -v,
    "np.negative": np.negative,
    "np.square": np.square,
    "round": lambda v: round(v, -1),
    "np.round": lambda v: np.round(v, -1),
}
FITS: dict[str, Callable[[Any], Any]] = {
    **WRAPS,
    "np.fabs": np.fabs,
    "np.sign": np.sign,
    "np.positive": np.positive,
}


@pytest.mark.parametrize("name", WRAPS)
def test_what_wraps_is_refused(name: str) -> None:
    """At both ends of [-128, 127] the comparison says no, and it is yes between them."""
    function = WRAPS[name]

    def large(given: int) -> int:
        number = RNG.integers(-128, 128, dtype=np.int8)
        return 1 if function(number) > 100 - given else 0

    with pytest.raises(ProgramError, match="integers beyond their range"):
        channel_of(as_run(large, inputs=[0, 1]))


@pytest.mark.parametrize("name", FITS)
def test_what_fits_has_the_law_of_all_values(name: str) -> None:
    """Counted one by one."""
    function = FITS[name]

    def large(given: int) -> int:
        number = RNG.integers(-11, 89)  # more values than are drawn at once
        return 1 if function(number) > 4 * given - 4 else 0

    channel = channel_of(as_run(large, inputs=[0, 1]))
    values = np.arange(-11, 89)
    for given in (0, 1):
        count = sum(bool(function(value) > 4 * given - 4) for value in values)
        found = channel.probability(str(given), "1") if "1" in channel.outputs else Value(0)
        assert found == Value(Fraction(count, 100))


ROOT = 3_037_000_500
"""The least whole number whose square is beyond the integers of 64 bits."""
FEW: dict[str, Callable[[], Any]] = {
    "x ** 2 of NumPy's": lambda: RNG.integers(0, ROOT + 10) ** 2,
    "np.power of Python's": lambda: np.power(random.randrange(ROOT + 10), 2),
    "np.square of Python's": lambda: np.square(random.randrange(ROOT + 10)),
    "np.multiply of Python's": lambda: np.multiply(random.randrange(2**62 + 10), 2),
    "Python's times NumPy's": lambda: random.randrange(2**62 + 10) * np.int64(2),
}


@pytest.mark.filterwarnings("ignore:overflow encountered")
@pytest.mark.parametrize("name", FEW)
def test_what_wraps_at_one_end_alone_is_refused(name: str) -> None:
    """It was True always, since both ends and the middle say so; it is False once in 5,000 runs."""
    made = FEW[name]

    def small(given: int) -> bool:
        return bool(made() < 9.22e18) or given > 1

    with pytest.raises(ProgramError, match="integers beyond their range"):
        channel_of(as_run(small, inputs=[0, 1]))


def test_products_with_small_floats_are_no_integers() -> None:
    """An integer of NumPy's times a float of 32 bits was refused as one that wraps."""

    def half(given: int) -> bool:
        return bool(RNG.integers(0, 100) * np.float32(0.5) < given)

    channel = channel_of(as_run(half, inputs=[1, 2]))
    assert channel.probability("1", "True") == Value(Fraction(1, 50))
    assert channel.probability("2", "True") == Value(Fraction(1, 25))
