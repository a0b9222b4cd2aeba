"""The published JSON schemas of the documents that dpverify reads and writes.

Draft 2020-12, one file for each kind of document in `schema/`; they refer to each other by file
name. A later minor version may add keys to results, so only files that people write (channels,
scenarios) forbid unknown ones. What must never change: a document that is emitted is valid.
"""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

FOLDER = "schema"


@cache
def schema_names() -> tuple[str, ...]:
    """The names of all schemas, in alphabetical order; "numbers" is what the others share."""
    folder = files("dpverify.reports") / FOLDER
    names = (place.name for place in folder.iterdir())
    return tuple(sorted(name.removesuffix(".json") for name in names if name.endswith(".json")))


def schema(name: str) -> dict[str, Any]:
    """The schema of a kind of document, such as "result".

    Raises: KeyError for a kind that has none.
    """
    if name not in schema_names():
        raise KeyError(f"there is no schema {name!r}; there are {', '.join(schema_names())}")
    text = (files("dpverify.reports") / FOLDER / f"{name}.json").read_text(encoding="utf-8")
    document: dict[str, Any] = json.loads(text)
    return document


def kind_of(document: Mapping[str, Any]) -> str:
    """The kind that a document says it is: "result" for `dpverify.result/1.0`.

    >>> kind_of({"schema": "dpverify.result/1.0"})
    'result'
    """
    name = str(document.get("schema", ""))
    return name.partition("/")[0].removeprefix("dpverify.")
