"""Shannon capacity."""

from __future__ import annotations

from fractions import Fraction
from math import log

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dpverify.checkers import capacity as module
from dpverify.checkers.capacity import Capacity, shannon_capacity
from dpverify.checkers.strategies import channels, private_channels
from dpverify.defs.channel import Channel
from dpverify.defs.errors import UsageError
from dpverify.defs.numbers import Value, ln, parse
from dpverify.defs.qif import min_capacity, shannon_leakage
from tests.defs.matrices import fractions, names, rational_channels
from tests.defs.qif.flows import Flow, flows


def channel(*rows: list[object]) -> Channel:
    """With labels of its own."""
    return Channel(names("x", len(rows)), names("y", len(rows[0])), rows)


@pytest.mark.parametrize(
    ("given_channel", "expected"),
    [
        (channel(["3/4", "1/4"], ["1/4", "3/4"]), "3/4*ln(3)-ln(2)"),
        (channel([1, 0], ["1/2", "1/2"]), "ln(5/4)"),
        (channel(["2/3", "1/3", 0], [0, "1/3", "2/3"]), "2/3*ln(2)"),
        (channel([1, 0], [1, 0], [0, 1]), "ln(2)"),
        (channel(["1/2", "1/2", 0], [0, "1/2", "1/2"], ["1/3", "1/3", "1/3"]), "1/2*ln(2)"),
        (channel(["1/5", "4/5"], ["1/5", "4/5"]), "0"),
        (channel([1], [1]), "0"),
    ],
    ids=["symmetric", "Z", "erasure", "two alike", "one unused", "useless", "one output"],
)
def test_capacities_of_textbooks(given_channel: Channel, expected: str) -> None:
    """Cover–Thomas, ch. 7: symmetric, Z (with 1/2) and erasure channels; all exact."""
    found = shannon_capacity(given_channel)
    assert found.exact == parse(expected)
    assert found.lower <= found.upper
    assert found.upper - found.lower < Fraction(1, 10**30)


def capacity_of_two(rows: list[list[float]]) -> float:
    """By ternary search over the prior, in floats: the leakage is concave in it."""
    low, high = 0.0, 1.0
    for _ in range(200):
        a, b = low + (high - low) / 3, high - (high - low) / 3
        low, high = (a, high) if _leak(a, rows) < _leak(b, rows) else (low, b)
    return _leak((low + high) / 2, rows)


def _leak(weight: float, rows: list[list[float]]) -> float:
    prior = (weight, 1 - weight)
    seen = [prior[0] * p + prior[1] * q for p, q in zip(*rows, strict=True)]
    return sum(
        w * p * log(p / s) for w, row in zip(prior, rows, strict=True)
        for p, s in zip(row, seen, strict=True) if w * p > 0
    )  # fmt: skip


@settings(max_examples=40)
@given(st.data(), st.integers(1, 4))
def test_two_inputs_against_a_search_over_the_prior(data: st.DataObject, m: int) -> None:
    """Bounds 1e-9 apart or less, with the searched capacity between them."""
    drawn = data.draw(rational_channels(["0", "1"], names("y", m)))
    found = shannon_capacity(drawn)
    expected = capacity_of_two([[float(p) for p in row] for row in fractions(drawn)])
    assert found.lower.approx() - 1e-9 <= expected <= found.upper.approx() + 1e-9
    assert (found.upper - found.lower).approx() < 1e-9


@settings(max_examples=40)
@given(flows())
def test_no_prior_leaks_more(flow: Flow) -> None:
    """Upper is above the leakage of any prior; lower is below that of the stated one."""
    found = shannon_capacity(flow[0])
    assert found.upper >= shannon_leakage(*flow)
    assert found.lower <= shannon_leakage(flow[0], found.prior)
    assert sum(found.prior, start=Value(0)) == 1


@settings(max_examples=25)
@given(channels(outputs=(1, 3)))
def test_the_bounds_are_ordered_for_every_kind_of_number(drawn: Channel) -> None:
    """Irrational matrices too; the min-capacity is never below (Alvim et al. 2020, ch. 7)."""
    found = shannon_capacity(drawn)
    assert 0 <= found.lower <= found.upper
    assert found.lower <= min_capacity(drawn)


@settings(max_examples=25)
@given(st.data(), st.fractions(1, 8, max_denominator=4))
def test_pure_dp_bounds_it(data: st.DataObject, odds: Fraction) -> None:
    """ε-DP for all pairs gives capacity ≤ ε·tanh(ε/2) ≤ ε (Cuff, Yu 2016, for min(ε, ε²)).

    Each D(C_x‖p_π) is at most the largest D(C_x‖C_x'), by convexity, and that at most ε·tanh(ε/2).
    """
    drawn = data.draw(private_channels(odds))
    everyone = Channel(
        drawn.inputs, drawn.outputs, [drawn.row(i) for i in range(len(drawn.inputs))]
    )
    eps = ln(odds)
    assert shannon_capacity(everyone).lower <= eps * Value((odds - 1) / (odds + 1)) <= eps


@pytest.mark.parametrize("proposal", [[1.0, 0.0], [0.9, 0.1], [0.5, 0.5]])
def test_a_wrong_proposal_gives_wider_bounds_and_never_wrong_ones(
    monkeypatch: pytest.MonkeyPatch, proposal: list[float]
) -> None:
    """The Z channel has capacity ln(5/4) at the prior (3/5, 2/5)."""
    monkeypatch.setattr(module, "_proposed", lambda *_: proposal)
    monkeypatch.setattr(module, "EXACT_ENTRIES", 0)
    found = shannon_capacity(channel([1, 0], ["1/2", "1/2"]))
    assert found.exact is None
    assert found.lower < ln("5/4") < found.upper


def test_no_time_still_gives_bounds() -> None:
    """One step of the iteration, and both sides of what it reached."""
    drawn = Channel(names("x", 3), names("y", 3), [["3/5", "3/10", "1/10"], ["7/10", "1/10", "1/5"],
                                                   ["1/2", "1/20", "9/20"]])  # fmt: skip
    early, late = shannon_capacity(drawn, time_limit=0), shannon_capacity(drawn)
    assert isinstance(early, Capacity)
    assert early.lower <= late.lower
    assert late.upper <= early.upper
    assert early.upper - early.lower > Fraction(1, 10**6) > late.upper - late.lower


def test_only_channels_have_one() -> None:
    """One clear line."""
    with pytest.raises(UsageError, match="3 is no channel"):
        shannon_capacity(3)  # type: ignore[arg-type]  # that is the point
