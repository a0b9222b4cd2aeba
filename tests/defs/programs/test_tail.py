"""The bound that a program states of its tail."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from dpverify.defs.errors import InputError
from dpverify.defs.numbers import Loss, ln
from dpverify.defs.programs.tail import MAX_CORE, tail_bound


def test_a_pair_of_outputs_and_eps() -> None:
    """Outputs become labels; ε is exact."""
    bound = tail_bound(([None, (1, "a")], "ln(3)"), "count")
    assert bound is not None
    assert bound.core == ("None", "(1, a)")
    assert bound.eps == ln(3)
    plain = tail_bound((range(2), Fraction(1, 3)), "count")
    assert plain is not None
    assert plain.eps == Loss(Fraction(1, 3))
    assert tail_bound(None, "count") is None


@pytest.mark.parametrize(
    "given",
    [1, [range(2), 1], (range(2), 1, 2), (2, 1), ((), 1), (range(MAX_CORE + 1), 1),
     ([[1]], 1), (range(2), "-1"), (range(2), 0.5)],
)  # fmt: skip
def test_other_things_are_refused_in_one_line(given: Any) -> None:
    """Whatever is no pair, has no outputs or too many, or no ε."""
    with pytest.raises(InputError) as refusal:
        tail_bound(given, "count")
    assert "\n" not in str(refusal.value)
