"""Regions of released values as they are said; each by hand from factors and intervals."""

from __future__ import annotations

import pytest

from dpverify.checkers.answers.places import RegionPart
from dpverify.reports.views.regions import region_text

CASES = {
    "released ≤ -1/2": RegionPart("•", ("-1",), (("1/2", None),)),
    "released ≥ 2": RegionPart("•", ("1/2",), (("1", None),)),
    "0 ≤ released ≤ 1 or released ≥ 3": RegionPart("•", ("1",), (("0", "1"), ("3", None))),
    "-1/2 ≤ v2 - v1 ≤ 1/2": RegionPart("(•, •)", ("-1", "1"), (("-1/2", "1/2"),)),
    "-1 ≤ v2 ≤ 0": RegionPart("(•, •)", ("0", "-2"), (("0", "2"),)),
    "v1 + 3*v2 ≤ 1": RegionPart("(•, •)", ("1", "3"), ((None, "1"),)),
    "(1, •) with v1 ≥ 0": RegionPart("(1, •)", ("1",), (("0", None),)),
    "(0, 1)": RegionPart("(0, 1)"),
    "released ≥ 0.3333333333…": RegionPart(
        "•", ("1",), (("33333333333333333/100000000000000000", None),)
    ),
}


@pytest.mark.parametrize("words", CASES)
def test_a_region_in_words(words: str) -> None:
    assert region_text(CASES[words]) == words
