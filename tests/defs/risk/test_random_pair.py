"""The pair drawn from a data distribution."""

from __future__ import annotations

from typing import Any

import pytest

from dpverify.defs.channel import Channel
from dpverify.defs.definitions import PrivacyAtRisk
from dpverify.defs.errors import DomainError
from dpverify.defs.numbers import INFINITY, ln, parse
from dpverify.defs.risk.random_pair import law_of_random_pair

ROWS = [["3/4", "1/4"], ["1/4", "3/4"], ["1", "0"]]
CHANNEL = Channel(["a", "b", "c"], ["0", "1"], ROWS)


def test_the_joint_law() -> None:
    """Half the mass on (a, b), where |L| = ln 3; half on (c, b), where L = ln 4."""
    law = law_of_random_pair(CHANNEL, {("a", "b"): "1/2", ("c", "b"): "1/2"})
    assert law.confidence("ln(3)") == parse("1/2")
    assert law.at_most(0) == parse("1/8")
    assert law.largest == ln(4)


def test_the_worst_pair_bounds_it() -> None:
    """A rare bad pair: risk 1 for the pair itself, 1/100 for the random pair."""
    weights = {("a", "b"): "99/100", ("c", "b"): "1/100"}
    assert law_of_random_pair(CHANNEL, weights).risk("ln(3)") == parse("1/100")
    rows = CHANNEL.row(2), CHANNEL.row(1)
    assert PrivacyAtRisk.tight("risk", *rows, {"eps": ln(3)}) == 1


def test_an_infinite_loss() -> None:
    """Where the other input cannot give the output."""
    law = law_of_random_pair(CHANNEL, {("b", "c"): 1})
    assert law.largest == INFINITY
    assert law.risk(100) == parse("3/4")


@pytest.mark.parametrize(
    ("weights", "message"),
    [
        ({("a", "b"): "1/2"}, "sum to 1"),
        ({("a", "b"): "3/2", ("b", "a"): "-1/2"}, "at least 0"),
        ({("a", "a"): 1}, "no pair"),
        ({("a", "d"): 1}, "no pair"),
    ],
)
def test_refuses(weights: dict[tuple[str, str], Any], message: str) -> None:
    """Each bad distribution has its own line."""
    with pytest.raises(DomainError, match=message):
        law_of_random_pair(CHANNEL, weights)
