"""Writing channels, and reading them back."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings

from dpverify.defs.channel import Channel
from dpverify.defs.errors import FileError
from dpverify.defs.io import load_channel, write_channel
from tests.defs.matrices import mixed_channels, names


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=25)
@given(mixed_channels(names("x", 3), names("y", 2)))
def test_what_is_written_is_read_back(tmp_path: Path, channel: Channel) -> None:
    """An equal channel, with the same digest, from the file."""
    path = tmp_path / "c.json"
    write_channel(path, channel)
    again = load_channel(path)
    assert again == channel
    assert again.digest == channel.digest


def test_numbers_of_thousands_of_digits_round_trip(tmp_path: Path) -> None:
    """Beyond Python's limit for printing integers, below that of the grammar."""
    small = Fraction(1, 7**5200)
    channel = Channel(["a", "b"], ["y", "z"], [[small, 1 - small], [1, 0]])
    write_channel(tmp_path / "c.json", channel)
    assert load_channel(tmp_path / "c.json") == channel


def test_a_number_that_no_reader_accepts_is_not_written(tmp_path: Path) -> None:
    """It is refused when written, not when somebody needs it."""
    small = Fraction(1, 7**20_000)
    channel = Channel(["a", "b"], ["y", "z"], [[small, 1 - small], [1, 0]])
    with pytest.raises(FileError, match=r"row 'a' holds a number of 33.* characters, more than"):
        write_channel(tmp_path / "c.json", channel)
    assert list(tmp_path.iterdir()) == []
