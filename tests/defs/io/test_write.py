"""Writing channels, and reading them back."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings

from dpverify.defs.channel import Channel
from dpverify.defs.errors import ChannelError, FileError
from dpverify.defs.io import channel_from_document, load_channel, write_channel
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


PROMISE = "what is released depends on the checkpoint's state alone"


def promised() -> Channel:
    """A channel of a program whose author promises something."""
    rows = [["3/4", "1/4"], ["1/4", "3/4"]]
    return Channel(["0", "1"], ["no", "yes"], rows, notes="a note").resting_on([PROMISE, "more"])


def test_what_the_numbers_rest_on_is_in_the_file(tmp_path: Path) -> None:
    """Whoever reads it has the promises of whoever wrote it; the digest is of the numbers alone."""
    channel = promised()
    write_channel(tmp_path / "c.json", channel)
    again = load_channel(tmp_path / "c.json")
    assert again.assumptions == (PROMISE, "more")
    assert again.digest == channel.digest
    assert again.to_json() == channel.to_json()
    assert again.resting_on(["another"]).assumptions == (PROMISE, "more", "another")


def test_a_channel_without_promises_says_nothing_of_them(tmp_path: Path) -> None:
    write_channel(tmp_path / "c.json", Channel(["a", "b"], ["y"], [["1"], ["1"]]))
    assert "assumptions" not in (tmp_path / "c.json").read_text()


@pytest.mark.parametrize("suffix", [".csv", ".npy", ".npz", ".CSV"])
def test_a_table_holds_no_promises_and_is_not_written(tmp_path: Path, suffix: str) -> None:
    """`load_channel` would read it as a table, and would not find JSON there."""
    with pytest.raises(FileError, match=r"without neighbours or assumptions; give .* \.json"):
        write_channel(tmp_path / f"c{suffix}", promised())
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("given", ["x", [], [1], [""], ["a", "a"], [None], {"a": "b"}, ["\ud800"]])
def test_assumptions_of_a_file_are_texts(given: object) -> None:
    """One clear line for anything else."""
    with pytest.raises(ChannelError, match="assumption") as error:
        channel_from_document({**promised().to_dict(), "assumptions": given})
    assert "\n" not in str(error.value)
