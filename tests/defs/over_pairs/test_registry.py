"""Definitions over pairs: each against a count of another kind, and bad input in one line."""

from __future__ import annotations

from collections.abc import Collection
from fractions import Fraction
from itertools import combinations, permutations
from math import log

import pytest

import dpverify as dv
from dpverify.defs.errors import UsageError
from dpverify.defs.operations import adaptive, mixture, product

ROWS = {"a": (4, 4), "b": (5, 3), "c": (8, 0), "d": (4, 4), "e": (2, 6)}
PRIOR = (3, 1, 2, 3, 1)
ODDS = Fraction(5, 4)


def _channel(*, prior: bool = True) -> dv.Channel:
    weights = [f"{w}/10" for w in PRIOR] if prior else None
    rows = [[f"{x}/8" for x in row] for row in ROWS.values()]
    return dv.Channel(list(ROWS), ["0", "1"], rows, prior=weights)


def _apart(x: str, z: str) -> bool:
    """By cross-multiplication of the integer weights."""
    pairs = [*zip(ROWS[x], ROWS[z], strict=True)]
    return any(p * 4 > q * 5 or q * 4 > p * 5 for p, q in pairs)


def _mass(inputs: Collection[str]) -> Fraction:
    masses = (Fraction(w, 10) for x, w in zip(ROWS, PRIOR, strict=True) if x in inputs)
    return sum(masses, Fraction(0))


def _value(name: str, **more: object) -> Fraction:
    exact = dv.over_pairs(name, _channel(), eps="ln(5/4)", **more).value  # type: ignore[arg-type]  # law
    return Fraction(dv.number_text(exact))


def test_the_set_that_is_left_out_is_the_cheapest_of_all_subsets() -> None:
    """Against all 32 subsets of inputs."""
    covers = [
        _mass({*out})
        for k in range(6)
        for out in combinations(ROWS, k)
        if all(x in out or z in out or not _apart(x, z) for x, z in combinations(ROWS, 2))
    ]
    assert _value("generalised-dp") == min(covers) > 0


def test_shares_of_draws() -> None:
    """Of two independent draws, and of a neighbour drawn for the worst first input."""
    pairs = [(x, z) for x, z in permutations(ROWS, 2) if _apart(x, z)]
    assert _value("distributional-privacy") == sum(_mass({x}) * _mass({z}) for x, z in pairs)
    worst = max(
        _mass({z for z in ROWS if z != x and _apart(x, z)}) / (1 - _mass({x})) for x in ROWS
    )
    assert _value("predictive-dp") == worst


def test_random_pairs_and_the_mean_loss() -> None:
    """The share is the weight of the pairs told apart; the mean loss against floats."""
    law = {("a", "b"): "1/2", ("b", "e"): "1/3", ("a", "d"): "1/6"}
    assert _value("random-dp", law=law) == Fraction(5, 6)  # 4/8 : 3/8 is beyond 5/4
    mean = dv.over_pairs("average-kl", _channel(prior=False), law=law).value
    kl = {pair: sum(p / 8 * log(p / q) for p, q in zip(ROWS[pair[0]], ROWS[pair[1]], strict=True))
          for pair in law}  # fmt: skip
    floats = sum(float(Fraction(w)) * kl[pair] for pair, w in law.items())
    assert abs(float(mean) - floats) < 1e-12
    endless = dv.over_pairs("average-kl", _channel(), law={("a", "c"): 1}).value
    assert endless != dv.over_pairs("average-kl", _channel(), law={("c", "a"): 1}).value


def _uniform(rows: list[list[object]], near: list[tuple[str, str]] | None = None) -> dv.Channel:
    labels = ["a", "b", "c", "d"][: len(rows)]
    outputs = ["0", "1", "2"][: len(rows[0])]
    prior = [Fraction(1, len(rows))] * len(rows)
    return dv.Channel(labels, outputs, rows, near or "all", prior=prior)


def _smallest(name: str, channel: dv.Channel, **more: object) -> Fraction:
    exact = dv.over_pairs(name, channel, eps=0, **more).value  # type: ignore[arg-type]  # law
    return Fraction(dv.number_text(exact))


TOLD: list[object] = [0, 1]
HIDDEN: list[object] = [1, 0]
HALF: list[object] = ["1/2", "1/2"]
SQUARE = [("a", "b"), ("b", "c"), ("c", "d"), ("d", "a")]
CASES = {
    # a = 00, b = 01, c = 11, d = 10: each mechanism tells one bit, the mixture both.
    "predictive-dp": (
        [HIDDEN, HIDDEN, TOLD, TOLD], [HIDDEN, TOLD, TOLD, HIDDEN], [HIDDEN, HALF, TOLD, HALF],
        SQUARE, {}, ("1/2", "1"),
    ),
    # Each mechanism tells one of two pairs apart.
    "random-dp": (
        [TOLD, HIDDEN, HIDDEN, HIDDEN], [HIDDEN, HIDDEN, TOLD, HIDDEN],
        [HALF, HIDDEN, HALF, HIDDEN], [("a", "b"), ("c", "d")],
        {"law": {("a", "b"): "1/2", ("c", "d"): "1/2"}}, ("1/2", "1"),
    ),
    "generalised-dp": (
        [TOLD, HIDDEN, HIDDEN, HIDDEN], [HIDDEN, HIDDEN, TOLD, HIDDEN],
        [HALF, HIDDEN, HALF, HIDDEN], [("a", "b"), ("c", "d")], {}, ("1/4", "1/2"),
    ),
    # Each singles one of three out, by an output of its own.
    "distributional-privacy": (
        [[0, 1, 0], [1, 0, 0], [1, 0, 0]], [[1, 0, 0], [0, 0, 1], [1, 0, 0]],
        [["1/2", "1/2", 0], ["1/2", 0, "1/2"], [1, 0, 0]], None, {}, ("4/9", "2/3"),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_a_mixture_leaves_more_out_than_either_part(name: str) -> None:
    """The step by which the atlas refutes convexity, counted by hand for fair mixtures."""
    first, second, mixed, near, more, (part, whole) = CASES[name]
    parts = [_uniform(rows, near) for rows in (first, second)]  # type: ignore[arg-type]  # rows
    assert mixture("1/2", *parts).rows == _uniform(mixed, near).rows  # type: ignore[arg-type]  # rows
    assert [_smallest(name, each, **more) for each in parts] == [Fraction(part)] * 2
    assert _smallest(name, mixture("1/2", *parts), **more) == Fraction(whole)


@pytest.mark.parametrize("name", CASES)
def test_a_coin_that_chooses_leaves_more_out_too(name: str) -> None:
    """Adaptive composition with a coin that reveals nothing; one after the other, shares add up."""
    first, second, _, near, more, (part, whole) = CASES[name]
    parts = [_uniform(rows, near) for rows in (first, second)]  # type: ignore[arg-type]  # rows
    coin = _uniform([[*HALF] for _ in parts[0].inputs], near)
    assert _smallest(name, coin, **more) == 0
    assert _smallest(name, adaptive(coin, parts), **more) == Fraction(whole) > Fraction(part)
    assert _smallest(name, product(*parts), **more) <= 2 * Fraction(part)


@pytest.mark.parametrize(
    ("name", "options", "says"),
    [
        ("randomdp", {"eps": 1}, "random-dp"),
        ("random-dp", {"eps": 1}, "give law"),
        ("random-dp", {"law": {("a", "b"): 1}}, "needs eps"),
        ("random-dp", {"eps": 1, "law": {("a", "b"): "1/2"}}, "sum to 1/2"),
        ("random-dp", {"eps": 1, "law": {("a", "x"): 1}}, "'x'"),
        ("random-dp", {"eps": 1, "law": {("a", "b"): 2, ("b", "a"): -1}}, "weight"),
        ("average-kl", {"eps": 1, "law": {("a", "b"): 1}}, "no eps"),
        ("predictive-dp", {"eps": 1, "law": {("a", "b"): 1}}, "leave law out"),
    ],
)
def test_bad_input_is_one_line(name: str, options: dict[str, object], says: str) -> None:
    """What was given, and what to do."""
    with pytest.raises(UsageError, match=says):
        dv.over_pairs(name, _channel(), **options)  # type: ignore[arg-type]  # on purpose
    with pytest.raises(UsageError, match="no prior"):
        dv.over_pairs("generalised-dp", _channel(prior=False), eps=1)
