"""Rows that differ by very little: the pair that attains is the one that differs, for `replay` too.

a = b = (1/2, 1/2), c = (1/2 + t, 1/2 − t). By hand: D_α(a‖c) ≈ 2α·t², and the μ of (a, c) is about
t·√(2π), as both error rates move by t where the normal density is 1/√(2π).
"""

from __future__ import annotations

import json

import pytest

import dpverify as dv
from dpverify.checkers.verdict import Fails, Measured


def close(t: str) -> dv.Channel:
    rows = [["1/2", "1/2"], ["1/2", "1/2"], [f"1/2+{t}", f"1/2-{t}"]]
    return dv.Channel(["a", "b", "c"], ["y", "z"], rows)


def attaining(found: Measured) -> set[str]:
    (place,) = [json.loads(found.to_json())["attained_by"]]
    return {*place["inputs"]}


@pytest.mark.parametrize("t", ["1e-60", "1e-100"])
def test_the_attaining_pair_differs(t: str) -> None:
    renyi = dv.measure(close(t), "renyi-dp", alpha="3/2")
    gaussian = dv.measure(close(t), "gaussian-dp")
    for found in (renyi, gaussian):
        assert "c" in attaining(found)
        assert dv.replay(found).status == "accepted"
    size = float(t)
    (mu,) = gaussian.tight.values()
    assert abs(mu.approx() / size - 2.50662827463) < 1e-6
    (eps,) = renyi.tight.values()
    assert eps.approx() == pytest.approx(3 * size * size, rel=1e-6)


@pytest.mark.parametrize("t", ["1e-60", "1e-100"])
def test_a_claim_of_nothing_lost_fails(t: str) -> None:
    """At ε = 0 and μ = 0; the witness is re-checked."""
    for claim in (dv.RenyiDP(alpha="3/2", eps=0), dv.GaussianDP(mu=0), dv.PureDP(eps=0)):
        found = dv.check(close(t), claim)
        assert isinstance(found, Fails)
        assert "c" in json.loads(found.to_json())["witness"]["inputs"]
        assert dv.replay(found).status == "accepted"
