"""Channel documents; what must be refused is listed in tests/rejects."""

from __future__ import annotations

from fractions import Fraction

import pytest

from dpverify.defs.adjust import Adjustment
from dpverify.defs.channel import Channel
from dpverify.defs.errors import SchemaError
from dpverify.defs.io.read_json import channel_from_document, read_json

RR = Channel(["0", "1"], ["0", "1"], [["3/4", "1/4"], ["1/4", "3/4"]])


def test_json_numbers_are_read_from_their_digits() -> None:
    """0.1 is one tenth, never the float; 1E-1, too."""
    data = (
        b'{"schema": "dpverify.channel/1.0", "inputs": ["a", "b"], "outputs": ["y", "z"],'
        b' "matrix": [[0.1, 0.9], ["1/10", 9E-1]], "neighbours": "all"}'
    )
    channel = read_json(data, Adjustment())
    assert channel.probability("a", "y") == Fraction(1, 10)
    assert channel.row(0) == channel.row(1)


def test_a_higher_minor_version_is_read() -> None:
    """1.9 is read by a reader of 1.0."""
    assert channel_from_document({**RR.to_dict(), "schema": "dpverify.channel/1.9"}) == RR


def test_neighbours_from_outside_replace_those_of_the_file() -> None:
    """Also where the file has none, and together with `directed`."""
    document = RR.to_dict()
    pairs = [["1", "0"]]
    assert channel_from_document(document, neighbours=pairs).neighbours.count(2) == 2
    del document["neighbours"]
    assert channel_from_document(document, neighbours="all") == RR
    directed = {"neighbours": pairs, "directed": True}
    assert list(channel_from_document(document, neighbours=directed).neighbours.pairs) == [(1, 0)]
    with pytest.raises(SchemaError, match="the channel has no 'neighbours'; add it"):
        channel_from_document(document)


def test_pairs_from_outside_are_not_directed_by_the_file() -> None:
    """`directed` is said of the pairs in the file: a list in their place stands for both orders."""
    pairs = [["1", "0"]]
    document = {**RR.to_dict(), "neighbours": [["0", "1"]], "directed": True}
    assert channel_from_document(document).neighbours.pairs == ((0, 1),)
    for given in (pairs, {"neighbours": pairs}, {"neighbours": pairs, "directed": False}):
        relation = channel_from_document(document, neighbours=given).neighbours
        assert relation.pairs == ((0, 1), (1, 0))
    directed = {"neighbours": pairs, "directed": True}
    assert channel_from_document(document, neighbours=directed).neighbours.pairs == ((1, 0),)


def test_a_document_must_be_an_object() -> None:
    """A list is no channel."""
    with pytest.raises(SchemaError, match="must hold a channel: one JSON object"):
        channel_from_document([RR.to_dict()])
