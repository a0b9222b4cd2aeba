"""What the atlas derives by one step more agrees with what `over_pairs` computes."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import dpverify as dv
from dpverify.defs.channel import Channel
from dpverify.defs.operations import mixture
from dpverify.proofs.atlas.definitions import ROWS
from dpverify.proofs.atlas.grades import witness
from dpverify.proofs.atlas.table import atlas


def _derived(row: str, column: str) -> str:
    (cell,) = (c for c in atlas().cells if (c.row, c.property) == (row, column))
    return cell.derived


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


def test_bounded_leakage_is_kept_beside_one_leak_alone() -> None:
    """With a leak of its own each mechanism is private, and their mixture is not."""
    leaks = {"a0": "a", "a1": "a", "b0": "b", "b1": "b"}
    one_leak = ("2/3", "1/3"), ("1/3", "2/3")
    first = Channel(["x", "z"], list(leaks), [[a, 0, b, 0] for a, b in one_leak])
    beside = Channel(["x", "z"], list(leaks), [[0, a, 0, b] for a, b in one_leak])
    apart = Channel(["x", "z"], list(leaks), [[0, "1/2", 0, "1/2"]] * 2)

    def delta(mechanism: Channel) -> object:
        return dv.over_pairs("bounded-leakage", mechanism, eps=0, leaks=leaks).value

    assert [delta(m) for m in (first, beside, apart)] == [0, 0, 0]
    assert delta(mixture("1/2", first, beside)) == 0
    assert delta(mixture("1/2", first, apart)) == dv.Value(Fraction(6, 35))
    assert "one and the same" in _derived("bounded-leakage", "convexity")
    assert next(row for row in ROWS if row.name == "bounded-leakage").title.endswith("one leak")


def test_all_parameters_of_a_cell_are_of_as_many_mechanisms() -> None:
    """The loss of n mechanisms does not stand beside the share of pairs that two leave out."""
    composed = [c for c in atlas().cells if c.property == "sequential composition"]
    shares = {c.row: c.bounds for c in composed if "γ" in c.bounds}
    assert shares["random-dp"] == "ε = times·ε, γ = times·γ"
    assert shares["typical-stability"] == "ε = times·ε, δ = times·δ, γ = times·γ"
    assert not [c.row for c in composed if "times" in c.bounds and "₂" in c.bounds]
