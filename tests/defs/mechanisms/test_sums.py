"""Counts and sums with clamped noise, against products of the laws of independent noises."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any

import pytest

from dpverify.checkers.decide import check, measure
from dpverify.defs.definitions import PureDP
from dpverify.defs.mechanisms import library_mechanism
from dpverify.defs.numbers import Value, as_eps, parse
from dpverify.defs.programs import channel_of
from tests.defs.mechanisms.laws import assert_law, clamped

EPS: list[tuple[str, dict[str, str], str]] = [
    ("B02d", {}, "1/2"),
    ("B02d", {"k": "3", "n": "1", "eps": "2"}, "2"),
    ("B07d", {}, "1"),
    ("B07d", {"n": "4", "length": "3", "m": "1"}, "1"),
    ("B07d", {"length": "1"}, "1/2"),
    ("B07d", {"n": "2", "length": "3"}, "1/2"),
    ("B08d", {}, "inf"),
    ("B08d", {"n": "2", "length": "3"}, "1/2"),
    ("B48e", {}, "inf"),
    ("B50a", {}, "1"),
    ("B50a", {"r": "1/3"}, "1/6"),
    ("B50b", {}, "1"),
]


@pytest.mark.parametrize(("name", "settings", "eps"), EPS)
def test_the_tight_eps(name: str, settings: dict[str, str], eps: str) -> None:
    """ε for each noisy number that one entry moves, if it moves by 1."""
    channel = channel_of(library_mechanism(name).with_parameters(**settings))
    wanted = as_eps(parse(eps, allow_infinity=True), allow_infinity=True)
    assert measure(channel, "pure-dp").tight["eps"] == wanted


def noisy_mass(value: int, told: int, scale: Any, high: int) -> Value:
    """The probability that a value plus noise, clamped to 0…high, is what is told."""
    if not 0 <= told <= high:
        return Value(0)
    return clamped(scale, told - value, -value, high - value)


def test_parallel_laplace() -> None:
    def wanted(told: Sequence[int], count: int) -> Value:
        return prod((noisy_mass(count, each, 4, 2) for each in told), start=Value(1))

    assert_law(channel_of(library_mechanism("B02d")), wanted)


@pytest.mark.parametrize("name", ["B07d", "B08d"])
@pytest.mark.parametrize(("n", "length"), [(3, 2), (4, 2), (4, 3)])
def test_running_sums_by_blocks(name: str, n: int, length: int) -> None:
    """Running sums are taken apart into what was added to what, and each piece has its noise."""

    def wanted(told: Sequence[int], bits: Sequence[int]) -> Value:
        whole = Value(1)
        for i, (running, bit) in enumerate(zip(told, bits, strict=True)):
            start = i - i % length
            base = told[start - 1] if start else 0
            if i % length < length - 1:
                before = told[i - 1] if i % length else base
                whole = whole * noisy_mass(bit, running - before, 2, 1)
            elif name == "B07d":
                whole = whole * noisy_mass(sum(bits[start : i + 1]), running - base, 2, 1)
            else:
                whole = whole * int(sum(bits[start : i + 1]) == running - base)
        return whole

    found = library_mechanism(name).with_parameters(n=n, length=length, m=1)
    assert_law(channel_of(found), wanted)


@pytest.mark.parametrize(
    ("name", "claim"),
    [("B08d", 1), ("B48e", "1/2"), ("B50a", "1/2"), ("B50b", "1/2")],
)
def test_broken_ones_are_refuted(name: str, claim: Any) -> None:
    assert check(channel_of(library_mechanism(name)), PureDP(eps=claim)).fails


def test_a_mean_shows_the_size() -> None:
    """Half is no mean of one bit's noisy sum, which is an integer."""
    channel = channel_of(library_mechanism("B48e"))
    assert channel.probability("(1,)", "1/2") == 0
    assert channel.probability("(1, 1)", "1/2") > 0
