"""Between which ends noise lies: each law's, from its scale."""

from __future__ import annotations

from fractions import Fraction

import pytest

from dpverify.checkers.kernel import supports
from dpverify.defs.numbers import NumberError

F = Fraction


def test_the_ends_of_each_law() -> None:
    """All numbers; at least 0; at most the scale in absolute value; from 0 to n."""
    assert supports.everywhere(F(3)) == (None, None)
    assert supports.above_zero(F(3)) == (F(0), None)
    assert supports.within_scale(F(3, 2)) == (F(-3, 2), F(3, 2))
    assert supports.to_trials(F(7, 2)) == (F(0), F(3))
    assert {name: law(F(2)) for name, law in supports.EXACT.items()} == {
        "laplace": (None, None),
        "exponential": (F(0), None),
    }


@pytest.mark.parametrize(
    ("scale", "trials"),
    [
        (F(3, 2), (1, F(1, 2))),  # one trial is the fewest
        (F(2000) + F(1, 3), (2000, F(1, 3))),  # and this the most
    ],
)
def test_the_scale_of_binomial_noise_is_its_trials_and_their_chance(
    scale: F, trials: tuple[int, F]
) -> None:
    """n + p with 0 < p < 1."""
    assert supports.trials_of(scale) == trials


@pytest.mark.parametrize(
    ("scale", "rule"),
    [
        (F(1, 2), "not n"),  # no trial
        (F(3), "not n"),  # chance 0, or 1
        (F(-1, 2), "not n"),
        (F(2001) + F(1, 3), "more than 2000"),
    ],
)
def test_what_is_no_scale_of_binomial_noise_is_refused(scale: F, rule: str) -> None:
    """By the rule that it breaks."""
    with pytest.raises(NumberError, match=rule):
        supports.trials_of(scale)
