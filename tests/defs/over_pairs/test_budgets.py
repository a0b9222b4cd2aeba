"""Definitions with a loss for each pair: each counted by hand, of randomised response on two bits.

Each of two bits is told with probability 2/3. So the laws on 00 and 01 are products, and an event's
odds are 2 where one bit differs, and 4 where both do.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations, product

import pytest

import dpverify as dv
from dpverify.defs.errors import UsageError
from dpverify.defs.numbers import ln

BITS = ["00", "01", "10", "11"]
ONE_BIT = [("00", "01"), ("00", "10"), ("11", "01"), ("11", "10")]


def _told(bit: str, answer: str) -> Fraction:
    return Fraction(2 if bit == answer else 1, 3)


def _channel(neighbours: object = "all") -> dv.Channel:
    rows = [[_told(x[0], o[0]) * _told(x[1], o[1]) for o in BITS] for x in BITS]
    return dv.Channel(BITS, BITS, rows, neighbours)


def test_persons_by_hand() -> None:
    """ln 2 for either bit: within 1 for the first person, ln(4/3) beyond ln(3/2) for the second."""
    answer = dv.over_pairs("personalised-dp", _channel(ONE_BIT), budgets={0: "1", 1: "ln(3/2)"})
    assert answer.value == ln("4/3")
    assert {*answer.apart} == {pair for pair in permutations(BITS, 2) if _differ(*pair) == {1}}
    kept = dv.over_pairs("personalised-dp", _channel(ONE_BIT), budgets={0: 1, 1: "ln(2)"})
    assert kept.value == 0
    assert not kept.apart


def _differ(x: str, z: str) -> set[int]:
    return {k for k in range(2) if x[k] != z[k]}


def test_pairs_by_hand() -> None:
    """ln 2 of each pair: the smallest budget decides; one order is both; inf asks nothing."""
    budgets = {("00", "01"): 1, ("10", "00"): "1/2", ("11", "01"): "inf", ("11", "10"): 2}
    answer = dv.over_pairs("tailored-dp", _channel(ONE_BIT), budgets=budgets)
    assert answer.value == ln(2) - dv.parse("1/2")
    assert {*answer.apart} == {("00", "10"), ("10", "00")}
    both = {**budgets, ("01", "00"): 0}
    assert dv.over_pairs("tailored-dp", _channel(ONE_BIT), budgets=both).value == ln(2)


def test_inputs_against_all_events() -> None:
    """The excess over the smaller budget, against every event of every ordered pair."""
    odds = {"00": 2, "01": 3, "10": 5, "11": 8}
    answer = dv.over_pairs(
        "input-discriminative-dp", _channel(), budgets={x: f"ln({o})" for x, o in odds.items()}
    )
    worst = Fraction(0)
    for x, z in permutations(BITS, 2):
        for chosen in product((False, True), repeat=4):
            event = [o for o, inside in zip(BITS, chosen, strict=True) if inside]
            if event:
                worst = max(worst, _mass(x, event) / _mass(z, event) / min(odds[x], odds[z]))
    assert worst == 2  # odds of 4 between 00 and 11, whose smaller budget is ln 2
    assert answer.value == ln(2)


def _mass(x: str, event: list[str]) -> Fraction:
    return sum((_told(x[0], o[0]) * _told(x[1], o[1]) for o in event), Fraction(0))


def test_a_budget_of_one_number_is_pure_dp() -> None:
    """And what is beyond an infinite loss is infinite."""
    same = dict.fromkeys(BITS, 0)
    value = dv.over_pairs("input-discriminative-dp", _channel(), budgets=same).value
    assert value == dv.measure(_channel(), "pure-dp").tight["eps"] == ln(4)
    told = dv.Channel(["0", "1"], ["0", "1"], [[1, 0], [0, 1]])
    endless = dv.over_pairs("personalised-dp", told, budgets={0: 100})
    assert str(endless.value) == "inf"


@pytest.mark.parametrize(
    ("name", "options", "says"),
    [
        ("tailored-dp", {}, "give budgets"),
        ("tailored-dp", {"budgets": {("00", "11"): 1}}, "pairs of neighbours"),
        ("tailored-dp", {"budgets": {("00", "01"): 1}}, "no budget covers"),
        ("personalised-dp", {"budgets": {2: 1}}, "places of records"),
        ("personalised-dp", {"budgets": {0: -1, 1: 1}}, "at least 0"),
        ("personalised-dp", {"budgets": {0: "inf", 1: "inf"}}, "finite"),
        ("personalised-dp", {"budgets": {0: 1, 1: 1}, "eps": 1}, "no eps"),
        ("input-discriminative-dp", {"budgets": {"00": "x"}}, "budget of '00'"),
        ("predictive-dp", {"eps": 1, "budgets": {0: 1}}, "leave budgets out"),
    ],
)
def test_bad_input_is_one_line(name: str, options: dict[str, object], says: str) -> None:
    """What was given, and what to do."""
    with pytest.raises(UsageError, match=says):
        dv.over_pairs(name, _channel(ONE_BIT), **options)  # type: ignore[arg-type]  # on purpose


def test_inputs_that_are_no_records() -> None:
    """Labels of two lengths, and neighbours that differ in two places."""
    lengths = dv.Channel(["0", "01"], ["a", "b"], [["1/2", "1/2"], ["1/2", "1/2"]])
    with pytest.raises(UsageError, match="1 to 2"):
        dv.over_pairs("personalised-dp", lengths, budgets={0: 1})
    with pytest.raises(UsageError, match="differ in 2"):
        dv.over_pairs("personalised-dp", _channel(), budgets={0: 1, 1: 1})
