"""Mutual information of a prior: by hand, against entropies in floats, and bad input."""

from __future__ import annotations

from math import log

import pytest

import dpverify as dv
from dpverify.defs.errors import UsageError
from dpverify.defs.numbers import ln

ROWS = ((4, 2, 2), (2, 5, 1), (0, 6, 2))
PRIOR = (1, 5, 2)


def _entropy(weights: list[float]) -> float:
    return -sum(p * log(p) for p in weights if p)


def test_randomised_response_by_hand() -> None:
    """ln 2 − h(1/3) = ln 2 − (ln 3 − (2/3)·ln 2) = (5/3)·ln 2 − ln 3, for a fair bit."""
    rows = [["2/3", "1/3"], ["1/3", "2/3"]]
    channel = dv.Channel(["0", "1"], ["0", "1"], rows, prior=["1/2", "1/2"])
    value = dv.over_pairs("mutual-information-dp", channel).value
    assert value == dv.parse("5/3") * ln(2) - ln(3)


def test_against_entropies() -> None:
    """H(Y) − H(Y | X), of laws with a zero and of an input that never occurs."""
    rows = [[f"{x}/8" for x in row] for row in (*ROWS, (8, 0, 0))]
    prior = [*(f"{w}/8" for w in PRIOR), 0]
    channel = dv.Channel(["a", "b", "c", "never"], ["0", "1", "2"], rows, prior=prior)
    law = [sum(w / 8 * row[o] / 8 for w, row in zip(PRIOR, ROWS, strict=True)) for o in range(3)]
    within = sum(w / 8 * _entropy([x / 8 for x in row]) for w, row in zip(PRIOR, ROWS, strict=True))
    value = dv.over_pairs("mutual-information-dp", channel).value
    assert abs(float(value) - (_entropy(law) - within)) < 1e-12


def test_what_tells_all_tells_the_entropy_and_what_tells_nothing_none() -> None:
    """ln 2 for a fair bit; 0 for equal laws."""
    told = dv.Channel(["0", "1"], ["0", "1"], [[1, 0], [0, 1]], prior=["1/2", "1/2"])
    assert dv.over_pairs("mutual-information-dp", told).value == ln(2)
    same = dv.Channel(["0", "1"], ["0", "1"], [["1/3", "2/3"]] * 2, prior=["1/4", "3/4"])
    assert dv.over_pairs("mutual-information-dp", same).value == 0


def test_bad_input_is_one_line() -> None:
    """A prior is needed, and an eps is not."""
    bare = dv.Channel(["0", "1"], ["0", "1"], [[1, 0], [0, 1]])
    with pytest.raises(UsageError, match="no prior"):
        dv.over_pairs("mutual-information-dp", bare)
    with pytest.raises(UsageError, match="no eps"):
        dv.over_pairs("mutual-information-dp", bare, eps=1)
