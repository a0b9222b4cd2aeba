"""Channels for tests of definitions about divergences."""

from __future__ import annotations

from collections.abc import Iterator

from dpverify.defs.channel import Channel
from dpverify.defs.numbers import Value
from tests.defs.divergences.pairs import Weights, random_pairs

RR = Channel(["0", "1"], ["0", "1"], [["3/4", "1/4"], ["1/4", "3/4"]])
"""Randomised response, e^ε = 3."""

LINE = Channel(
    ["a", "b", "c"],
    ["y", "z", "w"],
    [["1/2", "1/4", "1/4"], ["1/3", "1/3", "1/3"], ["1/8", "3/8", "1/2"]],
    neighbours=[["a", "b"], ["b", "c"]],
)
SPLIT = Channel(["a", "b"], ["y", "z"], [["1/2", "1/2"], ["0", "1"]])
"""An output that one input never gives."""

CONSTANT = Channel(["a", "b"], ["y", "z"], [["1/2", "1/2"], ["1/2", "1/2"]])


def channel(p: Weights, q: Weights) -> Channel:
    """Two inputs with the laws that are proportional to weights."""
    rows = [[Value(weight) / sum(weights) for weight in weights] for weights in (p, q)]
    return Channel(["x", "z"], [f"y{o}" for o in range(len(p))], rows)


def channels(count: int, seed: int, *, zeros: bool = False) -> Iterator[Channel]:
    """Random channels of two inputs."""
    for p, q in random_pairs(count, seed, zeros=zeros):
        yield channel(p, q)


def related(subject: Channel, pairs: str | list[list[str]], *, directed: bool = False) -> Channel:
    """The same rows with other neighbours."""
    rows = [subject.row(i) for i in range(len(subject.inputs))]
    return Channel(subject.inputs, subject.outputs, rows, neighbours=pairs, directed=directed)
