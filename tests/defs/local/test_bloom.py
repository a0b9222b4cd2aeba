"""RAPPOR: ε against the library's programs, bias and variance by enumerating reports."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product

import pytest

from dpverify.checkers.decide import measure
from dpverify.defs.errors import DomainError
from dpverify.defs.local.bloom import Rappor
from dpverify.defs.numbers import Value, ln
from dpverify.defs.programs import channel_of
from dpverify.defs.target import load, program

APART = {"a": [0, 1], "b": [2, 3]}
SHARED = {"a": [0, 1], "b": [1, 2], "c": [0, 2]}


def test_eps_of_one_time_rappor() -> None:
    """Erlingsson and others 2014: 2h·ln((1 − f/2)/(f/2)); h = 2, f = 1/2: 4·ln 3."""
    assert Rappor.of(APART).eps == 4 * ln(3)
    assert Rappor.of(SHARED).eps == 2 * ln(3)  # two filters differ in 2 bits alone


def moments(rappor: Rappor, held: str, value: str) -> tuple[Value, Value]:
    """Mean and variance of the estimate, over all bits of all users; p*, q* by the two steps."""
    size = 1 + max(max(bits) for bits in rappor.filters.values())
    half = Value(1) / 2
    mean = square = Value(0)
    for reports in product(product((0, 1), repeat=size), repeat=len(held)):
        mass, ones = Value(1), dict.fromkeys(range(size), 0)
        for who, report in zip(held, reports, strict=True):
            for j, sent in enumerate(report):
                bit = int(j in rappor.filters[who])
                kept = rappor.f * half + (1 - rappor.f) * bit  # P[the permanent bit is 1]
                one = kept * rappor.q + (1 - kept) * rappor.p
                mass = mass * (one if sent else 1 - one)
                ones[j] += sent
        guess = rappor.estimate(value, ones, len(held))
        mean, square = mean + mass * guess, square + mass * guess * guess
    return mean, square - mean * mean


@pytest.mark.parametrize("filters", [APART, SHARED])
@pytest.mark.parametrize("numbers", [("1/2", 0, 1), ("1/3", "1/4", "3/4")])
@pytest.mark.parametrize("held", ["a", "ab", "bb"])
def test_moments_by_enumeration(
    filters: Mapping[str, list[int]], numbers: tuple[object, ...], held: str
) -> None:
    """Collisions are all of the bias; the variance is as stated."""
    rappor = Rappor.of(filters, *numbers)
    holders = {value: held.count(value) for value in filters}
    for value in filters:
        mean, variance = moments(rappor, held, value)
        assert mean - holders[value] == rappor.bias(value, holders)
        assert variance == rappor.variance(value, holders)


def test_collisions() -> None:
    """No bit in common, no bias; a with half of b's bits: half of the users who hold b."""
    assert Rappor.of(APART).bias("a", {"a": 5, "b": 7}) == 0
    assert Rappor.of(SHARED).bias("a", {"a": 5, "b": 7}) == Value(7) / 2


def test_what_is_refused() -> None:
    wrongs: list[dict[str, list[int]]]
    wrongs = [{"a": [0]}, {"a": [0], "b": [0, 1]}, {"a": [], "b": []}]
    for wrong in wrongs:
        with pytest.raises(DomainError, match="the filters are"):
            Rappor.of(wrong)
    with pytest.raises(DomainError, match="there is no filter of 'z'"):
        Rappor.of(APART).bias("z", {})
    with pytest.raises(DomainError, match="f is 2"):
        _ = Rappor.of(APART, f=2).eps
    with pytest.raises(DomainError, match="must be 0 ≤ q < p ≤ 1"):
        _ = Rappor.of(APART, f=1).eps


def test_the_programs_of_the_library() -> None:
    """B37 and B38 with h = 1 have the same ε."""
    for name, rappor in (
        ("B37:h=1,f=1/3", Rappor.of({"a": [0], "b": [1]}, "1/3")),
        ("B38:h=1,f=1/3,p=1/4,q=3/4", Rappor.of({"a": [0], "b": [1]}, "1/3", "1/4", "3/4")),
    ):
        channel = channel_of(load(program(name)))
        assert measure(channel, "pure-dp").tight["eps"] == rappor.eps
