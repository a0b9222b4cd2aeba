"""`argmax` and `largest` of numbers, as discrete programs use them."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from dpverify.defs.errors import ProgramError
from dpverify.defs.programs import channel_of, mechanism


@mechanism(inputs=[(0, 0), (1, 0)])
def noisy(scores: tuple[int, ...], draw: Any) -> tuple[int, int]:
    values = [score + int(draw.flip("1/2")) for score in scores]
    return draw.argmax(values), draw.largest(values)


def test_the_law_of_an_argmax() -> None:
    """By hand: equal values go to the first."""
    channel = channel_of(noisy)
    wanted = {"(0, 0)": {"(0, 0)": "1/4", "(0, 1)": "1/2", "(1, 1)": "1/4"},
              "(1, 0)": {"(0, 1)": "1/2", "(0, 2)": "1/2"}}  # fmt: skip
    for given, law in wanted.items():
        for output, p in law.items():
            assert channel.probability(given, output).as_fraction() == Fraction(p)


def test_it_is_sampled_as_well() -> None:
    """Only outputs of positive probability."""
    seen = set(noisy.sample((1, 0), 200, seed=1))
    assert seen == {(0, 1), (0, 2)}


@pytest.mark.parametrize("values", [[], 3, [1, "a"], None])
def test_what_has_no_largest_is_refused(values: Any) -> None:
    """One line, with the rule."""

    @mechanism(inputs=[0, 1])
    def wrong(_: int, draw: Any) -> int:
        return int(draw.argmax(values))

    with pytest.raises(ProgramError, match="not empty"):
        channel_of(wrong)


def test_continuous_noise_is_refused_where_laws_are_enumerated() -> None:
    """With what to do instead."""

    @mechanism(inputs=[0, 1])
    def continuous(x: int, draw: Any) -> Any:
        return x + draw.laplace(1)

    with pytest.raises(ProgramError, match=r"draw discrete_laplace\(\) instead"):
        channel_of(continuous)
    with pytest.raises(ProgramError, match="uncountably many"):
        continuous.sample(0, 1, seed=0)
