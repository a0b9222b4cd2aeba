"""Pure and local DP, by hand."""

from __future__ import annotations

import pytest

from dpverify.defs.definitions import LocalDP, PureDP
from dpverify.defs.numbers import INFINITY
from tests.defs.matrices import values

P, Q = values("3/4", "1/4"), values("1/4", "3/4")


@pytest.mark.parametrize("kind", [PureDP, LocalDP])
def test_randomised_response(kind: type[PureDP]) -> None:
    """ε = ln 3 holds with equality; anything less is refuted by output 0."""
    assert kind("ln(3)").holds_for(P, Q)
    assert kind("ln(3)").violation(P, Q) is None
    assert kind("1.09").violation(P, Q) == (0,)


def test_extremes() -> None:
    """ε = 0 holds for equal laws only; a zero refutes every ε."""
    assert PureDP(0).holds_for(P, P)
    assert not PureDP(0).holds_for(P, Q)
    never = values("1", "0")
    assert PureDP.tight("eps", P, never, {}) == INFINITY
    assert PureDP(600).violation(P, never) == (1,)
    assert PureDP(0).holds_for(values("0", "1"), values("0", "1"))
