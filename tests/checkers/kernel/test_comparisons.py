"""The kernel's quantities of two laws are those of the library, which have oracles."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dpverify.checkers import strategies
from dpverify.checkers.kernel import comparisons as kernel
from dpverify.defs.comparisons import COMPARISONS
from dpverify.defs.numbers import INFINITY, Loss, NumberError, Real, Value, exp

LAWS = st.integers(1, 4).flatmap(
    lambda m: st.tuples(strategies.distributions(m), strategies.distributions(m))
)
PARAMETERS: dict[str, tuple[Any, ...]] = {
    "weight": (Value(0), Value(1) / 3, Value(1)),
    "odds": (Value(0), Value(1), Value(5) / 4, exp(Value(1))),
    "alpha": (Value(2), Value(5)),
}


def test_the_same_comparisons() -> None:
    assert kernel.COMPARISONS.keys() == COMPARISONS.keys()
    for name, comparison in COMPARISONS.items():
        assert (*kernel.COMPARISONS[name].parameters, "bound") == comparison.parameters


def same(one: Any, other: Any) -> bool:
    if isinstance(one, Real) or isinstance(other, Real):
        return bool(one.ball(200).overlaps(other.ball(200)))
    return bool(one == other)


@settings(max_examples=25)
@given(LAWS)
def test_the_same_sides(laws: tuple[tuple[Fraction, ...], tuple[Fraction, ...]]) -> None:
    p, q = ([Value(x) for x in law] for law in laws)
    for name, comparison in COMPARISONS.items():
        first = comparison.parameters[0]
        for number in PARAMETERS.get(first, (None,)):
            stated = {"bound": Value(1) / 2} | ({} if number is None else {first: number})
            left, right = comparison.sides(p, q, stated)
            again = kernel.COMPARISONS[name].sides(list(zip(p, q, strict=True)), stated)
            assert same(left, again[0]), name
            assert same(right, again[1]), name


@pytest.mark.parametrize(
    ("name", "stated"),
    [
        ("total-variation-at-most", {}),
        ("total-variation-at-most", {"bound": Value(1), "odds": Value(1)}),
        ("expected-loss-at-least", {"bound": INFINITY}),
        ("hockey-stick-at-most", {"bound": Value(1), "odds": Loss(1)}),
        ("bayes-guess-error-at-most", {"bound": Value(1), "weight": Value(2)}),
        ("bayes-guess-error-at-most", {"bound": Value(1), "weight": Loss(0)}),
        ("renyi-divergence-at-most", {"bound": Value(1), "alpha": Value(1)}),
        ("renyi-divergence-at-most", {"bound": Value(1), "alpha": Value(5) / 2}),
        ("renyi-divergence-at-most", {"bound": Value(1), "alpha": Value(65)}),
    ],
)
def test_parameters_out_of_range(name: str, stated: dict[str, Any]) -> None:
    with pytest.raises(NumberError):
        kernel.COMPARISONS[name].check_parameters(stated)
