"""Schemas of documents: `dpverify.<kind>/MAJOR.MINOR`.

What must never change: a reader accepts a higher minor version and refuses a higher major one,
naming both.
"""

from __future__ import annotations

import re
from typing import Final

from dpverify.defs.errors import SchemaError
from dpverify.defs.validate import did_you_mean, shown, shown_json

CHANNEL_SCHEMA: Final = "dpverify.channel/1.0"
WEIGHTS_SCHEMA: Final = "dpverify.channel/1.1"
"""Of a channel whose rows are texts of weights, in place of a matrix of numbers."""
CHANNEL_SUFFIXES: Final = (".json", ".csv", ".npy", ".npz")
"""What the name of a file of a channel ends in."""

Version = tuple[int, int]
_FORM = re.compile(r"([A-Za-z][A-Za-z0-9.-]{0,80})/([0-9]{1,6})\.([0-9]{1,6})", re.ASCII)


def check_schema(given: object, name: str, supported: Version = (1, 0)) -> Version:
    """The version of a document, if this reader may read it.

    Args: given the document's "schema"; name the expected one without version; supported the
        newest (major, minor) that this reader knows.
    Returns: (major, minor) of the document.
    Raises: SchemaError for another name, a malformed version, or another major version.

    >>> check_schema("dpverify.channel/1.7", "dpverify.channel")
    (1, 7)
    """
    wanted = f"{name}/{supported[0]}.{supported[1]}"
    match = _FORM.fullmatch(given) if isinstance(given, str) else None
    if match is None:
        raise SchemaError(f"schema is {shown_json(given)}, must read {wanted!r}")
    if match[1] != name:
        hint = did_you_mean(match[1], [name])
        raise SchemaError(f"schema is {shown(given)}, this reader expects {wanted!r}{hint}")
    major, minor = int(match[2]), int(match[3])
    if major > supported[0]:
        raise SchemaError(
            f"schema {given} is newer than {wanted}, the newest that this dpverify reads; update"
            " dpverify"
        )
    if major < supported[0]:
        raise SchemaError(f"schema {given} is older than {wanted} and is read no longer")
    return major, minor
