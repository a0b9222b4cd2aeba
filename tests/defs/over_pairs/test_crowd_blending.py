"""Crowds counted by hand; the histogram of the paper; a mixture that keeps neither way to hide."""

from __future__ import annotations

import pytest

import dpverify as dv
from dpverify.defs.errors import UsageError
from dpverify.defs.numbers import INFINITY, Loss, ln
from dpverify.defs.operations import post_process, product, visible_mixture

UP_TO_TWO = ["-", "a", "b", "ba", "aa", "bb"]
"""One name is written in another order on purpose."""


def _difference() -> dv.Channel:
    """Yes with the odds 2^d to 1, for d the number of a less that of b."""
    yes = ["1/2", "2/3", "1/3", "1/2", "4/5", "1/5"]
    return dv.Channel(UP_TO_TWO, ["yes", "no"], [[p, 1 - dv.parse(p)] for p in yes])


def _size() -> dv.Channel:
    """Whether there are two people."""
    return dv.Channel(UP_TO_TWO, ["few", "two"], [[1, 0]] * 3 + [[0, 1]] * 3)


def test_by_hand() -> None:
    """Of {a}: from 1/2 to 2/3, which is 3/2. Of {a, b} the same; to exchange them costs 5/2.

    Of {a, a}: each blends with the other one, who is alike. So ln(3/2), where nobody needs a crowd
    or two are one; a crowd of three is never there, and to leave {a, a} costs (1/3)/(1/5).
    """
    for crowd, odds in ((1, 1), (2, "3/2"), (3, "5/3")):
        assert dv.over_pairs("crowd-blending", _difference(), crowd=crowd).value == dv.parse(
            f"ln({odds})"
        )
    assert dv.over_pairs("crowd-blending", _size(), crowd=2).value == Loss(0)
    assert dv.over_pairs("crowd-blending", _size(), crowd=3).value == INFINITY


def test_neither_mixture_nor_composition_keeps_it() -> None:
    """One of both is within ln(3/2) by who is missed, the other by who blends; together ln(5/2)."""
    for together in (visible_mixture("1/2", _difference(), _size()),
                     product(_difference(), _size())):  # fmt: skip
        value = dv.over_pairs("crowd-blending", together, crowd=2).value
        assert value == ln(dv.parse("5/2")) > ln(dv.parse("3/2"))


def test_post_processing_keeps_it() -> None:
    """Any coin behind it."""
    for row in (["1/2", "1/2"], ["1/5", "4/5"], ["0", "1"]):
        coins = dv.Channel(["yes", "no"], ["0", "1"], [row, ["2/3", "1/3"]])
        processed = post_process(_difference(), coins)
        assert dv.over_pairs("crowd-blending", processed, crowd=2).value <= ln(dv.parse("3/2"))


@pytest.mark.parametrize("k", [2, 3])
def test_a_histogram_without_small_counts(k: int) -> None:
    """Gehrke, Hay, Lui, Pass 2012: counts below k are left out, and ε is 0 with crowds of k."""
    words = [f"{'a' * a}{'b' * b}" or "-" for a in range(5) for b in range(5 - a)]
    told = [tuple(n if n >= k else 0 for n in (w.count("a"), w.count("b"))) for w in words]
    outputs = sorted({*told})
    rows = [[int(output == here) for output in outputs] for here in told]
    histogram = dv.Channel(words, [str(output) for output in outputs], rows)
    assert dv.over_pairs("crowd-blending", histogram, crowd=k).value == Loss(0)
    assert dv.over_pairs("crowd-blending", histogram, crowd=k + 1).value == INFINITY


@pytest.mark.parametrize(
    ("inputs", "crowd", "said"),
    [
        (["-", "a"], 0, "crowd is 0, must be a number of people"),
        (["-", "a"], None, "hides people in crowds; give crowd"),
        (["ab", "ba"], 2, "the same people in another order"),
        (["-", "ab"], 2, "without 'a' is 'b', which is no input"),
    ],
)
def test_one_clear_line(inputs: list[str], crowd: int | None, said: str) -> None:
    """Of what is missing or wrong."""
    channel = dv.Channel(inputs, ["0"], [[1], [1]])
    with pytest.raises(UsageError, match=said):
        dv.over_pairs("crowd-blending", channel, crowd=crowd)
