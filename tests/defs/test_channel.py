"""The channel."""

from __future__ import annotations

import pickle
from fractions import Fraction
from types import MappingProxyType

import numpy as np
import pytest
from hypothesis import given

from dpverify.defs.adjust import Adjustment
from dpverify.defs.channel import Channel
from dpverify.defs.errors import ChannelError
from dpverify.defs.numbers import Value
from dpverify.defs.rows import RationalRows
from tests.defs.matrices import mixed_channels, names, values

RR = [["3/4", "1/4"], ["1/4", "3/4"]]
AB = ["a", "b"]


def rr(**others: object) -> Channel:
    """Randomised response."""
    return Channel(AB, ["0", "1"], RR, **others)  # type: ignore[arg-type]  # keywords under test


def test_entries_by_position_and_by_label() -> None:
    """P(output | input) is found either way, exactly."""
    channel = rr()
    assert channel.row(0) == values("3/4", "1/4")
    assert channel.entry(1, 0) == Fraction(1, 4)
    assert channel.probability("a", "1") == Fraction(1, 4)
    assert isinstance(channel.entry(0, 0), Value)


def test_equality_and_hash_are_by_content() -> None:
    """The spelling of numbers and the notes do not matter; labels, relation and priors do."""
    same = Channel(
        AB,
        ["0", "1"],
        [[Fraction(6, 8), "0.25"], np.array([1, 3]) / 4],
        title="t",
        notes="n",
        source="s",
        extra={"x-k": 1},
        provenance=["p"],
    )
    assert same == rr()
    assert hash(same) == hash(rr())
    assert same.digest == rr().digest
    for other in (
        rr(prior=["1/2", "1/2"]),
        rr(distance=[[0, 1], [1, 0]]),
        rr(neighbours=[["a", "b"]], directed=True),
        Channel(["b", "a"], ["0", "1"], RR),
        Channel(AB, ["0", "2"], RR),
        Channel(AB, ["0", "1"], RR[::-1]),
    ):
        assert other != rr()
        assert other.digest != rr().digest
    assert rr() != "a channel"


def test_a_channel_is_immutable() -> None:
    """Neither attributes nor the user's keys can be changed."""
    channel = rr(extra={"x-list": [1, {"k": 2}]})
    with pytest.raises(AttributeError, match="immutable"):
        channel.title = "new"
    with pytest.raises(AttributeError, match="immutable"):
        del channel.rows
    assert isinstance(channel.extra, MappingProxyType)
    assert channel.extra["x-list"] == (1, {"k": 2})


def test_the_given_lists_are_copied() -> None:
    """Changing them later changes nothing."""
    inputs, matrix = list(AB), [list(row) for row in RR]
    channel = Channel(inputs, ["0", "1"], matrix)
    inputs[0], matrix[0][0] = "z", "1"
    assert channel == rr()


@pytest.mark.parametrize(
    ("inputs", "outputs", "message"),
    [
        ([], ["0"], "there are no inputs"),
        (["a"], [], "there are no outputs"),
        (["a", "b", "a"], ["0"], "input label 'a' is given twice .numbers 1 and 3."),
        (["a", "b"], ["0", "0"], "output label '0' is given twice"),
        (["a", ""], ["0"], "input label number 2 is empty"),
        (["a", 1], ["0"], "input label number 2 is 1 .int., must be a text; write '1'"),
        (["a", None], ["0"], "input label number 2 is None .NoneType., must be a text"),
        (["a", "b"], [0.5], "output label number 1 is 0.5 .float., must be a text; write '0.5'"),
        ("ab", ["0"], "inputs is 'ab', must be a list"),
        ({"a", "b"}, ["0"], "inputs is .*, must be a list"),
        (["a", "\ud800"], ["0"], "half a surrogate pair"),
        (["a\nb", "a\nb"], ["0"], r"input label 'a\\nb' is given twice"),
    ],
)
def test_each_fault_of_labels_has_its_message(
    inputs: list[str], outputs: list[str], message: str
) -> None:
    """One line each, control bytes escaped."""
    with pytest.raises(ChannelError, match=message) as caught:
        Channel(inputs, outputs, [[1], [1], [1]])
    assert "\n" not in str(caught.value)


def test_unknown_labels_are_refused_with_a_hint() -> None:
    """A misspelt label names the nearest."""
    channel = Channel(["yes", "no"], ["tails", "heads"], RR)
    with pytest.raises(ChannelError, match="'yess' is no input of the channel; did you mean 'yes'"):
        channel.probability("yess", "tails")
    with pytest.raises(ChannelError, match="'heals' is no output of the channel; did you mean"):
        channel.output_index("heals")


def test_notes_must_be_texts() -> None:
    """A title that is a number is refused."""
    with pytest.raises(ChannelError, match="title is 3, must be a text"):
        rr(title=3)


def test_from_weights_divides_exactly() -> None:
    """Each row over its own sum, from lists and from NumPy integers alike."""
    lists = Channel.from_weights(AB, ["y", "z"], [[1, 2], [2, 6]])
    assert [lists.row(i) for i in range(2)] == [
        values("1/3", "2/3"),
        values("1/4", "3/4"),
    ]
    for dtype in (np.int8, np.uint64, np.int64):
        assert Channel.from_weights(AB, ["y", "z"], np.array([[1, 2], [2, 6]], dtype)) == lists
    assert Channel.from_weights(AB, ["y", "z"], [[1, 2], [1, 3]], [["a", "b"]], title="t").title


def test_an_adjusted_channel_says_what_was_done() -> None:
    """The provenance names each kind of change and how much it changed."""
    adjustment = Adjustment(normalise=True, rationalise=2)
    matrix = [["1/3", "1/3", "0"], ["1/2", "1/2", "1/9"], ["1/2", "1/2", "1"]]
    channel = Channel.adjusted(["a", "b", "c"], ["x", "y", "z"], matrix, adjustment)
    assert channel.row(0) == values("1/2", "1/2", "0")
    assert channel.row(2) == values("1/4", "1/4", "1/2")
    rounded, divided = channel.provenance
    assert rounded.startswith(
        "each entry replaced by the nearest fraction with denominator at most 2"
    )
    assert rounded.endswith("(3 changed, 1 became 0)")
    assert divided == "each row divided by its sum (1 of 3 rows changed)"


@given(mixed_channels(names("x", 2), names("y", 3)))
def test_channels_cross_processes(channel: Channel) -> None:
    """A worker gets an equal channel with its notes."""
    copy = pickle.loads(pickle.dumps(channel))  # noqa: S301  our own bytes
    assert copy == channel
    assert copy.digest == channel.digest
    assert copy.provenance == channel.provenance


def test_a_million_weights() -> None:
    """A 1000 × 1000 matrix of integers; how long it takes is in `benchmarks/channel_bench.py`."""
    weights = np.random.default_rng(0).integers(1, 1 << 20, (1000, 1000))
    channel = Channel.from_weights(names("", 1000), names("", 1000), weights)
    total = int(weights[7].sum())
    assert channel.entry(7, 5) == Fraction(int(weights[7, 5]), total)


def test_what_it_prints_is_short() -> None:
    """The representation names the size, not the matrix."""
    assert repr(rr()) == "<Channel of 2 inputs and 2 outputs>"


def test_another_matrix_is_checked_and_nothing_else_is_kept() -> None:
    """Labels and neighbours stay, prior and notes do not; a matrix that is none is refused."""
    channel = rr(neighbours=[["a", "b"]], directed=True, title="RR", prior=["1/3", "2/3"])
    other = channel.with_matrix([["1/2", "1/2"], [0, 1]])
    assert other == Channel(AB, ["0", "1"], [["1/2", "1/2"], [0, 1]], [["a", "b"]], directed=True)
    assert (other.title, other.prior) == (None, None)
    assert channel.with_matrix(other.rows).rows == other.rows
    with pytest.raises(ChannelError, match="row 'b' sums to 3/4"):
        channel.with_matrix([[0, 1], ["1/4", "1/2"]])
    with pytest.raises(ChannelError, match="sums to 1/2"):
        channel.with_matrix(RationalRows(2, [([1, 1], 2), ([1, 0], 2)]))
    with pytest.raises(ChannelError, match="no row for 'b'"):
        channel.with_matrix([[0, 1]])
