"""Two rows rounded for drawing."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest

import dpverify as dv
from dpverify.reports.drawings.pair import as_float, float_of, pair_of
from dpverify.reports.drawings.trade_off import allowed, trade_off

CHANNEL = dv.Channel(
    ["x", "x'"], ["a", "b", "c", "d"],
    [["1/2", "1/4", "1/4", "0"], ["1/4", "0", "3/4", "0"]],
)  # fmt: skip
PAIR = pair_of(CHANNEL, ("x", "x'"), ["a", "b"])


def test_losses_by_hand() -> None:
    """ln 2, infinite, −ln 3, and none where neither input has the output."""
    assert PAIR.losses[:3] == pytest.approx((math.log(2), math.inf, -math.log(3)))
    assert math.isnan(PAIR.losses[3])
    assert PAIR.inside == (True, True, False, False)


def test_an_infinite_loss_is_one_of_exact_zero() -> None:
    """A probability that no float holds is not 0: e^(−2000) has the loss 2000."""
    tiny = dv.Channel(["0", "1"], ["a", "b"], [["exp(-2000)", "1-exp(-2000)"], ["1", "0"]])
    losses = pair_of(tiny, ("1", "0"), []).losses
    assert losses[0] == pytest.approx(2000)
    assert losses[1] == -math.inf


def test_delta_is_the_exact_one_rounded() -> None:
    """The exact checker's δ of the same pair, at several ε."""
    directed = dv.Channel(
        CHANNEL.inputs, CHANNEL.outputs, [CHANNEL.row(0), CHANNEL.row(1)],
        neighbours=[["x", "x'"]], directed=True,
    )  # fmt: skip
    for eps in ("0", "1/3", "ln(2)", "3"):
        tight = dv.measure(directed, "approx-dp", eps=eps).tight["delta"]
        assert PAIR.delta(float_of(eps)) == pytest.approx(as_float(tight), abs=1e-12)


def test_the_tail_is_strict() -> None:
    """P[L > ε]: at ε = ln 2 the output with that loss does not count."""
    assert PAIR.tail(0.69) == pytest.approx(0.75)
    assert PAIR.tail(0.7) == pytest.approx(0.25)
    assert PAIR.tail(1.0, two_sided=True) == pytest.approx(0.5)  # b, and c with −ln 3


def test_one_order_or_both() -> None:
    assert PAIR.both
    assert not pair_of(
        dv.Channel(["0", "1"], ["a"], [["1"], ["1"]], neighbours=[["0", "1"]], directed=True),
        ("0", "1"),
        ["a"],
    ).both


def test_no_test_beats_the_trade_off_curve() -> None:
    """All 16 events as tests: none lies below the curve, each corner is one of them."""
    corners = trade_off(PAIR)
    tests = [
        (
            sum(q for k, q in enumerate(PAIR.q) if event >> k & 1),
            1 - sum(p for k, p in enumerate(PAIR.p) if event >> k & 1),
        )
        for event in range(16)
    ]
    for alpha, beta in corners[:-1]:
        assert any(abs(alpha - a) + abs(beta - b) < 1e-12 for a, b in tests)
    for alpha, beta in tests:
        assert beta >= below(corners, alpha) - 1e-12


def below(corners: list[tuple[float, float]], alpha: float) -> float:
    """The curve at α, by interpolation."""
    return min(
        b0 if a1 == a0 else b0 + (b1 - b0) * (alpha - a0) / (a1 - a0)
        for (a0, b0), (a1, b1) in pairwise(corners)
        if a0 <= alpha <= a1 and (a1 > a0 or b0 <= b1)
    )


def test_what_a_claim_allows_by_hand() -> None:
    """ε = ln 3, δ = 1/5: from (0, 4/5) by the corner (1/5, 1/5) to (4/5, 0)."""
    corners = allowed(math.log(3), 0.2)
    assert [x for corner in corners for x in corner] == pytest.approx(
        [0, 0.8, 0.2, 0.2, 0.8, 0, 1, 0]
    )
    one_way = allowed(math.log(3), 0.2, both=False)
    assert [x for corner in one_way for x in corner] == pytest.approx([0, 0.8, 0.8 / 3, 0, 1, 0])
    assert allowed(0.0, 1.0)[0] == (0.0, 0.0)
