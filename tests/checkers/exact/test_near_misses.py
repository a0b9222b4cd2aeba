"""Answers that one careless step in the checker would change; each was missed by other tests."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import pytest

from dpverify.checkers.budget import Budget
from dpverify.checkers.exact import candidates, measure_channel
from dpverify.defs.channel import Channel
from dpverify.defs.errors import ChannelError, Undecided
from dpverify.defs.numbers import INFINITY, ln
from tests.checkers.exact.channels import force_floats, labels

ALL = "all"
Relation = list[list[str]] | str


@pytest.fixture(params=["definition", "floats", "floats without scipy"], autouse=True)
def _all_ways(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """By the definition, and through the float passes with and without city-block distances."""
    if request.param != "definition":
        force_floats(monkeypatch)
    if request.param == "floats without scipy":
        monkeypatch.setattr(candidates, "WORTH_CDIST", 10**9)


def channel(rows: Sequence[Sequence[Fraction | str]], relation: Relation = ALL) -> Channel:
    """Inputs and outputs labelled 0, 1, …; the rest of each row is its last output."""
    numbers = [[Fraction(entry) for entry in row] for row in rows]
    whole = [[*row, 1 - sum(row)] for row in numbers]
    return Channel(labels(len(rows)), labels(len(whole[0])), whole, relation)


@pytest.mark.parametrize("relation", [ALL, [["0", "2"], ["1", "2"]]], ids=["all", "listed"])
@pytest.mark.parametrize("unit", [10**16, 10**40], ids=["machine", "huge"])
def test_the_larger_of_two_with_one_numerator(relation: Relation, unit: int) -> None:
    """P(0) is k/D of input 0 and k/(D − 1) of input 1, which floats do not tell apart."""
    k, whole = unit + 1, 10 * unit
    weights = [[k, whole // 2, whole // 2 - k - less] for less in (0, 1)]
    weights.append([1, whole // 2, whole // 2 - 1])
    made = Channel.from_weights(labels(3), labels(3), weights, relation)
    found = measure_channel(made, "pure-dp", {})
    assert (found.pair, found.event) == ((1, 2), (0,))
    assert found.value == ln(Fraction(k, whole - 1) * whole)


@pytest.mark.parametrize("relation", [ALL, [["0", "2"], ["1", "2"]]], ids=["all", "listed"])
def test_the_larger_of_two_over_one_huge_denominator(relation: Relation) -> None:
    """10^40 and 10^40 + 1 have one float image; the second is larger."""
    whole = 10**42
    rows = [[Fraction(10**40 + k, whole), Fraction(1, 2)] for k in (0, 1)]
    found = measure_channel(
        channel([*rows, [Fraction(1, whole), Fraction(1, 2)]], relation), "pure-dp", {}
    )
    assert (found.pair, found.event, found.value) == ((1, 2), (0,), ln(10**40 + 1))


def test_equal_ratios_of_different_numbers_go_to_the_first_pair() -> None:
    """(1/2)/(1/4) = (2/3)/(1/3): the pair of inputs 0 and 1 is named."""
    ties = [["1/2"], ["1/4"], ["2/3"], ["1/3"]]
    first = measure_channel(channel(ties, [["0", "1"], ["2", "3"]]), "pure-dp", {})
    assert (first.pair, first.event, first.value) == ((0, 1), (0,), ln(2))


@pytest.mark.parametrize("relation", [ALL, [["0", "1"]]], ids=["all", "listed"])
@pytest.mark.parametrize("exponents", [(20, 18), (3, 1)], ids=["finite", "infinite"])
def test_ratios_of_numbers_below_the_floats(relation: Relation, exponents: tuple[int, int]) -> None:
    """The ratio of the first output is larger, though images say the opposite, or overflow."""
    a, b = exponents
    tiny = [Fraction(1, 10**330), Fraction(1, 10**325)]
    rows = [[Fraction(1, 10**a), Fraction(1, 10**b)], tiny]
    found = measure_channel(channel(rows, relation), "pure-dp", {})
    assert (found.pair, found.event, found.value) == ((0, 1), (0,), ln(10 ** (330 - a)))


@pytest.mark.parametrize("name", ["approx-dp", "probabilistic-dp", "privacy-at-risk"])
def test_where_nothing_exceeds_the_first_pair_is_named(name: str) -> None:
    """At ε = ln 3 inputs 2 and 3 are a tie, 0 and 1 are equal: (0, 1) is the first of score 0."""
    rows = [["1/2"], ["1/2"], ["3/4"], ["1/4"]]
    found = measure_channel(channel(rows), name, {"eps": "ln(3)"})
    assert found.value == 0
    assert (found.pair, found.event) == ((0, 1), ())
    found = measure_channel(channel(rows), name, {"eps": "4"})
    assert found.value == 0
    assert (found.pair, found.event) == ((0, 1), ())


@pytest.mark.parametrize("name", ["approx-dp", "probabilistic-dp"])
def test_an_infinite_loss_within_the_bound_is_none(name: str) -> None:
    """From 0 to 1 the loss is infinite with probability δ, as is allowed; from 2 to 3 with more."""
    rows = [["1/4", "0"], ["0", "0"], ["0", "1/2"], ["0", "0"]]
    found = measure_channel(channel(rows, [["0", "1"], ["2", "3"]]), name, {"delta": "1/4"})
    assert (found.value, found.pair, found.event) == (INFINITY, (2, 3), (1,))


@pytest.mark.parametrize("delta", ["0", "1/4"])
def test_a_tight_eps_beyond_the_floats(delta: str) -> None:
    """(1/2 − δ)/10^-400."""
    found = measure_channel(
        channel([["1/2"], [Fraction(1, 10**400)]]), "approx-dp", {"delta": delta}
    )
    assert found.value == ln((Fraction(1, 2) - Fraction(delta)) * 10**400)


def test_a_directed_relation_is_refused() -> None:
    """Privacy at risk looks at both orders; whichever way the answer would be found."""
    one_way = Channel(["0", "1"], ["0"], [["1"], ["1"]], [["0", "1"]], directed=True)
    for given in ({"eps": "0"}, {"risk": "0"}):
        with pytest.raises(ChannelError, match="directed"):
            measure_channel(one_way, "privacy-at-risk", given)


def test_time_runs_out_on_the_smallest_channel() -> None:
    """A spent budget is noticed before the first pair."""
    for given in ({"eps": "1"}, {"delta": "1/4"}):
        with pytest.raises(Undecided) as late:
            measure_channel(channel([["3/4"], ["1/4"]]), "approx-dp", given, budget=Budget(0))
        assert late.value.code == "time"
