"""Reduced channels."""

from __future__ import annotations

from hypothesis import given

from dpverify.defs.channel import Channel
from dpverify.defs.qif import reduced
from tests.defs.matrices import fractions
from tests.defs.qif.flows import Flow, flows


def test_columns_of_zeros_go_and_proportional_ones_are_summed() -> None:
    """By hand; relation, prior and what was done to the numbers stay."""
    channel = Channel(
        ["a", "b"],
        ["never", "u", "v", "w"],
        [[0, "1/4", "1/2", "1/4"], [0, "1/6", "2/3", "1/6"]],
        [["a", "b"]],
        directed=True,
        distance=[[0, 2], [2, 0]],
        prior=["1/3", "2/3"],
    )
    small = reduced(channel)
    assert small.outputs == ("u", "v")
    assert small == Channel(
        ["a", "b"], ["u", "v"], [["1/2", "1/2"], ["1/3", "2/3"]], [["a", "b"]],
        directed=True, distance=[[0, 2], [2, 0]], prior=["1/3", "2/3"],
    )  # fmt: skip
    assert reduced(small) == small


@given(flows())
def test_no_two_columns_that_are_left_are_proportional(flow: Flow) -> None:
    """By cross-multiplication over Fractions; rows still sum to 1."""
    columns = list(zip(*fractions(reduced(flow[0])), strict=True))
    assert all(map(any, columns))
    for i, a in enumerate(columns):
        for b in columns[:i]:
            assert any(a[x] * b[y] != a[y] * b[x] for x in range(len(a)) for y in range(len(a)))
