"""The claim that no event helps a guesser by more than η."""

from __future__ import annotations

from fractions import Fraction

import pytest

from dpverify.defs.channel import Channel
from dpverify.defs.definitions import GuessingAdvantage
from dpverify.defs.definitions.registry import definition
from dpverify.defs.errors import ChannelError, DomainError, UsageError

RR = Channel(["0", "1"], ["0", "1"], [["3/4", "1/4"], ["1/4", "3/4"]], prior=["2/3", "1/3"])


def test_measured() -> None:
    """Prior 1/3, posterior (1/4)/(1/4 + 1/6) = 3/5."""
    found = GuessingAdvantage("1/10", ["1"]).measured(RR)
    assert found.value == Fraction(4, 15)
    assert found.spot.event == ("1",)
    assert [*found.spot.probabilities] == [Fraction(1, 3), Fraction(3, 5)]
    assert found.spot.setting == {"goal": ("1",), "known": ("0", "1")}
    assert GuessingAdvantage("1/10", ["1"]).excess(RR, found.spot) == Fraction(1, 6)


def test_everything_counts() -> None:
    """A goal of all inputs is reached before and after."""
    assert GuessingAdvantage("0", ["1", "0"]).measured(RR).value == 0


def test_one_label_is_a_goal() -> None:
    assert GuessingAdvantage("0", "1") == GuessingAdvantage(0, ["1"])
    assert GuessingAdvantage("0", "1") != GuessingAdvantage(0, ["0"])
    known = definition("guessing-advantage", eta="0", goal=["1"], knowledge=[["0"], ["1"]])
    assert isinstance(known, GuessingAdvantage)
    assert known.setting == {"goal": ["1"], "knowledge": [["0"], ["1"]]}
    assert known.measured(RR).value == 0


def test_errors() -> None:
    with pytest.raises(UsageError, match="--goal LABEL"):
        definition("guessing-advantage", eta="1/2")
    with pytest.raises(UsageError, match="needs eta"):
        definition("guessing-advantage", goal=["1"])
    with pytest.raises(UsageError, match="no parameter 'eps'"):
        definition("guessing-advantage", eta="1/2", goal=["1"], eps=1)
    with pytest.raises(DomainError, match=r"\[0, 1\]"):
        GuessingAdvantage("3/2", ["1"])
    with pytest.raises(UsageError, match="no input"):
        GuessingAdvantage("1/2", ["2"]).measured(RR)
    with pytest.raises(ChannelError, match="--prior FILE"):
        GuessingAdvantage("1/2", ["a"]).measured(Channel(["a", "b"], ["y"], [[1], [1]]))
    with pytest.raises(UsageError, match="guessing-advantag"):
        definition("guessing-advantag", eta="1")
