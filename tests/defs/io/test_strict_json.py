"""JSON, strictly."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpverify.defs.errors import FileError, InputError, SchemaError
from dpverify.defs.io.strict_json import JsonNumber, check_keys, strict_loads

plain = st.recursive(
    st.none() | st.booleans() | st.text(), lambda inner: st.lists(inner)
    | st.dictionaries(st.text(), inner), max_leaves=8,
)  # fmt: skip


@given(plain, st.booleans())
def test_what_json_writes_is_read(value: object, ascii_only: bool) -> None:
    """Without numbers the result is that of the standard reader, escapes included."""
    text = json.dumps(value, ensure_ascii=ascii_only)
    assert strict_loads(text) == value
    if ascii_only:
        assert strict_loads(text.encode()) == value


@pytest.mark.parametrize("number", ["0.10", "1e400", "-0.0", "9" * 6000, "1E+2"])
def test_numbers_keep_their_digits(number: str) -> None:
    """No float, no int, no limit on digits: the text that stands there."""
    (read,) = strict_loads(f"[{number}]")
    assert type(read) is JsonNumber
    assert read == number


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"a": 1, "b": 2, "a": 3}', "key 'a' is given twice"),
        ('[{"k": {"a": 1, "a": 1}}]', "key 'a' is given twice"),
        ("[NaN]", "NaN is no JSON number"),
        ("[-Infinity]", "-Infinity is no JSON number"),
        ('\ufeff{"a": 1}', "starts with a byte-order mark"),
        ('{"a": 1}'.encode("utf-8-sig"), "starts with a byte-order mark"),
        ('{"a": 1}'.encode("utf-16"), "is not UTF-8 .byte 0."),
        (b'{"a": "\xff"}', "is not UTF-8 .byte 7."),
        ("[" * 100_000, "nested deeper than 100"),
        ('{"a":' * 100_000, "nested deeper than 100"),
        ("[" * 100_000 + "]" * 100_000, "nested deeper than 100"),
        ('["\\"",' + "[" * 200, "nested deeper than 100"),
        ("", "is empty"),
        (" \n", "is empty"),
        ('{"a": [1, 2', "ends in the middle, at line 1, column 12: it is cut off"),
        ('{"a": "b', "ends in the middle"),
        ('{"a": ', "ends in the middle"),
        ("[1, 2] x", "is no JSON at line 1, column 8: Extra data"),
        ("[1,\n 2,]", "is no JSON at line 2"),
        ("{'a': 1}", "is no JSON at line 1, column 2"),
        ("[01]", "is no JSON"),
        ("[1_0]", "is no JSON"),
        ("[+1]", "is no JSON"),
        ('["a\nb"]', "is no JSON at line 1"),
    ],
    ids=range(24),
)
def test_each_fault_has_its_message(text: str | bytes, message: str) -> None:
    """One line, with the place where there is one."""
    with pytest.raises(InputError, match=message) as caught:
        strict_loads(text)
    # What is no text in UTF-8 is a file that cannot be read; all else is a document of wrong form.
    no_text = "UTF-8" in str(caught.value)
    assert type(caught.value) is (FileError if no_text else SchemaError)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 300


def test_depth_is_counted_outside_of_strings() -> None:
    """Brackets in texts do not nest; a hundred real ones are allowed."""
    assert strict_loads(json.dumps("[" * 1000)) == "[" * 1000
    assert strict_loads(json.dumps('"[\\' * 1000)) == '"[\\' * 1000
    assert strict_loads("[" * 100 + "]" * 100)


def test_the_size_is_checked_first() -> None:
    """Before anything is parsed."""
    with pytest.raises(FileError, match="has 11 bytes, more than the limit of 10"):
        strict_loads("x" * 11, max_bytes=10)


def test_cut_anywhere_a_document_is_refused() -> None:
    """Every proper prefix is an error, none of them an exception of another kind."""
    whole = '{"a": [1.5e3, "x\\n", null, {"b": true}], "c": "é"}'
    for end in range(len(whole)):
        with pytest.raises(SchemaError):
            strict_loads(whole[:end])
    for end in range(len(whole.encode())):
        with pytest.raises(InputError):
            strict_loads(whole.encode()[:end])


def test_a_million_strings() -> None:
    """No limit is in the way of real sizes."""
    rows = [["12345/67890"] * 1000] * 1000
    assert strict_loads(json.dumps(rows)) == rows


def test_keys_are_checked_with_a_hint() -> None:
    """Unknown before missing; the user's own keys pass."""
    check_keys({"a": 1, "x-b": 2}, ("a",), ("c",), what="it")
    with pytest.raises(SchemaError, match="it has an unknown key 'neighbors'; did you mean 'neig"):
        check_keys({"neighbors": 1}, ("a",), ("neighbours",), what="it")
    with pytest.raises(SchemaError, match="unknown key 'q'; your own keys start with 'x-'"):
        check_keys({"a": 1, "q": 1}, ("a",), (), what="it")
    with pytest.raises(SchemaError, match="it has no 'a'; add it"):
        check_keys({}, ("a",), (), what="it")
