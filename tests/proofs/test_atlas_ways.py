"""What the atlas derives by one step more agrees with what `over_pairs` computes."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import dpverify as dv
from dpverify.defs.channel import Channel
from dpverify.defs.operations import mixture
from dpverify.proofs.atlas.grades import witness


def _on_two_pairs(first: list[Any], second: list[Any]) -> Channel:
    """One channel on a pair of inputs, another one on a pair apart from it."""
    outputs = [f"y{o}" for o in range(len(first[0]))]
    return Channel(list("abcd"), outputs, [*first, *second], [("a", "b"), ("c", "d")])


def test_a_mixture_protects_neither_of_two_pairs_of_which_each_part_protects_one() -> None:
    """The witness is a mixture of both: with a coin that never shows A it says nothing of A."""
    found = json.loads(witness("dp.mixture.one-private") or "")
    coin, *_ = found["objects"]["N"]["mixture"]
    private, other = (found["objects"][name]["matrix"] for name in "AB")
    (eps,) = (h["given"]["eps"] for h in found["hypotheses"])
    parts = _on_two_pairs(private, other), _on_two_pairs(other, private)
    law = {pair: Fraction(1, 4) for pair in (("a", "b"), ("b", "a"), ("c", "d"), ("d", "c"))}
    each = [dv.over_pairs("random-dp", m, eps=eps, law=law).value for m in parts]
    both = dv.over_pairs("random-dp", mixture(coin, *parts), eps=eps, law=law).value
    assert all(share <= Fraction(1, 2) for share in each)
    assert both == 1
