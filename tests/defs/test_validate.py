"""How values appear in messages; labels themselves are tested with the channel."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpverify.defs.errors import ChannelError
from dpverify.defs.validate import did_you_mean, labels, sequence, shown, shown_number


@given(st.text())
def test_a_message_shows_one_short_printable_line(text: str) -> None:
    """No newline, no escape sequence, at most 60 characters."""
    line = shown(text)
    assert line.isprintable()
    assert len(line) <= 60


def test_short_texts_are_shown_whole() -> None:
    """In quotes, as Python writes them."""
    assert shown("yes") == "'yes'"
    assert shown("x'") == '"x\'"'
    assert shown("\x1b[31m") == r"'\x1b[31m'"
    assert shown(10**5000) == "int of more than 4300 digits"


def test_long_numbers_are_shown_by_their_distance_from_one() -> None:
    """Short ones whole."""
    assert shown_number(Fraction(9, 10)) == "9/10"
    long = shown_number(1 + Fraction(1, 3**200))
    assert long.startswith("1+3.76e-96 (about")
    nearest = shown_number(1 + Fraction(1, 10**9999))
    assert nearest == "nearly 1 (exactly a number of 20001 characters)"
    far = shown_number(-(10**9999))
    assert far.startswith("-10000")
    assert far.endswith("000 (10001 characters)")
    assert len(far) < 100


def test_a_hint_only_where_something_is_close() -> None:
    """Nothing is guessed from far away."""
    assert did_you_mean("neighbors", ["neighbours", "prior"]) == "; did you mean 'neighbours'?"
    assert did_you_mean("zzz", ["neighbours", "prior"]) == ""
    assert did_you_mean(3, ["neighbours"]) == ""
    assert did_you_mean("GDP", ["zcdp", "f-dp", "gaussian-dp"]) == "; did you mean 'gaussian-dp'?"
    assert "zcdp" in did_you_mean("dp", ["zcdp", "f-dp"])  # where the other name is unknown too


def test_ordered_collections_only() -> None:
    """A text, a mapping and a set have no rows."""
    assert sequence((1, 2), "it") == [1, 2]
    assert sequence(iter([1, 2]), "it") == [1, 2]
    for wrong in ("12", b"12", {1: 2}, {1, 2}, 3, None):
        with pytest.raises(ChannelError, match=r"it is .*, must be a list"):
            sequence(wrong, "it")


def test_labels_keep_their_order_and_become_plain_texts() -> None:
    """Subclasses of str are turned into str."""

    class Name(str):
        __slots__ = ()

    result = labels([Name("b"), "a"], "input")
    assert result == ("b", "a")
    assert all(type(label) is str for label in result)
