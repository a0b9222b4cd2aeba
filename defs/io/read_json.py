"""Channel documents: the JSON form of interface `dpverify.channel/1.0`."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

from dpverify.defs.channel import Channel
from dpverify.defs.entries import UncheckedRows
from dpverify.defs.errors import InputError, SchemaError
from dpverify.defs.io.strict_json import check_keys, strict_loads
from dpverify.defs.notes import assumptions_of
from dpverify.defs.schema import check_schema
from dpverify.defs.validate import shown_json as shown

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from dpverify.defs.adjust import Adjustment

REQUIRED: Final = ("schema", "inputs", "outputs", "matrix", "neighbours")
LARGE = 1 << 18
"""Bytes from which a matrix is read at once; below, loading NumPy would take longer."""
WEIGHTS: Final = "weights"
"""In place of the matrix, from version 1.1 on: a text of whole numbers for each row."""
_WHOLE: Final = re.compile(r"[0-9]{1,4000}(?: [0-9]{1,4000})*", re.ASCII)
OPTIONAL: Final = ("directed", "distance", "prior", "title", "source", "notes", "assumptions")
HINTS: Final = {
    "schema": ': "schema": "dpverify.channel/1.0"',
    "neighbours": ': "neighbours": "all", or a list of pairs of inputs',
}
_LISTS: Final = ("inputs", "outputs", "matrix", "distance", "prior")
_FREE_OF_CONSTANTS: Final = {
    "inputs": ("input label number {}", "a text; write it in quotes"),
    "outputs": ("output label number {}", "a text; write it in quotes"),
    "matrix": ("row {} of the matrix", "a list of numbers"),
    "distance": ("row {} of distance", "a list of numbers"),
    "prior": ("number {} of the prior", "a number"),
    "neighbours": ("neighbours pair number {}", "a list of two input labels"),
}
"""What an entry of each list is called, and what it must be."""


def read_json(data: bytes, adjustment: Adjustment | None, *, neighbours: object = None) -> Channel:
    """A channel from the bytes of a channel file; arguments as for `channel_from_document`."""
    if len(data) >= LARGE:
        from dpverify.defs.io.quick_json import quick_document

        # Whatever is wrong with a large file, what follows says it, as of any other.
        with suppress(InputError):
            quick = quick_document(data)
            return channel_from_document(quick, adjustment, neighbours=neighbours)
    document = strict_loads(data, what="the file")
    return channel_from_document(document, adjustment, neighbours=neighbours, what="the file")


def channel_from_document(
    document: object,
    adjustment: Adjustment | None = None,
    *,
    neighbours: object = None,
    what: str = "the channel",
) -> Channel:
    """A channel from a document that `strict_loads` returned, or that `to_dict` did.

    Args: adjustment what to do to each row; neighbours replaces those of the document, and
        whether they are directed; what how messages name it.
    Raises: SchemaError for wrong keys, version or types, ChannelError for wrong content.
    """
    if not isinstance(document, dict):
        raise SchemaError(f"{what} holds {shown(document)}, must hold a channel: one JSON object")
    if "schema" in document:
        check_schema(document["schema"], "dpverify.channel")
    weighted = WEIGHTS in document and "matrix" not in document
    replaced = {"neighbours"} if neighbours is not None else set()
    replaced |= {"matrix"} if weighted else set()
    required = tuple(key for key in REQUIRED if key not in replaced)
    optional = (*OPTIONAL, "neighbours", *((WEIGHTS,) if weighted else ()))
    check_keys(document, required, optional, what=what, hints=HINTS)
    if weighted and not isinstance(document[WEIGHTS], list):
        raise SchemaError(f"weights is {shown(document[WEIGHTS])}, must be a list of texts")
    for key in _LISTS:
        if key in document and not isinstance(document[key], (list, UncheckedRows)):
            raise SchemaError(f"{key} is {shown(document[key])}, must be a list")
    try:
        return _channel(document, adjustment, neighbours)
    except InputError:
        # Looked for where something is wrong alone: it would take time of every other file.
        _refuse_constants(document)
        raise


def _refuse_constants(document: Mapping[str, Any]) -> None:
    """Refuse null, true and false among labels, pairs and numbers, by these words of JSON."""
    for key, (named, wanted) in _FREE_OF_CONSTANTS.items():
        entries = document.get(key)
        for number, entry in enumerate(entries if isinstance(entries, list) else (), start=1):
            for held in _constants(entry):
                verb = "is" if held is entry else "holds"
                raise SchemaError(f"{named.format(number)} {verb} {shown(held)}, must be {wanted}")


def _constants(entry: object) -> Iterator[bool | None]:
    """Every null, true and false in an entry, in lists of lists too."""
    left = [entry]
    while left:
        held = left.pop()
        if isinstance(held, list):
            left += reversed(held)
        elif held is None or isinstance(held, bool):
            yield held


def _channel(
    document: dict[str, Any], adjustment: Adjustment | None, neighbours: object
) -> Channel:
    promises = assumptions_of(document["assumptions"]) if "assumptions" in document else ()
    parts = (key for key in OPTIONAL if key in document and key != "assumptions")
    others: dict[str, Any] = {key: document[key] for key in parts}
    others["neighbours"] = document.get("neighbours")
    if neighbours is not None:
        others.pop("directed", None)  # which was said of the pairs that are replaced
        others |= neighbours if isinstance(neighbours, dict) else {"neighbours": neighbours}
    others["extra"] = {key: value for key, value in document.items() if key.startswith("x-")}
    if WEIGHTS in document:
        made = _weighted(document, **others)
        if adjustment is not None:
            matrix = made.rows
            made = Channel.adjusted(made.inputs, made.outputs, matrix, adjustment, **others)
        return made.resting_on(promises)
    made = Channel.adjusted(
        document["inputs"], document["outputs"], document["matrix"], adjustment, **others
    )
    return made.resting_on(promises)


def _weighted(document: dict[str, Any], **others: Any) -> Channel:
    """The channel whose rows are texts of weights, each divided by the sum of its row."""
    rows = document[WEIGHTS]
    for number, row in enumerate(rows, start=1):
        if not isinstance(row, str) or not _WHOLE.fullmatch(row):
            raise SchemaError(
                f"row {number} of the weights is {shown(row)}, must be a text of whole numbers with"
                " single blanks between them"
            )
    matrix = [[int(digits) for digits in row.split(" ")] for row in rows]
    return Channel.from_weights(document["inputs"], document["outputs"], matrix, **others)
