"""Versions of documents."""

from __future__ import annotations

import pytest

from dpverify.defs.errors import SchemaError
from dpverify.defs.schema import check_schema


@pytest.mark.parametrize(
    ("text", "version"), [("dpverify.channel/1.0", (1, 0)), ("dpverify.channel/1.12", (1, 12))]
)
def test_the_same_major_version_is_read(text: str, version: tuple[int, int]) -> None:
    """A higher minor one is accepted."""
    assert check_schema(text, "dpverify.channel") == version


def test_a_newer_major_version_is_refused_naming_both() -> None:
    """The message says what the document is and what is read here."""
    with pytest.raises(SchemaError) as caught:
        check_schema("dpverify.channel/2.0", "dpverify.channel", (1, 3))
    assert "dpverify.channel/2.0" in str(caught.value)
    assert "dpverify.channel/1.3" in str(caught.value)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ("dpverify.channel/0.9", "older than"),
        ("dpverify.result/1.0", "expects 'dpverify.channel/1.0'"),
        ("dpverify.chanel/1.0", "did you mean 'dpverify.channel'"),
        ("dpverify.channel", "must read 'dpverify.channel/1.0'"),
        ("dpverify.channel/1", "must read"),
        ("dpverify.channel/1.0\n", "must read"),
        ("dpverify.channel/1.٣", "must read"),
        ("", "must read"),
        (1, "schema is 1, must read"),
        (None, "schema is null, must read"),
    ],
)
def test_everything_else_is_refused(given: object, message: str) -> None:
    """One line that names what was expected."""
    with pytest.raises(SchemaError, match=message):
        check_schema(given, "dpverify.channel")
