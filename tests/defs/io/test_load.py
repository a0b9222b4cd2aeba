"""Loading by suffix."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from dpverify.defs.channel import Channel
from dpverify.defs.errors import ChannelError, FileError
from dpverify.defs.io import load_channel
from tests.defs.matrices import names, values

RR = Channel(["0", "1"], ["0", "1"], [["3/4", "1/4"], ["1/4", "3/4"]])
CSV = ",0,1\n0,3/4,1/4\n1,1/4,3/4\n"


def test_every_suffix_gives_the_same_channel(tmp_path: Path) -> None:
    """JSON, CSV, .npy and .npz, in upper case, too."""
    matrix = np.array([[0.75, 0.25], [0.25, 0.75]])
    (tmp_path / "c.json").write_text(RR.to_json())
    (tmp_path / "c.csv").write_text(CSV)
    np.save(tmp_path / "c.npy", matrix, allow_pickle=False)
    np.savez(tmp_path / "c.npz", matrix=matrix)
    (tmp_path / "c.npy").rename(tmp_path / "c.NPY")
    assert load_channel(str(tmp_path / "c.json")) == RR
    for name in ("c.csv", "c.NPY", "c.npz"):
        assert load_channel(tmp_path / name, neighbours="all") == RR


def test_neighbours_come_from_a_file_or_a_list(tmp_path: Path) -> None:
    """A list of pairs, or an object that says whether they are directed."""
    csv, pairs, directed = (tmp_path / name for name in ("c.csv", "pairs.json", "directed.json"))
    csv.write_text(CSV)
    pairs.write_text('[["1", "0"]]')
    directed.write_text('{"neighbours": [["1", "0"]], "directed": true, "x-why": "test"}')
    both = load_channel(csv, neighbours=str(pairs))
    assert both.neighbours.pairs == ((0, 1), (1, 0))
    assert load_channel(csv, neighbours=[["0", "1"]]) == both
    assert load_channel(csv, neighbours=directed).neighbours.pairs == ((1, 0),)


def test_rounding_comes_before_dividing(tmp_path: Path) -> None:
    """The provenance tells both."""
    csv = tmp_path / "c.csv"
    csv.write_text(",y,z\na,0.3333,0.3333\nb,0.5,0.5001\n")
    channel = load_channel(csv, neighbours="all", normalise=True, rationalise=10)
    assert channel.row(0) == values("1/2", "1/2")
    assert channel.row(1) == values("1/2", "1/2")
    assert [line.split(" (")[0] for line in channel.provenance] == [
        "each entry replaced by the nearest fraction with denominator at most 10",
        "each row divided by its sum",
    ]
    with pytest.raises(ChannelError, match="row 'a' sums to 2/3, must be 1"):
        load_channel(csv, neighbours="all", rationalise=10)


def test_a_message_starts_with_the_path(tmp_path: Path) -> None:
    """Of several files one knows which; the kind of the error is kept."""
    (tmp_path / "c.csv").write_text(",0\na,1/2\nb,1\n")
    with pytest.raises(ChannelError, match=r"c\.csv'?: row 'a' sums to 1/2"):
        load_channel(tmp_path / "c.csv", neighbours="all")


def test_other_suffixes_are_refused(tmp_path: Path) -> None:
    """The message lists those that are read."""
    with pytest.raises(FileError, match=r"must end in \.json, \.csv, \.npy, \.npz"):
        load_channel(tmp_path / "c.xlsx")
    with pytest.raises(FileError, match=r"did you mean '\.json'"):
        load_channel(tmp_path / "c.jsn")


def test_a_large_file(tmp_path: Path) -> None:
    """A quarter of a million fractions with one denominator per row."""
    n = 500
    weights = np.random.default_rng(1).integers(1, 1 << 20, (n, n))
    channel = Channel.from_weights(names("", n), names("", n), weights)
    path = tmp_path / "c.json"
    path.write_text(json.dumps(channel.to_dict()))
    assert load_channel(path) == channel
