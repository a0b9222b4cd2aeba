"""Bounds without an exact number print outward."""

from __future__ import annotations

from flint import fmpq

from dpverify.checkers.bounds import Bounds


def test_bounds_round_outward() -> None:
    form = Bounds(fmpq(1, 3), fmpq(2, 3)).to_json()
    assert form == {"exact": None, "lower": "0." + "3" * 18, "upper": "0." + "6" * 17 + "7"}
