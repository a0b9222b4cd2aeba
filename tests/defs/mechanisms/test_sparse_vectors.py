"""The sparse vector family, against sums over thresholds of products over queries."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import permutations, product
from math import log
from typing import Any

import pytest

from dpverify.checkers.decide import check, measure
from dpverify.defs.definitions import ApproxDP, PureDP
from dpverify.defs.mechanisms import library_mechanism
from dpverify.defs.mechanisms.broken.numeric_sparse_vector import equal_queries
from dpverify.defs.mechanisms.sparse_vector import all_move, queries, same_way
from dpverify.defs.numbers import Value, as_eps, parse
from dpverify.defs.programs import channel_of
from tests.defs.mechanisms.laws import (
    Factor,
    assert_law,
    at_least,
    below,
    clamped,
    mass,
    probability,
    thresholds,
)

Settings = dict[str, str]


def bit(nu: Any) -> Factor:
    """1 where the query reaches the threshold, else 0."""

    def factor(answer: Any, query: int, threshold: int) -> Value:
        return (at_least if answer else below)(nu, threshold - query)

    return factor


def tight(name: str, **settings: str) -> Any:
    """The tight ε of a mechanism of the library."""
    channel = channel_of(library_mechanism(name).with_parameters(**settings))
    return measure(channel, "pure-dp").tight["eps"]


def eps_of(text: str) -> Any:
    return as_eps(parse(text))


ONE_THRESHOLD = [
    ("B20d", {"n": "2", "m": "2"}, 2, 4),
    ("B20d", {"n": "3", "m": "1", "c": "2", "eps": "2"}, 1, 4),
    ("B23d", {"n": "2", "m": "2"}, 4, Fraction(4, 3)),
    ("B25d", {"n": "2", "m": "2"}, 2, 2),
    ("B32d", {}, 2, 2),
    ("B50c", {"r": "4"}, Fraction(1, 2), 1),
]


@pytest.mark.sampled(6)
@pytest.mark.parametrize(("name", "settings", "rho", "nu"), ONE_THRESHOLD)
def test_one_threshold(name: str, settings: Settings, rho: Any, nu: Any) -> None:
    found = library_mechanism(name).with_parameters(**settings)
    law = thresholds(rho, found.parameters["m"])
    assert_law(channel_of(found), lambda y, x: probability(y, x, law, bit(nu)))


def redrawn(output: Sequence[int], vector: Sequence[int], law: Any, nu: Any) -> Value:
    """A product over the pieces that end in a one, each with a threshold of its own."""
    whole, start = Value(1), 0
    for i, answer in enumerate(output):
        if answer or i + 1 == len(output):
            whole = whole * probability(output[start : i + 1], vector[start:], law, bit(nu))
            start = i + 1
    return whole


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    ("name", "settings", "rho", "nu"),
    [
        ("B21d", {}, 4, 8),
        ("B21d", {"c": "2", "n": "3", "m": "1"}, 4, 8),
        ("B34d", {}, 2, 4),
        ("B34d", {"c": "2", "m": "1"}, 4, 4),
    ],
)
def test_a_threshold_drawn_again(name: str, settings: Settings, rho: Any, nu: Any) -> None:
    found = library_mechanism(name).with_parameters(**settings)
    law = thresholds(rho, found.parameters["m"])
    assert_law(channel_of(found), lambda y, x: redrawn(y, x, law, nu))


@pytest.mark.sampled(5)
@pytest.mark.parametrize(("c", "m"), [(1, 2), (2, 1)])
def test_numeric_sparse_vector(c: int, m: int) -> None:
    def factor(answer: Any, query: int, threshold: int) -> Value:
        if answer is None:
            return below(6 * c, threshold - query)
        number = clamped(3 * c, answer - query, -m - query, m - query)
        return at_least(6 * c, threshold - query) * number

    channel = channel_of(library_mechanism("B27d").with_parameters(c=c, m=m))
    assert_law(channel, lambda y, x: probability(y, x, thresholds(3, m), factor))


@pytest.mark.sampled(5)
@pytest.mark.parametrize("c", [1, 2])
def test_gap_sparse_vector(c: int) -> None:
    def factor(answer: Any, query: int, threshold: int) -> Value:
        if answer is None:
            return below(4 * c, threshold - query)
        return (mass if answer < 2 else at_least)(4 * c, threshold + answer - query)

    channel = channel_of(library_mechanism("B28d").with_parameters(c=c))
    assert_law(channel, lambda y, x: probability(y, x, thresholds(2, 2), factor))


@pytest.mark.parametrize(("name", "nu"), [("B22d", 2), ("B29d", 4)])
def test_the_compared_number(name: str, nu: int) -> None:
    def factor(answer: Any, query: int, threshold: int) -> Value:
        if answer is None:
            return below(nu, threshold - query)
        if answer < threshold:
            return Value(0)
        return (mass if answer < 1 else at_least)(nu, answer - query)

    channel = channel_of(library_mechanism(name))
    assert_law(channel, lambda y, x: probability(y, x, thresholds(2, 1), factor))


def branch(c: int, m: int, lead: int, g: int, *, gap: bool) -> Factor:
    """None, or the branch and a number; a coarse success needs no fine test."""

    def factor(answer: Any, query: int, threshold: int) -> Value:
        failed = below(8 * c, threshold + lead - query)
        if answer is None:
            return failed * below(4 * c, threshold - query)
        kind, told = answer
        if kind == "fine":
            return failed * (mass if told < g else at_least)(4 * c, threshold + told - query)
        if gap:
            return (mass if told < g else at_least)(8 * c, threshold + lead + told - query)
        if told < threshold + lead:
            return Value(0)
        return (mass if told < m + lead else at_least)(8 * c, told - query)

    return factor


@pytest.mark.sampled(9)
@pytest.mark.parametrize("settings", [{}, {"c": "2", "m": "1"}, {"n": "1", "lead": "2"}])
def test_adaptive_sparse_vector(settings: Settings) -> None:
    found = library_mechanism("B30d").with_parameters(**settings)
    p = found.parameters
    factor = branch(p["c"], p["m"], p["lead"], p["g"], gap=True)
    law = thresholds(2, p["m"])
    assert_law(channel_of(found), lambda y, x: probability(y, x, law, factor))


@pytest.mark.slow
def test_bad_adaptive_sparse_vector() -> None:
    factor, law = branch(1, 2, 1, 0, gap=False), thresholds(2, 2)
    channel = channel_of(library_mechanism("B31d"))
    assert_law(channel, lambda y, x: probability(y, x, law, factor))


@pytest.mark.slow
def test_adaptive_budget() -> None:
    """Of 4 units three coarse successes leave one, and a coarse and a fine one leave one."""
    found = library_mechanism("B30d").with_parameters(c="2", n="4", m="1", g="0")
    channel = channel_of(replace(found, inputs=equal_queries))
    for label in channel.outputs:
        units = 4 - label.count("coarse") - 2 * label.count("fine")
        assert units >= 0
        assert units < 2 or label.count(",") >= 3


@pytest.mark.sampled(6)
@pytest.mark.parametrize(
    ("name", "eps"),
    [
        ("B20d", 1), ("B21d", 1), ("B27d", 1), ("B28d", 1), ("B30d", 1), ("B32d", 1),
    ],
)  # fmt: skip
def test_sound_ones_hold(name: str, eps: int) -> None:
    found = library_mechanism(name).with_parameters(n="2", m="2")
    assert check(channel_of(found), PureDP(eps=eps)).holds


@pytest.mark.parametrize("name", ["B21d", "B32d"])
def test_sound_ones_without_clamp(name: str) -> None:
    found = library_mechanism(name).with_parameters(n="1", m="0", c="1", eps="4")
    assert check(found, ApproxDP(eps=4, delta="1e-3")).holds


def test_monotone_queries_are_moved_one_way() -> None:
    assert same_way((0, 0), (1, 0))
    assert not same_way((0, 0), (1, -1))
    assert not same_way((0, 0), (0, 0))


@pytest.mark.sampled(9)
@pytest.mark.parametrize(
    ("name", "settings", "eps"),
    [
        ("B22d", {}, "3/2"),
        ("B22d", {"n": "2"}, "1"),
        ("B22d", {"n": "3", "c": "2", "eps": "3"}, "9/4"),
        ("B22d", {"n": "2", "m": "3"}, "1"),
        ("B29d", {}, "5/4"),
        ("B29d", {"n": "4", "m": "2"}, "1"),
        ("B31d", {}, "5/4"),
        ("B31d", {"n": "5"}, "13/8"),
        ("B20d", {"n": "2", "m": "1"}, "1/2"),
        ("B21d", {"n": "3", "m": "1"}, "3/8"),
        ("B28d", {"n": "2", "m": "1"}, "1/2"),
        ("B32d", {"n": "2", "m": "1"}, "1"),
    ],
)
def test_the_tight_eps_by_a_threshold_that_stays(name: str, settings: Settings, eps: str) -> None:
    """n/(scale of the queries' noise) is a bound, and attained; B31: ((n − 1)·3 + 1)/8."""
    assert tight(name, **settings) == eps_of(eps)


@pytest.mark.sampled(5)
@pytest.mark.parametrize(
    ("name", "eps"),
    [("B21d", 0.2233), ("B27d", 0.6269), ("B28d", 0.4799), ("B30d", 0.5872), ("B32d", 0.6380)],
)
def test_the_eps_that_is_told_of_the_defaults(name: str, eps: float) -> None:
    """The largest log-ratio in floats, of laws that the tests above compute by hand."""
    found = library_mechanism(name)
    channel = channel_of(found)
    rows = {
        x: [channel.probability(x, y).approx() for y in channel.outputs] for x in channel.inputs
    }
    worst = max(
        abs(log(p / q))
        for x, y in found.relation(found.cases())
        for p, q in zip(rows[x], rows[y], strict=True)
    )
    assert f"at the defaults {eps:.4f}".replace("0.", ".") in str(found.about["truth"])
    assert worst == pytest.approx(eps, abs=5e-5)
    assert measure(channel, "pure-dp").tight["eps"].approx() == pytest.approx(worst)


@pytest.mark.slow
def test_equal_queries_are_the_worst_case() -> None:
    """B29 on all queries has the ε of B29 on equal ones."""
    found = replace(library_mechanism("B29d"), inputs=queries, neighbours=all_move)
    for n in (1, 2, 3):
        channel = channel_of(found.with_parameters(n=str(n)))
        assert measure(channel, "pure-dp").tight["eps"] == eps_of(f"{n}/4")


@pytest.mark.sampled(5)
@pytest.mark.parametrize("name", ["B22d", "B29d", "B31d", "B50c"])
def test_broken_ones_are_refuted(name: str) -> None:
    assert check(channel_of(library_mechanism(name)), PureDP(eps=1)).fails


def test_a_clamped_threshold_is_another_mechanism() -> None:
    """Algorithm 1 with ρ clamped to −1…1 is not ε-DP for n > 4c; the docstring says so."""
    found = replace(library_mechanism("B20d"), inputs=equal_queries)
    channel = channel_of(found.with_parameters(n="5", m="1"))
    assert measure(channel, "pure-dp").tight["eps"] == eps_of("5/4")


def delta_for_bits(m: int) -> Value:
    """δ at ε/2 = 1/2: what exceeds √e times the other, over all pairs, with ρ clamped to −m…m."""
    law, half = thresholds(2, m), parse("exp(1/2)")
    outputs = [(0, 0, 0), (1,), (0, 1), (0, 0, 1)]
    rows = [[redrawn(y, x, law, 4) for y in outputs] for x in product((0, 1), repeat=3)]
    return max(
        sum((p - half * q for p, q in zip(x, y, strict=True) if p > half * q), Value(0))
        for x, y in permutations(rows, 2)
    )


@pytest.mark.slow
def test_the_delta_of_the_sparse_vector_for_bits() -> None:
    """The two numbers that it says; a threshold beyond ±20 has probability below 10⁻⁴."""
    channel = channel_of(library_mechanism("B34d"))
    delta = delta_for_bits(2)
    assert measure(channel, "approx-dp", eps="1/2").tight["delta"] == delta
    assert delta.approx() == pytest.approx(0.01549, abs=5e-6)
    assert delta_for_bits(20).approx() == pytest.approx(0.0114, abs=5e-5)
    assert check(channel, PureDP(eps="1/2")).fails
