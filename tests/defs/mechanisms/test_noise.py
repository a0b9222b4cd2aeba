"""The noises that mechanisms are given: each adds what it says."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from dpverify.defs.mechanisms import noise
from dpverify.defs.numbers import Value, exp
from dpverify.defs.programs import Draw, Mechanism, channel_of, enumerations
from dpverify.defs.programs.sampling import samples
from tests.defs.mechanisms.laws import clamped


def test_clamped_noise_goes_to_the_nearest_end() -> None:
    """The law of 1 plus discrete Laplace noise of scale 2, within 0…3."""

    def program(number: int, draw: Draw) -> Any:
        return noise.clamped(0, 3)(number, draw, Fraction(2))

    channel = channel_of(Mechanism(program, [0, 1]))
    for told in range(4):
        assert channel.probability("1", str(told)) == clamped(2, told - 1, -1, 2)


def test_the_ratio_of_geometric_noise() -> None:
    """e^{−1/scale} from one number to the next, and nothing below 0."""

    def program(number: int, draw: Draw) -> Any:
        return noise.geometric(number, draw, Fraction(2))

    masses = next(iter(enumerations(Mechanism(program, [0, 1])))).laws[0].masses
    ratio = exp(Fraction(-1, 2))
    assert masses["0"] == Value(1) - ratio
    assert masses["1"] == (Value(1) - ratio) * ratio


@pytest.mark.parametrize("law", [noise.geometric, noise.discrete_laplace])
def test_integer_noise_is_around_the_number(law: noise.Noise) -> None:
    """Samples are integers; one-sided noise is never below the number."""
    drawn = samples(lambda draw: law(5, draw, Fraction(1)), 200, 1)
    assert all(type(number) is int for number in drawn)
    assert 5 in drawn
    assert (min(drawn) >= 5) is (law is noise.geometric)
