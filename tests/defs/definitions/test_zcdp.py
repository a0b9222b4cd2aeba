"""zCDP of channels: pairs, ties, and what stays open."""

from __future__ import annotations

from fractions import Fraction

import pytest
from flint import fmpq

from dpverify.defs.channel import Channel
from dpverify.defs.definitions import ZCDP
from dpverify.defs.definitions.whole import PairSpot
from dpverify.defs.definitions.zcdp import _joined
from dpverify.defs.divergences.concentration import Rate
from dpverify.defs.errors import Undecided
from dpverify.defs.mechanisms import library_mechanism
from dpverify.defs.numbers import INFINITY, Loss, Real, Value, exp, ln
from dpverify.defs.programs import channel_of
from tests.defs.definitions.samples import LINE, RR, SPLIT, related

RARE = Channel(["a", "b"], ["y", "z"], [["1/1000", "999/1000"], ["1/1000000", "999999/1000000"]])


def test_randomised_response() -> None:
    """ε-DP with ε = ln 3: ε·tanh(ε/2) = ln(3)/2 holds, and nothing smaller does."""
    found = ZCDP(1).measured(RR)
    assert found.value == ln(3) / 2
    assert found.by_balls
    assert found.spot == PairSpot(("0", "1"), {"order": "1", "divergence": ln(3) / 2})
    assert ZCDP("ln(3)/2").ruling(RR).violated is None
    assert not ZCDP("ln(3)/2").ruling(RR).exact
    spot = ZCDP("1/2").ruling(RR).violated
    assert isinstance(spot, PairSpot)
    assert spot.shown["order"] == "5/4"
    assert ZCDP("1/2").excess(RR, spot) == spot.shown["divergence"] - Loss(Fraction(5, 8))


def test_bounds_of_a_supremum_in_between() -> None:
    """Both ends, and an order where the lower one is reached."""
    found = ZCDP(1).measured(RARE)
    low, high = found.value
    assert low < high
    order = Fraction(found.spot.shown["order"])
    divergence = found.spot.shown["divergence"]
    assert divergence >= Loss(low) * order
    assert ZCDP(Loss(high)).ruling(RARE).violated is None
    assert ZCDP(Loss(low) * Fraction(999, 1000)).ruling(RARE).violated is not None


def test_the_worst_pair_counts() -> None:
    """LINE: the pair (b, c) against (a, b), each by itself."""
    pairs = [related(LINE, [pair]) for pair in (["a", "b"], ["b", "c"])]
    alone = [ZCDP(1).measured(each).value for each in pairs]
    assert ZCDP(1).measured(LINE).value == max(alone)
    assert ZCDP(1).measured(SPLIT).value == INFINITY


def test_ties_of_enclosed_numbers() -> None:
    """Two pairs of the same irrational KL, written differently: the larger of the two is it."""
    e = exp(1)
    rows = [[e / (1 + e), 1 / (1 + e)], [1 / (1 + e), e / (1 + e)]]
    split = [[*row[:1], row[1] / 2, row[1] / 2] for row in rows]
    mirrored = [[row[0] / 2, row[0] / 2, row[1]] for row in rows]
    both = Channel(["a", "b", "c", "d"], ["y", "z", "w"], [*split, *mirrored],
                   neighbours=[["a", "b"], ["c", "d"]])  # fmt: skip
    found = ZCDP(1).measured(both).value
    assert found.approx() == pytest.approx(0.46211715726000976)  # tanh(1/2)


def test_a_failure_beside_an_open_pair() -> None:
    """One pair at its supremum is open; another that fails decides."""
    near = ZCDP(Loss(_undecided()))
    rows = [RARE.row(0), RARE.row(1), [1, 0]]
    more = Channel(["a", "b", "c"], ["y", "z"], rows, neighbours=[["a", "b"], ["b", "c"]])
    assert near.ruling(more).violated is not None


def _undecided() -> fmpq:
    """ρ of RARE to more digits than can be told apart."""
    low, high = ZCDP(1).measured(RARE).value
    for _ in range(300):
        middle: fmpq = (low + high) / 2
        try:
            proved = ZCDP(Loss(middle)).ruling(RARE).violated is None
        except Undecided:
            return middle
        low, high = (low, middle) if proved else (middle, high)
    raise AssertionError("the supremum was never too near")


def test_open_at_the_supremum() -> None:
    """ρ between bounds that nothing tells apart: Undecided, never an answer."""
    with pytest.raises(Undecided):
        ZCDP(Loss(_undecided())).ruling(RARE)


def test_permute_and_flip_against_the_exponential_mechanism() -> None:
    """ε = 1, two candidates: 1/8-zCDP is the exponential mechanism, permute-and-flip is not."""
    settings = {"base": exp("1/2"), "candidates": 2, "largest": 2}
    flip, weigh = (
        channel_of(library_mechanism(name).with_parameters(**settings))
        for name in ("permute-and-flip", "exponential-mechanism")
    )
    assert ZCDP("1/8").ruling(flip).violated is not None
    assert ZCDP("1/8").ruling(weigh).violated is None
    _, high = ZCDP(1).measured(weigh).value
    assert high < fmpq(1, 8)


def test_an_infinite_pair_beside_an_enclosed_one() -> None:
    """Whichever comes first, the channel's ρ is infinite."""
    rows = [RARE.row(0), RARE.row(1), [1, 0]]
    for pairs in ([["a", "b"], ["b", "c"]], [["b", "c"], ["a", "b"]]):
        more = Channel(["a", "b", "c"], ["y", "z"], rows, neighbours=pairs)
        found = ZCDP(1).measured(more)
        assert found.value == INFINITY
        assert {*found.spot.inputs} == {"b", "c"}


def test_an_infinite_pair_beside_one_that_stays_open() -> None:
    """Balls leave open rows that differ by 10^−60; that others are disjoint decides."""
    near = [["1/2", "1/2", 0], ["1/2+1e-60", "1/2-1e-60", 0]]
    with pytest.raises(Undecided):
        ZCDP(1).measured(Channel(["a", "b"], ["x", "y", "z"], near, neighbours="all"))
    more = Channel(["a", "b", "c"], ["x", "y", "z"], [*near, [0, 0, 1]], neighbours="all")
    assert ZCDP(1).measured(more).value == INFINITY


def test_rates_that_are_not_told_apart() -> None:
    """Two numbers known by balls, on pairs with other losses: neither is named as the larger."""
    e, hidden = Real("exp", Value(1)), Real("ln", Real("exp", Real("exp", Value(1))))
    rates = Rate(Fraction(1), e), Rate(Fraction(1), hidden)
    laws = ([Value(1), Value(0)],) * 2, ([Value(1) / 2, Value(1) / 2], [Value(1) / 3, Value(2) / 3])
    with pytest.raises(Undecided, match="which rho is larger"):
        _joined(*rates, *laws)
    assert _joined(*rates, laws[0], laws[0]) == (rates[1], False)  # the same losses: the same rate
