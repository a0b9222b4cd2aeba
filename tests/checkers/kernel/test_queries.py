"""Mechanisms of scenarios: what records add up to, what is said, and what is refused by name."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations
from typing import Any, get_args

import pytest

from dpverify.checkers.kernel.queries import NAMED, Name, Noise, NoiseLaw, Query, query_of
from dpverify.defs.numbers import NumberError, Undecided, Value

F = Fraction
VALUES = ("1", "2", "4")
MEDIAN: Any = "median"
CAUCHY: Any = "cauchy"
HALF = Value(1) / 2


def query(name: Any, **more: Any) -> Query:
    return query_of({"name": name, **more}, VALUES)


SAID = {
    "count": (query("count", counted=["2", "4"]), "2"),
    "thresholded-count": (query("thresholded-count", counted=["2", "4"], threshold="2"), "⊥"),
    "linear": (query("linear", weights=["1", "2", "1/2"]), "7"),
    "arithmetic-mean": (query("arithmetic-mean"), "7/3"),
    "geometric-mean": (query("geometric-mean"), "(8)**(1/3)"),
    "harmonic-mean": (query("harmonic-mean"), "12/7"),
    "quadratic-mean": (query("quadratic-mean"), "(7)**(1/2)"),
    "histogram": (query("histogram"), "1:1,2:1,4:1"),
    "thresholded-histogram": (query("thresholded-histogram", threshold="0"), "1:1,2:1,4:1"),
}
"""Of the records 1, 2, 4."""


@pytest.mark.parametrize("name", NAMED)
def test_what_is_said_of_three_records(name: str) -> None:
    """In whatever order they are joined."""
    about, expected = SAID[name]
    weights = about.weights or (None,) * 3
    for order in permutations(zip(VALUES, weights, strict=True)):
        statistic = about.zero()
        for value, weight in order:
            statistic = about.join(statistic, about.part(value, weight))
        assert about.laws(statistic, 3) == {expected: 1}


@pytest.mark.parametrize("law", ["discrete-laplace", "geometric"])
def test_clamped_noise_is_a_law(law: NoiseLaw) -> None:
    """Between the ends it is the law of the noise by itself."""
    noise = Noise(law, {}, HALF, (F(-2), F(3)))
    masses = noise.law(F(0))
    assert sum(masses.values(), start=Value(0)) == 1
    one_sided = law == "geometric"
    for k in (-1, 0, 1, 2):
        weight = HALF ** abs(k) * (HALF if one_sided else Value(1) / 3)
        assert masses[F(k)] == (Value(0) if one_sided and k < 0 else weight)


def test_noise_of_a_table() -> None:
    noise = Noise("table", {F(-1): HALF, F(1): HALF}, Value(0), (F(0), F(0)))
    assert noise.law(F(5)) == {F(4): HALF, F(6): HALF}


def test_an_unknown_mechanism_is_refused_by_name() -> None:
    """Also where nobody looked at its name before."""
    unknown = Query(MEDIAN)
    for ask in (
        unknown.zero,
        lambda: unknown.part("1", None),
        lambda: unknown.join(1, 2),
        lambda: unknown.laws(1, 3),
    ):
        with pytest.raises(Undecided, match="mechanism 'median'"):
            ask()
    with pytest.raises(NumberError, match="no mechanism 'median'"):
        query("median")


def test_unknown_noise_is_refused_by_name() -> None:
    unknown = Noise(CAUCHY, {}, HALF, (F(0), F(1)))
    with pytest.raises(Undecided, match="law 'cauchy'"):
        unknown.law(F(0))
    with pytest.raises(Undecided, match="law 'cauchy'"):
        unknown._up_to(0)
    with pytest.raises(NumberError, match="law 'cauchy'"):
        query("count", noise={"law": "cauchy", "low": "0", "high": "9", "ratio": "1/2"})


def test_every_name_is_tried() -> None:
    assert {*get_args(Name)} == {*NAMED, "channel"} == {*SAID, "channel"}


LISTED = {"schema": "dpverify.channel/1.0", "inputs": ["0"], "outputs": ["a", "b"],
          "neighbours": "all"}  # fmt: skip
"""A channel without its numbers, which a mechanism lists as a matrix alone."""


@pytest.mark.parametrize(
    ("more", "fault"),
    [
        ({"name": "count", "threshold": "1"}, "'threshold' means nothing"),
        ({"name": "count", "weights": ["1"]}, "'weights' means nothing"),
        ({"name": "linear", "counted": ["1"]}, "'counted' means nothing"),
        ({"name": "thresholded-count"}, "no threshold"),
        ({"name": "thresholded-count", "threshold": "1/2"}, "not a whole number"),
        ({"name": "arithmetic-mean", "noise": {"0": "1"}}, "no mean has"),
        ({"name": "count", "noise": {"0": "1/2", "0.0": "1/2"}}, "a number twice"),
        ({"name": "linear"}, "no 'weights'"),
        ({"name": "linear", "weights": []}, "is empty"),
        ({"name": "linear", "weights": "00"}, "no 'weights'"),
        ({"name": "count", "counted": "12"}, "no 'counted'"),
        ({"name": "count", "counted": []}, "is empty"),
        ({"name": "count", "counted": [b"1"]}, "no texts"),
        ({"name": "count", "counted": ["3"]}, "nothing is counted"),
        ({"channel": {}}, "schema"),
        ({"channel": LISTED}, "no 'matrix'"),
        ({"channel": {**LISTED, "weights": ["1 1"]}}, "no 'matrix'"),
    ],
)
def test_what_is_no_mechanism(more: dict[str, Any], fault: str) -> None:
    with pytest.raises(NumberError, match=fault):
        query_of(more, VALUES)
