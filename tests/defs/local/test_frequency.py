"""Local protocols: ε by the exact checker, estimates by enumerating every report of every user."""

from __future__ import annotations

from itertools import product

import pytest

from dpverify.checkers.decide import measure
from dpverify.defs.errors import DomainError
from dpverify.defs.local.frequency import (
    Protocol,
    k_ary,
    optimised_unary,
    randomized_response,
    symmetric_unary,
    unary,
)
from dpverify.defs.numbers import INFINITY, Value, ln, parse

PROTOCOLS = {
    "rr": randomized_response(),
    "k-ary": k_ary(3, "ln(4)"),
    "k-ary with e": k_ary(3, 1),
    "unary": unary(3, "2/3", "1/4"),
    "symmetric": symmetric_unary(3, "ln(9)"),
    "optimised": optimised_unary(3, "ln(3)"),
}


@pytest.mark.parametrize("name", PROTOCOLS)
def test_eps_is_that_of_the_channel(name: str) -> None:
    protocol = PROTOCOLS[name]
    assert measure(protocol.channel(), "local-dp").tight["eps"] == protocol.eps


def test_the_figures_of_the_course_and_of_the_literature() -> None:
    """Xu 2023: RR(3/4) has ln 3. By construction the others have the ε asked for."""
    assert randomized_response("3/4").eps == ln(3)
    for made in (k_ary(5, "ln(7)"), symmetric_unary(5, "ln(7)"), optimised_unary(5, "ln(7)")):
        assert made.eps == ln(7)
    assert k_ary(3, 1).eps == parse("1")
    assert unary(3, 1, "1/2").eps == unary(3, "1/2", 0).eps == INFINITY


def test_wang_and_others() -> None:
    """2017, table 1, per user nobody of whom holds v, at e^ε = 4: OUE 16/9, k-ary with 5: 7/9·…

    OUE: 4e^ε/(e^ε − 1)² = 16/9; SUE: e^(ε/2)/(e^(ε/2) − 1)² = 2; k-ary: (k − 2 + e^ε)/(e^ε − 1)².
    """
    assert optimised_unary(5, "ln(4)").variance(0, 1) == Value(16) / 9
    assert symmetric_unary(5, "ln(4)").variance(0, 1) == Value(2)
    assert k_ary(5, "ln(4)").variance(0, 1) == Value(7) / 9


def moments(protocol: Protocol, held: list[int], value: int) -> tuple[Value, Value]:
    """Mean and variance of the estimate for a value, over all reports of all users."""
    channel = protocol.channel()
    mean = square = Value(0)
    for reports in product(range(len(channel.outputs)), repeat=len(held)):
        mass, support = Value(1), 0
        for v, report in zip(held, reports, strict=True):
            mass = mass * channel.row(v)[report]
            label = channel.outputs[report]
            support += label == str(value) if protocol.one else label[value] == "1"
        guess = protocol.estimate(support, len(held))
        mean, square = mean + mass * guess, square + mass * guess * guess
    return mean, square - mean * mean


@pytest.mark.parametrize("name", ["rr", "k-ary", "unary", "optimised"])
@pytest.mark.parametrize("held", [[0], [0, 1], [1, 1]])
def test_moments_by_enumeration(name: str, held: list[int]) -> None:
    """Unbiased, and the variance as stated, whoever holds what."""
    protocol = PROTOCOLS[name]
    for value in range(2):
        mean, variance = moments(protocol, held, value)
        holders, users = held.count(value), len(held)
        assert mean == Value(holders) == protocol.expected(holders, users)
        assert protocol.bias(holders, users) == 0
        assert variance == protocol.variance(holders, users)


def test_what_is_refused() -> None:
    for wrong in ("1/2", "1/4", "5/4"):
        with pytest.raises(DomainError, match="must be 0 ≤ q < p ≤ 1"):
            randomized_response(wrong)
    with pytest.raises(DomainError, match="k is 1, must be at least 2"):
        k_ary(1, 1)
    with pytest.raises(DomainError, match="5 of 4 reports"):
        randomized_response().estimate(5, 4)
    with pytest.raises(DomainError, match="-1 of 4 users"):
        randomized_response().variance(-1, 4)
    with pytest.raises(DomainError, match="11 bits make too many outputs"):
        symmetric_unary(11, 1).channel()
