"""Strategies for the numbers that channels and claims are made of."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Literal

from hypothesis import strategies as st

from dpverify.checkers.generators import numbers as generators
from dpverify.defs.numbers import Loss, Value, parse

Entries = Literal["rational", "exponential", "radical", "any"]
"""Which entries a channel has: fractions; e^q too; roots too; or any of the three."""

KINDS: tuple[Entries, ...] = ("rational", "rational", "exponential", "radical")

_WHOLE = ("0", "1", "2", "3")  # 99 below: nearly all the mass
_WEIGHTS: dict[Entries, tuple[str, ...]] = {
    "rational": (*_WHOLE, "99"),
    # e beside 1 gives randomised response at ε = 1, with its tie exactly at the boundary.
    "exponential": (*_WHOLE, "exp(1)", "exp(1/2)", "exp(-1)", "1+exp(1)", "99"),
    "radical": (*_WHOLE, "2**(1/2)", "3**(1/2)", "6**(1/2)", "1+2**(1/2)", "2**(1/3)", "99"),
}


def odds() -> st.SearchStrategy[Fraction]:
    """e^ε as a small fraction ≥ 1, so that ε = ln(odds) has exact ties."""
    return generators.odds().strategy


def losses() -> st.SearchStrategy[Loss]:
    """ε ≥ 0 in nats: logarithms of small odds, and now and then a rational such as 1/2."""
    return generators.losses().strategy


def probabilities(*, max_denominator: int = 12) -> st.SearchStrategy[Fraction]:
    """Fractions in [0, 1] with a denominator up to max_denominator, both ends included."""
    return generators.probabilities(max_denominator).strategy


@cache
def weights(entries: Entries = "any") -> st.SearchStrategy[Value]:
    """Numbers ≥ 0 with which rows are weighed: 0, 1, 2, 3, 99, and powers of e or roots.

    Args: entries as for `channels`.
    """
    if entries == "any":
        return st.sampled_from(KINDS).flatmap(weights)
    return st.sampled_from([weight(text) for text in _WEIGHTS[entries]])


def weight(text: str) -> Value:
    """A number ≥ 0 that is no loss, from its text."""
    number = parse(text)
    if not isinstance(number, Value):
        raise TypeError(f"{text} is no value")
    return number
