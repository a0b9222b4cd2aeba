"""All real inputs of bounded-domain Laplace: drawn again until the value lies in a domain."""

from __future__ import annotations

from math import exp, inf, log
from typing import Any

import pytest

import dpverify as dv
from dpverify.checkers.kernel.door import replay
from dpverify.defs.errors import Undecided
from dpverify.defs.programs import mechanism


@mechanism(inputs=[0], moves="A")
def bounded(x: int, draw: Any, *, scale: int = 1, low: Any = 0, high: Any = 10) -> Any:
    """The bounded-domain Laplace mechanism."""
    while True:
        noisy = x + draw.laplace(scale)
        if low <= noisy <= high:
            return noisy


@mechanism(inputs=[0], moves="A")
def doubled(x: int, draw: Any) -> Any:
    """A move is longer than the domain."""
    while True:
        noisy = 2 * x + draw.laplace(1)
        if 0 <= noisy <= 1:
            return noisy


@mechanism(inputs=[0], moves="A")
def not_negative(x: int, draw: Any) -> Any:
    """Again while it is negative; the noise is turned over, and the input counts twice."""
    while True:
        noisy = 3 + 2 * x - draw.laplace(2)
        if noisy >= 0:
            return noisy


@mechanism(inputs=[0], moves="A")
def not_positive(x: int, draw: Any) -> Any:
    """Only an upper end."""
    while True:
        noisy = x + draw.laplace(1)
        if noisy <= 5:
            return noisy


def _loss(one: float, other: float, scale: float, low: float, high: float) -> float:
    """The largest ln(p/q) of two truncated Laplace laws, from their densities at the kinks."""

    def below(y: float) -> float:
        return exp(y / scale) / 2 if y < 0 else 1 - exp(-y / scale) / 2

    def kept(mode: float) -> float:
        return below(high - mode) - below(low - mode)

    inside = [min(max(y, low), high) for y in (low, one, other, high)]
    ends = [y for y in inside if abs(y) < inf] or [one]
    steps = [(abs(y - other) - abs(y - one)) / scale for y in ends]
    if inf in (-low, high):
        steps.append((other - one if low == -inf else one - other) / scale)
    return max(steps) + log(kept(other) / kept(one))


@pytest.mark.parametrize(
    ("program", "scale", "low", "high", "step"),
    [
        (bounded, 1, 0, 10, 1),
        (bounded.with_parameters(scale=3, low=-1, high=1), 3, -1, 1, 1),
        (doubled, 1, 0, 1, 2),  # a move beyond the domain
        (not_negative, 2, 0, inf, 2),
        (not_positive, 1, -inf, 5, 1),
    ],
)
def test_no_pair_of_a_grid_is_worse(
    program: Any, scale: float, low: float, high: float, step: float
) -> None:
    """Modes on a grid that reaches beyond the domain, moves up to the longest, in floats."""
    answer = dv.measure(program, "pure-dp", all_inputs=True)
    tight = float(answer.tight["eps"])
    first = (low if low > -inf else high - 12) - 2
    last = (high if high < inf else low + 12) + 2
    grid = [first + (last - first) * k / 60 for k in range(61)]
    losses = [
        _loss(c, c + sign * step * share, scale, low, high)
        for c in grid
        for share in (0.25, 0.5, 0.75, 1)
        for sign in (-1, 1)
    ]
    assert max(losses) <= tight + 1e-9
    place = low if low > -inf else high
    inward = 1 if low > -inf else -1
    assert abs(_loss(place, place + inward * step, scale, low, high) - tight) < 1e-9


def test_by_hand() -> None:
    """Noise of scale 1 that is not negative: Z(0) = 1/2, Z(1) = 1 − 1/(2e): ε = ln(2e − 1)."""

    @mechanism(inputs=[0], moves="A")
    def half_line(x: int, draw: Any) -> Any:
        while True:
            noisy = x + draw.laplace(1)
            if noisy >= 0:
                return noisy

    answer = dv.measure(half_line, "pure-dp", all_inputs=True)
    assert answer.tight["eps"] == dv.ln("2*exp(1) - 1")
    spread = dv.measure(half_line, "bounded-range", all_inputs=True)
    assert spread.tight["eps"] == 2
    assert replay(spread.to_dict()).status == "accepted"


def test_what_is_not_known_of_all_inputs_is_refused() -> None:
    """δ is not known to be largest at an end; nor is anything of Gaussian noise."""
    with pytest.raises(Undecided, match="all real inputs that decide what is drawn again"):
        dv.measure(bounded, "approx-dp", eps=1, all_inputs=True)

    @mechanism(inputs=[0], moves="A")
    def gaussian(x: int, draw: Any) -> Any:
        while True:
            noisy = x + draw.gaussian(1)
            if noisy >= 0:
                return noisy

    with pytest.raises(Undecided, match="all real inputs that are compared"):
        dv.measure(gaussian, "pure-dp", all_inputs=True)


@pytest.mark.parametrize("moves", ["M", "O", dv.moves.one_entry(1), dv.moves.box((0, 1))])
def test_a_move_and_its_opposite_are_one_pair(moves: Any) -> None:
    """They are two polytopes of moves, and lead to one pair of inputs, in both orders."""

    @mechanism(inputs=[0], moves=moves)
    def one_way(x: int, draw: Any) -> Any:
        while True:
            noisy = x + draw.laplace(1)
            if 0 <= noisy <= 10:
                return noisy

    answer = dv.measure(one_way, "pure-dp", all_inputs=True)
    assert answer.tight["eps"] == dv.measure(bounded, "pure-dp", all_inputs=True).tight["eps"]
    assert answer.checked["pairs"] == len(answer.to_dict()["directions"]) == 2
    assert replay(answer.to_json()).status == "accepted"
    assert dv.check(one_way, dv.PureDP(eps="3/2"), all_inputs=True).holds
