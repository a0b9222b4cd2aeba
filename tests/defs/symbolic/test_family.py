"""Channels for every ε."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from dpverify.defs.errors import ChannelError, NumberError
from dpverify.defs.numbers import exp
from dpverify.defs.symbolic.family import Family, family_from, received, transported
from dpverify.defs.symbolic.formal import EPS, Formal, constant

F = Fraction
LIE = 1 / (1 + EPS.exponential())


def response(lie: Formal = LIE) -> Family:
    """Randomised response."""
    return Family(("0", "1"), ("0", "1"), ((1 - lie, lie), (lie, 1 - lie)))


def test_a_channel_at_a_number() -> None:
    """The entries are those of the formulas."""
    channel = response().at(F(1, 2))
    assert channel.probability("0", "1") == 1 / (1 + exp("1/2"))
    with pytest.raises(ChannelError):
        response((1 - EPS) / 2).at(F(2))


def test_transport_keeps_conditions_and_divisors() -> None:
    """What crosses a process is the same family."""
    family = Family(
        ("a", "b"), ("x", "y"), ((LIE, 1 - LIE), (1 - LIE, LIE)), [["a", "b"]],
        (LIE, 1 - EPS), ((EPS - 3).num,), (EPS / 3,),
    )  # fmt: skip
    again = received(transported(family))
    assert again.rows == family.rows
    assert again.pairs == family.pairs == ((0, 1), (1, 0))
    assert again.probabilities == family.probabilities
    assert set(map(str, again.divided)) == set(map(str, family.divided))
    assert len(family.divided) == 2
    assert again.ratios == family.ratios


def test_none_where_a_divisor_is_0_or_a_ratio_is_1() -> None:
    """Though every entry has a value there."""
    lost = replace(response(), divisors=((EPS - 3).num,))
    noisy = replace(response(), ratios=(EPS / 3,))
    assert lost.at(F(2)) == noisy.at(F(2)) == response().at(F(2))
    with pytest.raises(NumberError, match="divides by"):
        lost.at(F(3))
    with pytest.raises(ChannelError, match="ratio"):
        noisy.at(F(3))


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"inputs": ["0", "0"]}, "0"),
        ({"outputs": ["0"]}, "another shape"),
        ({"matrix": [["eps", "1"], ["0", "1"]]}, "sums to"),
        ({"matrix": [["1", 0], ["0", "1"]]}, "matrix of texts"),
        ({"matrix": None}, "matrix of texts"),
        ({"neighbours": []}, "pair"),
        ({"neighbours": [["0", "2"]]}, "2"),
    ],
)
def test_what_is_no_family(change: dict[str, object], fault: str) -> None:
    """Refused in one line."""
    good = response().to_dict()
    assert family_from(good).rows == response().rows
    with pytest.raises((ChannelError, NumberError), match=fault):
        family_from({**good, **change})


def test_rows_sum_to_one_as_functions() -> None:
    """Sum 1 at one ε is not enough."""
    with pytest.raises(ChannelError, match="sums to"):
        Family(("0", "1"), ("0", "1"), ((EPS, EPS), (constant(1), constant(0))))
