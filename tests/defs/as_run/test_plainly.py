"""Code that tells a stand-in for a uniform draw from a float is refused, on the widest of paths."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from dpverify import Fails, PureDP, check, measure, replay
from dpverify.defs.as_run import as_run
from dpverify.defs.errors import ProgramError
from dpverify.defs.numbers import as_eps

RNG = np.random.default_rng()


def _an_error(x: int) -> bool:
    u, a = RNG.random(2), RNG.laplace(0, 1)
    try:
        np.isnan(u).any()
    except TypeError:
        return bool(a > 0)
    return bool(x)


def _a_type(x: int) -> bool:
    u, a = random.random(), RNG.laplace(0, 1)
    return bool(x) if type(u) is float else bool(a > 0)


def _a_type_of_members(x: int) -> bool:
    u, a = RNG.random(2), RNG.laplace(0, 1)
    return bool(x) if u.dtype == np.float64 else bool(a > 0)


@pytest.mark.parametrize("function", [_an_error, _a_type, _a_type_of_members])
def test_what_tells_a_uniform_draw_from_a_float(function: Callable[[int], Any]) -> None:
    """Each returns its input, always: no finite ε holds. It was said to be 0."""
    with pytest.raises(ProgramError, match="where stand-ins for its uniform numbers return"):
        measure(as_run(function, inputs=[0, 1]), "pure-dp")


def _compared(x: int) -> Any:
    return x + RNG.laplace(0, 2) if random.random() < 0.25 else None


def _beside_integers(x: int) -> Any:
    u = RNG.random(2)
    return bool(u[0] > 0.5), bool(u[1] < 1 / 3), int(RNG.integers(3)), x + RNG.laplace(0, 2) > 0


def _by_a_logarithm(x: int) -> Any:
    return x - np.log(1 - random.random()) > 1, RNG.random() < 0.5, RNG.laplace(0, 2) + x


@pytest.mark.parametrize(
    ("function", "eps"), [(_compared, "1/2"), (_beside_integers, "1/2"), (_by_a_logarithm, "inf")]
)
def test_what_is_done_with_uniform_draws_as_numbers(
    function: Callable[[int], Any], eps: str
) -> None:
    """Noise of scale 2 around a value that moves by 1: ε = 1/2; at 1, x + E > 1 is certain."""
    found = measure(as_run(function, inputs=[0, 1]), "pure-dp")
    assert str(found.tight["eps"]) == eps or found.tight["eps"] == as_eps(eps)
    assert replay(found).status == "accepted"


def test_a_sum_of_two_uniform_numbers_is_drawn_at_one_place() -> None:
    """It was refused as leaving its trace: of two draws the referee drew one, and tossed a coin."""

    def summed(x: int) -> Any:
        u = RNG.random(2)
        return bool(u[0] + u[1] > 1), x + RNG.laplace(0, 2) > 0

    found = check(as_run(summed, inputs=[0, 1]), PureDP(eps=1))
    assert not isinstance(found, Fails)  # ε = 1/2; whether it is found, is another matter


def _of_numpy(x: int) -> Any:
    return RNG.random(2)[0] < (0.5 if x else 0.25)


def test_a_truth_value_of_numpy_is_refused_with_what_to_write() -> None:
    """NumPy answers np.True_, which is a type of its own; nothing is wrong with such code."""
    with pytest.raises(ProgramError, match=r"return bool\(…\) of it, or give --values-only"):
        measure(as_run(_of_numpy, inputs=[0, 1]), "pure-dp")
    assert measure(as_run(_of_numpy, inputs=[0, 1], types=False), "pure-dp").tight["eps"] == as_eps(
        "ln(2)"
    )
    converted = as_run(lambda x: bool(_of_numpy(x)), inputs=[0, 1])
    assert measure(converted, "pure-dp").tight["eps"] == as_eps("ln(2)")
