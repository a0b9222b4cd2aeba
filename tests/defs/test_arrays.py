"""Arrays that are handed over: whose they stay, and what is hidden in them."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from dpverify.defs.channel import Channel
from dpverify.defs.errors import ChannelError
from dpverify.defs.weights import weight_rows

LABELS = ["a", "b"], ["y", "z"]


def _view(floats: Any) -> Any:
    return floats.view()


def _broadcast(floats: Any) -> Any:
    return np.broadcast_to(floats, floats.shape)


def _buffer(floats: Any) -> Any:
    return np.frombuffer(memoryview(floats).toreadonly()).reshape(floats.shape)


@pytest.mark.parametrize("look", [_view, _broadcast, _buffer])
def test_a_channel_keeps_the_numbers_that_it_was_given(look: Any) -> None:
    """That an array is read-only does not say that nobody writes to what is below it."""
    floats = np.array([[0.75, 0.25], [0.25, 0.75]])
    shown = look(floats)
    shown.setflags(write=False)
    channel = Channel(*LABELS, shown)
    floats[:] = 0.5
    assert channel.entry(0, 0) == Fraction(3, 4)
    assert channel == Channel(*LABELS, [["3/4", "1/4"], ["1/4", "3/4"]])


def test_a_file_that_is_mapped_may_be_written_later(tmp_path: Any) -> None:
    """As `numpy.load` with a `mmap_mode` maps it."""
    path = tmp_path / "matrix.npy"
    np.save(path, np.array([[0.75, 0.25], [0.25, 0.75]]))
    channel = Channel(*LABELS, np.load(path, mmap_mode="r"))
    np.load(path, mmap_mode="r+")[:] = 0.5
    assert channel.entry(0, 0) == Fraction(3, 4)


@pytest.mark.parametrize("kind", [float, int])
def test_what_is_masked_has_no_value(kind: type) -> None:
    """The number below a mask is whatever was there before."""
    masked: Any = np.ma.masked_array(np.eye(2, dtype=kind), mask=[[False, True], [False, False]])
    with pytest.raises(ChannelError, match="1 of 4 entries of the array are masked"):
        Channel(*LABELS, masked)
    if kind is int:
        with pytest.raises(ChannelError, match="1 of 4 entries of the array are masked"):
            weight_rows(masked, *LABELS)
    assert Channel(*LABELS, np.ma.masked_array(np.eye(2))).entry(0, 0) == 1


@pytest.mark.filterwarnings("ignore:the matrix subclass:PendingDeprecationWarning")
def test_a_matrix_of_numpy_is_read_as_an_array_is() -> None:
    """Also entry by entry, where something is wrong: each of its rows is a matrix again."""
    assert Channel(*LABELS, np.matrix([[0.75, 0.25], [0.5, 0.5]])).entry(0, 1) == Fraction(1, 4)
    with pytest.raises(ChannelError, match="row 'a' sums to 9/8"):
        Channel(*LABELS, np.matrix([[0.75, 0.375], [0.5, 0.5]]))
    with pytest.raises(ChannelError, match="row 'a' has 2 entries for 1 outputs"):
        Channel(["a", "b"], ["y"], np.matrix([[0.75, 0.25], [0.5, 0.5]]))
