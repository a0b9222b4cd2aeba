"""Typical stability, against intervals of a single probability and sums by hand."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from random import Random

import pytest

import dpverify as dv
from dpverify.defs.errors import UsageError
from dpverify.defs.operations import mixture, product


def _near(chances: list[Fraction], odds: Fraction) -> bool:
    """Whether some q has p ≤ e·q, q ≤ e·p, 1−p ≤ e(1−q) and 1−q ≤ e(1−p) for each p."""
    low = max(max(p / odds, 1 - odds * (1 - p)) for p in chances)
    high = min(min(odds * p, 1 - (1 - p) / odds) for p in chances)
    return low <= high


def test_two_outputs_against_all_sets() -> None:
    """Of each set of inputs the interval in which one probability has to lie."""
    random = Random(1)  # noqa: S311 (test data)
    for _ in range(20):
        chances = [Fraction(random.randint(1, 7), 8) for _ in range(5)]
        weights = [random.randint(0, 3) for _ in range(4)] + [1]
        prior = [Fraction(weight, sum(weights)) for weight in weights]
        odds = Fraction(random.choice(("1", "5/4", "3/2", "2")))
        kept = max(
            sum((prior[i] for i in those), Fraction(0))
            for count in range(1, 6)
            for those in combinations(range(5), count)
            if _near([chances[i] for i in those], odds)
        )
        channel = dv.Channel(list("abcde"), ["0", "1"], [[p, 1 - p] for p in chances], prior=prior)
        answer = dv.over_pairs("typical-stability", channel, eps=f"ln({odds})")
        assert answer.value == dv.Value(1 - kept)


def test_a_law_near_each_two_is_not_near_all() -> None:
    """By hand: (1/2, 1/6, 1/6, 1/6) and its turns, all equally likely.

    The largest probabilities sum to 2, those of three of the laws to 5/3, and both may be e^ε at
    most; the quotient 3 of the probabilities may be e^(2ε). So 9/5 keeps three of four.
    """
    rows = [["1/2" if o == i else "1/6" for o in range(4)] for i in range(4)]
    channel = dv.Channel(list("abcd"), list("wxyz"), rows, prior=["1/4"] * 4)
    for odds, left_out in (("1", "3/4"), ("8/5", "3/4"), ("7/4", "1/4"), ("9/5", "1/4"), ("2", 0)):
        value = dv.over_pairs("typical-stability", channel, eps=f"ln({odds})").value
        assert value == dv.parse(str(left_out)), odds


def test_what_it_is_closed_under() -> None:
    """Each of two mechanisms singles out one of four inputs; both together, and a mixture, two."""
    first, second = ([[int(i == out), int(i != out)] for i in range(4)] for out in (0, 1))
    mechanisms = [
        dv.Channel(list("abcd"), [f"{name}0", f"{name}1"], rows, prior=["1/4"] * 4)
        for name, rows in (("s", first), ("t", second))
    ]
    values = [dv.over_pairs("typical-stability", m, eps=0).value for m in mechanisms]
    assert values == [dv.parse("1/4")] * 2
    renamed = dv.Channel(list("abcd"), ["s0", "s1"], second, prior=["1/4"] * 4)
    for result in (mixture("1/2", mechanisms[0], renamed), product(*mechanisms)):
        rows = [list(result.row(i)) for i in range(4)]
        together = dv.Channel(list("abcd"), result.outputs, rows, prior=["1/4"] * 4)
        assert dv.over_pairs("typical-stability", together, eps=0).value == dv.parse("1/2")


def test_one_clear_line() -> None:
    """Without a prior or ε, and of too many inputs."""
    plain = dv.Channel(["a", "b"], ["0"], [[1], [1]])
    with pytest.raises(UsageError, match="draws inputs, and the channel has no prior"):
        dv.over_pairs("typical-stability", plain, eps=0)
    many = [f"x{i}" for i in range(17)]
    drawn = dv.Channel(many, ["0"], [[1]] * 17, prior=["1/17"] * 17)
    with pytest.raises(UsageError, match="17 inputs may be drawn; at most 16"):
        dv.over_pairs("typical-stability", drawn, eps=0)
    with pytest.raises(UsageError, match="needs eps"):
        dv.over_pairs("typical-stability", drawn)
