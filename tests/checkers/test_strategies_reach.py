"""The interesting places are reached, each within a stated number of examples."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from random import Random
from typing import Any, TypeVar

import pytest
from hypothesis import Phase, find, given, settings
from hypothesis import strategies as st

from dpverify.checkers import strategies
from dpverify.checkers.exact import decide_channel, measure_channel
from dpverify.checkers.strategies import Row
from dpverify.defs.channel import Channel
from dpverify.defs.definitions.contract import EventDefinition
from dpverify.defs.definitions.registry import event_definitions
from dpverify.defs.numbers import Value, exp
from tests.checkers.test_strategies import worst

T = TypeVar("T")
SEEDS = range(3)
E = exp(1)


def reached(strategy: st.SearchStrategy[T], place: Callable[[T], bool], within: int) -> None:
    """Fail unless each of three seeds reaches the place within that many examples."""
    only = settings(database=None, max_examples=within, phases=[Phase.generate])
    for seed in SEEDS:
        source = Random(seed)  # noqa: S311  a seed, not a secret
        assert place(find(strategy, place, settings=only, random=source))


def is_chain(channel: Channel) -> bool:
    """Each input is a neighbour of the next, and of no other."""
    n = len(channel.inputs)
    steps = {(i, i + 1) for i in range(n - 1)}
    return set(channel.neighbours.ordered_pairs(n)) == steps | {(j, i) for i, j in steps}


def has_entry(channel: Channel, test: Callable[[Value], bool]) -> bool:
    """Some entry passes the test."""
    return any(test(v) for i in range(len(channel.inputs)) for v in channel.row(i))


def has_text(channel: Channel, text: str) -> bool:
    """Some entry is written with the text."""
    return has_entry(channel, lambda v: text in str(v))


PLACES: dict[str, tuple[Callable[[Channel], bool], int]] = {
    "a zero": (lambda c: has_entry(c, lambda v: v.is_zero), 20),
    "all entries positive": (lambda c: not has_entry(c, lambda v: v.is_zero), 50),
    "equal rows": (lambda c: c.row(0) == c.row(1) and len(c.outputs) > 1, 50),
    "one output": (lambda c: len(c.outputs) == 1, 20),
    "near-deterministic": (lambda c: has_entry(c, lambda v: Fraction(95, 100) < v < 1), 100),
    "a chain of three": (lambda c: len(c.inputs) == 3 and is_chain(c), 50),
    "an input without neighbour": (lambda c: c.neighbours.count(3) < 2 * len(c.inputs) - 2, 200),
    "infinite loss": (
        lambda c: any(a.is_zero != b.is_zero for a, b in zip(c.row(0), c.row(1), strict=True)),
        20,
    ),
    "powers of e": (lambda c: has_text(c, "exp("), 50),
    "roots": (lambda c: has_text(c, "**("), 50),
    "the largest size": (lambda c: (len(c.inputs), len(c.outputs)) == (3, 3), 100),
}


@pytest.mark.parametrize("name", PLACES)
def test_channels_reach(name: str) -> None:
    """Every interesting place of channels comes often enough."""
    place, within = PLACES[name]
    reached(strategies.channels(), place, within)


def e_is_a_ratio(channel: Channel) -> bool:
    """Some output is e times as likely on one input as on the other."""
    p, q = channel.row(0), channel.row(1)
    return any(not b.is_zero and a == E * b for a, b in zip(p, q, strict=True))


def test_ratios_of_e_are_reached() -> None:
    """A tie at ε = 1, such as randomised response has."""
    small = strategies.channels(inputs=(2, 2), outputs=(2, 2), entries="exponential")
    reached(small, e_is_a_ratio, 500)


@st.composite
def with_claims(draw: st.DrawFn, name: str) -> tuple[Channel, EventDefinition]:
    """A channel and a claim about it."""
    channel = draw(strategies.channels(entries="rational"))
    return channel, draw(strategies.claims(channel, name))


def is_tie(case: tuple[Channel, EventDefinition]) -> bool:
    """The claim holds with nothing to spare, at parameters that are no end of their range."""
    channel, definition = case
    last = definition.parameters[-1]
    given = {key: definition.given[key] for key in definition.parameters[:-1]}
    tight = measure_channel(channel, definition.name, given).value
    return bool(tight == definition.given[last] and tight > 0)


@pytest.mark.parametrize("name", event_definitions())
def test_claims_reach_the_boundary(name: str) -> None:
    """Ties exactly at the boundary, for every definition."""
    reached(with_claims(name), is_tie, 50)


@pytest.mark.parametrize("name", event_definitions())
@pytest.mark.parametrize("holds", [True, False])
def test_claims_hold_and_fail(name: str, holds: bool) -> None:
    """Both verdicts come often."""
    reached(with_claims(name), lambda case: decide_channel(*case).holds is holds, 50)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("delta", [Fraction(0), Fraction(1, 4)])
@pytest.mark.parametrize("family", [strategies.private_rows, strategies.bounded_ratio_rows])
def test_private_families_reach_their_bound(family: Any, delta: Fraction) -> None:
    """Both families attain (ln 3, δ) with different rows without zeros, and stay below it too."""
    attained = family(2, 2, Fraction(3), delta)

    def inside(rows: list[Row]) -> bool:
        return rows[0] != rows[1] and min(map(min, rows)) > 0

    reached(attained, lambda rows: inside(rows) and worst(rows, Fraction(3)) == delta, 200)
    reached(attained, lambda rows: inside(rows) and worst(rows, Fraction(2)) <= delta, 200)


@given(st.data(), strategies.odds(), strategies.probabilities())
def test_bounded_ratios_are_private(data: st.DataObject, odds: Fraction, delta: Fraction) -> None:
    """By construction: every event of every pair satisfies (ln odds, δ)."""
    rows: list[Row] = data.draw(strategies.bounded_ratio_rows(3, 3, odds, delta))
    assert all(sum(row) == 1 and min(row) >= 0 for row in rows)
    assert worst(rows, odds) <= delta


def test_bounded_ratios_reach_more_than_mixtures_of_two() -> None:
    """Three outputs whose three ratios differ, E attained: no mixture of two rows looks so."""

    def wanted(rows: list[Row]) -> bool:
        ratios = {a / b for a, b in zip(*rows, strict=True) if b}
        return len(ratios) == 3 and Fraction(2) in ratios

    reached(strategies.bounded_ratio_rows(2, 3, Fraction(2)), wanted, 300)


@given(strategies.private_claims())
def test_private_claims_hold(case: tuple[Channel, EventDefinition]) -> None:
    """The claim that comes with a channel is true of it."""
    assert decide_channel(*case).holds


@given(st.integers(1, 4).flatmap(strategies.priors))
def test_priors_are_laws(prior: Row) -> None:
    """Probabilities ≥ 0 of sum 1."""
    assert sum(prior) == 1
    assert min(prior) >= 0


PRIORS: dict[str, Callable[[Row], bool]] = {
    "uniform": lambda p: len(set(p)) == 1,
    "sure": lambda p: max(p) == 1,
    "skewed": lambda p: 0 < min(p) < max(p),
    "with a zero": lambda p: min(p) == 0 and max(p) < 1,
}


@pytest.mark.parametrize("name", PRIORS)
def test_priors_reach(name: str) -> None:
    """Uniform, certain, skewed, and with an impossible input."""
    reached(strategies.priors(3), PRIORS[name], 50)


@given(strategies.data_distributions())
def test_data_distributions_are_laws_of_tuples(law: strategies.DataLaw) -> None:
    """Positive probabilities of sum 1 over data sets of one length."""
    assert sum(law.values()) == 1
    assert min(law.values()) > 0
    assert len({len(data) for data in law}) == 1


def independent(law: strategies.DataLaw) -> bool:
    """For two records: every probability is the product of its marginals."""
    first, second = (
        {v: sum((p for d, p in law.items() if d[k] == v), Fraction(0)) for v in "01"}
        for k in (0, 1)
    )
    return all(law.get((a, b), 0) == first[a] * second[b] for a in "01" for b in "01")


@pytest.mark.parametrize("wanted", [True, False])
def test_data_distributions_reach_independence_and_correlation(wanted: bool) -> None:
    """Two records that vary: independent in some laws, correlated in others."""
    reached(
        strategies.data_distributions(records=(2, 2)),
        lambda law: len(law) > 1 and independent(law) is wanted,
        50,
    )


@given(strategies.mechanism_pairs())
def test_mechanism_pairs_can_be_composed(pair: tuple[Channel, Channel]) -> None:
    """The same inputs and relation."""
    first, second = pair
    assert first.inputs == second.inputs
    assert first.neighbours == second.neighbours


@given(strategies.neighbour_relations(["a", "b", "c", "d"]))
def test_relations_are_never_empty(relation: str | list[list[str]]) -> None:
    """All pairs, or at least one pair of distinct inputs."""
    assert relation
    if not isinstance(relation, str):
        assert all(a != b for a, b in relation)
