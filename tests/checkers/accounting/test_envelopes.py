"""One pair of laws for all pairs of a channel, against exact curves and exact strategies."""

from __future__ import annotations

import json
import random
from fractions import Fraction
from itertools import permutations, product
from math import exp
from typing import Any

import pytest

from dpverify.accounting import Plan, account, gaussian, laplace, private, table
from dpverify.checkers.accounting import account as account_module
from dpverify.checkers.accounting.envelopes import standing_for
from dpverify.checkers.kernel import loss_atoms
from dpverify.checkers.kernel.door import replay
from dpverify.defs.accounting.events import Event
from dpverify.defs.accounting.tables import Pair, curve, merged, pairs_of, worst
from dpverify.defs.errors import Undecided

Rows = list[list[Fraction]]


def rows(inputs: int, outputs: int, seed: int, *, zeros: bool = False) -> Rows:
    """Rows of small rationals."""
    dice = random.Random(seed)  # noqa: S311  an example, nothing secret
    found = []
    for _ in range(inputs):
        masses = [dice.randint(0 if zeros else 1, 9) for _ in range(outputs)]
        masses[dice.randrange(outputs)] += 1
        found.append([Fraction(mass, sum(masses)) for mass in masses])
    return found


def texts(given: Rows) -> list[list[str]]:
    """As a plan has them."""
    return [[str(entry) for entry in row] for row in given]


def ordered(given: Rows) -> list[Pair]:
    """All ordered pairs of rows."""
    return [merged(tuple(p), tuple(q)) for p, q in permutations(given, 2)]


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("of", [standing_for, loss_atoms.standing_for])
def test_its_curve_lies_above_all_others(seed: int, of: object) -> None:
    """Exactly, at 60 places; it is a pair of laws, and touches the largest curve somewhere."""
    pairs = ordered(rows(5, 4, seed, zeros=seed % 2 == 1))
    found = of(pairs)  # type: ignore[operator]
    assert sum(p for p, _ in found) == 1
    assert sum(q for _, q in found) == 1
    touched = 0
    for place in range(1, 61):
        t = Fraction(place, 12)
        largest = max(curve(pair, t) for pair in pairs)
        assert curve(found, t) >= largest
        touched += curve(found, t) == largest
    assert touched


def test_it_is_the_worst_pair_where_there_is_one() -> None:
    """Randomised response over three values: all pairs have one curve."""
    given = [[Fraction(1 + (i == j), 4) for j in range(3)] for i in range(3)]
    pairs = ordered(given)
    assert standing_for(pairs) == worst(pairs)


def test_odds_that_no_float_holds() -> None:
    """Curves would be left out by floats that are no numbers."""
    tiny = Fraction(1, 10**400)
    given = [[tiny, 1 - tiny], [Fraction(1, 2)] * 2]
    with pytest.raises(Undecided, match="losses beyond 709"):
        account(Plan((table(texts(given), times=3),)), eps=1)


def best_strategy(given: Rows, eps: float, uses: int) -> float:
    """δ(ε) where each use may compare another pair, which depends on the answers so far.

    V_0(t) = max(0, 1 − t), V_k(t) = max over pairs of Σ p·V_(k−1)(t·q/p): by its definition.
    """
    pairs = [
        [(float(p), float(q)) for p, q in zip(first, second, strict=True)]
        for first, second in permutations(given, 2)
    ]

    def value(t: float, left: int) -> float:
        if left == 0:
            return max(0.0, 1 - t)
        return max(sum(p * (value(t * q / p, left - 1)) for p, q in pair if p) for pair in pairs)

    return value(exp(eps), uses)


def same_pair(given: Rows, eps: float, uses: int) -> float:
    """δ(ε) where all uses compare the same pair: every combination of outputs of every pair."""
    largest = 0.0
    for first, second in permutations(given, 2):
        total = 0.0
        for outputs in product(range(len(first)), repeat=uses):
            p = q = 1.0
            for i in outputs:
                p, q = p * float(first[i]), q * float(second[i])
            total += max(0.0, p - exp(eps) * q)
        largest = max(largest, total)
    return largest


@pytest.mark.parametrize(
    ("inputs", "outputs", "uses"), [(3, 3, 2), (3, 3, 3), (3, 3, 1), (20, 20, 1)]
)
@pytest.mark.parametrize("eps", ["0", "1/2", "2"])
def test_any_pairs_in_each_use(inputs: int, outputs: int, uses: int, eps: str) -> None:
    """The bounds enclose the best strategy, which may change the pair after each answer.

    One use compares one pair: there is nothing to change, and the bounds are close.
    """
    given = rows(inputs, outputs, seed=uses)
    found = account(Plan((table(texts(given), times=uses),)), eps=eps)
    true = best_strategy(given, float(Fraction(eps)), uses)
    low, high = float(found.lower), float(found.upper)
    assert low <= true + 1e-12
    assert true <= high + 1e-12
    if uses == 1:
        assert high - low <= 1e-3 * high


@pytest.mark.long
@pytest.mark.parametrize(("inputs", "outputs", "uses"), [(4, 3, 2), (3, 4, 3), (20, 20, 2)])
@pytest.mark.parametrize("eps", ["1/2", "2"])
def test_the_same_pair_in_all_uses(inputs: int, outputs: int, uses: int, eps: str) -> None:
    """Against every combination of outputs: enclosed, and within one part in a thousand."""
    given = rows(inputs, outputs, seed=uses)
    found = account(Plan((table(texts(given), times=uses, uses="same"),)), eps=eps)
    true = same_pair(given, float(Fraction(eps)), uses)
    low, high = float(found.lower), float(found.upper)
    assert low <= true + 1e-12
    assert true <= high + 1e-12
    assert high - low <= 1e-3 * high


@pytest.mark.parametrize(
    ("given", "eps", "uses"),
    [
        ((("5/6", "1/6"), ("1", "0"), ("2/7", "5/7")), "0", 1),
        ((("5/6", "1/6"), ("1", "0"), ("2/7", "5/7"), ("1/2", "1/2")), "1/2", 2),
    ],
)
def test_the_same_pair_where_what_stands_for_several_suits_no_grid(
    given: tuple[tuple[str, ...], ...], eps: str, uses: int
) -> None:
    """Infinite losses: each pair has its grid, and what stands for some of them has none."""
    found = account(Plan((table(given, times=uses, uses="same"),)), eps=eps)
    laws = [[Fraction(entry) for entry in row] for row in given]
    true = same_pair(laws, float(Fraction(eps)), uses)
    assert float(found.lower) - 1e-9 <= true <= float(found.upper) + 1e-9
    assert float(found.upper) - float(found.lower) < 1e-6
    assert replay(json.dumps(found.document())).status == "accepted"


@pytest.mark.parametrize("uses", ["any", "same"])
@pytest.mark.parametrize("other", [gaussian(1), laplace(2, sampling="1/3"), private(1, times=3)])
def test_what_gives_the_input_away_beside_noise(uses: str, other: Event) -> None:
    """δ is 1, whatever is beside it: the laws of a use that has no finite loss have no mass."""
    given = table([["0", "1"], ["1", "0"], ["1/2", "1/2"]], times=2, uses=uses)
    found = account(Plan((given, other)), eps=1)
    assert float(found.lower) > 1 - 1e-9
    assert found.upper == "1"
    assert replay(json.dumps(found.document())).status == "accepted"


@pytest.mark.long
def test_a_channel_of_twenty_by_twenty_fifty_times() -> None:
    """Both bounds of ε at 10^-5 within one part in a thousand, below 50 times the largest loss."""
    given = rows(20, 20, seed=5)
    plan = Plan((table(texts(given), times=50, uses="same"),))
    found = account(plan, delta="1e-5")
    low, high = float(found.lower), float(found.upper)
    assert 0 < low <= high
    assert high - low <= 1e-3 * high
    (event,) = plan.events
    any_pair = account(Plan((table(texts(given), times=50),)), delta="1e-5")
    assert float(any_pair.lower) <= high
    assert low <= float(any_pair.upper)
    assert len(pairs_of(event.noise, Fraction(1), "add")) == 380  # type: ignore[arg-type]


def test_no_group_is_halved_when_time_is_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """That no grid suits a group is another reason to stop than that the time is over."""
    found, asked = account_module._bracketed, []

    def out_of_time(*question: Any) -> Any:
        asked.append(question)
        if len(asked) > 1:
            raise Undecided("time", "the time limit was reached")
        return found(*question)

    monkeypatch.setattr(account_module, "_bracketed", out_of_time)
    rows = [["1/2", "1/2"], ["1/4", "3/4"], ["1/3", "2/3"], ["2/5", "3/5"]]
    with pytest.raises(Undecided, match="the time limit"):
        account(Plan((table(rows, uses="same"),)), eps="1/10")
    assert len(asked) == 2
