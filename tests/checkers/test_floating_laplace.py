"""The floating-point Laplace mechanism, run as it is: outputs of one input alone."""

from __future__ import annotations

import math
from random import Random

import pytest

from dpverify.checkers.floating_laplace import (
    TAILS,
    one_sided,
    share_one_sided,
    uniforms_of,
)
from dpverify.defs.mechanisms.broken.floating_laplace import UNITS, floating_laplace

SCALES = [10.0, 10 / 7, 2 / 3, 1.0, 0.1]


@pytest.mark.parametrize("scale", SCALES)
def test_every_output_is_found_again(scale: float) -> None:
    """The k that gave an output is among those that are said to give it, in both tails."""
    rng = Random(5)  # noqa: S311  a sample, no secret
    for _ in range(30):
        k = rng.choice((rng.randrange(1, UNITS), rng.randrange(1, 1000), UNITS - rng.randrange(9)))
        if k == UNITS:
            continue
        count = rng.choice((0.0, 1.0, -3.0, 1e2))
        assert k in uniforms_of(floating_laplace(count, k, scale), count, scale)


def test_all_of_them_are_found() -> None:
    """Around an output near the centre every k of a long stretch is tried by brute force."""
    count, scale, centre = 0.0, 10.0, TAILS + 12345
    stretch = range(centre - 20_000, centre + 20_000)
    wanted = floating_laplace(count, centre, scale)
    brute = [k for k in stretch if floating_laplace(count, k, scale) == wanted]
    assert brute == uniforms_of(wanted, count, scale)
    crowded = floating_laplace(1e2, centre, scale)
    found = uniforms_of(crowded, 1e2, scale)
    brute = [k for k in stretch if floating_laplace(1e2, k, scale) == crowded]
    assert len(brute) > 1
    assert set(brute) <= set(found)
    assert floating_laplace(1e2, found[0] - 1, scale) != crowded
    assert floating_laplace(1e2, found[-1] + 1, scale) != crowded


@pytest.mark.parametrize("scale", SCALES)
def test_an_output_that_the_neighbour_never_gives(scale: float) -> None:
    """For every ε = 1/scale: the loss is infinite; replayed on the program."""
    found = one_sided(0.0, 1.0, scale)
    assert found is not None
    assert found.replayed
    assert floating_laplace(found.count, found.k, scale) == found.output
    assert math.isfinite(found.output)
    assert found.k in uniforms_of(found.output, 0.0, scale)
    assert uniforms_of(found.output, 1.0, scale) == []


def test_the_same_input_gives_every_output() -> None:
    """No output of an input is missing on that input."""
    assert one_sided(1.0, 1.0, 1.0) is None
    assert share_one_sided(0.0, 0.0, 1.0, 40) == 0


def test_how_often() -> None:
    """A fair part of all outputs gives the input away, not a rare few."""
    assert 5 < share_one_sided(0.0, 1.0, 1.0, 60) < 60
