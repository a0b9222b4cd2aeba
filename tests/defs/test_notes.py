"""Titles, sources, notes and the user's own keys."""

from __future__ import annotations

import pytest

from dpverify.defs.errors import ChannelError
from dpverify.defs.json_number import JsonNumber
from dpverify.defs.notes import extra_of, note_of, thawed


def test_numbers_of_a_document_are_kept_exactly() -> None:
    """An int stays an int, a decimal the float that prints alike."""
    extra = extra_of({"x-a": [JsonNumber("-12"), JsonNumber("0.1"), JsonNumber("1e3")]})
    assert thawed(extra) == {"x-a": [-12, 0.1, 1000.0]}


@pytest.mark.parametrize(
    "number", ["1e400", "0.1000000000000000000001", "9" * 5000, "1e-99999999999999999999"]
)
def test_numbers_that_would_be_rounded_are_refused(number: str) -> None:
    """Nothing changes silently, not even in a key of the user's own."""
    with pytest.raises(ChannelError, match=r"'x-a' holds the number .*, which would be rounded"):
        extra_of({"x-a": JsonNumber(number)})


def test_the_copy_is_frozen_and_thaws_to_what_was_given() -> None:
    """Changing the original changes nothing."""
    original: dict[str, object] = {"x-a": {"k": [1, "t", None, True, 2.5]}}
    frozen = extra_of(original)
    original["x-a"] = 0
    assert thawed(frozen) == {"x-a": {"k": [1, "t", None, True, 2.5]}}
    with pytest.raises(TypeError):
        frozen["x-a"] = 1  # type: ignore[index]  # wrong on purpose


@pytest.mark.parametrize(
    ("extra", "message"),
    [
        ({"mine": 1}, "extra key 'mine' must start with 'x-'"),
        ({3: 1}, "extra key 3 must start with 'x-'"),
        ("x-a", "extra is 'x-a', must map keys"),
        ({"x-a": float("nan")}, "'x-a' holds nan, which JSON cannot hold"),
        ({"x-a": {1: 2}}, "'x-a' holds .*, which JSON cannot hold"),
        ({"x-a": object}, "'x-a' holds .*, which JSON cannot hold"),
        ({"x-a": 10**5000}, "'x-a' holds an integer of more than 3990 digits"),
        ({"x-a": -(10**4100)}, "'x-a' holds an integer of more than 3990 digits"),
        ({"x-a": ["\ud800"]}, "x-a is .*: half a surrogate pair, which no file can hold"),
        ({"x-a": {"\ud800": 1}}, "x-a is .*: half a surrogate pair, which no file can hold"),
        ({"x-\ud800": 1}, "an extra key is .*: half a surrogate pair, which no file can hold"),
    ],
)
def test_each_fault_has_its_message(extra: object, message: str) -> None:
    """One line that names the key."""
    with pytest.raises(ChannelError, match=message):
        extra_of(extra)


def test_endless_nesting_is_refused() -> None:
    """A list that contains itself has no JSON form."""
    loop: list[object] = []
    loop.append(loop)
    with pytest.raises(ChannelError, match="nested deeper than"):
        extra_of({"x-a": loop})


def test_a_note_is_a_text_or_nothing() -> None:
    """A number, even one that looks like a text inside, is refused."""
    assert note_of("t", "title") == "t"
    assert note_of(None, "title") is None
    for wrong in (3, ["t"], JsonNumber("3")):
        with pytest.raises(ChannelError, match=r"title is .*, must be a text"):
            note_of(wrong, "title")
